"""Expressions, from tree to nodes.

In:   a Branch.      Out:  nodes.Expr; also types, guards, binders and texts, which stand in many constructs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from lark import Token as LarkToken

from kfdsl.lang import nodes
from kfdsl.lang.syntax.build.tree import Trees
from kfdsl.lang.syntax.parse import Branch

_BINARY = {
    "or_": "or",
    "and_": "and",
    "not_": "not",
    "equals": "=",
    "is_": "is",
    "is_not": "is not",
    "in_": "in",
    "not_in": "not in",
    "has": "has",
    "meets": "meets",
    "plus_": "+",
    "minus": "-",
    "but": "but",
    "product_of": "*",
    "negative": "negative",
}


class Exprs(Trees):
    """Builds expressions."""

    def expr(self, tree: Branch) -> nodes.Expr:
        """Anything that has a value."""
        if tree.data in _BINARY:
            return nodes.Op(
                op=_BINARY[tree.data],
                args=tuple(self.expr(child) for child in self.branches(tree)),
                span=self.span(tree),
            )
        build = cast(Callable[[Branch], nodes.Expr], getattr(self, "_of_" + tree.data.rstrip("_")))
        return build(tree)

    def _of_atom(self, tree: Branch) -> nodes.Expr:
        return self.expr(self.branches(tree)[0])  # in brackets

    def _of_number(self, tree: Branch) -> nodes.Expr:
        return nodes.Number(value=self.number(cast(LarkToken, tree.children[0])), span=self.span(tree))

    def _of_text(self, tree: Branch) -> nodes.Expr:
        return nodes.Text(value=str(tree.children[0])[1:-1], span=self.span(tree))

    def _of_name(self, tree: Branch) -> nodes.Expr:
        return nodes.Name(name=self.tokens(tree)[0], span=self.span(tree))

    def _of_amount_of(self, tree: Branch) -> nodes.Expr:
        return nodes.Amount(
            count=self.number(cast(LarkToken, tree.children[0])), name=self.tokens(tree)[1], span=self.span(tree)
        )

    def _of_different(self, tree: Branch) -> nodes.Expr:
        return nodes.Amount(
            count=self.number(cast(LarkToken, tree.children[0])),
            name=self.tokens(tree)[1],
            different=True,
            span=self.span(tree),
        )

    def _of_call_of(self, tree: Branch) -> nodes.Expr:
        return nodes.Call(name=self.tokens(tree)[0], args=self.args(tree), span=self.span(tree))

    def _of_dot(self, tree: Branch) -> nodes.Expr:
        return nodes.Dot(base=self.expr(self.branches(tree)[0]), name=self.tokens(tree)[0], span=self.span(tree))

    def _of_set_of(self, tree: Branch) -> nodes.Expr:
        return nodes.SetOf(items=self.args(tree), span=self.span(tree))

    def _of_if_else(self, tree: Branch) -> nodes.Expr:
        test, then, other = (self.expr(child) for child in self.branches(tree))
        return nodes.IfElse(test=test, then=then, other=other, span=self.span(tree))

    def _of_compare(self, tree: Branch) -> nodes.Expr:
        return nodes.Op(
            op=self.tokens(tree)[0], args=tuple(self.expr(child) for child in self.branches(tree)), span=self.span(tree)
        )

    def _of_shows(self, tree: Branch) -> nodes.Expr:
        return nodes.Shows(card=self.expr(self.branches(tree)[0]), face=self.tokens(tree)[0], span=self.span(tree))

    def _of_before(self, tree: Branch) -> nodes.Expr:
        return nodes.Before(expr=self.expr(self.branches(tree)[0]), span=self.span(tree))

    def _trial(self, tree: Branch, word: str) -> nodes.Expr:
        effect = self.rest(tree, "by", "at")[0]
        return nodes.Trial(
            word=word,
            effect=self.expr(effect),
            by=self.context(tree, "by"),
            at=self.context(tree, "at"),
            span=self.span(tree),
        )

    def _of_idle(self, tree: Branch) -> nodes.Expr:
        return self._trial(tree, "idle")

    def _of_possible(self, tree: Branch) -> nodes.Expr:
        return self._trial(tree, "possible")

    def _pick(self, tree: Branch, word: str) -> nodes.Expr:
        items = self.rest(tree, "which", "most", "least", "guard")[0]
        most, least = self.child(tree, "most"), self.child(tree, "least")
        ranking = most or least
        return nodes.Pick(
            word=word,
            name=self.tokens(tree)[0],
            items=self.expr(items),
            where=self.guard(tree),
            ranking=self.expr(self.branches(ranking)[0]) if ranking else None,
            least=least is not None,
            span=self.span(tree),
        )

    def _of_any(self, tree: Branch) -> nodes.Expr:
        return self._pick(tree, "any")

    def _of_no(self, tree: Branch) -> nodes.Expr:
        return self._pick(tree, "no")

    def _of_all(self, tree: Branch) -> nodes.Expr:
        return self._pick(tree, "all")

    def _of_the(self, tree: Branch) -> nodes.Expr:
        which = self.child(tree, "which")
        assert which is not None
        return self._pick(tree, which.words[0])

    def _of_folded(self, tree: Branch) -> nodes.Expr:
        fold, value = self.rest(tree, "binder", "guard", "otherwise")
        ((name, items),) = self.binders(tree)
        otherwise = self.child(tree, "otherwise")
        return nodes.Fold(
            word=fold.words[0],
            value=self.expr(value),
            name=name,
            items=items,
            where=self.guard(tree),
            otherwise=self.expr(self.branches(otherwise)[0]) if otherwise else None,
            span=self.span(tree),
        )

    # ---- parts of many constructs

    def type(self, tree: Branch) -> nodes.TypeNode:
        """`list of kiln`"""
        if tree.data == "type_name":
            return nodes.TypeNode(head=self.tokens(tree)[0], span=self.span(tree))
        head = {"type_maybe": "maybe", "type_list": "list", "type_set": "set"}[tree.data]
        return nodes.TypeNode(head=head, inner=self.type(self.branches(tree)[0]), span=self.span(tree))

    def guard(self, tree: Branch) -> nodes.Expr | None:
        """`where c`"""
        found = self.child(tree, "guard")
        return self.expr(self.branches(found)[0]) if found else None

    def binders(self, tree: Branch) -> tuple[tuple[str, nodes.Expr], ...]:
        """`for x in xs for y in ys`"""
        return tuple(
            (self.tokens(child)[0], self.expr(self.branches(child)[0]))
            for child in self.branches(tree)
            if child.data == "binder"
        )

    def args(self, tree: Branch) -> tuple[nodes.Expr, ...]:
        """`a, b`"""
        found = self.child(tree, "args")
        return tuple(self.expr(child) for child in self.branches(found)) if found else ()

    def message(self, tree: Branch) -> nodes.Text | None:
        """`else "…"`"""
        found = self.child(tree, "message")
        if not found:
            return None
        token = cast(LarkToken, found.children[0])
        return nodes.Text(value=str(token)[1:-1], span=self.span(token))

    def context(self, tree: Branch, word: str) -> nodes.Expr | None:
        """`by p` or `at k`"""
        found = self.child(tree, word)
        return self.expr(self.branches(found)[0]) if found else None
