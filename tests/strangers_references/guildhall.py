"""Guildhall by hand: what everybody owns, and what may be done and paid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator

COST = {
    "penny": 0, "groat": 3, "crown": 6, "cottage": 2, "house": 5, "hall": 8, "errand": 3,
    "carter": 4, "fair": 5, "tithe": 4, "broom": 2, "mimic": 4, "encore": 5,
}  # fmt: skip
WORTH = {"cottage": 1, "house": 3, "hall": 6}
DEEDS = {"errand", "carter", "fair", "tithe", "broom", "mimic", "encore"}
Answers = Generator[int, str, None]  # it gives who is asked, and takes the answer


class Guildhall:
    """A game that is told one answer after the other, each by whom it must come from."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.owned = [
            {f"penny#{7 * seat + at}" for at in range(1, 8)} | {f"cottage#{3 * seat + at}" for at in range(1, 4)}
            for seat in range(players)
        ]
        self.hand_sizes = [5] * players
        self.sold: Counter[str] = Counter()
        self.rounds = 0
        self.deeds = self.buys = self.earned = self.spent = 0
        self.table: list[str] = []
        self.over = False
        self.rules = self.game()
        self.asked = next(self.rules)

    def play(self, seat: int, answer: str) -> None:
        """The next answer."""
        assert seat == self.asked, (seat, self.asked, answer)
        try:
            self.asked = self.rules.send(answer)
        except StopIteration:
            self.over = True

    def game(self) -> Answers:
        """Twelve rounds, or until the halls are sold."""
        while self.rounds < 12 and self.sold["hall"] < 6:
            self.rounds += 1
            for seat in range(self.players):
                yield from self.turn(seat)

    def turn(self, seat: int) -> Answers:
        """Deeds, then what is bought; five cards again."""
        self.deeds, self.buys, self.earned, self.spent, self.table = 1, 1, 0, 0, []
        while (answer := (yield seat)) != "stop":
            verb, card = answer.split()
            assert verb == "do_deed" and self.deeds > 0 and card in self.owned[seat] and card not in self.table
            self.deeds -= 1
            self.table.append(card)
            yield from self.deed(seat, card)
        while (answer := (yield seat)) != "stop":
            verb, card = answer.split()
            assert verb == "buy" and self.buys > 0 and all(card not in owned for owned in self.owned)
            self.buys -= 1
            self.spent += COST[name(card)]
            self.owned[seat].add(card)
            self.sold[name(card)] += 1
        self.hand_sizes[seat] = min(5, len(self.owned[seat]))

    def deed(self, seat: int, card: str) -> Answers:
        """What a card does that lies on the table."""
        match name(card):
            case "errand":
                self.deeds += 2
            case "carter":
                pass  # it draws, and nobody knows what
            case "fair":
                self.deeds, self.earned, self.buys = self.deeds + 1, self.earned + 1, self.buys + 1
            case "tithe":
                self.earned += 2
                for other in self.others(seat):
                    if self.hand_sizes[other] > 3:
                        kept = (yield other).split(" + ")
                        assert len(set(kept)) == 3 and set(kept) <= self.owned[other]
                        self.hand_sizes[other] = 3
            case "broom":
                answer = yield seat
                old = set() if answer == "nothing" else set(answer.split(" + "))
                assert len(old) <= 2 and old <= self.owned[seat] - set(self.table)
                self.owned[seat] -= old
            case "mimic":
                models = [each for each in self.table if name(each) not in ("mimic", "encore")]
                if models:
                    model = yield seat
                    assert model in models
                    yield from self.deed(seat, model)
            case "encore":
                chosen = yield seat
                if chosen != "nothing":
                    assert name(chosen) in DEEDS - {"encore"} and chosen in self.owned[seat] - set(self.table)
                    self.table.append(chosen)
                    yield from self.deed(seat, chosen)
                    yield from self.deed(seat, chosen)

    def others(self, seat: int) -> Iterator[int]:
        """All others, round the table."""
        return ((seat + away) % self.players for away in range(1, self.players))

    def points(self) -> list[int]:
        return [sum(WORTH.get(name(card), 0) for card in owned) for owned in self.owned]

    def places(self) -> list[int]:
        """By points, then by who owns fewer cards."""
        ranks = [(points, -len(owned)) for points, owned in zip(self.points(), self.owned, strict=True)]
        return [1 + sum(other > mine for other in ranks) for mine in ranks]


def name(card: str) -> str:
    """What a card is one of."""
    return card.split("#", maxsplit=1)[0]
