"""What one player may know: the position, and what just happened.

In:   a game and a seat (None for somebody who only watches).      Out:  plain data of strings, numbers, lists and dicts.
All of it follows from who may see and count each place; see redeal for the other side of that coin.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kfdsl.engine.choices import notation
from kfdsl.engine.choices.choice import Line
from kfdsl.engine.choices.question import Question
from kfdsl.engine.machine.bundles import Bundle, bits, bundle_of
from kfdsl.engine.machine.layout import Cell, Layout
from kfdsl.engine.play.game import Game
from kfdsl.engine.words.state import Event, State
from kfdsl.program import made_names
from kfdsl.program.types import Type

NOBODY = -1  # a seat that owns nothing, for those who only watch


@dataclass(frozen=True, slots=True)
class Told:
    """One thing that happened, in words for one viewer, and the line of content that caused it."""

    text: str
    at: str


@dataclass(frozen=True, slots=True)
class Answered:
    """One answer of the log, as far as one viewer may know it."""

    player: str
    words: str


def view(game: Game, seat: int | None) -> dict[str, Any]:
    """Everything that a player may know now."""
    who = NOBODY if seat is None else seat
    layout, state = game.table.layout, game.state
    return {
        "players": list(game.names),
        "viewer": None if seat is None else game.names[seat],
        "over": game.over,
        "to_act": list(game.to_act),
        "asked": _asked(game, seat),
        "places": {
            layout.name(at): _contents(layout, cell, state.cells[at], who)
            for at, cell in enumerate(layout.cells)
            if cell.sort in ("tokens", "cards")
        },
        "variables": {
            layout.name(at): _variable(game, cell, state.cells[at])
            for at, cell in enumerate(layout.cells)
            if cell.sort == "var" and _shows(layout, state, cell, who)
        },
        "faces": {
            layout.numbering.program.cards[cell.card].name: layout.numbering.faces(cell.card)[state.cells[at]]
            for at, cell in enumerate(layout.cells)
            if cell.sort == "face" and cell.card is not None and _shows(layout, state, cell, who)
        },
        "spots": {
            layout.numbering.program.cards[cell.card].name: layout.numbering.spot_told(state.cells[at])
            for at, cell in enumerate(layout.cells)
            if cell.sort == "spot"
            and cell.card is not None
            and state.cells[at] is not None
            and _shows(layout, state, cell, who)
        },
        "sheet": [
            {"player": game.names[player], "points": points, "reason": reason_title(game, reason), "with": allocated}
            for player, points, reason, _, allocated in state.sheet
        ],
    }


def told(game: Game, events: list[Event], seat: int | None) -> list[Told]:
    """What happened, in words for one viewer; what the viewer cannot see is only counted."""
    who = NOBODY if seat is None else seat
    lines = game.table.lines
    return [Told(_words(game, event, who), lines[event[4]].place) for event in events]


def told_openly(game: Game, events: list[Event]) -> list[Told]:
    """The same with nothing hidden, for those who write rules."""
    return [Told(_words(game, event, None), game.table.lines[event[4]].place) for event in events]


def log_for(game: Game, seat: int | None) -> list[Answered]:
    """The log as one viewer may know it; what answered itself is nobody's answer."""
    found = [Answered(game.names[line.player], known_of(game, line, seat)) for line in game.log if not line.alone]
    return [line for line in found if line.words]


def known_of(game: Game, line: Line, seat: int | None) -> str:
    """As much of a logged answer as a viewer may know: one's own whole, of others which action it is."""
    if line.player == seat:
        return line.notation
    first = line.notation.partition(" ")[0]
    return made_names.in_words(first) if first in game.table.numbering.actions else ""


def reason_title(game: Game, reason: tuple[str, Any]) -> str:
    """What points were for."""
    sort, what = reason
    return game.table.wording.title(what) if sort == "card" else str(what)


# ---- the position


def _asked(game: Game, seat: int | None) -> dict[str, str] | None:
    """What is asked; how far the answer has come is known only to the one who gives it."""
    if game.over:
        return None
    own = seat if seat in game.table.waiting(game.state) else None
    question = game.question if own is None else Question(game.table, game.state, own)
    found = {"rule": question.info.rule, "label": question.info.label}
    parts = game.begun().get(NOBODY if seat is None else seat)
    if parts:
        found["so_far"] = notation.write(question, parts)
    return found


def _shows(layout: Layout, state: State, cell: Cell, who: int) -> bool:
    """Whether what belongs to a card is in sight: a card that lies face down shows nothing."""
    if cell.card is None:
        return True
    lies: int = state.cells[layout.tables["WHERE"][cell.card]]
    return layout.cells[lies].seen_by(who)


def _contents(layout: Layout, cell: Cell, value: Any, who: int) -> dict[str, Any]:
    numbering = layout.numbering
    if cell.seen_by(who):
        if cell.sort == "cards":
            return {"cards": [numbering.program.cards[card].name for card in value]}
        return {"tokens": {numbering.program.tokens[i].name: count for i, count in enumerate(value) if count}}
    if cell.counted_by(who):
        return {"count": len(value) if cell.sort == "cards" else sum(value)}
    return {"hidden": True}


def _variable(game: Game, cell: Cell, value: Any) -> Any:
    return _plain(game, value, game.table.numbering.vars[cell.name].type)


def _plain(game: Game, value: Any, type_: Type) -> Any:
    """A value as a reader of JSON would want it: ids, names of players, lists."""
    wording, numbering = game.table.wording, game.table.numbering
    match type_.head:
        case _ if value is None:
            return None
        case "maybe" if type_.inner:
            return _plain(game, value, type_.inner)
        case "list" if type_.inner:
            return [_plain(game, each, type_.inner) for each in value]
        case "set" if type_.inner:
            return [_plain(game, each, type_.inner) for each in bits(value)]
        case "bundle" | "group":
            bundle: Bundle = bundle_of(value, numbering.zero) if type_.head == "group" else value
            return {numbering.program.tokens[i].name: count for i, count in enumerate(bundle) if count}
        case "want":
            return [
                {"count": count, "of": [numbering.program.tokens[i].name for i in bits(mask)], "different": different}
                for count, mask, different in value
            ]
        case "player":
            return game.names[value]
        case "number" | "bool" | "text":
            return value
        case _:
            return wording.id(value, type_)


# ---- what happened


def _words(game: Game, event: Event, who: int | None) -> str:
    """An event as somebody saw it; nobody in particular sees everything."""
    layout, wording = game.table.layout, game.table.wording
    match event[0]:
        case "show" | "toss":
            face = game.table.numbering.faces(event[1])[event[2]]
            return f"{wording.title(event[1])} shows {face.replace('_', ' ')}"
        case "set":
            type_ = game.table.numbering.vars[layout.cells[event[1]].name].type
            return f"{_place(game, event[1])} is {wording.word(event[2], type_, game.names)}"
        case "shuffle":
            return f"{_place(game, event[1])} is shuffled"
        case sort:
            source, target, what = event[1:4]
            is_seen = who is None or layout.cells[source].seen_by(who) or layout.cells[target].seen_by(who)
            if sort == "card":
                shown = wording.title(what) if is_seen else "a card"
            else:
                shown = wording.things(what) if is_seen else _pieces(sum(what))
            return f"{shown}: {_place(game, source)} → {_place(game, target)}"


def _pieces(count: int) -> str:
    return "1 piece" if count == 1 else f"{count} pieces"


def _place(game: Game, at: int) -> str:
    cell = game.table.layout.cells[at]
    words = f"{game.table.wording.index(cell)} {made_names.in_words(cell.name)}".lstrip()
    if cell.card is not None:
        words += f" of {game.table.wording.title(cell.card)}"
    return f"{words}, {game.names[cell.player]}" if cell.player is not None else words
