"""Going over collections in flat form: nothing is built that is not needed.

In:   a collection, and what is done with each item.      Out:  statements.
What filters or joins collections is written out around what is done with each item, so that a list is made only where it is kept.
"""

from __future__ import annotations

from collections.abc import Callable

from kfdsl.engine.flat.form import Binary, Break, Const, Do, Expr, Fault, For, Get, If, Load, Set, Unary, While
from kfdsl.engine.flat.read.expression import place_of, sum_of
from kfdsl.engine.flat.read.sorts import times
from kfdsl.engine.library.lists import add_item, begin_list, counted_up_to, end_list
from kfdsl.engine.library.machine import CORNERS, NO_CORNER, NOWHERE, Tray
from kfdsl.engine.lower.expr.bundles import kinds_in
from kfdsl.engine.lower.expr.places import card_field, cell_table, looked_up, place
from kfdsl.engine.lower.held import is_place
from kfdsl.engine.lower.writer import Writer
from kfdsl.program import core
from kfdsl.program.made_names import local, place_cells
from kfdsl.program.types import Type

Each = Callable[[Expr], None]


def each(w: Writer, items: core.Expr, do: Each, charged: int, frees: bool = False) -> None:
    """Do something with each item, in order, each round for so many steps; `frees`: nothing that a round makes is kept behind it."""
    match items:
        case core.PlaceAt() if items.type.head == "list":
            _cards(w, place(w, items), do, charged, items, frees)
        case core.Prim(word="players"):
            counted(w, Const(w.book.seats), do, frees)
        case core.Prim(word="numbers", args=(last,)):
            _numbers(w, w.value(last), do, charged, items, frees)
        case core.Prim(word="clockwise", args=(first,)):
            start, seats = w.named(w.value(first)), Const(w.book.seats)
            counted(w, seats, lambda at: do(w.named(Binary("%", Binary("+", start, at), seats))), frees)
        case core.Prim(word="but", args=(inner, but)) if items.type.head == "list":
            left_out = w.named(w.value(but))
            each(w, inner, lambda item: w.when(Binary("!=", item, left_out), lambda: do(item)), charged, frees)
        case core.Prim(word="join", data="list") | core.Fold(word="list"):
            for fold in [items] if isinstance(items, core.Fold) else items.args:
                assert isinstance(fold, core.Fold)
                nested(w, fold, _value_of(w, fold, items.type.inner, do), charged, frees)
        case core.Pick(word="all", ranking=None) if items.type.head == "list":
            each(w, items.items, lambda item: where(w, items.name, item, items.where, do), charged, frees)
        case _ if items.type.head in ("set", "bundle", "group"):
            members(w, w.value(items) if items.type.head == "set" else kinds_in(w, items), do, frees)
        case _:
            listed(w, w.named(w.value(items)), do, charged, items, frees)


def _value_of(w: Writer, fold: core.Fold, wanted: Type | None, do: Each) -> Callable[[], None]:
    return lambda: do(w.named(w.value(fold.value, wanted)))


def is_one_loop(items: core.Expr) -> bool:
    """Whether all items come in one loop, which one `break` leaves."""
    match items:
        case core.Prim(word="but", args=(inner, _)) | core.Pick(word="all", ranking=None, items=inner):
            return is_one_loop(inner)
        case core.Prim(word="join", data="list", args=(core.Fold(binders=((_, inner),)),)):
            return is_one_loop(inner)
        case core.Fold(word="list", binders=((_, inner),)):
            return is_one_loop(inner)
        case core.Prim(word="join") | core.Fold():
            return items.type.head != "list"
    return True


def are_distinct(items: core.Expr) -> bool:
    """Whether no item can come twice."""
    match items:
        case core.Prim(word="but", args=(inner, _)) | core.Pick(word="all" | "sorted", items=inner):
            return are_distinct(inner)
        case core.Prim(word="first" | "beyond", args=(_, inner)):
            return are_distinct(inner)
        case core.Prim(word="players" | "cards" | "clockwise" | "numbers" | "distinct"):
            return True
    return isinstance(items, core.PlaceAt) or items.type.head in ("set", "bundle", "group")


def where(w: Writer, name: str, item: Expr, test: core.Expr | None, do: Each) -> None:
    """Do something with an item under its name, if a condition holds."""
    w.put(Set(local(name), item))
    if test is None:
        do(Get(local(name)))
    else:
        w.when(w.value(test), lambda: do(Get(local(name))))


def nested(w: Writer, fold: core.Fold, do: Callable[[], None], charged: int, frees: bool = False, at: int = 0) -> None:
    """Loops for the binders of a fold, one in the other."""
    if at == len(fold.binders):
        if fold.where is None:
            do()
        else:
            w.when(w.value(fold.where), do)
        return
    name, items = fold.binders[at]
    w.bind(name, items)

    def inside(item: Expr) -> None:
        w.put(Set(local(name), item))
        nested(w, fold, do, charged, frees, at + 1)

    each(w, items, inside, charged, frees)


def counted(w: Writer, count: Expr, do: Each, frees: bool = False) -> None:
    at = w.fresh()
    with w.round(frees) as body:
        do(Get(at))
    w.put(For(at, Const(0), count, tuple(body)))


def _numbers(w: Writer, last: Expr, do: Each, charged: int, items: core.Expr, frees: bool) -> None:
    """The numbers from 1 on."""
    count, at = w.let(w.call(counted_up_to, last, Const(w.book.line(items.span)))), w.fresh()
    if w.book.facts.costs.few(items) is None:
        w.charge(times(Get(count), charged), items.span)
    with w.round(frees) as body:
        do(Get(at))
    w.put(For(at, Const(1), Binary("+", Get(count), Const(1)), tuple(body)))


def members(w: Writer, mask: Expr, do: Each, frees: bool = False) -> None:
    left, item = w.let(mask), w.fresh()
    with w.round(frees) as body:
        w.put(Set(item, Unary("lowest", Get(left))))
        w.put(Set(left, Binary("&", Get(left), Binary("+", Get(left), Const(-1)))))
        do(Get(item))
    w.put(While(Get(left), tuple(body)))


def _cards(w: Writer, tray: Expr, do: Each, charged: int, items: core.Expr, frees: bool) -> None:
    """The cards of a tray; whatever is done must not move them."""
    tray = w.named(tray)
    if w.book.facts.costs.few(items) is None:
        w.charge(times(tray_field(w, tray, "count"), charged), items.span)
    ahead, card = w.let(tray_field(w, tray, "first")), w.fresh()
    with w.round(frees) as body:
        w.put(Set(card, Get(ahead)))
        w.put(Set(ahead, card_field(w, Get(card), "next")))
        do(Get(card))
    w.put(While(Binary("!=", Get(ahead), Const(NOWHERE)), tuple(body)))


def tray_field(w: Writer, tray: Expr, name: str) -> Load:
    at = w.book.layout.trays_at + Tray.record_fields()[name].at
    return Load(4, *place_of(sum_of(w.words, sum_of(times(tray, Tray.record_size()), Const(at)))))


def listed(w: Writer, items: Expr, do: Each, charged: int, expr: core.Expr, frees: bool = False) -> None:
    count = Load(8, *place_of(items))
    if w.book.facts.costs.few(expr) is None:
        w.charge(times(count, charged), expr.span)
    counted(w, count, lambda at: do(w.named(Load(8, *place_of(sum_of(sum_of(items, at), Const(1)))))), frees)


def begun(w: Writer) -> str:
    """Begin a list."""
    return w.let(w.call(begin_list))


def add(w: Writer, item: Expr) -> None:
    w.put(Do(w.call(add_item, item)))


def ended(w: Writer, start: str, end: Callable[..., object] = end_list) -> Expr:
    return w.named(w.room(end, Get(start)))


def kept(w: Writer, items: core.Expr, charged: int, end: Callable[..., object] = end_list) -> Expr:
    """A list that is made."""
    start = begun(w)
    each(w, items, lambda item: add(w, item), charged, frees=not holds_places(items))
    return ended(w, start, end)


def holds_places(items: core.Expr) -> bool:
    """Whether items are places of something, that may have been made for them."""
    return items.type.inner is not None and is_place(items.type.inner)


def made(w: Writer, items: list[Expr]) -> Expr:
    """A list of items that are known one by one."""
    if all(isinstance(item, Const) for item in items):
        return Const(w.book.tables.listed([item.value for item in items if isinstance(item, Const)]))
    start = begun(w)
    for item in items:
        add(w, item)
    return ended(w, start)


def item_at(items: Expr, at: Expr) -> Expr:
    """An entry of a list, counted from zero."""
    return Load(8, *place_of(sum_of(sum_of(items, at), Const(1))))


def converted(
    w: Writer, items: Expr, given: Type, wanted: Type, convert: Callable[[Writer, Expr, Type, Type], Expr]
) -> Expr:
    """A list with each item as another type."""
    items = w.named(items)
    start = begun(w)
    counted(w, Load(8, *place_of(items)), lambda at: add(w, convert(w, w.named(item_at(items, at)), given, wanted)))
    return ended(w, start)


# ---- corners of areas


def each_corner(w: Writer, expr: core.PlaceAt, do: Each) -> None:
    """The places of an area's corners; cards of another plane that hang together there may have none."""
    cells = w.book.layout.layout.tables[place_cells(expr.place)]
    table = cell_table(w, cells, w.book.layout.places)
    area = w.named(w.value(expr.args[0]))

    def take(at: Expr) -> None:
        corner = w.named(item_at(area, at))
        first = w.named(looked_up(table, Binary("//", corner, Const(CORNERS))))
        there = sum_of(first, times(Binary("%", corner, Const(CORNERS)), w.book.layout.tokens))
        w.when(Binary(">=", first, Const(0)), lambda: do(there))

    counted(w, Load(8, *place_of(area)), take)


def corners(w: Writer, expr: core.PlaceAt) -> Expr:
    """The same as a list."""
    start = begun(w)
    each_corner(w, expr, lambda there: add(w, there))
    return ended(w, start)


def first_corner(w: Writer, expr: core.PlaceAt) -> Expr:
    """Where in an area comes to lie what is put there."""
    found = w.let(Const(NOWHERE))

    def take(there: Expr) -> None:
        w.put(Set(found, there))
        w.put(Break())

    each_corner(w, expr, take)
    where = Const(w.book.line(expr.span))
    w.put(If(Binary("==", Get(found), Const(NOWHERE)), (Fault(Const(NO_CORNER), where),), ()))
    return Get(found)
