"""Rules that ask, cut at each ask into blocks.

In:   a core rule with asks in it.      Out:  functions, one a block, and what each ask is.
A frame is (block, locals, frame below). A block ends by leaving the frame with which the rule goes on; to go on is to be called
with its locals, and behind an ask with the answer as one more. A block is known to saves by its rule and the label of what it
waits for, never by its number.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from kfdsl.engine.codegen.expr.loops import charged_items, skip_unless
from kfdsl.engine.codegen.lines import Book, Lines
from kfdsl.program import core
from kfdsl.program.made_names import local
from kfdsl.program.types import Type

Write = Callable[[Lines, list[str]], None]  # writes lines from some point on, given the locals known there


@dataclass(frozen=True, slots=True)
class After:
    """What comes behind a statement: how to write it, and whether it is sure to succeed."""

    write: Write
    sure: bool


Next = After | None


@dataclass(slots=True)
class Block:
    """A stretch of a rule between two waits."""

    rule: str
    label: str
    names: tuple[str, ...]  # locals it is called with
    sure: bool = True  # nothing from here to the end of the rule can fail
    menu: str = ""  # the menu that is open while this waits; its arguments are the last locals
    is_tail: bool = False  # it waits until all who act at once are done
    source: str = ""


@dataclass(slots=True)
class AskInfo:
    """One ask of the program: who is asked, and from what."""

    rule: str
    label: str
    sort: str  # "items", "group", "cover", "menu", "branches"
    names: tuple[str, ...]
    type: Type | None
    menu: str = ""
    branches: tuple[str, ...] = ()
    purpose: str = ""
    source: str = ""
    line: int = 0
    can_stop: bool = False
    sealed: bool = False  # several are asked at once; the frame ends with who they are and who has answered what
    many: tuple[int, int | None] = (0, None)


@dataclass(slots=True)
class Blocks:
    """All blocks and asks of a program so far."""

    book: Book
    asking: frozenset[str]  # rules that ask, themselves or through others
    effect_asks: Callable[[core.FieldOf], bool]  # whether an effect that a card may have there asks
    sure: Callable[[core.Stmt], bool]
    blocks: list[Block] = field(default_factory=list)
    asks: list[AskInfo] = field(default_factory=list)
    entries: dict[str, int] = field(default_factory=dict)

    def asks_in(self, stmt: core.Stmt) -> bool:
        """Whether a statement asks somebody."""
        match stmt:
            case core.AskFor() | core.Choose() | core.OneOf() | core.Together() | core.Apart():
                return True
            case core.Block():
                return any(self.asks_in(part) for part in stmt.body)
            case core.Step() | core.For() | core.Repeat():
                return isinstance(stmt, core.Repeat) or self.asks_in(stmt.body)
            case core.If():
                return self.asks_in(stmt.then) or (stmt.other is not None and self.asks_in(stmt.other))
            case core.CallRule():
                return stmt.rule in self.asking
            case core.Perform():
                return self.effect_asks(stmt.effect)
            case _:
                return False


def tell_apart(parts: Sequence[Block | AskInfo]) -> None:
    """Count a label that a rule uses twice, so that each means one thing."""
    seen: set[tuple[str, str]] = set()
    for part in parts:
        label, times = part.label, 1
        while (part.rule, part.label) in seen:
            times += 1
            part.label = f"{label}~{times}"
        seen.add((part.rule, part.label))


def write_items(out: Lines, items: core.Expr, where: core.Expr | None, name: str) -> None:
    """The items of a collection for which a condition holds, each once."""
    out.put("found = {}")
    out.bind(name, items)
    with out.indented(f"for {local(name)} in {charged_items(out, items, out.book.costs.weight(where))}:"):
        skip_unless(out, where)
        out.put(f"found[{local(name)}] = None")
    out.put("return tuple(found)")


def function(name: str, params: Sequence[str], lines: Sequence[str]) -> str:
    """A function of Python; the cells are at hand where they are read."""
    text = "\n".join(lines) or "    pass"
    cells = ["    s = g.cells"] if "s[" in text or "(s," in text else []
    return "\n".join([f"def {name}({', '.join(['g', *map(local, params)])}):", *cells, text])
