"""How fast: the engine, printed as Python and as WebAssembly, against the same rules written by hand in Python, in one run.

    python -m benchmarks.speed [--quick] [--json]

All do the same work on the same positions in turn, several rounds of each. Times are for orientation; ratios are what counts, 1.00
being the speed of by_hand.py. A run that is not quick puts them into benchmarks/RESULTS.md; a quick one is rough.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.speed.compared import NATIVE, PYTHON, Line, all_sides, printers
from benchmarks.speed.listing import growth, listing, playouts
from benchmarks.speed.positions import positions
from benchmarks.speed.rules import answers, copies, queries
from benchmarks.surroundings import ROUGH, surroundings

RESULTS = Path(__file__).resolve().parents[1] / "RESULTS.md"
# of medians: a query in Python reads numbers from memory, counts steps, and makes lists number by number, by hand it does none of it
LIMITS = {("Queries", PYTHON): 7.0, ("Answers", NATIVE): 1.0, ("Playing at random", NATIVE): 2.0}
INTRODUCTION = (
    "Made by `python -m benchmarks.speed`: how many times as long the engine takes as the same rules written by hand in Python",
    "(`by_hand.py`, for the rules in `slice/`), measured in one run, in turn; 1.00 is as fast. Medians of the rounds stand first, then",
    "the least and the most. A query is one call of what became of it, which for WebAssembly is mostly the way there from Python. By",
    "hand there is but one way of listing, all whole answers at once, knowing that a group has one colour; the other ways are compared",
    "with it. Limits of medians: " + "; ".join(f"{heading}, {printer}: {most}" for (heading, printer), most in LIMITS.items()) + ".",
)


def page(found: Sequence[tuple[str, list[Line]]], about: dict[str, str]) -> list[str]:
    """Lines of Markdown."""
    heads = " | ".join(f"{each} / by hand | least to most" for each in printers())
    lines = ["# How fast", "", *INTRODUCTION, "", *(f"- {name}: {value}" for name, value in about.items()), ""]
    for heading, rows in found:
        lines += [f"## {heading}", "", f"| what | {heads} | by hand, µs |", f"|---|{'---|---|' * len(printers())}---|"]
        for row in rows:
            ratios = " | ".join(
                f"{middle:.2f} | {least:.2f} to {most:.2f}" for middle, least, most in row.ratios.values()
            )
            lines.append(f"| {row.name} | {ratios} | {row.by_hand:.2f} |")
        lines.append("")
    return lines


def as_data(found: Sequence[tuple[str, list[Line]]], about: dict[str, str]) -> dict[str, Any]:
    """The same for programs."""
    rows = [
        {
            "heading": heading,
            "name": line.name,
            "by hand, microseconds": line.by_hand,
            "microseconds": dict(line.took),
            "ratios": {
                printer: dict(zip(("median", "least", "most"), numbers, strict=True))
                for printer, numbers in line.ratios.items()
            },
        }
        for heading, lines in found
        for line in lines
    ]
    return {"about": about, "ratios": rows}


def measured(is_quick: bool) -> list[tuple[str, list[Line]]]:
    """All that is measured, by heading."""
    rounds = 3 if is_quick else 9
    sides = all_sides(range(2, 7))
    here = sides[3]
    states = {printer: positions(table, 2 if is_quick else 6) for printer, table in here.tables.items()}
    some = {printer: each[:: max(len(each) // 40, 1)] for printer, each in states.items()}
    return [
        ("Queries", queries(here, some if is_quick else states, rounds)),
        ("Answers", answers(here, some, rounds)),
        ("State", [copies(here, states, rounds)]),
        ("Listing, per turn", listing(here, some, rounds)),
        ("Playing at random", playouts(here, 2 if is_quick else 6, rounds)),
        *((f"Growth with {what}", lines) for what, lines in growth(sides, rounds, is_quick)),
    ]


def main() -> int:
    """Measure and tell; 1 if something is slower than it may be."""
    is_quick = "--quick" in sys.argv
    about = surroundings()
    found = measured(is_quick)
    if is_quick:
        about["rough"] = ROUGH
    lines = page(found, about)
    print(json.dumps(as_data(found, about), indent=2) if "--json" in sys.argv else "\n".join(lines))
    if not is_quick:
        RESULTS.write_text("\n".join(lines), encoding="utf-8")
    slow = [
        f"{line.name} by {printer}: {line.ratios[printer][0]:.2f} is more than {most}"
        for heading, lines in found
        for line in lines
        for (limited, printer), most in LIMITS.items()
        if limited == heading and printer in line.ratios and line.ratios[printer][0] > most
    ]
    print("\n".join(slow), file=sys.stderr)
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
