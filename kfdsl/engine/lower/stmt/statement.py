"""Plain statements, those that ask nobody, in flat form.

In:   core statements.      Out:  statements; what could not be carried out ends the function with a number that says so.
"""

from __future__ import annotations

from kfdsl.engine.flat.form import Binary, Call, Const, Do, Expr, Get, If, Load, Set, Store, Unary
from kfdsl.engine.library.chance import shuffle, toss
from kfdsl.engine.library.machine import State, touch_card
from kfdsl.engine.library.settling import settle
from kfdsl.engine.library.told.telling import Said, tell, tell_card, tell_face
from kfdsl.engine.library.trays import lay_card
from kfdsl.engine.library.under_way.running import perform
from kfdsl.engine.library.values import bundle_kept
from kfdsl.engine.lower.expr import loops
from kfdsl.engine.lower.expr.places import card_field, looked_up, place, printed, var
from kfdsl.engine.lower.expr.shapes import call_shape
from kfdsl.engine.lower.for_library.boards import board_words
from kfdsl.engine.lower.held import none_of, plain
from kfdsl.engine.lower.stmt.moves import move
from kfdsl.engine.lower.stmt.scoring import score, tally
from kfdsl.engine.lower.telling import refuse
from kfdsl.engine.lower.writer import STATE, Writer
from kfdsl.program import core, made_names
from kfdsl.program.made_names import local
from kfdsl.program.types import Type

FINE = State.record_fields()["fine"].at


def write(w: Writer, stmt: core.Stmt) -> None:
    """One statement."""
    w.done(stmt)
    match stmt:
        case core.Block():
            for each in stmt.body:
                write(w, each)
        case core.Step():
            write(w, stmt.body)
        case core.Move():
            move(w, stmt)
        case core.SetVar():
            set_var(w, stmt)
        case core.Let():
            let(w, stmt)
        case core.If():
            branches(w, stmt)
        case core.For():
            over(w, stmt)
        case core.CallRule():
            w.attempt(Call(made_names.rule(stmt.rule), (Get(STATE), *arguments(w, stmt))))
        case core.Perform():
            rule = w.named(printed(w, stmt.effect))
            by, at = w.named(w.value(stmt.by)), w.value(stmt.at)
            w.attempt(w.call(perform, Get(STATE), rule, by, at))
        case core.Shuffle():
            assert isinstance(stmt.place, core.PlaceAt)
            tray = w.named(place(w, stmt.place))
            w.attempt(w.call(shuffle, Get(STATE), tray, Const(w.book.line(stmt.span))))
            w.did()
            w.tell(tell, Const(Said.SHUFFLE), tray, Const(0), Const(0), span=stmt.span)
        case core.Show():
            show(w, stmt)
            w.did()
        case core.Lay():
            card = w.named(w.value(stmt.card))
            tray, spot = w.named(place(w, stmt.plane)), w.named(w.value(stmt.spot))
            board = Const(board_words(w.book, w.numbering.places[stmt.plane.place]))
            w.tell(tell_card, Get(STATE), card, tray, span=stmt.span)
            w.put(Do(w.call(lay_card, Get(STATE), card, tray, board, spot, Const(w.book.line(stmt.span)))))
            w.did()
        case core.Score():
            score(w, stmt)
        case core.ScoreSets() | core.ScoreLeft():
            tally(w, stmt)
        case core.Settle():
            who = w.named(w.value(stmt.who))
            sources = w.named(call_shape(w, stmt.shape, stmt.args))
            purpose, line = Const(w.book.text(stmt.purpose)), Const(w.book.line(stmt.span))
            w.attempt(w.call(settle, Get(STATE), who, sources, purpose, line))
        case core.Reset():
            for name in stmt.vars:
                reset(w, name)
        case core.Ensure():
            ensure(w, stmt)
        case _:
            raise AssertionError(stmt)


def arguments(w: Writer, stmt: core.CallRule) -> list[Expr]:
    """Arguments of a rule, each of the type it takes."""
    rule = w.numbering.rules[stmt.rule]
    return [steady(w, w.value(arg, type_), arg, type_) for arg, (_, type_) in zip(stmt.args, rule.params, strict=True)]


def steady(w: Writer, value: Expr, expr: core.Expr, wanted: Type) -> Expr:
    """A value that stays as it is whatever is done: what lies in a place of a state is copied first."""
    if plain(wanted).head == "bundle" and lies_in_place(w, expr):
        return w.named(w.room(bundle_kept, value))
    return w.named(value)


def lies_in_place(w: Writer, expr: core.Expr) -> bool:
    """Whether a bundle may be what lies in a place, and not only as much."""
    match expr:
        case core.PlaceAt():
            return True
        case core.Ask() if w.numbering.queries[expr.query].deep:
            return True
        case core.Ask():
            return any(lies_in_place(w, each) for each in (w.numbering.queries[expr.query].body, *expr.args))
        case core.IfElse():
            return lies_in_place(w, expr.then) or lies_in_place(w, expr.other)
    return False


def set_var(w: Writer, stmt: core.SetVar) -> None:
    """A variable gets a value."""
    definition = w.numbering.vars[stmt.var]
    value = w.named(w.value(stmt.value, definition.type))
    where = var(w, stmt.var, stmt.args)
    at = var_at(w, where)
    w.touch(at)
    w.put(Store(where.width, where.base, where.offset, value))
    if not definition.menu:
        w.did()
    w.tell(tell, Const(Said.SET), at, value, Const(0), span=stmt.span, spends=bool(definition.menu))


def var_at(w: Writer, where: Load) -> Expr:
    """Where a variable is, in numbers behind the state."""
    if where.base == Get(STATE):
        return Const(where.offset)
    return w.named(Binary("-", Binary("+", where.base, Const(where.offset)), Get(STATE)))


def let(w: Writer, stmt: core.Let) -> None:
    def work_out() -> None:
        w.put(Set(local(stmt.name), steady(w, w.value(stmt.value), stmt.value, stmt.value.type)))

    if stmt.only_told:
        w.put(Set(local(stmt.name), Const(none_of(stmt.value.type))))
        w.listened(work_out)
    else:
        work_out()


def branches(w: Writer, stmt: core.If) -> None:
    """One of two."""
    test = w.value(stmt.test)
    with w.block() as then:
        note_closer(w, stmt.then)
        write(w, stmt.then)
    with w.block() as other:
        if stmt.other is not None:
            note_closer(w, stmt.other)
            write(w, stmt.other)
    w.put(If(test, tuple(then), tuple(other)))


def ensure(w: Writer, stmt: core.Ensure) -> None:
    """What must have become so."""

    def refused() -> None:
        w.reached("refuses", stmt.span)
        refuse(w, stmt.name, stmt.message, stmt.span)

    w.when(Unary("not", w.value(stmt.test)), refused)


def note_closer(w: Writer, branch: core.Stmt) -> None:
    """A trial that comes to a branch that looks closer at groups says so."""
    if id(branch) in w.book.facts.group_classes.closer:
        w.put(Store(8, Get(STATE), FINE, Const(1)))


def over(w: Writer, stmt: core.For) -> None:
    """Once for each item; the items are fixed at the start, the condition is read anew."""
    w.bind(stmt.name, stmt.items)
    weight = w.book.facts.costs.weight(stmt.where, stmt.body)

    def do(item: Expr) -> None:
        w.put(Set(local(stmt.name), item))
        if stmt.where is None:
            write(w, stmt.body)
        else:
            w.when(w.value(stmt.where), lambda: write(w, stmt.body))

    if stmt.items.type.head == "list" and not is_fixed(stmt.items):
        items = loops.kept(w, stmt.items, 0)
        loops.listed(w, items, do, weight, stmt.items, frees=True)
    else:
        loops.each(w, stmt.items, do, weight, frees=True)


def is_fixed(items: core.Expr) -> bool:
    """Whether nothing that is done changes what is gone over."""
    match items:
        case core.Prim(word="players" | "cards" | "numbers"):
            return True
        case core.Prim(word="clockwise", args=(first,)):
            return isinstance(first, core.Local | core.Const)
        case core.Prim(word="but", args=(inner, but)):
            return is_fixed(inner) and isinstance(but, core.Local | core.Const)
    return isinstance(items, core.Local)


def show(w: Writer, stmt: core.Show) -> None:
    """A card shows a face; none given, chance picks."""
    card = w.named(w.value(stmt.card))
    if not stmt.face:
        faces = looked_up(w.book.tables.words([len(names) for names in w.book.faces]), card)
        w.attempt(w.call(toss, Get(STATE), card, faces))
        w.tell(tell_face, Get(STATE), Const(Said.TOSS), card, span=stmt.span)
        return
    numbers = [names.index(stmt.face) if stmt.face in names else 0 for names in w.book.faces]
    where = card_field(w, card, "face")
    w.put(Do(w.call(touch_card, Get(STATE), card)))
    w.put(Store(4, where.base, where.offset, looked_up(w.book.tables.words(numbers), card)))
    w.tell(tell_face, Get(STATE), Const(Said.SHOW), card, span=stmt.span)


def reset(w: Writer, name: str) -> None:
    """A variable gets its default back, all that there are of it."""
    definition = w.numbering.vars[name]
    default = Const(w.held(w.numbering.constant(definition.default), definition.type))
    if not definition.owner and not definition.per:
        where = var(w, name, ())
        w.touch(Const(where.offset))
        w.put(Store(8, where.base, where.offset, default))
        return
    layout = w.book.layout.layout
    table = layout.tables[made_names.var_cells(name)]
    rows = [cell for cell in (table if definition.owner else (table,)) if cell >= 0]
    cells = [cell for first in rows for cell in range(first, first + layout.width(definition.per))]
    there = w.book.tables.listed([w.book.layout.vars[cell] for cell in cells])

    def put(at: Expr) -> None:
        far = w.named(looked_up(there + 1, at, 8))
        w.touch(far)
        w.put(Store(8, Binary("+", Get(STATE), far), 0, default))

    loops.counted(w, Const(len(cells)), put)
