"""What there is one of for each player, token or value: places and variables alike.

In:   `per player`, `per Tier`, and what stands between brackets.      Out:  whether it may be said, and arguments of the right types.
"""

from __future__ import annotations

from collections.abc import Sequence

from kfdsl.lang import nodes
from kfdsl.lang.elaborate.context import Context
from kfdsl.lang.elaborate.names import Names
from kfdsl.lang.elaborate.scope import Scope
from kfdsl.program import core, types
from kfdsl.program.types import Type
from kfdsl.text.diagnostic import nearest
from kfdsl.text.source import Span

PLAIN = ("player", "token")


def check_per(context: Context, node: nodes.Place | nodes.Var) -> None:
    """Report what nothing can be one of."""
    for at, word in enumerate(node.per):
        known = (*PLAIN, "corner") if isinstance(node, nodes.Place) else PLAIN
        context.model.used.add(word)
        if word in node.per[:at] or ("corner" in node.per and len(node.per) > 1):
            context.wrong(
                "wrong-mark",
                "something is one per corner only" if "corner" in node.per else f"this is one per `{word}` twice",
                node.span.word(word, last=True),
                "not besides",
                "remove one of them",
            )
            return
        if word not in known and word not in context.names.values:
            what = "places" if isinstance(node, nodes.Place) else "variables"
            context.wrong(
                "unknown-per",
                f"there are no {what} per `{word}`",
                node.span.word(word),
                "there is one in all, per player, token or declared value, or of each card of a kind or trait",
                nearest(word, [*known, *context.names.values])
                or (
                    f"declare what there is one for each of: `values {word} first, second`"
                    if word[0].isupper()
                    else "write `per player`, or declare it inside a `kind` or `trait`"
                ),
            )


def index_types(names: Names, per: Sequence[str]) -> list[Type]:
    """What stands between the brackets."""
    return [types.each_of(word) if word in PLAIN or word in names.values else types.UNKNOWN for word in per]


def indexed(
    context: Context, form: str, wanted: Sequence[Type], args: Sequence[nodes.Expr], scope: Scope, span: Span
) -> tuple[core.Expr, ...] | None:
    """What stands between the brackets, typed; None if it is reported that there is too much or too little."""
    if len(args) == len(wanted):
        return tuple(context.expr(arg, scope, type_) for arg, type_ in zip(args, wanted, strict=True))
    context.wrong(
        "wrong-arguments",
        f"`{form}` takes {len(wanted)} argument{'s' * (len(wanted) != 1)}",
        span,
        f"{len(args)} given",
        f"write `{form}({', '.join(map(str, wanted))})`" if wanted else f"write `{form}`",
    )
    return None
