"""The words of a state in which nothing is under way.

In:   what each cell holds.      Out:  words.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kfdsl.engine.library.machine import NOWHERE, Card, Tray
from kfdsl.engine.words.layout import StateLayout

_SPOT = Card.record_fields()["spot"].at
_TRAY = {name: field.at for name, field in Tray.record_fields().items()}


def first_words(layout: StateLayout, cells: Sequence[Any]) -> bytearray:
    """All words but those of the sheet, of scorers and of frames, which there are none of."""
    flat = layout.flat
    found = bytearray(layout.end)
    head = memoryview(found)
    numbers, words = head.cast("q"), head.cast("i")
    numbers[layout.header["ask"]] = NOWHERE
    layout.write_acting(head, (), 0)
    for card in range(flat.cards):
        words[flat.cards_at + card * Card.record_size() + _SPOT] = NOWHERE
    for cell, tray in flat.trays.items():
        owner = layout.cells[cell].player
        words[flat.trays_at + tray * Tray.record_size() + _TRAY["owner"]] = NOWHERE if owner is None else owner
    for cell, value in enumerate(cells):
        if layout.cells[cell].sort != "where":  # cards lie where places say
            layout.write(head, cell, value)
    layout.know_where_cards_lie(head)
    return found
