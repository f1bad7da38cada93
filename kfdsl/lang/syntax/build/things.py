"""Things and patches of things, from tree to nodes.

In:   a Branch.      Out:  nodes.Thing, nodes.Patch and nodes.Replace.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from lark import Token as LarkToken

from kfdsl.lang import nodes
from kfdsl.lang.syntax.build.extend import CHANGES
from kfdsl.lang.syntax.build.pieces import stands
from kfdsl.lang.syntax.build.rules import on, texts
from kfdsl.lang.syntax.build.tree import Context, branches, child, names, strings, tokens
from kfdsl.lang.syntax.build.values import field_values, provisional, value
from kfdsl.lang.syntax.parse import Branch
from kfdsl.program.numbers import MOST_COPIES


def thing(context: Context, tree: Branch) -> nodes.Thing:
    kind, name = tokens(tree)
    copies = child(tree, "copies")
    lasting: list[tuple[str, nodes.WhileOwned]] = []
    for part in branches(tree):
        if part.data == "while_owned":
            lasting.append(("", _while_owned(context, part)))
        if part.data == "face_fields":
            lasting += [
                (tokens(part)[0], _while_owned(context, inner))
                for inner in branches(part)
                if inner.data == "while_owned"
            ]
    return nodes.Thing(
        kind=kind,
        name=name,
        nouns=strings(child(tree, "nouns")),
        fields=field_values(context, tree, ""),
        lasting=tuple(lasting),
        says=_sayings(context, tree, ""),
        span=context.span(tree),
        provisional=provisional(tree),
        copies=_how_many(context, copies) if copies else 0,
    )


def _how_many(context: Context, tree: Branch) -> int:
    """`copies 10`"""
    written = cast(LarkToken, tree.children[0])
    found = context.number(written)
    if not 1 <= found <= MOST_COPIES:
        context.report.error(
            "number-too-large" if found else "not-a-value",
            f"there are 1 to {MOST_COPIES} copies of a thing",
            context.span(written),
            label="not so many",
            help="write another number",
        )
    return min(max(found, 1), MOST_COPIES)


def _sayings(context: Context, tree: Branch, face: str) -> tuple[nodes.Says, ...]:
    """What a thing says as a whole, then what its faces say."""
    found: list[nodes.Says] = []
    for part in branches(tree):
        if part.data == "says":
            found.append(nodes.Says(face=face, texts=texts(context, part), span=context.span(part)))
        elif part.data == "face_fields":
            found += _sayings(context, part, tokens(part)[0])
    return tuple(found)


def _while_owned(context: Context, tree: Branch) -> nodes.WhileOwned:
    """`while owned { … }`"""
    return nodes.WhileOwned(
        changes=tuple(_LASTING[each.data](context, each) for each in branches(tree)),
        span=context.span(tree),
    )


def patch(context: Context, tree: Branch) -> nodes.Patch:
    kind, name = tokens(tree)
    return nodes.Patch(
        kinds=(kind,),
        thing=name,
        fields=field_values(context, tree, ""),
        provisional=provisional(tree),
        span=context.span(tree),
    )


def patch_table(context: Context, tree: Branch) -> nodes.PatchTable:
    paths = [".".join(tokens(each)) for each in branches(tree) if each.data == "path"]
    patches = []
    for row in (each for each in branches(tree) if each.data == "row"):
        values = branches(row)
        if len(values) != len(paths):
            context.report.error(
                "wrong-row",
                f"this row has {len(values)} values, but the table has {len(paths)} columns",
                context.span(row),
                label=f"one value is wanted for each of {', '.join(paths)}",
                help="write them with commas between",
            )
            continue
        fields = tuple(
            nodes.FieldValue(path=path, op="set", value=value(context, each), span=context.span(each))
            for path, each in zip(paths, values, strict=True)
        )
        patches.append(
            nodes.Patch(
                kinds=names(child(tree, "names")),
                thing=tokens(row)[0],
                fields=fields,
                provisional=provisional(tree),
                span=context.span(row),
            )
        )
    return nodes.PatchTable(patches=tuple(patches), span=context.span(tree))


def replace(context: Context, tree: Branch) -> nodes.Replace:
    kind, name = tokens(tree)
    return nodes.Replace(kind=kind, thing=name, by=thing(context, branches(tree)[0]), span=context.span(tree))


_LASTING: dict[str, Callable[[Context, Branch], nodes.Lasting]] = {**CHANGES, "on_decl": on, "stands_decl": stands}
