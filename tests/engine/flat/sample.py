"""Code in the engine's own language that uses all of it, for the tests beside."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from kfdsl.engine.flat.memory import (
    INSIDE,
    Arena,
    Numbers,
    Record,
    Rows,
    Shorts,
    Words,
    bits,
    clear,
    copy,
    copy_record,
    count_bits,
    fault,
    inline,
    less_unsigned,
    lowest,
    rest_unsigned,
    shift_unsigned,
    wrapping_add,
    wrapping_multiply,
)

SLOTS = 12
WRONG = 5


class Sort(IntEnum):
    PLAIN = 1
    ODD = 2
    FAR = 1000


class Slot(Record):
    mask: int
    next: Slot  # the slot behind it
    open: bool

    def members(self) -> int:
        return count_bits(self.mask)


class Deep(Record, width=8):
    number: int
    shorts: Annotated[Shorts, 6]


class Room(Record):
    count: int
    slots: Annotated[Rows[Slot], SLOTS]
    first: Slot
    queue: Annotated[Words, 9]
    prices: Annotated[Numbers, 9]
    deep: Annotated[Deep, INSIDE]
    arena: Annotated[Arena, INSIDE]


@inline
def weight(slot: Slot, factor: int) -> int:
    return max(slot.mask, factor) + factor * 2 - slot.members()


@inline
def sure(one: int, other: int) -> bool:
    return one > 3 and other > one


def named(n: int) -> int:
    match n:
        case Sort.PLAIN | 4:
            return 10
        case Sort.ODD:
            n += 5
        case 3:
            pass
        case _:
            return n % -7
    return -n // 3


def scattered(n: int) -> int:
    match n:
        case Sort.FAR:
            return 1
        case 5 | -5:
            return 2
        case _:
            return 3


def filled(room: Room, n: int) -> None:
    room.count = SLOTS
    for i in range(SLOTS):
        slot = room.slots[i]
        slot.mask = (i * n) & 1023
        slot.open = i % 3 == n % 3
        slot.next = room.slots[i // 2]
    room.first = room.slots[n % SLOTS]


def looped(room: Room, n: int) -> int:
    """Loops, left and gone on with in every way, with room held."""
    found = 0
    for slot in room.slots.first(room.count):
        if not slot.open or slot.mask == 0:
            continue
        for i in bits(slot.mask):
            if i > n % 11:
                break
            with room.arena.held():
                row = room.arena.words(i + 1)
                row[i] = i + n
                more = room.arena.rows(Deep, 2)
                more[1].number = row[i] * row[i]
                more[1].shorts[5] = -i
                if more[1].number % 5 == 4:
                    continue
                if found > 100000:
                    return found
                found += more[1].number + more[1].shorts[5] + room.arena.one(Slot).mask
    i = n
    while i > 1:
        i = i // 2 if i % 2 == 0 else 3 * i + 1
        found += 1
        i += int(found > 500) * -i
    for i in range(n % 7, 5):
        i += 2  # noqa: PLW2901  the loop goes on as if nothing had been done to it
        found = found * 3 + i
    return found + i


def chained(room: Room, n: int) -> int:
    """Views behind views, rows in part, copies."""
    room.prices[n % 9] += weight(room.first.next, n) << 20
    room.queue[lowest(n | 256)] = room.first.next.next.members() - n
    tail = room.queue.tail(4)
    copy(tail, room.queue, 4)
    copy_record(room.slots[3], room.slots[5])
    clear(room.prices.tail(2), n % 4)
    room.deep.shorts[n % 6] -= 3
    room.deep.number = room.deep.number ^ ~n
    same = room.slots[4] if room.slots[4].open else room.first
    found = 0
    for i in range(9):
        found ^= room.prices[i] + room.queue[i]
    return found + same.mask + room.deep.number + room.deep.shorts[n % 6] + tail[0]


def mixed(n: int) -> int:
    """Numbers that go round, and truths that are kept."""
    z = wrapping_add(n, -7046029254386353131)
    z = wrapping_multiply(z ^ shift_unsigned(z, 30), -4658895280553007687)
    holds = less_unsigned(z, n) or 0 <= n < 50 <= z % 100
    found = rest_unsigned(z, 1000003) + abs(n) + min(n, 7) * max(-n, 3) + named(n) + scattered(n)
    if sure(n, wrapping_add(n, named(n))) and not holds:
        found -= 1
    return found + (z // 3 - z % 7 if holds else -(z >> 3)) % 1000


def all_of_it(room: Room, n: int) -> int:
    filled(room, n)
    if n == 77:
        fault(WRONG, n)
    return looped(room, n) + chained(room, n) + mixed(n)
