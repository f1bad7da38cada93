"""Commons by hand: what meets what, how long ways are, and whose pastures are whose."""

from __future__ import annotations

SIDES = {
    "well": "-.-.",
    "meadow": "....",
    "trail": "-.-.",
    "bend": "--..",
    "fork": "---.",
    "crossing": "----",
    "gate": "-...",
}
AWAY = [(0, 1), (-1, 0), (0, -1), (1, 0)]  # below, left, above, right

Spot = tuple[int, int]
Corner = tuple[str, int]  # between the side of that number as it is printed and the next, clockwise


class Commons:
    """What lies where, and who has how many points for ways."""

    def __init__(self, players: int, first: str) -> None:
        self.points, self.sheep = [0] * players, [5] * players
        self.squares: dict[Spot, tuple[str, int]] = {(0, 0): (first, 0)}
        self.flocks: list[tuple[int, Corner]] = []
        self.held = ""
        self.grazing = False

    def play(self, seat: int, answer: str) -> None:
        """One answer: a square of the hand, where it lies, or where a sheep goes."""
        if answer.startswith("set "):
            self.held = answer.removeprefix("set ")
        elif answer == "throw_away":
            assert not self.held
        elif self.grazing:
            self.graze(seat, answer)
        else:
            spot, turned = answer.split("/")
            across, down = (int(part) for part in spot.strip("()").split(","))
            self.lay(seat, (across, down), int(turned))

    def lay(self, seat: int, spot: Spot, turned: int) -> None:
        """A square comes to lie: it touches another, and what meets is equal."""
        assert spot not in self.squares
        self.squares[spot] = (self.held, turned)
        met = [(self.shows(spot, way), self.shows(other, (way + 2) % 4)) for way, other in self.beside(spot)]
        assert met, "it touches nothing"
        assert all(mine == theirs for mine, theirs in met)
        long = len(self.way(spot))
        self.points[seat] += long if long > 1 else 0
        self.grazing = self.sheep[seat] > 0
        if not self.grazing:
            self.held = ""

    def graze(self, seat: int, answer: str) -> None:
        """A sheep of the player's goes on a pasture of the new square that has none."""
        if answer != "nothing":
            square, number = answer.split("/")
            pasture = self.pasture((square, int(number) - 1))
            assert any(square == self.held for square, _ in pasture)
            assert not any(corner in pasture for _, corner in self.flocks)
            self.flocks.append((seat, (square, int(number) - 1)))
            self.sheep[seat] -= 1
        self.held, self.grazing = "", False

    def beside(self, spot: Spot) -> list[tuple[int, Spot]]:
        """The squares that touch a spot, and on which side."""
        found = [(way, (spot[0] + across, spot[1] + down)) for way, (across, down) in enumerate(AWAY)]
        return [(way, other) for way, other in found if other in self.squares]

    def printed(self, spot: Spot, way: int) -> int:
        """The number of the side that looks that way."""
        return (way - self.squares[spot][1]) % 4

    def shows(self, spot: Spot, way: int) -> str:
        return SIDES[self.squares[spot][0].split("#", maxsplit=1)[0]][self.printed(spot, way)]

    def way(self, start: Spot) -> set[Spot]:
        """The squares of the way from one."""
        found, edge = {start}, [start]
        while edge:
            spot = edge.pop()
            new = [other for way, other in self.beside(spot) if self.shows(spot, way) == "-" and other not in found]
            found.update(new)
            edge += new
        return found

    def pasture(self, start: Corner) -> set[Corner]:
        """The corners that hang together with one: along grass, and where squares meet."""
        at = {square: spot for spot, (square, _) in self.squares.items()}
        found, edge = {start}, [start]
        while edge:
            square, number = edge.pop()
            spot = at[square]
            new: list[Corner] = []
            for way in range(4):
                side = self.printed(spot, way)
                ends = [(side - 1) % 4, side]  # clockwise
                if number not in ends:
                    continue
                if self.shows(spot, way) == ".":
                    new += [(square, end) for end in ends]
                for touched, other in self.beside(spot):
                    if touched == way:
                        there = self.printed(other, (way + 2) % 4)
                        new.append((self.squares[other][0], there if number == ends[0] else (there - 1) % 4))
            edge += [corner for corner in dict.fromkeys(new) if corner not in found]
            found.update(new)
        return found

    def totals(self) -> list[int]:
        """The points when it is over."""
        points = list(self.points)
        pastures = {frozenset(self.pasture(corner)) for _, corner in self.flocks}
        for pasture in pastures:
            held = [
                sum(seat == owner and corner in pasture for owner, corner in self.flocks) for seat in range(len(points))
            ]
            for seat, sheep in enumerate(held):
                points[seat] += len({square for square, _ in pasture}) * (sheep == max(held))
        return points

    def places(self) -> list[int]:
        """By points, then by the sheep that are left."""
        ranks = list(zip(self.totals(), self.sheep, strict=True))
        return [1 + sum(other > mine for other in ranks) for mine in ranks]
