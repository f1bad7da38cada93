"""What everything that is elaborated shares: the names, the report, and how to complain.

In:   something that does not fit.      Out:  a diagnostic, and something that stands in its place.
The files of a family (expressions here) call what tells them apart, and it calls them: so it is part of the context.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass, field

from kfdsl.lang import nodes
from kfdsl.lang.elaborate.instead import instead
from kfdsl.lang.elaborate.names import Names
from kfdsl.lang.elaborate.scope import Scope
from kfdsl.lang.link.bind import say_ambiguous
from kfdsl.lang.link.model import Model
from kfdsl.program import core
from kfdsl.program.core.walk import key
from kfdsl.program.types import BOOL, UNKNOWN, Type, fits
from kfdsl.text.diagnostic import Report, nearest
from kfdsl.text.source import Span

DECLARE = "declare it, or write the name of something that is declared"
Typed = Callable[["Context", nodes.Expr, Scope, Type | None], core.Expr]


@dataclass(slots=True)
class Context:
    """Names, report, and what expressions are typed by."""

    names: Names
    report: Report
    read_hole: Callable[[Span], nodes.Expr | None]
    typed: Typed
    model: Model = field(init=False)
    fields_read: set[tuple[str, str]] = field(default_factory=set)
    not_required: set[tuple[str, str]] = field(default_factory=set)  # who used names of which pack without a right to

    def __post_init__(self) -> None:
        self.model = self.names.model

    def expr(self, node: nodes.Expr, scope: Scope, wanted: Type | None = None) -> core.Expr:
        """The typed expression, narrowed by what the scope knows."""
        found = self.typed(self, node, scope, wanted)
        narrowed = scope.facts.get(key(found)) if scope.facts else None
        if narrowed is not None:
            found = dataclasses.replace(found, type=narrowed, declared=found.type)
        return found if wanted is None else self.want(found, wanted)

    def test(self, node: nodes.Expr, scope: Scope) -> core.Expr:
        """A condition."""
        return self.expr(node, scope, BOOL)

    def named(self, name: str, scope: Scope, span: Span, *sorts: str) -> str:
        """What a name as written is called in the program, where something of some sorts is wanted."""
        found = self.model.meanings.find(name, scope.pack, scope.also, sorts)
        if found is None:
            return name
        if found.could_be:
            say_ambiguous(self.report, name, found, span)
        return found.name

    def simple(self, node: nodes.Expr, scope: Scope, *sorts: str) -> nodes.Expr:
        """`promos.kiln`, `promos.worth(p)` as what they name, where `promos` is a pack and nothing nearer; all else as it is."""
        if not isinstance(node, nodes.Dot | nodes.DotCall) or not isinstance(node.base, nodes.Name):
            return node
        word = node.base.name
        if word in scope.seats or scope.type_of(node.base) is not None:
            return node
        pack = self.model.meanings.owner_named(word, scope.pack, scope.also)
        if not pack:
            return node
        found = self.model.meanings.find(f"{pack}.{node.name}", scope.pack, scope.also, sorts)
        if found is None:
            self.wrong(
                "unknown-name",
                f"`{pack}` declares nothing called `{node.name}`",
                node.span,
                "a pack stands before the point",
                nearest(node.name, self.model.meanings.names_in(pack)) or f"write a name that `{pack}` declares",
            )
        if isinstance(node, nodes.DotCall) and found is not None:
            return nodes.Call(name=found.name, args=node.args, span=node.span)
        return nodes.Name(name=found.name if found else "", declared=True, span=node.span)

    def seen(self, name: str, scope: Scope, span: Span) -> None:
        """Mark a declaration as used, and report one of a pack that is not required."""
        self.model.used.add(name)
        entry = self.model.declared.get(name)
        self.allowed(entry.pack if entry else scope.pack, name, scope, span)

    def allowed(self, pack: str, name: str, scope: Scope, span: Span) -> None:
        """A pack may use its own names and those of packs it requires or follows."""
        if pack == scope.pack or pack in self.model.after[scope.pack] | scope.also:
            return
        if (scope.pack, pack) not in self.not_required:  # told once, however many names are used
            self.not_required.add((scope.pack, pack))
            self.report.error(
                "not-required",
                f"`{name}` belongs to `{pack}`, which `{scope.pack}` does not require",
                span,
                label="used here",
                help=f'add `"{pack}": "*"` to `requires` in {scope.pack}.pack.json, or write it inside `with {pack} {{ … }}`',
            )

    def lent(self, scope: Scope, pack: str, also: frozenset[str]) -> Scope:
        """Where a rule is changed: its locals are known there, but for those that are called like something the pack declares."""
        if pack == scope.pack:
            return dataclasses.replace(scope, also=also)
        known = {name: type_ for name, type_ in scope.locals.items() if not self.names.is_own(name, pack)}
        return dataclasses.replace(scope, pack=pack, also=also, locals=known)

    def unknown(self, span: Span) -> core.Expr:
        """What stands for something already reported."""
        return core.Const(value=None, type=UNKNOWN, span=span)

    def wrong(self, code: str, message: str, span: Span, label: str = "", help: str = "") -> core.Expr:
        """Report and go on."""
        self.report.error(code, message, span, label=label, help=help)
        return self.unknown(span)

    def want(self, expr: core.Expr, wanted: Type, what: str = "this") -> core.Expr:
        """Report an expression that does not fit where it stands."""
        if fits(expr.type, wanted, self.names.lineage):
            return expr
        return self.wrong(
            "wrong-type",
            f"{what} is of type {expr.type}, but {wanted} is wanted",
            expr.span,
            f"{expr.type}",
            instead(self.names, expr, wanted),
        )

    def cards_named(self, name: str, span: Span, help: str = "name a kind of cards") -> Type:
        """The type of the cards of a kind or trait; a name that is neither is reported."""
        found = self.names.card(name)
        if found == UNKNOWN:
            hint = nearest(name, [*self.model.names_of(nodes.Kind), *self.model.names_of(nodes.Trait), "tokens"])
            self.wrong(
                "unknown-name",
                f"no kind or trait is called `{name}`",
                span.word(name),
                "of what?",
                hint or help,
            )
        self.model.used.add(name)
        return found

    def nothing_called(self, sort: type[nodes.Decl], name: str, span: Span, form: str) -> core.Expr:
        """Report a name that should be of a sort of declarations and is not; `form` is how one is declared."""
        word = sort.__name__.lower()
        hint = nearest(name, self.model.names_of(sort)) or f"declare it: `{form}`"
        return self.wrong("unknown-name", f"no {word} is called `{name}`", span.word(name), f"not a {word}", hint)
