"""What questions look up about an action again and again, looked up once.

In:   the actions of a program and the functions made for them.      Out:  a Plan for each.
A group often comes from the same places whatever else is chosen; such a parameter has a key, under which a question
remembers it for all actions that share it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kfdsl.analysis.program_facts import ProgramFacts
from kfdsl.program import core, made_names
from kfdsl.program.core.walk import expressions

Function = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Plan:
    """An action as questions see it."""

    action: core.ActionDef
    rule: int
    width: int
    groups: tuple[bool, ...]  # which parameters are groups
    domains: tuple[Function, ...]  # what each parameter may be
    shared: tuple[str | None, ...]  # the key of a group that does not depend on the parameters before it
    needs: tuple[tuple[Function, ...], ...]  # tests that only read, by how many parameters they read
    trials: tuple[tuple[Function, ...], ...]  # tests that try something out, in the same way
    sizes: tuple[Function, ...]  # of the needs on the last parameter, those that read only its size
    only_sizes: bool  # whether these are all of them
    kinds_only: bool  # whether the deed looks at the last group only by the tokens it has


def plans(actions: Sequence[core.ActionDef], names: Mapping[str, Any], facts: ProgramFacts) -> list[Plan]:
    """The plans of all actions, in their order."""
    keys: dict[tuple[Any, ...], str] = {}
    return [_plan(number, action, names, facts, keys) for number, action in enumerate(actions)]


def _plan(
    number: int, action: core.ActionDef, names: Mapping[str, Any], facts: ProgramFacts, keys: dict[tuple[Any, ...], str]
) -> Plan:
    width = len(action.params)

    def tests(with_trials: bool) -> tuple[tuple[Function, ...], ...]:
        wanted = [
            (i, need)
            for i, need in enumerate(action.needs)
            if ((action.name, i) in facts.play.trying_needs) == with_trials
        ]
        return tuple(
            tuple(names[made_names.need_test(action.name, i)] for i, need in wanted if need.depth == depth)
            for depth in range(width + 1)
        )

    sizes = [
        names.get(made_names.need_of_size(action.name, i)) for i, need in enumerate(action.needs) if need.depth == width
    ]
    return Plan(
        action,
        names["ACTION_RULES"][number],
        width,
        tuple(param.type.head == "group" for param in action.params),
        tuple(names[made_names.domain(action.name, at)] for at in range(width)),
        tuple(_shared(action, at, keys) for at in range(width)),
        tests(with_trials=False),
        tests(with_trials=True),
        tuple(test for test in sizes if test is not None),
        None not in sizes,
        action.name in facts.play.by_kinds,
    )


def _shared(action: core.ActionDef, at: int, keys: dict[tuple[Any, ...], str]) -> str | None:
    param = action.params[at]
    before = {each.name for each in action.params[:at]}
    reads = {part.name for arg in param.args for part in expressions(arg) if isinstance(part, core.Local)}
    if not param.shape or reads & before:
        return None
    return keys.setdefault((action.menu, param.shape, param.args), f"group {len(keys)}")  # a text is quick to look up
