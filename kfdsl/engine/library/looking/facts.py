"""What those who look ahead know of a program and of how many play; it never changes.

In:   nothing.      Out:  Facts.
"""

from __future__ import annotations

from enum import IntEnum

from kfdsl.engine.flat.memory import Numbers, Record, Rows, inline
from kfdsl.engine.library.machine import machine

HIDDEN_TRAYS = 31  # of a player that are told apart; the last stands for all that are left


class HiddenPlace(Record, width=8):
    """A place of tokens that somebody does not see."""

    place: int
    name: int  # places of one name are rows of one thing
    is_counted: bool  # whether that somebody knows how much lies there


class HiddenTray(Record, width=8):
    """A place of cards that somebody does not see."""

    tray: int
    content: int  # which cards may lie there


class Seat(Record, width=8):
    """What is known of one who plays."""

    places: Numbers  # of tokens that are theirs, as a list,
    trays: Numbers  # and of cards
    hidden_places: Rows[HiddenPlace]
    hidden_place_count: int
    hidden_trays: Rows[HiddenTray]
    hidden_tray_count: int


class Named(IntEnum):
    """What a value names that lies somewhere."""

    NOTHING = 0
    GROUP = 1
    CARD = 2
    LIST = 3  # of what names something


class Naming(Record, width=8):
    """The same, whatever lists it stands in."""

    sort: int
    item: Naming  # of a list


class Locals(Record, width=8):
    """What the frames of a block hold."""

    alone: int  # how many are one number: these come first
    packed: Numbers  # how the others are packed, as a list of where that is said
    names: Numbers  # those that name something, as they were declared: a list of pairs, which it is and the place of its Naming


class Facts(Record, width=8):
    closing: int  # the rule by which the game is scored, or NOWHERE
    closing_line: int
    closing_blocks: Numbers  # for each block whether it is of that rule
    seats: Rows[Seat]
    hidden_numbers: int  # for each tray and seat, in words: which of the trays hidden from the player it is, or NOWHERE
    upon: Numbers  # for each card the place of a list of places on it that are nobody's
    kin: Numbers  # lists of tokens with the same traits, as a list of their places,
    order: Numbers  # and all tokens, kin beside kin, as a list
    least_actions: Numbers  # for each menu the place of a list of its actions, the one that changes least first,
    idle_actions: Numbers  # and of those that change nothing and ask for nothing
    least_branches: Numbers  # for each ask the place of a list of its branches, in the same way
    named: Numbers  # for each ask the place of a Naming: what its answers name
    frames: Rows[Locals]  # for each block


@inline
def facts() -> Facts:
    return Facts(machine().facts_at)
