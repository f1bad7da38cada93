"""Menus and their actions.

In:   a menu, and the names of the actions that it offers.      Out:  core.MenuDef.
"""

from __future__ import annotations

from kfdsl.lang import nodes
from kfdsl.lang.elaborate.rules.made_rules import MadeRules
from kfdsl.lang.link.model import Entry
from kfdsl.program import core
from kfdsl.program.types import PLAYER


def add_menu(rules: MadeRules, name: str, entry: Entry[nodes.Menu], actions: tuple[str, ...]) -> None:
    """A menu and its actions."""
    params = tuple((param.name, rules.context.names.type(param.type)) for param in entry.node.params if param.type)
    if not params or params[0] != ("me", PLAYER):
        rules.context.wrong(
            "nobody",
            "the first parameter of a menu is the one who chooses",
            entry.span.word(name),
            "who?",
            f"write `menu {name}(me: player)`",
        )
    rules.menus.append(core.MenuDef(name=name, pack=entry.pack, span=entry.span, params=params, actions=actions))
