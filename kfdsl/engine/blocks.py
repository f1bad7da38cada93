"""Rules that ask, cut at each ask into blocks.

In:   a core rule with asks in it.      Out:  functions, one a block, and what each ask is.
A frame is (block, locals, frame below). A block ends by leaving the frame with which the rule goes on; to go on is to be called
with its locals, and behind an ask with the answer as one more. A block is known to saves by its rule and the label of what it
waits for, never by its number.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from kfdsl.engine.emit import Book, local
from kfdsl.engine.emit_stmt import StmtEmitter
from kfdsl.program import core
from kfdsl.program.types import Type

Write = Callable[[StmtEmitter, list[str]], None]  # writes lines from some point on, given the locals known there


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
    effects_ask: bool  # whether an effect printed on some card asks
    sure: Callable[[core.Stmt], bool]
    blocks: list[Block] = field(default_factory=list)
    asks: list[AskInfo] = field(default_factory=list)
    entries: dict[str, int] = field(default_factory=dict)

    def asks_in(self, stmt: core.Stmt) -> bool:
        """Whether a statement asks somebody."""
        match stmt:
            case core.AskFor() | core.Choose() | core.OneOf() | core.Together():
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
                return self.effects_ask
            case _:
                return False

    def rule(self, rule: core.RuleDef) -> None:
        """Cut one rule."""
        cutter = _Cutter(self, rule)
        names = tuple(name for name, _ in rule.params)
        self.entries[rule.name] = cutter.block("", names, lambda emitter, known: cutter.run((rule.body,), 0, emitter, known, None))


class _Cutter:
    """Writes the blocks of one rule."""

    def __init__(self, blocks: Blocks, rule: core.RuleDef) -> None:
        self.blocks = blocks
        self.rule = rule
        self.loops = 0
        self.calls: dict[str, int] = {}

    def label(self, name: str) -> str:
        """A label for the point behind a call, counted by what is called."""
        self.calls[name] = self.calls.get(name, 0) + 1
        return f"{name}/{self.calls[name]}"

    def block(self, label: str, names: tuple[str, ...], write: Write, sure: bool = True) -> int:
        """Make a block and fill it."""
        number = len(self.blocks.blocks)
        block = Block(self.rule.name, label, names, sure)
        self.blocks.blocks.append(block)
        emitter = StmtEmitter(self.blocks.book, self.rule.is_price)
        write(emitter, list(names))
        block.source = function(f"b{number}", names, emitter.lines)
        return number

    def leave(self, emitter: StmtEmitter, number: int, names: Sequence[str], extra: Sequence[str] = ()) -> None:
        """Put the frame with which the rule goes on."""
        values = "".join(f"{value}, " for value in (*map(local, names), *extra))
        emitter.put(f"g.frame = ({number}, ({values}), g.frame)")

    # ---- sequences

    def run(self, stmts: Sequence[core.Stmt], at: int, emitter: StmtEmitter, known: list[str], then: Next) -> None:
        """Statements from `at` on, then whatever comes next; ends the block."""
        while at < len(stmts):
            stmt = stmts[at]
            if self.blocks.asks_in(stmt):
                self.asking(stmt, emitter, known, self.rest(stmts, at + 1, then))
                return
            emitter.stmt(stmt)
            if isinstance(stmt, core.Let):
                known.append(stmt.name)
            at += 1
        self.finish(emitter, known, then)

    def finish(self, emitter: StmtEmitter, known: list[str], then: Next) -> None:
        """Go on with what comes next, or end the rule."""
        if then is not None:
            then.write(emitter, known)
        else:
            emitter.put("return")

    def rest(self, stmts: Sequence[core.Stmt], at: int, then: Next) -> Next:
        """What comes after a statement: the statements behind it, written where they are reached."""
        if at >= len(stmts):
            return then
        sure = self.blocks.sure(core.Block(body=tuple(stmts[at:]), span=stmts[at].span)) and (then is None or then.sure)
        return After(lambda emitter, known: self.run(stmts, at, emitter, list(known), then), sure)

    def waiting(self, label: str, known: Sequence[str], extra: Sequence[str], then: Next) -> int:
        """A block that goes on behind something that was waited for."""
        return self.block(label, (*known, *extra), lambda emitter, _: self.finish(emitter, [*known, *extra], then),
                          then is None or then.sure)

    # ---- statements that ask

    def asking(self, stmt: core.Stmt, emitter: StmtEmitter, known: list[str], then: Next) -> None:
        """A statement with an ask in it; ends the block."""
        match stmt:
            case core.Block():
                self.run(stmt.body, 0, emitter, list(known), self.inside(known, then))
            case core.Step():
                self.run((stmt.body,), 0, emitter, list(known), self.inside(known, then))
            case core.If():
                self.branch(stmt, emitter, known, then)
            case core.For():
                self.loop(stmt, emitter, known, then)
            case core.Repeat():
                self.repeat(stmt, emitter, known, then)
            case core.AskFor():
                self.ask(stmt, emitter, known, then)
            case core.Choose():
                self.choose(stmt, emitter, known, then)
            case core.OneOf():
                self.one_of(stmt, emitter, known, then)
            case core.Together():
                self.together(stmt, emitter, known, then)
            case core.CallRule():
                args = emitter.arguments(stmt)
                after = self.waiting(self.label(stmt.rule), known, (), then)
                values = [emitter.named(arg) for arg in args]
                self.leave(emitter, after, known)
                emitter.put(f"g.frame = (ENTRY[{stmt.rule!r}], ({''.join(f'{value}, ' for value in values)}), g.frame)")
                emitter.put("return")
            case core.Perform():
                rule = emitter.named(emitter.effect(stmt.effect))
                by, at = (emitter.named(emitter.expr(part)) for part in (stmt.by, stmt.at))
                after = self.waiting(self.label("perform"), known, (), then)
                self.leave(emitter, after, known)
                emitter.put(f"begin(g, {rule}, ({by}, {at}))")
                emitter.put("return")
            case _:
                raise AssertionError(stmt)

    def inside(self, known: list[str], then: Next) -> Next:
        """Behind a block its own locals are gone."""
        outer = list(known)
        return After(lambda emitter, _: self.finish(emitter, outer, then), then.sure) if then is not None else None

    def branch(self, stmt: core.If, emitter: StmtEmitter, known: list[str], then: Next) -> None:
        """Each side goes on by itself; what follows is a block of its own so that it is written once."""
        after: Next = then
        if then is not None:
            number = self.waiting(self.label("if"), known, (), then)
            outer = list(known)

            def go_on(inner: StmtEmitter, _: list[str]) -> None:
                self.leave(inner, number, outer)
                inner.put("return")

            after = After(go_on, then.sure)
        with emitter.indented(f"if {emitter.expr(stmt.test)}:"):
            self.run((stmt.then,), 0, emitter, list(known), after)
        self.run((stmt.other,) if stmt.other is not None else (), 0, emitter, list(known), after)

    def loop(self, stmt: core.For, emitter: StmtEmitter, known: list[str], then: Next) -> None:
        """What is left of the items is a local of the rule."""
        self.loops += 1
        left = f"left_{self.loops}"
        items = emitter.items(stmt.items)
        number = self.round_by_round(stmt, (stmt.name,), left, stmt.where, stmt.body, known, then)
        self.leave(emitter, number, known, (f"tuple({items})",))
        emitter.put("return")

    def round_by_round(self, stmt: core.Stmt, items: tuple[str, ...], left: str, where: core.Expr | None, body: core.Stmt, known: list[str], then: Next) -> int:
        """A block that does something with the first of what is left, and comes back for the rest."""
        names = (*known, left)
        sure = self.blocks.sure(stmt) and (then is None or then.sure)

        def write(inner: StmtEmitter, _: list[str]) -> None:
            with inner.indented(f"while {local(left)}:"):
                inner.put(f"{', '.join(map(local, items))} = {local(left)}[0]")
                inner.put(f"{local(left)} = {local(left)}[1:]")
                inner.skip_unless(where)
                self.run((body,), 0, inner, [*names, *items], After(again, sure))
            self.finish(inner, list(known), then)

        number = len(self.blocks.blocks)

        def again(inner: StmtEmitter, _: list[str]) -> None:
            self.leave(inner, number, names)
            inner.put("return")

        made = self.block(self.label("for"), names, write, sure)
        assert made == number
        return number

    def together(self, stmt: core.Together, emitter: StmtEmitter, known: list[str], then: Next) -> None:
        """All are asked; the frame waits with who they are and what is in, then goes round with the answers."""
        self.loops += 1
        after = self.round_by_round(stmt, (stmt.name, stmt.ask.name), f"left_{self.loops}", None, stmt.body, known, then)
        asked = emitter.named(f"tuple({emitter.items(stmt.items)})")
        with emitter.indented(f"if not {asked}:"):
            self.leave(emitter, after, known, ("()",))
            emitter.put("return")

        def write(inner: StmtEmitter, _: list[str]) -> None:
            self.leave(inner, after, known, ("tuple(sorted((*x_answers, x_last), key=lambda pair: x_asked.index(pair[0])))",))
            inner.put("return")

        opened = self.block(stmt.label, (*known, "asked", "answers", "last"), write, self.blocks.blocks[after].sure)
        number = len(self.blocks.asks)
        names = (*known, stmt.name)
        info = AskInfo(self.rule.name, stmt.label, self.sort(stmt.ask), names, stmt.ask.type, purpose=stmt.ask.purpose,
                       source=self.asked(number, names, stmt.ask), line=self.blocks.book.line(stmt.span), many=stmt.ask.many or (0, None), sealed=True)
        self.register(info, emitter, (asked, "()"), opened, known)

    def repeat(self, stmt: core.Repeat, emitter: StmtEmitter, known: list[str], then: Next) -> None:
        """Round after round."""
        number = len(self.blocks.blocks)

        def test(inner: StmtEmitter, _: list[str]) -> None:
            with inner.indented(f"if not {inner.expr(stmt.until)}:"):
                self.leave(inner, number, known)
                inner.put("return")
            self.finish(inner, list(known), then)

        def write(inner: StmtEmitter, _: list[str]) -> None:
            self.run((stmt.body,), 0, inner, list(known), After(test, sure))

        sure = self.blocks.sure(stmt) and (then is None or then.sure)
        made = self.block(self.label("repeat"), tuple(known), write, sure)
        assert made == number
        self.leave(emitter, number, known)
        emitter.put("return")

    # ---- asks

    def register(self, info: AskInfo, emitter: StmtEmitter, extra: Sequence[str], after: int, known: Sequence[str]) -> None:
        """Leave the question, and the block that takes the answer."""
        self.leave(emitter, after, known, extra)
        emitter.put(f"g.ask = {len(self.blocks.asks)}")
        emitter.put("return")
        self.blocks.asks.append(info)

    def ask(self, stmt: core.AskFor, emitter: StmtEmitter, known: list[str], then: Next) -> None:
        """Somebody picks an item, a group or a cover."""
        after = self.waiting(stmt.label, known, (stmt.name,), then)
        number = len(self.blocks.asks)
        source = self.asked(number, known, stmt)
        info = AskInfo(self.rule.name, stmt.label, self.sort(stmt), tuple(known), stmt.type, purpose=stmt.purpose, source=source,
                       line=self.blocks.book.line(stmt.span), many=stmt.many or (0, None))
        self.register(info, emitter, (), after, known)

    @staticmethod
    def sort(stmt: core.AskFor) -> str:
        """What sort of answer an ask wants."""
        if stmt.items is not None:
            return "items" if stmt.many is None else "several"
        return "group" if stmt.want is None else "cover"

    def asked(self, number: int, known: Sequence[str], stmt: core.AskFor) -> str:
        """Functions that say who is asked and from what."""
        who = StmtEmitter(self.blocks.book)
        who.put(f"return {who.expr(stmt.who)}")
        found = [function(f"who{number}", known, who.lines)]
        domain = StmtEmitter(self.blocks.book)
        if stmt.items is not None:
            write_items(domain, stmt.items, stmt.where, stmt.name)
        else:
            shape = self.blocks.book.numbering.shapes[stmt.shape]
            args = [domain.expr(arg, type_) for arg, (_, type_) in zip(stmt.args, shape.params, strict=True)]
            domain.put(f"return h_{stmt.shape}({', '.join(['g', *args])})")
        found.append(function(f"from{number}", known, domain.lines))
        if stmt.want is not None:
            want = StmtEmitter(self.blocks.book)
            want.put(f"return {want.expr(stmt.want, Type('want'))}")
            found.append(function(f"want{number}", known, want.lines))
        return "\n".join(found)

    def choose(self, stmt: core.Choose, emitter: StmtEmitter, known: list[str], then: Next) -> None:
        """Somebody picks an action, which is then done; where the menu comes again, `stop` ends it."""
        if stmt.again:
            number = len(self.blocks.blocks)
            sure = then is None or then.sure
            names = self.menu_names(stmt)
            self.block(self.label(f"{stmt.label}/again"), (*known, *names), lambda inner, _: self.choice(stmt, inner, known, then, number), sure)
            self.leave(emitter, number, known, ["None"] * len(names))
            emitter.put("return")
        else:
            self.choice(stmt, emitter, known, then, None)

    def menu_names(self, stmt: core.Choose) -> tuple[str, ...]:
        """Locals for the arguments of a menu while it is open."""
        return tuple(f"menu_{stmt.label.replace('#', '_')}_{i}" for i in range(len(stmt.args)))

    def choice(self, stmt: core.Choose, emitter: StmtEmitter, known: list[str], then: Next, again: int | None) -> None:
        """One question of a menu."""
        menu = self.blocks.book.numbering.menus[stmt.menu]
        values = [emitter.expr(arg, type_) for arg, (_, type_) in zip(stmt.args, menu.params, strict=True)]
        clean = self.menu_names(stmt)
        names = [local(name) for name in clean]
        after = again
        if after is None:
            after = self.block(self.label(stmt.label), (*known, *clean), lambda inner, _: self.finish(inner, list(known), then),
                               then is None or then.sure)
        self.blocks.blocks[after].menu = stmt.menu

        def write(inner: StmtEmitter, _: list[str]) -> None:
            if again is not None:
                with inner.indented("if x_answer[0] < 0:"):
                    self.finish(inner, list(known), then)
            self.leave(inner, after, known, names)
            inner.put(f"begin(g, ACTION_RULES[x_answer[0]], ({''.join(f'{name}, ' for name in names)}*x_answer[1:]))")
            inner.put("return")

        chosen = self.block(stmt.label, (*known, *clean, "answer"), write, again is None or then is None or then.sure)
        number = len(self.blocks.asks)
        source = function(f"who{number}", (*known, *clean), [f"    return {names[0]}"])
        info = AskInfo(self.rule.name, stmt.label, "menu", (*known, *clean), None, menu=stmt.menu, source=source,
                       line=self.blocks.book.line(stmt.span), can_stop=stmt.again)
        self.register(info, emitter, values, chosen, known)

    def one_of(self, stmt: core.OneOf, emitter: StmtEmitter, known: list[str], then: Next) -> None:
        """Somebody picks a branch."""
        after = self.waiting(self.label(stmt.label), known, (), then)
        args = [[local(arg.name) for arg in each if isinstance(arg, core.Local)] for each in stmt.args]
        values = "".join(f"{name}, " for name in args[0])

        def write(inner: StmtEmitter, _: list[str]) -> None:
            self.leave(inner, after, known)
            inner.put(f"begin(g, RULE_NUMBERS[{self.blocks.book.constant(stmt.branches)}[x_answer]], ({values}))")
            inner.put("return")

        chosen = self.block(stmt.label, (*known, "answer"), write)
        number = len(self.blocks.asks)
        who = StmtEmitter(self.blocks.book)
        who.put(f"return {who.expr(stmt.who)}")
        given = function(f"args{number}", known, [f"    return ({values})"])
        info = AskInfo(self.rule.name, stmt.label, "branches", tuple(known), None, branches=stmt.branches,
                       source=function(f"who{number}", known, who.lines) + "\n" + given, line=self.blocks.book.line(stmt.span))
        self.register(info, emitter, (), chosen, known)


def write_items(emitter: StmtEmitter, items: core.Expr, where: core.Expr | None, name: str) -> None:
    """The items of a collection for which a condition holds, each once."""
    emitter.put("found = []")
    with emitter.indented(f"for {local(name)} in {emitter.items(items)}:"):
        emitter.skip_unless(where)
        with emitter.indented(f"if {local(name)} not in found:"):
            emitter.put(f"found.append({local(name)})")
    emitter.put("return tuple(found)")


def function(name: str, params: Sequence[str], lines: Sequence[str]) -> str:
    """A function of Python; the cells are at hand where they are read."""
    text = "\n".join(lines) or "    pass"
    cells = ["    s = g.cells"] if "s[" in text or "(s," in text else []
    return "\n".join([f"def {name}({', '.join(['g', *map(local, params)])}):", *cells, text])
