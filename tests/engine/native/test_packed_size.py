"""How much room a value takes is known before it is packed."""

from __future__ import annotations

import random

from kfdsl.engine.flat.memory import Memory, using
from kfdsl.engine.library.machine import MACHINE, Machine
from kfdsl.engine.library.told.packed_size import packed_size
from kfdsl.engine.library.under_way.frames import Packing, Sort, pack

ROOM, TO = 1000, 50_000  # in numbers: where values are made, and where they are packed
SORTS = 1 << 10  # in words: where packings lie, two for each sort


class Making:
    """Values of all sorts, made at random."""

    def __init__(self, memory: Memory, seed: int) -> None:
        self.numbers, self.words, self.rnd, self.top = memory.seen[8], memory.seen[4], random.Random(seed), ROOM
        self.packings = SORTS

    def row(self, numbers: list[int]) -> int:
        at, self.top = self.top, self.top + len(numbers)
        for far, number in enumerate(numbers):
            self.numbers[at + far] = number
        return at

    def packing(self, deep: int) -> Packing:
        sort = self.rnd.choice(list(Sort) if deep else [Sort.NUMBER, Sort.BUNDLE, Sort.WANT, Sort.GROUP])
        item = self.packing(deep - 1).at if sort in (Sort.LIST, Sort.PAIRS) else 0
        at, self.packings = self.packings, self.packings + 2
        self.words[at], self.words[at + 1] = sort, item
        return Packing(at)

    def value(self, packing: Packing) -> int:
        many = self.rnd.randrange(4)
        match packing.sort:
            case Sort.NUMBER:
                return self.rnd.randrange(-3, 9)
            case Sort.BUNDLE:
                return self.row([0, 0, 0]) * 2 if many else 0
            case Sort.WANT:
                return self.row([many, *[1] * 3 * many]) if many else 0
            case Sort.GROUP:
                return self.row([many, *(x for _ in range(many) for x in (7, self.row([0] * 3) * 2))])
            case Sort.PAIRS:
                return self.row([many, *(x for _ in range(many) for x in (1, self.value(packing.item)))])
        return self.row([many, *(self.value(packing.item) for _ in range(many))]) if self.rnd.random() < 0.9 else 0


def test_the_room_is_what_packing_takes() -> None:
    for seed in range(300):
        memory = Memory(bytearray(8 * 100_000))
        with using(memory):
            Machine(MACHINE).tokens = 5
            making = Making(memory, seed)
            packing = making.packing(3)
            value = making.value(packing)
            assert packed_size(value, packing) == pack(value, packing, TO)
