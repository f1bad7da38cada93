"""What chance brings, where that is said beforehand: entries that are used up one after the other.

In:   the machine's script, where there is one.      Out:  which token is drawn, which face is tossed, which cards lie first.
A draw that the script does not cover is a fault; shuffling and tossing go on as chance has it.
"""

from __future__ import annotations

from enum import IntEnum

from kfdsl.engine.flat.memory import Numbers, Record, Words, bits, fault
from kfdsl.engine.library.machine import NOWHERE, UNSCRIPTED, State, machine
from kfdsl.engine.library.under_way.frames import eights


class Brings(IntEnum):
    """What an entry says that chance brings."""

    PIECES = 0  # a bundle, which is drawn piece by piece
    FIRST = 1  # a card that lies first when its place is shuffled
    FACE = 2  # a card is turned to a face


class Script(Record, width=8):
    """Entries; they lie behind it."""

    next: int  # which one comes next
    count: int


class Scripted(Record, width=8):
    """An entry; counts of tokens lie behind it, whatever it says."""

    sort: int
    card: int
    copies: int  # that lie one behind the other in numbering, any of which it may be
    face: int


def entry_at(number: int) -> Scripted:
    """An entry of the script."""
    return Scripted(
        machine().script + Script.record_size() + number * (Scripted.record_size() + eights(machine().tokens))
    )


def counts_of_entry(entry: Scripted) -> Words:
    return Words((entry.at + Scripted.record_size()) * 2)


def is_scripted(g: State) -> bool:
    """Whether what chance brings is said; trials use nothing up."""
    return machine().script != 0 and g.trial == 0


def next_entry(sort: int) -> Scripted:
    """The entry that comes next, if it is of a sort; bundles of which all was drawn are gone."""
    script = Script(machine().script)
    while script.next < script.count:
        entry = entry_at(script.next)
        if entry.sort != Brings.PIECES or not is_empty(counts_of_entry(entry)):
            return entry if entry.sort == sort else Scripted(0)
        script.next += 1
    return Scripted(0)


def is_empty(counts: Words) -> bool:
    for token in range(machine().tokens):
        if counts[token]:
            return False
    return True


def used_up() -> None:
    """The entry that came next is gone."""
    Script(machine().script).next += 1


def scripted_token(mask: int, have: Words, line: int) -> int:
    """Which of some tokens is drawn, of those that there are."""
    entry = next_entry(Brings.PIECES)
    if entry.at != 0:
        counts = counts_of_entry(entry)
        for token in bits(mask):
            if counts[token] and have[token]:
                counts[token] -= 1
                return token
    fault(UNSCRIPTED, line)
    return NOWHERE


def scripted_face(card: int) -> int:
    """The face that a card is turned to; NOWHERE if nothing is said of it."""
    entry = next_entry(Brings.FACE)
    if entry.at == 0 or entry.card != card:
        return NOWHERE
    used_up()
    return entry.face


def put_first(order: Numbers) -> int:
    """Bring cards of which it is said to the beginning of a list; how many they are."""
    first = 0
    while first < order[0]:
        entry = next_entry(Brings.FIRST)
        at = NOWHERE
        if entry.at != 0:
            for i in range(first, order[0]):
                if at == NOWHERE and order[1 + i] >= entry.card and order[1 + i] < entry.card + entry.copies:
                    at = i
        if at == NOWHERE:
            return first
        card = order[1 + at]
        while at > first:
            order[1 + at] = order[at]
            at -= 1
        order[1 + first] = card
        used_up()
        first += 1
    return first
