"""What somebody does not see, and what is said of it.

In:   what is looked at, and for whom.      Out:  a report: which place it is, who does not see it, and by which way it is read.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from kfdsl.analysis.effects import READ, SOMEBODY, Effect, Players, Summary, Trail, are_others
from kfdsl.program import core
from kfdsl.text.diagnostic import Aside, Report
from kfdsl.text.source import Span

MOST_STEPS = 6  # of the way to a secret that are shown


class Hidden:
    """Knows who sees what, and what was told already."""

    def __init__(self, places: Mapping[str, core.PlaceDef], report: Report) -> None:
        self.places, self.report = places, report
        self.told: set[tuple[str, bool, int, int, str]] = set()  # a place is told once for each spot where it is read

    def tell(self, who: Players, reads: Summary, asked: Span | None) -> None:
        """Report reads of what somebody does not see; of several of the same kind the first."""
        seen = set()
        for effect, trail in reads.items():
            kind = effect.what, effect.contents, effect.whose, effect.amount
            if effect.deed == READ and effect.what in self.places and kind not in seen:
                seen.add(kind)
                if not self._is_visible(effect, who):
                    self._tell(effect, trail, asked)

    def _is_visible(self, read: Effect, who: Players) -> bool:
        """Whether somebody may look at this."""
        place = self.places[read.what]
        allowed = {place.seen} if read.contents or read.amount else {place.seen, place.counted}
        if len(who) != 1 or SOMEBODY in who:
            return "all" in allowed
        is_own, is_others = (
            "owner" in allowed and read.whose <= who,
            "others" in allowed and are_others(read.whose, who),
        )
        return "all" in allowed or is_own or is_others

    def _tell(self, read: Effect, trail: Trail, asked: Span | None) -> None:
        """Say which place it is, who does not see it, and by which way it is read."""
        place = self.places[read.what]
        contents = read.contents or bool(read.amount)
        way = _by_the_newcomer(trail, place)
        (span, label), *steps = way
        if (place.name, contents, span.start, span.end, span.source.name) in self.told:
            return
        self.told.add((place.name, contents, span.start, span.end, span.source.name))
        asides = [Aside(span=at, label=words) for at, words in steps[:MOST_STEPS]]
        asides += [Aside(span=asked, label="asked here")] if asked is not None and asked != span else []
        asides.append(Aside(span=place.span, label=_sight_of(place)))
        what = f"what lies in `{place.name}`" if contents else f"how many lie in `{place.name}`"
        seen = {"owner": "somebody else's", "others": "perhaps one's own"}.get(place.seen, "hidden")
        self.report.error(
            "secret",
            f"{what} is {seen}, but what can be chosen would depend on it",
            span,
            label=label,
            asides=asides,
            help=(self._elsewhere(span, place) if way != trail else "") or _advice(place, contents),
            note="no offer may depend on what the one who chooses cannot know",
        )

    def _elsewhere(self, span: Span, place: core.PlaceDef) -> str:
        """That a token which is named lies where all see it, and not here; nothing if it does not."""
        here = {name for _, name, _ in place.holds}
        for word in re.findall(r"[a-z_]\w*", span.words):
            for other in self.places.values():
                if word not in here and other.seen == "all" and word in {name for _, name, _ in other.holds}:
                    return f"`{word}` lies in `{other.name}` at first and not in `{place.name}`: take it from there"
        return ""


def _by_the_newcomer(trail: Trail, place: core.PlaceDef) -> Trail:
    """The way with a step of a third pack in front, if there is one: rules of others, sound without it, lead there from its own."""
    others = (trail[0][0].source.pack, place.span.source.pack)
    found = [step for step in trail if step[0].source.pack not in others]
    return (found[-1], *(step for step in trail if step != found[-1])) if found else trail


def _sight_of(place: core.PlaceDef) -> str:
    seen = {
        "all": "seen by all",
        "owner": "only its owner sees it",
        "others": "all but its owner see it",
        "none": "nobody sees into it",
    }[place.seen]
    if place.counted == "all" and place.seen != "all":
        return f"{seen}, everybody may count it"
    return seen if place.counted != "none" else "nobody sees into it or counts it"


def _advice(place: core.PlaceDef, contents: bool) -> str:
    if place.seen == "owner":
        return f"read only `{place.name}` of the one who chooses" + (
            ", or count it whole" if contents and place.counted == "all" else ""
        )
    if place.seen == "others":
        return f"read only `{place.name}` of others, such as `p: player in players but me`" + (
            ", or count it whole" if contents and place.counted == "all" else ""
        )
    if contents and place.counted == "all":
        return f"`size({place.name})` may be read; or move `up to` so many, and let nothing that may fail come after"
    return "move `up to` so many, and let nothing that may fail come after; or declare the place `seen by all`"
