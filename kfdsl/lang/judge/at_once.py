"""That those who act at once do not get in each other's way.

In:   the graph of calls.      Out:  a report of what would make it matter who answers first.
Each of them may read and change what is their own; may read what nobody changes meanwhile; and may put pieces into a place of all
in which nothing has an order and at which nobody looks meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterable

from kfdsl.analysis.calls import Calls
from kfdsl.analysis.touch import (
    ASKS,
    CARDS,
    CHANCE,
    CHANGE,
    FACES,
    FOREIGN,
    ME,
    NESTED,
    PUT,
    READ,
    SHEET,
    Tag,
    Touch,
    Touches,
    Trail,
)
from kfdsl.analysis.touch_deeds import Toucher
from kfdsl.program import core
from kfdsl.program.core.walk import statements
from kfdsl.text.diagnostic import Aside, Report

MOST_STEPS = 6  # of the way to a deed that are shown
Words = tuple[str, str]  # what is wrong, and what to write


def apart(calls: Calls, report: Report) -> None:
    """Judge every `apart` of a program."""
    toucher = Toucher(calls)
    for rule in calls.program.rules:
        for stmt in statements(rule.body):
            if isinstance(stmt, core.Apart):
                found: Touches = {}
                toucher.stmt(stmt.body, {stmt.name: Tag(ME)}, found)
                judge = _Judge(stmt, toucher.places, found)
                for touch, trail in found.items():
                    words = judge.words(touch)
                    if words is not None:
                        _tell(stmt, words, trail, report)


class _Judge:
    """What is wrong about touches, given all of them."""

    def __init__(self, stmt: core.Apart, places: dict[str, core.PlaceDef], found: Iterable[Touch]) -> None:
        self.name = stmt.name
        self.places = places
        self.changed = {touch.what for touch in found if touch.deed == CHANGE and touch.own}
        self.put = {touch.what for touch in found if touch.deed == PUT}
        self.read = {touch.what for touch in found if touch.deed == READ}
        self.behind = f"do it behind the block: `for {self.name} in players {{ … }}`"

    def words(self, touch: Touch) -> Words | None:
        """What is wrong, and what to write; None if nothing is."""
        match touch.deed:
            case _ if touch.deed == READ:
                return self.reads(touch)
            case _ if touch.deed == PUT:
                return self.puts(touch)
            case _ if touch.deed == CHANGE:
                return None if touch.own else self.changes(touch)
            case _ if touch.deed == FOREIGN:
                return (
                    f"nothing says that `{touch.what}` is `{self.name}`'s, so somebody else may want it",
                    f"pick it from a place of the player's: `place({self.name})`",
                )
            case _ if touch.deed == ASKS:
                return (
                    f"somebody else than `{self.name}` may be asked, who acts at the same time",
                    f"write `ask by {self.name} …`, or `by {self.name}` behind what is called",
                )
            case _:
                return {
                    CHANCE: ("chance is one for all, so it would matter who is first", "draw in front of the block"),
                    SHEET: ("points stand on one sheet, so it would matter who is first", self.behind),
                    NESTED: ("several act at once already", "write one block behind the other"),
                }[touch.deed]

    def reads(self, touch: Touch) -> Words | None:
        """Nobody may look at what somebody else changes meanwhile."""
        if touch.own or touch.what not in self.changed:
            return None
        what = {FACES: "the faces of cards", CARDS: "where cards lie"}.get(touch.what, f"`{touch.what}`")
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
        if place is not None and place.per_player:
            return (
                f"nothing says that this is `{self.name}`'s `{place.name}`",
                f"write `{place.name}({', '.join(['card'] * bool(place.owner) + [self.name])})`",
            )
        if (place is not None and place.owner) or (place is None and "." in touch.what):
            return (
                f"nothing says that this `{touch.what.rpartition('.')[2]}` is that of a card of `{self.name}`'s",
                f"take the card from a place of the player's: `place({self.name})`",
            )
        way_out = self.behind if place is not None else f"{self.behind}; or keep it with a card of the player's"
        return f"`{touch.what}` is one for all, so it would matter who is first", way_out


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
