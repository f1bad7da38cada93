"""What is done is told, and why something cannot be: for whoever listens, at one depth of trials.

In:   deeds of rules, before or behind them.      Out:  Told, one behind the other in the machine's arena, until there is no more room.
Rules look whether anybody listens before they call any of this, so that those who play in silence pay one comparison a deed.
"""

from __future__ import annotations

from enum import IntEnum

from kfdsl.engine.flat.memory import Numbers, Record, Words, inline
from kfdsl.engine.library.machine import State, card_of, counts_of, machine
from kfdsl.engine.library.told.packed_size import packed_size
from kfdsl.engine.library.under_way.frames import Packing, eights, pack, pack_bundle, pack_numbers
from kfdsl.engine.library.values import bundle_enough, bundle_kinds, bundle_of_one, bundle_only, new_bundle


class Said(IntEnum):
    """What is told: deeds first, then what cannot be done."""

    MOVE = 0  # source, target; behind it the pieces
    DRAW = 1
    CARD = 2  # source, target, card
    SET = 3  # variable, value
    SHOW = 4  # card, face
    TOSS = 5
    SHUFFLE = 6  # tray
    REFUSED = 7  # message; behind it what stands in its holes
    LACKING = 8  # source; behind it a bundle that is wanted, and what is there
    LACKING_WANT = 9  # the same of a want
    UNDER_WAY = 10  # rule
    NO_ANSWER = 11  # ask
    NO_COVER = 12  # ask; behind it the least that is lacking


class Told(Record, width=8):
    """One thing that was told; more may lie behind it, packed."""

    size: int  # in numbers, with all that lies behind
    sort: int
    one: int
    other: int
    what: int
    line: int  # of content
    spends: bool  # it is only a price, or a menu's own variable


@inline
def listens(g: State) -> bool:
    return machine().telling == g.trial


def tell(sort: int, one: int, other: int, what: int, line: int, spends: bool) -> None:
    begin_told(sort, one, other, what, line, spends, 0)


def begin_told(sort: int, one: int, other: int, what: int, line: int, spends: bool, behind: int) -> int:
    """Tell something with so much room behind it; where that begins, 0 if there is none."""
    told = machine().told
    size = Told.record_size() + behind
    if machine().is_cut or told.top + size > told.end:
        machine().is_cut = True
        return 0
    entry = Told(told.top)
    entry.size = size
    entry.sort = sort
    entry.one = one
    entry.other = other
    entry.what = what
    entry.line = line
    entry.spends = spends
    told.top += size
    return entry.at + Told.record_size()


# ---- deeds


def tell_pieces(sort: int, source: int, target: int, bundle: Words, line: int, spends: bool) -> None:
    """Pieces from place to place, if there are any."""
    if bundle_kinds(bundle):
        to = begin_told(sort, source, target, 0, line, spends, 1 + eights(machine().tokens))
        if to:
            pack_bundle(bundle.at, to)


def tell_exactly(g: State, source: int, target: int, bundle: Words, line: int, spends: bool) -> None:
    """Before all of a bundle is moved: that it is, or what is lacking."""
    if bundle_enough(counts_of(g, source), bundle):
        tell_pieces(Said.MOVE, source, target, bundle, line, spends)
    else:
        to = begin_told(Said.LACKING, source, 0, 0, line, spends, 2 * (1 + eights(machine().tokens)))
        if to:
            pack_bundle(counts_of(g, source).at, to + pack_bundle(bundle.at, to))


def tell_some(g: State, source: int, target: int, token: int, count: int, line: int, spends: bool) -> None:
    """Before so many of one token are moved."""
    with machine().scratch.held():
        tell_exactly(g, source, target, bundle_of_one(token, count), line, spends)


def tell_up_to(g: State, source: int, target: int, bundle: Words, line: int, spends: bool) -> None:
    """Before as much of a bundle is moved as there is."""
    with machine().scratch.held():
        moved = new_bundle()
        for token in range(machine().tokens):
            moved[token] = min(bundle[token], counts_of(g, source)[token])
        tell_pieces(Said.MOVE, source, target, moved, line, spends)


def tell_every(g: State, source: int, target: int, mask: int, line: int, spends: bool) -> None:
    """Before all tokens of some sorts are moved."""
    with machine().scratch.held():
        tell_pieces(Said.MOVE, source, target, bundle_only(counts_of(g, source), mask), line, spends)


def tell_group(group: Numbers, target: int, line: int, spends: bool) -> None:
    for i in range(group[0]):
        tell_pieces(Said.MOVE, group[1 + 2 * i], target, Words(group[2 + 2 * i]), line, spends)


def tell_card(g: State, card: int, target: int, line: int, spends: bool) -> None:
    """Before a card is moved."""
    tell(Said.CARD, card_of(g, card).tray, target, card, line, spends)


def tell_face(g: State, sort: int, card: int, line: int, spends: bool) -> None:
    tell(sort, card, card_of(g, card).face, 0, line, spends)


# ---- what cannot be done


def tell_lacking_want(g: State, source: int, want: Numbers, line: int) -> None:
    """Pieces that chance cannot pick since they are not there."""
    holes = 1 + 3 * want[0]
    to = begin_told(Said.LACKING_WANT, source, 0, 0, line, False, holes + 1 + eights(machine().tokens))
    if to:
        pack_bundle(counts_of(g, source).at, to + pack_numbers(want.at, 3, to))


def begin_message(message: int, line: int) -> Told:
    """Tell a message whose holes are filled one by one."""
    start = machine().told.top
    begin_told(Said.REFUSED, message, 0, 0, line, False, 0)
    return Told(start)


def fill_hole(message: Told, value: int, packing: Packing) -> None:
    """What stands in the next hole; a message for which there is no room is not told at all."""
    told = machine().told
    if machine().is_cut:
        return
    size = packed_size(value, packing)
    if told.top + size > told.end:
        told.top = message.at
        machine().is_cut = True
        return
    pack(value, packing, told.top)
    told.top += size
    message.size += size
