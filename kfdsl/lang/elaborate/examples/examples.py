"""Examples with their positions laid out flat.

In:   positions and examples as written.      Out:  core.ExampleDef, in which players are seats.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from contextlib import nullcontext
from typing import NamedTuple

from kfdsl.lang import nodes
from kfdsl.lang.elaborate.context import Context
from kfdsl.lang.elaborate.examples.places_given import corner, every, is_nothing
from kfdsl.lang.elaborate.examples.rows import rows_of
from kfdsl.lang.elaborate.expr.faces import surely_faced
from kfdsl.lang.elaborate.expr.names import check_free
from kfdsl.lang.elaborate.expr.options import check_choice, is_option
from kfdsl.lang.elaborate.scope import Scope
from kfdsl.lang.link.model import Entry
from kfdsl.program import core, types
from kfdsl.program.types import BOOL, BUNDLE
from kfdsl.text.diagnostic import Aside, nearest
from kfdsl.text.source import Span

MOST_POSITIONS = 20  # one in the other
MOST_MENTIONED = 1000  # in one example, all together
Part = core.GivenDef | core.DoDef | core.CheckDef


class Position(NamedTuple):
    """What a position gives, the options it settles, and how many positions it mentions."""

    parts: list[Part]
    options: dict[str, bool | str]
    mentions: int


class ExampleLowerer:
    """Makes examples that the engine can play."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.model = context.model
        self.left = MOST_MENTIONED
        self.options: dict[str, bool | str] = {}  # of the example at hand
        self.positions: dict[tuple[str, tuple[str, ...]], Position] = {}  # what each gives, by who plays

    def all(self) -> tuple[core.ExampleDef, ...]:
        """Every example that starts from a position."""
        return tuple(made for entry in self.model.examples for made in self.rows(entry))

    def rows(self, entry: Entry[nodes.Example | nodes.ExampleTable]) -> Iterator[core.ExampleDef]:
        """An example, or those of a table; of each one, the rows up to the first in which something is wrong."""
        report, wrong = self.context.report, set[Span]()
        for node, row in rows_of(self.context, entry):
            if node.span in wrong:
                continue
            before = report.errors
            aside = Aside(span=row.span, label="in this row") if row else None
            with report.beside(aside, node.span) if aside else nullcontext():
                made = self.example(node, entry.pack, entry.also)
            if report.errors > before:
                wrong.add(node.span)
            if made is not None and not (node.alone and self.in_company(entry.pack)):
                yield dataclasses.replace(made, span=row.span, is_row=True) if row else made

    def in_company(self, pack: str) -> bool:
        """Whether packs are there that this one does not ask for."""
        own = next(each for each in self.model.packs if each.name == pack)
        return any(each.name != pack and each.name not in own.requires for each in self.model.packs)

    def example(self, node: nodes.Example, pack: str, also: frozenset[str]) -> core.ExampleDef | None:
        """One example."""
        first = node.parts[0] if node.parts else None
        if not isinstance(first, nodes.Given) or first.values or first.face or not isinstance(first.target, nodes.Name):
            self.context.wrong(
                "no-position",
                "an example begins with a position",
                node.span,
                "from where?",
                "write `given position_name; …`",
            )
            return None
        players = self.players(first.target, pack)
        if players is None:
            return None
        scope = Scope(pack=pack, also=also, seats=players)
        self.left = MOST_MENTIONED
        self.options = {}
        parts: list[Part] = []
        for part in node.parts:
            match part:
                case nodes.Given() if any(isinstance(earlier, core.DoDef) for earlier in parts):
                    self.context.wrong(
                        "no-position",
                        "what is given stands before the first move",
                        part.span,
                        "this would hold from the start",
                        "write it before `when`, or bring it about by moves",
                    )
                case nodes.Given():
                    parts += self.given(part, scope, ())
                case nodes.Do():
                    draws = tuple(self.bundle(draw, scope) for draw in part.draws)
                    parts.append(
                        core.DoDef(
                            player=self.seat(part.player, scope, part.span), text=part.text, draws=draws, span=part.span
                        )
                    )
                case nodes.Check():
                    parts.append(self.check(part, scope))
        options = tuple(self.options.items())
        return core.ExampleDef(
            name=node.title, pack=pack, span=node.span, players=players, options=options, parts=tuple(parts)
        )

    def players(self, target: nodes.Name, pack: str) -> tuple[str, ...] | None:
        """Who sits at the table of a position."""
        entry = self.model.declared.get(target.name)
        if entry is None or not isinstance(entry.node, nodes.Position):
            known = self.model.names_of(nodes.Position)
            self.context.wrong(
                "unknown-name",
                f"no position is called `{target.name}`",
                target.span,
                "not a position",
                nearest(target.name, known) or f"declare it: `position {target.name} for ann, ben {{ … }}`",
            )
            return None
        for name in entry.node.players:
            check_free(self.context, name, Scope(pack=pack), entry.span)
        return entry.node.players

    def given(self, node: nodes.Given, scope: Scope, seen: tuple[str, ...]) -> list[Part]:
        """What is so at the start; another position is all that it says."""
        if not node.values and not node.face and not node.spot:
            assert isinstance(node.target, nodes.Name)
            name = node.target.name
            entry = self.model.declared.get(name)
            self.left -= 1
            if name in seen or len(seen) > MOST_POSITIONS or self.left < 0:
                if self.left >= -1:
                    self.context.wrong(
                        "position-cycle",
                        f"`{name}` stands for itself" if name in seen else "too many positions stand for one another",
                        node.span,
                        "it refers to itself" if name in seen else "this is one of them",
                        "write out what it gives",
                    )
                self.left = min(self.left, -1)
                return []
            if entry is None or not isinstance(entry.node, nodes.Position):
                known = self.model.names_of(nodes.Position)
                self.context.wrong(
                    "unknown-name",
                    f"no position is called `{name}`",
                    node.span,
                    "not a position",
                    nearest(name, known) or f"declare it: `position {name} for ann, ben {{ … }}`",
                )
                return []
            self.model.used.add(name)
            inner = Scope(pack=entry.pack, also=entry.also, seats=scope.seats)
            return self.position(entry.node, inner, (*seen, name))
        if node.every:
            everywhere = Scope(pack=scope.pack, also=frozenset(self.model.after), seats=scope.seats)
            return [part for each in every(self.context, node, scope) for part in self.given(each, everywhere, ())]
        target = corner(self.context, node.target, scope) or self.context.expr(node.target, scope)
        if node.spot:
            if target.type == types.UNKNOWN:
                return []
            if target.type.head != "card" or not self.context.names.planes_of(target.type.name):
                self.context.wrong(
                    "no-plane",
                    "only cards of a plane lie at a spot",
                    target.span,
                    f"{target.type}",
                    "name a card that may lie on a plane",
                )
                return []
            spot = self.spot(node, scope)
            return [core.GivenDef(target=target, values=(), face="", spot=spot, span=node.span)] if spot else []
        if node.face:
            surely_faced(self.context, target, node.face, node.span)
            return [core.GivenDef(target=target, values=(), face=node.face, span=node.span)]
        if isinstance(target, core.Prim) and target.word == "slot":
            target = target.args[0]
        if isinstance(target, core.VarOf) and len(node.values) > 1:
            self.context.wrong(
                "wrong-arguments",
                "a variable has one value",
                node.values[1].span,
                "this would be another one",
                "write one value",
            )
            return []
        match target:
            case core.PlaceAt():
                inner_type = target.type.inner if target.type.head == "list" and target.type.inner else BUNDLE
                values = [value for value in node.values if not is_nothing(value)]
                made = tuple(self.context.expr(value, scope, inner_type) for value in values)
            case core.VarOf() if is_option(target):
                self.settle(target, node, scope)
                return []
            case core.VarOf():
                made = tuple(self.context.expr(value, scope, target.type) for value in node.values)
            case _:
                if target.type.head != "unknown":
                    self.context.wrong(
                        "not-a-place",
                        "only places and variables can be given",
                        target.span,
                        f"{target.type}",
                        "write `place = amount` or `variable = value`",
                    )
                return []
        return [core.GivenDef(target=target, values=made, face="", span=node.span)]

    def spot(self, node: nodes.Given, scope: Scope) -> tuple[int, int, int] | None:
        """Across, down and turned, all written out."""
        numbers: list[int] = []
        for each in (self.context.expr(number, scope, types.NUMBER) for number in node.spot):
            match each:
                case core.Const(value=int(number)):
                    numbers.append(number)
                case core.Prim(word="negative", args=(core.Const(value=int(number)),)):
                    numbers.append(-number)
                case _ if each.type.head != "unknown":
                    self.context.wrong(
                        "not-constant",
                        "where a card lies is written out",
                        each.span,
                        "this depends on the position",
                        "write a number, or a column of numbers",
                    )
        if len(numbers) < len(node.spot):
            return None
        across, down, *turned = numbers
        return across, down, sum(turned) % 6

    def position(self, node: nodes.Position, scope: Scope, seen: tuple[str, ...]) -> list[Part]:
        """What a position gives; found out once, since many examples begin with the same."""
        known = self.positions.get((node.name, scope.seats))
        if known is not None and known.mentions <= self.left:
            self.left -= known.mentions
            self.options |= known.options
            return known.parts
        left, options, self.options = self.left, self.options, {}
        parts = [part for each in node.givens for part in self.given(each, scope, seen)]
        if self.left >= 0:
            self.positions[node.name, scope.seats] = Position(parts, self.options, left - self.left)
        self.options = options | self.options
        return parts

    def settle(self, target: core.VarOf, node: nodes.Given, scope: Scope) -> None:
        """An option is chosen before the game begins, so nothing of the game can be read for it."""
        value = self.context.expr(node.values[0], scope, target.type)
        check_choice(self.context, target, value)
        if isinstance(value, core.Const) and isinstance(value.value, bool | str):
            self.options[target.var.partition(".")[2]] = value.value
        elif value.type.head != "unknown":
            self.context.wrong(
                "not-constant",
                "what is chosen for an option is written out",
                value.span,
                "not known before the game begins",
                "write `true`, `false` or a text",
            )

    def bundle(self, node: nodes.Expr, scope: Scope) -> tuple[tuple[int, str, bool], ...]:
        """What chance brings."""
        found = self.context.expr(node, scope, BUNDLE)
        return found.value if isinstance(found, core.Const) and isinstance(found.value, tuple) else ()

    def seat(self, name: str, scope: Scope, span: Span) -> int:
        """The seat of a named player."""
        if name not in scope.seats:
            self.context.wrong(
                "unknown-name",
                f"nobody called `{name}` plays here",
                span.word(name),
                "who?",
                nearest(name, list(scope.seats)) or f"those at the table are {', '.join(scope.seats)}",
            )
            return 0
        return scope.seats.index(name)

    def check(self, node: nodes.Check, scope: Scope) -> core.CheckDef:
        """What must be so afterwards."""
        if node.word == "lists":
            assert node.expr is not None
            return self.lists(node, self.context.expr(node.expr, scope), node.items, scope)
        listed = self.one_item(node, scope)
        if listed is not None:
            return listed
        player = self.seat(node.player, scope, node.span) if node.player else 0
        wanted = BOOL if node.word == "holds" else types.UNKNOWN
        expr = self.context.expr(node.expr, scope, wanted) if node.expr else None
        return core.CheckDef(
            word=node.word, player=player, text=node.text, expr=expr, because=".".join(node.because), span=node.span
        )

    def lists(self, node: nodes.Check, expr: core.Expr, items: tuple[nodes.Expr, ...], scope: Scope) -> core.CheckDef:
        """`yard = old_kiln, long_kiln`: exactly these; in this order, unless a place keeps none."""
        if expr.type.head not in ("list", "unknown"):
            hints = {"bundle": "write `1 a + 1 b`", "set": "write `{a, b}`"}
            self.context.wrong(
                "wrong-type",
                "only a list, or a place of cards, is compared with several",
                expr.span,
                f"{expr.type}",
                hints.get(expr.type.head, "compare it with one"),
            )
        made = tuple(self.context.expr(item, scope, expr.type.inner) for item in items)
        place = self.context.names.places[expr.place].node if isinstance(expr, core.PlaceAt) else None
        return core.CheckDef(
            word="lists",
            player=0,
            text="",
            expr=expr,
            because="",
            items=made,
            ordered=not isinstance(place, nodes.Place) or place.ordered,
            span=node.span,
        )

    def one_item(self, node: nodes.Check, scope: Scope) -> core.CheckDef | None:
        """`yard = old_kiln`: the same with one item, told from a comparison of lists by its type."""
        if not isinstance(node.expr, nodes.Op) or node.expr.op != "=":
            return None
        left, right = (self.context.expr(arg, scope) for arg in node.expr.args)
        if left.type.head != "list" or left.type.inner is None:
            return None
        fits = types.fits(right.type, left.type.inner, self.context.names.lineage)
        return self.lists(node, left, node.expr.args[1:], scope) if fits else None
