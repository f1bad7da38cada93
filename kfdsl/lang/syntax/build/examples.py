"""Positions and examples, from tree to nodes.

In:   a Branch.      Out:  nodes.Position and nodes.Example.
"""

from __future__ import annotations

from typing import cast

from lark import Token as LarkToken

from kfdsl.lang import nodes
from kfdsl.lang.syntax.build.expr import expr
from kfdsl.lang.syntax.build.tree import Context, branches, child, names, rest, strings, tokens
from kfdsl.lang.syntax.parse import Branch
from kfdsl.text.source import Span


def position(context: Context, tree: Branch) -> nodes.Position:
    return nodes.Position(
        name=tokens(tree)[0],
        players=names(child(tree, "names")),
        givens=tuple(_given(context, each) for each in rest(tree, "names")),
        span=context.span(tree),
    )


def _given(context: Context, tree: Branch) -> nodes.Given:
    """What is so before an example begins."""
    if tree.data == "given_position":
        return nodes.Given(
            target=nodes.Name(name=tokens(tree)[0], span=context.span(tree)),
            values=(),
            face="",
            span=context.span(tree),
        )
    if tree.data == "given_every":
        return nodes.Given(
            target=nodes.Name(name=tokens(tree)[0], span=context.span(tree)),
            values=(expr(context, branches(tree)[0]),),
            face="",
            every=True,
            span=context.span(tree),
        )
    if tree.data == "given_spot":
        target_tree, *spot = branches(tree)
        return nodes.Given(
            target=expr(context, target_tree),
            values=(),
            face="",
            spot=tuple(_number(context, part) for part in spot),
            span=context.span(tree),
        )
    if tree.data == "given_named_spot":
        name = nodes.Name(name=tokens(tree)[0], span=context.span(tree).word(tokens(tree)[0], last=True))
        return nodes.Given(
            target=expr(context, branches(tree)[0]), values=(), face="", spot=(name,), span=context.span(tree)
        )
    target, *values = (expr(context, each) for each in branches(tree))
    face = tokens(tree)
    return nodes.Given(target=target, values=tuple(values), face=face[0] if face else "", span=context.span(tree))


def _number(context: Context, tree: Branch) -> nodes.Expr:
    """A number that is written out, or a column of numbers."""
    token, span = cast(LarkToken, tree.children[0]), context.span(tree)
    if token.type == "NAME":
        return nodes.Name(name=str(token), span=span)
    return nodes.Number(value=context.number(token) * (-1 if tree.data == "below_zero" else 1), span=span)


def example(context: Context, tree: Branch) -> nodes.Example | nodes.ExampleTable:
    one, table = _example(context, tree), child(tree, "table")
    return one if table is None else _table(context, table, (one,), context.span(tree))


def example_table(context: Context, tree: Branch) -> nodes.ExampleTable:
    table, *inside = branches(tree)
    for each in inside:
        own = child(each, "table")
        if own is not None:
            context.report.error(
                "wrong-mark",
                "an example inside a table has none of its own",
                context.span(own),
                label="this is another one",
                help="write one table with all columns, or put the example outside",
            )
    return _table(context, table, tuple(_example(context, each) for each in inside), context.span(tree))


def _example(context: Context, tree: Branch) -> nodes.Example:
    parts: list[nodes.Given | nodes.Do | nodes.Check] = []
    for part in rest(tree, "alone", "table"):
        if part.data == "givens":
            parts += [_given(context, each) for each in branches(part)]
        elif part.data == "when":
            player, text = tokens(part)
            draws = tuple(_draw(context, each) for each in branches(part))
            parts.append(nodes.Do(player=player, text=text.strip('"'), draws=draws, span=context.span(part)))
        else:
            parts += [_check(context, each) for each in branches(part)]
    return nodes.Example(
        title=strings(tree)[0],
        alone=child(tree, "alone") is not None,
        parts=tuple(parts),
        span=context.span(tree),
    )


def _draw(context: Context, tree: Branch) -> nodes.Expr:
    found = expr(context, branches(tree)[0])
    if tree.data == "drawing_face":
        return nodes.Shows(card=found, face=tokens(tree)[0], span=context.span(tree))
    return found


def _table(context: Context, tree: Branch, examples: tuple[nodes.Example, ...], whole: Span) -> nodes.ExampleTable:
    columns = names(child(tree, "names"))
    listed = child(tree, "args")
    if listed is not None:  # one value a row
        rows = [nodes.Row(cells=(expr(context, each),), span=context.span(each)) for each in branches(listed)]
    else:
        rows = [_row(context, each) for each in branches(tree) if each.data == "example_row"]
    for row in rows:
        if len(row.cells) != len(columns):
            context.report.error(
                "wrong-row",
                f"this row has {_counted(len(row.cells), 'value')}, but there are {_counted(len(columns), 'column')}",
                row.span,
                label=f"one value is wanted for each of {', '.join(columns)}",
                help=f"write `{columns[0]}: {', '.join(columns[1:])}` with values in their places"
                if len(columns) > 1
                else "write the values with commas between: `{one, other}`",
            )
    fitting = tuple(row for row in rows if len(row.cells) == len(columns))
    return nodes.ExampleTable(
        columns=columns, columns_span=context.span(tree), rows=fitting, examples=examples, span=whole
    )


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' * (number != 1)}"


def _row(context: Context, tree: Branch) -> nodes.Row:
    key, *rest_of_it = branches(tree)
    token = cast(LarkToken, key.children[0])
    return nodes.Row(
        cells=(_key(context, token), *(expr(context, each) for each in rest_of_it)), span=context.span(tree)
    )


def _key(context: Context, token: LarkToken) -> nodes.Expr:
    """`old_kiln:`, `3:`, `"a text":` or, where needs are listed, `fire.heat:`"""
    if token.type == "INT":
        return nodes.Number(value=context.number(token), span=context.span(token))
    if token.type == "STRING":
        return nodes.Text(value=str(token)[1:-1], span=context.span(token))
    name = str(token).rstrip(" \t:")
    whole = context.span(token)
    span = Span(whole.source, whole.start, whole.start + len(name))
    first, _, second = name.partition(".")
    base = nodes.Name(name=first, span=span)
    return nodes.Dot(base=base, name=second, span=span) if second else base


def _check(context: Context, tree: Branch) -> nodes.Check:
    """What must be so afterwards."""
    words = tokens(tree)
    exprs = rest(tree, "because")
    because = child(tree, "because")
    return nodes.Check(
        word=tree.data.removesuffix("_true"),
        player=words[0] if words else "",
        text=words[1].strip('"') if len(words) > 1 else "",
        expr=expr(context, exprs[0]) if exprs else None,
        because=tuple(".".join(tokens(because)).split(".")) if because else (),
        items=tuple(expr(context, each) for each in exprs[1:]),
        span=context.span(tree),
    )
