"""Asks: the question is left in the state, and the block that takes the answer in the frame.

In:   asks, menus, branches, sealed asks.      Out:  blocks, and what each ask is.
"""

from __future__ import annotations

from collections.abc import Sequence

from kfdsl.engine.codegen.cut.blocks import AskInfo, Next, function, write_items
from kfdsl.engine.codegen.cut.runs import Runs
from kfdsl.engine.codegen.stmt import StmtEmitter
from kfdsl.program import core, made_names
from kfdsl.program.made_names import ANSWER, local
from kfdsl.program.types import Type


class Asks(Runs):
    """Writes what asks."""

    def register(
        self, info: AskInfo, emitter: StmtEmitter, extra: Sequence[str], after: int, known: Sequence[str]
    ) -> None:
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
        info = AskInfo(
            self.rule.name,
            stmt.label,
            self.sort(stmt),
            tuple(known),
            stmt.type,
            purpose=stmt.purpose,
            source=source,
            line=self.blocks.book.line(stmt.span),
            many=stmt.many or (0, None),
        )
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
        found = [function(made_names.asked_player(number), known, who.lines)]
        domain = StmtEmitter(self.blocks.book)
        if stmt.items is not None:
            write_items(domain, stmt.items, stmt.where, stmt.name)
        else:
            shape = self.blocks.book.numbering.shapes[stmt.shape]
            args = [domain.expr(arg, type_) for arg, (_, type_) in zip(stmt.args, shape.params, strict=True)]
            domain.put(f"return {made_names.shape(stmt.shape)}({', '.join(['g', *args])})")
        found.append(function(made_names.asked_items(number), known, domain.lines))
        if stmt.want is not None:
            want = StmtEmitter(self.blocks.book)
            want.put(f"return {want.expr(stmt.want, Type('want'))}")
            found.append(function(made_names.asked_want(number), known, want.lines))
        return "\n".join(found)

    def choose(self, stmt: core.Choose, emitter: StmtEmitter, known: list[str], then: Next) -> None:
        """Somebody picks an action, which is then done; where the menu comes again, `stop` ends it."""
        if stmt.again:
            number = len(self.blocks.blocks)
            sure = then is None or then.sure
            names = self.menu_names(stmt)
            self.block(
                self.label(f"{stmt.label}/again"),
                (*known, *names),
                lambda inner, _: self.choice(stmt, inner, known, then, number),
                sure,
            )
            self.leave(emitter, number, known, ["None"] * len(names))
            emitter.put("return")
        else:
            self.choice(stmt, emitter, known, then, None)

    def menu_names(self, stmt: core.Choose) -> tuple[str, ...]:
        """Locals for the arguments of a menu while it is open."""
        return tuple(made_names.menu_argument(stmt.label, i) for i in range(len(stmt.args)))

    def choice(self, stmt: core.Choose, emitter: StmtEmitter, known: list[str], then: Next, again: int | None) -> None:
        """One question of a menu."""
        menu = self.blocks.book.numbering.menus[stmt.menu]
        values = [emitter.expr(arg, type_) for arg, (_, type_) in zip(stmt.args, menu.params, strict=True)]
        clean = self.menu_names(stmt)
        names = [local(name) for name in clean]
        after = again
        if after is None:
            after = self.block(
                self.label(stmt.label),
                (*known, *clean),
                lambda inner, _: self.finish(inner, list(known), then),
                then is None or then.sure,
            )
        self.blocks.blocks[after].menu = stmt.menu

        def write(inner: StmtEmitter, _: list[str]) -> None:
            if again is not None:
                with inner.indented(f"if {local(ANSWER)}[0] < 0:"):
                    self.finish(inner, list(known), then)
            self.leave(inner, after, known, names)
            given = "".join(f"{name}, " for name in names)
            inner.put(f"begin(g, ACTION_RULES[{local(ANSWER)}[0]], ({given}*{local(ANSWER)}[1:]))")
            inner.put("return")

        chosen = self.block(stmt.label, (*known, *clean, ANSWER), write, again is None or then is None or then.sure)
        number = len(self.blocks.asks)
        source = function(made_names.asked_player(number), (*known, *clean), [f"    return {names[0]}"])
        info = AskInfo(
            self.rule.name,
            stmt.label,
            "menu",
            (*known, *clean),
            None,
            menu=stmt.menu,
            source=source,
            line=self.blocks.book.line(stmt.span),
            can_stop=stmt.again,
        )
        self.register(info, emitter, values, chosen, known)

    def one_of(self, stmt: core.OneOf, emitter: StmtEmitter, known: list[str], then: Next) -> None:
        """Somebody picks a branch."""
        after = self.waiting(self.label(stmt.label), known, (), then)
        args = [[local(arg.name) for arg in each if isinstance(arg, core.Local)] for each in stmt.args]
        values = "".join(f"{name}, " for name in args[0])

        def write(inner: StmtEmitter, _: list[str]) -> None:
            self.leave(inner, after, known)
            branches = self.blocks.book.constant(stmt.branches)
            inner.put(f"begin(g, RULE_NUMBERS[{branches}[{local(ANSWER)}]], ({values}))")
            inner.put("return")

        chosen = self.block(stmt.label, (*known, ANSWER), write)
        number = len(self.blocks.asks)
        who = StmtEmitter(self.blocks.book)
        who.put(f"return {who.expr(stmt.who)}")
        given = function(made_names.branch_arguments(number), known, [f"    return ({values})"])
        info = AskInfo(
            self.rule.name,
            stmt.label,
            "branches",
            tuple(known),
            None,
            branches=stmt.branches,
            source=function(made_names.asked_player(number), known, who.lines) + "\n" + given,
            line=self.blocks.book.line(stmt.span),
        )
        self.register(info, emitter, (), chosen, known)
