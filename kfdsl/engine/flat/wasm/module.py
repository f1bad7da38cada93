"""A module in flat form as WebAssembly: bytes, and text for whoever reads it.

In:   a module, which functions are called from outside, how many pages of memory.      Out:  a binary module; its text.
The memory is as large as it will ever be, so that a view of it from outside stays where it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from kfdsl.engine.flat.form import Module
from kfdsl.engine.flat.wasm.function import function_instructions
from kfdsl.engine.flat.wasm.instructions import (
    BLOCK,
    EMPTY,
    I32,
    I64,
    INDEX,
    NUMBER,
    OPCODES,
    REACH,
    TABLE,
    Instruction,
)

PAGE = 65536
MEMORY = "memory"
_TYPES = {EMPTY: "", I32: " (result i32)", I64: " (result i64)"}


HOST = "host"
Width = tuple[str, int]  # a function, and how many parameters it has


def wasm_bytes(module: Module, exports: Sequence[str], pages: int, imports: Sequence[Width] = ()) -> bytes:
    """The binary module; `imports` are functions that whoever runs it gives."""
    numbers = {name: at for at, name in enumerate([*(name for name, _ in imports), *module])}
    widths = sorted({len(function.params) for function in module.values()} | {width for _, width in imports})
    types = [b"\x60" + _vector([b"\x7e"] * width) + _vector([b"\x7e"]) for width in widths]
    type_of = [_unsigned(widths.index(len(function.params))) for function in module.values()]
    taken = [_name(HOST) + _name(name) + b"\x00" + _unsigned(widths.index(width)) for name, width in imports]
    named = [_name(name) + b"\x00" + _unsigned(numbers[name]) for name in exports]
    bodies = []
    for function in module.values():
        instructions, count = function_instructions(function, numbers)
        code = _vector([_unsigned(count) + b"\x7e"] if count else []) + b"".join(map(_encoded, instructions)) + b"\x0b"
        bodies.append(_unsigned(len(code)) + code)
    memory = b"\x01" + _unsigned(pages) + _unsigned(pages)
    return b"\x00asm\x01\x00\x00\x00" + b"".join(
        _section(number, _vector(items))
        for number, items in (
            (1, types),
            (2, taken),
            (3, type_of),
            (5, [memory]),
            (7, [_name(MEMORY) + b"\x02\x00", *named]),
            (10, bodies),
        )
    )


def wasm_text(module: Module, names: Iterable[str]) -> str:
    """Some functions in the text form of WebAssembly."""
    numbers = {name: at for at, name in enumerate(module)}
    by_number = list(module)
    texts = []
    for name in names:
        function = module[name]
        instructions, count = function_instructions(function, numbers)
        params = "".join(f" (param ${param} i64)" for param in function.params)
        lines = [f"(func ${name}{params} (result i64)"] + ([f"  (local{' i64' * count})"] if count else [])
        depth = 1
        for instruction in instructions:
            depth -= instruction[0] in ("end", "else")
            lines.append("  " * depth + _spelt(instruction, by_number))
            depth += instruction[0] in ("block", "loop", "if", "else")
        texts.append("\n".join(lines) + ")\n")
    return "\n".join(texts)


def _spelt(instruction: Instruction, functions: list[str]) -> str:
    name, *behind = instruction
    assert isinstance(name, str)
    sort = OPCODES[name][1]
    if name == "call":
        return f"call ${functions[int(behind[0])]}"
    if sort == REACH:
        return name + (f" offset={behind[0]}" if behind[0] else "")
    if sort == BLOCK:
        return name + _TYPES[int(behind[0])]
    return " ".join([name, *map(str, behind)])


@cache  # the same few thousand come again and again
def _encoded(instruction: Instruction) -> bytes:
    name, *behind = instruction
    code, sort = OPCODES[str(name)]
    numbers = [int(each) for each in behind]
    if sort == INDEX:
        return code + _unsigned(numbers[0])
    if sort == NUMBER:
        return code + _signed(numbers[0])
    if sort == REACH:
        return code + b"\x00" + _unsigned(numbers[0])
    if sort == BLOCK:
        return code + bytes(numbers)
    if sort == TABLE:
        return code + _vector([_unsigned(number) for number in numbers[:-1]]) + _unsigned(numbers[-1])
    return code


def _unsigned(number: int) -> bytes:
    found = bytearray()
    while number > 0x7F:
        found.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*found, number])


def _signed(number: int) -> bytes:
    found = bytearray()
    while not -0x40 <= number < 0x40:
        found.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*found, number & 0x7F])


def _vector(items: Sequence[bytes]) -> bytes:
    return _unsigned(len(items)) + b"".join(items)


def _name(text: str) -> bytes:
    raw = text.encode()
    return _unsigned(len(raw)) + raw


def _section(number: int, content: bytes) -> bytes:
    return bytes([number]) + _unsigned(len(content)) + content
