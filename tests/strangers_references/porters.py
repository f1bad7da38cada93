"""Porters by hand: what may be done, what it does, and what it comes to."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy

ROADS = """hub-ford hub-mill hub-pass ford-mill ford-cove lock-mine quay-mine quay-mill pass-moor moor-mine"""
RIVER = {"ford", "lock", "cove", "quay"}
MAKES = {
    "hub": "wool", "ford": "salt", "mill": "wool", "pass": "iron", "cove": "salt",
    "lock": "wool", "quay": "salt", "mine": "iron", "moor": "wool",
}  # fmt: skip
ORDERS = {
    "salt_for_the_hub": ("salt", "hub", 2), "salt_on_the_moor": ("salt", "moor", 5), "salted_fish": ("salt", "lock", 3),
    "meat_at_the_mill": ("salt", "mill", 2), "coats": ("wool", "pass", 3), "blankets": ("wool", "mine", 3),
    "sails": ("wool", "cove", 4), "ropes": ("wool", "quay", 2), "anchors": ("iron", "cove", 5),
    "hinges": ("iron", "lock", 3), "horseshoes": ("iron", "ford", 4), "nails": ("iron", "mill", 3),
}  # fmt: skip
JOINS = "ford-lock ford-cove lock-quay"


def beside(joins: str) -> dict[str, set[str]]:
    """What each town is joined with, both ways."""
    found: dict[str, set[str]] = {town: set() for town in MAKES}
    for one, other in (join.split("-") for join in joins.split()):
        found[one].add(other)
        found[other].add(one)
    return found


BESIDE = beside(ROADS)
TOUCHING = beside(f"{ROADS} {JOINS}")


class Porters:
    """A game between two choices. Each turn has two steps, and the row may run out in the midst of a day."""

    def __init__(self, players: int, row: list[str]) -> None:
        self.players, self.row = players, list(row)
        self.seat, self.step, self.rounds = 0, 0, 1
        self.town = {f"porter#{number + 1}": "hub" for number in range(2 * players)}
        self.pack: dict[str, Counter[str]] = {porter: Counter() for porter in self.town}
        self.coins, self.orders = [2] * players, [0] * players
        self.points = [0] * players
        self.served: list[set[str]] = [set() for _ in range(players)]
        self.over = False

    def staff(self) -> list[str]:
        """The porters of the player whose turn it is."""
        return [f"porter#{2 * self.seat + 1}", f"porter#{2 * self.seat + 2}"]

    def moves(self) -> set[str]:
        """All that may be done now."""
        if self.over:
            return set()
        found = {"rest"}
        for porter in self.staff():
            town = self.town[porter]
            found |= {f"walk {porter} to {other}" for other in BESIDE[town]}
            if town in RIVER and self.coins[self.seat]:
                found |= {f"sail {porter} to {other}" for other in RIVER - {town}}
            if self.pack[porter].total() < 2:
                found.add(f"load {porter}")
            for order in self.row[:3]:
                wants, goal, _ = ORDERS[order]
                if goal == town and self.pack[porter][wants]:
                    found.add(f"deliver {order} by {porter}")
        return found

    def play(self, move: str) -> None:
        """Do it, and go on to the next who chooses."""
        assert move in self.moves(), move
        deed, *words = move.split()
        match deed:
            case "rest":
                self.coins[self.seat] += 1
            case "walk" | "sail":
                self.town[words[0]] = words[2]
                self.coins[self.seat] -= deed == "sail"
            case "load":
                self.pack[words[0]][MAKES[self.town[words[0]]]] += 1
            case _:
                wants, goal, pays = ORDERS[words[0]]
                self.pack[words[2]][wants] -= 1
                self.coins[self.seat] += 1
                self.points[self.seat] += pays
                self.orders[self.seat] += 1
                self.served[self.seat].add(goal)
                self.row.remove(words[0])
        self.go_on()

    def go_on(self) -> None:
        """Whose turn it is then."""
        self.step += 1
        if self.step < 2:
            return
        self.step, self.seat = 0, self.seat + 1
        if self.seat < self.players and self.row:
            return
        self.seat = 0
        if self.rounds >= 15 or not self.row:
            self.over = True
            self.points = [points + 2 * realm(served) for points, served in zip(self.points, self.served, strict=True)]
        self.rounds += 1

    def places(self) -> list[int]:
        """The place of each player when it is over."""
        ranks = list(zip(self.points, self.orders, self.coins, strict=True))
        return [1 + sum(other > mine for other in ranks) for mine in ranks]


def realm(towns: set[str]) -> int:
    """How many of these towns hang together, at most, by road or river."""
    largest, left = 0, set(towns)
    while left:
        group, edge = set(), [left.pop()]
        while edge:
            town = edge.pop()
            group.add(town)
            edge += [other for other in TOUCHING[town] if other in left]
            left -= set(edge)
        largest = max(largest, len(group))
    return largest


def count(game: Porters, deep: int) -> int:
    """How many ways the game may go for so many choices."""
    if deep == 0 or game.over:
        return 1
    total = 0
    for move in game.moves():
        then = deepcopy(game)
        then.play(move)
        total += count(then, deep - 1)
    return total
