"""Variables set, and needs in the middle of a deed.

In:   nodes.Stmt and a Scope.      Out:  core.Stmt.
"""

from __future__ import annotations

from kfdsl.lang import nodes
from kfdsl.lang.elaborate.context import Context
from kfdsl.lang.elaborate.expr.expression import expression
from kfdsl.lang.elaborate.expr.messages import message_parts
from kfdsl.lang.elaborate.scope import Scope
from kfdsl.lang.elaborate.stmt.rule_body import RuleBody, nothing
from kfdsl.program import core, made_names
from kfdsl.program.types import BOOL


def assign_stmt(context: Context, node: nodes.Assign, scope: Scope) -> core.Stmt:
    """A variable gets a value."""
    target = expression(context, node.target, scope, None)
    if not isinstance(target, core.VarOf):
        if target.type.head != "unknown":
            context.wrong(
                "not-a-variable",
                "only a variable can be set",
                target.span,
                "this never changes",
                "declare it with `var`",
            )
        return nothing(node.span)
    return core.SetVar(
        var=target.var, args=target.args, value=context.expr(node.value, scope, target.type), span=node.span
    )


def ensure_stmt(rule: RuleBody, node: nodes.Ensure, scope: Scope) -> core.Stmt:
    """A need in the middle of a deed."""
    if not scope.in_deed or rule.waivers is None:
        rule.context.wrong(
            "no-ensure",
            "`ensure` stands only in the `do` of an action",
            node.span,
            "not here",
            "write it in the action, behind the call of this effect",
        )
        return nothing(node.span)
    if node.name in rule.ensured:
        rule.context.wrong(
            "declared-twice",
            f"two needs are called `{node.name}`",
            node.span.word(node.name),
            "again here",
            "rename one of them",
        )
    rule.ensured[node.name] = node.span
    test = rule.context.test(node.test, scope)
    for waiver in rule.waivers(node.name, scope):
        test = core.Prim(word="or", args=(test, waiver), type=BOOL, span=node.span)
    return core.Ensure(
        name=made_names.need(scope.rule, node.name),
        test=test,
        message=message_parts(rule.context, node.message, scope),
        span=node.span,
    )
