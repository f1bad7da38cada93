"""What scores, from tree to nodes.

In:   a Branch.      Out:  nodes.Score and its like, and nodes.Settle.
"""

from __future__ import annotations

from lark import Token as LarkToken

from kfdsl.lang import nodes
from kfdsl.lang.syntax.build.expr import args, expr
from kfdsl.lang.syntax.build.tree import Context, branches, names, rest, tokens
from kfdsl.lang.syntax.parse import Branch
from kfdsl.text.diagnostic import Aside

_LEFT_MARKS = ("within", "on_ledger")
_SET_MARKS = ("within", "once", "alike", "must", "must_but", "without_roles", "on_ledger", "unfilled")


def score(context: Context, tree: Branch) -> nodes.Stmt:
    value, to, reason = (expr(context, each) for each in branches(tree))
    return nodes.Score(value=value, to=to, reason=reason, span=context.span(tree))


def score_sets(context: Context, tree: Branch) -> nodes.Stmt:
    marks = _marks(context, tree)
    value, want, to, reason = (expr(context, each) for each in rest(tree, *_SET_MARKS))
    unfilled, must = marks.get("unfilled"), marks.get("must")
    spare = [context.number(each) for each in must.children if isinstance(each, LarkToken)] if must else []
    return nodes.ScoreSets(
        value=value,
        want=want,
        within=_within(context, marks),
        once="once" in marks,
        alike="alike" in marks,
        spare=sum(spare) if must else None,
        roles="without_roles" not in marks,
        ledgers=names(marks.get("on_ledger")),
        unfilled=expr(context, branches(unfilled)[0]) if unfilled else None,
        to=to,
        reason=reason,
        span=context.span(tree),
    )


def score_left(context: Context, tree: Branch) -> nodes.Stmt:
    marks = _marks(context, tree)
    value, to, reason = (expr(context, each) for each in rest(tree, *_SET_MARKS))
    for name, mark in marks.items():
        if name not in _LEFT_MARKS:
            context.report.error(
                "wrong-mark",
                "what is left takes only `in place` and `on ledger`",
                context.span(mark),
                label="this does not go with `left`",
                help="remove it",
            )
    return nodes.ScoreLeft(
        value=value,
        name=tokens(tree)[0],
        within=_within(context, marks),
        ledgers=names(marks.get("on_ledger")),
        to=to,
        reason=reason,
        span=context.span(tree),
    )


def _marks(context: Context, tree: Branch) -> dict[str, Branch]:
    """What limits a scorer, each of it said once."""
    found: dict[str, Branch] = {}
    for mark in branches(tree):
        name = mark.data.removesuffix("_but")
        if mark.data in _SET_MARKS and name in found:
            context.report.error(
                "wrong-mark",
                "a scorer says each of its marks once",
                context.span(mark),
                label="this was said before",
                help="write `on one, other`" if name == "on_ledger" else "remove one of them",
                asides=[Aside(span=context.span(found[name]), label="here")],
            )
        elif mark.data in _SET_MARKS:
            found[name] = mark
    return found


def _within(context: Context, marks: dict[str, Branch]) -> nodes.Expr | None:
    """`in place`"""
    mark = marks.get("within")
    return expr(context, branches(mark)[0]) if mark else None


def settle(context: Context, tree: Branch) -> nodes.Stmt:
    name, purpose = tokens(tree)
    shape = nodes.Call(name=name, args=args(context, tree), span=context.span(tree))
    return nodes.Settle(who=expr(context, rest(tree, "args")[0]), shape=shape, purpose=purpose, span=context.span(tree))
