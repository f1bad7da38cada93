"""A function in flat form as instructions of WebAssembly.

In:   a function, and the numbers of all.      Out:  instructions, and how many locals it has.
Locals and values are 64 bits wide; what only decides something is 32 bits, as WebAssembly has it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from kfdsl.engine.flat.form import (
    COMPARISONS,
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
    Function,
    Get,
    If,
    IfElse,
    Load,
    Return,
    Set,
    Stmt,
    Store,
    Switch,
    Tee,
    Unary,
    While,
    inside,
    locals_of,
)
from kfdsl.engine.flat.wasm.instructions import EMPTY, I32, I64, Instruction

WHAT, WHERE = 0, 8  # where in memory a fault is told of, in bytes: nothing else ever lies there
LOADS = {1: "i64.load8_s", 2: "i64.load16_s", 4: "i64.load32_s", 8: "i64.load"}
STORES = {1: "i64.store8", 2: "i64.store16", 4: "i64.store32", 8: "i64.store"}
BINARY = {
    "+": "i64.add",
    "-": "i64.sub",
    "*": "i64.mul",
    "&": "i64.and",
    "|": "i64.or",
    "^": "i64.xor",
    "<<": "i64.shl",
    ">>": "i64.shr_s",
    "wrapping_add": "i64.add",
    "wrapping_multiply": "i64.mul",
    "shift_unsigned": "i64.shr_u",
    "rest_unsigned": "i64.rem_u",
}
COMPARE = {
    "==": "i64.eq",
    "!=": "i64.ne",
    "<": "i64.lt_s",
    "<=": "i64.le_s",
    ">": "i64.gt_s",
    ">=": "i64.ge_s",
    "less_unsigned": "i64.lt_u",
}
FARTHEST = 1 << 31  # bytes: an offset beyond it is added instead
MOST_JUMPS = 4  # a table of jumps may have so many places for each case


@dataclass(slots=True)
class Writer:
    functions: Mapping[str, int]
    locals: dict[str, int]
    out: list[Instruction] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)  # blocks around, the innermost last

    def put(self, name: str, *behind: int) -> None:
        self.out.append((name, *behind))

    def fresh(self) -> int:
        """A local that has no name."""
        number = len(self.locals)
        self.locals[f" {number}"] = number
        return number

    def open(self, name: str, label: str, type_: int = EMPTY) -> None:
        self.put(name, type_)
        self.labels.append(label)

    def close(self) -> None:
        self.labels.pop()
        self.put("end")

    def jump(self, label: str, name: str = "br") -> None:
        """To the innermost block of a label."""
        self.put(name, next(far for far, each in enumerate(reversed(self.labels)) if each == label))


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
            _value(w, value)
            w.put("local.set", w.locals[name])
        case Store(width, base, offset, value):
            kept = _kept(w, value, base)
            far = _place(w, width, base, offset)
            if kept is None:
                _value(w, value)
            else:
                w.put("local.get", kept)
            w.put(STORES[width], far)
        case If(test, then, other):
            _truth(w, test)
            w.open("if", "")
            _block(w, then)
            if other:
                w.put("else")
                _block(w, other)
            w.close()
        case While(test, body):
            w.open("block", "break")
            w.open("loop", "continue")
            _truth(w, test)
            w.put("i32.eqz")
            w.jump("break", "br_if")
            _block(w, body)
            w.jump("continue")
            w.close()
            w.close()
        case For():
            _for(w, statement)
        case Switch(value, cases, other):
            _switch(w, value, cases, other)
        case Return(value):
            _value(w, value)
            w.put("return")
        case Break():
            w.jump("break")
        case Continue():
            w.jump("continue")
        case Do(value):
            _value(w, value)
            w.put("drop")
        case Copy(width, to, start, count):
            for each in (to, start, count):
                _bytes(w, width, each)
            w.put("memory.copy")
        case Clear(width, to, count):
            _bytes(w, width, to)
            w.put("i32.const", 0)
            _bytes(w, width, count)
            w.put("memory.fill")
        case Fault(what, where):
            for each, at in ((what, WHAT), (where, WHERE)):
                w.put("i32.const", 0)
                _value(w, each)
                w.put("i64.store", at)
            w.put("unreachable")


def _kept(w: Writer, value: Expr, base: Expr) -> int | None:
    """A local with a value that must be worked out before the place it goes to: one of them changes what the other reads."""
    if isinstance(base, Const) or not any(isinstance(node, Tee | Call) for node in inside((base, value))):
        return None
    name = w.fresh()
    _value(w, value)
    w.put("local.set", name)
    return name


def _for(w: Writer, loop: For) -> None:
    """What counts is not the local that the body sees, which may do with it as it likes."""
    counter = w.fresh()
    _value(w, loop.start)
    w.put("local.set", counter)
    end = None if isinstance(loop.end, Const) else w.fresh()
    if end is not None:
        _value(w, loop.end)
        w.put("local.set", end)
    w.open("block", "break")
    w.open("loop", "again")
    w.put("local.get", counter)
    if end is not None:
        w.put("local.get", end)
    else:
        _value(w, loop.end)
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


def _switch(w: Writer, value: Expr, cases: tuple[tuple[tuple[int, ...], Body], ...], other: Body) -> None:
    """A table of jumps where the numbers lie close together, otherwise one test after the other."""
    chosen = w.fresh()
    _value(w, value)
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


# ---- expressions


def _bytes(w: Writer, width: int, value: Expr) -> None:
    """A place or a length in bytes."""
    if isinstance(value, Const):
        w.put("i32.const", value.value * width)
        return
    _value(w, value)
    w.put("i32.wrap_i64")
    if width > 1:
        w.put("i32.const", width.bit_length() - 1)
        w.put("i32.shl")


def _place(w: Writer, width: int, base: Expr, offset: int) -> int:
    """Where memory is reached: how far behind what is on the stack."""
    if isinstance(base, Const) and 0 <= (base.value + offset) * width < FARTHEST:
        w.put("i32.const", 0)
        return (base.value + offset) * width
    _bytes(w, width, base)
    if 0 <= offset * width < FARTHEST:
        return offset * width
    w.put("i32.const", offset * width)
    w.put("i32.add")
    return 0


def _value(w: Writer, expr: Expr) -> None:
    match expr:
        case Const(value):
            w.put("i64.const", value)
        case Get(name):
            w.put("local.get", w.locals[name])
        case Tee(name, value):
            _value(w, value)
            w.put("local.tee", w.locals[name])
        case Load(width, base, offset):
            far = _place(w, width, base, offset)
            w.put(LOADS[width], far)
        case Unary("~", value):
            _value(w, value)
            w.put("i64.const", -1)
            w.put("i64.xor")
        case Unary("count_bits" | "lowest" as op, value):
            _value(w, value)
            w.put("i64.popcnt" if op == "count_bits" else "i64.ctz")
        case Binary("//" | "%" as op, left, right):
            _divided(w, op, left, right)
        case Binary(op, left, right) if op in BINARY:
            _value(w, left)
            _value(w, right)
            w.put(BINARY[op])
        case IfElse(test, then, other):
            _truth(w, test)
            w.open("if", "", I64)
            _value(w, then)
            w.put("else")
            _value(w, other)
            w.close()
        case Call(function, args):
            for arg in args:
                _value(w, arg)
            w.put("call", w.functions[function])
        case _:
            _truth(w, expr)
            w.put("i64.extend_i32_u")


def _divided(w: Writer, op: str, left: Expr, right: Expr) -> None:
    """WebAssembly cuts towards zero, the flat form goes down: one less where a rest has another sign than the divisor."""
    one, other = w.fresh(), w.fresh()
    rest = w.fresh()
    for value, name in ((left, one), (right, other)):
        _value(w, value)
        w.put("local.set", name)
    w.put("local.get", one)
    w.put("local.get", other)
    w.put("i64.rem_s")
    w.put("local.tee", rest)
    w.put("i64.eqz")
    w.put("i32.eqz")
    w.open("if", "", I32)
    w.put("local.get", rest)
    w.put("local.get", other)
    w.put("i64.xor")
    w.put("i64.const", 0)
    w.put("i64.lt_s")
    w.put("else")
    w.put("i32.const", 0)
    w.close()
    w.open("if", "", I64)  # the signs differ
    if op == "%":
        w.put("local.get", rest)
        w.put("local.get", other)
        w.put("i64.add")
        w.put("else")
        w.put("local.get", rest)
    else:
        for lessened in (True, False):
            w.put("local.get", one)
            w.put("local.get", other)
            w.put("i64.div_s")
            if lessened:
                w.put("i64.const", 1)
                w.put("i64.sub")
                w.put("else")
    w.close()


def _truth(w: Writer, expr: Expr) -> None:
    match expr:
        case Binary(op, left, right) if op in COMPARISONS or op == "less_unsigned":
            _value(w, left)
            _value(w, right)
            w.put(COMPARE[op])
        case Unary("not", value):
            _truth(w, value)
            w.put("i32.eqz")
        case Both(left, right):
            _truth(w, left)
            w.open("if", "", I32)
            _truth(w, right)
            w.put("else")
            w.put("i32.const", 0)
            w.close()
        case Either(left, right):
            _truth(w, left)
            w.open("if", "", I32)
            w.put("i32.const", 1)
            w.put("else")
            _truth(w, right)
            w.close()
        case _:
            _value(w, expr)
            w.put("i64.const", 0)
            w.put("i64.ne")
