"""Salvage by hand: who picks when, and what lots come to."""

from __future__ import annotations

from collections import Counter

STRENGTH = {"groat": 1, "shilling": 2, "florin": 3, "mark": 4, "crown": 5, "guinea": 6}
LOTS = {
    "silk_scraps": ("silk", 1), "silk_bale": ("silk", 3), "wet_pepper": ("spice", 0), "saffron": ("spice", 4),
    "shards": ("china", -2), "tea_set": ("china", 5), "rough_amber": ("amber", 2), "amber_chain": ("amber", 3),
}  # fmt: skip
SETS = [0, 0, 3, 6, 10]


class Salvage:
    """What all know of a game, and what each holds, between two choices."""

    def __init__(self, hands: list[list[str]]) -> None:
        self.hands = [list(hand) for hand in hands]
        self.seats = range(len(hands))
        self.captain = 0
        self.cabins: list[list[str]] = [[] for _ in hands]
        self.bids: dict[int, str] = {}
        self.picking: list[int] = []

    def play(self, seat: int, card: str) -> None:
        """A bid, or a lot that is picked: by whom it must be is known."""
        if not self.picking:
            assert seat not in self.bids
            self.hands[seat].remove(card)
            self.bids[seat] = card
            if len(self.bids) == len(self.seats):
                self.picking = self.order()
                self.bids = {}
            return
        assert seat == self.picking.pop(0)
        self.cabins[seat].append(card)
        self.captain = seat

    def order(self) -> list[int]:
        """The highest bid first; among equal ones, from the captain round the table."""
        away = {seat: (seat - self.captain) % len(self.seats) for seat in self.seats}
        return sorted(self.seats, key=lambda seat: (-strength(self.bids[seat]), away[seat]))

    def points(self) -> list[int]:
        """Lots, sets, and three for whoever alone has most of a sort."""
        counts = [Counter(LOTS[name(lot)][0] for lot in cabin) for cabin in self.cabins]
        points = [sum(LOTS[name(lot)][1] for lot in cabin) for cabin in self.cabins]
        for sort in ("silk", "spice", "china", "amber"):
            held = [count[sort] for count in counts]
            for seat in self.seats:
                points[seat] += SETS[min(held[seat], 4)] + 3 * (held[seat] == max(held) and held.count(max(held)) == 1)
        return points

    def places(self) -> list[int]:
        """By points, then sorts of lots, then what is left in hand."""
        sorts = [len({LOTS[name(lot)][0] for lot in cabin}) for cabin in self.cabins]
        left = [sum(strength(bid) for bid in hand) for hand in self.hands]
        ranks = list(zip(self.points(), sorts, left, strict=True))
        return [1 + sum(other > mine for other in ranks) for mine in ranks]


def name(card: str) -> str:
    """What a card is one of."""
    return card.split("#", maxsplit=1)[0]


def strength(bid: str) -> int:
    return STRENGTH[name(bid)]
