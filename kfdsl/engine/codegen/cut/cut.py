"""A rule that asks, cut at each ask into blocks.

In:   a core rule.      Out:  its blocks, filed in Blocks.
"""

from __future__ import annotations

from kfdsl.engine.codegen.cut.asks import Asks
from kfdsl.engine.codegen.cut.blocks import After, AskInfo, Blocks, Next
from kfdsl.engine.codegen.stmt import StmtEmitter
from kfdsl.program import core, made_names
from kfdsl.program.made_names import local


class Cutter(Asks):
    """Knows every statement that may have an ask in it."""

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
            case core.Apart():
                self.apart(stmt, emitter, known, then)
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
            emitter.note_closer(stmt.then)
            self.run((stmt.then,), 0, emitter, list(known), after)
        if stmt.other is not None:
            emitter.note_closer(stmt.other)
        self.run((stmt.other,) if stmt.other is not None else (), 0, emitter, list(known), after)

    def loop(self, stmt: core.For, emitter: StmtEmitter, known: list[str], then: Next) -> None:
        """What is left of the items is a local of the rule."""
        self.loops += 1
        left = made_names.left(self.loops)
        items = emitter.items(stmt.items)
        number = self.round_by_round(stmt, (stmt.name,), left, stmt.where, stmt.body, known, then)
        self.leave(emitter, number, known, (f"tuple({items})",))
        emitter.put("return")

    def together(self, stmt: core.Together, emitter: StmtEmitter, known: list[str], then: Next) -> None:
        """All are asked; the frame waits with who they are and what is in, then goes round with the answers."""
        self.loops += 1
        after = self.round_by_round(
            stmt, (stmt.name, stmt.ask.name), made_names.left(self.loops), None, stmt.body, known, then
        )
        asked = emitter.named(f"tuple({emitter.items(stmt.items)})")
        with emitter.indented(f"if not {asked}:"):
            self.leave(emitter, after, known, ("()",))
            emitter.put("return")

        def write(inner: StmtEmitter, _: list[str]) -> None:
            given, last, order = map(local, (made_names.ANSWERS, made_names.LAST, made_names.ASKED))
            by_seat = f"tuple(sorted((*{given}, {last}), key=lambda pair: {order}.index(pair[0])))"
            self.leave(inner, after, known, (by_seat,))
            inner.put("return")

        names = (*known, made_names.ASKED, made_names.ANSWERS, made_names.LAST)
        opened = self.block(stmt.label, names, write, self.blocks.blocks[after].sure)
        number = len(self.blocks.asks)
        names = (*known, stmt.name)
        info = AskInfo(
            self.rule.name,
            stmt.label,
            self.sort(stmt.ask),
            names,
            stmt.ask.type,
            purpose=stmt.ask.purpose,
            source=self.asked(number, names, stmt.ask),
            line=self.blocks.book.line(stmt.span),
            many=stmt.ask.many or (0, None),
            sealed=True,
        )
        self.register(info, emitter, (asked, "()"), opened, known)

    def apart(self, stmt: core.Apart, emitter: StmtEmitter, known: list[str], then: Next) -> None:
        """Everybody gets frames of their own above one that goes on when all of them are done."""

        def goes_on(inner: StmtEmitter, _: list[str]) -> None:
            with inner.indented("if next_part(g):"):
                inner.put("return")
            self.finish(inner, list(known), then)

        tail = self.block(self.label("apart"), tuple(known), goes_on)
        self.blocks.blocks[tail].is_tail = True
        part = self.block(
            self.label("part"),
            (*known, stmt.name),
            lambda inner, names: self.run((stmt.body,), 0, inner, names, None),
            self.blocks.sure(stmt.body),
        )
        players = emitter.named(emitter.items(stmt.items))
        self.leave(emitter, tail, known)
        emitter.put(f"begin_parts(g, {part}, ({''.join(f'{local(name)}, ' for name in known)}), {players})")
        emitter.put("return")

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


def cut(blocks: Blocks, rule: core.RuleDef) -> None:
    """Cut one rule."""
    cutter = Cutter(blocks, rule)
    names = tuple(name for name, _ in rule.params)
    blocks.entries[rule.name] = cutter.block(
        "", names, lambda emitter, known: cutter.run((rule.body,), 0, emitter, known, None)
    )
