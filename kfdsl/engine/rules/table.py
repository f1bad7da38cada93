"""Rules bound to a number of players: what a game, a bot or a trial works with.

In:   Code and how many play.      Out:  Table: the layout, both forms of the code, and what is asked in a state.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from kfdsl.engine.codegen.compile import Code
from kfdsl.engine.codegen.cut.blocks import AskInfo
from kfdsl.engine.machine.at_once import face
from kfdsl.engine.machine.cannot_go_on import TooMany
from kfdsl.engine.machine.groups import GroupDomain, SeveralDomain, Source, covers, too_many_answers
from kfdsl.engine.machine.layout import Layout
from kfdsl.engine.machine.meter import Meter
from kfdsl.engine.machine.runtime import within_points
from kfdsl.engine.machine.state import State
from kfdsl.engine.machine.wording import Wording
from kfdsl.engine.rules.bind import Bound
from kfdsl.engine.rules.plans import plans
from kfdsl.engine.rules.tables import program_tables
from kfdsl.engine.score.settle import Customs, SheetLine, Tally, settled, settled_total
from kfdsl.program import core, made_names
from kfdsl.program.core.walk import statements
from kfdsl.program.limits import Limits
from kfdsl.program.local_types import local_types, types_left
from kfdsl.program.reading import Reader
from kfdsl.program.types import Type
from kfdsl.text.source import Span

FREE = 1_000_000  # added to the number of an action that is taken beside what is asked
MOST_SETTLED = 4096  # allocations that are remembered; whoever looks ahead meets the same ones again and again


class Table:
    """Everything about a program for a number of players."""

    def __init__(self, code: Code, players: int, limits: Limits | None = None) -> None:
        self.code = code
        self.limits = limits or Limits()
        self.numbering = code.numbering
        self.program = code.program
        self.layout = Layout(code.numbering, players)
        self.wording = Wording(self.layout)
        self.reader = Reader(code.program, "en")
        tables = program_tables(code.numbering)
        self.quiet = Bound(code.quiet, self.layout, tables, code.facts)
        self.telling = Bound(code.telling, self.layout, tables, code.facts)
        for bound in (self.quiet, self.telling):
            bound.names["word"] = self.wording.word
            bound.names["settle"] = self.settle
        self.plans = plans(self.program.actions, self.quiet.names, code.facts)
        self.branches = frozenset(
            branch
            for rule in self.program.rules
            for stmt in statements(rule.body)
            if isinstance(stmt, core.OneOf)
            for branch in stmt.branches
        )
        self._settled: dict[tuple[Any, ...], tuple[tuple[SheetLine, ...], int]] = {}  # and what it cost
        actions = list(enumerate(self.program.actions))
        self.menu_actions = {
            menu.name: [i for i, a in actions if a.menu == menu.name and not a.is_free] for menu in self.program.menus
        }
        self.free_actions = {
            menu.name: [i for i, a in actions if a.menu == menu.name and a.is_free] for menu in self.program.menus
        }

    @cached_property
    def local_types(self) -> dict[str, dict[str, Type | None]]:
        """By rule, what its locals are; None where one name means several things."""
        blocks: dict[str, list[tuple[str, ...]]] = {}
        for block in self.quiet.form.blocks:
            blocks.setdefault(block.rule, []).append(block.names)
        return {
            rule.name: local_types(rule, self.numbering.menus) | types_left(rule, blocks.get(rule.name, ()))
            for rule in self.program.rules
        }

    def fill(self, g: State) -> None:
        """All steps anew, for whoever runs a state outside a game."""
        g.meter = Meter(self.limits.steps)

    # ---- asks

    def ask(self, g: State) -> AskInfo:
        """What is asked."""
        return self.quiet.form.asks[g.ask]

    def line(self, g: State) -> Span:
        """The line of content that asks."""
        return self.quiet.form.lines[self.ask(g).line]

    def waiting(self, g: State) -> list[int]:
        """Who is asked: all who have not answered yet where answers are sealed, all who act at once, otherwise one."""
        assert g.frame is not None
        if self.ask(g).sealed:
            *_, asked, answers = g.frame[1]
            given = {seat for seat, _ in answers}
            return [seat for seat in asked if seat not in given]
        if g.apart is not None:
            return [g.apart.seat, *(part.seat for part in g.apart.others)]
        return [self.quiet.names[made_names.asked_player(g.ask)](g, *g.frame[1])]

    def asked(self, g: State) -> int:
        """Who is asked, the first of them."""
        return self.waiting(g)[0]

    def locals(self, g: State, seat: int | None = None) -> tuple[Any, ...]:
        """What the question is about: the locals of the rule that asks, for the one who answers."""
        assert g.frame is not None
        if not self.ask(g).sealed:
            return g.frame[1]
        return (*g.frame[1][:-2], self.asked(g) if seat is None else seat)

    def items(self, g: State, seat: int | None = None) -> list[Any]:
        """The answers to an ask that is not a menu and not a group."""
        info, names, locals_ = self.ask(g), self.quiet.names, self.locals(g, seat)
        match info.sort:
            case "items" | "several":
                return list(names[made_names.asked_items(g.ask)](g, *locals_))
            case "cover":
                sources: list[Source] = names[made_names.asked_items(g.ask)](g, *locals_)
                found = covers(
                    names[made_names.asked_want(g.ask)](g, *locals_),
                    sources,
                    self.stands(g, info.purpose, self.asked(g) if seat is None else seat),
                    g.meter,
                    self.limits.answers,
                    self.line(g),
                )
                if len(found) > self.limits.answers:
                    raise too_many_answers(self.limits.answers, self.line(g))
                return list(found)
            case "branches":
                return list(range(len(info.branches)))
            case _:
                raise AssertionError(info.sort)

    def stands(self, g: State, purpose: str, who: int) -> dict[int, int]:
        """For each token, the tokens whose holes it may fill when somebody pays for a purpose."""
        found: dict[int, int] = {}
        for at, stand in enumerate(self.program.stands):
            if stand.purpose == purpose and (stand.where is None or self.quiet.names[made_names.stand_in(at)](g, who)):
                token = self.numbering.tokens[stand.token]
                found[token] = found.get(token, 0) | 1 << self.numbering.tokens[stand.hole]
        return found

    def settle(self, g: State, who: int, sources: list[Source], purpose: str, span: Span) -> None:
        """`settle p from shape(p) for purpose`: the tallies of a player are solved and become lines of the sheet."""
        mine = tuple(tally for tally in g.tallies if tally[0] == who)
        g.tallies = tuple(tally for tally in g.tallies if tally[0] != who)
        stands = self.stands(g, purpose, who)
        key = (mine, tuple(sources), purpose, tuple(stands.items()), g.is_summary)
        found = self._settled.get(key)
        if found is None:
            tallies, meter = [Tally(*tally) for tally in mine], Meter(g.meter.left)
            try:
                lines = self._lines(g, who, tallies, sources, self.customs(purpose, stands), meter)
            except TooMany:
                g.meter.ran_out(span)
            for line in lines:
                within_points(line[1], self.quiet.form.lines[line[3]])
            if len(self._settled) >= MOST_SETTLED:
                self._settled.clear()
            found = self._settled[key] = lines, meter.most - meter.left
        g.meter.charge(found[1] + 4 * (len(g.sheet) + len(found[0])), span)  # as much where it was known
        g.sheet += found[0]

    def _lines(
        self, g: State, who: int, tallies: list[Tally], sources: list[Source], customs: Customs, meter: Meter
    ) -> tuple[SheetLine, ...]:
        if g.is_summary and tallies:
            total = settled_total(tallies, sources, customs, self.wording, meter)
            return ((who, total, ("text", ""), tallies[-1].line, ""),)
        return tuple(settled(tallies, sources, customs, self.wording, meter))

    def customs(self, purpose: str, stands: dict[int, int]) -> Customs:
        tokens = self.numbering.tokens
        return Customs(
            stands,
            [
                (
                    tokens[each.host],
                    tuple(tokens[name] for name in each.guests),
                    tuple(tokens[name] for name in each.counts_as),
                )
                for each in self.program.companies
                if each.purpose == purpose
            ],
            {
                tokens[each.token]: tuple(
                    dict.fromkeys(
                        tokens[name]
                        for other in self.program.roles
                        if other.purpose == purpose and other.token == each.token
                        for name in other.roles
                    )
                )
                for each in self.program.roles
                if each.purpose == purpose
            },
        )

    def sources(self, g: State, seat: int | None = None) -> list[Source]:
        """Where the group of an ask may come from."""
        found: list[Source] = self.quiet.names[made_names.asked_items(g.ask)](g, *self.locals(g, seat))
        return found

    def domain(self, g: State, seat: int | None = None) -> GroupDomain | SeveralDomain:
        """The choices of an ask that is answered in parts."""
        info = self.ask(g)
        return (
            SeveralDomain(tuple(self.items(g, seat)), *info.many, g.meter, self.line(g))
            if info.sort == "several"
            else GroupDomain(self.sources(g, seat), g.meter, self.line(g))
        )

    def answer(self, g: State, value: Any, seat: int | None = None) -> None:
        """Put an answer; running on is the caller's business."""
        if g.apart is not None and seat is not None and seat != g.apart.seat:
            face(g, seat)
        assert g.frame is not None
        if type(value) is tuple and value and type(value[0]) is int and value[0] >= FREE:
            info = self.ask(g)
            g.ask = -1
            g.frame = (
                len(self.quiet.blocks) - 1,
                (info.rule, info.label),
                g.frame,
            )  # afterwards the same is asked again
            form = self.quiet if g.events is None else self.telling
            form.begin(g, form.names["ACTION_RULES"][value[0] - FREE], value[1])
            return
        block, locals_, below = g.frame
        if self.ask(g).sealed:
            *known, asked, answers = locals_
            value = (self.asked(g) if seat is None else seat, value)
            if len(answers) + 1 < len(asked):
                g.frame = (block, (*known, asked, (*answers, value)), below)
                return
        g.frame = (block, (*locals_, value), below)
        g.ask = -1
