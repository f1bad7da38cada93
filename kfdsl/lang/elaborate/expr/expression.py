"""Bind and type an expression: which file of the family knows its sort.

In:   nodes.Expr and a Scope.      Out:  core.Expr, typed; what is wrong is reported and stands as `unknown`.
A value that may be none, or a card known only by a trait, is narrowed by `is there` and `is kiln` before it is used:
`Context.expr` sees to that, and so is what everybody calls; only what is about to be changed is taken as it was declared.
"""

from __future__ import annotations

from kfdsl.lang import nodes
from kfdsl.lang.elaborate.context import Context
from kfdsl.lang.elaborate.expr.calls import call_expr
from kfdsl.lang.elaborate.expr.card_effects import before_expr, trial_expr
from kfdsl.lang.elaborate.expr.collections import fold_expr, list_expr, lookup_expr, pick_expr, set_expr
from kfdsl.lang.elaborate.expr.faces import shows_expr
from kfdsl.lang.elaborate.expr.members import dot_expr
from kfdsl.lang.elaborate.expr.messages import plain_text
from kfdsl.lang.elaborate.expr.names import copy_expr, name_expr
from kfdsl.lang.elaborate.expr.operators import if_else_expr, let_expr, operator_expr
from kfdsl.lang.elaborate.expr.places import amount_expr, counted_expr
from kfdsl.lang.elaborate.scope import Scope
from kfdsl.program import core
from kfdsl.program.types import NUMBER, Type


def expression(context: Context, node: nodes.Expr, scope: Scope, wanted: Type | None) -> core.Expr:
    match node:
        case nodes.Number():
            return core.Const(value=node.value, type=NUMBER, span=node.span)
        case nodes.Text():
            return plain_text(context, node)
        case nodes.Name():
            return name_expr(context, node, scope)
        case nodes.Copy():
            return copy_expr(context, node, scope)
        case nodes.Amount():
            return amount_expr(context, node, scope)
        case nodes.Counted():
            return counted_expr(context, node, scope)
        case nodes.Call():
            return call_expr(context, node, scope)
        case nodes.Dot() | nodes.DotCall():
            return dot_expr(context, node, scope)
        case nodes.Op():
            return operator_expr(context, node, scope)
        case nodes.SetOf():
            return set_expr(context, node, scope, wanted)
        case nodes.ListOf():
            return list_expr(context, node, scope, wanted)
        case nodes.Lookup():
            return lookup_expr(context, node, scope)
        case nodes.IfElse():
            return if_else_expr(context, node, scope)
        case nodes.LetIn():
            return let_expr(context, node, scope, wanted)
        case nodes.Shows():
            return shows_expr(context, node, scope)
        case nodes.Before():
            return before_expr(context, node, scope)
        case nodes.Trial():
            return trial_expr(context, node, scope)
        case nodes.Pick():
            return pick_expr(context, node, scope)
        case nodes.Fold():
            return fold_expr(context, node, scope)
        case _:
            raise AssertionError(node)
