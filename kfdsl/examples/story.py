"""The story of an example: what lay where, what could be answered, what was, what came of it, and where it stops.

In:   an example under way, told step by step while it is played.      Out:  steps as data; how they look is for whoever shows them.
Nothing is hidden here: an author looks on, not a player.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Literal

from kfdsl.engine.choices.choice import Line
from kfdsl.engine.play.game import CannotGoOn, Game
from kfdsl.engine.play.view import reason_title, told_openly
from kfdsl.engine.words.state import Event, State
from kfdsl.examples.playing import Fails, Playing
from kfdsl.program import core
from kfdsl.text.source import Span

Sort = Literal["given", "asked", "answer", "happened", "by itself", "holds", "sheet", "fails"]
MOST_OFFERED = 24  # choices that are told one by one; how many more there are is only counted
MOST_PLACES = 60  # that a position tells


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that is told, and the line of content behind it."""

    sort: Sort
    text: str
    place: str = ""


@dataclass(slots=True)
class Story:
    """All steps of one example, in order."""

    steps: list[Step] = field(default_factory=list)

    def tell(self, sort: Sort, text: str, span: Span | None = None) -> None:
        self.steps.append(Step(sort, text, span.place if span is not None else ""))

    def position(self, at: Playing, before: State) -> None:
        """What lies otherwise than at the first question of a game."""
        changed = list(_placed(at.game, at.game.state.changed_since(before)))
        for text in changed[:MOST_PLACES]:
            self.tell("given", text)
        if len(changed) > MOST_PLACES:
            self.tell("given", f"… and {len(changed) - MOST_PLACES} more")
        self.happened(at.game, at.game.lines)

    def offered(self, at: Playing, part: core.DoDef) -> None:
        """What could be answered where an answer is given."""
        game = at.game
        if game.over:
            return
        try:
            offered = _listed([choice.notation for choice in game.choices()])
        except CannotGoOn as mistake:
            offered = f"what could be answered cannot be listed: {mistake.what}"
        self.tell("asked", f"{' and '.join(game.to_act)}: {offered}", game.question.line)
        self.tell("answer", f'{game.names[part.player]} "{part.text}"', part.span)

    def happened(self, game: Game, lines: Iterable[Line]) -> None:
        """What came of an answer: deeds with their lines, and what then answered itself."""
        for event, told in zip(game.events, told_openly(game, game.events), strict=True):
            self.steps.append(Step("happened", _by_chance(event) + told.text, told.at))
        for line in lines:
            if line.alone:
                self.tell("by itself", f'{game.names[line.player]} "{line.notation}", the only answer there was')

    def holds(self, part: core.CheckDef) -> None:
        """Something that was looked at and is so."""
        self.tell("holds", _on_one_line(part.span.words), part.span)

    def fails(self, at: Playing, failure: Fails) -> None:
        """Where it stops; the sheet besides, if points are what is wrong."""
        if any(_is_of_points(part) for part in at.example.parts if part.span == failure.span):
            self._sheet(at.game)
        said = f": {failure.label}" if failure.label else ""
        self.tell("fails", _on_one_line(failure.span.words) + said, failure.span)

    def _sheet(self, game: Game) -> None:
        lines = game.table.lines
        for player, points, reason, line, allocated in game.state.sheet:
            behind = f" ({allocated})" if allocated else ""
            text = f"{game.names[player]}: {points} for {reason_title(game, reason)}{behind}"
            self.tell("sheet", text, lines[line] if line >= 0 else None)
        if not game.state.sheet:
            self.tell("sheet", "nobody has any points")


def _listed(notations: list[str]) -> str:
    more = len(notations) - MOST_OFFERED
    shown = " · ".join(notations[:MOST_OFFERED]) or "nothing"
    return f"{shown} · and {more} more" if more > 0 else shown


def _on_one_line(words: str) -> str:
    return " ".join(words.split())


def _by_chance(event: Event) -> str:
    return "drawn, " if event[0] == "draw" else "by chance, " if event[0] in ("toss", "shuffle") else ""


def _is_of_points(part: core.GivenDef | core.DoDef | core.CheckDef) -> bool:
    if not isinstance(part, core.CheckDef):
        return False
    return part.word == "wins" or (part.expr is not None and "score_of" in part.expr.span.words)


def _placed(game: Game, cells: Iterable[int]) -> Iterator[str]:
    """What lies where, as an example would state it."""
    layout, numbering = game.table.layout, game.table.numbering
    for at in cells:
        cell, value = layout.cells[at], game.state.cells[at]
        card = "" if cell.card is None else numbering.program.cards[cell.card].name
        match cell.sort:
            case "tokens":
                yield f"{_name(game, at)} = {game.table.wording.bundle(value) if any(value) else 'empty'}"
            case "cards":
                yield f"{_name(game, at)} = {_row([numbering.program.cards[each] for each in value]) or 'empty'}"
            case "var":
                type_ = numbering.vars[cell.name].type
                yield f"{_name(game, at)} = {game.table.wording.word(value, type_, game.names)}"
            case "face":
                yield f"{card} shows {numbering.faces(cell.card or 0)[value]}"
            case "spot":
                yield f"{card} lies at {_spot(value)}"


def _row(cards: Iterable[core.CardDef]) -> str:
    """`2 village, oak`: copies of a thing that follow one another are counted."""
    found = []
    for name, several in groupby(cards, key=lambda card: card.thing or card.name):
        count = len(list(several))
        found.append(name if count == 1 else f"{count} {name}")
    return ", ".join(found)


def _spot(value: Any) -> str:
    return "no spot" if value is None else f"({value[0]}, {value[1]}) turned {value[2]}"


def _name(game: Game, at: int) -> str:
    """A cell, with players by their names."""
    cell, numbering = game.table.layout.cells[at], game.table.numbering
    own = [numbering.program.cards[cell.card].name] if cell.card is not None else []
    inner = [game.names[which] if per == "player" else numbering.each_of(per)[which] for per, which in cell.at]
    inner += [str(cell.corner + 1)] if cell.corner is not None else []
    name = cell.name
    if cell.sort == "var" and own:
        name, own = f"{own[0]}.{name.rpartition('.')[2]}", []
    return f"{name}({', '.join([*own, *inner])})" if own or inner else name
