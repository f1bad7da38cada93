"""Asks: the question is left in the state, and the block that takes the answer in the frame.

In:   asks, menus, branches.      Out:  blocks, and what each ask is.
"""

from __future__ import annotations

from collections.abc import Callable

from kfdsl.engine.flat.form import Binary, Break, Const, Do, Expr, Get, If, Load, Return, Set, Store
from kfdsl.engine.flat.read.expression import sum_of
from kfdsl.engine.library.lists import copy_numbers, end_set, is_full, new_row
from kfdsl.engine.library.machine import State
from kfdsl.engine.library.sameness import end_set_of
from kfdsl.engine.library.under_way.running import begin
from kfdsl.engine.lower.cut.blocks import Cutting, Next
from kfdsl.engine.lower.cut.frames import (
    START,
    finish,
    go_back,
    leave,
    leave_as_is,
    load,
    new_block,
    waiting,
)
from kfdsl.engine.lower.cut.waits import AskInfo, Known
from kfdsl.engine.lower.expr import loops
from kfdsl.engine.lower.expr.expression import writer
from kfdsl.engine.lower.expr.places import looked_up
from kfdsl.engine.lower.expr.shapes import call_shape
from kfdsl.engine.lower.held import form_of, is_place, none_of
from kfdsl.engine.lower.stmt.statement import steady
from kfdsl.engine.lower.writer import STATE, Writer
from kfdsl.program import core, made_names
from kfdsl.program.made_names import ANSWER, local
from kfdsl.program.types import WANT, Type

ASK = State.record_fields()["ask"].at
NUMBER = Type("number")
SEAT, MOST = "seat", "most"
ALL = Const(0)  # however many there are


def register(cutting: Cutting, info: AskInfo, w: Writer) -> None:
    """Leave the question; the frame with the block that takes the answer is left already."""
    w.put(Store(8, Get(STATE), ASK, Const(len(cutting.cut.asks))))
    go_back(w)
    cutting.cut.asks.append(info)


def ask(cutting: Cutting, stmt: core.AskFor, w: Writer, known: Known, then: Next) -> None:
    """Somebody picks an item, a group or a cover."""
    after = waiting(cutting, stmt.label, known, then, (stmt.name, stmt.type))
    asked(cutting, len(cutting.cut.asks), known, stmt)
    leave_as_is(w, after, known, stmt)
    info = AskInfo(
        cutting.rule.name,
        stmt.label,
        sort(stmt),
        known,
        stmt.type,
        purpose=stmt.purpose,
        line=cutting.cut.book.line(stmt.span),
        many=stmt.many or (0, None),
    )
    register(cutting, info, w)


def sort(stmt: core.AskFor) -> str:
    """What sort of answer an ask wants."""
    if stmt.items is not None:
        return "items" if stmt.many is None else "several"
    return "group" if stmt.want is None else "cover"


def about(
    cutting: Cutting,
    name: str,
    known: Known,
    write: Callable[[Writer], None],
    keeps_room: bool,
    seat: str = "",
    more: tuple[str, ...] = (),
) -> None:
    """A function that says something about an ask, from the frame that waits; `seat` is the local for who answers."""
    w = writer(cutting.cut.book, name, [])
    load(w, known)
    if seat:
        w.put(Set(local(seat), Get(SEAT)))
    write(w)
    w.finish(keeps_room, (START, SEAT, *more))


def asked(cutting: Cutting, number: int, known: Known, stmt: core.AskFor, seat: str = "") -> None:
    """Functions that say who is asked and from what."""
    costs = cutting.cut.book.facts.costs

    def who(w: Writer) -> None:
        w.charge(costs.entry_of(stmt.who), stmt.span)
        w.put(Return(w.value(stmt.who)))

    def domain(w: Writer) -> None:
        w.charge(costs.entry_of(stmt.items, stmt.where, *stmt.args), stmt.span)
        if stmt.items is not None:
            w.put(Return(distinct(w, stmt.items, stmt.where, stmt.name, Get(MOST))))
        else:
            w.put(Return(call_shape(w, stmt.shape, stmt.args)))

    def want(w: Writer) -> None:
        assert stmt.want is not None
        w.charge(costs.entry_of(stmt.want), stmt.span)
        w.put(Return(w.value(stmt.want, WANT)))

    about(cutting, made_names.asked_player(number), known, who, False, seat)
    about(cutting, made_names.asked_items(number), known, domain, True, seat, (MOST,))
    if stmt.want is not None:
        about(cutting, made_names.asked_want(number), known, want, True, seat)


def distinct(w: Writer, items: core.Expr, where: core.Expr | None, name: str, most: Expr = ALL) -> Expr:
    """The items of a collection for which a condition holds, each once; where it is easy to stop, no more than are wanted."""
    start = loops.begun(w)
    weight = w.book.facts.costs.weight(where)
    w.bind(name, items)
    can_stop = most != ALL and loops.is_one_loop(items) and not loops.holds_places(items)

    def add(item: Expr) -> None:
        loops.add(w, item)
        if can_stop:
            w.when(w.call(is_full, Get(start), most), lambda: w.put(Break()))

    loops.each(w, items, lambda item: loops.where(w, name, item, where, add), weight)
    inner = items.type.inner
    if loops.are_distinct(items):
        return loops.ended(w, start)
    if inner is not None and is_place(inner):
        return w.named(w.room(end_set_of, Get(start), Const(form_of(inner)), Const(w.book.line(items.span))))
    return w.named(w.room(end_set, Get(start), Const(w.book.line(items.span))))


def choose(cutting: Cutting, stmt: core.Choose, w: Writer, known: Known, then: Next) -> None:
    """Somebody picks an action, which is then done; where the menu comes again, `stop` ends it."""
    if not stmt.again:
        choice(cutting, stmt, w, known, then, None)
        return
    number = len(cutting.cut.blocks)
    new_block(
        cutting,
        cutting.label_behind(f"{stmt.label}/again"),
        (*known, *menu_locals(w, stmt)),
        lambda inner, _: choice(cutting, stmt, inner, known, then, number),
        then is None or then.sure,
    )
    names = menu_locals(w, stmt)
    nothing = [Const(none_of(type_)) for _, type_ in names]
    leave(w, number, (*known, *names), [*[None] * len(known), *nothing], stmt)
    go_back(w)


def menu_locals(w: Writer, stmt: core.Choose) -> Known:
    """Locals for the arguments of a menu while it is open."""
    params = w.numbering.menus[stmt.menu].params
    return tuple((made_names.menu_argument(stmt.label, i), type_) for i, (_, type_) in enumerate(params))


def choice(cutting: Cutting, stmt: core.Choose, w: Writer, known: Known, then: Next, again: int | None) -> None:
    """One question of a menu."""
    names = menu_locals(w, stmt)
    values = [steady(w, w.value(arg, type_), arg, type_) for arg, (_, type_) in zip(stmt.args, names, strict=True)]
    open_ = (*known, *names)
    after = again
    if after is None:
        after = new_block(
            cutting,
            cutting.label_behind(stmt.label),
            open_,
            lambda inner, _: finish(inner, known, then),
            then is None or then.sure,
        )
    cutting.cut.blocks[after].menu = stmt.menu

    def write(inner: Writer, _: Known) -> None:
        answer = Get(local(ANSWER))
        if again is not None:
            with inner.block() as stopped:
                finish(inner, known, then)
            inner.put(If(Binary("<", Load(8, answer, 0), Const(0)), tuple(stopped), ()))
        leave_as_is(inner, after, open_, stmt)
        inner.put(Return(begin_action(inner, names, answer)))

    sure = again is None or then is None or then.sure
    chosen = new_block(cutting, stmt.label, open_, write, sure, (ANSWER, NUMBER))
    number = len(cutting.cut.asks)
    about(
        cutting, made_names.asked_player(number), open_, lambda inner: inner.put(Return(Get(local(names[0][0])))), False
    )
    leave(w, chosen, open_, [*[None] * len(known), *values], stmt)
    info = AskInfo(
        cutting.rule.name,
        stmt.label,
        "menu",
        open_,
        None,
        menu=stmt.menu,
        line=cutting.cut.book.line(stmt.span),
        can_stop=stmt.again,
    )
    register(cutting, info, w)


def begin_action(w: Writer, menu: Known, answer: Expr) -> Expr:
    """Carry out the action that was chosen, with the menu's arguments and the values behind the action in the answer."""
    actions = w.numbering.program.actions
    rules = {rule.name: number for number, rule in enumerate(w.numbering.program.rules)}
    most = max((len(action.params) for action in actions), default=0)
    chosen = w.named(Load(8, answer, 0))
    width = looked_up(w.book.tables.words([len(action.params) for action in actions]), chosen)
    row = w.named(w.room(new_row, Const(len(menu) + most)))
    for at, (name, _) in enumerate(menu):
        w.put(Store(8, row, at, Get(local(name))))
    w.put(Do(w.call(copy_numbers, sum_of(row, Const(len(menu))), sum_of(answer, Const(1)), width)))
    rule = looked_up(w.book.tables.words([rules[action.rule] for action in actions]), chosen)
    return w.call(begin, Get(STATE), rule, row)


def one_of(cutting: Cutting, stmt: core.OneOf, w: Writer, known: Known, then: Next) -> None:
    """Somebody picks a branch."""
    after = waiting(cutting, cutting.label_behind(stmt.label), known, then)
    names = [arg.name for arg in stmt.args[0] if isinstance(arg, core.Local)]
    rules = {rule.name: number for number, rule in enumerate(w.numbering.program.rules)}
    table = w.book.tables.words([rules[name] for name in stmt.branches])

    def row_of(inner: Writer) -> Expr:
        row = inner.named(inner.room(new_row, Const(len(names) or 1)))
        for at, name in enumerate(names):
            inner.put(Store(8, row, at, Get(local(name))))
        return row

    def write(inner: Writer, _: Known) -> None:
        leave_as_is(inner, after, known, stmt)
        inner.put(Return(inner.call(begin, Get(STATE), looked_up(table, Get(local(ANSWER))), row_of(inner))))

    chosen = new_block(cutting, stmt.label, known, write, True, (ANSWER, NUMBER))
    number = len(cutting.cut.asks)

    def who(inner: Writer) -> None:
        inner.charge(inner.book.facts.costs.entry_of(stmt.who), stmt.span)
        inner.put(Return(inner.value(stmt.who)))

    about(cutting, made_names.asked_player(number), known, who, False)
    about(cutting, made_names.branch_arguments(number), known, lambda inner: inner.put(Return(row_of(inner))), True)
    leave_as_is(w, chosen, known, stmt)
    info = AskInfo(
        cutting.rule.name,
        stmt.label,
        "branches",
        known,
        None,
        branches=stmt.branches,
        line=cutting.cut.book.line(stmt.span),
    )
    register(cutting, info, w)
