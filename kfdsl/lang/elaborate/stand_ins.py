"""What stands for what: stand-ins, company, roles; and nouns.

In:   declarations about tokens.      Out:  core definitions, token by token.
"""

from __future__ import annotations

import dataclasses

from kfdsl.lang import nodes
from kfdsl.lang.elaborate.expr.check_expr import ExprChecker
from kfdsl.lang.elaborate.scope import Scope
from kfdsl.program import core
from kfdsl.text.diagnostic import nearest
from kfdsl.text.source import Span


def stands_of(exprs: ExprChecker) -> tuple[core.StandsDef, ...]:
    """Tokens that may fill the holes of others."""
    found = []
    for entry in exprs.model.stands:
        node, scope = entry.node, Scope(pack=entry.pack, also=entry.also)
        if not _purpose(node.purpose, node.span, scope, exprs):
            continue
        tokens, holes = (_tokens(names, node.span, scope, exprs) for names in ((node.token,), node.holes))
        where = exprs.test(node.where, dataclasses.replace(scope, me=True)) if node.where else None
        found += [
            core.StandsDef(token=token, hole=hole, purpose=node.purpose, where=where)
            for token in tokens
            for hole in holes
            if hole != token
        ]
    return tuple(found)


def companies_of(exprs: ExprChecker) -> tuple[core.CompanyDef, ...]:
    """Tokens that change what others count as."""
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


def roles_of(exprs: ExprChecker) -> tuple[core.RoleDef, ...]:
    """Tokens of several roles."""
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


def nouns_of(exprs: ExprChecker) -> tuple[tuple[str, str, tuple[str, ...]], ...]:
    """Nouns in other languages."""
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
        exprs.wrong(
            "unknown-name",
            f"no purpose is called `{name}`",
            span.word(name, last=True),
            "not a purpose",
            f"declare it: `purpose {name}`",
        )
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
                span.word(name),
                "not a token",
                nearest(name, list(exprs.names.lineage)) or f"declare it: `token {name}`",
            )
    return tuple(dict.fromkeys(token for name in names for token in exprs.names.tokens_of(name)))
