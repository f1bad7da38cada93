"""What lies in memory beside states: the machine, at a fixed place, with all that is shared by the states in it.

In:   nothing; records only.      Out:  Machine, State, Tray.
A state is one block: its header and variables as numbers, then words (where cards lie, what lies in trays, how many tokens in places),
then frames of rules that wait. Where each part begins depends on the program and on how many play; the machine says it.
Places of tokens are named by how far behind the state their counts begin, in words; places of cards by the number of their tray.
"""

from __future__ import annotations

from typing import Annotated

from kfdsl.engine.flat.memory import INSIDE, Arena, Numbers, Record, Rows, Words, inline

MACHINE = 2  # where it lies, in numbers: before it is what faults are told in
CORNERS = 6  # of a card at most: corners have numbers of their own, so many for each
NOWHERE = -1  # no card, no player, no spot: whatever is counted from zero

# ---- what a rule answers that could not be carried out, or came to chance in a trial; 0 if all went well
IMPOSSIBLE, SETTLED = 1, 2

# ---- faults, besides the one of an arena that is full
TOO_MANY, TOO_LARGE, NOT_THERE, TAKEN, NO_CORNER, TOO_MANY_POINTS = 1, 2, 3, 4, 5, 6
# 7 and 8 stand in `choices/answering.py`, 12 and 13 in `looking/outlook.py`
UNSCRIPTED, ANOTHER_KIND, TOO_FAR, TOO_MANY_PIECES, BY_ZERO, NO_SPOT, SPOT_TOO_FAR, TOO_DEEP = 9, 10, 11, 14, 15, 16, 17, 18

NO_TELLING = -1  # in place of a depth of trials: nobody listens


class Tray(Record):
    """Cards in a place, one behind the other."""

    first: int
    last: int
    count: int
    owner: int  # the player whose place it is; the same in every state


STRETCHES = 62  # at most, in which a state is looked at for what changed; each is a bit of one number
MIRRORS = 8  # depths of trials for which there is a state of its own


class Machine(Record, width=8):
    """All that is the same for every state in a memory."""

    steps: int  # that are left before the next choice
    scratch: Annotated[Arena, INSIDE]
    fine: int  # whether the last trial looked closely at groups
    cursor: int  # how far a frame was read, in numbers
    answer: int  # what was answered, a number or a place,
    answering: int  # and by whom, where several are asked at once
    growing: Annotated[Arena, INSIDE]  # lists that are not finished yet, the innermost last
    tokens: int  # how many sorts there are,
    every: int  # and all of them, as bits
    cards: int
    seats: int
    cards_at: int  # where in a state, in words: the cards,
    trays_at: int  # the trays,
    counts_at: int  # and the counts of all places
    stretch: int  # how long a stretch is: so many numbers as a power of two
    mirrors: int  # where states lie that things are tried on, one for each depth of trials inside trials,
    mirrored: Annotated[Numbers, MIRRORS]  # and whose copies they are: only what changed is copied anew
    remembered: int  # where allocations are remembered: see `allocating/remembered.py`
    sure_at: int  # for every rule whether it can never fail, in words
    loose_at: int  # trays that have no order, in words
    under_way: int  # the block of a frame that only says that an effect is under way,
    again: int  # and of one that asks something once more
    plans_at: int  # what is known of actions, of menus, of asks and of blocks: see `choices/plans.py`
    menus_at: int
    asks_at: int
    blocks_at: int
    facts_at: int  # and what those know who look ahead: see `looking/facts.py`
    sheet_at: int  # in numbers: where the sheet begins,
    tallies_at: int  # scorers in force,
    frames_at: int  # and frames of rules that wait,
    size: int  # and where a state ends
    written: int  # where tables end that were written into this memory
    wanted: int  # how far a rule wanted to count that may not, or how many points it wanted to give
    telling: int  # at which depth of trials it is told what is done and what cannot be, or NO_TELLING; see `told/telling.py`
    told: Annotated[Arena, INSIDE]  # what was told, one behind the other,
    is_cut: bool  # and whether there was no room for all
    script: int  # what chance brings, where that is said beforehand, or 0: see `script.py`
    whereabouts_at: int  # where in a state is kept which cards each player may think to lie where, or 0 if nobody asks: see `whereabouts.py`


# those that are the same from when a memory is prepared on
SETTLED_FIELDS = frozenset(
    "tokens every cards seats cards_at trays_at counts_at stretch mirrors sure_at loose_at under_way again"
    " plans_at menus_at asks_at blocks_at sheet_at tallies_at frames_at size whereabouts_at".split()
)


class Card(Record):
    """Where a card lies, and how."""

    tray: int
    next: int  # behind it in its tray
    before: int
    face: int
    spot: int  # see `spots.py`; NOWHERE if it lies at none


MOST_SEATS = 12


class Part(Record, width=8):
    """How far one of several has come who act at once."""

    seat: int
    ask: int
    size: int  # of the stretch of the stack


class State(Record, width=8):
    """The header of a state."""

    chance: int
    ask: int  # what is asked, or -1
    trial: int  # whether it is only tried, and in how many trials inside one another
    fine: int  # whether a trial looked closer at a group than at which tokens it has
    top: int  # the first that is free behind all frames, in numbers from the state on
    bottom: (
        int  # where the frames begin that are run now: those of one of several who act at once lie above the others'
    )
    lines: int  # how many are on the sheet
    tallies: int  # how much room scorers in force take, in numbers
    dirty: int  # stretches in which something changed since it was copied from another state, as bits,
    fresh: int  # and since another was copied from it
    did: int  # whether anything was done that is more than a price
    is_summary: bool  # the sheet is only added up: nobody asks which pieces were counted by what
    quick: bool  # a trial of which nobody looks at what it comes to: it is over once nothing can fail any more
    aparts: int  # how often several began to act at once
    parts: int  # how many act at once and are not done
    part: Annotated[Rows[Part], MOST_SEATS]


class Line(Record, width=8):
    """Points on the sheet."""

    player: int
    points: int
    is_card: bool  # whether a card is what they are for, or a text
    reason: int
    line: int  # of content
    allocated: int  # a text that tells which pieces it was given, or NOWHERE


class Tally(Record, width=8):
    """A scorer in force: for a player, so much per set, or per piece left over. Its holes and cells lie behind it."""

    size: int  # in numbers, with all that lies behind
    player: int
    sets: bool  # otherwise per piece that is left
    value: int
    once: bool
    alike: bool
    spare: int  # or -1
    roles: bool
    ledgers: int  # as bits
    unfilled: int
    is_card: bool
    reason: int
    line: int
    holes: int  # how many holes lie behind it, three numbers each,
    cells: int  # and how many places behind those


@inline
def machine() -> Machine:
    return Machine(MACHINE)


@inline
def words_of(g: State) -> int:
    """Where a state begins, in words."""
    return g.at * 2


@inline
def card_of(g: State, card: int) -> Card:
    return cards_of(g)[card]


@inline
def cards_of(g: State) -> Rows[Card]:
    return Rows(Card, words_of(g) + machine().cards_at)


@inline
def tray_of(g: State, tray: int) -> Tray:
    return Rows(Tray, words_of(g) + machine().trays_at)[tray]


@inline
def counts_of(g: State, place: int) -> Words:
    """The counts of a place of tokens, which is how far behind the state they are."""
    return Words(words_of(g) + place)


# ---- what changed


def touch(g: State, at: int, count: int) -> None:
    """Take note that something changes: so many words at a place behind the state; they are not more than a stretch is long."""
    stretch = machine().stretch
    mask = 1 << (at >> 1 >> stretch) | 1 << ((at + count - 1) >> 1 >> stretch)
    g.dirty = g.dirty | mask
    g.fresh = g.fresh | mask


def touch_counts(g: State, place: int) -> None:
    touch(g, place, machine().tokens)


def touch_card(g: State, card: int) -> None:
    touch(g, machine().cards_at + card * Card.record_size(), Card.record_size())


def touch_tray(g: State, tray: int) -> None:
    touch(g, machine().trays_at + tray * Tray.record_size(), Tray.record_size())
