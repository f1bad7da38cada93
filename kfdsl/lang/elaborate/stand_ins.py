"""What stands for what: stand-ins, company, roles; and nouns.

In:   declarations about tokens.      Out:  core definitions, token by token.
"""

from __future__ import annotations

import dataclasses

from kfdsl.lang import nodes
from kfdsl.lang.elaborate.context import Context
from kfdsl.lang.elaborate.expr.names import trait_name
from kfdsl.lang.elaborate.says import check_language
from kfdsl.lang.elaborate.scope import Scope
from kfdsl.program import core
from kfdsl.text.diagnostic import nearest
from kfdsl.text.source import Span


def stands_of(context: Context) -> tuple[core.StandsDef, ...]:
    """Tokens that may fill the holes of others."""
    found = []
    for entry in context.model.stands:
        node, scope = entry.node, Scope(pack=entry.pack, also=entry.also)
        if not _purpose(node.purpose, node.span, scope, context):
            continue
        tokens, holes = (_tokens(names, node.span, scope, context) for names in ((node.token,), node.holes))
        where = context.test(node.where, dataclasses.replace(scope, me=True)) if node.where else None
        found += [
            core.StandsDef(token=token, hole=hole, purpose=node.purpose, where=where)
            for token in tokens
            for hole in holes
            if hole != token
        ]
    return tuple(found)


def companies_of(context: Context) -> tuple[core.CompanyDef, ...]:
    """Tokens that change what others count as."""
    found = []
    for entry in context.model.companies:
        node, scope = entry.node, Scope(pack=entry.pack, also=entry.also)
        if _purpose(node.purpose, node.span, scope, context):
            guests, counts_as = (_tokens(names, node.span, scope, context) for names in (node.guests, node.counts_as))
            found += [
                core.CompanyDef(host=host, guests=guests, counts_as=counts_as, purpose=node.purpose)
                for host in _tokens((node.host,), node.span, scope, context)
            ]
    return tuple(found)


def roles_of(context: Context) -> tuple[core.RoleDef, ...]:
    """Tokens of several roles."""
    found = []
    for entry in context.model.roles:
        node, scope = entry.node, Scope(pack=entry.pack, also=entry.also)
        if _purpose(node.purpose, node.span, scope, context):
            roles = _tokens(node.roles, node.span, scope, context)
            found += [
                core.RoleDef(token=token, roles=roles, purpose=node.purpose)
                for token in _tokens((node.token,), node.span, scope, context)
            ]
    return tuple(found)


def nouns_of(context: Context) -> tuple[tuple[str, str, tuple[str, ...]], ...]:
    """Nouns in other languages."""
    found: dict[tuple[str, str], tuple[str, ...]] = {}
    for entry in context.model.nouns:
        check_language(
            entry.node.language, context.model.languages, entry.span.word(entry.node.language), context.report
        )
        for name, words in entry.node.entries:
            if context.names.sort(name) not in (nodes.Token, nodes.Trait, nodes.Thing):
                context.wrong(
                    "unknown-name",
                    f"no token, trait or thing is called `{name}`",
                    entry.span,
                    "",
                    nearest(name, list(context.model.declared)),
                )
            if (entry.node.language, name) in found:
                context.wrong(
                    "declared-twice",
                    f"`{name}` has two nouns in `{entry.node.language}`",
                    entry.span,
                    "",
                    "keep one of them",
                )
            found[entry.node.language, name] = words
    return tuple((language, name, words) for (language, name), words in sorted(found.items()))


def _purpose(name: str, span: Span, scope: Scope, context: Context) -> bool:
    if context.names.sort(name) is not nodes.Purpose:
        context.wrong(
            "unknown-name",
            f"no purpose is called `{name}`",
            span.word(name, last=True),
            "not a purpose",
            nearest(name, context.model.names_of(nodes.Purpose)) or f"declare it: `purpose {name}`",
        )
        return False
    context.seen(name, scope, span)
    return True


def _tokens(names: tuple[str, ...], span: Span, scope: Scope, context: Context) -> tuple[str, ...]:
    """The tokens of names of tokens and traits, each once."""
    for name in names:
        if trait_name(context, nodes.Name(name=name, declared=True, span=span), scope) is None:
            context.wrong(
                "unknown-name",
                f"no token or trait of tokens is called `{name}`",
                span.word(name),
                "not a token",
                nearest(name, list(context.names.lineage)) or f"declare it: `token {name}`",
            )
    return tuple(dict.fromkeys(token for name in names for token in context.names.tokens_of(name)))
