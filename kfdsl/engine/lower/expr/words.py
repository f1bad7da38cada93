"""Built-in words in flat form.

In:   a core Prim.      Out:  an expression; there is a case for every word of program.words.
"""

from __future__ import annotations

from collections.abc import Callable

from kfdsl.engine.flat.form import Binary, Both, Const, Either, Expr, Fault, Get, If, IfElse, Load, Set, Unary
from kfdsl.engine.flat.read.expression import place_of, sum_of
from kfdsl.engine.library.lists import (
    end_set,
    list_beyond,
    list_first,
    list_item,
    list_plus,
    list_position,
    numbers_up_to,
    touches,
)
from kfdsl.engine.library.machine import NOWHERE, TOO_DEEP
from kfdsl.engine.library.planes.lines import coordinate, spot
from kfdsl.engine.library.sameness import end_set_of, is_same, same_position
from kfdsl.engine.library.sheet import score_of
from kfdsl.engine.library.values import bundle_minus, bundle_times, checked_add, checked_multiply, divisor
from kfdsl.engine.library.wants import group_takes_from, want_plus, want_times
from kfdsl.engine.lower.expr import loops
from kfdsl.engine.lower.expr.bundles import (
    amount,
    both_bundles,
    bundle,
    contains,
    has_test,
    kinds_in,
    only_part,
    part,
    same_bundle,
    size_of,
)
from kfdsl.engine.lower.expr.folds import folded
from kfdsl.engine.lower.expr.on_plane import on_plane
from kfdsl.engine.lower.expr.places import card_field, looked_up, place
from kfdsl.engine.lower.held import form_of, is_place, none_of, plain
from kfdsl.engine.lower.writer import STATE, Writer
from kfdsl.program import core
from kfdsl.program.types import WANT, Type, maybe
from kfdsl.program.words import PLANE_WORDS

COORDINATES = ("spot_across", "spot_down", "spot_turned")
COMPARE = {"<": "<", "<=": "<=", ">": ">", ">=": ">=", "=": "==", "!=": "!="}
WIDER = ("none", "group", "bundle", "want")


def word(w: Writer, expr: core.Prim) -> Expr:
    """A built-in word at work."""
    args = expr.args
    match expr.word:
        case "and" | "or":
            return _both(w, expr)
        case "not":
            return Unary("not", w.value(args[0]))
        case "players":
            return Const(w.book.tables.listed(range(w.book.seats)))
        case "tokens":
            return Const(w.numbering.mask(expr.data))
        case "cards":
            return Const(w.book.tables.listed([i for i in range(len(w.book.faces)) if w.numbering.is_a(i, expr.data)]))
        case "size":
            return _size(w, args[0])
        case "kinds":
            return kinds_in(w, args[0])
        case "has":
            return has_test(w, expr)
        case "only":
            return only_part(w, expr)
        case "only_token":
            token = w.named(w.value(args[1]))
            return part(w, expr.type, w.value(args[0]), Binary("<<", Const(1), token))
        case "amount":
            return amount(w, args[0], int(expr.data))
        case "empty":
            return Binary("==", _size(w, args[0]), Const(0))
        case "there" | "none":
            op = "!=" if expr.word == "there" else "=="
            return Binary(op, w.value(args[0]), Const(none_of(args[0].type)))
        case "kind":
            return is_a(w, w.value(args[0]), expr.data)
        case "shows":
            card = w.named(w.value(args[0]))
            faces = [names.index(expr.data) if expr.data in names else -1 for names in w.book.faces]
            return Binary("==", card_field(w, card, "face"), looked_up(w.book.tables.words(faces), card))
        case "slot":
            return _slot(w, args[0])
        case "set":
            return _set(w, args)
        case "too_deep":
            w.put(Fault(Const(TOO_DEEP), Const(w.book.line(expr.span))))
            return Const(0 if expr.type.head in ("bool", "set") else none_of(expr.type))
        case "items":
            return loops.made(w, [w.named(w.value(arg, expr.type.inner)) for arg in args])
        case "at":
            return _lookup(w, expr)
        case "join":
            return folded(w, expr.data, tuple(arg for arg in args if isinstance(arg, core.Fold)), None, expr.type)
        case "in":
            return contains(w, args[1], args[0])
        case "meets":
            return Binary("!=", Binary("&", w.value(args[0]), w.value(args[1])), Const(0))
        case "=" | "!=" if {args[0].type.head, args[1].type.head} <= {"bundle", "group"}:
            same = same_bundle(w, args[0], args[1])
            return same if expr.word == "=" else Unary("not", same)
        case "=" | "!=" if is_place(args[0].type) or is_place(args[1].type):
            same = _same(w, args[0], args[1])
            return same if expr.word == "=" else Unary("not", same)
        case "=" | "!=" | "<" | "<=" | ">" | ">=":
            one = w.value(args[0], args[1].type if args[0].type.head == "none" else None)
            other = w.value(args[1], args[0].type if args[1].type.head == "none" else None)
            return Binary(COMPARE[expr.word], one, other)
        case "spot_across" | "spot_down" | "spot_turned":
            return w.call(coordinate, w.value(args[0]), Const(COORDINATES.index(expr.word)))
        case _ if expr.word in PLANE_WORDS:
            return on_plane(w, expr)
    return _arithmetic(w, expr)


def _same(w: Writer, one: core.Expr, other: core.Expr) -> Expr:
    """Whether two values are the same that are places of something, or none."""
    wide = max((one.type, other.type), key=_width)
    wanted = maybe(wide) if "maybe" in (one.type.head, other.type.head) else wide
    first = w.named(w.value(one, wanted))
    return w.call(is_same, first, w.value(other, wanted), Const(form_of(wanted)))


def _width(type_: Type) -> int:
    """How much of what others are a type can be as well: a group is a bundle, and a bundle is a want."""
    kind = plain(type_)
    if kind.head == "list" and kind.inner is not None:
        return _width(kind.inner)
    return WIDER.index(kind.head) if kind.head in WIDER else len(WIDER)


def is_a(w: Writer, card: Expr, kind: str) -> Expr:
    """Whether a card is of a kind."""
    row = [int(w.numbering.is_a(each, kind)) for each in range(len(w.book.faces))]
    return looked_up(w.book.tables.words(row), card)


def _size(w: Writer, expr: core.Expr) -> Expr:
    """How many."""
    match expr:
        case core.PlaceAt() if expr.type.head == "list":
            return loops.tray_field(w, place(w, expr), "count")
        case _ if expr.type.head == "set":
            return Unary("count_bits", w.value(expr))
        case _ if expr.type.head in ("bundle", "group", "want"):
            return size_of(w, expr)
    return Load(8, *place_of(w.value(expr)))


def _slot(w: Writer, expr: core.Expr) -> Expr:
    """The card in a place that takes one."""
    if isinstance(expr, core.PlaceAt):
        return loops.tray_field(w, place(w, expr), "first")
    listed = w.named(w.value(expr))
    return IfElse(Load(8, *place_of(listed)), Load(8, *place_of(sum_of(listed, Const(1)))), Const(NOWHERE))


def _set(w: Writer, args: tuple[core.Expr, ...]) -> Expr:
    found: Expr = Const(0)
    for arg in args:
        item = w.value(arg)
        one = Const(1 << item.value) if isinstance(item, Const) else Binary("<<", Const(1), item)
        if isinstance(found, Const) and isinstance(one, Const):
            found = Const(found.value | one.value)
        else:
            found = one if found == Const(0) else Binary("|", found, one)
    return found


def _lookup(w: Writer, expr: core.Prim) -> Expr:
    """An item of a list that is written out, by a number that is first brought within it."""
    listed, index = expr.args
    assert isinstance(listed, core.Prim)
    at = w.named(w.value(index))
    last = Const(len(listed.args) - 1)
    within = IfElse(Binary("<", at, Const(0)), Const(0), IfElse(Binary(">", at, last), last, at))
    if all(isinstance(item, core.Const) for item in listed.args):
        values = [w.value(item, expr.type) for item in listed.args]
        return looked_up(w.book.tables.numbers([v.value for v in values if isinstance(v, Const)]), w.named(within), 8)
    items = w.named(loops.made(w, [w.value(item, expr.type) for item in listed.args]))
    return Load(8, *place_of(sum_of(sum_of(items, within), Const(1))))


def _arithmetic(w: Writer, expr: core.Prim) -> Expr:
    """Numbers, players, lists."""
    if expr.word in ("+", "-", "*") and expr.type.head in ("bundle", "want"):
        return _amount(w, expr)
    head = expr.type.head
    args = [w.named(w.value(arg)) for arg in expr.args if _is_value(expr, arg)]
    match expr.word:
        case "+" if head == "list":
            found = w.named(w.room(list_plus, *args))
            w.charge(Binary("<<", Load(8, found, 0), Const(2)), expr.span)
            return found
        case "+" if head == "set":
            return Binary("|", args[0], args[1])
        case "-" if head == "set":
            return Binary("&", args[0], Unary("~", args[1]))
        case "/" | "mod":
            by = args[1] if isinstance(args[1], Const) else w.call(divisor, args[1], Const(w.book.line(expr.span)))
            return Binary("//" if expr.word == "/" else "%", args[0], by)
        case "+" | "-" | "*" | "negative":
            return _number(w, expr, args)
        case "but" if head == "set":
            without = Binary("&", args[0], Unary("~", Binary("<<", Const(1), args[1])))
            return IfElse(Binary("==", args[1], Const(NOWHERE)), args[0], without)
        case "but" | "clockwise":
            return loops.kept(w, expr, 0)
        case "seat":
            there = Both(Binary(">=", args[0], Const(1)), Binary("<=", args[0], Const(w.book.seats)))
            return IfElse(there, Binary("+", args[0], Const(-1)), Const(NOWHERE))
        case "next" if expr.args[0].type.head == "player":
            return Binary("%", Binary("+", args[0], Const(1)), Const(w.book.seats))
        case "next":
            last = len(w.numbering.value_names[expr.args[0].type.name]) - 1
            more = Binary("+", args[0], Const(1))
            return IfElse(Binary("<", args[0], Const(last)), more, Const(NOWHERE))
        case "first":
            return w.room(list_first, args[1], args[0])
        case "beyond":
            return w.room(list_beyond, args[1], args[0])
        case "item":
            return w.call(list_item, args[1], args[0], Const(none_of(expr.type)))
        case "position_of" | "distinct":
            return _told_apart(w, expr, args)
        case "owner":
            return loops.tray_field(w, card_field(w, args[0], "tray"), "owner")
        case "numbers":
            return w.room(numbers_up_to, args[0], Const(w.book.line(expr.span)))
        case "touches":
            return w.call(touches, args[0], args[1])
        case "spot":
            rotated = args[2] if len(args) > 2 else Const(0)
            return w.call(spot, args[0], args[1], rotated, Const(w.book.line(expr.span)))
        case "score_of":
            return w.call(score_of, Get(STATE), args[0])
        case "least" | "most":
            op = "<=" if expr.word == "least" else ">="
            return IfElse(Binary(op, args[0], args[1]), args[0], args[1])
        case "takes_from":
            assert isinstance(expr.args[1], core.PlaceAt)
            return w.call(group_takes_from, args[0], place(w, expr.args[1]))
    raise AssertionError(expr.word)


def _amount(w: Writer, expr: core.Prim) -> Expr:
    """Bundles and wants put together, taken away, and several times."""
    one, other = expr.args
    line = Const(w.book.line(expr.span))
    if expr.word == "-":
        first = w.named(bundle(w, one))
        return w.room(bundle_minus, first, bundle(w, other))
    if expr.word == "*":
        times = w.named(w.value(one))
        if expr.type.head == "bundle":
            return w.room(bundle_times, times, bundle(w, other), line)
        return w.room(want_times, times, w.value(other, WANT), line)
    if expr.type.head == "bundle":
        return both_bundles(w, expr)
    first = w.named(w.value(one, WANT))
    found = w.named(w.room(want_plus, first, w.value(other, WANT)))
    w.charge(Binary("<<", Load(8, found, 0), Const(2)), expr.span)
    return found


def _told_apart(w: Writer, expr: core.Prim, args: list[Expr]) -> Expr:
    """Words for which items are compared with one another, or with a value."""
    inner = expr.args[-1].type.inner
    assert inner is not None
    form, listed = Const(form_of(inner)), args[-1]
    if expr.word == "position_of":
        w.charge(Binary(">>", Load(8, *place_of(listed)), Const(1)), expr.span)
        none = Const(none_of(expr.type))
        value = w.value(expr.args[0], inner)
        return w.call(same_position, listed, value, form, none) if is_place(inner) else w.call(list_position, listed, value, none)
    start, line = loops.begun(w), Const(w.book.line(expr.span))
    loops.counted(w, Load(8, *place_of(listed)), lambda at: loops.add(w, loops.item_at(listed, at)))
    return w.named(w.room(end_set_of, Get(start), form, line) if is_place(inner) else w.room(end_set, Get(start), line))


def _is_value(expr: core.Prim, arg: core.Expr) -> bool:
    """Whether an argument is worked out, rather than said where it is, or gone over."""
    if expr.word in ("but", "clockwise") and expr.type.head == "list":
        return False
    return not (expr.word == "takes_from" and isinstance(arg, core.PlaceAt))


def _number(w: Writer, expr: core.Prim, args: list[Expr]) -> Expr:
    """Arithmetic, looked at where it may leave the range of numbers."""
    if expr.word == "negative":
        args = [Const(0), *args]
    op = "-" if expr.word == "negative" else expr.word
    if not w.book.facts.ranges.may_leave(expr, w.known):
        return Binary(op, args[0], args[1])
    line = Const(w.book.line(expr.span))
    if op == "*":
        return w.call(checked_multiply, *args, line)
    other = args[1] if op == "+" else w.call(checked_multiply, args[1], Const(-1), line)
    return w.call(checked_add, args[0], other, line)


def _both(w: Writer, expr: core.Prim) -> Expr:
    """`and` and `or`, the second only where it is needed."""
    one = w.value(expr.args[0])
    with w.block() as before:
        other = w.value(expr.args[1])
    make: Callable[[Expr, Expr], Expr] = Both if expr.word == "and" else Either
    if not before:
        return make(one, other)
    name = w.let(one)
    test: Expr = Get(name) if expr.word == "and" else Unary("not", Get(name))
    w.put(If(test, (*before, Set(name, other)), ()))
    return Get(name)
