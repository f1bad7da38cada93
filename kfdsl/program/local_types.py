"""What the locals of rules are, so that a save can write them by name and not by number.

In:   a rule, and the names of the locals that its blocks have.      Out:  types by name; None where one name means several things.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from kfdsl.program import core, made_names
from kfdsl.program.core.walk import statements
from kfdsl.program.types import PLAYER, TOKEN, Type, list_of


def local_types(rule: core.RuleDef, menus: Mapping[str, core.MenuDef]) -> dict[str, Type | None]:
    """The types of a rule's locals by name; None where one name has several, in different parts of the rule."""
    found: dict[str, Type | None] = {}
    for name, type_ in _named(rule, menus):
        found[name] = type_ if found.get(name, type_) == type_ else None
    return found


def types_left(rule: core.RuleDef, blocks: Sequence[Sequence[str]]) -> dict[str, Type | None]:
    """The types of what loops have left, each known by the item that follows it among the locals of a block."""
    items: dict[str, set[Type | None]] = {}
    for stmt in statements(rule.body):
        match stmt:
            case core.For():
                items.setdefault(stmt.name, set()).add(element(stmt.items.type))
            case core.Together():
                items.setdefault(stmt.name, set()).add(pair(stmt.ask.type))
    found: dict[str, Type | None] = {}
    for names in blocks:
        for name, item in pairwise(names):
            types = items.get(item, set())
            if made_names.is_left(name) and len(types) == 1:
                (type_,) = types
                found[name] = None if type_ is None else list_of(type_)
    return found


def element(type_: Type) -> Type | None:
    """What a loop over something of a type gives."""
    return TOKEN if type_.head in ("bundle", "group") else type_.inner


def pair(answer: Type) -> Type:
    """Somebody, and the answer that was given."""
    return Type("pair", inner=answer)


def _named(rule: core.RuleDef, menus: Mapping[str, core.MenuDef]) -> Iterator[tuple[str, Type | None]]:
    yield from rule.params
    for stmt in statements(rule.body):
        match stmt:
            case core.Let():
                yield stmt.name, stmt.value.type
            case core.AskFor():
                yield stmt.name, stmt.type
            case core.For() | core.Apart():
                yield stmt.name, element(stmt.items.type)
            case core.Together():
                yield stmt.name, PLAYER
                yield made_names.ASKED, list_of(PLAYER)
                yield made_names.ANSWERS, list_of(pair(stmt.ask.type))
            case core.Choose():
                params = enumerate(menus[stmt.menu].params)
                yield from ((made_names.menu_argument(stmt.label, i), type_) for i, (_, type_) in params)
            case _:
                pass
