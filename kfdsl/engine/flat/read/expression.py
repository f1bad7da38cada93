"""Expressions of the engine's own code in flat form.

In:   a Reading and a tree.      Out:  Typed.
"""

from __future__ import annotations

import ast
from enum import IntEnum
from types import FunctionType
from typing import Any

from kfdsl.engine.flat.form import (
    WRAPPING,
    Binary,
    Both,
    Call,
    Const,
    Either,
    Expr,
    Get,
    IfElse,
    Load,
    Tee,
    Unary,
)
from kfdsl.engine.flat.memory import EIGHT, Arena, Numbers, Record, Rows, Words
from kfdsl.engine.flat.read.inlining import written_out
from kfdsl.engine.flat.read.reading import Reading
from kfdsl.engine.flat.read.sorts import (
    ClassOf,
    NotFlat,
    RowsOf,
    Typed,
    field_sort,
    in_units_of,
    is_number,
    plus,
    same,
    times,
    width_of,
)
from kfdsl.engine.flat.read.sources import source_of

BINARY: dict[type[ast.operator], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.LShift: "<<",
    ast.RShift: ">>",
}
COMPARE: dict[type[ast.cmpop], str] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}
FOLDED = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "<<": lambda a, b: a << b,
    "|": lambda a, b: a | b,
    "&": lambda a, b: a & b,
}


def number(reading: Reading, tree: ast.expr) -> Expr:
    """An expression that must be a number."""
    found = expression(reading, tree)
    if not is_number(found.sort):
        raise NotFlat(f"{ast.unparse(tree)} is {found.sort}, where a number is needed")
    return found.expr


def truth(reading: Reading, tree: ast.expr) -> Expr:
    """An expression that only decides something: any number but zero holds."""
    match tree:
        case ast.BoolOp(op=op, values=values):
            parts = [truth(reading, value) for value in values]
            found = parts[-1]
            for part in reversed(parts[:-1]):
                found = Both(part, found) if isinstance(op, ast.And) else Either(part, found)
            return found
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return Unary("not", truth(reading, operand))
    return number(reading, tree)


def expression(reading: Reading, tree: ast.expr) -> Typed:
    match tree:
        case ast.Constant(value=int(value)):
            return Typed(Const(int(value)), bool if isinstance(tree.value, bool) else int)
        case ast.Name(id=name):
            return _name(reading, name)
        case ast.Attribute(value=of, attr=attr):
            return _attribute(reading, of, attr)
        case ast.Subscript(value=of, slice=at):
            return item_of(reading, expression(reading, of), number(reading, at))
        case ast.BinOp(left=left, op=op, right=right):
            return Typed(folded(BINARY[type(op)], number(reading, left), number(reading, right)), int)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return Typed(_negative(number(reading, operand)), int)
        case ast.UnaryOp(op=ast.Invert(), operand=operand):
            return Typed(Unary("~", number(reading, operand)), int)
        case ast.UnaryOp(op=ast.Not()):
            return Typed(truth(reading, tree), bool)
        case ast.BoolOp(values=values):
            if any(expression(reading, value).sort is not bool for value in values):
                raise NotFlat(f"{ast.unparse(tree)} is no truth: only what holds or not can be joined and kept")
            return Typed(truth(reading, tree), bool)
        case ast.Compare(left=left, ops=ops, comparators=others):
            return Typed(_compared(reading, left, ops, others), bool)
        case ast.IfExp(test=test, body=then, orelse=other):
            yes, no = expression(reading, then), expression(reading, other)
            if not same(yes.sort, no.sort):
                raise NotFlat(f"{ast.unparse(tree)} is either {yes.sort} or {no.sort}")
            return Typed(IfElse(truth(reading, test), yes.expr, no.expr), yes.sort if yes.sort == no.sort else int)
        case ast.Call(func=called, args=args, keywords=[]):
            return _call(reading, called, args)
    raise NotFlat(f"{ast.unparse(tree)} has no flat form")


def _negative(value: Expr) -> Expr:
    return Const(-value.value) if isinstance(value, Const) else Binary("-", Const(0), value)


def folded(op: str, left: Expr, right: Expr) -> Expr:
    """An operation, carried out at once if both sides are known."""
    if isinstance(left, Const) and isinstance(right, Const) and op in FOLDED:
        return Const(FOLDED[op](left.value, right.value))
    if op == "+" and isinstance(right, Const):
        return plus(left, right.value)
    return Binary(op, left, right)


def _compared(reading: Reading, left: ast.expr, ops: list[ast.cmpop], others: list[ast.expr]) -> Expr:
    one, other = number(reading, left), number(reading, others[0])
    op = COMPARE.get(type(ops[0]))
    if op is None:
        raise NotFlat("`in` and `is` have no flat form")
    if len(ops) == 1:
        return Binary(op, one, other)
    name = reading.fresh()
    rest = ast.Compare(left=ast.Name(id=name), ops=ops[1:], comparators=others[1:])
    return Both(Binary(op, one, Tee(name, other)), _compared(reading, rest.left, rest.ops, rest.comparators))


def _name(reading: Reading, name: str) -> Typed:
    if name in reading.sorts:
        return Typed(Get(name), reading.sorts[name])
    known = reading.source.names.get(name)
    if isinstance(known, bool | int):
        return Typed(Const(int(known)), bool if isinstance(known, bool) else int)
    if isinstance(known, type) and issubclass(known, Record):
        return Typed(Const(0), ClassOf(known))
    raise NotFlat(f"{name} is no local and no constant")


def _attribute(reading: Reading, of: ast.expr, attr: str) -> Typed:
    if isinstance(of, ast.Name) and of.id not in reading.sorts:
        owner: Any = reading.source.names.get(of.id)
        if isinstance(owner, type) and issubclass(owner, IntEnum):
            return Typed(Const(int(owner[attr])), int)
    view = expression(reading, of)
    if attr == "at":
        return Typed(view.expr, int)
    if not (isinstance(view.sort, type) and issubclass(view.sort, Record)):
        raise NotFlat(f"{ast.unparse(of)} is {view.sort}, which has no {attr}")
    record = view.sort
    field = record.record_fields().get(attr)
    if field is None:
        raise NotFlat(f"{record.__name__} has no field {attr}")
    sort = field_sort(field)
    if field.many is None:
        base, offset = place_of(plus(view.expr, field.at))
        return Typed(Load(record.WIDTH, base, offset), sort)
    return Typed(in_units_of(plus(view.expr, field.at), record.WIDTH, width_of(sort)), sort)


def item_of(reading: Reading, row: Typed, at: Expr) -> Typed:
    """What lies at a place of a row."""
    if isinstance(row.sort, RowsOf):
        return Typed(sum_of(row.expr, times(at, row.sort.item.record_size())), row.sort.item)
    if isinstance(row.sort, type) and issubclass(row.sort, Words):
        base, offset = place_of(sum_of(row.expr, at))
        return Typed(Load(row.sort.WIDTH, base, offset), int)
    raise NotFlat(f"{row.sort} is no row")


def sum_of(one: Expr, other: Expr) -> Expr:
    """Two places added, what is known gathered at the end."""
    match one, other:
        case _, Const(value):
            return plus(one, value)
        case Const(value), _:
            return plus(other, value)
        case Binary("+", inner, Const(value)), _:
            return plus(sum_of(inner, other), value)
        case _, Binary("+", inner, Const(value)):
            return plus(sum_of(one, inner), value)
    return Binary("+", one, other)


def place_of(place: Expr) -> tuple[Expr, int]:
    """A place as a base and how far behind it."""
    match place:
        case Binary("+", base, Const(value)) if value >= 0:
            return base, value
    return place, 0


def teed(reading: Reading, value: Expr) -> tuple[Expr, Expr]:
    """A value, and how it is read again behind it."""
    if isinstance(value, Const | Get):
        return value, value
    name = reading.fresh()
    return Tee(name, value), Get(name)


def _call(reading: Reading, called: ast.expr, args: list[ast.expr]) -> Typed:
    match called:
        case ast.Name(id="min" | "max" as word):
            op = "<=" if word == "min" else ">="
            (first, one), (second, other) = (teed(reading, number(reading, arg)) for arg in args)
            return Typed(IfElse(Binary(op, first, second), one, other), int)
        case ast.Name(id="abs"):
            value, again = teed(reading, number(reading, args[0]))
            return Typed(IfElse(Binary("<", value, Const(0)), _negative(again), again), int)
        case ast.Name(id="int"):
            return Typed(number(reading, args[0]), int)
        case ast.Name(id="count_bits"):
            return Typed(Unary("count_bits", number(reading, args[0])), int)
        case ast.Name(id="lowest"):
            return Typed(Unary("lowest", teed(reading, number(reading, args[0]))[0]), int)
        case ast.Name(id=word) if word in WRAPPING:
            return Typed(
                Binary(word, number(reading, args[0]), number(reading, args[1])),
                bool if word == "less_unsigned" else int,
            )
        case ast.Name(id=name):
            known = reading.source.names.get(name)
            if isinstance(known, type) and issubclass(known, Record | Words):
                return Typed(number(reading, args[0]), known)
            if known is Rows:
                item, at = (expression(reading, arg) for arg in args)
                assert isinstance(item.sort, ClassOf)
                return Typed(at.expr, RowsOf(item.sort.item))
            if isinstance(known, FunctionType):
                return _called(reading, known, [expression(reading, arg) for arg in args])
        case ast.Attribute(value=ast.Name(id=name), attr="record_size") if name not in reading.sorts:
            return Typed(Const(reading.source.names[name].record_size()), int)
        case ast.Attribute(value=of, attr=method):
            return _method(reading, expression(reading, of), method, [expression(reading, arg) for arg in args])
    raise NotFlat(f"{ast.unparse(called)} is nothing that can be called")


def _method(reading: Reading, view: Typed, method: str, args: list[Typed]) -> Typed:
    if isinstance(view.sort, type) and issubclass(view.sort, Words) and method == "tail":
        return Typed(sum_of(view.expr, args[0].expr), view.sort)
    if view.sort is Arena and method in ("words", "numbers", "rows", "one"):
        return _taken(reading, view, method, args)
    function = getattr(view.sort, method, None)
    if isinstance(function, FunctionType):
        return _called(reading, function, [view, *args])
    raise NotFlat(f"{view.sort} has no {method}")


def _taken(reading: Reading, arena: Typed, method: str, args: list[Typed]) -> Typed:
    match method, [arg.sort for arg in args]:
        case "words", _:
            eights: Expr = Binary(">>", plus(args[0].expr, 1), Const(1))
            width, sort = Words.WIDTH, Words
        case "numbers", _:
            eights, width, sort = args[0].expr, EIGHT, Numbers
        case (("rows" | "one"), [ClassOf(item), *_]):
            each = item.record_size() * item.WIDTH // EIGHT
            eights = times(args[1].expr, each) if method == "rows" else Const(each)
            found = _called(reading, Arena.take, [arena, Typed(eights, int)])
            return Typed(in_units_of(found.expr, EIGHT, item.WIDTH), RowsOf(item) if method == "rows" else item)
        case _:
            raise NotFlat(f"{method} of an arena needs the class of a record")
    found = _called(reading, Arena.take, [arena, Typed(eights, int)])
    return Typed(in_units_of(found.expr, EIGHT, width), sort)


def _called(reading: Reading, function: Any, args: list[Typed]) -> Typed:
    source = source_of(function)
    for (name, wanted), given in zip(source.params, args, strict=True):
        if not same(wanted, given.sort) and not _is_a(given, wanted):
            raise NotFlat(f"{source.name} needs {name}: {wanted}, and is given {given.sort}")
    if source.inlined:
        found = written_out(reading, source, [arg.expr for arg in args], expression)
        if found is not None:
            return Typed(found, source.result)
    if not source.outside:
        reading.waiting.append(function)
    return Typed(Call(source.name, tuple(arg.expr for arg in args)), source.result)


def _is_a(given: Typed, wanted: object) -> bool:
    return isinstance(given.sort, type) and isinstance(wanted, type) and issubclass(given.sort, wanted)
