"""What stands behind the colon of a field, from tree to nodes.

In:   a Branch of a thing or a patch.      Out:  nodes.FieldValue with the face in front of its name, and notes.
"""

from __future__ import annotations

from kfdsl.lang import nodes
from kfdsl.lang.syntax.build.expr import args, expr
from kfdsl.lang.syntax.build.statements.stmt import STATEMENTS, statement
from kfdsl.lang.syntax.build.tree import Context, branches, strings, tokens
from kfdsl.lang.syntax.parse import Branch


def field_values(context: Context, tree: Branch, face: str) -> tuple[nodes.FieldValue, ...]:
    """`price: 2 clay` and the like, with the face they stand on in front."""
    found: list[nodes.FieldValue] = []
    for part in branches(tree):
        if part.data == "face_fields":
            found += field_values(context, part, tokens(part)[0] + ".")
        elif part.data.endswith("_field"):
            found.append(
                nodes.FieldValue(
                    path=face + tokens(part)[0],
                    op=part.data.removesuffix("_field"),
                    value=value(context, branches(part)[0]),
                    span=context.span(part),
                )
            )
    return tuple(found)


def value(context: Context, tree: Branch) -> nodes.Value:
    """What stands behind a field's colon."""
    if tree.data == "value_list":
        return tuple(expr(context, each) for each in branches(tree))
    if tree.data == "value_effect":
        return nodes.Block(body=tuple(_deed(context, each) for each in branches(tree)), span=context.span(tree))
    if tree.data in ("sentence", "one_of", "move", "do_value"):
        return nodes.Block(body=(statement(context, tree),), span=context.span(tree))
    return expr(context, tree)


def _deed(context: Context, tree: Branch) -> nodes.Stmt:
    """One of several things that a printed effect does; `dance`, `dance()` and `dance 2 clay` are calls alike."""
    if tree.data in ("name", "qualified", "bare_call", "call_of", "dot_call"):
        given = args(context, tree)
        pack = "".join(f"{word}." for each in branches(tree) if each.data == "name" for word in tokens(each))
        return nodes.CallStmt(
            name=pack + tokens(tree)[0], args=given, labels=("",) * len(given), by=None, at=None, span=context.span(tree)
        )
    if tree.data not in STATEMENTS:
        context.report.error(
            "syntax",
            "something to do is wanted before `then`",
            context.span(tree),
            label="this is a value",
            help="write what is done, such as `dig 2 clay`",
        )
        return nodes.Block(body=(), span=context.span(tree))
    return statement(context, tree)


def provisional(tree: Branch) -> tuple[str, ...]:
    """`provisional "the print is worn"`, as often as it stands there; with the face that it stands on in front."""
    found: list[str] = []
    for part in branches(tree):
        if part.data == "provisional":
            found += strings(part)
        elif part.data == "face_fields":
            found += (f"{tokens(part)[0]}: {note}" for note in provisional(part))
    return tuple(found)
