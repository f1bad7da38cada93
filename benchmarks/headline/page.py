"""What was measured as text for people and as JSON.

In:   Told: rates of every round, sizes, and what could not be measured.      Out:  lines of Markdown, or data.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from benchmarks.headline.comparisons import Comparison
from benchmarks.headline.rounds import Found, Spread, ratio, spread


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """All that is told."""

    about: Mapping[str, str]
    found: Found
    compared: Sequence[Comparison]
    missing: Mapping[str, str]
    sizes: Mapping[str, Sequence[int]]  # bytes


def as_data(told: Told) -> dict[str, Any]:
    """All of it, for programs."""
    return {
        "about": dict(told.about),
        "ratios": [
            {"heading": each.heading, "name": each.name, "unit": each.unit, **_numbers(made)}
            for each in told.compared
            if (made := ratio(told.found, each.above, each.below, each.unit)) is not None
        ],
        "rates": [
            {"name": name, "unit": f"{unit} a second", **_numbers(spread(rates)), "rounds": rates}
            for (name, unit), rates in told.found.items()
        ],
        "sizes": [
            {"name": name, "unit": "bytes", **_numbers(spread(each)), "rounds": list(each)}
            for name, each in told.sizes.items()
        ],
        "not measured": dict(told.missing),
    }


def as_page(told: Told) -> list[str]:
    """All of it, for people."""
    lines = ["# Headline", "", *INTRODUCTION, "", *(f"- {name}: {value}" for name, value in told.about.items()), ""]
    for heading in dict.fromkeys(each.heading for each in told.compared):
        lines += [f"## {heading}", "", "| what | of | ratio | least to most |", "|---|---|---|---|"]
        lines += [
            f"| {each.name} | {each.unit} | {_ratio(told, each)} |"
            for each in told.compared
            if each.heading == heading
        ]
        lines.append("")
    lines += ["## Memory", "", "| what | kB | least to most |", "|---|---|---|"]
    for name, sizes in told.sizes.items():
        made = spread([size / 1024 for size in sizes])
        lines.append(f"| {name} | {_rate(made.middle)} | {_rate(made.least)} to {_rate(made.most)} |")
    lines += ["", "## Rates", "", "| what | unit | a second | least to most |", "|---|---|---|---|"]
    for (name, unit), rates in told.found.items():
        made = spread(rates)
        lines.append(f"| {name} | {unit} | {_rate(made.middle)} | {_rate(made.least)} to {_rate(made.most)} |")
    lines += [f"| {name} | | not measured: {why} | |" for name, why in told.missing.items()]
    return [*lines, ""]


INTRODUCTION = (
    "Made by `python -m benchmarks.headline`: all in one run on one core, in turn, round after round; processor time. Rates are",
    "medians of the rounds. Ratios are made round by round; their median stands first, then the least and the most of them.",
    "Through `Game` what is offered has its notation and its text; bots play through `Game`, too, and nothing is shown or told.",
    "In batch the very same games are played as through `Game`. Catanatron (Catan by hand in Python) plays with four random",
    "players. What is said to be before is done by an earlier revision of this project, with its own content and the same seeds.",
    "Base is the pack `keyflower`; all packs are that and `farmers`, `merchants`, `emporium`, `key_celeste` and `keymelequin`.",
)


def _ratio(told: Told, each: Comparison) -> str:
    made = ratio(told.found, each.above, each.below, each.unit)
    if made is None:
        why = next((told.missing[name] for name in (each.above, each.below) if name in told.missing), "left out")
        return f"not measured: {why} | "
    places = 2 if made.middle >= 0.1 else 3
    return f"{made.middle:.{places}f} | {made.least:.{places}f} to {made.most:.{places}f}"


def _numbers(made: Spread) -> dict[str, float]:
    return {"median": made.middle, "least": made.least, "most": made.most}


def _rate(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.1f}" if abs(value) >= 1 else f"{value:.2f}"
