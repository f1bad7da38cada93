"""Instructions of WebAssembly, as far as the flat form needs them.

In:   nothing; data only.      Out:  their numbers, and how what stands behind them is written.
"""

from __future__ import annotations

from typing import TypeAlias

Instruction: TypeAlias = tuple[str | int, ...]  # a name, and what stands behind it

# what stands behind an instruction: nothing, an index, a constant, how memory is reached, the type of a block, a table of jumps
NOTHING, INDEX, NUMBER, REACH, BLOCK, TABLE = range(6)
EMPTY, I32, I64 = 0x40, 0x7F, 0x7E  # types of blocks

OPCODES: dict[str, tuple[bytes, int]] = {
    "unreachable": (b"\x00", NOTHING),
    "block": (b"\x02", BLOCK),
    "loop": (b"\x03", BLOCK),
    "if": (b"\x04", BLOCK),
    "else": (b"\x05", NOTHING),
    "end": (b"\x0b", NOTHING),
    "br": (b"\x0c", INDEX),
    "br_if": (b"\x0d", INDEX),
    "br_table": (b"\x0e", TABLE),
    "return": (b"\x0f", NOTHING),
    "call": (b"\x10", INDEX),
    "drop": (b"\x1a", NOTHING),
    "local.get": (b"\x20", INDEX),
    "local.set": (b"\x21", INDEX),
    "local.tee": (b"\x22", INDEX),
    "i64.load": (b"\x29", REACH),
    "i64.load8_s": (b"\x30", REACH),
    "i64.load16_s": (b"\x32", REACH),
    "i64.load32_s": (b"\x34", REACH),
    "i64.store": (b"\x37", REACH),
    "i64.store8": (b"\x3c", REACH),
    "i64.store16": (b"\x3d", REACH),
    "i64.store32": (b"\x3e", REACH),
    "i32.const": (b"\x41", NUMBER),
    "i64.const": (b"\x42", NUMBER),
    "i32.eqz": (b"\x45", NOTHING),
    "i32.add": (b"\x6a", NOTHING),
    "i32.shl": (b"\x74", NOTHING),
    "i64.eqz": (b"\x50", NOTHING),
    "i64.eq": (b"\x51", NOTHING),
    "i64.ne": (b"\x52", NOTHING),
    "i64.lt_s": (b"\x53", NOTHING),
    "i64.lt_u": (b"\x54", NOTHING),
    "i64.gt_s": (b"\x55", NOTHING),
    "i64.le_s": (b"\x57", NOTHING),
    "i64.ge_s": (b"\x59", NOTHING),
    "i64.ge_u": (b"\x5a", NOTHING),
    "i64.ctz": (b"\x7a", NOTHING),
    "i64.popcnt": (b"\x7b", NOTHING),
    "i64.add": (b"\x7c", NOTHING),
    "i64.sub": (b"\x7d", NOTHING),
    "i64.mul": (b"\x7e", NOTHING),
    "i64.div_s": (b"\x7f", NOTHING),
    "i64.rem_s": (b"\x81", NOTHING),
    "i64.rem_u": (b"\x82", NOTHING),
    "i64.and": (b"\x83", NOTHING),
    "i64.or": (b"\x84", NOTHING),
    "i64.xor": (b"\x85", NOTHING),
    "i64.shl": (b"\x86", NOTHING),
    "i64.shr_s": (b"\x87", NOTHING),
    "i64.shr_u": (b"\x88", NOTHING),
    "i32.wrap_i64": (b"\xa7", NOTHING),
    "i64.extend_i32_u": (b"\xad", NOTHING),
    "memory.copy": (b"\xfc\x0a\x00\x00", NOTHING),
    "memory.fill": (b"\xfc\x0b\x00", NOTHING),
}
