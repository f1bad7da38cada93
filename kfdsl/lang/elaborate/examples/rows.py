"""Each example of a table for each of its rows.

In:   examples as written.      Out:  as many as there are rows, with what stands in a row in place of the columns.
Columns are values of one type each, and so written out; what stands for a position, a face or a need is a name. In a text a
column gives what its row says; in the title, which people read, a thing or a token is called by its noun.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from kfdsl.lang import nodes
from kfdsl.lang.elaborate.context import Context
from kfdsl.lang.elaborate.examples.fill_row import Filling, fill, fill_text
from kfdsl.lang.elaborate.expr.names import check_free
from kfdsl.lang.elaborate.scope import Scope
from kfdsl.lang.link.model import Entry
from kfdsl.program import core
from kfdsl.program.types import UNKNOWN, Type, joint, set_of
from kfdsl.text.diagnostic import Aside

MOST_PARTS = 10_000  # in all rows of a table together


Written = Entry[nodes.Example | nodes.ExampleTable]
Filled = tuple[nodes.Example, nodes.Row | None]


def rows_of(context: Context, entry: Written) -> list[Filled]:
    """Each example for each row, with the row; none if the table is wrong."""
    table = entry.node
    if isinstance(table, nodes.Example):
        return [(_filled(context, entry, table, Filling({}, table, context.report)), None)]
    before = context.report.errors
    _check_size(context, table)
    if context.report.errors > before or not table.rows:
        return []
    made: list[Filled] = []
    used = set[tuple[str, bool]]()
    for node in table.examples:
        for row in table.rows:
            filling = Filling(dict(zip(table.columns, row.cells, strict=True)), node, context.report)
            made.append((_filled(context, entry, node, filling), row))
            used |= filling.used
    _check_columns(context, table, entry, made)
    _check_types(context, table, entry, made, {column for column, is_value in used if is_value})
    _check_titles(context, made)
    _check_used(context, table, {column for column, _ in used})
    return made if context.report.errors == before else []


def _check_size(context: Context, table: nodes.ExampleTable) -> None:
    if len(table.rows) * sum(len(example.parts) for example in table.examples) > MOST_PARTS:
        context.wrong(
            "too-long",
            f"the rows of a table have at most {MOST_PARTS} parts together",
            table.columns_span,
            "these have more",
            "write fewer rows",
        )


def _filled(context: Context, entry: Written, node: nodes.Example, filling: Filling) -> nodes.Example:
    scope = Scope(pack=entry.pack, also=entry.also)
    title = fill_text(filling, node.title, node, lambda name: _noun(context, name, scope))
    return dataclasses.replace(node, title=title, parts=tuple(fill(filling, part) for part in node.parts))


def _players(context: Context, node: nodes.Example, scope: Scope) -> tuple[str, ...]:
    """Who plays, as far as it can be told; that an example begins with a position is checked later."""
    first = node.parts[0] if node.parts else None
    name = first.target.name if isinstance(first, nodes.Given) and isinstance(first.target, nodes.Name) else ""
    position = context.model.declared.get(called(context, name, scope, "position"))
    return position.node.players if position and isinstance(position.node, nodes.Position) else ()


def called(context: Context, name: str, scope: Scope, *sorts: str) -> str:
    """What a name is called in the program; that it could be several things is told where it stands."""
    found = context.model.meanings.find(name, scope.pack, scope.also, sorts)
    return found.name if found else name


def _noun(context: Context, name: str, scope: Scope) -> str:
    entry = context.model.declared.get(called(context, name, scope, "thing", "token"))
    nouns = entry.node.nouns if entry and isinstance(entry.node, nodes.Thing | nodes.Token) else ()
    return nouns[0] if nouns else name


def _scope(context: Context, entry: Written, node: nodes.Example) -> Scope:
    scope = Scope(pack=entry.pack, also=entry.also)
    return dataclasses.replace(scope, seats=_players(context, node, scope))


def _check_columns(
    context: Context,
    table: nodes.ExampleTable,
    entry: Written,
    made: Sequence[Filled],
) -> None:
    """A column hides nothing, in none of the examples."""
    scopes = {scope.seats: scope for scope in (_scope(context, entry, node) for node, _ in made)}
    for scope in scopes.values():
        inner = scope
        for column in table.columns:
            check_free(context, column, inner, table.columns_span)
            inner = inner.bind(column, UNKNOWN)


def _check_types(
    context: Context,
    table: nodes.ExampleTable,
    entry: Written,
    made: Sequence[Filled],
    values: set[str],
) -> None:
    """What stands below one another is of one type. Players are those of the first example that is played with the row."""
    scopes = [_scope(context, entry, node) for node, _ in made[: len(table.rows)]]
    for at, column in enumerate(table.columns):
        if column in values:
            _check_column(context, column, [row.cells[at] for row in table.rows], scopes)


def _check_column(context: Context, column: str, cells: Sequence[nodes.Expr], scopes: Sequence[Scope]) -> None:
    first: core.Expr | None = None
    shared: Type = UNKNOWN
    for cell, scope in zip(cells, scopes, strict=True):
        found = context.expr(cell, scope)
        if found.type != UNKNOWN and not _is_written_out(found):
            context.wrong(
                "not-constant",
                "what stands in a table is written out",
                cell.span,
                "this depends on the position",
                "write a value, or write the expression where the column stands",
            )
        if found.type == UNKNOWN:
            continue
        first = first or found
        wider = found.type if shared == UNKNOWN else _shared(context, shared, found.type)
        if wider is None:
            context.report.error(
                "wrong-row",
                f"this is of type {found.type}, but the column `{column}` holds {shared}",
                cell.span,
                label=f"{found.type}",
                help=f"write something of type {shared}, or make it another example",
                asides=[Aside(span=first.span, label=f"{first.type}")],
            )
        shared = wider or shared


def _shared(context: Context, one: Type, other: Type) -> Type | None:
    """The type that two rows have in common; sets of cards of several kinds are sets of what these are."""
    if (
        one.head == other.head == "set"
        and one.inner
        and other.inner
        and "none" not in (one.inner.head, other.inner.head)
    ):
        inner = joint(one.inner, other.inner, context.names.lineage)
        return set_of(inner) if inner else None
    return joint(one, other, context.names.lineage)


def _is_written_out(expr: core.Expr) -> bool:
    if isinstance(expr, core.Prim) and expr.word in ("set", "negative", "+"):
        return all(_is_written_out(arg) for arg in expr.args)
    return isinstance(expr, core.Const)


def _check_titles(context: Context, made: Sequence[Filled]) -> None:
    earlier: dict[str, nodes.Row] = {}
    for example, row in made:
        assert row is not None
        if example.title in earlier:
            context.report.error(
                "declared-twice",
                f'two examples are called "{example.title}"',
                row.span,
                label="again here",
                help="let a column that tells them apart stand in the title, between braces",
                asides=[Aside(span=earlier[example.title].span, label="first here")],
            )
        earlier[example.title] = row


def _check_used(context: Context, table: nodes.ExampleTable, used: set[str]) -> None:
    for column in table.columns:
        if column not in used and table.rows:
            context.report.warning(
                "unused-column",
                f"no example speaks of the column `{column}`",
                table.columns_span.word(column),
                label="it stands nowhere below",
                help="use it, or leave it out of the table",
            )
