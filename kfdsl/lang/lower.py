"""Weave everything into one program: amendments into what they amend, things into tables, faces into fields.

In:   a Model and its Names.      Out:  a Program, or a report.
Order among changes at one point: stated (`over`), then packs after those they require or follow, then by name; it is an
error where that leaves a real choice open. The order in which packs were named never matters.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

from kfdsl.lang import nodes
from kfdsl.lang.calls import calls
from kfdsl.lang.check_actors import Actors
from kfdsl.lang.check_expr import ExprChecker
from kfdsl.lang.lower_cards import CardLowerer
from kfdsl.lang.lower_examples import ExampleLowerer
from kfdsl.lang.lower_queries import QueryLowerer
from kfdsl.lang.lower_rules import RuleLowerer
from kfdsl.lang.model import Model
from kfdsl.lang.names import Member, collect
from kfdsl.lang.pointing import at_word
from kfdsl.lang.scope import Scope
from kfdsl.program import core, types
from kfdsl.text.diagnostic import Aside, Report, nearest
from kfdsl.text.source import Source, Span

Entries = tuple[tuple[int, str, bool], ...]


def lower(model: Model, read_hole: Callable[[Span], nodes.Expr | None], report: Report) -> core.Program | None:
    """The whole program."""
    names = collect(model, report)
    if report.failed:
        return None
    exprs = ExprChecker(names, report, read_hole)
    actors = Actors(model)
    places = _places(exprs)
    variables = _vars(exprs)
    queries = QueryLowerer(exprs).all()
    rules = RuleLowerer(exprs, actors)
    rules.all()
    cards = CardLowerer(exprs, rules)
    lowered_cards = cards.all()
    stands = _stands(exprs)
    companies, roles = _companies(exprs), _roles(exprs)
    examples = ExampleLowerer(exprs).all()
    main = [name for name, e in model.declared.items() if isinstance(e.node, nodes.Effect) and e.node.is_main]
    if len(main) != 1:
        spans = [model.declared[name].span for name in main]
        report.error(
            "no-main" if not main else "two-mains",
            "a game needs one `main flow`, the one it begins with",
            at_word(spans[1], main[1]) if len(spans) > 1 else None,
            where=", ".join(pack.name for pack in model.packs),
            label="another beginning",
            asides=[Aside(span=at_word(spans[0], main[0]), label="it begins here")] if main else [],
            help="write `main flow name { … }`" if not main else "keep one of them",
        )
    if report.failed:
        return None
    program = core.Program(
        packs=tuple((pack.name, pack.version) for pack in model.packs),
        tokens=tuple(
            core.TokenDef(name=n, pack=e.pack, span=e.span, nouns=e.node.nouns, traits=names.token_traits[n])
            for n, e in model.declared.items()
            if isinstance(e.node, nodes.Token)
        ),
        traits=tuple(
            core.TraitDef(name=n, pack=e.pack, span=e.span, nouns=e.node.nouns)
            for n, e in model.declared.items()
            if isinstance(e.node, nodes.Trait)
        ),
        values=tuple(
            core.ValuesDef(name=n, pack=e.pack, span=e.span, names=names.values[n])
            for n, e in model.declared.items()
            if isinstance(e.node, nodes.Values)
        ),
        places=places,
        vars=variables,
        fields=cards.fields(),
        kinds=tuple(
            core.KindDef(
                name=n,
                pack=e.pack,
                span=e.span,
                traits=tuple(sorted(names.lineage[n])),
                faces=names.faces[n],
                start=e.node.start,
            )
            for n, e in model.declared.items()
            if isinstance(e.node, nodes.Kind)
        ),
        cards=lowered_cards,
        stands=stands,
        companies=companies,
        roles=roles,
        nouns=_nouns(exprs),
        ledgers=("", *(n for n, e in model.declared.items() if isinstance(e.node, nodes.Ledger))),
        queries=queries,
        rules=tuple(rules.rules.values()),
        shapes=tuple(rules.shapes),
        menus=tuple(rules.menus),
        actions=tuple(rules.actions),
        main=main[0],
        positions=tuple(
            core.PositionDef(name=name, pack=entry.pack, span=entry.span, players=entry.node.players)
            for name, entry in model.entries(nodes.Position)
        ),
        examples=examples,
    )
    calls(program, report)  # what follows goes through all that is called, which must end
    if not report.failed:
        rules.check_orders({query.name: query for query in queries})
    return None if report.failed else program


def _places(exprs: ExprChecker) -> tuple[core.PlaceDef, ...]:
    names, found = exprs.names, []
    for member in names.places.values():
        node = member.node
        scope = Scope(pack=member.pack)
        if isinstance(node, nodes.Slot):
            found.append(
                core.PlaceDef(
                    name=member.name,
                    pack=member.pack,
                    span=node.span,
                    owner=member.owner,
                    per_player=False,
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
        _place_words(node, exprs)
        holds = _holds(node.holds, scope, exprs) if node.holds else ()
        for change in names.model.holds_changes.get(member.name, []):
            holds += _holds(change.node.holds, Scope(pack=change.pack, also=change.also), exprs)
        if "corner" in node.per and (not member.owner or node.content or not exprs.names.planes_of(member.owner)):
            exprs.wrong(
                "no-plane",
                "only cards of a plane have corners, and tokens lie there",
                node.span,
                "",
                "declare it in a kind or trait that lies on a plane",
            )
        if holds and (member.owner or node.per):
            exprs.wrong(
                "holds-many",
                "only a place of which there is one can hold pieces from the start",
                at_word(node.span, "holds"),
                "there are several of this place",
                "move them there in a flow",
            )
        found.append(
            core.PlaceDef(
                name=member.name,
                pack=member.pack,
                span=node.span,
                owner=member.owner,
                per_player="player" in node.per,
                content=node.content,
                traits=node.traits,
                ordered=node.ordered,
                seen=node.seen or "none",
                counted=node.counted or node.seen or "none",
                holds=holds,
                edged=_edges(member, exprs) if node.edged else "",
                per_corner="corner" in node.per,
            )
        )
    return tuple(found)


def _edges(member: Member, exprs: ExprChecker) -> str:
    """The field that carries the labels of the edges of a plane's cards."""
    node = member.node
    assert isinstance(node, nodes.Place)
    field = exprs.names.member(node.content, node.edged)
    if field is None or exprs.names.label_type(member).head != "value":
        exprs.wrong(
            "no-edges",
            f"every {node.content} needs a field `{node.edged}`, a list of values, for its six edges",
            at_word(node.span, node.edged),
            "no such field",
            f"write `{node.edged}: list of Border` in `{node.content}`, with `values Border …`",
        )
        return ""
    return f"{field.owner}.{node.edged}"


def _place_words(node: nodes.Place, exprs: ExprChecker) -> None:
    for word in node.per:
        if word not in ("player", "corner") or len(node.per) > 1:
            exprs.wrong(
                "unknown-per",
                f"there are no places per `{word}`",
                at_word(node.span, word),
                "a place is one in all, per player, or of a kind or trait",
                "write `per player`, or declare it inside a `kind` or `trait`",
            )
    for word in (node.seen, node.counted):
        if word not in ("", "all", "owner", "none"):
            exprs.wrong(
                "unknown-viewer",
                f"`{word}` is nobody",
                at_word(node.span, word),
                "who sees it?",
                "write `all`, `owner` or `none`",
            )
    if "owner" in (node.seen, node.counted) and not node.per:
        exprs.wrong(
            "unknown-viewer",
            "a place that is not per player has no owner",
            at_word(node.span, "owner"),
            "whose?",
            "write `per player`, or `seen by all`",
        )
    for trait in node.traits:
        if exprs.names.sort(trait) is not nodes.Trait:
            traits = exprs.model.names_of(nodes.Trait)
            exprs.wrong(
                "unknown-name",
                f"no trait is called `{trait}`",
                at_word(node.span, trait),
                "not a trait",
                nearest(trait, traits) or f"declare it: `trait {trait}`",
            )
        exprs.model.used.add(trait)
    if node.content:
        if exprs.names.sort(node.content) not in (nodes.Kind, nodes.Trait):
            exprs.wrong(
                "unknown-name",
                f"no kind or trait is called `{node.content}`",
                at_word(node.span, node.content),
                "of what?",
                nearest(node.content, list(exprs.names.lineage)) or "write `of tokens`, or name a kind of cards",
            )
        exprs.model.used.add(node.content)


def _holds(node: nodes.Expr, scope: Scope, exprs: ExprChecker) -> Entries:
    found = exprs.expr(node, scope, types.BUNDLE)
    if isinstance(found, core.Const) and isinstance(found.value, tuple):
        return found.value
    if found.type.head != "unknown":
        exprs.wrong(
            "not-constant",
            "what a place holds is written out",
            found.span,
            "this depends on the game",
            "write `3 clay + 2 straw`",
        )
    return ()


def _vars(exprs: ExprChecker) -> tuple[core.VarDef, ...]:
    menus = {
        id(variable): name
        for name, e in exprs.model.declared.items()
        if isinstance(e.node, nodes.Menu)
        for variable in e.node.vars
    }
    members: list[Member] = [*exprs.names.vars.values()]
    members += [m for table in exprs.names.members.values() for m in table.values() if isinstance(m.node, nodes.Var)]
    found = []
    for member in members:
        node = member.node
        assert isinstance(node, nodes.Var)
        type_ = exprs.names.type(node.type)
        default = exprs.expr(node.default, Scope(pack=member.pack), type_)
        if type_.head in ("effect", "want"):
            exprs.wrong(
                "wrong-type",
                f"a variable cannot hold {type_}",
                node.type.span,
                "this is printed, not changed",
                "use a field for what is printed",
            )
        if not isinstance(default, core.Const) and not (
            isinstance(default, core.Prim) and default.word in ("seat", "set")
        ):
            exprs.wrong(
                "not-constant",
                "the default of a variable is written out",
                default.span,
                "this depends on the game",
                "write a value such as `0`, and set the variable in a flow",
            )
        if node.until:
            if exprs.names.sort(node.until) is not nodes.Moment:
                moments = exprs.model.names_of(nodes.Moment)
                exprs.wrong(
                    "unknown-name",
                    f"no moment is called `{node.until}`",
                    at_word(node.span, node.until),
                    "until when?",
                    nearest(node.until, moments) or f"declare it: `moment {node.until}`",
                )
            exprs.model.used.add(node.until)
        name = f"{member.owner}.{member.name}" if member.owner else member.name
        found.append(
            core.VarDef(
                name=name,
                pack=member.pack,
                span=node.span,
                owner=member.owner,
                type=type_,
                default=default,
                menu=menus.get(id(node), ""),
            )
        )
    for pack in exprs.model.packs:
        for option, chosen in pack.options:
            span = Span(Source(f"{pack.name}.pack.json", pack.name, ""), 0, 0)
            kind = types.BOOL if isinstance(chosen, bool) else types.TEXT
            found.append(
                core.VarDef(
                    name=f"option.{pack.name}.{option}",
                    pack=pack.name,
                    span=span,
                    owner="",
                    type=kind,
                    default=core.Const(value=chosen, type=kind, span=span),
                )
            )
    return tuple(found)


def _companies(exprs: ExprChecker) -> tuple[core.CompanyDef, ...]:
    found = []
    for entry in exprs.model.companies:
        node, scope = entry.node, Scope(pack=entry.pack, also=entry.also)
        if _purpose(node.purpose, node.span, scope, exprs):
            guests, counts_as = (_tokens(names, node.span, scope, exprs) for names in (node.guests, node.counts_as))
            found += [
                core.CompanyDef(host=host, guests=guests, counts_as=counts_as, purpose=node.purpose)
                for host in _tokens((node.host,), node.span, scope, exprs)
            ]
    return tuple(found)


def _roles(exprs: ExprChecker) -> tuple[core.RoleDef, ...]:
    found = []
    for entry in exprs.model.roles:
        node, scope = entry.node, Scope(pack=entry.pack, also=entry.also)
        if _purpose(node.purpose, node.span, scope, exprs):
            roles = _tokens(node.roles, node.span, scope, exprs)
            found += [
                core.RoleDef(token=token, roles=roles, purpose=node.purpose)
                for token in _tokens((node.token,), node.span, scope, exprs)
            ]
    return tuple(found)


def _nouns(exprs: ExprChecker) -> tuple[tuple[str, str, tuple[str, ...]], ...]:
    found: dict[tuple[str, str], tuple[str, ...]] = {}
    for entry in exprs.model.nouns:
        for name, words in entry.node.entries:
            if exprs.names.sort(name) not in (nodes.Token, nodes.Trait, nodes.Thing):
                exprs.wrong(
                    "unknown-name",
                    f"no token, trait or thing is called `{name}`",
                    entry.span,
                    "",
                    nearest(name, list(exprs.model.declared)),
                )
            if (entry.node.language, name) in found:
                exprs.wrong(
                    "declared-twice",
                    f"`{name}` has two nouns in `{entry.node.language}`",
                    entry.span,
                    "",
                    "keep one of them",
                )
            found[entry.node.language, name] = words
    return tuple((language, name, words) for (language, name), words in sorted(found.items()))


def _purpose(name: str, span: Span, scope: Scope, exprs: ExprChecker) -> bool:
    if exprs.names.sort(name) is not nodes.Purpose:
        exprs.wrong("unknown-name", f"no purpose is called `{name}`", span, "", "declare it: `purpose name`")
        return False
    exprs.seen(name, scope, span)
    return True


def _tokens(names: tuple[str, ...], span: Span, scope: Scope, exprs: ExprChecker) -> tuple[str, ...]:
    """The tokens of names of tokens and traits, each once."""
    for name in names:
        if exprs.trait_name(nodes.Name(name=name, span=span), scope) is None:
            exprs.wrong(
                "unknown-name",
                f"no token or trait of tokens is called `{name}`",
                span,
                "",
                nearest(name, list(exprs.names.lineage)),
            )
    return tuple(dict.fromkeys(token for name in names for token in exprs.names.tokens_of(name)))


def _stands(exprs: ExprChecker) -> tuple[core.StandsDef, ...]:
    found = []
    for entry in exprs.model.stands:
        scope = Scope(pack=entry.pack, also=entry.also)
        node = entry.node
        if exprs.names.sort(node.purpose) is not nodes.Purpose:
            exprs.wrong(
                "unknown-name",
                f"no purpose is called `{node.purpose}`",
                at_word(node.span, node.purpose, last=True),
                "not a purpose",
                f"declare it: `purpose {node.purpose}`",
            )
            continue
        exprs.seen(node.purpose, scope, node.span)
        for name in (node.token, *node.holes):
            if exprs.trait_name(nodes.Name(name=name, span=node.span), scope) is None:
                exprs.wrong(
                    "unknown-name",
                    f"no token or trait of tokens is called `{name}`",
                    at_word(node.span, name),
                    "not a token",
                    nearest(name, list(exprs.names.lineage)) or f"declare it: `token {name}`",
                )
        where = exprs.test(node.where, dataclasses.replace(scope, me=True)) if node.where else None
        found += [
            core.StandsDef(token=token, hole=hole, purpose=node.purpose, where=where)
            for token in exprs.names.tokens_of(node.token)
            for name in node.holes
            for hole in exprs.names.tokens_of(name)
            if hole != token
        ]
    return tuple(found)
