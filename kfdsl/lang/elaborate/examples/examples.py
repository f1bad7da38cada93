"""Examples with their positions laid out flat.

In:   positions and examples as written.      Out:  core.ExampleDef, in which players are seats.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from contextlib import nullcontext

from kfdsl.lang import nodes
from kfdsl.lang.elaborate.context import Context
from kfdsl.lang.elaborate.examples.checks import check, draw, seat
from kfdsl.lang.elaborate.examples.givens import Givens, Part, given, is_position, no_position
from kfdsl.lang.elaborate.examples.notation import in_notation
from kfdsl.lang.elaborate.examples.rows import rows_of
from kfdsl.lang.elaborate.expr.names import check_free
from kfdsl.lang.elaborate.scope import Scope
from kfdsl.lang.link.model import Entry, Model
from kfdsl.program import core
from kfdsl.text.diagnostic import Aside
from kfdsl.text.source import Span

Written = nodes.Given | nodes.Do | nodes.Check
Known = dict[tuple[int, tuple[str, ...]], list[Part]]  # parts that stand in several rows, and who plays there


def examples_of(context: Context) -> tuple[core.ExampleDef, ...]:
    """Every example that starts from a position."""
    givens = Givens(context)
    return tuple(made for entry in context.model.examples for made in _rows(givens, entry))


def _rows(givens: Givens, entry: Entry[nodes.Example | nodes.ExampleTable]) -> Iterator[core.ExampleDef]:
    """An example, or those of a table; of each one, the rows up to the first in which something is wrong."""
    context, wrong, known = givens.context, set[Span](), Known()
    for node, row in rows_of(context, entry):
        if node.span in wrong:
            continue
        before = context.report.errors
        aside = Aside(span=row.span, label="in this row") if row else None
        with context.report.beside(aside, node.span) if aside else nullcontext():
            made = _example(givens, node, entry.pack, entry.also, known)
        if context.report.errors > before:
            wrong.add(node.span)
        if made is not None and not (node.alone and _in_company(context.model, entry.pack)):
            yield dataclasses.replace(made, span=row.span, is_row=True) if row else made


def _in_company(model: Model, pack: str) -> bool:
    """Whether packs are there that this one does not ask for."""
    own = next(each for each in model.packs if each.name == pack)
    return any(each.name != pack and each.name not in own.requires for each in model.packs)


def _example(
    givens: Givens, node: nodes.Example, pack: str, also: frozenset[str], known: Known
) -> core.ExampleDef | None:
    players = _players(givens.context, node, pack, also)
    if players is None:
        return None
    givens.begin()
    scope = Scope(pack=pack, also=also, seats=players)
    parts: list[Part] = []
    has_begun = False
    for part in node.parts:
        parts += known.get((id(part), players)) or _new_part(givens, part, scope, has_begun, known)
        has_begun = has_begun or isinstance(part, nodes.Do)
    options = tuple(givens.options.items())
    return core.ExampleDef(
        name=node.title, pack=pack, span=node.span, players=players, options=options, parts=tuple(parts)
    )


def _new_part(givens: Givens, part: Written, scope: Scope, has_begun: bool, known: Known) -> list[Part]:
    """A part that is known from now on, unless it says more than its own parts: a position settles options, as they do."""
    made = _part(givens, part, scope, has_begun)
    if made and not (isinstance(part, nodes.Given) and is_position(part)):
        known[id(part), scope.seats] = made
    return made


def _part(givens: Givens, part: Written, scope: Scope, has_begun: bool) -> list[Part]:
    context = givens.context
    match part:
        case nodes.Given() if has_begun:
            context.wrong(
                "no-position",
                "what is given stands before the first move",
                part.span,
                "this would hold from the start",
                "write it before `when`, or bring it about by moves",
            )
            return []
        case nodes.Given():
            return given(givens, part, scope, ())
        case nodes.Do():
            draws = tuple(draw(context, each, scope) for each in part.draws)
            player = seat(context, part.player, scope, part.span)
            text = in_notation(context, part.text, scope, part.span)
            return [core.DoDef(player=player, text=text, draws=draws, span=part.span)]
        case nodes.Check():
            return [check(context, part, scope)]


def _players(context: Context, node: nodes.Example, pack: str, also: frozenset[str]) -> tuple[str, ...] | None:
    """Who sits at the table of the position that an example begins with."""
    first = node.parts[0] if node.parts else None
    if not isinstance(first, nodes.Given) or first.values or first.face or not isinstance(first.target, nodes.Name):
        context.wrong(
            "no-position",
            "an example begins with a position",
            node.span,
            "from where?",
            "write `given position_name; …`",
        )
        return None
    scope = Scope(pack=pack, also=also)
    entry = context.model.declared.get(context.named(first.target.name, scope, first.span, "position"))
    if entry is None or not isinstance(entry.node, nodes.Position):
        no_position(context, first.target)
        return None
    for name in entry.node.players:
        check_free(context, name, Scope(pack=entry.pack), entry.span)
    return entry.node.players
