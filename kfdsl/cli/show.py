"""`kfdsl show`: something of the content, each line with the pack that wrote it.

In:   a name, packs.      Out:  pack, place and text of every line; notes; the generated Python if wanted.
"""

from __future__ import annotations

import re
import sys

from kfdsl.api import Rules
from kfdsl.cli import say
from kfdsl.cli.describe import Shown, describe
from kfdsl.cli.lines import Line
from kfdsl.cli.loading import load, split
from kfdsl.cli.named import named, names
from kfdsl.program import core
from kfdsl.text.diagnostic import nearest


def show(name: str, packs: str, code: bool, json: bool) -> int:
    """Print what a name stands for."""
    rules = load(split(packs), json)
    found = [describe(rules.program, each) for each in named(rules.program, name)]
    if not found:
        raise say.Wrong(f"nothing is called `{name}`" + _hint(name, rules))
    made = source(rules, found) if code else ""
    if json:
        say.say_json({"found": [_values(each) for each in found], **({"code": made} if code else {})})
        return say.FINE
    for number, each in enumerate(found):
        if number:
            say.say()
        _tell(each)
    if code:
        say.say()
        say.say(made or f"# no Python is made for `{name}` by itself")
    return say.FINE


def _hint(name: str, rules: Rules) -> str:
    if name in {pack.name for pack in rules.packs}:
        return f"; to see the pack, say `kfdsl packs {name}`"
    found = nearest(name, names(rules.program))
    return f"; {found}" if found else " in these packs"


def describe_in_words(program: core.Program, name: str) -> str:
    """What a name stands for, as text; nothing if it stands for nothing."""
    found = [describe(program, each) for each in named(program, name)]
    return "\n".join(
        f"  {line.text}"
        for each in found
        for line in (*each.lines, *(Line(text=note, span=None) for note in each.notes))
    )


def source(rules: Rules, found: list[Shown]) -> str:
    """The generated Python of everything found."""
    made = "\n\n\n".join(
        text for name in dict.fromkeys(each.name for each in found) if (text := rules.code.source(name))
    )
    constants = rules.code.quiet.constants
    used = [name for name in constants if re.search(rf"\b{name}\b", made)]
    return made + "".join(
        f"\n\n\n{name} = {constants[name]!r}" if not at else f"\n{name} = {constants[name]!r}"
        for at, name in enumerate(used)
    )


def _tell(shown: Shown) -> None:
    say.say(_bold(f"{shown.sort} {shown.name}") + f", declared by {shown.pack} at {shown.place}")
    packs = max(len(line.pack) for line in shown.lines)
    places = max(len(line.place) for line in shown.lines)
    for line in shown.lines:
        left = f"{line.pack:<{packs}}  {line.place:<{places}}"
        say.say(f"  {_dim(left) if line.pack in ('', shown.pack) else _bold(left)}  {line.text}".rstrip())
    for note in shown.notes:
        say.say(f"  {note}")


def _bold(text: str) -> str:
    return f"\x1b[1m{text}\x1b[0m" if say.is_coloured(sys.stdout) else text


def _dim(text: str) -> str:
    return f"\x1b[2m{text}\x1b[0m" if say.is_coloured(sys.stdout) else text


def _values(shown: Shown) -> dict[str, object]:
    return {
        "sort": shown.sort,
        "name": shown.name,
        "pack": shown.pack,
        "place": shown.place,
        "notes": list(shown.notes),
        "lines": [_line(line) for line in shown.lines],
    }


def _line(line: Line) -> dict[str, object]:
    file, _, number = line.place.rpartition(":")
    return {"pack": line.pack, "file": file, "line": int(number) if number else None, "text": line.text}
