"""Single words: locals, players, values, and whatever content declares.

In:   a name and a scope.      Out:  core.Expr.
"""

from __future__ import annotations

from kfdsl.lang import nodes
from kfdsl.lang.elaborate.context import DECLARE, Context
from kfdsl.lang.elaborate.expr.places import place_expr, var_expr
from kfdsl.lang.elaborate.scope import Scope
from kfdsl.lang.link.meanings import ALONE
from kfdsl.lang.syntax.keywords import KEYWORDS
from kfdsl.program import core, made_names, types
from kfdsl.program.types import BOOL, PLAYER, TOKEN, Type
from kfdsl.program.words import WORDS
from kfdsl.text.diagnostic import Aside, nearest
from kfdsl.text.source import Span

WHOLE_WORDS = ("none", "there", "empty", "true", "false", "players")  # of the language, that stand for a value by themselves
# what stands alone where a local may stand
HIDEABLE = (nodes.Token, nodes.Thing, nodes.Var, nodes.Place, nodes.Trait, nodes.Kind)


def name_expr(context: Context, node: nodes.Name, scope: Scope) -> core.Expr:
    """A single word."""
    name, span = node.name, node.span
    local = scope.type_of(node)
    if local is not None:
        return core.Local(name=name, type=local, span=span)
    if node.declared:
        return declared_expr(context, node, scope)
    if name in scope.seats:
        return core.Const(value=scope.seats.index(name), type=PLAYER, span=span)
    if name == "me":
        if not scope.me:
            return context.wrong(
                "nobody",
                "nobody acts here, so there is no `me`",
                span,
                "who?",
                "name a player, or take one as a parameter",
            )
        return core.Local(name="me", type=PLAYER, span=span)
    if name == "here":
        if scope.here is None:
            return context.wrong(
                "nowhere",
                "this rule is not carried out at a card, so there is no `here`",
                span,
                "where?",
                "write `at` and a kind of card behind the effect's parameters",
            )
        return core.Local(name="here", type=scope.here, span=span)
    plain: dict[str, tuple[object, Type]] = {
        "true": (True, BOOL),
        "false": (False, BOOL),
        "none": (None, types.NONE),
    }
    if name in plain:
        value, type_ = plain[name]
        return core.Const(value=value, type=type_, span=span)  # type: ignore[arg-type]
    if name == "players":
        return core.Prim(word="players", args=(), type=types.list_of(PLAYER), span=span)
    name = context.named(name, scope, span, *ALONE)
    return declared_expr(context, nodes.Name(name=name, declared=True, span=span), scope)


def declared_expr(context: Context, node: nodes.Name, scope: Scope) -> core.Expr:
    """A word that content declares, as it is called in the program."""
    name, span = node.name, node.span
    if not name:
        return context.unknown(span)  # told already
    if name in context.names.value_type:
        context.model.used.add(context.names.value_type[name])
        return core.Const(value=name, type=types.value(context.names.value_type[name]), span=span)
    thing, _, number = name.partition("#")
    entry = context.model.declared.get(thing)
    match entry.node if entry else None:
        case nodes.Token():
            context.seen(name, scope, span)
            return core.Const(value=name, type=TOKEN, span=span)
        case nodes.Thing(kind=kind, copies=copies):
            context.seen(thing, scope, span)
            if copies and not number:
                return several_copies(context, thing, copies, scope, span)
            return core.Const(value=name, type=context.names.card(thing if copies else kind), span=span)
        case nodes.Var() as variable:
            return var_expr(context, variable, (), scope, span)
        case nodes.Place():
            return place_expr(context, context.names.places[name], (), scope, span)
        case nodes.Trait() | nodes.Kind():
            return context.wrong(
                "not-a-value",
                f"`{name}` is a {type(entry.node).__name__.lower() if entry else ''}, not a value",
                span,
                "cannot stand alone",
                f"write `tokens({name})`, `cards({name})`, or `{name} in …`",
            )
        case nodes.Query():
            return context.wrong(
                "not-a-value", f"`{name}` is a query", span, "its arguments are missing", f"write `{name}(…)`"
            )
        case None if name in context.names.spots:
            return core.Const(value=name, type=types.SPOT, span=span)
        case None:
            member = context.names.places.get(name)
            if member:
                return context.wrong(
                    "not-a-value", f"`{name}` belongs to a card", span, "of which card?", f"write `{name}(card)`"
                )
            known = [
                *scope.locals,
                *scope.seats,
                *(["me"] if scope.me else []),
                *(["here"] if scope.here is not None else []),
                *WHOLE_WORDS,
                *context.model.declared,
                *context.names.value_type,
                *context.names.spots,
                *context.names.places,
                *WORDS,
            ]
            return context.wrong(
                "unknown-name",
                f"nothing is called `{name}`",
                span,
                f"neither `{scope.pack}` nor a pack it requires declares this",
                nearest(name, known) or DECLARE,
            )
        case other:
            hint = {
                nodes.Moment: f"`happens {name}(…)` makes it come",
                nodes.Menu: f"`choose {name}(…)` opens it",
                nodes.Effect: f"`{name}(…)` carries it out, where something is done",
                nodes.Values: f"`values({name})` lists them",
                nodes.Shape: f"`ask x: {name}(…)` lets somebody pick from it",
            }.get(type(other), "write something that has a value")
            sort = "type" if isinstance(other, nodes.Values) else type(other).__name__.lower()
            return context.wrong(
                "not-a-value",
                f"`{name}` is a {sort}, not a value",
                span,
                "cannot stand here",
                hint,
            )


def several_copies(context: Context, thing: str, copies: int, scope: Scope, span: Span) -> core.Expr:
    """Report a thing that is not one card where one is wanted."""
    return context.wrong(
        "not-a-value",
        f"`{thing}` is {copies} cards, not one"
        if copies > 1
        else f"`{thing}` has a number, as it is declared with copies",
        span,
        "which of them?",
        f"write `{thing}#1` for the first of them"
        if scope.seats
        else f"write `card is {thing}`, `{thing} in place` or `cards({thing})`",
    )


def copy_expr(context: Context, node: nodes.Copy, scope: Scope) -> core.Expr:
    """`village#3`, where it can be told from the others: rules treat all copies alike."""
    copies = context.names.copies(node.thing)
    if not copies:
        things = [name for name, entry in context.model.entries(nodes.Thing) if entry.node.copies]
        return context.wrong(
            "unknown-name",
            f"there are no copies of `{node.thing}`",
            node.span,
            "it has no number",
            nearest(node.thing, things) or f"write `{node.thing}`, or declare it with `copies 10`",
        )
    if not 1 <= node.number <= copies:
        return context.wrong(
            "never",
            f"there are {copies} copies of `{node.thing}`",
            node.span,
            "not so many",
            f"write `{node.thing}#{copies}`",
        )
    if not scope.seats:
        return context.wrong(
            "not-a-value",
            "rules treat all copies of a thing alike",
            node.span,
            "only positions and examples name one of them",
            f"pick one: `the first c in place where c is {node.thing}`",
        )
    context.seen(node.thing, scope, node.span)
    return core.Const(value=made_names.copy(node.thing, node.number), type=types.card(node.thing), span=node.span)


def trait_name(context: Context, node: nodes.Expr, scope: Scope) -> str | None:
    """The name of a token or a trait of tokens, where that is what is written."""
    name = _declared_name(context, node, scope, "token", "trait")
    sort = context.names.sort(name)
    if sort is nodes.Token or (sort is nodes.Trait and context.names.tokens_of(name)):
        context.seen(name, scope, node.span)
        return name
    return None


def card_sort(context: Context, node: nodes.Expr, scope: Scope) -> str | None:
    """The name of a kind, or of a trait of cards."""
    name = _declared_name(context, node, scope, "kind", "trait", "thing")
    sort = context.names.sort(name)
    if (
        sort is nodes.Kind
        or context.names.copies(name)
        or (sort is nodes.Trait and (context.names.kinds_of(name) or not context.names.tokens_of(name)))
    ):
        context.seen(name, scope, node.span)
        return name
    return None


def _declared_name(context: Context, node: nodes.Expr, scope: Scope, *sorts: str) -> str:
    """What is called so in the program, if only a name is written and no local is meant."""
    node = context.simple(node, scope, *sorts)
    if not isinstance(node, nodes.Name) or scope.type_of(node) is not None:
        return ""
    return node.name if node.declared else context.named(node.name, scope, node.span, *sorts)


def check_free(context: Context, name: str, scope: Scope, span: Span) -> None:
    """A new local hides no other, and nothing of its own pack; what other packs declare, or will, is hidden silently."""
    own = context.model.meanings.named(name, scope.pack)
    taken = context.model.declared.get(own)
    if name in KEYWORDS:
        context.wrong(
            "reserved-name",
            f"`{name}` is a word of the language",
            span.word(name),
            "nothing can be called that",
            "choose another name",
        )
    elif (
        name in scope.locals
        or name in ("me", "here", "players")
        or context.names.value_pack.get(own) == scope.pack
        or (own in context.names.spots and context.model.meanings.is_own(name, scope.pack))
        or name in scope.seats
    ):
        context.wrong(
            "hidden-name",
            f"`{name}` already means something here",
            span.word(name),
            "this would hide it",
            "choose another name",
        )
    elif taken is not None and taken.pack == scope.pack and isinstance(taken.node, HIDEABLE):
        context.report.error(
            "hidden-name",
            f"`{name}` is already declared",
            span.word(name),
            label="this would hide it",
            help="choose another name",
            asides=[Aside(span=taken.span.word(own), label="declared here")],
        )
