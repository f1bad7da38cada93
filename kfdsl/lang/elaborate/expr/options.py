"""Options of packs.

In:   `option(long_days)`.      Out:  core.VarOf, which is what was chosen when the game began.
"""

from __future__ import annotations

from kfdsl.lang import nodes
from kfdsl.lang.elaborate.context import Context
from kfdsl.lang.elaborate.scope import Scope
from kfdsl.program import core, made_names
from kfdsl.program.types import BOOL, TEXT
from kfdsl.text.diagnostic import nearest


def option_expr(context: Context, node: nodes.Call, scope: Scope) -> core.Expr:
    """`option(long_days)`, `option(hollow.long_days)`: what was chosen for a pack when the game began."""
    pack, name = scope.pack, ""
    match node.args:
        case (nodes.Name(name=name),):
            pass
        case (nodes.Dot(base=nodes.Name(name=pack), name=name),):
            context.allowed(pack if pack in context.model.after else scope.pack, pack, scope, node.span)
        case _:
            return context.wrong(
                "wrong-arguments",
                "`option` takes the name of an option",
                node.span,
                "",
                "write `option(name)` or `option(pack.name)`",
            )
    option = context.names.option(pack, name)
    if option is None:
        known = [option.name for each in context.model.packs if each.name == pack for option in each.options]
        return context.wrong(
            "unknown-name",
            f"`{pack}` has no option `{name}`",
            node.span,
            "its manifest declares none of that name",
            nearest(name, known),
        )
    type_ = BOOL if isinstance(option.default, bool) else TEXT
    return core.VarOf(var=made_names.option(pack, name), args=(), type=type_, span=node.span)


def is_option(var: core.VarOf) -> bool:
    """Whether a variable is what was chosen for an option."""
    return made_names.option_of(var.var) is not None


def check_choice(context: Context, option: core.Expr, value: core.Expr) -> None:
    """Report a text that nobody can choose for an option."""
    chosen = made_names.option_of(option.var) if isinstance(option, core.VarOf) else None
    if chosen is None or not isinstance(value, core.Const):
        return
    pack, name = chosen
    declared = context.names.option(pack, name)
    choices = declared.choices if declared else ()
    if choices and isinstance(value.value, str) and value.value not in choices:
        context.wrong(
            "unknown-choice",
            f'"{value.value}" is not a choice of the option `{name}`',
            value.span,
            f"{pack}.pack.json does not list it",
            nearest(value.value, choices) or "write one of " + ", ".join(f'"{each}"' for each in choices),
        )


def check_choices(context: Context, args: tuple[core.Expr, ...]) -> None:
    """Report a comparison of an option with a text that is none of its choices."""
    one, other = args
    check_choice(context, one, other)
    check_choice(context, other, one)
