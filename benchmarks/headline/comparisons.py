"""What is told as ratios.

In:   names of what was measured.      Out:  Comparisons, by heading.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from benchmarks.headline.catanatron import CATAN
from benchmarks.headline.earlier import BEFORE
from benchmarks.headline.growing import CROWDS, PRINTERS, SCORERS, USUAL, crowd_name
from benchmarks.headline.loads import UNTIL, WAYS

PACKS = {
    "base": ("keyflower",),
    "all packs": ("keyflower", "farmers", "merchants", "emporium", "key_celeste", "keymelequin"),
}
SEATS = (2, 4, 6)
GAME, GAME_PYTHON, BATCH, PYTHON, NUMBERS = "Game", "Game by Python", "batch", "batch by Python", "batch by numbers"
UNCOUNTED, UNCOUNTED_PYTHON = "batch without counting", "batch by Python without counting"
RANDOM, GREEDY = "random bots", "greedy bots"
GREEDY_BATCH, GREEDY_PYTHON = "greedy batch", "greedy batch by Python"
CATANS, OLD, PRINTED, COPIES = "Ours / Catanatron's", "Ours / before", "Native / Python", "Copies of a state halfway"


@dataclass(frozen=True, slots=True)
class Comparison:
    """One rate by another."""

    heading: str
    name: str
    unit: str
    above: str
    below: str


def label(packs: str, players: int) -> str:
    """What is played."""
    return f"{packs}, {players} players"


def comparisons(is_against: bool) -> Iterator[Comparison]:
    """All of them."""
    yield from _catanatron()
    if is_against:
        yield from _before()
    yield from _doors()
    yield from _copies()
    yield from _loads()
    yield from _growth()


def _catanatron() -> Iterator[Comparison]:
    for packs in PACKS:
        for way in (GAME, BATCH, NUMBERS, GAME_PYTHON, PYTHON, RANDOM, GREEDY, GREEDY_BATCH):
            name = f"{way}, {label(packs, 4)}"
            for unit in ("games", "choices"):
                yield Comparison(CATANS, name, unit, name, CATAN)


def _before() -> Iterator[Comparison]:
    for packs in PACKS:
        what = label(packs, 4)
        for ours, theirs in (
            (GAME, GAME),
            (RANDOM, RANDOM),
            (BATCH, RANDOM),
            (PYTHON, RANDOM),
            (GREEDY, GREEDY),
            (GREEDY_BATCH, GREEDY),
            (GREEDY_PYTHON, GREEDY),
        ):
            name = f"{ours} / its {theirs}, {what}"
            for unit in ("games", "choices"):  # where rules changed since, games may be longer or shorter
                yield Comparison(OLD, name, unit, f"{ours}, {what}", f"{BEFORE}: {theirs}, {what}")
        yield Comparison(
            OLD, f"State.copy, {what}", "copies", f"State.copy, {what}", f"{BEFORE}: State.copy, {what}"
        )
    for way in ("Game, first options", "Game, all answers"):
        name = crowd_name(way, USUAL)
        yield Comparison(OLD, name, "lists", name, f"{BEFORE}: {name}")


def _doors() -> Iterator[Comparison]:
    for packs in PACKS:
        for players in SEATS:
            what = label(packs, players)
            yield Comparison("Batch / through Game", what, "games", f"{BATCH}, {what}", f"{GAME}, {what}")
    for packs in PACKS:
        what = label(packs, 4)
        for native, python in ((GAME, GAME_PYTHON), (BATCH, PYTHON), (GREEDY_BATCH, GREEDY_PYTHON)):
            name = f"{native}, {what}"
            yield Comparison(PRINTED, name, "games", name, f"{python}, {what}")
    for packs in PACKS:
        what = label(packs, 4)
        for counted, uncounted in ((BATCH, UNCOUNTED), (PYTHON, UNCOUNTED_PYTHON)):
            name = f"{counted}, {what}"
            yield Comparison("Counting steps / not counting", name, "games", name, f"{uncounted}, {what}")
    for packs in PACKS:
        what = label(packs, 4)
        yield Comparison(
            "Simulations, followed / choice by choice",
            what,
            "games",
            f"sim followed, {what}",
            f"sim choice by choice, {what}",
        )


def _copies() -> Iterator[Comparison]:
    for packs in PACKS:
        what = label(packs, 4)
        for above, below in (
            ("words, natively", "State.copy"),
            ("State.copy", "Game.clone"),
        ):
            yield Comparison(
                COPIES, f"{above} / {below}, {what}", "copies", f"{above}, {what}", f"{below}, {what}"
            )


def _loads() -> Iterator[Comparison]:
    for packs in PACKS:
        for way in WAYS[1:]:
            for behind in UNTIL:
                above, below = f"load {way}{behind}, {packs}", f"load cold{behind}, {packs}"
                yield Comparison("Loads a second / cold ones", f"{way}{behind}, {packs}", "loads", above, below)


def _growth() -> Iterator[Comparison]:
    for what, crowds in CROWDS.items():
        for printer in PRINTERS:
            first, *others = (crowd_name(f"all answers by {printer}", at) for at in crowds)
            for name in others:
                yield Comparison(f"Growth with {what}: times as long as the first", name, "lists", first, name)
    for count in range(2, len(PACKS["all packs"]) + 1):
        heading = "Growth with packs: a choice takes so many times as long as with one"
        yield Comparison(heading, f"{count} packs", "choices", "1 packs, batch", f"{count} packs, batch")
    for count in SCORERS[1:]:
        heading = f"Growth with scorers: times as long as with {SCORERS[0]}"
        yield Comparison(heading, f"{count} scorers", "lists", f"{SCORERS[0]} scorers", f"{count} scorers")
