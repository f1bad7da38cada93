"""Steps, numbers and bundles: a bundle is a row of counts, one for each token.

In:   numbers, places of bundles.      Out:  numbers, places of new bundles, taken from the machine's scratch arena.
Nothing that lies there is changed once it is made.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Numbers, Words, bits, copy, fault, wrapping_add, wrapping_multiply
from kfdsl.engine.library.machine import (
    ANOTHER_KIND,
    BY_ZERO,
    NOT_THERE,
    TOO_LARGE,
    TOO_MANY,
    TOO_MANY_PIECES,
    State,
    counts_of,
    machine,
)

LARGEST = (1 << 63) - 1
SMALLEST = -LARGEST - 1
MOST_COUNT = (1 << 31) - 1
NO_NUMBER = SMALLEST  # what stands for no number where there may be none


# ---- steps and numbers


def charge(steps: int, line: int) -> None:
    left = machine().steps - steps
    machine().steps = left
    if left < 0:
        fault(TOO_MANY, line)


def checked_add(one: int, other: int, line: int) -> int:
    found = wrapping_add(one, other)
    if ((one ^ found) & (other ^ found)) < 0 or found == SMALLEST:
        fault(TOO_LARGE, line)
    return found


def checked_multiply(one: int, other: int, line: int) -> int:
    if one == 0 or other == 0:
        return 0
    found = wrapping_multiply(one, other)
    if found == SMALLEST or found // other != one or found % other != 0:
        fault(TOO_LARGE, line)
    return found


def divisor(number: int, line: int) -> int:
    """A number by which something is divided."""
    if number == 0:
        fault(BY_ZERO, line)
    return number


def still_there(value: int, none: int, line: int) -> int:
    """A value that was there when it was last asked for."""
    if value == none:
        fault(NOT_THERE, line)
    return value


def still_a(card: int, is_one: int, line: int) -> int:
    """A card that was of a kind when that was last asked."""
    if not is_one:
        fault(ANOTHER_KIND, line)
    return card


# ---- bundles


def new_bundle() -> Words:
    return machine().scratch.words(machine().tokens)


def bundle_to_fill() -> Words:
    """Room for a bundle of which every count will be written."""
    tokens = machine().tokens
    return Words(machine().scratch.reserve((tokens + 1) >> 1) * 2, tokens)


def bundle_plus(one: Words, other: Words, line: int) -> Words:
    found = bundle_to_fill()
    for token in range(machine().tokens):
        found[token] = within_count(one[token] + other[token], line)
    return found


def bundle_minus(bundle: Words, less: Words) -> Words:
    """What is left of a bundle; of no token less than none."""
    found = bundle_to_fill()
    for token in range(machine().tokens):
        found[token] = max(bundle[token] - less[token], 0)
    return found


def bundle_times(times: int, bundle: Words, line: int) -> Words:
    """So many bundles in one; none if it is zero or less."""
    found = bundle_to_fill()
    for token in range(machine().tokens):
        found[token] = multiplied(bundle[token], times, line)
    return found


def multiplied(count: int, times: int, line: int) -> int:
    """So many times a count."""
    if count == 0 or times <= 0:
        return 0
    if times > MOST_COUNT:
        fault(TOO_MANY_PIECES, line)
    return within_count(count * times, line)


def within_count(count: int, line: int) -> int:
    """A count that there is room for: of pieces there are never more, but rules may add up what nobody has."""
    if count > MOST_COUNT:
        fault(TOO_MANY_PIECES, line)
    return count


def add_to_bundle(bundle: Words, more: Words, line: int) -> None:
    """Add to a bundle that nobody else knows of yet."""
    for token in range(machine().tokens):
        count = more[token]
        if count != 0:
            bundle[token] = within_count(bundle[token] + count, line)


def bundle_only(bundle: Words, mask: int) -> Words:
    found = new_bundle()
    for token in bits(mask):
        found[token] = bundle[token]
    return found


def bundle_of_one(token: int, count: int) -> Words:
    found = new_bundle()
    found[token] = count
    return found


def bundle_size(bundle: Words) -> int:
    found = 0
    for token in range(machine().tokens):
        found += bundle[token]
    return found


def bundle_kinds(bundle: Words) -> int:
    found = 0
    for token in range(machine().tokens):
        if bundle[token]:
            found |= 1 << token
    return found


def bundle_has(bundle: Words, mask: int) -> bool:
    """Whether there is anything of some tokens."""
    for token in range(machine().tokens):
        if bundle[token] and mask >> token & 1:
            return True
    return False


def bundle_same(one: Words, other: Words) -> bool:
    for token in range(machine().tokens):
        if one[token] != other[token]:
            return False
    return True


def bundle_enough(bundle: Words, wanted: Words) -> bool:
    for token in range(machine().tokens):
        count = wanted[token]
        if count != 0 and bundle[token] < count:
            return False
    return True


def bundle_kept(bundle: Words) -> Words:
    """A copy, for what lies in a state and may change."""
    found = bundle_to_fill()
    copy(found, bundle, machine().tokens)
    return found


def places_total(g: State, places: Numbers) -> Words:
    """What lies in several places together."""
    found = new_bundle()
    for i in range(places[0]):
        counts = counts_of(g, places[1 + i])
        for token in range(machine().tokens):
            count = counts[token]
            if count != 0:
                found[token] += count
    return found


def places_part(g: State, places: Numbers, mask: int) -> Words:
    """The same of some tokens."""
    found = new_bundle()
    for i in range(places[0]):
        counts = counts_of(g, places[1 + i])
        for token in bits(mask):
            found[token] += counts[token]
    return found
