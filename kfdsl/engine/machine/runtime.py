"""What generated code calls: small operations on cells.

In:   cells, numbers, bundles.      Out:  changed cells; each answers what was moved, so that the telling form can say so.
Everything here is about counts and order; what they mean is in the rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import add, ge, mul, sub
from typing import Any, TypeVar

from kfdsl.engine.machine.cannot_go_on import Stuck, TooLarge, TooMany, Unscripted
from kfdsl.engine.machine.chance import below
from kfdsl.engine.machine.state import (
    Bundle,
    ComesFirst,
    Group,
    Impossible,
    Lacking,
    Scripted,
    Settled,
    State,
    Turned,
)
from kfdsl.program.numbers import LEAST, MOST, MOST_POINTS
from kfdsl.program.words import MOST_NUMBERS
from kfdsl.text.source import Span

Value = TypeVar("Value")
Cells = list[Any]
Spot = tuple[int, int, int]
Want = tuple[tuple[int, int, bool], ...]

PICKED = 16  # steps for a piece or card that chance picks
_BITS: dict[int, tuple[int, ...]] = {}


def bits(mask: int) -> tuple[int, ...]:
    """The members of a set, in order."""
    found = _BITS.get(mask)
    if found is None:
        found = tuple(i for i in range(mask.bit_length()) if mask >> i & 1)
        if len(_BITS) < 65536:
            _BITS[mask] = found
    return found


def plus(one: Bundle, other: Bundle) -> Bundle:
    """Two bundles together."""
    return tuple(map(add, one, other))


def kinds_of(bundle: Bundle) -> int:
    """The tokens that occur, as a set."""
    mask = 0
    bit = 1
    for count in bundle:
        if count:
            mask |= bit
        bit <<= 1
    return mask


_FLAGS: dict[tuple[int, int], Bundle] = {}


def only(bundle: Bundle, mask: int) -> Bundle:
    """The part of a bundle that is of some tokens."""
    width = len(bundle)
    flags = _FLAGS.get((mask, width))
    if flags is None:
        flags = tuple([mask >> i & 1 for i in range(width)])
        if len(_FLAGS) < 65536:
            _FLAGS[mask, width] = flags
    return tuple(map(mul, bundle, flags))


def amount(token: int, count: int, zero: Bundle) -> Bundle:
    """So many of one token."""
    return (*zero[:token], count, *zero[token + 1 :])


def enough(bundle: Bundle, wanted: Bundle) -> bool:
    """Whether there is at least as much of everything."""
    return all(map(ge, bundle, wanted))


def total(cells: Cells, places: tuple[int, ...], zero: Bundle) -> Bundle:
    """What lies in several places together."""
    found = zero
    for place in places:
        found = tuple(map(add, found, cells[place]))
    return found


def bundle_of(group: Group, zero: Bundle) -> Bundle:
    """A group without the memory of where its parts lie."""
    found = zero
    for _, part in group:
        found = tuple(map(add, found, part))
    return found


def group_size(group: Group) -> int:
    """How many pieces a group has."""
    return sum([sum(part) for _, part in group])


def group_only(group: Group, mask: int) -> Group:
    """The part of a group that is of some tokens."""
    parts = [(place, only(part, mask)) for place, part in group]
    return tuple([(place, part) for place, part in parts if any(part)])


def want_only(want: Want, mask: int) -> Want:
    """The holes of a want that only some tokens fill."""
    return tuple([hole for hole in want if not hole[1] & ~mask])


def want_kinds(want: Want) -> int:
    """The tokens that holes ask for by name."""
    found = 0
    for count, mask, _ in want:
        if count and mask.bit_count() == 1:
            found |= mask
    return found


def want_of(bundle: Bundle) -> Want:
    """A bundle as a want."""
    return tuple([(count, 1 << i, False) for i, count in enumerate(bundle) if count])


def want_size(want: Want) -> int:
    """How many holes a want has."""
    return sum([count for count, _, _ in want])


def set_where(items: tuple[int, ...]) -> int:
    """A set of numbers."""
    mask = 0
    for item in items:
        mask |= 1 << item
    return mask


# ---- moving


def move_exactly(cells: Cells, source: int, target: int, bundle: Bundle) -> Bundle:
    """All of a bundle, or it is impossible."""
    have = cells[source]
    rest = tuple(map(sub, have, bundle))
    if min(rest) < 0:
        raise Impossible
    if source != target:
        cells[source] = rest
        cells[target] = tuple(map(add, cells[target], bundle))
    return bundle


def moved_exactly(cells: Cells, source: int, target: int, bundle: Bundle, line: int) -> Bundle:
    """The same, which remembers what was wanted where."""
    try:
        return move_exactly(cells, source, target, bundle)
    except Impossible:
        raise Lacking(line, source, bundle, cells[source]) from None


def move_up_to(cells: Cells, source: int, target: int, bundle: Bundle) -> Bundle:
    """As much of a bundle as there is."""
    have = cells[source]
    moved = tuple([count if count < there else there for count, there in zip(bundle, have, strict=True)])
    if source != target:
        cells[source] = tuple(map(sub, have, moved))
        cells[target] = tuple(map(add, cells[target], moved))
    return moved


def move_every(cells: Cells, source: int, target: int, flags: Bundle | None) -> Bundle:
    """All tokens that are flagged with 1; without flags, everything."""
    have: Bundle = cells[source]
    moved = have if flags is None else tuple(map(mul, have, flags))
    if source != target and any(moved):
        cells[source] = tuple(map(sub, have, moved))
        cells[target] = tuple(map(add, cells[target], moved))
    return moved


def gather(cells: Cells, places: tuple[int, ...]) -> None:
    """All that lies in several places comes to lie in the first."""
    for place in places[1:]:
        if any(cells[place]):
            cells[places[0]] = tuple(map(add, cells[places[0]], cells[place]))
            cells[place] = (0,) * len(cells[place])


def move_group(cells: Cells, group: Group, target: int) -> None:
    """What was picked up; not onto itself."""
    for source, part in group:
        if source == target:
            raise Impossible
        rest = tuple(map(sub, cells[source], part))
        if min(rest) < 0:  # it was moved before, or something else took it
            raise Impossible
        cells[source] = rest
        cells[target] = tuple(map(add, cells[target], part))


def move_card(cells: Cells, where: int, card: int, target: int) -> int:
    """One card to the end of a place; answers where it lay."""
    source: int = cells[where]
    if source != target:
        cards: tuple[int, ...] = cells[source]
        at = cards.index(card)
        cells[source] = cards[:at] + cards[at + 1 :]
        cells[target] = (*cells[target], card)
        cells[where] = target
    return source


def lay_card(
    cells: Cells, where: Sequence[int], spots: Sequence[int], card: int, target: int, spot: Spot, span: Span
) -> int:
    """One card to a spot of a plane, which must be empty; answers where it lay."""
    for other in cells[target]:
        there = cells[spots[other]]
        if there is not None and there[:2] == spot[:2] and other != card:
            raise Stuck("a card is laid here where another one lies", span)
    source = move_card(cells, where[card], card, target)
    cells[spots[card]] = spot
    return source


def corner_cell(cells: Sequence[int], area: Sequence[tuple[int, int]], span: Span) -> int:
    """Where in an area comes to lie what is put there: on its first corner that has such a place."""
    for card, corner in area:
        if cells[card] >= 0:
            return cells[card] + corner
    raise Stuck("no card of this area has this place", span)


def still_there(value: Value, span: Span) -> Value:
    """What was asked to be there, and then was used; in between it may have become none."""
    if value is None:
        raise Stuck("this was there when it was asked for, and is none now", span)
    return value


def still_a(card: int, is_one: Sequence[bool], span: Span) -> int:
    """A card that was asked to be of a kind, and then was used; in between it may have become another."""
    if not is_one[card]:
        raise Stuck("its kind was asked for before, and is another one now", span)
    return card


# ---- counting


def numbers(most: int, span: Span) -> tuple[int, ...]:
    """The numbers from 1 on."""
    if most > MOST_NUMBERS:
        raise TooMany(f"`numbers` counts to {MOST_NUMBERS} at most, and {most} are wanted here", span)
    return tuple(range(1, most + 1))


def within(number: int, span: Span) -> int:
    """A number that came of others, if it can be one."""
    if LEAST <= number <= MOST:
        return number
    raise _too_large("this number is", span)


def within_bundle(bundle: Bundle, span: Span) -> Bundle:
    """The same of all that is in a bundle."""
    if sum(bundle) <= MOST:
        return bundle
    raise _too_large("these are", span)


def within_want(want: Want, span: Span) -> Want:
    """The same of all holes of a want."""
    if want_size(want) <= MOST:
        return want
    raise _too_large("these are", span)


def within_points(points: int, span: Span) -> int:
    """Points that may stand on a line of the sheet."""
    if -MOST_POINTS <= points <= MOST_POINTS:
        return points
    raise TooLarge(f"a line of the sheet has {MOST_POINTS} points at most, and here are {points}", span)


def _too_large(what: str, span: Span) -> TooLarge:
    return TooLarge(f"{what} beyond what numbers can be: they go from {LEAST} to {MOST}", span)


# ---- chance


def draw(state: State, source: int, target: int, want: Want, up_to: bool, span: Span) -> None:
    """Pieces picked by chance, one after another."""
    cells = state.cells
    have, more = list(cells[source]), list(cells[target])
    scripted = state.script is not None
    for wanted, mask, _ in want:
        which = bits(mask)
        there = sum([have[i] for i in which])
        if wanted > there and not up_to:
            raise Impossible
        count = wanted if wanted < there else there
        if count and state.trial:
            raise Settled
        state.meter.charge(PICKED * count, span)
        for left in range(there, there - count, -1):
            if scripted:
                i = _scripted(state, mask, have)
            else:
                at, state.chance = below(state.chance, left)
                for i in which:
                    at -= have[i]
                    if at < 0:
                        break
            have[i] -= 1
            more[i] += 1
    if source != target:
        cells[source] = tuple(have)
        cells[target] = tuple(more)


def drawn(state: State, source: int, target: int, want: Want, up_to: bool, span: Span, line: int) -> Bundle:
    """The same, and what it was; it remembers what was wanted where."""
    before = state.cells[source]
    try:
        draw(state, source, target, want, up_to, span)
    except Impossible:
        raise Lacking(line, source, want, before) from None
    return tuple(map(sub, before, state.cells[source]))


def _scripted(state: State, mask: int, have: list[int]) -> int:
    counts = _next_scripted(state)
    if isinstance(counts, tuple):
        for i, count in enumerate(counts):
            if count and mask >> i & 1 and have[i]:
                assert state.script is not None
                state.script[0] = tuple([c - (j == i) for j, c in enumerate(counts)])
                return i
    raise Unscripted("chance is wanted that the script does not cover", None)


def _next_scripted(state: State) -> Scripted | None:
    """What a script says that chance brings next."""
    script = state.script
    while script and isinstance(script[0], tuple) and not any(script[0]):
        script.pop(0)
    return script[0] if script else None


def toss(state: State, cell: int, faces: int) -> None:
    """A card shows a face that chance picks."""
    if faces > 1:
        if state.trial:
            raise Settled
        told = _next_scripted(state)
        if isinstance(told, Turned) and told.cell == cell:
            assert state.script is not None
            state.script.pop(0)
            state.cells[cell] = told.face
        else:
            state.cells[cell], state.chance = below(state.chance, faces)


def shuffle(state: State, place: int, span: Span) -> None:
    """The cards of a place in an order that chance picks."""
    cards = list(state.cells[place])
    state.meter.charge(PICKED * len(cards), span)
    if state.trial and len(cards) > 1:
        raise Settled
    first = []
    while isinstance(told := _next_scripted(state), ComesFirst) and told.card in cards:
        assert state.script is not None
        state.script.pop(0)
        cards.remove(told.card)
        first.append(told.card)
    chance = state.chance
    for last in range(len(cards) - 1, 0, -1):
        other, chance = below(chance, last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    state.chance = chance
    state.cells[place] = (*first, *cards)
