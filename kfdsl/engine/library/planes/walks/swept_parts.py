"""Parts of a graph, as they look from the front of a sweep: of all that look alike only the heaviest is kept.

In:   links between cards of the front, cards that leave it.      Out:  Parts, the heaviest part that is finished.
A part is a few numbers: what it weighs, then how it looks. It weighs the number of its cards, then one bit for each card, the first
card's highest: so the heaviest is the longest, among equals the first in order, and no two weigh the same. How it looks is a row of
codes: how many odd cards were left behind, then for each place of the front 0 (no card of the part) or twice the number of a
component, and one if the card's links are odd. Components are numbered by first occurrence.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Numbers, Record, Words, copy, inline
from kfdsl.engine.library.machine import machine

CODES, CODE_BITS, CODE = 8, 7, 127  # in a number, of so many bits, all of which are set here
FRESH = 124  # above the code of every component
CARDS = 60  # whose bits are in one number
SPREAD_LOW, SPREAD_HIGH, LOW = 0x2C1B3C6D, 0x297A2D39, (1 << 28) - 1


class Parts(Record):
    count: int
    room: int  # for so many
    rows: Numbers
    width: int  # numbers of a part;
    looks: int  # from here on they say how it looks
    codes: int
    cards: int  # how many a part may have
    through: int  # a card that outweighs all others together, or NOWHERE
    best: Numbers  # the heaviest part that is finished
    new: Numbers  # room for a part
    names: Words  # room for the new number of each component
    entries: Words  # by a number made of how a part looks, or behind it: the part, and one
    last: int  # of the entries; all its bits are set


def one_part(cards: int, through: int, front: int) -> Parts:
    """The part without cards, before a sweep with a front of so many places."""
    scratch = machine().scratch
    parts = scratch.one(Parts)
    parts.cards = cards
    parts.through = through
    parts.codes = 1 + front
    parts.looks = 1 + (cards + CARDS - 1) // CARDS
    parts.width = parts.looks + (parts.codes + CODES - 1) // CODES
    parts.best = scratch.numbers(parts.width)
    parts.new = scratch.numbers(parts.width)
    parts.names = scratch.words(CODE)
    parts.rows = scratch.numbers(parts.width)  # the last, so that there is room for more behind it
    parts.count = 1
    parts.room = 1
    return parts


# ---- one part


@inline
def _part(parts: Parts, number: int) -> Numbers:
    return parts.rows.tail(number * parts.width)


@inline
def code_at(parts: Parts, part: Numbers, place: int) -> int:
    return part[parts.looks + (place >> 3)] >> (place & 7) * CODE_BITS & CODE


def put_code(parts: Parts, part: Numbers, place: int, code: int) -> None:
    number = parts.looks + (place >> 3)
    far = (place & 7) * CODE_BITS
    part[number] = part[number] & ~(CODE << far) | code << far


def has_card(part: Numbers, card: int) -> bool:
    return part[1 + card // CARDS] >> (CARDS - 1 - card % CARDS) & 1 == 1


def _add_card(parts: Parts, part: Numbers, card: int) -> None:
    part[0] += 1 + (parts.cards + 1) * int(card == parts.through)
    part[1 + card // CARDS] += 1 << (CARDS - 1 - card % CARDS)


def _is_heavier(parts: Parts, one: Numbers, other: Numbers) -> bool:
    for i in range(parts.looks):
        if one[i] != other[i]:
            return one[i] > other[i]
    return False


def _looks_like(parts: Parts, one: Numbers, other: Numbers) -> bool:
    for i in range(parts.looks, parts.width):
        if one[i] != other[i]:
            return False
    return True


def _renumber(parts: Parts, part: Numbers) -> None:
    """Number components by first occurrence."""
    known = 0
    count = 0
    for place in range(1, parts.codes):
        code = code_at(parts, part, place)
        if code:
            component = code >> 1
            if not known >> component & 1:
                known |= 1 << component
                count += 1
                parts.names[component] = count
            put_code(parts, part, place, parts.names[component] * 2 + (code & 1))


# ---- all parts


def _forget_entries(parts: Parts, most: int) -> None:
    """Begin anew to know parts by how they look, with room for so many."""
    parts.last = 1
    while parts.last < 2 * most:
        parts.last = parts.last * 2 + 1
    parts.entries = machine().scratch.words(parts.last + 1)


def _entry(parts: Parts, part: Numbers) -> int:
    """Where to begin to look for a part that looks like one."""
    mixed = 0
    for i in range(parts.looks, parts.width):
        mixed = (mixed >> 8) + (part[i] & LOW) * SPREAD_LOW + (part[i] >> 28) * SPREAD_HIGH
    return mixed >> 16 & parts.last


def _keep(parts: Parts, part: Numbers) -> None:
    """Add a part, unless one that looks the same is as heavy."""
    entry = _entry(parts, part)
    while parts.entries[entry]:
        known = _part(parts, parts.entries[entry] - 1)
        if _looks_like(parts, part, known):
            if _is_heavier(parts, part, known):
                copy(known, part, parts.looks)
            return
        entry = (entry + 1) & parts.last
    copy(_part(parts, parts.count), part, parts.width)
    parts.count += 1
    parts.entries[entry] = parts.count


def link(parts: Parts, one: int, other: int, one_card: int, other_card: int) -> None:
    """Each part as it is, and with one more link between two cards at places of the front."""
    scratch = machine().scratch
    count = parts.count
    if parts.room < 2 * count:
        more = scratch.numbers((2 * count - parts.room) * parts.width)
        assert more.at == parts.rows.at + parts.room * parts.width
        parts.room = 2 * count
    with scratch.held():
        before = scratch.numbers(count * parts.width)
        copy(before, parts.rows, count * parts.width)
        _forget_entries(parts, 2 * count)
        parts.count = 0
        for i in range(count):
            _keep(parts, before.tail(i * parts.width))
        for i in range(count):
            copy(parts.new, before.tail(i * parts.width), parts.width)
            _link_in(parts, one, other, one_card, other_card)
            _keep(parts, parts.new)


def _link_in(parts: Parts, one: int, other: int, one_card: int, other_card: int) -> None:
    """One more link in the new part."""
    new = parts.new
    a = code_at(parts, new, one)
    b = code_at(parts, new, other)
    if not a:
        _add_card(parts, new, one_card)
    if not b:
        _add_card(parts, new, other_card)
    put_code(parts, new, one, a ^ 1 if a else (b if b else FRESH) | 1)
    put_code(parts, new, other, b ^ 1 if b else (a if a else FRESH) | 1)
    if a and b and a >> 1 != b >> 1:
        for place in range(1, parts.codes):
            code = code_at(parts, new, place)
            if code >> 1 == b >> 1:
                put_code(parts, new, place, a & ~1 | code & 1)
    if not (a and b and a >> 1 == b >> 1):
        _renumber(parts, new)


def leave(parts: Parts, place: int, ends: int) -> None:
    """A card leaves the front: a part that has left as a whole is finished, one with too many odd cards is no more."""
    count = parts.count
    with machine().scratch.held():
        _forget_entries(parts, count)
        parts.count = 0
        for i in range(count):
            copy(parts.new, _part(parts, i), parts.width)
            if _left(parts, place, ends):
                _keep(parts, parts.new)


def _left(parts: Parts, place: int, ends: int) -> bool:
    """The new part without a place; whether it goes on."""
    new = parts.new
    code = code_at(parts, new, place)
    if not code:
        return True
    odd = code_at(parts, new, 0) + (code & 1)
    if odd > ends:
        return False
    put_code(parts, new, 0, odd)
    put_code(parts, new, place, 0)
    is_empty = True
    for i in range(1, parts.codes):
        other = code_at(parts, new, i)
        if other:
            is_empty = False
        if other >> 1 == code >> 1:
            _renumber(parts, new)
            return True
    if is_empty and _is_heavier(parts, new, parts.best):
        copy(parts.best, new, parts.looks)
    return False  # finished, or cut off from another component for ever
