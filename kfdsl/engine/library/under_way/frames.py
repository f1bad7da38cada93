"""Rules that wait: frames on a stack in the state.

In:   a state.      Out:  the same, with a frame more or less.
A frame is what a rule needs to go on: numbers first, then what takes more room, packed; last the number of the block it goes on
with, and how large the frame is. It holds no place in memory, so a state can be copied, and a stretch of the stack moved.
"""

from __future__ import annotations

from enum import IntEnum

from kfdsl.engine.flat.memory import NO_ROOM, Numbers, Record, Words, copy, fault, inline
from kfdsl.engine.library.lists import new_list
from kfdsl.engine.library.machine import State, machine
from kfdsl.engine.library.values import bundle_to_fill

TRAILER = 2  # numbers at the end of a frame


class Sort(IntEnum):
    """How a value is packed."""

    NUMBER = 0
    BUNDLE = 1
    WANT = 2
    GROUP = 3
    LIST = 4  # of something
    PAIRS = 5  # players, each with something


class Packing(Record):
    """What a local is, for packing; these never change."""

    sort: int
    item: Packing


def push(g: State, block: int, size: int, line: int) -> None:
    """End a frame whose contents were written behind the last one."""
    end = g.top + size
    if end + TRAILER > machine().size:
        fault(NO_ROOM, line)
    Numbers(g.at)[end] = block
    Numbers(g.at)[end + 1] = size + TRAILER
    g.top = end + TRAILER


@inline
def top_block(g: State, top: int) -> int:
    """The block of the frame that ends at a place of the stack."""
    return Numbers(g.at)[top - 2]


@inline
def below(g: State, top: int) -> int:
    """Where the frame begins that ends at a place of the stack; there the one below it ends."""
    return top - Numbers(g.at)[top - 1]


def eights(words: int) -> int:
    """How many numbers take as much room as so many words."""
    return (words + 1) >> 1


def pack(value: int, packing: Packing, to: int) -> int:
    """Write a value where it needs nothing else; how much room it took."""
    room = Numbers(to)
    match packing.sort:
        case Sort.NUMBER:
            room[0] = value
            return 1
        case Sort.BUNDLE:
            return pack_bundle(value, to)
        case Sort.WANT:
            return pack_numbers(value, 3, to)
        case Sort.GROUP:
            return pack_group(value, to)
        case Sort.PAIRS:
            return pack_pairs(Numbers(value), packing.item, to)
        case _:
            return pack_list(value, packing.item, to)


def pack_bundle(value: int, to: int) -> int:
    """None is a bundle that is said not to be there."""
    Numbers(to)[0] = int(value != 0)
    if value == 0:
        return 1
    copy(Words((to + 1) * 2), Words(value), machine().tokens)
    return 1 + eights(machine().tokens)


def pack_numbers(value: int, each: int, to: int) -> int:
    """A row that says how many entries it has, each of so many numbers."""
    if value == 0:
        Numbers(to)[0] = -1
        return 1
    count = 1 + each * Numbers(value)[0]
    copy(Numbers(to), Numbers(value), count)
    return count


def pack_group(value: int, to: int) -> int:
    room = Numbers(to)
    if value == 0:
        room[0] = -1
        return 1
    group = Numbers(value)
    room[0] = group[0]
    used = 1
    for i in range(group[0]):
        room[used] = group[1 + 2 * i]
        used += 1 + pack_bundle(group[2 + 2 * i], to + used + 1)
    return used


def pack_list(value: int, item: Packing, to: int) -> int:
    if value == 0 or item.sort == Sort.NUMBER:
        return pack_numbers(value, 1, to)
    items = Numbers(value)
    Numbers(to)[0] = items[0]
    used = 1
    for i in range(items[0]):
        used += pack(items[1 + i], item, to + used)
    return used


def pack_pairs(pairs: Numbers, item: Packing, to: int) -> int:
    room = Numbers(to)
    room[0] = pairs[0]
    used = 1
    for i in range(pairs[0]):
        room[used] = pairs[1 + 2 * i]
        used += 1 + pack(pairs[2 + 2 * i], item, to + used + 1)
    return used


# ---- the other way: `cursor` of the machine says how far the frame was read


def unpack(packing: Packing) -> int:
    """The next value of the frame that is read."""
    match packing.sort:
        case Sort.NUMBER:
            machine().cursor += 1
            return Numbers(machine().cursor - 1)[0]
        case Sort.BUNDLE:
            return unpack_bundle()
        case Sort.WANT:
            return unpack_numbers(3)
        case Sort.GROUP:
            return unpack_pairs(packing, True)
        case Sort.PAIRS:
            return unpack_pairs(packing.item, False)
        case _:
            return unpack_list(packing.item)


def unpack_bundle() -> int:
    at = machine().cursor
    machine().cursor = at + 1
    if Numbers(at)[0] == 0:
        return 0
    found = bundle_to_fill()
    copy(found, Words((at + 1) * 2), machine().tokens)
    machine().cursor = at + 1 + eights(machine().tokens)
    return found.at


def unpack_numbers(each: int) -> int:
    start = Numbers(machine().cursor)
    if start[0] < 0:
        machine().cursor += 1
        return 0
    count = each * start[0]
    found = new_list(count)
    copy(found, start, 1 + count)
    machine().cursor += 1 + count
    return found.at


def unpack_list(item: Packing) -> int:
    if item.sort == Sort.NUMBER:
        return unpack_numbers(1)
    count = Numbers(machine().cursor)[0]
    machine().cursor += 1
    if count < 0:
        return 0
    found = new_list(count)
    found[0] = count
    for i in range(count):
        found[1 + i] = unpack(item)
    return found.at


def unpack_pairs(item: Packing, of_group: bool) -> int:
    count = Numbers(machine().cursor)[0]
    machine().cursor += 1
    if count < 0:
        return 0
    found = new_list(2 * count)
    found[0] = count
    for i in range(count):
        found[1 + 2 * i] = Numbers(machine().cursor)[0]
        machine().cursor += 1
        found[2 + 2 * i] = unpack_bundle() if of_group else unpack(item)
    return found.at
