"""What is done to pieces: moving, laying, setting, ensuring.

In:   nodes.Stmt and a Scope.      Out:  core.Stmt.
"""

from __future__ import annotations

from collections.abc import Callable

from kfdsl.lang import nodes
from kfdsl.lang.elaborate.expr.check_expr import ExprChecker
from kfdsl.lang.elaborate.scope import Scope
from kfdsl.lang.elaborate.stmt.actors import Actors
from kfdsl.program import core, types
from kfdsl.program.types import BOOL, BUNDLE, WANT, Type, fits
from kfdsl.text.diagnostic import nearest
from kfdsl.text.source import Span

AddRule = Callable[[str, tuple[tuple[str, Type], ...], core.Stmt, Span], None]


class Deeds:
    """Types what changes something."""

    def __init__(self, exprs: ExprChecker, actors: Actors, add_rule: AddRule) -> None:
        self.exprs = exprs
        self.names = exprs.names
        self.model = exprs.model
        self.actors = actors
        self.add_rule = add_rule
        self.labels: dict[str, int] = {}
        self.proceed: core.Stmt | None = None  # what `proceed` is, inside `instead`
        self.waivers: Callable[[str, Scope], list[core.Expr]] | None = None
        self.ensured: dict[str, Span] = {}

    def label(self, name: str) -> str:
        """A label that is unique within the rule, the same for the same text."""
        self.labels[name] = self.labels.get(name, 0) + 1
        return name if self.labels[name] == 1 else f"{name}#{self.labels[name]}"

    def nothing(self, span: Span) -> core.Stmt:
        """What stands for something already reported."""
        return core.Block(body=(), span=span)

    def inner(self, node: nodes.Stmt, scope: Scope) -> core.Stmt:
        """A statement whose locals end with it."""
        raise AssertionError("only the whole checker knows statements")

    # ---- doing

    def ensure(self, node: nodes.Ensure, scope: Scope) -> core.Stmt:
        """A need in the middle of a deed."""
        if not scope.in_deed or self.waivers is None:
            self.exprs.wrong(
                "no-ensure",
                "`ensure` stands only in the `do` of an action",
                node.span,
                "not here",
                "write it in the action, behind the call of this effect",
            )
            return self.nothing(node.span)
        if node.name in self.ensured:
            self.exprs.wrong(
                "declared-twice",
                f"two needs are called `{node.name}`",
                node.span.word(node.name),
                "again here",
                "rename one of them",
            )
        self.ensured[node.name] = node.span
        test = self.exprs.test(node.test, scope)
        for waiver in self.waivers(node.name, scope):
            test = core.Prim(word="or", args=(test, waiver), type=BOOL, span=node.span)
        return core.Ensure(
            name=f"{scope.rule}.{node.name}", test=test, message=self.exprs.message(node.message, scope), span=node.span
        )

    def place(self, node: nodes.Expr, scope: Scope, what: str) -> core.Expr | None:
        """A place to move to or from."""
        found = self.exprs.expr(node, scope)
        if isinstance(found, core.Prim) and found.word == "slot":
            return found.args[0]
        if isinstance(found, core.PlaceAt) or (what == "from" and isinstance(found, core.PlacesWith)):
            return found
        if found.type.head != "unknown":
            self.exprs.wrong(
                "not-a-place",
                f"pieces move {what} places",
                found.span,
                "this is not a place",
                "write the name of a place",
            )
        return None

    def move(self, node: nodes.Move, scope: Scope) -> core.Stmt:
        """Pieces from places to a place."""
        exprs, span = self.exprs, node.span
        target = self.place(node.target, scope, "to")
        source = self.place(node.source, scope, "from") if node.source else None
        if target is None or (node.source and source is None):
            return self.nothing(span)
        if node.strength == "every":
            return self.move_every(node, source, target, scope)
        assert node.what is not None
        what = exprs.expr(node.what, scope)
        head = what.type.head
        if source is None:
            if head == "card":
                return self.move_card(what, target, span)
            if head not in ("unknown", "group"):
                exprs.wrong(
                    "no-source",
                    f"where does {what.type} come from?",
                    span,
                    "only a card or a group knows where it lies",
                    "write `from place`",
                )
            elif target.type != BUNDLE:
                exprs.wrong(
                    "wrong-place",
                    "a group of tokens cannot lie among cards",
                    target.span,
                    f"{target.type}",
                    "name a place of tokens",
                )
            return core.Move(
                strength="exactly", what=what, only="", at_random=False, source=None, target=target, span=span
            )
        if head == "unknown":
            return self.nothing(span)
        wanted = WANT if node.at_random else BUNDLE
        if not fits(what.type, wanted, self.names.lineage) or source.type != BUNDLE or target.type != BUNDLE:
            hint = (
                "say which tokens, or let chance pick: `at random`"
                if head == "want"
                else "write an amount such as `2 clay`"
            )
            exprs.wrong(
                "wrong-type", f"{what.type} cannot be moved from here to there", what.span, f"{what.type}", hint
            )
        return core.Move(
            strength=node.strength,
            what=what,
            only="",
            at_random=node.at_random,
            source=source,
            target=target,
            span=span,
        )

    def move_every(self, node: nodes.Move, source: core.Expr | None, target: core.Expr, scope: Scope) -> core.Stmt:
        """`move all clay from shelf to pit`"""
        if source is None:
            self.exprs.wrong(
                "no-source", "all of what?", node.span, "nothing says where they come from", "write `from place`"
            )
            return self.nothing(node.span)
        only = ""
        if node.what is not None:
            assert isinstance(node.what, nodes.Name)
            pick = (
                self.exprs.trait_name(node.what, scope)
                if source.type == BUNDLE
                else self.exprs.card_sort(node.what, scope)
            )
            if pick is None:
                self.exprs.wrong(
                    "unknown-name",
                    f"nothing there is called `{node.what.name}`",
                    node.what.span,
                    "not a token or trait",
                    nearest(node.what.name, list(self.model.declared)) or "name a token or a trait that lies there",
                )
            only = pick or ""
        if source.type.head != target.type.head:
            self.exprs.wrong(
                "wrong-place",
                "tokens and cards do not mix",
                target.span,
                f"{target.type}",
                "name a place of tokens" if source.type == BUNDLE else "name a place of cards",
            )
        elif target.type.inner and source.type.inner:
            self.content(types.card(only) if only else source.type.inner, target)
        return core.Move(
            strength="every", what=None, only=only, at_random=False, source=source, target=target, span=node.span
        )

    def move_card(self, what: core.Expr, target: core.Expr, span: Span) -> core.Stmt:
        """One card to a place of cards."""
        self.content(what.type, target)
        return core.Move(strength="exactly", what=what, only="", at_random=False, source=None, target=target, span=span)

    def content(self, card: Type, target: core.Expr) -> None:
        """Report a card that a place does not take."""
        if target.type.inner is None:
            self.exprs.wrong(
                "wrong-place", "a card cannot lie among tokens", target.span, f"{target.type}", "name a place of cards"
            )
        elif not fits(card, target.type.inner, self.names.lineage):
            self.exprs.wrong(
                "wrong-place",
                f"this place takes only {target.type.inner}",
                target.span,
                f"not {card}",
                f"first ask whether it `is {target.type.inner}`",
            )

    def lay(self, node: nodes.Lay, scope: Scope) -> core.Stmt:
        """A card comes to lie at a spot of a plane."""
        card = self.exprs.expr(node.card, scope)
        plane = self.place(node.plane, scope, "to")
        spot = self.exprs.expr(node.spot, scope, types.SPOT)
        if plane is None or card.type.head == "unknown":
            return self.nothing(node.span)
        if not isinstance(plane, core.PlaceAt) or not self.exprs.is_plane(plane.place):
            self.exprs.wrong(
                "no-plane",
                "cards are laid on planes",
                plane.span,
                "this is none",
                "declare it with `plane`, or `move` the card there",
            )
            return self.nothing(node.span)
        self.content(card.type, plane)
        return core.Lay(card=card, plane=plane, spot=spot, span=node.span)

    def assign(self, node: nodes.Assign, scope: Scope) -> core.Stmt:
        """A variable gets a value."""
        target = self.exprs._expr(node.target, scope, None)
        if not isinstance(target, core.VarOf):
            if target.type.head != "unknown":
                self.exprs.wrong(
                    "not-a-variable",
                    "only a variable can be set",
                    target.span,
                    "this never changes",
                    "declare it with `var`",
                )
            return self.nothing(node.span)
        return core.SetVar(
            var=target.var, card=target.card, value=self.exprs.expr(node.value, scope, target.type), span=node.span
        )
