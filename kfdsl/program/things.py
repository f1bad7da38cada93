"""Things as they were written, whatever becomes of them: one of which there are copies is several cards, and a kind of its own.

In:   a Program.      Out:  one definition for each thing.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from kfdsl.program import core


def thing_of(card: core.CardDef) -> str:
    """The name of the thing that a card is."""
    return card.thing or card.name


def things(program: core.Program) -> Iterator[core.CardDef]:
    """Each thing, of the kind that was written."""
    kinds = {kind.name: kind.thing_of or kind.name for kind in program.kinds}
    before = ""
    for card in program.cards:
        if card.thing and card.thing == before:
            continue
        before = card.thing
        yield dataclasses.replace(card, name=thing_of(card), kind=kinds[card.kind]) if card.thing else card


def copies_of(program: core.Program, thing: str) -> int:
    """How many copies there are of a thing."""
    return sum(card.thing == thing for card in program.cards)
