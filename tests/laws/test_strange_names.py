"""What one pack declares breaks no other: a stranger's names may be anything that others use, also as locals."""

from __future__ import annotations

import dataclasses
import random
import re
from collections.abc import Iterable

import pytest

from kfdsl.lang.compile import PackSource
from kfdsl.lang.syntax.keywords import CALLED, DONE, RESERVED
from kfdsl.program import core
from kfdsl.program.numbering import Numbering
from kfdsl.text.source import Source
from tests.laws.hostile_names import names_in
from tests.laws.test_hostile_names import WORLDS, locals_of, numbers_of, packs_of, program_of, start

SORTS = (
    "trait {0}",
    "values V{1} {0}",
    "place {0} of tokens",
    "var {0}: number = 0",
    "query {0}(some_number: number) -> number = some_number",
    "effect {0}() {{ }}",
    "moment {0}",
    "purpose {0}",
    "shape {0}(somebody: player) {{ }}",
)


def stranger(names: list[str], turn: int, pack: str = "stranger") -> PackSource:
    """A pack that declares names, now of this sort, now of that."""
    tokens = {(turn + at) % len(names) for at in range(5)} if names else set()  # of which there are not many sorts
    lines = [
        f"token {name}" if at in tokens else SORTS[(at + turn) % len(SORTS)].format(name, at)
        for at, name in enumerate(names)
    ]
    source = Source(f"rules/{pack}/a.kf", pack, "\n".join(f"open {line}" for line in lines))
    return PackSource(name=pack, version="1.0.0", after=frozenset(), sources=(source,))


def played_alike(world: str, packs: list[PackSource], seed: int) -> None:
    """The same seed and the same choices give the same game, whatever stands in front of names."""
    one, two = start(numbers_of(world), seed, tells=True), start(Numbering(program_of(packs)), seed, tells=True)
    picks = random.Random(seed)
    for _ in range(40):
        if one.over:
            break
        mine, theirs = one.choices(), two.choices()
        assert [choice.notation for choice in mine] == [short(choice.notation, packs) for choice in theirs]
        assert [choice.text for choice in mine] == [choice.text for choice in theirs]
        at = picks.randrange(len(mine))
        one.play(mine[at].notation)
        two.play(theirs[at].notation)
    assert [line[:2] for line in one.state.sheet] == [line[:2] for line in two.state.sheet]


def short(notation: str, packs: list[PackSource]) -> str:
    """A line without the packs in front of its names."""
    return re.sub(rf"\b({'|'.join(pack.name for pack in packs)})\.(?=[a-z_])", "", notation)


def free(names: Iterable[str]) -> list[str]:
    """Names that content may declare."""
    return sorted(name for name in names if name.isidentifier() and name not in RESERVED | CALLED | DONE)


@pytest.mark.parametrize("turn", range(3))
@pytest.mark.parametrize("world", WORLDS)
def test_what_a_stranger_declares_breaks_nobody(world: str, turn: int) -> None:
    packs = packs_of(world)
    names = free(names_in(packs))
    some = names if turn else random.Random(world).sample(names, len(names) // 2)
    foreign = [stranger(some, turn), *packs] if turn % 2 else [*packs, stranger(some, turn)]
    played_alike(world, foreign, turn)


@pytest.mark.parametrize("world", WORLDS)
def test_what_a_pack_comes_to_declare_breaks_nobody_who_has_a_name_of_his_own_for_it(world: str) -> None:
    """Everybody follows the stranger here, so his names are known to all; locals hide them."""
    packs = [dataclasses.replace(each, after=each.after | {"stranger"}) for each in packs_of(world)]
    names = [name for name in free(locals_of(world)) if name not in declared(world)]
    for turn in range(2):
        played_alike(world, [stranger(names, turn), *packs], turn)


@pytest.mark.parametrize("world", WORLDS)
def test_what_things_are_called_does_not_depend_on_the_order_of_packs(world: str) -> None:
    names = free(names_in(packs_of(world)))
    another = stranger(names[::2], 1, "another")
    strangers = [stranger(names, 0), another]
    found = [
        called(program_of([*strangers[:1], *packs_of(world), *strangers[1:]])),
        called(program_of([*strangers[1:], *packs_of(world), *strangers[:1]])),
        called(program_of([*packs_of(world), *strangers])),
    ]
    assert found[0] == found[1] == found[2]
    assert sum(name.startswith("stranger.") for name, _ in found[0]) > 5


def called(program: core.Program) -> set[tuple[str, str]]:
    """What everything is called, and whose it is."""
    parts = (program.tokens, program.traits, program.places, program.vars, program.kinds, program.cards, program.values)
    more = (program.queries, program.rules, program.shapes, program.actions, program.menus, program.fields)
    words = {(word, each.name) for each in program.values for word in each.names}
    return words | {(item.name, item.pack) for part in (*parts, *more) for item in part}


def declared(world: str) -> set[str]:
    program = numbers_of(world).program
    parts = (program.tokens, program.traits, program.places, program.vars, program.kinds, program.cards)
    more = (program.queries, program.rules, program.shapes, program.actions, program.menus)
    values = {word for each in program.values for word in each.names}
    return values | {item.name for part in (*parts, *more) for item in part}
