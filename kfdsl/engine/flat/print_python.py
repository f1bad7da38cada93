"""The flat form as quick Python: the reference, and what runs where there is nothing quicker.

In:   a module in flat form.      Out:  source; `bind` makes functions of it over a memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from mmap import mmap
from types import CodeType
from typing import Any, TypeAlias

from kfdsl.engine.flat import memory as library
from kfdsl.engine.flat.form import (
    Binary,
    Body,
    Both,
    Break,
    Call,
    Clear,
    Const,
    Continue,
    Copy,
    Do,
    Either,
    Expr,
    Fault,
    For,
    ForEach,
    Function,
    Get,
    If,
    IfElse,
    Load,
    Module,
    Return,
    Set,
    Stmt,
    Store,
    Switch,
    Tee,
    Unary,
    While,
    inside,
)
from kfdsl.engine.flat.go_over import going_over_rows
from kfdsl.engine.flat.substitute import with_names

# how tightly an operator binds; equal ones associate to the left
_TIGHT = {"|": 5, "^": 6, "&": 7, "<<": 8, ">>": 8, "+": 9, "-": 9, "*": 10, "//": 10, "%": 10}
_TEST, _OR, _AND, _NOT, _COMPARE, _SIGN, _ATOM = 0, 1, 2, 3, 4, 11, 12


Fixed: TypeAlias = Mapping[
    tuple[int, int], str
]  # width and place of numbers that stay as they are, and how they are called
_ALL = "functions"  # all of them, by name
_LOW, _SIGN_BIT = f"0x{(1 << 64) - 1:X}", f"0x{1 << 63:X}"  # all 64 bits, and the first of them
_MANY = 4  # cases from which on a name is looked up
Cases: TypeAlias = tuple[tuple[tuple[int, ...], Body], ...]


@dataclass(frozen=True, slots=True)
class Before:
    """Functions that were printed before, for any memory."""

    code: CodeType
    fixed: Fixed  # what they expect to be in the memory when they are bound, and to stay there


def python_text(module: Module) -> str:
    """The whole module."""
    return "\n\n".join(_function(function) for function in module.values()) + "\n"


def printed_once(module: Module, fixed: Fixed) -> Before:
    """Functions that are printed once and run often: loops over rows are said as such, what is fixed has a name."""
    return Before(_compiled(going_over_rows(with_names(function, fixed)) for function in module.values()), fixed)


def bind(
    module: Module,
    room: library.Memory,
    host: Mapping[str, Callable[..., int]] | None = None,
    before: Before | None = None,
) -> dict[str, Callable[..., int]]:
    """The functions of a module, over a memory, and those that were printed before.

    What they call and do not have, whoever runs them gives. Each function is printed when it is first called, as it stands: of a
    large program little is needed for one expression or one turn.
    """
    names: dict[str, Any] = {f"m{width}": seen for width, seen in room.seen.items()}
    names |= {f"z{width}": seen for width, seen in _zeros(len(room.bytes)).seen.items()}
    names["Fault"] = library.Fault
    names |= host or {}
    names[_ALL] = names
    if before is not None:
        exec(before.code, names)
        names |= {name: room.seen[width][at] for (width, at), name in before.fixed.items()}
    add(module, names)
    return names


def add(module: Module, names: dict[str, Any]) -> None:
    """Let functions join others that were bound before."""
    names |= {function.name: _waiting(function, names) for function in module.values()}


def _waiting(function: Function, names: dict[str, Any]) -> Callable[..., int]:
    """A function that puts the printed one in its own place."""

    def first(*args: int) -> int:
        exec(_compiled([function]), names)
        found: int = names[function.name](*args)
        return found

    return first


def _compiled(functions: Iterable[Function]) -> CodeType:
    return compile("\n\n".join(map(_function, functions)), "<flat>", "exec")


@cache
def _zeros(size: int) -> library.Memory:
    """As many zeros as there is memory; nobody writes to them, so they take no room."""
    return library.Memory(memoryview(mmap(-1, size)))


def _function(function: Function) -> str:
    head = f"def {function.name}({', '.join(function.params)}):"
    ends = [] if function.body and isinstance(function.body[-1], Return) else ["    return 0"]
    return "\n".join([head, *_block(function.body), *ends])


def _block(body: Body) -> Iterable[str]:
    lines = [line for statement in body for line in _statement(statement)]
    return [f"    {line}" for line in lines or ["pass"]]


def _statement(statement: Stmt) -> list[str]:
    match statement:
        case Set(name, value):
            return [f"{name} = {expression(value)}"]
        case Store(width, base, offset, Binary(op, Load() as before, value)) if _is_change(
            statement, op, before, value
        ):
            return [f"{_cell(width, base, offset)} {op}= {expression(value)}"]
        case Store(width, base, offset, value):
            return [f"{_cell(width, base, offset)} = {expression(value)}"]
        case If(test, then, other):
            rest = ["else:", *_block(other)] if other else []
            if len(other) == 1 and isinstance(other[0], If):
                rest = [*_statement(other[0])]
                rest[0] = f"el{rest[0]}"
            return [f"if {expression(test)}:", *_block(then), *rest]
        case While(test, body):
            return [f"while {expression(test)}:", *_block(body)]
        case For(name, start, end, body):
            reach = expression(end) if start == Const(0) else f"{expression(start)}, {expression(end)}"
            return [f"for {name} in range({reach}):", *_block(body)]
        case ForEach(index, first, item, width, row, count, body):
            several = _slice(width, row, count)
            if index:
                item, several = f"{index}, {item}", f"enumerate({several}{f', {first}' if first else ''})"
            return [f"for {item} in {several}:", *_block(body)]
        case Switch(Get(name), cases, other) if (called := _called_by_number(name, cases, other)) is not None:
            return called
        case Switch(value, cases, other):
            lines = [f"match {expression(value)}:"]
            for numbers, then in cases:
                lines += [f"    case {' | '.join(map(str, numbers))}:", *(f"    {line}" for line in _block(then))]
            return [*lines, "    case _:", *(f"    {line}" for line in _block(other))]
        case Return(value):
            return [f"return {expression(value)}"]
        case Break():
            return ["break"]
        case Continue():
            return ["continue"]
        case Do(value):
            return [expression(value)]
        case Copy(width, to, start, count):
            return [f"{_slice(width, to, count)} = {_slice(width, start, count)}"]
        case Clear(width, to, count):
            return [f"{_slice(width, to, count)} = z{width}[:{expression(count)}]"]
        case Fault(what, where):
            return [f"raise Fault({expression(what)}, {expression(where)})"]


def _is_change(store: Store, op: str, before: Load, value: Expr) -> bool:
    """Whether a number is changed where it lies; nothing that happens meanwhile may move the place."""
    simple = isinstance(store.base, Const | Get) and not any(isinstance(node, Tee) for node in inside(value))
    same = (before.width, before.base, before.offset) == (store.width, store.base, store.offset)
    return simple and same and op in ("+", "-", "|", "&", "^")


def _called_by_number(name: str, cases: Cases, other: Body) -> list[str] | None:
    """A choice between calls that differ in nothing but whom they call, by looking up his name."""
    found: dict[int, str] = {}
    arguments = set()
    for numbers, body in cases:
        match body:
            case (Return(Call(function, args)),):
                found |= dict.fromkeys(numbers, function)
                arguments.add(args)
            case _:
                return None
    count = max(found, default=0) + 1
    if len(arguments) != 1 or set(found) != set(range(count)) or count < _MANY:
        return None
    given = ", ".join(expression(arg) for arg in arguments.pop())
    row = ", ".join(repr(found[number]) for number in range(count))
    rest = ["else:", *_block(other)] if other else []
    return [f"if 0 <= {name} < {count}:", f"    return {_ALL}[({row})[{name}]]({given})", *rest]


def expression(expr: Expr, tight: int = _TEST) -> str:
    """An expression, in brackets where what stands around it binds more tightly."""
    text, own = _text(expr)
    return text if own >= tight else f"({text})"


def _text(expr: Expr) -> tuple[str, int]:
    match expr:
        case Const(value):
            return str(value), _ATOM if value >= 0 else _SIGN
        case Get(name):
            return name, _ATOM
        case Tee(name, value):
            return f"({name} := {expression(value)})", _ATOM
        case Load(width, base, offset):
            return _cell(width, base, offset), _ATOM
        case Unary("not", value):
            return f"not {expression(value, _NOT)}", _NOT
        case Unary("~", value):
            return f"~{expression(value, _SIGN)}", _SIGN
        case Unary("count_bits", value):
            return f"({expression(value, 8)} & 0xFFFFFFFFFFFFFFFF).bit_count()", _ATOM
        case Unary("lowest", Get(name)):
            return f"({name} & -{name}).bit_length() - 1", 9
        case Unary("lowest", Tee(name, value)):
            return f"(({name} := {expression(value)}) & -{name}).bit_length() - 1", 9
        case Binary("+", left, Const(value)) if value < 0:
            return f"{expression(left, 9)} - {-value}", 9
        case Binary("wrapping_add" | "wrapping_multiply" as op, left, right):
            plain = expression(Binary("+" if op == "wrapping_add" else "*", left, right), 9)
            return f"({plain} + {_SIGN_BIT} & {_LOW}) - {_SIGN_BIT}", 9
        case Binary("shift_unsigned", left, Const(places)) if places:
            return f"({expression(left, 8)} & {_LOW}) >> {places}", 8
        case Binary("shift_unsigned" | "rest_unsigned" as op, left, right):
            sign = ">>" if op == "shift_unsigned" else "%"
            other = expression(right, 10) if sign == ">>" else f"({expression(right, 8)} & {_LOW})"
            return f"(({expression(left, 8)} & {_LOW}) {sign} {other} ^ {_SIGN_BIT}) - {_SIGN_BIT}", 9
        case Binary("less_unsigned", left, right):
            return f"{expression(left, 8)} & {_LOW} < {expression(right, 8)} & {_LOW}", _COMPARE
        case Binary(op, left, right):
            own = _TIGHT.get(op, _COMPARE)
            return f"{expression(left, own + (own == _COMPARE))} {op} {expression(right, own + 1)}", own
        case Both(left, right):
            return f"{expression(left, _AND)} and {expression(right, _AND + 1)}", _AND
        case Either(left, right):
            return f"{expression(left, _OR)} or {expression(right, _OR + 1)}", _OR
        case IfElse(test, then, other):
            return f"{expression(then, _OR)} if {expression(test, _OR)} else {expression(other, _OR)}", _TEST
        case Call(function, args):
            return f"{function}({', '.join(expression(arg) for arg in args)})", _ATOM
        case _:
            raise AssertionError(expr)


def _cell(width: int, base: Expr, offset: int) -> str:
    if isinstance(base, Const):
        return f"m{width}[{base.value + offset}]"
    return f"m{width}[{expression(base, 9) + f' + {offset}' if offset else expression(base)}]"


def _slice(width: int, start: Expr, count: Expr) -> str:
    return f"m{width}[{expression(start)}:{expression(start, 9)} + {expression(count, 10)}]"
