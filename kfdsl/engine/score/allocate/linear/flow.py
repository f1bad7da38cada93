"""Whether items suffice for holes, and which holes ask too much if they do not.

In:   demands, each with the classes that may meet it, as bits; how many items of each class there are.
Out:  a set of classes that is asked for more than it has (Hall's condition), or none.
"""

from __future__ import annotations

from collections.abc import Sequence


def bits(mask: int) -> list[int]:
    """The numbers of the bits that are set, from the lowest."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


class Flow:
    """Items on their way to demands; `sent[demand][item class]`."""

    __slots__ = ("classes", "masks", "sent", "spare")

    def __init__(self, masks: Sequence[int], classes: Sequence[Sequence[int]], stock: Sequence[int]) -> None:
        self.masks = masks
        self.classes = classes  # of every mask, in the order in which they are tried
        self.spare = list(stock)
        self.sent: list[dict[int, int]] = [{} for _ in masks]

    def meet(self, demand: int, amount: int) -> int:
        """Send so much to a demand; 0 if that was possible, else a set of classes that does not suffice."""
        spare, sent = self.spare, self.sent[demand]
        for c in self.classes[demand]:
            if spare[c]:
                moved = min(spare[c], amount)
                spare[c] -= moved
                sent[c] = sent.get(c, 0) + moved
                amount -= moved
                if not amount:
                    return 0
        while amount:
            moved, reached = self._reroute(demand, amount)
            if not moved:
                return reached
            amount -= moved
        return 0

    def _reroute(self, demand: int, amount: int) -> tuple[int, int]:
        """Free items for a demand by letting others take what is spare; how many, and what the search reached."""
        reached = self.masks[demand]
        queue = list(self.classes[demand])
        via: dict[int, tuple[int, int]] = {}
        for c in queue:
            if self.spare[c]:
                return self._move(demand, amount, c, via), reached
            for other, sent in enumerate(self.sent):
                if sent.get(c) and self.masks[other] & ~reached:
                    for new in self.classes[other]:
                        if not reached >> new & 1:
                            via[new] = (other, c)
                            queue.append(new)
                    reached |= self.masks[other]
        return 0, reached

    def _move(self, demand: int, amount: int, end: int, via: dict[int, tuple[int, int]]) -> int:
        amount = min(amount, self.spare[end])
        c = end
        while c in via:
            other, c = via[c]
            amount = min(amount, self.sent[other][c])
        self.spare[end] -= amount
        c = end
        while c in via:
            other, before = via[c]
            sent = self.sent[other]
            sent[before] -= amount
            sent[c] = sent.get(c, 0) + amount
            c = before
        sent = self.sent[demand]
        sent[c] = sent.get(c, 0) + amount
        return amount
