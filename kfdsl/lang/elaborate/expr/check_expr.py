"""Bind and type expressions.

In:   nodes.Expr and a Scope.      Out:  core.Expr, typed; what is wrong is reported and stands as `unknown`.
A value that may be none, or a card known only by a trait, is narrowed by `is there` and `is kiln` before it is used.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from kfdsl.lang import nodes
from kfdsl.lang.elaborate.expr.operators import OpChecker
from kfdsl.lang.elaborate.scope import Scope, facts
from kfdsl.lang.syntax.keywords import KEYWORDS
from kfdsl.program import core, types
from kfdsl.program.core.walk import key
from kfdsl.program.types import (
    BOOL,
    BUNDLE,
    NUMBER,
    TEXT,
    TOKEN,
    UNKNOWN,
    Type,
)
from kfdsl.text.diagnostic import Aside
from kfdsl.text.source import Span


class ExprChecker(OpChecker):
    """Turns expressions as written into typed ones."""

    # ---- entry

    def expr(self, node: nodes.Expr, scope: Scope, wanted: Type | None = None) -> core.Expr:
        """The typed expression, narrowed by what the scope knows."""
        found = self._expr(node, scope, wanted)
        narrowed = scope.facts.get(key(found))
        if narrowed is not None:
            found = dataclasses.replace(found, type=narrowed)
        return found if wanted is None else self.want(found, wanted)

    def _expr(self, node: nodes.Expr, scope: Scope, wanted: Type | None) -> core.Expr:
        match node:
            case nodes.Number():
                return core.Const(value=node.value, type=NUMBER, span=node.span)
            case nodes.Text():
                return core.Const(value=node.value, type=TEXT, span=node.span)
            case nodes.Name():
                return self.name(node, scope)
            case nodes.Amount():
                return self.amount(node, scope)
            case nodes.Call():
                return self.call(node, scope)
            case nodes.Dot():
                return self.dot(node, scope)
            case nodes.Op():
                return self.op(node, scope)
            case nodes.SetOf():
                return self.set_of(node, scope, wanted)
            case nodes.IfElse():
                return self.if_else(node, scope)
            case nodes.Shows():
                return self.shows(node, scope)
            case nodes.Before():
                return self.before(node, scope)
            case nodes.Trial():
                return self.trial(node, scope)
            case nodes.Pick():
                return self.pick(node, scope)
            case nodes.Fold():
                return self.fold(node, scope)
            case _:
                raise AssertionError(node)

    # ---- collections

    def element(self, items: core.Expr) -> Type:
        """What a collection is of."""
        if items.type.head in ("list", "set") and items.type.inner:
            return items.type.inner
        if items.type.head in ("bundle", "group"):
            return TOKEN
        if items.type.head != "unknown":
            self.wrong(
                "wrong-type",
                f"{items.type} is not a collection",
                items.span,
                f"{items.type}",
                "use a list, a set or a bundle",
            )
        return UNKNOWN

    def free(self, name: str, scope: Scope, span: Span) -> None:
        """A new local must not hide something else."""
        taken = self.model.declared.get(name)
        if name in KEYWORDS:
            self.wrong(
                "reserved-name",
                f"`{name}` is a word of the language",
                span.word(name),
                "nothing can be called that",
                "choose another name",
            )
        elif (
            name in scope.locals
            or name in ("me", "here", "players")
            or name in self.names.value_type
            or name in scope.seats
        ):
            self.wrong(
                "hidden-name",
                f"`{name}` already means something here",
                span.word(name),
                "this would hide it",
                "choose another name",
            )
        elif taken is not None and isinstance(
            taken.node, nodes.Token | nodes.Thing | nodes.Var | nodes.Place | nodes.Trait | nodes.Kind
        ):
            self.report.error(
                "hidden-name",
                f"`{name}` is already declared",
                span.word(name),
                label="this would hide it",
                help="choose another name",
                asides=[Aside(span=taken.span.word(name), label="declared here")],
            )

    def pick(self, node: nodes.Pick, scope: Scope) -> core.Expr:
        """`any`, `no`, `all`, `the only`, `the first`"""
        items = self.expr(node.items, scope)
        self.free(node.name, scope, node.span)
        inner = scope.bind(node.name, self.element(items))
        where = self.test(node.where, inner) if node.where else None
        if where is not None:
            inner = inner.knowing(facts(where, True))
        ranking = self.expr(node.ranking, inner, NUMBER) if node.ranking else None
        element = inner.facts.get(("Local", node.name), inner.locals[node.name])
        result = BOOL if node.word in ("any", "no") else types.maybe(element)
        if node.word == "all":
            result = (
                items.type
                if items.type.head in ("bundle", "group", "unknown")
                else Type(items.type.head, inner=element)
            )
            if ranking is not None and items.type.head in ("bundle", "group"):
                result = types.set_of(TOKEN)  # which tokens they are; how many of them was not the question
        return core.Pick(
            word=node.word,
            name=node.name,
            items=items,
            where=where,
            ranking=ranking,
            least=node.least,
            type=result,
            span=node.span,
        )

    def fold(self, node: nodes.Fold, scope: Scope) -> core.Expr:
        """`sum of e for x in xs where c otherwise d`"""
        return self.folded(
            node.word, node.value, ((node.name, node.items),), node.where, node.otherwise, scope, node.span
        )

    def folded(
        self,
        word: str,
        value: nodes.Expr,
        binders: Sequence[tuple[str, nodes.Expr]],
        where: nodes.Expr | None,
        otherwise: nodes.Expr | None,
        scope: Scope,
        span: Span,
    ) -> core.Expr:
        """One value made of one for each item."""
        inner = scope
        bound: list[tuple[str, core.Expr]] = []
        for name, items in binders:
            checked = self.expr(items, inner)
            self.free(name, inner, span)
            inner = inner.bind(name, self.element(checked))
            bound.append((name, checked))
        test = self.test(where, inner) if where else None
        if test is not None:
            inner = inner.knowing(facts(test, True))
        made = self.expr(value, inner)
        result = self.fold_type(word, made, span)
        default = self.expr(otherwise, scope, result) if otherwise else None
        if default is None and word in ("most", "least", "common") and result.head != "unknown":
            return self.wrong(
                "no-default",
                f"`{word} of` nothing has no value",
                span,
                "what if there is none?",
                "end it with `otherwise …`",
            )
        return core.Fold(
            word=word, value=made, binders=tuple(bound), where=test, otherwise=default, type=result, span=span
        )

    def fold_type(self, word: str, made: core.Expr, span: Span) -> Type:
        """What a fold gives."""
        head = made.type.head
        if head == "unknown":
            return UNKNOWN
        if word == "list":
            return types.list_of(made.type)
        good = {
            "sum": ("number", "bundle"),
            "most": ("number",),
            "least": ("number",),
            "common": ("set",),
            "union": ("set",),
        }[word]
        if head not in good:
            self.wrong(
                "wrong-type",
                f"`{word} of` takes {' or '.join(f'{each}s' for each in good)}, not {made.type}",
                made.span,
                f"{made.type}",
                f"write a {' or a '.join(good)} for each item",
            )
            return UNKNOWN
        return made.type if head != "group" else BUNDLE

    # ---- texts

    def message(self, text: nodes.Text | None, scope: Scope) -> tuple[str | core.Expr, ...]:
        """A text with holes: `"{kiln} is too hot"`."""
        if text is None:
            return ()
        parts: list[str | core.Expr] = []
        rest, at = text.value, text.span.start + 1
        while "{" in rest:
            plain, _, rest = rest.partition("{")
            hole, closed, rest = rest.partition("}")
            at += len(plain) + 1
            span = Span(text.span.source, at, at + len(hole))
            if not closed:
                self.wrong(
                    "open-hole", "this hole is not closed", span, "`}` is missing", "write `}` behind the expression"
                )
                return tuple(parts)
            node = self.read_hole(span)
            parts += [plain] * bool(plain) + ([self.expr(node, scope)] if node is not None else [])
            at += len(hole) + 1
        return tuple(parts + [rest] * bool(rest))
