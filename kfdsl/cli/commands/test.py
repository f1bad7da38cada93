"""`kfdsl test`: run the examples that stand in packs.

In:   names, folders or zips; a text that titles must have.      Out:  failures as diagnostics with their stories, a summary line, an exit
code; if wanted, the stories of all, and what of the rules they leave out.
With packs named, their examples are run, in a game of these packs and what they require; with none, all examples there are.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence

from rich.progress import track

from kfdsl.api import Rules
from kfdsl.cli.draw.missed import missed_rows, missed_values
from kfdsl.cli.draw.story import story_lines, story_values
from kfdsl.cli.terminal import output
from kfdsl.cli.terminal.load import load
from kfdsl.engine.rules.table import Table
from kfdsl.examples.coverage import Coverage, coverage
from kfdsl.examples.run import run, story_of
from kfdsl.packs.find import ALL
from kfdsl.program import core
from kfdsl.text.diagnostic import Diagnostic
from kfdsl.text.render import to_json

Result = tuple[core.ExampleDef, Diagnostic | None]


def test(wanted: Sequence[str], text: str, json: bool, is_traced: bool = False, is_covered: bool = False) -> int:
    """Run examples and tell which do not hold, and how each of these went; if wanted, how all of them did."""
    rules = load(list(wanted) or [ALL], json)
    named = _named(wanted, rules)
    chosen = [example for example in rules.program.examples if example.pack in named and _matches(example, text)]
    if text and not chosen:
        raise output.Wrong(f"no example has `{text}` in its title or file")
    tables = {players: rules.table(players, is_covered) for players in sorted({len(each.players) for each in chosen})}
    results = list(_run(tables, chosen, is_shown=not json))
    failed = [found for _, found in results if found is not None]
    stories = {
        number: story_of(tables[len(example.players)], example)
        for number, (example, found) in enumerate(results)
        if found is not None or is_traced
    }
    if json:
        values = [
            _values(*result) | ({"story": story_values(stories[number])} if number in stories else {})
            for number, result in enumerate(results)
        ]
        missed = {"coverage": missed_values(coverage(tables.values(), named))} if is_covered else {}
        output.say_json({"fine": not failed, "examples": values, "diagnostics": to_json(failed)} | missed)
    else:
        for number, story in stories.items():
            example, found = results[number]
            if found is not None:
                output.diagnostics([found], sys.stdout)
            for line in story_lines(f'"{example.name}"' if found is None else "how it came to that", story):
                output.say_painted(*line)
            output.say()
        if is_covered:
            _tell_missed(coverage(tables.values(), named))
        output.say(_summary(len(results), len(failed)))
    return output.AT_FAULT if failed else output.FINE


def _tell_missed(found: Coverage) -> None:
    for name, rows in missed_rows(found):
        output.say(name)
        output.say_rows(rows, indent=2)
    output.say(f"examples come to {found.reached} of {output.count(found.parts, 'part')} of these rules")


def _named(wanted: Sequence[str], rules: Rules) -> set[str]:
    """The packs whose examples are meant: those named, and all packs of the folders and zips named."""
    everything = {pack.name for pack in rules.packs}
    if not wanted or ALL in wanted:
        return everything
    shipped = {word for word in wanted if word in everything}
    return shipped | {
        pack.name for pack in rules.packs if any(_is_root(pack.root, word) for word in wanted if word not in shipped)
    }


def _is_root(root: str, word: str) -> bool:
    from os.path import realpath

    return realpath(root) == realpath(word)


def _matches(example: core.ExampleDef, text: str) -> bool:
    return text.casefold() in f"{example.name} {example.span.source.name}".casefold()


def _run(tables: Mapping[int, Table], chosen: Sequence[core.ExampleDef], is_shown: bool) -> Iterator[Result]:
    on_terminal = is_shown and output.is_terminal(sys.stderr)
    looked_at = track(chosen, "examples", console=output.console(sys.stderr), transient=True) if on_terminal else chosen
    for example in looked_at:
        yield example, run(tables[len(example.players)], example)


def _summary(total: int, failed: int) -> str:
    if failed:
        return f"{failed} of {output.count(total, 'example')} failed"
    return f"{output.count(total, 'example')}, all hold" if total else "there are no examples"


def _values(example: core.ExampleDef, found: Diagnostic | None) -> dict[str, object]:
    return {"title": example.name, "pack": example.pack, "place": example.span.place, "holds": found is None}
