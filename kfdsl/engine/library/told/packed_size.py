"""How much room a value takes where it is packed, known before anything is written.

In:   a value, and how it is packed (see `under_way/frames.py`).      Out:  numbers.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Numbers
from kfdsl.engine.library.machine import machine
from kfdsl.engine.library.under_way.frames import Packing, Sort, eights


def packed_size(value: int, packing: Packing) -> int:
    if packing.sort == Sort.NUMBER or value == 0:
        return 1  # none takes as much room as a number
    if packing.sort == Sort.BUNDLE:
        return 1 + eights(machine().tokens)
    items = Numbers(value)
    match packing.sort:
        case Sort.WANT:
            return 1 + 3 * items[0]
        case Sort.GROUP:
            return 1 + items[0] * (2 + eights(machine().tokens))
        case Sort.PAIRS:
            return 1 + items[0] + sizes(items, 2, 2, packing.item)
        case _:
            return 1 + sizes(items, 1, 1, packing.item)


def sizes(items: Numbers, first: int, step: int, item: Packing) -> int:
    """Of all values in a row of entries, each of `step` numbers."""
    found = 0
    for i in range(items[0]):
        found += packed_size(items[first + step * i], item)
    return found
