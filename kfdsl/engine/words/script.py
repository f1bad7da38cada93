"""A script of chance in memory: what is said beforehand that chance brings.

In:   entries as examples have them.      Out:  a script that the machine follows; what is left of it afterwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kfdsl.engine.flat.memory import using
from kfdsl.engine.library.machine import MACHINE, Machine
from kfdsl.engine.library.script import Brings, counts_of_entry, entry_at
from kfdsl.engine.library.script import Script as Head
from kfdsl.engine.lower.lowered import SCRIPT
from kfdsl.engine.machine.bundles import Bundle
from kfdsl.engine.machine.cannot_go_on import TooMany
from kfdsl.engine.words.instance import Instance


@dataclass(frozen=True, slots=True)
class ComesFirst:
    """A card, or any of so many copies, lies first when its place is shuffled."""

    card: int
    copies: int = 1


@dataclass(frozen=True, slots=True)
class Turned:
    """A card, by the cell of its face, is turned to this face."""

    cell: int
    face: int


Scripted = Bundle | ComesFirst | Turned


def follow(instance: Instance, script: Sequence[Scripted]) -> None:
    """Let chance bring what a script says, from now on."""
    layout = instance.lowered.layout.layout
    with using(instance.memory):
        machine = Machine(MACHINE)
        machine.script = machine.told.end
        if entry_at(len(script)).at > machine.script + SCRIPT:
            machine.script = 0
            raise TooMany(f"a script of chance with {len(script)} entries is too long", None)
        head = Head(machine.script)
        head.next, head.count = 0, len(script)
        for number, said in enumerate(script):
            entry = entry_at(number)
            match said:
                case ComesFirst():
                    entry.sort, entry.card, entry.copies = Brings.FIRST, said.card, said.copies
                case Turned():
                    card = layout.cells[said.cell].card
                    assert card is not None
                    entry.sort, entry.card, entry.face = Brings.FACE, card, said.face
                case _:
                    entry.sort = Brings.PIECES
                    for token, count in enumerate(said):
                        counts_of_entry(entry)[token] = count


def left_over(instance: Instance) -> list[Scripted]:
    """What chance did not bring of a script; it is followed no longer."""
    found: list[Scripted] = []
    with using(instance.memory):
        machine = Machine(MACHINE)
        head = Head(machine.script)
        for number in range(head.next, head.count) if machine.script else ():
            found.append(_read(instance, number))
        machine.script = 0
    return found


def _read(instance: Instance, number: int) -> Scripted:
    entry, layout = entry_at(number), instance.lowered.layout
    match entry.sort:
        case Brings.FIRST:
            return ComesFirst(entry.card, entry.copies)
        case Brings.FACE:
            return Turned(layout.layout.tables["FACE"][entry.card], entry.face)
    return tuple(counts_of_entry(entry)[token] for token in range(layout.tokens))
