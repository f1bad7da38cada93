"""What was measured as text for people and as JSON.

In:   rates of every round, and what could not be measured.      Out:  lines of Markdown, or data.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from benchmarks.headline.rounds import Found, Spread, ratio, spread


@dataclass(frozen=True, slots=True)
class Comparison:
    """One rate by another."""

    heading: str
    name: str
    unit: str
    above: str
    below: str


def surroundings(catanatron: str) -> dict[str, str]:
    """When and on what."""
    return {
        "date": datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        "Python": f"{platform.python_implementation()} {platform.python_version()}",
        "wasmtime": _version("wasmtime"),
        "Catanatron": catanatron,
        "processor": _processor(),
        "cores": str(os.cpu_count()),
        "load before": load_now(),
    }


def as_data(
    found: Found, compared: Sequence[Comparison], missing: Mapping[str, str], about: Mapping[str, str]
) -> dict[str, Any]:
    """All of it, for programs."""
    return {
        "about": dict(about),
        "rates": [
            {"name": name, "unit": f"{unit} a second", **_numbers(spread(rates)), "rounds": rates}
            for (name, unit), rates in found.items()
        ],
        "ratios": [
            {"heading": each.heading, "name": each.name, "unit": each.unit, **_numbers(made)}
            for each in compared
            if (made := ratio(found, each.above, each.below, each.unit)) is not None
        ],
        "not measured": dict(missing),
    }


def as_page(
    found: Found, compared: Sequence[Comparison], missing: Mapping[str, str], about: Mapping[str, str]
) -> list[str]:
    """All of it, for people."""
    lines = ["# Headline", "", *INTRODUCTION, "", *(f"- {name}: {value}" for name, value in about.items()), ""]
    for heading in dict.fromkeys(each.heading for each in compared):
        lines += [f"## {heading}", "", "| what | of | ratio | least to most |", "|---|---|---|---|"]
        for each in compared:
            if each.heading == heading:
                lines.append(f"| {each.name} | {each.unit} | {_ratio(found, each, missing)} |")
        lines.append("")
    lines += ["## Rates", "", "| what | unit | a second | least to most |", "|---|---|---|---|"]
    for (name, unit), rates in found.items():
        made = spread(rates)
        lines.append(f"| {name} | {unit} | {_rate(made.middle)} | {_rate(made.least)} to {_rate(made.most)} |")
    lines += [f"| {name} | | not measured: {why} | |" for name, why in missing.items()]
    return [*lines, ""]


INTRODUCTION = (
    "Made by `python -m benchmarks.headline`: all in one run on one core, in turn, round after round; processor time. Rates are",
    "medians of the rounds. Ratios are made round by round; their median stands first, then the least and the most of them.",
    "Through `Game` and in batch the very same games are played, each choice made at random; what is offered through `Game` has",
    "its notation and its text. Catanatron (Catan by hand in Python) plays with four random players. Base is the pack",
    "`keyflower`; all packs are that and `farmers`, `merchants`, `emporium`, `key_celeste` and `keymelequin`.",
)


def _ratio(found: Found, each: Comparison, missing: Mapping[str, str]) -> str:
    made = ratio(found, each.above, each.below, each.unit)
    if made is None:
        why = next((missing[name] for name in (each.above, each.below) if name in missing), "left out")
        return f"not measured: {why} | "
    places = 2 if made.middle >= 0.1 else 3
    return f"{made.middle:.{places}f} | {made.least:.{places}f} to {made.most:.{places}f}"


def _numbers(made: Spread) -> dict[str, float]:
    return {"median": made.middle, "least": made.least, "most": made.most}


def _rate(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}"


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def _processor() -> str:
    about = Path("/proc/cpuinfo")
    lines = about.read_text(encoding="utf-8").splitlines() if about.exists() else []
    return next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), platform.machine())


def load_now() -> str:
    return ", ".join(f"{each:.2f}" for each in os.getloadavg())
