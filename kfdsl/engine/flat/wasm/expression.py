"""Expressions in flat form as instructions of WebAssembly.

In:   a Writer and an expression.      Out:  instructions that leave its value on the stack.
Locals and values are 64 bits wide; what only decides something is 32 bits, as WebAssembly has it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from kfdsl.engine.flat.form import (
    COMPARISONS,
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
from kfdsl.engine.flat.wasm.instructions import EMPTY, I32, I64, Instruction

LOADS = {1: "i64.load8_s", 2: "i64.load16_s", 4: "i64.load32_s", 8: "i64.load"}
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
        self.locals[self.named(number)] = number
        return number

    def named(self, number: int) -> str:
        """How a local is called that has no name in the flat form."""
        return f" {number}"

    def open(self, name: str, label: str, type_: int = EMPTY) -> None:
        self.put(name, type_)
        self.labels.append(label)

    def close(self) -> None:
        self.labels.pop()
        self.put("end")

    def jump(self, label: str, name: str = "br") -> None:
        """To the innermost block of a label."""
        self.put(name, next(far for far, each in enumerate(reversed(self.labels)) if each == label))


def put_bytes(w: Writer, width: int, value: Expr) -> None:
    """A place or a length in bytes."""
    if isinstance(value, Const):
        w.put("i32.const", value.value * width)
        return
    put_value(w, value)
    w.put("i32.wrap_i64")
    if width > 1:
        w.put("i32.const", width.bit_length() - 1)
        w.put("i32.shl")


def put_place(w: Writer, width: int, base: Expr, offset: int) -> int:
    """Where memory is reached: how far behind what is on the stack."""
    if isinstance(base, Const) and 0 <= (base.value + offset) * width < FARTHEST:
        w.put("i32.const", 0)
        return (base.value + offset) * width
    put_bytes(w, width, base)
    if 0 <= offset * width < FARTHEST:
        return offset * width
    w.put("i32.const", offset * width)
    w.put("i32.add")
    return 0


def put_value(w: Writer, expr: Expr) -> None:
    match expr:
        case Const(value):
            w.put("i64.const", value)
        case Get(name):
            w.put("local.get", w.locals[name])
        case Tee(name, value):
            put_value(w, value)
            w.put("local.tee", w.locals[name])
        case Load(width, base, offset):
            far = put_place(w, width, base, offset)
            w.put(LOADS[width], far)
        case Unary("~", value):
            put_value(w, value)
            w.put("i64.const", -1)
            w.put("i64.xor")
        case Unary("count_bits" | "lowest" as op, value):
            put_value(w, value)
            w.put("i64.popcnt" if op == "count_bits" else "i64.ctz")
        case Binary("//" | "%" as op, left, right):
            _divided(w, op, left, right)
        case Binary(op, left, right) if op in BINARY:
            put_value(w, left)
            put_value(w, right)
            w.put(BINARY[op])
        case IfElse(test, then, other):
            put_truth(w, test)
            w.open("if", "", I64)
            put_value(w, then)
            w.put("else")
            put_value(w, other)
            w.close()
        case Call(function, args):
            for arg in args:
                put_value(w, arg)
            w.put("call", w.functions[function])
        case _:
            put_truth(w, expr)
            w.put("i64.extend_i32_u")


def _divided(w: Writer, op: str, left: Expr, right: Expr) -> None:
    """WebAssembly cuts towards zero, the flat form goes down: one less where a rest has another sign than the divisor."""
    one, other = w.fresh(), w.fresh()
    rest = w.fresh()
    for value, name in ((left, one), (right, other)):
        put_value(w, value)
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


def put_truth(w: Writer, expr: Expr) -> None:
    match expr:
        case Binary(op, left, right) if op in COMPARISONS or op == "less_unsigned":
            put_value(w, left)
            put_value(w, right)
            w.put(COMPARE[op])
        case Unary("not", value):
            put_truth(w, value)
            w.put("i32.eqz")
        case Both(left, right):
            put_truth(w, left)
            w.open("if", "", I32)
            put_truth(w, right)
            w.put("else")
            w.put("i32.const", 0)
            w.close()
        case Either(left, right):
            put_truth(w, left)
            w.open("if", "", I32)
            w.put("i32.const", 1)
            w.put("else")
            put_truth(w, right)
            w.close()
        case _:
            put_value(w, expr)
            w.put("i64.const", 0)
            w.put("i64.ne")
