"""A rule that asks, cut at each ask into blocks.

In:   a core rule.      Out:  its blocks, filed in Cut.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kfdsl.engine.flat.form import Binary, Const, Do, Expr, Get, If, Load, Return, Set, Store, Unary, While
from kfdsl.engine.library.lists import all_in, first_missing, how_many_missing, in_their_order
from kfdsl.engine.library.machine import MACHINE, SETTLED, Machine, State
from kfdsl.engine.library.under_way.parts import add_part, face_first
from kfdsl.engine.library.under_way.running import perform
from kfdsl.engine.lower.cut.asks import ASK, about, ask, asked, choose, one_of, register, sort
from kfdsl.engine.lower.cut.blocks import After, Cut, Cutting, Next
from kfdsl.engine.lower.cut.frames import CURSOR_AT, fill_block, finish, go_back, leave, leave_as_is, new_block, waiting
from kfdsl.engine.lower.cut.waits import AskInfo, Known
from kfdsl.engine.lower.expr import loops
from kfdsl.engine.lower.expr.places import printed
from kfdsl.engine.lower.stmt.statement import arguments, note_closer, write
from kfdsl.engine.lower.writer import STATE, Writer
from kfdsl.program import core, made_names
from kfdsl.program.made_names import local
from kfdsl.program.types import PLAYER, TOKEN, Type, list_of

_TOP, _TRIAL = (State.record_fields()[name].at for name in ("top", "trial"))
_ANSWERING = MACHINE + Machine.record_fields()["answering"].at


def cut_rule(cut: Cut, rule: core.RuleDef) -> None:
    """Cut one rule."""
    cutting = Cutting(cut, rule)
    entry = cut.book.entries[rule.name]
    cut.blocks[entry].sure = cut.book.facts.can_fail.sure(rule.name)
    fill_block(
        cutting,
        entry,
        lambda w, known: run(cutting, (rule.body,), 0, w, known, None),
    )


def run(cutting: Cutting, stmts: Sequence[core.Stmt], at: int, w: Writer, known: Known, then: Next) -> None:
    """Statements from `at` on, then whatever comes next; ends the block."""
    while at < len(stmts):
        stmt = stmts[at]
        if cutting.cut.asks_in(stmt):
            asking(cutting, stmt, w, known, rest(cutting, stmts, at + 1, then))
            return
        write(w, stmt)
        if isinstance(stmt, core.Let):
            known = (*known, (stmt.name, stmt.value.type))
        at += 1
    finish(w, known, then)


def rest(cutting: Cutting, stmts: Sequence[core.Stmt], at: int, then: Next) -> Next:
    """What comes after a statement: the statements behind it, written where they are reached."""
    if at >= len(stmts):
        return then
    sure = cutting.sure(core.Block(body=tuple(stmts[at:]), span=stmts[at].span)) and (then is None or then.sure)
    return After(lambda w, known: run(cutting, stmts, at, w, known, then), sure)


def asking(cutting: Cutting, stmt: core.Stmt, w: Writer, known: Known, then: Next) -> None:
    """A statement with an ask in it; ends the block."""
    w.done(stmt)
    match stmt:
        case core.Block():
            run(cutting, stmt.body, 0, w, known, inside(known, then))
        case core.Step():
            run(cutting, (stmt.body,), 0, w, known, inside(known, then))
        case core.If():
            branch(cutting, stmt, w, known, then)
        case core.For():
            loop(cutting, stmt, w, known, then)
        case core.Repeat():
            repeat(cutting, stmt, w, known, then)
        case core.AskFor():
            ask(cutting, stmt, w, known, then)
        case core.Choose():
            choose(cutting, stmt, w, known, then)
        case core.OneOf():
            one_of(cutting, stmt, w, known, then)
        case core.Together():
            together(cutting, stmt, w, known, then)
        case core.Apart():
            apart(cutting, stmt, w, known, then)
        case core.CallRule():
            args = arguments(w, stmt)
            after = waiting(cutting, cutting.label_behind(stmt.rule), known, then)
            leave_as_is(w, after, known, stmt)
            enter(w, stmt.rule, args, stmt)
            go_back(w)
        case core.Perform():
            rule = w.named(printed(w, stmt.effect))
            by, at = w.named(w.value(stmt.by)), w.named(w.value(stmt.at))
            after = waiting(cutting, cutting.label_behind("perform"), known, then)
            leave_as_is(w, after, known, stmt)
            w.put(Return(w.call(perform, Get(STATE), rule, by, at)))
        case _:
            raise AssertionError(stmt)


def enter(w: Writer, rule: str, args: Sequence[Expr], stmt: core.Stmt | core.RuleDef) -> None:
    """Leave the first frame of a rule that asks; its number is not known before all rules are cut."""
    definition = w.numbering.rules[rule]
    leave(w, w.book.entries[rule], definition.params, args, stmt)


def inside(known: Known, then: Next) -> Next:
    """Behind a block its own locals are gone."""
    return After(lambda w, _: finish(w, known, then), then.sure) if then is not None else None


def branch(cutting: Cutting, stmt: core.If, w: Writer, known: Known, then: Next) -> None:
    """Each side goes on by itself; what follows is a block of its own so that it is written once."""
    after: Next = then
    if then is not None:
        number = waiting(cutting, cutting.label_behind("if"), known, then)

        def go_on(inner: Writer, _: Known) -> None:
            leave_as_is(inner, number, known, stmt)
            go_back(inner)

        after = After(go_on, then.sure)
    test = w.value(stmt.test)
    with w.block() as yes:
        note_closer(w, stmt.then)
        run(cutting, (stmt.then,), 0, w, known, after)
    with w.block() as no:
        if stmt.other is not None:
            note_closer(w, stmt.other)
        run(cutting, (stmt.other,) if stmt.other is not None else (), 0, w, known, after)
    w.put(If(test, tuple(yes), tuple(no)))


def element(type_: Type) -> Type:
    """What a loop over something of a type gives."""
    if type_.head in ("bundle", "group"):
        return TOKEN
    assert type_.inner is not None
    return type_.inner


def loop(cutting: Cutting, stmt: core.For, w: Writer, known: Known, then: Next) -> None:
    """What is left of the items is a local of the rule."""
    cutting.loops += 1
    item = (stmt.name, element(stmt.items.type))
    left = (made_names.left(cutting.loops), list_of(item[1]))
    items = loops.kept(w, stmt.items, 0)
    number = round_by_round(cutting, stmt, (item,), left, stmt.where, stmt.body, known, then)
    leave(w, number, (*known, left), [*[None] * len(known), items], stmt)
    go_back(w)


def round_by_round(
    cutting: Cutting,
    stmt: core.Stmt,
    items: Known,
    left: tuple[str, Type],
    where: core.Expr | None,
    body: core.Stmt,
    known: Known,
    then: Next,
) -> int:
    """A block that does something with the first of what is left, and comes back for the rest."""
    names = (*known, left)
    sure = cutting.sure(stmt) and (then is None or then.sure)
    ahead = Get(local(left[0]))
    number = len(cutting.cut.blocks)

    def again(inner: Writer, _: Known) -> None:
        leave_as_is(inner, number, names, stmt)
        go_back(inner)

    def body_of(inner: Writer) -> None:
        run(cutting, (body,), 0, inner, (*names, *items), After(again, sure))

    def write_rounds(inner: Writer, _: Known) -> None:
        with inner.block() as one_round:
            take_first(inner, local(left[0]), [local(name) for name, _ in items])
            if where is None:
                body_of(inner)
            else:
                inner.charge(inner.book.facts.costs.weight(where, body), stmt.span)
                inner.when(inner.value(where), lambda: body_of(inner))
        inner.put(While(Load(8, ahead, 0), tuple(one_round)))
        finish(inner, known, then)

    made = new_block(cutting, cutting.label_behind("for"), names, write_rounds, sure)
    assert made == number
    return number


def take_first(w: Writer, left: str, items: list[str]) -> None:
    """Take the first of what is left, which is this block's own: the rest begins behind it, and says how many it is."""
    many = w.named(Binary("+", Load(8, Get(left), 0), Const(-1)))
    for at, name in enumerate(items):
        w.put(Set(name, Load(8, Get(left), 1 + at)))
    w.put(Set(left, Binary("+", Get(left), Const(len(items)))))
    w.put(Store(8, Get(left), 0, many))


def together(cutting: Cutting, stmt: core.Together, w: Writer, known: Known, then: Next) -> None:
    """All are asked; the frame waits with who they are and what is in, then goes round with the answers."""
    cutting.loops += 1
    answers = list_of(Type("pair", inner=stmt.ask.type))
    left = (made_names.left(cutting.loops), answers)
    pair = ((stmt.name, PLAYER), (stmt.ask.name, stmt.ask.type))
    after = round_by_round(cutting, stmt, pair, left, None, stmt.body, known, then)
    empty = Const(w.book.tables.listed(()))
    those = w.named(loops.kept(w, stmt.items, 0))
    with w.block() as nobody:
        leave(w, after, (*known, left), [*[None] * len(known), empty], stmt)
        go_back(w)
    w.put(If(Unary("not", Load(8, those, 0)), tuple(nobody), ()))
    number = len(cutting.cut.asks)
    waits = (*known, (made_names.ASKED, list_of(PLAYER)), (made_names.ANSWERS, answers))

    def taken(inner: Writer, _: Known) -> None:
        order, given, last = (Get(local(name)) for name in (made_names.ASKED, made_names.ANSWERS, made_names.LAST))
        by = Load(8, Const(_ANSWERING), 0)
        more = inner.named(inner.room(in_their_order, order, given, by, last))
        with inner.block() as not_all:
            leave(inner, opened, waits, [*[None] * (len(waits) - 1), more], stmt)
            inner.put(Store(8, Get(STATE), ASK, Const(number)))
            go_back(inner)
        inner.put(If(Unary("not", inner.call(all_in, order, more)), tuple(not_all), ()))
        leave(inner, after, (*known, left), [*[None] * len(known), more], stmt)
        go_back(inner)

    opened = len(cutting.cut.blocks)
    sure = cutting.cut.blocks[after].sure
    made = new_block(cutting, stmt.label, waits, taken, sure, (made_names.LAST, stmt.ask.type))
    assert made == opened
    asked(cutting, number, waits, stmt.ask, stmt.name)
    for name, function in ((made_names.asked_player, first_missing), (made_names.asked_missing, how_many_missing)):
        about(cutting, name(number), waits, _of_answers(function), False)
    reached = Load(8, Const(CURSOR_AT), 0)  # behind all that lies before the answers
    about(cutting, made_names.asked_answers(number), waits[:-1], lambda inner: inner.put(Return(reached)), False)
    leave(w, opened, waits, [*[None] * len(known), those, empty], stmt)
    info = AskInfo(
        cutting.rule.name,
        stmt.label,
        sort(stmt.ask),
        waits,
        stmt.ask.type,
        purpose=stmt.ask.purpose,
        line=cutting.cut.book.line(stmt.span),
        many=stmt.ask.many or (0, None),
        sealed=True,
    )
    register(cutting, info, w)


def _of_answers(function: Callable[..., object]) -> Callable[[Writer], None]:
    order, given = Get(local(made_names.ASKED)), Get(local(made_names.ANSWERS))
    return lambda w: w.put(Return(w.call(function, order, given)))


def apart(cutting: Cutting, stmt: core.Apart, w: Writer, known: Known, then: Next) -> None:
    """Everybody gets frames of their own above one that goes on when all of them are done; a trial ends here."""
    tail = new_block(cutting, cutting.label_behind("apart"), known, lambda inner, _: finish(inner, known, then))
    cutting.cut.blocks[tail].is_tail = True
    names = (*known, (stmt.name, PLAYER))
    part = new_block(
        cutting,
        cutting.label_behind("part"),
        names,
        lambda inner, inner_known: run(cutting, (stmt.body,), 0, inner, inner_known, None),
        cutting.sure(stmt.body),
    )
    w.put(If(Load(8, Get(STATE), _TRIAL), (Return(Const(SETTLED)),), ()))
    seats = w.let(Const(0))
    loops.each(w, stmt.items, lambda seat: w.put(Set(seats, Binary("|", Get(seats), Binary("<<", Const(1), seat)))), 0)
    leave_as_is(w, tail, known, stmt)

    def begin(seat: Expr) -> None:
        start = w.named(Load(8, Get(STATE), _TOP))
        w.put(Set(local(stmt.name), seat))
        leave_as_is(w, part, names, stmt)
        w.put(Do(w.call(add_part, Get(STATE), seat, start)))

    loops.members(w, Get(seats), begin)
    w.put(Do(w.call(face_first, Get(STATE))))
    go_back(w)


def repeat(cutting: Cutting, stmt: core.Repeat, w: Writer, known: Known, then: Next) -> None:
    """Round after round."""
    number = len(cutting.cut.blocks)
    sure = cutting.sure(stmt) and (then is None or then.sure)

    def test(inner: Writer, _: Known) -> None:
        until = inner.value(stmt.until)
        with inner.block() as ends:
            finish(inner, known, then)
        inner.put(If(until, tuple(ends), ()))
        leave_as_is(inner, number, known, stmt)
        go_back(inner)

    def write_round(inner: Writer, _: Known) -> None:
        run(cutting, (stmt.body,), 0, inner, known, After(test, sure))

    made = new_block(cutting, cutting.label_behind("repeat"), known, write_round, sure)
    assert made == number
    leave_as_is(w, number, known, stmt)
    go_back(w)
