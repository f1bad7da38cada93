"""What stands at the top level of a file, from tree to nodes.

In:   a Branch.      Out:  nodes.Item.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

from kfdsl.lang import nodes
from kfdsl.lang.syntax.build import examples, pieces, rules, things
from kfdsl.lang.syntax.build.extend import CHANGES
from kfdsl.lang.syntax.build.tree import Context, branches, tokens
from kfdsl.lang.syntax.parse import Branch


def item(context: Context, tree: Branch) -> nodes.Item:
    """Anything at the top level."""
    return _ITEMS[tree.data](context, tree)


def _opened(context: Context, tree: Branch) -> nodes.Item:
    found = item(context, branches(tree)[0])
    if isinstance(found, nodes.Decl):
        return dataclasses.replace(found, open=True)
    context.report.error(
        "wrong-mark",
        "`open` goes with what has a name",
        context.span(tree),
        label="this declares no name",
        help="remove `open`",
    )
    return found


def _with_pack(context: Context, tree: Branch) -> nodes.WithPack:
    items = tuple(item(context, each) for each in branches(tree))
    return nodes.WithPack(pack=tokens(tree)[0], items=items, span=context.span(tree))


_ITEMS: dict[str, Callable[[Context, Branch], nodes.Item]] = {
    "opened": _opened,
    "with_pack": _with_pack,
    "token_decl": pieces.token,
    "trait_decl": pieces.trait,
    "values_decl": pieces.values,
    "place_decl": pieces.place,
    "plane_decl": pieces.plane,
    "var_decl": pieces.var,
    "kind_decl": pieces.kind,
    "purpose_decl": pieces.purpose,
    "ledger_decl": pieces.ledger,
    "company_decl": pieces.company,
    "role_decl": pieces.role,
    "stands_decl": pieces.stands,
    "ties_decl": pieces.ties,
    "nouns_decl": pieces.nouns,
    "moment_decl": rules.moment,
    "query_plain": rules.query_plain,
    "query_joined": rules.query_joined,
    "effect_decl": rules.effect,
    "flow_decl": rules.flow,
    "menu_decl": rules.menu,
    "shape_decl": rules.shape,
    "action_decl": rules.action,
    "on_decl": rules.on,
    "thing": things.thing,
    "patch": things.patch,
    "patch_table": things.patch_table,
    "replace": things.replace,
    "position": examples.position,
    "example": examples.example,
    "example_table": examples.example_table,
    **CHANGES,
}
