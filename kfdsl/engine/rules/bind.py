"""Code bound to a number of players: the source run once, with the tables of a layout and what it calls as its globals.

In:   a form of the code and a Layout.      Out:  Bound, the functions that a game calls.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from kfdsl.analysis.program_facts import ProgramFacts
from kfdsl.engine.codegen.compile import UNDER_WAY, Form
from kfdsl.engine.codegen.cut.blocks import function
from kfdsl.engine.codegen.expr.expression import lines
from kfdsl.engine.codegen.lines import Book
from kfdsl.engine.hexes import words
from kfdsl.engine.machine import runtime, state
from kfdsl.engine.machine.at_once import begin_parts, face_next, next_part
from kfdsl.engine.machine.layout import Layout
from kfdsl.engine.score.settle import Tally
from kfdsl.program import core, made_names

TRIAL = 100  # steps that a trial costs besides what it tries
_HELPERS = (
    "bits",
    "plus",
    "kinds_of",
    "only",
    "amount",
    "enough",
    "total",
    "bundle_of",
    "group_size",
    "group_only",
    "want_of",
    "want_only",
    "want_kinds",
    "want_size",
    "set_where",
    "gather",
    "move_exactly",
    "moved_exactly",
    "move_up_to",
    "move_every",
    "move_group",
    "move_card",
    "lay_card",
    "corner_cell",
    "still_there",
    "still_a",
    "draw",
    "drawn",
    "shuffle",
    "numbers",
    "within",
    "within_bundle",
    "within_want",
    "within_points",
    "toss",
)


class Bound:
    """One form of the code with a layout: functions that a game calls."""

    def __init__(self, form: Form, layout: Layout, tables: dict[str, Any], facts: ProgramFacts) -> None:
        self.form = form
        self.facts = facts
        self.layout = layout
        names: dict[str, Any] = {name: getattr(runtime, name) for name in _HELPERS}
        names |= {"Refused": state.Refused, "Impossible": state.Impossible}
        names |= form.constants | tables | layout.tables
        names["Tally"] = Tally
        names |= {made_names.plane_word(word): getattr(words, word) for word in words.WORDS}
        names["LABELS"] = {cell: tables[made_names.printed(edges)] for cell, edges in layout.planes.items()}
        names["LINES"] = form.lines
        names["ENTRY"] = form.entries
        names["ASKS"] = {(ask.rule, ask.label): at for at, ask in enumerate(form.asks)}
        exec(form.code, names)
        self.names = names
        self.blocks: list[Callable[..., None]] = [names[made_names.block(i)] for i in range(len(form.blocks))]
        rules = layout.numbering.program.rules
        self.asks_rule = [rule.name in form.entries for rule in rules]
        self.nested = {at: rule.name for at, rule in enumerate(rules) if rule.nested}
        self.under_way = next((at for at, block in enumerate(form.blocks) if block.rule == UNDER_WAY), -1)
        self.rules: list[Callable[..., None]] = [
            names[made_names.rule(rule.name)] if rule.name not in form.entries else _impossible for rule in rules
        ]
        self.sure = [rule.name in facts.play.sure_rules for rule in rules]
        self.rule_entries = [form.entries.get(rule.name, -1) for rule in rules]
        names["RULES"] = (*self.rules, _impossible)
        names["begin"] = self.begin
        names["begin_parts"] = begin_parts
        names["next_part"] = partial(next_part, loose=layout.loose)

    def begin(self, g: state.State, rule: int, args: tuple[Any, ...]) -> None:
        """Carry out a rule, at once or by leaving its first frame."""
        if g.trial and not self.sure[rule]:
            g.fine = True
        self.start(g, rule, args)

    def start(self, g: state.State, rule: int, args: tuple[Any, ...]) -> None:
        """The same for what a trial is about: only what it goes on to perform may look closer at a group than it does."""
        if rule < 0:
            raise state.Impossible
        if self.asks_rule[rule]:
            if rule in self.nested:
                self.mark(g, self.nested[rule])
            g.frame = (self.rule_entries[rule], args, g.frame)
        else:
            self.rules[rule](g, *args)

    def mark(self, g: state.State, effect: str) -> None:
        """Take note that a card's effect is under way; it cannot be performed inside itself."""
        if any(each == effect for each in self.effects_under_way(g.frame)):
            raise state.UnderWay(effect)
        g.frame = (self.under_way, (effect,), g.frame)

    def effects_under_way(self, frame: state.Frame) -> Iterator[str]:
        """The effects in which something is done now, of those that could be performed inside themselves."""
        while frame is not None:
            if frame[0] == self.under_way:
                yield frame[1][0]
            frame = frame[2]

    def scratch(self, g: state.State) -> state.State:
        """A copy to try something on: nothing is under way but what cannot be performed again."""
        trial = g.scratch()
        g.meter.left -= TRIAL + len(g.cells) // 16  # told by whatever it tries
        if self.nested:
            for effect in self.effects_under_way(g.frame):
                trial.frame = (self.under_way, (effect,), trial.frame)
        return trial

    def run(self, g: state.State) -> None:
        """Go on until somebody is asked or nothing is left to do."""
        blocks = self.blocks
        while True:
            while g.ask < 0:
                frame = g.frame
                if frame is None:
                    return
                g.frame = frame[2]
                blocks[frame[0]](g, *frame[1])
            if g.apart is None or g.trial:
                return
            face_next(g, self.layout.loose)
            if g.ask >= 0:
                return

    def function(self, name: str, params: list[str], expr: core.Expr) -> Callable[..., Any]:
        """A function for an expression that stands outside the rules, such as in an example."""
        book = Book(self.layout.numbering, self.facts.costs, self.facts.ranges, telling=False)
        out = lines(book)
        out.charge(self.facts.costs.entry_of(expr), expr.span)
        out.put(f"return {out.expr(expr)}")
        names = self.names | book.constants | {"LINES": book.lines}
        exec(compile(function(name, params, out.lines), "<expression>", "exec"), names)
        made: Callable[..., Any] = names[name]
        return made


def _impossible(*_: Any) -> None:
    raise state.Impossible
