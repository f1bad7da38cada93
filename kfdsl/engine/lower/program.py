"""A program in flat form, for a number of players.

In:   Code and a Layout.      Out:  Lowered: functions, tables, and what of the library they call.
"""

from __future__ import annotations

from kfdsl.analysis.program_facts import ProgramFacts
from kfdsl.engine.flat.form import Const, Return
from kfdsl.engine.flat.read.sources import flat_name
from kfdsl.engine.library.playing.entries import ENTRIES
from kfdsl.engine.lower.cut.blocks import Cut, tell_apart
from kfdsl.engine.lower.cut.cut import cut_rule
from kfdsl.engine.lower.expr.expression import give_back, writer
from kfdsl.engine.lower.expr.shapes import shape_function
from kfdsl.engine.lower.for_library.actions import plan_tables, write_actions
from kfdsl.engine.lower.for_library.customs import write_customs
from kfdsl.engine.lower.for_library.dispatch import dispatch
from kfdsl.engine.lower.for_library.looking import facts_table
from kfdsl.engine.lower.held import is_place
from kfdsl.engine.lower.layout import FlatLayout
from kfdsl.engine.lower.lowered import Lowered
from kfdsl.engine.lower.marks import Marks
from kfdsl.engine.lower.stmt.statement import write
from kfdsl.engine.lower.writer import Book
from kfdsl.engine.machine.layout import Layout
from kfdsl.program import core, made_names


def lowered(facts: ProgramFacts, layout: Layout, marked: bool = False) -> Lowered:
    """All of a program; marked, if it is to be known what of it is come to."""
    book = Book(layout.numbering, facts, FlatLayout(layout), marks=Marks() if marked else None)
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
        book.marks.marks if book.marks is not None else [],
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
