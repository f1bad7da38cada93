"""Chance as one number and our own arithmetic, so that a game is the same on every machine.

In:   a state, whose stream of chance goes on.      Out:  a number below a bound; shuffled trays, tossed faces, drawn pieces.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import (
    Numbers,
    Words,
    bits,
    less_unsigned,
    rest_unsigned,
    shift_unsigned,
    wrapping_add,
    wrapping_multiply,
)
from kfdsl.engine.library.machine import (
    IMPOSSIBLE,
    NOWHERE,
    SETTLED,
    State,
    card_of,
    counts_of,
    machine,
    touch_card,
    touch_counts,
    tray_of,
)
from kfdsl.engine.library.script import is_scripted, put_first, scripted_face, scripted_token
from kfdsl.engine.library.told.telling import Said, listens, tell_lacking_want, tell_pieces
from kfdsl.engine.library.trays import relink, tray_list
from kfdsl.engine.library.values import charge

STEP = 0x9E3779B97F4A7C15 - (1 << 64)  # the arithmetic of SplitMix64, its numbers with a sign
FIRST = 0xBF58476D1CE4E5B9 - (1 << 64)
SECOND = 0x94D049BB133111EB - (1 << 64)
CHANCE = State.record_fields()["chance"].at
PICKED, MIXED = 12, 24  # steps for a piece that chance picks, and for a card that is shuffled


def below(g: State, bound: int) -> int:
    """A number from 0 up to but not including a bound."""
    return below_in(Numbers(g.at + CHANCE), bound)


def below_in(stream: Numbers, bound: int) -> int:
    """The same from any stream, which goes on."""
    limit = -1 - rest_unsigned(-bound, bound)  # what lies behind the last whole multiple would favour small numbers
    while True:
        stream[0] = wrapping_add(stream[0], STEP)
        z = mixed(stream[0])
        if not less_unsigned(limit, z):
            return rest_unsigned(z, bound)
    return 0


def mixed(number: int) -> int:
    """A number in which every bit of another counts."""
    z = wrapping_multiply(number ^ shift_unsigned(number, 30), FIRST)
    z = wrapping_multiply(z ^ shift_unsigned(z, 27), SECOND)
    return z ^ shift_unsigned(z, 31)


def stream_of(seed: int, purpose: int) -> int:
    """The stream of a seed; different purposes give unrelated streams."""
    return mixed(seed ^ mixed(wrapping_add(purpose, STEP)))


def draw(g: State, source: int, target: int, want: Numbers, up_to: bool, line: int, spends: bool) -> int:
    """Pieces picked by chance, one after another; told if anybody listens."""
    tokens = machine().tokens
    with machine().scratch.held():
        have = machine().scratch.words(tokens)
        drawn = machine().scratch.words(tokens)
        for token in range(tokens):
            have[token] = counts_of(g, source)[token]
        for i in range(want[0]):
            wanted = want[1 + 3 * i]
            mask = want[2 + 3 * i]
            there = 0
            for token in bits(mask):
                there += have[token]
            if wanted > there and not up_to:
                if listens(g):
                    tell_lacking_want(g, source, want, line)
                return IMPOSSIBLE
            count = min(wanted, there)
            if count and g.trial:
                return SETTLED
            charge(PICKED * count, line)
            for taken in range(count):
                token = drawn_token(g, mask, have, there - taken, line)
                have[token] -= 1
                drawn[token] += 1
        if source != target:
            touch_counts(g, source)
            touch_counts(g, target)
            for token in range(tokens):
                counts_of(g, source)[token] = have[token]
                counts_of(g, target)[token] += drawn[token]
            if listens(g):
                tell_pieces(Said.DRAW, source, target, drawn, line, spends)
    return 0


def drawn_token(g: State, mask: int, have: Words, left: int, line: int) -> int:
    """One of some tokens, of which so many pieces are left."""
    if is_scripted(g):
        return scripted_token(mask, have, line)
    at = below(g, left)
    for token in bits(mask):
        at -= have[token]
        if at < 0:
            return token
    return NOWHERE


def shuffle(g: State, tray: int, line: int) -> int:
    """Put the cards of a tray in an order that chance picks."""
    cards = tray_of(g, tray)
    charge(MIXED * cards.count, line)
    if cards.count < 2 and not is_scripted(g):
        return 0
    if g.trial:
        return SETTLED
    with machine().scratch.held():
        order = tray_list(g, tray)
        first = put_first(order) if is_scripted(g) else 0
        last = cards.count - first
        while last > 1:
            at = below(g, last)
            kept = order[first + last]
            order[first + last] = order[first + 1 + at]
            order[first + 1 + at] = kept
            last -= 1
        relink(g, tray, order)
    return 0


def toss(g: State, card: int, faces: int) -> int:
    """Show a face of a card that chance picks."""
    if faces < 2:
        return 0
    if g.trial:
        return SETTLED
    touch_card(g, card)
    face = scripted_face(card) if is_scripted(g) else NOWHERE
    card_of(g, card).face = below(g, faces) if face == NOWHERE else face
    return 0
