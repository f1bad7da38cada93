"""`kfdsl check`: every mistake in packs, taken together.

In:   names, folders or zips.      Out:  diagnostics, a summary line, an exit code.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from kfdsl.api import MOST_PLAYERS, Rules
from kfdsl.cli.terminal import arguments, output
from kfdsl.cli.terminal.load import read
from kfdsl.lang.judge.bounds.bounds import bounds as bounds_of
from kfdsl.lang.judge.bounds.bounds import listings
from kfdsl.lang.judge.bounds.cost import WITHOUT_END, Cost
from kfdsl.lang.judge.bounds.sizes import PIECES, counted
from kfdsl.text.diagnostic import Diagnostic, Report
from kfdsl.text.render import to_json


def check(wanted: Sequence[str], json: bool, bounds: bool = False, players: str | None = None) -> int:
    """Report what is wrong in packs; if asked, also what each rule costs at most between two choices."""
    if players is not None and not bounds:
        raise output.Wrong("`--players` says for how many players `--bounds` are told; write `--bounds` as well")
    many = None if players is None else arguments.number(players, "--players", 1, MOST_PLAYERS)
    report = Report()
    rules = read(list(wanted), report)
    found = report.diagnostics
    names = [f"{name} {version}" for name, version in rules.program.packs] if rules else []
    if json:
        costs = _told(rules, many or rules.seats[1]) if bounds and rules else {}
        output.say_json({"fine": rules is not None, "packs": names, "diagnostics": to_json(found), **costs})
    else:
        output.diagnostics(found, sys.stdout)
        if bounds and rules:
            _tell_costs(_told(rules, many or rules.seats[1]))
        output.say(("\n" if found else "") + summary(names, found))
        absent = followed_in_vain(rules) if rules else []
        if absent:
            output.say(f"Not looked at: what stands in `with {'`, `with '.join(absent)}`; name these packs as well.")
    return output.code_of(found)


def _told(rules: Rules, players: int) -> dict[str, Any]:
    """What everything takes at most, in words and as a number; none where that is not known."""
    sizes = counted(rules.program, players)

    def numbers(found: Mapping[str, Cost], unit: str) -> dict[str, dict[str, object]]:
        return {name: {"at_most": str(cost), unit: cost.number(sizes)} for name, cost in sorted(found.items())}

    return {
        "players": players,
        "limits": asdict(rules.limits),
        "pieces": sizes[PIECES],
        "cards": len(rules.program.cards),
        "bounds": numbers(bounds_of(rules.program), "steps"),
        "listings": numbers(listings(rules.program), "answers"),
    }


def _tell_costs(told: Mapping[str, Any]) -> None:
    limits = told["limits"]
    output.say(
        f"{told['players']} players, {told['pieces']} pieces of {limits['pieces']}, {told['cards']} cards of {limits['cards']}"
    )
    for part, unit, heading in (
        ("bounds", "steps", f"steps between two choices, at most; {limits['steps']} are allowed"),
        (
            "listings",
            "answers",
            f"answers listed at once, at most; {limits['answers']} are allowed, and more part by part",
        ),
    ):
        rows = [("", unit, heading)]
        rows += [(name, _shown(cost[unit]), str(cost["at_most"])) for name, cost in told[part].items()]
        output.say_rows(rows)


def _shown(number: int | None) -> str:
    return "not known" if number is None else "no end" if number >= WITHOUT_END else _short(number)


def _short(steps: int) -> str:
    """A number that is easily compared with others."""
    return f"{steps:,}" if steps < 1_000_000 else f"{steps:.1e}" if steps < 10**300 else str(steps)


def followed_in_vain(rules: Rules) -> list[str]:
    """Packs that others follow and that are not there, so that what is meant for them was left out."""
    there = {pack.name for pack in rules.packs}
    return sorted({each.pack for pack in rules.packs for each in pack.manifest.follows} - there)


def summary(names: Sequence[str], found: Sequence[Diagnostic]) -> str:
    """How it went, in one line."""
    errors = sum(each.severity == "error" for each in found)
    warnings = len(found) - errors
    counted = [output.count(number, word) for number, word in ((errors, "error"), (warnings, "warning")) if number]
    if errors:
        return ", ".join(counted)
    return f"{', '.join(names)}: " + (", ".join(counted) or "nothing wrong")
