"""Frames: where a rule waits, and how it goes on.

In:   the locals that are known at a point.      Out:  blocks, and lines that leave a frame.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from kfdsl.engine.codegen.cut.blocks import Block, Blocks, Next, Write, function
from kfdsl.engine.codegen.expr.expression import lines
from kfdsl.engine.codegen.lines import Lines
from kfdsl.program import core, made_names
from kfdsl.program.made_names import local


@dataclass(slots=True)
class Cutting:
    """One rule that is being cut."""

    blocks: Blocks
    rule: core.RuleDef
    loops: int = 0
    calls: dict[str, int] = field(default_factory=dict)


def label_behind(cutting: Cutting, name: str) -> str:
    """A label for the point behind a call, counted by what is called."""
    cutting.calls[name] = cutting.calls.get(name, 0) + 1
    return f"{name}/{cutting.calls[name]}"


def new_block(cutting: Cutting, label: str, names: tuple[str, ...], write: Write, sure: bool = True) -> int:
    """Make a block and fill it."""
    number = len(cutting.blocks.blocks)
    block = Block(cutting.rule.name, label, names, sure)
    cutting.blocks.blocks.append(block)
    out = lines(cutting.blocks.book, cutting.rule.is_price)
    out.charge(cutting.blocks.book.costs.entry("rule", cutting.rule.name) or 1, cutting.rule.span)
    write(out, list(names))
    block.source = function(made_names.block(number), names, out.lines)
    return number


def leave(out: Lines, number: int, names: Sequence[str], extra: Sequence[str] = ()) -> None:
    """Put the frame with which the rule goes on."""
    values = "".join(f"{value}, " for value in (*map(local, names), *extra))
    out.put(f"g.frame = ({number}, ({values}), g.frame)")


def finish(out: Lines, known: list[str], then: Next) -> None:
    """Go on with what comes next, or end the rule."""
    if then is not None:
        then.write(out, known)
    else:
        out.put("return")


def waiting(cutting: Cutting, label: str, known: Sequence[str], extra: Sequence[str], then: Next) -> int:
    """A block that goes on behind something that was waited for."""
    return new_block(
        cutting,
        label,
        (*known, *extra),
        lambda out, _: finish(out, [*known, *extra], then),
        then is None or then.sure,
    )
