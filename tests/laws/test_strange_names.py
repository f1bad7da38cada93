"""What one pack declares breaks no other: a stranger's names may be anything that others use, also as locals."""

from __future__ import annotations

import dataclasses
import random

import pytest

from kfdsl.lang.compile import PackSource
from kfdsl.lang.syntax.keywords import CALLED, DONE, RESERVED
from kfdsl.program.numbering import Numbering
from kfdsl.text.source import Source
from tests.laws.test_hostile_names import WORLDS, locals_of, numbers_of, packs_of, program_of, start

SORTS = (
    "token {0}",
    "trait {0}",
    "values V{0} {0}",
    "place {0} of tokens",
    "var {0}: number = 0",
    "query {0}(some_number: number) -> number = some_number",
    "effect {0}() {{ }}",
    "moment {0}",
    "purpose {0}",
    "shape {0}(somebody: player) {{ }}",
)


def stranger(names: list[str], turn: int) -> PackSource:
    """A pack that declares names, now of this sort, now of that."""
    lines = [SORTS[(at + turn) % len(SORTS)].format(name) for at, name in enumerate(names)]
    text = "\n".join(
        "open " + line.replace(f"V{name}", f"V{at}") for at, (line, name) in enumerate(zip(lines, names, strict=True))
    )
    return PackSource(
        name="stranger", version="1.0.0", after=frozenset(), sources=(Source("rules/stranger/a.kf", "stranger", text),)
    )


@pytest.mark.parametrize("is_followed", [False, True], ids=["beside", "below"])
@pytest.mark.parametrize("world", WORLDS)
def test_what_a_stranger_declares_breaks_nobody(world: str, is_followed: bool) -> None:
    """Not even if everybody follows the stranger, as long as no pack writes a name that could be two foreign things."""
    packs = packs_of(world)
    rnd = random.Random(world)
    names = [name for name in locals_of(world) if name.isidentifier() and name not in RESERVED | CALLED | DONE]
    names = [name for name in names if name not in declared(world)]
    for turn in range(3):
        some = rnd.sample(names, min(len(names), 40))
        more = [dataclasses.replace(each, after=each.after | {"stranger"}) for each in packs] if is_followed else packs
        other = Numbering(program_of([stranger(some, turn), *more]))
        one, two = start(numbers_of(world), turn, tells=False), start(other, turn, tells=True)
        picks = random.Random(turn)
        for _ in range(40):
            if one.over:
                break
            mine, theirs = one.choices(), two.choices()
            assert [choice.notation for choice in mine] == [choice.notation for choice in theirs]
            at = picks.randrange(len(mine))
            one.play(mine[at])
            two.play(theirs[at])


def declared(world: str) -> set[str]:
    program = numbers_of(world).program
    parts = (program.tokens, program.traits, program.places, program.vars, program.kinds, program.cards)
    more = (program.queries, program.rules, program.shapes, program.actions, program.menus)
    values = {word for each in program.values for word in each.names}
    return values | {item.name for part in (*parts, *more) for item in part}
