"""Places and variables: all that a state holds.

In:   declarations of places, slots, variables and options.      Out:  core definitions.
"""

from __future__ import annotations

from kfdsl.lang import nodes
from kfdsl.lang.elaborate.cards.printed_values import is_constant
from kfdsl.lang.elaborate.context import Context
from kfdsl.lang.elaborate.indexes import check_per
from kfdsl.lang.elaborate.names import Member
from kfdsl.lang.elaborate.scope import Scope
from kfdsl.program import core, made_names, types
from kfdsl.text.diagnostic import nearest
from kfdsl.text.source import Source, Span

Entries = tuple[tuple[int, str, bool], ...]


def places_of(context: Context) -> tuple[core.PlaceDef, ...]:
    """Every place, with what it holds at the start."""
    names, found = context.names, []
    for member in names.places.values():
        node = member.node
        scope = Scope(pack=member.pack)
        if isinstance(node, nodes.Slot):
            context.cards_named(node.kind, node.span)
            found.append(
                core.PlaceDef(
                    name=member.name,
                    pack=member.pack,
                    span=node.span,
                    owner=member.owner,
                    per=(),
                    content=node.kind,
                    traits=(),
                    ordered=True,
                    seen="all",
                    counted="all",
                    holds=(),
                    single=True,
                )
            )
            continue
        assert isinstance(node, nodes.Place)
        _place_words(node, context)
        holds = _holds(node.holds, scope, context) if node.holds else ()
        for change in names.model.holds_changes.get(member.name, []):
            holds += _holds(change.node.holds, Scope(pack=change.pack, also=change.also), context)
        if "corner" in node.per and (not member.owner or node.content or not context.names.planes_of(member.owner)):
            context.wrong(
                "no-plane",
                "only cards of a plane have corners, and tokens lie there",
                node.span,
                "",
                "declare it in a kind or trait that lies on a plane",
            )
        if holds and (member.owner or "player" in node.per):
            context.wrong(
                "holds-many",
                "only a place of which there is one, or one per value, can hold pieces from the start",
                node.span.word("holds"),
                "how many there are of this place depends on the game",
                "move them there in a flow",
            )
        found.append(
            core.PlaceDef(
                name=member.name,
                pack=member.pack,
                span=node.span,
                owner=member.owner,
                per=tuple(word for word in node.per if word != "corner"),
                content=node.content,
                traits=node.traits,
                ordered=node.ordered,
                seen=node.seen or "none",
                counted=node.counted or node.seen or "none",
                holds=holds,
                board=names.boards.get(member.name),
                edged=_edges(member, context) if node.edged else "",
                per_corner="corner" in node.per,
            )
        )
    return tuple(found)


def _edges(member: Member, context: Context) -> str:
    """The field that carries the labels of the edges of a plane's cards."""
    node = member.node
    assert isinstance(node, nodes.Place)
    field = context.names.member(node.content, node.edged)
    if context.names.card(node.content) == types.UNKNOWN:
        return ""  # told already
    if context.names.boards[member.name].grid == "spots":
        context.wrong(
            "no-edges",
            "between spots that have names there are joins, and no edges",
            node.span.word(node.edged),
            "edges of cards mean nothing here",
            "write `paris joins lyon by rail` for a join that carries a label",
        )
        return ""
    if field is None or context.names.label_type(member).head != "value":
        context.wrong(
            "no-edges",
            f"every {node.content} needs a field `{node.edged}`, a list of values, for its edges",
            node.span.word(node.edged),
            "no such field",
            f"write `{node.edged}: list of Border` in `{node.content}`, with `values Border …`",
        )
        return ""
    return made_names.member(field.owner, node.edged)


def _place_words(node: nodes.Place, context: Context) -> None:
    check_per(context, node)
    for word in (node.seen, node.counted):
        if word not in ("", "all", "owner", "others", "none"):
            context.wrong(
                "unknown-viewer",
                f"`{word}` is nobody",
                node.span.word(word),
                "who sees it?",
                "write `all`, `owner`, `others` or `none`",
            )
    whose = {"owner", "others"} & {node.seen, node.counted}
    if whose and "player" not in node.per and "corner" not in node.per:
        context.wrong(
            "unknown-viewer",
            "a place that is not per player has no owner",
            node.span.word(min(whose)),
            "whose?",
            "write `per player`, or `seen by all`",
        )
    for trait in node.traits:
        if context.names.sort(trait) is not nodes.Trait:
            traits = context.model.names_of(nodes.Trait)
            context.wrong(
                "unknown-name",
                f"no trait is called `{trait}`",
                node.span.word(trait),
                "not a trait",
                nearest(trait, traits) or f"declare it: `trait {trait}`",
            )
        context.model.used.add(trait)
    if node.unturned and node.board is None:
        context.wrong(
            "wrong-mark",
            "only on a plane cards may be turned",
            node.span.word("unturned"),
            "this is no plane",
            "leave it out",
        )
    if node.content:
        context.cards_named(node.content, node.span, "write `of tokens`, or name a kind of cards")


def _holds(node: nodes.Expr, scope: Scope, context: Context) -> Entries:
    found = context.expr(node, scope, types.BUNDLE)
    if isinstance(found, core.Const) and isinstance(found.value, tuple):
        return found.value
    if found.type.head != "unknown":
        context.wrong(
            "not-constant",
            "what a place holds is written out",
            found.span,
            "this depends on the game",
            "write `3 clay + 2 straw`",
        )
    return ()


def variables_of(context: Context) -> tuple[core.VarDef, ...]:
    """Every variable, those of menus and options included."""
    menus = {
        id(variable): name
        for name, e in context.model.declared.items()
        if isinstance(e.node, nodes.Menu)
        for variable in e.node.vars
    }
    members: list[Member] = [*context.names.vars.values()]
    members += [m for table in context.names.members.values() for m in table.values() if isinstance(m.node, nodes.Var)]
    found = []
    for member in members:
        node = member.node
        assert isinstance(node, nodes.Var)
        check_per(context, node)
        type_ = context.names.type(node.type)
        default = context.expr(node.default, Scope(pack=member.pack), type_)
        if type_.head in ("effect", "want"):
            context.wrong(
                "wrong-type",
                f"a variable cannot hold {type_}",
                node.type.span,
                "this is printed, not changed",
                "use a field for what is printed",
            )
        if default.type.head != "unknown" and not is_constant(default):
            context.wrong(
                "not-constant",
                "the default of a variable is written out",
                default.span,
                "this depends on the game",
                "write a value such as `0`, and set the variable in a flow",
            )
        if node.until:
            if context.names.sort(node.until) is not nodes.Moment:
                moments = context.model.names_of(nodes.Moment)
                context.wrong(
                    "unknown-name",
                    f"no moment is called `{node.until}`",
                    node.span.word(node.until),
                    "until when?",
                    nearest(node.until, moments) or f"declare it: `moment {node.until}`",
                )
            context.model.used.add(node.until)
        name = made_names.member(member.owner, member.name)
        found.append(
            core.VarDef(
                name=name,
                pack=member.pack,
                span=node.span,
                owner=member.owner,
                type=type_,
                default=default,
                per=node.per,
                menu=menus.get(id(node), ""),
            )
        )
    for pack in context.model.packs:
        for option in pack.options:
            span = Span(Source(f"{pack.name}.pack.json", pack.name, ""), 0, 0)
            kind = types.BOOL if isinstance(option.default, bool) else types.TEXT
            found.append(
                core.VarDef(
                    name=made_names.option(pack.name, option.name),
                    pack=pack.name,
                    span=span,
                    owner="",
                    type=kind,
                    default=core.Const(value=option.default, type=kind, span=span),
                )
            )
    return tuple(found)
