"""Needs of actions, and what waives them.

In:   needs as written, of all packs.      Out:  core.NeedDef.
"""

from __future__ import annotations

from kfdsl.lang import nodes
from kfdsl.lang.elaborate.context import Context
from kfdsl.lang.elaborate.expr.messages import message_parts
from kfdsl.lang.elaborate.scope import Scope
from kfdsl.lang.elaborate.stmt.actors import walk
from kfdsl.lang.elaborate.stmt.before import free_locals
from kfdsl.lang.link.model import Entry
from kfdsl.program import core, made_names
from kfdsl.program.types import BOOL
from kfdsl.text.diagnostic import Aside, nearest
from kfdsl.text.source import Span


def need_def(
    context: Context,
    action: str,
    need: nodes.Need,
    pack: str,
    scope: Scope,
    changes: list[Entry[nodes.ActionChange]],
    order: list[str],
) -> core.NeedDef:
    """A need and its waivers."""
    test = context.test(need.test, scope)
    for waiver in waivers(context, need.name, scope, changes):
        test = core.Prim(word="or", args=(test, waiver), type=BOOL, span=need.span)
    depth = max((order.index(name) + 1 for name in free_locals(test) if name in order), default=0)
    return core.NeedDef(
        name=made_names.need(action, need.name),
        pack=pack,
        span=need.span,
        test=test,
        message=message_parts(context, need.message, scope),
        depth=depth,
    )


def waivers(context: Context, need: str, scope: Scope, changes: list[Entry[nodes.ActionChange]]) -> list[core.Expr]:
    """The conditions under which packs waive a need."""
    return [
        context.test(waive.test, context.lent(scope, change.pack, change.also))
        for change in changes
        for waive in change.node.waives
        if waive.name == need
    ]


def check_waivers(context: Context, name: str, node: nodes.Action, changes: list[Entry[nodes.ActionChange]]) -> None:
    """Report waivers of needs that are not there, and needs with one name."""
    needs = list(node.needs) + [need for change in changes for need in change.node.needs]
    bodies = [node.body, *(each.body for change in changes for each in change.node.around)]
    ensures = [part for body in bodies for part in walk(body) if isinstance(part, nodes.Ensure)] + [
        e for change in changes for e in change.node.ensures
    ]
    known: dict[str, Span] = {}
    for need, span in [(part.name, part.span) for part in needs] + [(part.name, part.span) for part in ensures]:
        if need in known:
            context.report.error(
                "declared-twice",
                f"`{name}` has two needs called `{need}`",
                span.word(need),
                label="again here",
                asides=[Aside(span=known[need].word(need), label="first here")],
                help="rename one of them",
            )
        known[need] = span
    for change in changes:
        for waive in change.node.waives:
            if waive.name not in known:
                context.wrong(
                    "unknown-name",
                    f"`{name}` has no need called `{waive.name}`",
                    waive.span.word(waive.name),
                    "nothing to waive",
                    nearest(waive.name, list(known))
                    or (f"its needs are {', '.join(known)}" if known else "it has no needs"),
                )
