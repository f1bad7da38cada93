"""How fast in all: random games and choices a second, in one run with Catanatron; and copies of a state.

    python -m benchmarks.headline [--quick] [--json]

Prints a page, or JSON. A run that is not quick puts the page into benchmarks/HEADLINE.md.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import kfdsl
from benchmarks.headline import copying, doors, playing
from benchmarks.headline.catanatron import Catanatron, Missing
from benchmarks.headline.page import Comparison, as_data, as_page, load_now, surroundings
from benchmarks.headline.rounds import Runner, measured, times_for
from kfdsl.engine.flat.wasm.native import available

PAGE = Path(__file__).resolve().parents[1] / "HEADLINE.md"
PACKS = {
    "base": ("keyflower",),
    "all packs": ("keyflower", "farmers", "merchants", "emporium", "key_celeste", "keymelequin"),
}
SEATS = (2, 4, 6)
CATAN = "Catanatron, 4 players"
GAME, BATCH, PYTHON, NUMBERS = "Game", "batch", "batch by Python", "batch by numbers"


def label(packs: str, players: int) -> str:
    """What is played."""
    return f"{packs}, {players} players"


def comparisons() -> Iterator[Comparison]:
    """What is told as ratios."""
    for packs in PACKS:
        for way in (GAME, BATCH):
            for unit in ("games", "choices"):
                name = f"{way}, {label(packs, 4)}"
                yield Comparison("Ours / Catanatron's", name, unit, name, CATAN)
        by_numbers = f"{NUMBERS}, {label(packs, 4)}"
        yield Comparison("Ours / Catanatron's", by_numbers, "choices", by_numbers, CATAN)
    for packs in PACKS:
        what = label(packs, 4)
        yield Comparison(
            "Simulations, native and followed / choice by choice",
            what,
            "games",
            f"sim followed, {what}",
            f"sim choice by choice, {what}",
        )
        for way in ("cached", "one text changed"):
            for behind in ("", ", one game played out"):
                above, below = f"load {way}{behind}, {packs}", f"load cold{behind}, {packs}"
                yield Comparison("Loads a second / cold ones", f"{way}{behind}, {packs}", "loads", above, below)
    for packs in PACKS:
        for players in SEATS:
            what = label(packs, players)
            yield Comparison("Batch / through Game", what, "games", f"{BATCH}, {what}", f"{GAME}, {what}")
    what = label("base", 2)
    yield Comparison(
        "Batch by the Python printer / others", f"{what} / Game", "games", f"{PYTHON}, {what}", f"{GAME}, {what}"
    )
    yield Comparison(
        "Batch by the Python printer / others", f"{what} / batch", "games", f"{PYTHON}, {what}", f"{BATCH}, {what}"
    )
    for packs in PACKS:
        what = label(packs, 4)
        for way in ("State.copy", "Game.clone"):
            yield Comparison(
                "Copies of a state halfway, words natively / as kept by Game",
                f"{what} / {way}",
                "copies",
                f"words, natively, {what}",
                f"{way}, {what}",
            )


def our_runners(share: float, missing: dict[str, str]) -> Iterator[Runner]:
    """Games and copies by our rules."""
    native = available()
    for packs, names in PACKS.items():
        rules = kfdsl.load(*names)
        for players in SEATS:
            what = label(packs, players)
            plays = {GAME: playing.through_game(rules, players)}
            if native:
                plays[BATCH] = playing.in_batch(rules, players)
            else:
                missing[f"{BATCH}, {what}"] = "wasmtime is not installed"
            if (packs, players) == ("base", 2):
                plays[PYTHON] = playing.in_python(rules, players)
            yield from playing.runners(what, plays, share)
        if not native:
            missing[f"words, natively, {label(packs, 4)}"] = "wasmtime is not installed"
        yield from copying.runners(label(packs, 4), rules, 4, share / 4, native)
        yield from doors.runners(label(packs, 4), rules, 4, share / 4, native)
        yield from doors.loads(packs, names)


def catan_runner(catan: Catanatron, share: float) -> Runner:
    """Its games, other ones in each round."""
    games = times_for(lambda _: catan.play(range(4)), share) * 4
    return Runner(CATAN, lambda number: catan.play(range(number * games, (number + 1) * games)), 1)


def main() -> int:
    """Measure and tell."""
    quick = "--quick" in sys.argv
    share, rounds = (0.15, 3) if quick else (0.75, 9)
    missing: dict[str, str] = {}
    runners: list[Runner] = []
    catan = None
    try:
        catan = Catanatron()
        runners.append(catan_runner(catan, share))
    except Missing as why:
        missing[CATAN] = str(why)
    runners += our_runners(share, missing)
    about = surroundings(catan.version if catan else "not measured")
    found = measured(runners, rounds)
    about |= {"load after": load_now(), "rounds": str(rounds)}
    if catan:
        catan.close()
    page = as_page(found, tuple(comparisons()), missing, about)
    print(
        json.dumps(as_data(found, tuple(comparisons()), missing, about), indent=2)
        if "--json" in sys.argv
        else "\n".join(page)
    )
    if not quick:
        PAGE.write_text("\n".join(page), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
