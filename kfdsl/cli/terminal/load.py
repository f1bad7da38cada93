"""Load packs for a command.

In:   names, folders or zips, as they were typed.      Out:  Rules, or Broken or Wrong with all diagnostics.
"""

from __future__ import annotations

import sys
from contextlib import nullcontext
from multiprocessing import parent_process

from kfdsl.api import Rules, load_into
from kfdsl.cli.terminal import output
from kfdsl.text.diagnostic import Report
from kfdsl.text.render import render, to_json


def split(words: str) -> list[str]:
    """`a,b` as names."""
    found = [word.strip() for word in words.split(",")]
    if not all(found):
        raise output.Wrong(
            f"`{words}` names nothing between two commas"
            if any(found)
            else "no pack was named; `kfdsl packs` lists them"
        )
    return found


def load(wanted: list[str], json: bool = False) -> Rules:
    """The rules, or a complaint, for a person or for a program."""
    report = Report()
    rules = read(wanted, report)
    if rules is not None:
        return rules
    if json:
        output.say_json({"fine": False, "diagnostics": to_json(report.diagnostics)})
        raise output.Told(output.code_of(report.diagnostics))
    errors = [each for each in report.diagnostics if each.severity == "error"]
    if output.code_of(errors) == output.CALLED_WRONGLY:
        first = errors[0]
        where = f"{first.where}: " if first.where else ""
        raise output.Wrong(where + first.message + (f"; {first.help}" if first.help else ""))
    raise output.Broken(render(errors, colour=is_coloured()))


def read(wanted: list[str], report: Report) -> Rules | None:
    """The rules, or nothing and a report; whoever waits at a terminal is told so."""
    is_ours = parent_process() is None  # others would write into what it shows
    with output.busy("reading the rules …") if is_ours else nullcontext():
        return load_into(wanted, report)


def is_coloured() -> bool:
    """Whether complaints may be coloured."""
    return sys.stderr is not None and output.is_coloured(sys.stderr)
