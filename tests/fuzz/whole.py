"""Whole games with a few words changed: checked, and if they load, their examples run and a short game played.

In:   packs and edits.      Out:  how far it came; whatever is not one of the errors that the library documents is raised.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

from kfdsl.api import Game, Rules
from kfdsl.engine.machine.cannot_go_on import CannotGoOn
from kfdsl.examples.run import run
from kfdsl.lang.compile import compile_packs
from kfdsl.loading import Loaded, pack_texts
from kfdsl.packs.find import Pack, find
from kfdsl.packs.shipped import content_folder
from kfdsl.text.diagnostic import Report
from kfdsl.text.render import render, to_json
from kfdsl.text.source import Source
from tests.fuzz.mutate import Edit, applied, edits_of, words_of
from tests.lang.loading import grammar

TESTS = Path(__file__).resolve().parent.parent
SMALL = (*((str(TESTS / "strangers" / name),) for name in ("isles", "tricks")), (str(TESTS / "constructs"),))
SHIPPED = (
    ("keyflower",),
    ("keyflower", "farmers"),
    ("keyflower", "merchants"),
    ("keyflower", "emporium"),
    ("keyflower", "key_celeste"),
    ("keyflower", "merchants", "keymelequin"),
    *(
        (str(TESTS / "strangers" / name),)
        for name in ("another_turn", "bazaar", "crowd", "fox", "majority", "mirrors", "toll")
    ),
)
MOST_EXAMPLES = 12  # of those that stand in the file that was changed
MOST_CHOICES = 30


class Change(NamedTuple):
    """What is changed in one file of a pack."""

    pack: int
    file: int
    edits: tuple[Edit, ...]


@dataclass(frozen=True, slots=True)
class Mutant:
    """A set of packs with changes, and the dice of its short game."""

    wanted: tuple[str, ...]
    changes: tuple[Change, ...]
    seed: int
    texts: dict[tuple[int, int], str] = field(default_factory=dict)  # in place of a file, for what was shrunk further


@cache
def packs_of(wanted: tuple[str, ...]) -> tuple[Pack, ...]:
    report = Report()
    found = find(list(wanted), content_folder(), report)
    assert not report.failed, render(report.diagnostics)
    return found


@cache
def parts_of(wanted: tuple[str, ...], pack: int, file: int) -> tuple[str, ...]:
    return tuple(words_of(packs_of(wanted)[pack].sources[file].text))


@cache
def words_known(wanted: tuple[str, ...]) -> tuple[str, ...]:
    """All words that are written in a set of packs, each as often as it is written in different files."""
    files = ((at, which) for at, pack in enumerate(packs_of(wanted)) for which in range(len(pack.sources)))
    found = {(place, word) for place in files for word in parts_of(wanted, *place) if word.strip() and word[0] != "#"}
    return tuple(word for _, word in sorted(found))


def mutant(wanted: tuple[str, ...], is_gentle: bool, dice: random.Random) -> Mutant:
    """A set of packs with one file changed, of any pack of it; long files are changed more often than short ones."""
    packs = packs_of(wanted)
    files = [(at, which) for at, pack in enumerate(packs) for which in range(len(pack.sources))]
    at, which = dice.choices(files, [len(packs[at].sources[which].text) for at, which in files])[0]
    edits = edits_of(parts_of(wanted, at, which), words_known(wanted), is_gentle, dice)
    return Mutant(wanted, (Change(at, which, tuple(edits)),), dice.randrange(1000))


def changed_packs(made: Mutant) -> tuple[Pack, ...]:
    """The packs as they are with the changes."""
    texts = {
        (change.pack, change.file): applied(parts_of(made.wanted, change.pack, change.file), change.edits)
        for change in made.changes
    } | made.texts
    return tuple(
        replace(
            pack,
            sources=tuple(
                Source(source.name, source.pack, texts[at, which]) if (at, which) in texts else source
                for which, source in enumerate(pack.sources)
            ),
        )
        for at, pack in enumerate(packs_of(made.wanted))
    )


def try_it(made: Mutant) -> str:
    """Check, run examples, play: how far it came."""
    packs = changed_packs(made)
    files = {change.file for change in made.changes} | {file for _, file in made.texts}
    names = {source.name for pack in packs for which, source in enumerate(pack.sources) if which in files}
    return try_packs(packs, names, made.seed)


def try_packs(packs: Sequence[Pack], names: set[str], seed: int) -> str:
    """Check packs, run the examples of some files, play."""
    report = Report()
    program = compile_packs(pack_texts(packs), grammar(), report)
    assert (program is None) == report.failed
    shown(report)
    if program is None:
        return "refused"
    rules = Rules(Loaded(packs, program, report.diagnostics))
    try:
        return _played(rules, names, random.Random(seed))
    except CannotGoOn as told:
        assert str(told)
        return "stuck"


def shown(report: Report) -> None:
    """What is told can be shown and read by programs."""
    assert render(report.diagnostics) or not report.diagnostics
    assert all(found["code"] and found["message"] for found in to_json(report.diagnostics))


def _played(rules: Rules, names: set[str], dice: random.Random) -> str:
    near = [example for example in rules.examples() if example.span.source.name in names]
    failed = Report()
    for example in dice.sample(near, min(len(near), MOST_EXAMPLES)):
        found = run(rules.table(len(example.players)), example)
        if found is not None:
            failed.add(found)
    shown(failed)
    few, many = rules.seats
    if few > many:
        return "loaded"
    count = dice.randint(max(few, min(2, many)), min(many, 4) if few <= 4 else few)
    game = rules.new_game([f"P{each}" for each in range(count)], seed=dice.randrange(1000))
    for _ in range(MOST_CHOICES):
        if game.over:
            break
        game.play(dice.choice(game.choices()))
    looked_at(game)
    return "played"


def looked_at(game: Game) -> None:
    """Everything that can be asked of a game."""
    for name in (None, *game.names):
        game.view(name)
        game.told(name)
    game.scores()
    game.scores_if_ended()
    game.save()
    if not game.over:
        game.why_not("")
