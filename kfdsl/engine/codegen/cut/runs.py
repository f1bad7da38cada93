"""Runs of statements between two waits, and the frames that rules go on with.

In:   statements and what comes behind them.      Out:  blocks.
"""

from __future__ import annotations

from collections.abc import Sequence

from kfdsl.engine.codegen.cut.blocks import After, Block, Blocks, Next, Write, function
from kfdsl.engine.codegen.stmt import StmtEmitter
from kfdsl.program import core, made_names
from kfdsl.program.made_names import local


class Runs:
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
        block.source = function(made_names.block(number), names, emitter.lines)
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
        return self.block(
            label,
            (*known, *extra),
            lambda emitter, _: self.finish(emitter, [*known, *extra], then),
            then is None or then.sure,
        )

    def round_by_round(
        self,
        stmt: core.Stmt,
        items: tuple[str, ...],
        left: str,
        where: core.Expr | None,
        body: core.Stmt,
        known: list[str],
        then: Next,
    ) -> int:
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

    def asking(self, stmt: core.Stmt, emitter: StmtEmitter, known: list[str], then: Next) -> None:
        """A statement with an ask in it; ends the block."""
        raise AssertionError("only the whole cutter knows what asks")
