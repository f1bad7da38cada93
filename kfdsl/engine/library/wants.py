"""Wants and groups: a number of entries, then the entries, some numbers each.

In:   places of wants, groups, bundles.      Out:  places of new ones, taken from the machine's scratch arena.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Numbers, Words, bits, copy, count_bits
from kfdsl.engine.library.machine import machine
from kfdsl.engine.library.values import bundle_kinds, bundle_only, bundle_size, multiplied, new_bundle


def want_of(bundle: Words) -> Numbers:
    kinds = bundle_kinds(bundle)
    found = machine().scratch.numbers(1 + 3 * count_bits(kinds))
    for token in bits(kinds):
        entry = found.tail(1 + 3 * found[0])
        entry[0] = bundle[token]
        entry[1] = 1 << token
        found[0] += 1
    return found


def want_plus(one: Numbers, other: Numbers) -> Numbers:
    found = machine().scratch.numbers(1 + 3 * (one[0] + other[0]))
    found[0] = one[0] + other[0]
    copy(found.tail(1), one.tail(1), 3 * one[0])
    copy(found.tail(1 + 3 * one[0]), other.tail(1), 3 * other[0])
    return found


def want_times(times: int, want: Numbers, line: int) -> Numbers:
    """So many wants in one; without holes if it is zero or less."""
    found = machine().scratch.numbers(1 + 3 * want[0])
    found[0] = want[0] if times > 0 else 0
    copy(found.tail(1), want.tail(1), 3 * found[0])
    for i in range(found[0]):
        found[1 + 3 * i] = multiplied(want[1 + 3 * i], times, line)
    return found


def want_only(want: Numbers, mask: int) -> Numbers:
    """The holes of a want that only some tokens fill."""
    found = machine().scratch.numbers(1 + 3 * want[0])
    for i in range(want[0]):
        entry = want.tail(1 + 3 * i)
        if entry[1] & ~mask == 0:
            copy(found.tail(1 + 3 * found[0]), entry, 3)
            found[0] += 1
    return found


def want_kinds(want: Numbers) -> int:
    """The tokens that holes ask for by name."""
    found = 0
    for i in range(want[0]):
        mask = want[2 + 3 * i]
        if want[1 + 3 * i] and mask & (mask - 1) == 0:
            found |= mask
    return found


def want_size(want: Numbers) -> int:
    found = 0
    for i in range(want[0]):
        found += want[1 + 3 * i]
    return found


# ---- groups: from which place, and the place of what was taken there


def group_bundle(group: Numbers) -> Words:
    found = new_bundle()
    for i in range(group[0]):
        part = Words(group[2 + 2 * i])
        for token in range(machine().tokens):
            found[token] += part[token]
    return found


def group_size(group: Numbers) -> int:
    found = 0
    for i in range(group[0]):
        found += bundle_size(Words(group[2 + 2 * i]))
    return found


def group_only(group: Numbers, mask: int) -> Numbers:
    found = machine().scratch.numbers(1 + 2 * group[0])
    for i in range(group[0]):
        part = bundle_only(Words(group[2 + 2 * i]), mask)
        if bundle_kinds(part):
            found[1 + 2 * found[0]] = group[1 + 2 * i]
            found[2 + 2 * found[0]] = part.at
            found[0] += 1
    return found


def group_takes_from(group: Numbers, place: int) -> bool:
    for i in range(group[0]):
        if group[1 + 2 * i] == place:
            return True
    return False
