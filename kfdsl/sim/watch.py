"""What happens to the cards of a game, seen from outside.

In:   a game, looked at before every answer and at its end.      Out:  Played.
No card is known by name here. A card took part in a game if, from the first question on, somebody had it, it was moved or turned, it
could have been picked, it was named in an answer, or it scored. One that was only dealt out of the way before did not.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from kfdsl.engine.choices.question import ASK, Question
from kfdsl.engine.play.game import Choice, Game
from kfdsl.engine.play.standing import places
from kfdsl.program import made_names
from kfdsl.program.numbering import Numbering
from kfdsl.sim.result import PICKED, Played, Reason

_INSIDE = re.compile(r"\([^()]*\)")  # where pieces lie, not what an answer is about
_NAME = re.compile(r"[a-z]\w*(?:\.[a-z]\w*)?(?:#\d+)?")


class Watch:
    """Looks at one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.layout = game.table.layout
        tables = self.layout.tables
        self.where: Sequence[int] = tables["WHERE"]
        self.face: Sequence[int] = tables["FACE"]
        alike = self.layout.numbering.copies.values()
        self.things = list(range(len(self.where)))  # card → the first that is a copy of the same
        for copies in alike:
            self.things[copies.start : copies.stop] = [copies.start] * len(copies)
        self.part: set[int] = set()
        self.lain: set[tuple[int, str]] = set()
        self.turned: set[int] = set()
        self.longest, self.longest_at = 0, ""
        self.choices = 0
        self.first = self.now = self._position()
        self._look_around(self.now[0])

    def asked(self, question: Question) -> None:
        """Look at a question that somebody answers."""
        self._look()
        self.part.update(_offered(question))

    def answered(self, choice: Choice) -> None:
        """Look at a question, and at every part of the answer that it gets."""
        question = self.game.question
        self.asked(question)
        for at in range(len(self.game.atoms), len(choice.atoms)):
            length = len(question.options(choice.atoms[:at]))
            if length > self.longest:
                self.longest, self.longest_at = length, place(question.info.menu or question.info.rule, at, question.table.numbering)
        self.choices += choice.whole

    def ended(self, number: int, bots: Sequence[str]) -> Played:
        """What there is to say when the game is over."""
        self._look()
        game = self.game
        things, named = self.things, self._named()
        owners = {(things[card], owner) for card in range(len(things)) if (owner := self._owner(card)) is not None}
        points: Counter[tuple[int, Reason]] = Counter()
        for seat, value, reason, *_ in game.state.sheet:
            sort, what = reason
            points[seat, (sort, things[what]) if sort == "card" and isinstance(what, int) else reason] += value
        scored = {what for (_, (sort, what)), value in points.items() if sort == "card" and value}
        part = (
            self.part | self.turned | {card for card, _ in named} | {card for card in scored if isinstance(card, int)}
        )
        return Played(
            number=number,
            seed=game.seed,
            bots=tuple(bots),
            totals=tuple(game.totals()),
            winners=tuple(seat for seat, place in enumerate(places(game.table, game.state)) if place == 1),
            points=dict(points),
            choices=self.choices,
            answers=len(game.log),
            longest=self.longest,
            longest_at=self.longest_at,
            part=frozenset(things[card] for card in part),
            lain=frozenset((things[card], place) for card, place in self.lain if card in part),
            named=dict(_together(named, things)),
            owners=frozenset(owners),
            faces=frozenset((things[card], self._shown(card)) for card in part if self.face[card] >= 0),
            turned=frozenset(things[card] for card in self.turned),
        )

    # ---- where cards lie

    def _position(self) -> tuple[list[int], list[int]]:
        cells = self.game.state.cells
        return [cells[at] for at in self.where], [cells[at] if at >= 0 else 0 for at in self.face]

    def _look(self) -> None:
        """Note what changed since the last look."""
        position = self._position()
        if position == self.now:
            return
        self.now = position
        where, faces = position
        self._look_around(where)
        self.part |= {card for card, at in enumerate(where) if at != self.first[0][card]}
        self.turned |= {card for card, face in enumerate(faces) if face != self.first[1][card]}

    def _look_around(self, where: list[int]) -> None:
        cells = self.layout.cells
        self.lain |= {(card, cells[at].name) for card, at in enumerate(where)}
        self.part |= {card for card in range(len(where)) if self._owner(card) is not None}

    def _owner(self, card: int) -> int | None:
        """Who has a card, or the card that it lies on."""
        for _ in range(len(self.where)):
            cell = self.layout.cells[self.now[0][card]]
            if cell.player is not None or cell.card is None:
                return cell.player
            card = cell.card
        return None

    def _shown(self, card: int) -> str:
        return str(self.layout.numbering.faces(card)[self.now[1][card]])

    # ---- what was answered

    def _named(self) -> Counter[tuple[int, str]]:
        """How often each card was named with each action; the log is made of names."""
        numbering = self.layout.numbering
        found: Counter[tuple[int, str]] = Counter()
        for line in self.game.log:
            words = _NAME.findall(_INSIDE.sub("", line.notation))
            action = words[0] if words and words[0] in numbering.actions else PICKED
            found.update({(numbering.cards[word], action) for word in words if word in numbering.cards})
        return found


def _together(named: Counter[tuple[int, str]], things: Sequence[int]) -> Counter[tuple[int, str]]:
    """What was counted of cards, of all copies of a thing together."""
    found: Counter[tuple[int, str]] = Counter()
    for (card, action), count in named.items():
        found[things[card], action] += count
    return found


def _offered(question: Question) -> Iterator[int]:
    """The cards that an answer could begin with, before needs."""
    if question.info.sort in ("items", "several"):
        type_ = question.info.type
        if type_ is not None and "card" in (type_.head, type_.inner.head if type_.inner else ""):
            yield from question.items(ASK, ())
    if question.info.sort == "menu":
        for number in (*question.table.menu_actions[question.info.menu], *question.free):
            params = question.action(number).params
            if params and params[0].type.head == "card":
                yield from question.items(number, ())


def place(asked: str, at: int, names: Numbering) -> str:
    """What is asked, for people: the menu, or the rule that asks, by name; and which part of the answer."""
    return made_names.in_words(made_names.first_of(asked, names.qualified)) + (f", part {at + 1} of the answer" if at else "")
