"""What each person has been told.

In:   a choice, before and after it is played.      Out:  lines for each person: who did what, and what came of it.
Of another's answer a person is told the action and what of it lies open; what pieces were taken is told by what happened to them, as
far as the person sees it. What is taken back is forgotten.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from kfdsl.api import Game
from kfdsl.engine.choices.choice import Choice, value_words
from kfdsl.engine.play.view import known_of
from kfdsl.program import made_names

MOST_NEWS = 40


@dataclass(slots=True)
class Told:
    """What one person was told, and how much of it was shown."""

    lines: list[str] = field(default_factory=list)
    shown: int = 0


class News:
    """Keeps the lines of one session."""

    def __init__(self, game: Game, people: Sequence[str]) -> None:
        self.game = game
        self.told = {name: Told([*self._earlier(name)]) for name in people}
        for told in self.told.values():
            told.shown = len(told.lines)
        self.marks: list[tuple[int, dict[str, int]]] = []  # how long the log was, and how much each was told

    def _earlier(self, name: str) -> Iterator[str]:
        """The log of a game that was resumed."""
        for line in self.game.log_for(name):
            yield f"{line.player}: {line.words}"

    def play(self, choice: Choice) -> None:
        """Play, and remember for each person what came of it."""
        game, before = self.game, len(self.game.log)
        actor, whole = game.player, game.foreseen(choice)
        words = {name: self._answer(name, whole) for name in self.told} if whole.whole else {}
        is_next = choice.atoms[: len(game.atoms)] == game.atoms  # otherwise a whole answer, with another begun
        game.play(choice if is_next else choice.notation)
        if not game.lines:
            return
        self.marks.append((before, {name: len(told.lines) for name, told in self.told.items()}))
        for name, told in self.told.items():
            fresh = [line for line in game.lines if not line.alone]
            told.lines += [
                f"{game.names[line.player]}: {said}"
                for number, line in enumerate(fresh)
                if (said := words[name] if not number and game.names[line.player] == actor else known_of(game, line, None))
            ]
            told.lines += [f"    {line}" for line in self._events(name)]

    def undone(self) -> None:
        """Forget what was taken back."""
        while self.marks and self.marks[-1][0] >= len(self.game.log):
            _, lengths = self.marks.pop()
            for name, told in self.told.items():
                del told.lines[lengths[name] :]
                told.shown = min(told.shown, len(told.lines))

    def fresh(self, name: str) -> list[str]:
        """What a person has not been shown yet."""
        told = self.told[name]
        lines = told.lines[told.shown :]
        told.shown = len(told.lines)
        return ["…", *lines[-MOST_NEWS:]] if len(lines) > MOST_NEWS else lines

    def _events(self, name: str) -> Iterator[str]:
        """What happened, in words for a person; cards that go the same way, in one line."""
        events = zip(self.game.events, self.game.told(name), strict=True)
        told = [(event, each.text) for event, each in events if event[0] != "set"]
        for way, group in groupby(told, key=lambda pair: pair[0][:3] if pair[0][0] == "card" else id(pair)):
            texts = [text for _, text in group]
            yield texts[0] if len(texts) == 1 or not isinstance(way, tuple) else _together(texts)

    # ---- what others may know of an answer

    def _answer(self, name: str, choice: Choice) -> str:
        """An answer as a person may know it: one's own whole, of others the action and cards that lie open."""
        game, question = self.game, self.game.question
        if game.player == name:
            return game.words(choice.atoms)
        number, values, _ = question.split(choice.atoms)
        if number < 0:
            return ""
        words = [made_names.in_words(question.action(number).name)]
        for at, value in enumerate(values):
            param = question.action(number).params[at]
            if param.type.head == "player" or (param.type.head == "card" and self._sees(name, value)):
                words += [param.label] if param.label else []
                words.append(value_words(question, number, values[:at], value, game.names))
        return " ".join(words)

    def _sees(self, name: str, card: int) -> bool:
        layout = self.game.table.layout
        lies: int = self.game.state.cells[layout.tables["WHERE"][card]]
        return layout.cells[lies].seen_by(self.game.names.index(name))


def _together(texts: Sequence[str]) -> str:
    """`Bowl, Jug: rack → shed`, or `2 cards: …` where they are not known."""
    way = texts[0].rpartition(": ")[2]
    what = [text.rpartition(": ")[0] for text in texts]
    return f"{', '.join(what)}: {way}" if len(set(what)) == len(what) else f"{len(what)} cards: {way}"
