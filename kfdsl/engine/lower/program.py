"""A program in flat form, for a number of players.

In:   Code and a Layout.      Out:  Lowered: functions, tables, and what of the library they call.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kfdsl.analysis.program_facts import ProgramFacts
from kfdsl.engine.flat.form import Const, Module, Return
from kfdsl.engine.flat.memory import Memory, using
from kfdsl.engine.flat.read.sources import flat_name
from kfdsl.engine.library import doors
from kfdsl.engine.library.allocating.remembered import ROOM
from kfdsl.engine.library.looking.outlook import close, outlook
from kfdsl.engine.library.looking.redealing import redeal
from kfdsl.engine.library.machine import MACHINE, MIRRORS, NO_TELLING, Machine
from kfdsl.engine.library.playout import play
from kfdsl.engine.library.stepping import go_on, step
from kfdsl.engine.library.under_way.running import run, start_rule
from kfdsl.engine.lower.actions import plan_tables, write_actions
from kfdsl.engine.lower.customs import write_customs
from kfdsl.engine.lower.cut.blocks import AskInfo, Block, Cut, tell_apart
from kfdsl.engine.lower.cut.cut import cut_rule
from kfdsl.engine.lower.dispatch import dispatch
from kfdsl.engine.lower.expr.expression import give_back, writer
from kfdsl.engine.lower.held import is_place
from kfdsl.engine.lower.layout import FlatLayout
from kfdsl.engine.lower.library import LIBRARY
from kfdsl.engine.lower.looking import facts_table
from kfdsl.engine.lower.shapes import shape_function
from kfdsl.engine.lower.stmt.statement import write
from kfdsl.engine.lower.tables import Tables
from kfdsl.engine.lower.writer import Book, Message
from kfdsl.engine.machine.layout import Layout
from kfdsl.program import core, made_names
from kfdsl.text.source import Span

ENTRIES: tuple[Callable[..., object], ...] = (  # of the library, called from outside
    doors.need_at,
    doors.need_said,
    doors.tell_obstacle,
    outlook,
    close,
    redeal,
    doors.best_row,
    play,
    go_on,
    step,
    run,
    start_rule,
    doors.who_is_asked,
    doors.asked_by_rule,
    doors.allowed_sizes,
    doors.offered,
    doors.could_be,
    doors.cover_sources,
    doors.free_for,
    doors.some_whole,
    doors.would_work,
    doors.give_row,
    doors.only_answer,
    doors.face_seat,
    doors.begin_apart,
)
TOLD = 1 << 16  # numbers for what is told,
SCRIPT = 1 << 14  # and for what is said of chance


@dataclass(frozen=True, slots=True)
class Lowered:
    functions: Module  # of rules
    layout: FlatLayout
    tables: Tables
    spans: list[Span]  # the lines of content, by number
    texts: list[str]  # by number,
    messages: list[Message]  # and what is told where a need does not hold
    blocks: list[Block]
    asks: list[AskInfo]
    where: dict[str, int]  # where tables lie, by the field of the machine that says so
    library: tuple[str, ...] = ()  # what of the library is called

    @property
    def module(self) -> Module:
        """Rules, and all of the library that they need."""
        return self.functions | LIBRARY.needed(self.library)

    def prepare(self, memory: Memory, growing: int) -> int:
        """Write into memory what never changes; answers where states may begin, in numbers."""
        self.tables.write(memory)
        layout = self.layout
        with using(memory):
            machine = Machine(MACHINE)
            machine.tokens, machine.cards, machine.seats = layout.tokens, layout.cards, layout.layout.players
            machine.cards_at, machine.trays_at, machine.counts_at = layout.cards_at, layout.trays_at, layout.counts_at
            machine.sheet_at, machine.tallies_at = layout.sheet_at, layout.tallies_at
            machine.frames_at, machine.size = layout.frames_at, layout.size
            machine.every = (1 << layout.tokens) - 1
            for name, place in self.where.items():
                setattr(machine, name, place)
            machine.under_way, machine.again = len(self.blocks), len(self.blocks) + 1
            machine.written = self.tables.end
            machine.growing.top, machine.growing.end = self.tables.end, self.tables.end + growing
            machine.told.top, machine.told.end = machine.growing.end, machine.growing.end + TOLD
            machine.telling = NO_TELLING
            machine.stretch, machine.mirrors = layout.stretch, machine.told.end + SCRIPT
            machine.remembered = machine.mirrors + MIRRORS * layout.size
            return machine.remembered + ROOM


def lowered(facts: ProgramFacts, layout: Layout) -> Lowered:
    """All of a program."""
    book = Book(layout.numbering, facts, FlatLayout(layout))
    for query in layout.numbering.program.queries:
        _query(book, query)
    for shape in layout.numbering.program.shapes:
        shape_function(book, shape)
    cut = Cut(book)
    for rule in layout.numbering.program.rules:
        if rule.name in facts.asking:
            cut_rule(cut, rule)
        else:
            _rule(book, rule)
    tell_apart(cut.blocks)
    tell_apart(cut.asks)
    write_actions(cut)
    write_customs(book)
    dispatch(cut)
    sure = [int(facts.can_fail.sure(rule.name)) for rule in layout.numbering.program.rules]
    loose = [book.layout.trays[cell] for cell in layout.loose]
    return Lowered(
        book.functions,
        book.layout,
        book.tables,
        book.spans,
        list(book.texts),
        book.messages,
        cut.blocks,
        cut.asks,
        plan_tables(cut)
        | {
            "sure_at": book.tables.words(sure),
            "loose_at": book.tables.words((len(loose), *loose)),
            "facts_at": facts_table(cut),
        },
        (*sorted(book.library), *(flat_name(entry) for entry in ENTRIES)),
    )


def _query(book: Book, query: core.QueryDef) -> None:
    w = writer(book, made_names.query(query.name), [name for name, _ in query.params])
    w.charge(book.facts.costs.entry("query", query.name), query.span)
    give_back(w, query.body, query.result)
    w.finish(keeps_room=is_place(query.result))


def _rule(book: Book, rule: core.RuleDef) -> None:
    """A rule that asks nobody is carried out at once."""
    w = writer(book, made_names.rule(rule.name), [name for name, _ in rule.params])
    w.is_price = rule.is_price
    w.charge(book.facts.costs.entry("rule", rule.name), rule.span)
    write(w, rule.body)
    w.put(Return(Const(0)))
    w.finish(keeps_room=False)
