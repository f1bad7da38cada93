"""That those who act at once do not get in each other's way.

In:   the graph of calls.      Out:  a report of what would make it matter who answers first.
Each of them may read and change what is their own; may read what nobody changes meanwhile; and may put pieces into a place of all
in which nothing has an order and at which nobody looks meanwhile.
"""

from __future__ import annotations

from dataclasses import dataclass

from kfdsl.analysis.deeds import Deeds
from kfdsl.analysis.effects import (
    ASK,
    AT_ONCE,
    CHANCE,
    CHANGE,
    FACES,
    MOVE,
    PUT,
    READ,
    SHEET,
    Effect,
    Summary,
    Trail,
    parameter,
)
from kfdsl.analysis.scope import Reads
from kfdsl.program import core
from kfdsl.program.core.walk import statements
from kfdsl.text.diagnostic import Aside, Report
from kfdsl.text.source import Span

MOST_STEPS = 6  # of the way to a deed that are shown
Words = tuple[str, str]  # what is wrong, and what to write


def apart(deeds: Deeds, report: Report) -> None:
    """Judge every `apart` of a program."""
    for rule in deeds.calls.program.rules:
        for stmt in statements(rule.body):
            if isinstance(stmt, core.Apart):
                found = deeds.of(stmt.body, {stmt.name: parameter(stmt.name)})
                judge = _Judge(stmt, deeds.reads, found)
                told: set[tuple[Words, Trail]] = set()
                for touch, trail in judge.found.items():
                    words = judge.words(touch, trail)
                    if words is not None and (words, trail) not in told:
                        told.add((words, trail))
                        _tell(stmt, words, trail, report)


@dataclass(frozen=True, slots=True)
class Touch:
    """An effect as far as it matters here: whether it is about what is the player's own."""

    deed: str
    what: str
    own: bool


class _Judge:
    """What is wrong about effects, given all of them."""

    def __init__(self, stmt: core.Apart, reads: Reads, effects: Summary) -> None:
        self.name = stmt.name
        self.places, self.vars = reads.places, reads.vars
        self.found: dict[Touch, Trail] = {}
        blocks = [trail[-1][0] for effect, trail in effects.items() if effect.deed == AT_ONCE]
        for effect, trail in effects.items():
            inside = any(_within(span, block) for span, _ in trail for block in blocks)
            if trail and (effect.deed == AT_ONCE or not inside):  # a block inside is judged by itself
                self.found.setdefault(self.touch(effect), trail)
        self.changed = {each.what for each in self.found if each.own and each.deed in (CHANGE, MOVE, PUT)}
        self.read = {each.what for each in self.found if each.deed == READ}
        self.behind = f"do it behind the block: `for {self.name} in players {{ … }}`"

    def touch(self, effect: Effect) -> Touch:
        """What is done, and whether it is the player's own: a place, what belongs to a card there, or an answer."""
        return Touch(effect.deed, effect.what, effect.whose <= {self.name})

    def words(self, touch: Touch, trail: Trail) -> Words | None:
        """What is wrong, and what to write; None if nothing is."""
        match touch.deed, touch.what:
            case _, what if what == SHEET and touch.deed != READ:
                return "points stand on one sheet, so it would matter who is first", self.behind
            case deed, _ if deed == READ:
                return self.reads(touch)
            case deed, _ if touch.own and deed != AT_ONCE:
                return None
            case deed, _ if deed == PUT:
                return self.puts(touch)
            case deed, _ if deed == CHANGE:
                return self.changes(touch)
            case deed, _ if deed == MOVE:
                return (
                    f"nothing says that `{trail[-1][0].words}` is `{self.name}`'s, so somebody else may want it",
                    f"pick it from a place of the player's: `place({self.name})`",
                )
            case deed, _ if deed == ASK:
                return (
                    f"somebody else than `{self.name}` may be asked, who acts at the same time",
                    f"write `ask by {self.name} …`, or `by {self.name}` behind what is called",
                )
            case deed, _ if deed == CHANCE:
                return "chance is one for all, so it would matter who is first", "draw in front of the block"
            case _:
                return "several act at once already", "write one block behind the other"

    def reads(self, touch: Touch) -> Words | None:
        """Nobody may look at what somebody else changes meanwhile."""
        if touch.own or touch.what not in self.changed:
            return None
        what = {FACES: "the faces of cards"}.get(touch.what, f"`{touch.what}`")
        return (
            f"{what} may be read while somebody else changes it, so it would matter who is first",
            f"read only what is `{self.name}`'s, or put it into a `let` in front of the block",
        )

    def puts(self, touch: Touch) -> Words | None:
        """Pieces may be added to what has no order and is not looked at."""
        place = self.places[touch.what]
        if place.per_player:
            return self.changes(touch)
        if place.single or (place.content and place.ordered):
            return (
                f"`{place.name}` takes one card, so it would matter who is first"
                if place.single
                else f"cards lie in order in `{place.name}`, so it would matter who is first",
                self.behind if place.single else f"{self.behind}; or let `{place.name}` be a place without `in order`",
            )
        if place.name in self.read | self.changed:
            return (
                f"`{place.name}` is looked at as well, so it would matter who is first",
                f"only put pieces into `{place.name}` here; {self.behind}",
            )
        return None

    def changes(self, touch: Touch) -> Words:
        """Something that is not one's own."""
        place = self.places.get(touch.what)
        if touch.what == FACES:
            return (
                f"nothing says that this card is `{self.name}`'s",
                f"take the card from a place of the player's: `place({self.name})`",
            )
        kept = place or self.vars.get(touch.what)
        if kept is not None and "player" in kept.per:
            name = kept.name.rpartition(".")[2]
            return f"nothing says that this is `{self.name}`'s `{name}`", f"write `{self._own(kept)}`"
        if (place is not None and place.owner) or (place is None and "." in touch.what):
            return (
                f"nothing says that this `{touch.what.rpartition('.')[2]}` is that of a card of `{self.name}`'s",
                f"take the card from a place of the player's: `place({self.name})`",
            )
        way_out = self.behind if place is not None else f"{self.behind}; or keep it with a card of the player's"
        return f"`{touch.what}` is one for all, so it would matter who is first", way_out

    def _own(self, kept: core.PlaceDef | core.VarDef) -> str:
        """How a place or variable of the player's is written."""
        name, per = kept.name.rpartition(".")[2], [self.name if each == "player" else each.lower() for each in kept.per]
        is_place = isinstance(kept, core.PlaceDef)
        return f"{'' if is_place or not kept.owner else 'card.'}{name}({', '.join(['card'] * (is_place and bool(kept.owner)) + per)})"


def _within(span: Span, block: Span) -> bool:
    return span.source == block.source and block.start <= span.start and span.end <= block.end


def _tell(stmt: core.Apart, words: Words, trail: Trail, report: Report) -> None:
    (span, label), *steps = trail
    asides = [Aside(span=at, label=each) for at, each in steps[-MOST_STEPS:] if at != span]
    report.error(
        "not-apart",
        words[0],
        span,
        label=label,
        asides=[*asides, Aside(span=stmt.items.span, label="all of these act at once")],
        help=words[1],
    )
