"""All that is measured of our rules, and of an earlier revision beside it.

In:   how long each may take in a round.      Out:  Runners, and why some are missing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import kfdsl
from benchmarks.headline import copying, doors, growing, loads, playing
from benchmarks.headline.comparisons import (
    BATCH,
    GAME,
    GAME_PYTHON,
    GREEDY,
    GREEDY_BATCH,
    GREEDY_PYTHON,
    NUMBERS,
    PACKS,
    PYTHON,
    RANDOM,
    SEATS,
    UNCOUNTED,
    UNCOUNTED_PYTHON,
    label,
)
from benchmarks.headline.earlier import BEFORE, Earlier
from benchmarks.headline.rounds import Runner
from benchmarks.headline.uncounted import without_counting
from kfdsl.api import Rules
from kfdsl.engine.flat.wasm.native import available

NO_WASM = "wasmtime is not installed"
TOO_LONG = "left out of a quick run"
BY_BATCH = ", then a game in batch"
LOADS = 5  # rounds in which packs are loaded, which takes long


@dataclass(slots=True)
class Everything:
    """What is measured, in a run of some length."""

    share: float  # seconds of a round that each may take
    is_quick: bool
    earlier: Earlier | None
    missing: dict[str, str] = field(default_factory=dict)
    native: bool = field(default_factory=available)

    def runners(self) -> Iterator[Runner]:
        """All of them."""
        all_packs = [kfdsl.load(*PACKS["all packs"][:count]) for count in range(1, len(PACKS["all packs"]) + 1)]
        for packs, rules in zip(PACKS, (all_packs[0], all_packs[-1]), strict=True):
            if self.native:
                for players in SEATS:
                    rules.table(players).compile_now()
            yield from self._random(packs, rules)
            yield from self._greedy(packs, rules)
            what, share = label(packs, 4), self.share / 4
            yield from copying.runners(what, rules, 4, share, self.native)
            if self.earlier:
                seed, choices = copying.halfway_seed(), copying.halfway_choices(rules, 4)
                yield self.earlier.copies(what, PACKS[packs], seed, choices, share)
            yield from doors.runners(what, rules, 4, share, self.native)
            yield from self._loads(packs)
        yield from self._growing(all_packs)

    def _random(self, packs: str, rules: Rules) -> Iterator[Runner]:
        for players in SEATS:
            what = label(packs, players)
            plays: dict[str, playing.Play] = {}
            if players == 4:
                if self.earlier:
                    names = PACKS[packs]
                    plays[f"{BEFORE}: {GAME}"] = self.earlier.plays(names, players, "random", is_shown=True)
                    plays[f"{BEFORE}: {RANDOM}"] = self.earlier.plays(names, players, "random", is_shown=False)
                plays[GAME_PYTHON] = playing.through_game(by_python(packs, players), players)
                plays[PYTHON] = playing.in_python(rules, players, "random")
                plays[UNCOUNTED_PYTHON] = without_counting(rules, players, is_native=False)
                plays[RANDOM] = playing.by_bots(rules, players, "random")
            plays[GAME] = playing.through_game(rules, players)
            if self.native and players == 4:
                plays[UNCOUNTED] = without_counting(rules, players, is_native=True)
            if self.native:
                plays[BATCH] = playing.in_batch(rules, players, "random")
                yield playing.by_numbers(what, rules, players, self.share)
            else:
                self.missing |= {f"{way}, {what}": NO_WASM for way in (BATCH, NUMBERS)}
            yield from playing.runners(what, plays, self.share, "random", BATCH, BEFORES)

    def _greedy(self, packs: str, rules: Rules) -> Iterator[Runner]:
        for players in (4,) if self.is_quick else SEATS:
            what = label(packs, players)
            plays: dict[str, playing.Play] = {}
            slow: dict[str, playing.Play] = {}
            if players == 4:
                if self.earlier:
                    slow[f"{BEFORE}: {GREEDY}"] = self.earlier.plays(PACKS[packs], players, "greedy", is_shown=False)
                slow[GREEDY_PYTHON] = playing.in_python(rules, players, "greedy")
            if self.is_quick and (packs != "base" or not self.earlier):
                self.missing |= {f"{way}, {what}": TOO_LONG for way in slow}
            else:
                plays |= slow
            plays[GREEDY] = playing.by_bots(rules, players, "greedy")
            if self.native:
                plays[GREEDY_BATCH] = playing.in_batch(rules, players, "greedy")
            else:
                self.missing[f"{GREEDY_BATCH}, {what}"] = NO_WASM
            yield from playing.runners(what, plays, self.share, "greedy", GREEDY_BATCH, BEFORES)

    def _loads(self, packs: str) -> Iterator[Runner]:
        wanted = list(loads.UNTIL) if not self.is_quick else ["", BY_BATCH] if packs == "base" else []
        for behind in loads.UNTIL:
            if behind not in wanted:
                self.missing |= {f"load {way}{behind}, {packs}": TOO_LONG for way in loads.WAYS}
        yield from loads.loads(packs, PACKS[packs], 1 if self.is_quick else LOADS, wanted)

    def _growing(self, all_packs: list[Rules]) -> Iterator[Runner]:
        share = self.share / 4
        yield from growing.crowds(all_packs[0], share, self.native)
        for runner in growing.through_game(all_packs[0], share):
            yield runner
            if self.earlier:
                way = "first_options" if "first" in runner.name else "all_answers"
                yield self.earlier.lists(runner.name, way, growing.USUAL, share)
        if self.native:
            yield from growing.packs(all_packs, share)
        yield from growing.scorers(share)


BEFORES = frozenset(f"{BEFORE}: {way}" for way in (GAME, RANDOM, GREEDY))


def by_python(packs: str, players: int) -> Rules:
    """Rules that are never compiled for that many players."""
    rules = kfdsl.load(*PACKS[packs])
    rules.table(players).go_on_in_python()
    return rules
