"""Those who act at once, as they might have come as far in another world.

In:   a world in which hidden pieces lie elsewhere, and the real one.      Out:  the same world, in which others name other pieces.
How far others have come is known; which hidden pieces their rules under way speak of is not. So these speak there of others, which lie
where the named ones lay.
"""

from __future__ import annotations

from typing import Any

from kfdsl.engine.choices.question import Question
from kfdsl.engine.machine.bundles import Bundle
from kfdsl.engine.machine.chance import below
from kfdsl.engine.play.sealed_answers import any_answer
from kfdsl.engine.rules.table import Impossible, Table
from kfdsl.engine.words.stack import Apart, Frame, Part
from kfdsl.engine.words.state import State
from kfdsl.program.types import Type


class NotThere(Exception):
    """In that world there is nothing that could be named instead."""


class _Renaming:
    """Names pieces anew for one who acts, each the same wherever it is named."""

    def __init__(self, table: Table, real: State, world: State, seat: int) -> None:
        self.table, self.real, self.world, self.seat = table, real, world, seat
        self.where = table.layout.tables["WHERE"]
        self.cards: dict[int, int] = {}

    def frame(self, frame: Frame, tail: Frame) -> Frame:
        """Rules under way down to what all who act share."""
        if frame is tail or frame is None:
            return frame
        number, values, below_it = frame
        known = self.table.words.stacks.blocks[number].known
        anew = tuple(self.value(value, type_) for value, (_, type_) in zip(values, known, strict=True))
        return (number, anew, self.frame(below_it, tail))

    def value(self, value: Any, type_: Type | None) -> Any:
        """A local; what names no pieces stays."""
        if value is None or type_ is None:
            return value
        match type_.head:
            case "card":
                return self.card(value)
            case "group":
                return tuple((cell, self.some(cell, bundle)) for cell, bundle in value)
            case "maybe":
                return self.value(value, type_.inner)
            case "list" if type_.inner is not None and isinstance(value, tuple):
                return tuple(self.value(each, type_.inner) for each in value)
            case _:
                return value

    def card(self, card: int) -> int:
        """A card that lies where the one lay, if that is hidden; two of them stay two."""
        cell: int = self.real.cells[self.where[card]]
        if self.table.layout.cells[cell].seen_by(self.seat):
            return card
        if card not in self.cards:
            left = sorted(set(self.world.cells[cell]) - set(self.cards.values()))
            if not left:
                raise NotThere
            self.cards[card] = left[self.below(len(left))]
        return self.cards[card]

    def some(self, cell: int, bundle: Bundle) -> Bundle:
        """As many tokens of what lies there, if that is hidden."""
        if self.table.layout.cells[cell].seen_by(self.seat):
            return bundle
        pool = [token for token, count in enumerate(self.world.cells[cell]) for _ in range(count)]
        if len(pool) < sum(bundle):
            raise NotThere
        found = [0] * len(bundle)
        for _ in range(sum(bundle)):
            found[pool.pop(self.below(len(pool)))] += 1
        return tuple(found)

    def below(self, bound: int) -> int:
        found, self.world.chance = below(self.world.chance, bound)
        return found


def name_anew(table: Table, real: State, world: State, seat: int) -> bool:
    """Let others who act at once name other pieces; answers whether all of them can go on from there."""
    assert real.apart is not None
    try:
        everybody = [_anew(table, real, world, seat, part) for part in _parts(real)]
    except NotThere:
        return False
    top = next((part for part in everybody if part.seat == real.apart.seat), None)
    others = tuple(part for part in everybody if part.seat != real.apart.seat)
    world.apart = Apart(real.apart.tail, real.apart.seat, others, real.apart.number)
    if top is not None:
        world.frame = top.frame
    return all(_can_go_on(table, world, part) for part in everybody if part.seat != seat)


def _parts(g: State) -> list[Part]:
    """Everybody who acts and is not done, by seat."""
    assert g.apart is not None
    return sorted((Part(g.apart.seat, g.ask, g.frame), *g.apart.others), key=lambda part: part.seat)


def _anew(table: Table, real: State, world: State, seat: int, part: Part) -> Part:
    assert real.apart is not None
    if part.seat == seat:
        return part
    return part._replace(frame=_Renaming(table, real, world, seat).frame(part.frame, real.apart.tail))


def _can_go_on(table: Table, world: State, part: Part) -> bool:
    if part.ask < 0:
        return True  # has not begun
    try:
        return any_answer(Question(table, world, part.seat), world.chance)[0] is not None
    except Impossible:
        return False
