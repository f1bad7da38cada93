"""A function in flat form as instructions of WebAssembly.

In:   a function, and the numbers of all.      Out:  instructions, and how many locals it has.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

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
    Expr,
    Fault,
    For,
    ForEach,
    Function,
    Get,
    If,
    Load,
    Return,
    Set,
    Stmt,
    Store,
    Switch,
    Tee,
    While,
    inside,
    locals_of,
)
from kfdsl.engine.flat.wasm.expression import Writer, put_bytes, put_place, put_truth, put_value
from kfdsl.engine.flat.wasm.instructions import Instruction

WHAT, WHERE = 0, 8  # where in memory a fault is told of, in bytes: nothing else ever lies there
STORES = {1: "i64.store8", 2: "i64.store16", 4: "i64.store32", 8: "i64.store"}
SHORT = 16  # numbers that are copied or cleared one by one
MOST_JUMPS = 4  # a table of jumps may have so many places for each case


def function_instructions(function: Function, functions: Mapping[str, int]) -> tuple[list[Instruction], int]:
    """Its instructions, and how many locals there are beside the parameters."""
    writer = Writer(functions, {name: at for at, name in enumerate(locals_of(function))})
    _block(writer, function.body)
    writer.put("i64.const", 0)
    return writer.out, len(writer.locals) - len(function.params)


# ---- statements


def _block(w: Writer, body: Body) -> None:
    for statement in body:
        _statement(w, statement)


def _statement(w: Writer, statement: Stmt) -> None:
    match statement:
        case Set(name, value):
            put_value(w, value)
            w.put("local.set", w.locals[name])
        case Store(width, base, offset, value):
            kept = _kept(w, value, base)
            far = put_place(w, width, base, offset)
            if kept is None:
                put_value(w, value)
            else:
                w.put("local.get", kept)
            w.put(STORES[width], far)
        case If(test, then, other):
            put_truth(w, test)
            w.open("if", "")
            _block(w, then)
            if other:
                w.put("else")
                _block(w, other)
            w.close()
        case While(test, body):
            w.open("block", "break")
            w.open("loop", "continue")
            put_truth(w, test)
            w.put("i32.eqz")
            w.jump("break", "br_if")
            _block(w, body)
            w.jump("continue")
            w.close()
            w.close()
        case For():
            _for(w, statement)
        case ForEach():
            _for_each(w, statement)
        case Switch(value, cases, other):
            _switch(w, value, cases, other)
        case Return(value):
            put_value(w, value)
            w.put("return")
        case Break():
            w.jump("break")
        case Continue():
            w.jump("continue")
        case Do(value):
            put_value(w, value)
            w.put("drop")
        case Copy(width, to, start, count):
            with _unless_short(w, width, to, start, count):
                for each in (to, start, count):
                    put_bytes(w, width, each)
                w.put("memory.copy")
        case Clear(width, to, count):
            with _unless_short(w, width, to, None, count):
                put_bytes(w, width, to)
                w.put("i32.const", 0)
                put_bytes(w, width, count)
                w.put("memory.fill")
        case Fault(what, where):
            for each, at in ((what, WHAT), (where, WHERE)):
                w.put("i32.const", 0)
                put_value(w, each)
                w.put("i64.store", at)
            w.put("unreachable")


@contextmanager
def _unless_short(w: Writer, width: int, to: Expr, start: Expr | None, count: Expr) -> Iterator[None]:
    """What is done with a long row; a short one is copied or cleared number by number, which costs less than to call for it.

    From the last on, so that a row may be copied onto itself, further on.
    """
    name = w.named(w.fresh())
    is_short: Expr = Binary("<=", count, Const(SHORT))
    value: Expr = Const(0)
    if start is not None:
        is_short = Both(is_short, Binary("<", start, to))
        value = Load(width, Binary("+", start, Get(name)), 0)
    put_truth(w, is_short)
    w.open("if", "")
    less = Set(name, Binary("-", Get(name), Const(1)))
    loop = While(Binary(">", Get(name), Const(0)), (less, Store(width, Binary("+", to, Get(name)), 0, value)))
    _block(w, (Set(name, count), loop))
    w.put("else")
    yield
    w.close()


def _kept(w: Writer, value: Expr, base: Expr) -> int | None:
    """A local with a value that must be worked out before the place it goes to: one of them changes what the other reads."""
    if isinstance(base, Const) or not any(isinstance(node, Tee | Call) for node in inside((base, value))):
        return None
    name = w.fresh()
    put_value(w, value)
    w.put("local.set", name)
    return name


def _for(w: Writer, loop: For) -> None:
    """What counts is not the local that the body sees, which may do with it as it likes."""
    counter = w.fresh()
    put_value(w, loop.start)
    w.put("local.set", counter)
    end = None if isinstance(loop.end, Const) else w.fresh()
    if end is not None:
        put_value(w, loop.end)
        w.put("local.set", end)
    w.open("block", "break")
    w.open("loop", "again")
    w.put("local.get", counter)
    if end is not None:
        w.put("local.get", end)
    else:
        put_value(w, loop.end)
    w.put("i64.ge_s")
    w.jump("break", "br_if")
    w.put("local.get", counter)
    w.put("local.set", w.locals[loop.name])
    w.open("block", "continue")
    _block(w, loop.body)
    w.close()
    w.put("local.get", counter)
    w.put("i64.const", 1)
    w.put("i64.add")
    w.put("local.set", counter)
    w.jump("again")
    w.close()
    w.close()


def _for_each(w: Writer, loop: ForEach) -> None:
    """The same with a number that nobody sees counting, from the place of the row on."""
    place = w.named(w.fresh())
    counter = w.named(w.fresh())
    load = Set(loop.item, Load(loop.width, Binary("+", Get(place), Get(counter)), 0))
    index = (Set(loop.index, Binary("+", Get(counter), Const(loop.first))),) if loop.index else ()
    put_value(w, loop.row)
    w.put("local.set", w.locals[place])
    _for(w, For(counter, Const(0), loop.count, (load, *index, *loop.body)))


def _switch(w: Writer, value: Expr, cases: tuple[tuple[tuple[int, ...], Body], ...], other: Body) -> None:
    """A table of jumps where the numbers lie close together, otherwise one test after the other."""
    chosen = w.fresh()
    put_value(w, value)
    w.put("local.set", chosen)
    numbers = [number for some, _ in cases for number in some]
    low, high = min(numbers, default=0), max(numbers, default=0)
    if high - low >= MOST_JUMPS * len(numbers):
        _tests(w, chosen, cases, other)
        return
    where = {number: at for at, (some, _) in enumerate(cases) for number in some}
    w.open("block", "behind")
    for _ in range(len(cases) + 1):
        w.open("block", "")
    for test, bound in (("i64.lt_s", low), ("i64.gt_s", high)):
        w.put("local.get", chosen)
        w.put("i64.const", bound)
        w.put(test)
        w.put("br_if", len(cases))
    w.put("local.get", chosen)
    w.put("i64.const", low)
    w.put("i64.sub")
    w.put("i32.wrap_i64")
    w.put("br_table", *(where.get(number, len(cases)) for number in range(low, high + 1)), len(cases))
    for body in [*(body for _, body in cases), other]:
        w.close()
        _block(w, body)
        w.jump("behind")
    w.close()


def _tests(w: Writer, chosen: int, cases: tuple[tuple[tuple[int, ...], Body], ...], other: Body) -> None:
    w.open("block", "behind")
    for numbers, body in cases:
        w.open("block", "else")
        w.open("block", "then")
        for number in numbers:
            w.put("local.get", chosen)
            w.put("i64.const", number)
            w.put("i64.eq")
            w.jump("then", "br_if")
        w.jump("else")
        w.close()
        _block(w, body)
        w.jump("behind")
        w.close()
    _block(w, other)
    w.close()
