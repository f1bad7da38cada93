"""How a game begins, how it is reckoned up, and how it is decided.

In:   a Model.      Out:  the flow that a game begins with, the one that says what it would score if it ended now, and queries
that decide among equals.
"""

from __future__ import annotations

from kfdsl.lang import nodes
from kfdsl.lang.elaborate.context import Context
from kfdsl.lang.elaborate.expr.names import check_free
from kfdsl.lang.elaborate.scope import Scope
from kfdsl.lang.link.model import Model
from kfdsl.program import core, made_names
from kfdsl.program.types import NUMBER, PLAYER
from kfdsl.text.diagnostic import Aside, Report


def main_of(model: Model, report: Report) -> str:
    """The one flow with which a game begins."""
    main = [name for name, entry in model.entries(nodes.Effect) if entry.node.is_main]
    if len(main) == 1:
        return main[0]
    spans = [model.declared[name].span for name in main]
    report.error(
        "no-main" if not main else "two-mains",
        "a game needs one `main flow`, the one it begins with",
        spans[1].word(main[1]) if len(spans) > 1 else None,
        where=", ".join(pack.name for pack in model.packs),
        label="another beginning",
        asides=[Aside(span=spans[0].word(main[0]), label="it begins here")] if main else [],
        help="write `main flow name { … }`, or name the pack whose game this belongs to in `requires` of the manifest" if not main else "keep one of them",
    )
    return ""


def closing_of(model: Model, report: Report) -> str:
    """The flow that says what the game would score if it ended now; "" if there is none."""
    found = [name for name, entry in model.entries(nodes.Effect) if entry.node.is_closing]
    if len(found) > 1:
        one, other, *_ = found
        report.error(
            "two-closings",
            "only one flow says what the game would score if it ended now",
            model.declared[other].span.word(other),
            label="another one",
            asides=[Aside(span=model.declared[one].span.word(one), label="this one does")],
            help="keep one of them `closing`, and `extend` it",
        )
    return found[0] if found else ""


def ties_of(context: Context) -> tuple[core.QueryDef, ...]:
    """What decides among equals, as queries, one after the other: the larger it is, the better."""
    if not context.model.ties:
        return ()
    first, *more = context.model.ties
    for other in more:
        context.report.error(
            "declared-twice",
            "who is ahead among equals is said twice",
            other.span,
            label=f"said again here, by `{other.pack}`",
            help="keep one of them, and `extend` the query that it names",
            asides=[Aside(span=first.span, label=f"first said here, by `{first.pack}`")],
        )
    node, scope = first.node, Scope(pack=first.pack, also=first.also)
    check_free(context, node.name, scope, node.span)
    scope = scope.bind(node.name, PLAYER)
    return tuple(
        core.QueryDef(
            name=made_names.ties(number),
            pack=first.pack,
            span=node.span,
            params=((node.name, PLAYER),),
            result=NUMBER,
            body=_larger_is_better(context.expr(written, scope, NUMBER), least),
            packs=(first.pack,),
        )
        for number, (written, least) in enumerate(node.rankings)
    )


def _larger_is_better(ranking: core.Expr, least: bool) -> core.Expr:
    return core.Prim(word="negative", args=(ranking,), type=NUMBER, span=ranking.span) if least else ranking
