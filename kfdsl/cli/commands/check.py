"""`kfdsl check`: every mistake in packs, taken together.

In:   names, folders or zips.      Out:  diagnostics, a summary line, an exit code.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from kfdsl.api import Rules
from kfdsl.cli.terminal import output
from kfdsl.cli.terminal.load import read
from kfdsl.lang.judge.bounds.bounds import bounds as bounds_of
from kfdsl.lang.judge.bounds.cost import WITHOUT_END
from kfdsl.lang.judge.bounds.sizes import counted
from kfdsl.text.diagnostic import Diagnostic, Report
from kfdsl.text.render import to_json


def check(wanted: Sequence[str], json: bool, bounds: bool = False) -> int:
    """Report what is wrong in packs; if asked, also what each rule costs at most between two choices."""
    report = Report()
    rules = read(list(wanted), report)
    found = report.diagnostics
    names = [f"{name} {version}" for name, version in rules.program.packs] if rules else []
    if json:
        costs = {"bounds": _costs(rules)} if bounds and rules else {}
        output.say_json({"fine": rules is not None, "packs": names, "diagnostics": to_json(found), **costs})
    else:
        output.diagnostics(found, sys.stdout)
        if bounds and rules:
            _tell_costs(rules)
        output.say(("\n" if found else "") + summary(names, found))
        absent = followed_in_vain(rules) if rules else []
        if absent:
            output.say(f"Not looked at: what stands in `with {'`, `with '.join(absent)}`; name these packs as well.")
    return output.code_of(found)


def _costs(rules: Rules) -> dict[str, dict[str, object]]:
    """What everything costs at most, in words and as a number for as many players as may play; none where that is not known."""
    sizes = counted(rules.program, rules.seats[1])
    found = sorted(bounds_of(rules.program).items())
    return {name: {"at_most": str(cost), "steps": cost.number(sizes)} for name, cost in found}


def _tell_costs(rules: Rules) -> None:
    rows = [("", f"{rules.seats[1]} players", "steps between two choices, at most")]
    for name, cost in _costs(rules).items():
        steps = cost["steps"]
        shown = "not known" if not isinstance(steps, int) else "no end" if steps >= WITHOUT_END else _short(steps)
        rows.append((name, shown, str(cost["at_most"])))
    output.say_rows(rows)


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
