"""What a name stands for in a program.

In:   a program and a name as somebody types it.      Out:  definitions.
A name may be an id, with or without its pack, a title in any case, or a member of a kind (`kiln.heat`, or `heat` alone).
"""

from __future__ import annotations

from collections.abc import Iterator

from kfdsl.program import core, made_names
from kfdsl.program.things import things


def named(program: core.Program, name: str) -> list[core.Named]:
    """Every definition of that name; titles count only where no id fits."""
    found = [each for each in _all(program) if name in _names(each)]
    return found or [
        each for each in _all(program) if name.casefold() in [noun.casefold() for noun in getattr(each, "nouns", ())]
    ]


def names(program: core.Program) -> list[str]:
    """Every name that can be asked for."""
    return list(dict.fromkeys(name for each in _all(program) for name in _names(each)))


def _names(each: core.Named) -> tuple[str, ...]:
    short = each.name.rpartition(".")[2]
    if isinstance(each, core.VarDef | core.FieldDef):
        return (each.name, short)
    # where several packs declare a name, all that are called so; where one does, it may be said which
    return (each.name, short) if each.name == f"{each.pack}.{short}" else (each.name, f"{each.pack}.{each.name}")


def _all(program: core.Program) -> Iterator[core.Named]:
    yield from things(program)
    yield from program.actions
    yield from program.queries
    done = {action.rule for action in program.actions}
    yield from (
        rule for rule in program.rules if rule.name not in done and not rule.name.rpartition(".")[2].isdecimal()
    )
    yield from program.menus
    yield from program.shapes
    yield from (kind for kind in program.kinds if not kind.thing_of)
    yield from program.traits
    yield from program.tokens
    yield from program.places
    yield from (var for var in program.vars if made_names.option_of(var.name) is None)  # they stand in manifests
    yield from program.fields
    yield from program.values
    yield from (need for action in program.actions for need in action.needs)
    yield from program.positions
