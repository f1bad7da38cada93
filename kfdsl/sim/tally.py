"""Counts over many games.

In:   Played, one after another.      Out:  Tally, made of whole numbers, so that it does not matter who counted first.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TypeAlias

from kfdsl.sim.result import Played, Reason
from kfdsl.sim.statistics import Numbers

Row: TypeAlias = tuple[int, int, tuple[str, ...], tuple[int, ...], int]  # number, seed, bots, totals, choices
WIN = 27720  # one win, which any number of players up to twelve can share


@dataclass(slots=True)
class Side:
    """Everybody who sat in a seat, or was played by a bot."""

    totals: Numbers = field(default_factory=Numbers)
    wins: int = 0


@dataclass(slots=True)
class Scored:
    """Points for one reason: in how many games there were any, and how many by winners and others."""

    games: int = 0
    winners: int = 0
    others: int = 0


@dataclass(slots=True)
class OfCard:
    """What became of one card."""

    part: int = 0
    places: Counter[str] = field(default_factory=Counter)
    named: Counter[str] = field(default_factory=Counter)
    named_games: int = 0
    faces: Counter[str] = field(default_factory=Counter)
    turned: int = 0
    scored: int = 0
    points: int = 0
    owners: Counter[str] = field(default_factory=Counter)  # by bot
    wins: int = 0
    had: int = 0  # points of owners
    had_not: int = 0  # of all others in those games
    without: int = 0  # how many these were


@dataclass(slots=True)
class Tally:
    """All games so far."""

    games: list[Row] = field(default_factory=list)
    seats: defaultdict[int, Side] = field(default_factory=lambda: defaultdict(Side))
    bots: defaultdict[str, Side] = field(default_factory=lambda: defaultdict(Side))
    totals: Numbers = field(default_factory=Numbers)
    choices: Numbers = field(default_factory=Numbers)
    answers: Numbers = field(default_factory=Numbers)
    reasons: defaultdict[Reason, Scored] = field(default_factory=lambda: defaultdict(Scored))
    cards: defaultdict[int, OfCard] = field(default_factory=lambda: defaultdict(OfCard))
    winners: int = 0
    longest: int = 0
    longest_at: str = ""

    def add(self, played: Played) -> None:
        """One more game."""
        self.games.append((played.number, played.seed, played.bots, played.totals, played.choices))
        self.choices.add(played.choices)
        self.answers.add(played.answers)
        self.winners += len(played.winners)
        if played.longest > self.longest:
            self.longest, self.longest_at = played.longest, played.longest_at
        share = WIN // len(played.winners)
        for seat, (bot, total) in enumerate(zip(played.bots, played.totals, strict=True)):
            self.totals.add(total)
            for side in (self.seats[seat], self.bots[bot]):
                side.totals.add(total)
                side.wins += share if seat in played.winners else 0
        self._add_points(played)
        self._add_cards(played)

    def _add_points(self, played: Played) -> None:
        for reason in {reason for (_, reason), points in played.points.items() if points}:
            self.reasons[reason].games += 1
        for (seat, reason), points in played.points.items():
            if not points:
                continue
            if seat in played.winners:
                self.reasons[reason].winners += points
            else:
                self.reasons[reason].others += points
            if reason[0] == "card" and isinstance(reason[1], int):
                self.cards[reason[1]].points += points

    def _add_cards(self, played: Played) -> None:
        for card in played.part:
            self.cards[card].part += 1
        for card, place in played.lain:
            self.cards[card].places[place] += 1
        for (card, action), count in played.named.items():
            self.cards[card].named[action] += count
        for card in {card for card, _ in played.named}:
            self.cards[card].named_games += 1
        for card, face in played.faces:
            self.cards[card].faces[face] += 1
        for card in played.turned:
            self.cards[card].turned += 1
        for scored in {what for (_, (sort, what)), points in played.points.items() if sort == "card" and points}:
            self.cards[int(scored)].scored += 1
        share = WIN // len(played.winners)
        for card, seat in played.owners:
            found = self.cards[card]
            found.owners[played.bots[seat]] += 1
            found.wins += share if seat in played.winners else 0
            found.had += played.totals[seat]
            found.had_not += sum(played.totals) - played.totals[seat]
            found.without += len(played.totals) - 1
