"""Bind and type statements.

In:   nodes.Stmt and a Scope.      Out:  core.Stmt, and the scope for what comes after.
Who acts (`me`) and where (`here`) are handed on as ordinary arguments, so the engine knows neither word.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator

from kfdsl.lang import nodes
from kfdsl.lang.check_expr import ExprChecker
from kfdsl.lang.model import Model
from kfdsl.lang.pointing import at_word
from kfdsl.lang.scope import Scope, facts
from kfdsl.program import core, types
from kfdsl.program.types import BOOL, BUNDLE, GROUP, NUMBER, PLAYER, UNKNOWN, WANT, Type, fits
from kfdsl.program.words import VERBS
from kfdsl.text.diagnostic import nearest
from kfdsl.text.source import Span

AddRule = Callable[[str, tuple[tuple[str, Type], ...], core.Stmt, Span], None]


class Actors:
    """Which effects need to know who acts: they say `me`, ask somebody, or call something that does."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.acting: set[str] = set()
        callers: dict[str, list[str]] = {}
        for name, entry in model.declared.items():
            if isinstance(entry.node, nodes.Effect):
                for part in (part for body in self.bodies(name, entry.node) for part in walk(body)):
                    if self.within(part):
                        self.acting.add(name)
                    elif isinstance(part, nodes.CallStmt) and part.by is None:
                        callers.setdefault(part.name, []).append(name)
        waiting = list(self.acting)
        while waiting:
            found = [caller for caller in callers.get(waiting.pop(), ()) if caller not in self.acting]
            self.acting.update(found)
            waiting += found

    def bodies(self, name: str, effect: nodes.Effect) -> list[nodes.Node]:
        """What an effect does, with what packs change in it."""
        changes = [change.node for change in self.model.effect_changes.get(name, [])]
        return [effect.body, *(change.body for change in changes), *(change.when for change in changes if change.when)]

    def needed(self, name: str) -> bool:
        """Whether an effect or flow takes `me`."""
        return name in self.acting

    def within(self, part: nodes.Node) -> bool:
        """Whether one node needs to know by itself."""
        match part:
            case nodes.Name(name="me") | nodes.Ask(asker=None) | nodes.OneOf() | nodes.Perform(by=None) | nodes.Trial(by=None):
                return True
            case _:
                return False


def walk(tree: object) -> Iterator[nodes.Node]:
    """A node and everything below it."""
    if isinstance(tree, nodes.Node):
        yield tree
        for each in dataclasses.fields(tree):
            if each.name != "span":
                yield from walk(getattr(tree, each.name))
    elif isinstance(tree, tuple):
        for part in tree:
            yield from walk(part)


class StmtChecker:
    """Turns statements as written into typed ones, for one rule at a time."""

    def __init__(self, exprs: ExprChecker, actors: Actors, add_rule: AddRule) -> None:
        self.exprs = exprs
        self.names = exprs.names
        self.model = exprs.model
        self.actors = actors
        self.add_rule = add_rule
        self.labels: dict[str, int] = {}
        self.proceed: tuple[str, tuple[core.Expr, ...]] | None = None
        self.waivers: Callable[[str, Scope], list[core.Expr]] | None = None
        self.ensured: dict[str, Span] = {}

    def label(self, name: str) -> str:
        """A label that is unique within the rule, the same for the same text."""
        self.labels[name] = self.labels.get(name, 0) + 1
        return name if self.labels[name] == 1 else f"{name}#{self.labels[name]}"

    def block(self, node: nodes.Block, scope: Scope) -> core.Block:
        """Statements in order."""
        body: list[core.Stmt] = []
        for part in node.body:
            stmt, scope = self.stmt(part, scope)
            body.append(stmt)
        return core.Block(body=tuple(body), span=node.span)

    def inner(self, node: nodes.Stmt, scope: Scope) -> core.Stmt:
        """A statement whose locals end with it."""
        return self.stmt(node, scope)[0]

    def stmt(self, node: nodes.Stmt, scope: Scope) -> tuple[core.Stmt, Scope]:
        """One statement, and what is known behind it."""
        match node:
            case nodes.Let():
                value = self.exprs.expr(node.value, scope)
                self.exprs.free(node.name, scope, node.span)
                return core.Let(name=node.name, value=value, span=node.span), scope.bind(node.name, value.type)
            case nodes.Ask():
                ask = self.ask(node, scope)
                self.exprs.free(node.name, scope, node.span)
                return ask, scope.bind(node.name, ask.type)
            case _:
                return self.plain(node, scope), scope

    def plain(self, node: nodes.Stmt, scope: Scope) -> core.Stmt:
        """A statement that brings no local."""
        exprs, span = self.exprs, node.span
        match node:
            case nodes.Block():
                return self.block(node, scope)
            case nodes.Step():
                return core.Step(label=node.label, body=self.inner(node.body, scope), span=span)
            case nodes.Move():
                return self.move(node, scope)
            case nodes.Assign():
                return self.assign(node, scope)
            case nodes.If():
                test = exprs.test(node.test, scope)
                then = self.inner(node.then, scope.knowing(facts(test, True)))
                other = self.inner(node.other, scope.knowing(facts(test, False))) if node.other else None
                return core.If(test=test, then=then, other=other, span=span)
            case nodes.For():
                items = exprs.expr(node.items, scope)
                exprs.free(node.name, scope, span)
                inner = scope.bind(node.name, exprs.element(items))
                where = exprs.test(node.where, inner) if node.where else None
                inner = inner.knowing(facts(where, True)) if where is not None else inner
                return core.For(name=node.name, items=items, where=where, body=self.inner(node.body, inner), span=span)
            case nodes.Repeat():
                body = self.inner(node.body, scope)
                return core.Repeat(body=body, until=exprs.test(node.until, scope), span=span)
            case nodes.Choose():
                return self.choose(node, scope)
            case nodes.OneOf():
                return self.one_of(node, scope)
            case nodes.Together():
                return self.together(node, scope)
            case nodes.Perform():
                effect, by, at = exprs.performance(node.effect, node.by, node.at, scope, span)
                return core.Perform(effect=effect, by=by, at=at, span=span) if effect else self.nothing(span)
            case nodes.CallStmt():
                return self.call(node, scope)
            case nodes.Happens():
                return self.happens(node, scope)
            case nodes.Shuffle():
                place = exprs.expr(node.place, scope)
                if not isinstance(place, core.PlaceAt) or place.type.head != "list":
                    exprs.wrong("wrong-type", "only a place of cards can be shuffled", place.span, f"{place.type}", "name a place of cards, `in order`")
                    return self.nothing(span)
                return core.Shuffle(place=place, span=span)
            case nodes.Show():
                card = exprs.expr(node.card, scope)
                if node.face:
                    exprs.faced(card, node.face, span, lambda _: card)
                else:
                    exprs.want(card, types.card(card.type.name) if card.type.head == "card" else types.Type("card"))
                return core.Show(card=card, face=node.face, span=span)
            case nodes.Lay():
                return self.lay(node, scope)
            case nodes.ScoreSets():
                return self.score_sets(node, scope)
            case nodes.ScoreLeft():
                exprs.amount(nodes.Amount(count=1, name=node.name, span=span), scope)
                return core.ScoreLeft(value=exprs.expr(node.value, scope, NUMBER), name=node.name, ledger=self.ledger(node.ledger, span, scope),
                                      to=exprs.expr(node.to, scope, PLAYER), reason=self.reason(node.reason, scope), span=span)
            case nodes.Settle():
                ok, args = self.shape(node.shape, scope)
                if self.names.sort(node.purpose) is not nodes.Purpose:
                    exprs.wrong("unknown-name", f"no purpose is called `{node.purpose}`", span, "", "declare it: `purpose name`")
                    return self.nothing(span)
                exprs.seen(node.purpose, scope, span)
                who = exprs.expr(node.who, scope, PLAYER)
                return core.Settle(who=who, shape=node.shape.name, args=args, purpose=node.purpose, span=span) if ok else self.nothing(span)
            case nodes.Score():
                reason = exprs.expr(node.reason, scope)
                if reason.type.head not in ("card", "text", "unknown"):
                    exprs.wrong("wrong-type", "points are for a card or for a text", reason.span, f"{reason.type}", 'write `for card` or `for "a text"`')
                return core.Score(value=exprs.expr(node.value, scope, NUMBER), to=exprs.expr(node.to, scope, PLAYER), reason=reason, span=span)
            case nodes.Proceed():
                if self.proceed is None:
                    exprs.wrong("no-proceed", "`proceed` stands only inside `instead`", span, "nothing was replaced here",
                                "write it in `extend effect … instead { … proceed … }`")
                    return self.nothing(span)
                return core.CallRule(rule=self.proceed[0], args=self.proceed[1], span=span)
            case nodes.Ensure():
                return self.ensure(node, scope)
            case _:
                raise AssertionError(node)

    def nothing(self, span: Span) -> core.Stmt:
        """What stands for something already reported."""
        return core.Block(body=(), span=span)

    # ---- doing

    def ensure(self, node: nodes.Ensure, scope: Scope) -> core.Stmt:
        """A need in the middle of a deed."""
        if not scope.in_deed or self.waivers is None:
            self.exprs.wrong("no-ensure", "`ensure` stands only in the `do` of an action", node.span, "not here",
                             "write it in the action, behind the call of this effect")
            return self.nothing(node.span)
        if node.name in self.ensured:
            self.exprs.wrong("declared-twice", f"two needs are called `{node.name}`", at_word(node.span, node.name), "again here", "rename one of them")
        self.ensured[node.name] = node.span
        test = self.exprs.test(node.test, scope)
        for waiver in self.waivers(node.name, scope):
            test = core.Prim(word="or", args=(test, waiver), type=BOOL, span=node.span)
        return core.Ensure(name=f"{scope.rule}.{node.name}", test=test, message=self.exprs.message(node.message, scope), span=node.span)

    def place(self, node: nodes.Expr, scope: Scope, what: str) -> core.Expr | None:
        """A place to move to or from."""
        found = self.exprs.expr(node, scope)
        if isinstance(found, core.Prim) and found.word == "slot":
            return found.args[0]
        if isinstance(found, core.PlaceAt) or (what == "from" and isinstance(found, core.PlacesWith)):
            return found
        if found.type.head != "unknown":
            self.exprs.wrong("not-a-place", f"pieces move {what} places", found.span, "this is not a place", "write the name of a place")
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
                exprs.wrong("no-source", f"where does {what.type} come from?", span, "only a card or a group knows where it lies",
                            "write `from place`")
            elif target.type != BUNDLE:
                exprs.wrong("wrong-place", "a group of tokens cannot lie among cards", target.span, f"{target.type}", "name a place of tokens")
            return core.Move(strength="exactly", what=what, only="", at_random=False, source=None, target=target, span=span)
        if head == "unknown":
            return self.nothing(span)
        wanted = WANT if node.at_random else BUNDLE
        if not fits(what.type, wanted, self.names.lineage) or source.type != BUNDLE or target.type != BUNDLE:
            hint = "say which tokens, or let chance pick: `at random`" if head == "want" else "write an amount such as `2 clay`"
            exprs.wrong("wrong-type", f"{what.type} cannot be moved from here to there", what.span, f"{what.type}", hint)
        return core.Move(strength=node.strength, what=what, only="", at_random=node.at_random, source=source, target=target, span=span)

    def move_every(self, node: nodes.Move, source: core.Expr | None, target: core.Expr, scope: Scope) -> core.Stmt:
        """`move all clay from shelf to pit`"""
        if source is None:
            self.exprs.wrong("no-source", "all of what?", node.span, "nothing says where they come from", "write `from place`")
            return self.nothing(node.span)
        only = ""
        if node.what is not None:
            assert isinstance(node.what, nodes.Name)
            pick = self.exprs.trait_name(node.what, scope) if source.type == BUNDLE else self.exprs.card_sort(node.what, scope)
            if pick is None:
                self.exprs.wrong("unknown-name", f"nothing there is called `{node.what.name}`", node.what.span, "not a token or trait",
                                 nearest(node.what.name, list(self.model.declared)) or "name a token or a trait that lies there")
            only = pick or ""
        if source.type.head != target.type.head:
            self.exprs.wrong("wrong-place", "tokens and cards do not mix", target.span, f"{target.type}",
                             "name a place of tokens" if source.type == BUNDLE else "name a place of cards")
        elif target.type.inner and source.type.inner:
            self.content(types.card(only) if only else source.type.inner, target)
        return core.Move(strength="every", what=None, only=only, at_random=False, source=source, target=target, span=node.span)

    def move_card(self, what: core.Expr, target: core.Expr, span: Span) -> core.Stmt:
        """One card to a place of cards."""
        self.content(what.type, target)
        return core.Move(strength="exactly", what=what, only="", at_random=False, source=None, target=target, span=span)

    def content(self, card: Type, target: core.Expr) -> None:
        """Report a card that a place does not take."""
        if target.type.inner is None:
            self.exprs.wrong("wrong-place", "a card cannot lie among tokens", target.span, f"{target.type}", "name a place of cards")
        elif not fits(card, target.type.inner, self.names.lineage):
            self.exprs.wrong("wrong-place", f"this place takes only {target.type.inner}", target.span, f"not {card}",
                             f"first ask whether it `is {target.type.inner}`")

    def reason(self, node: nodes.Expr, scope: Scope) -> core.Expr:
        """What points are for."""
        found = self.exprs.expr(node, scope)
        if found.type.head not in ("card", "text", "unknown"):
            self.exprs.wrong("wrong-type", "points are for a card or for a text", found.span, f"{found.type}")
        return found

    def ledger(self, name: str, span: Span, scope: Scope) -> str:
        """A declared ledger, or the unnamed one."""
        if name and self.names.sort(name) is not nodes.Ledger:
            known = [each for each, e in self.model.declared.items() if isinstance(e.node, nodes.Ledger)]
            self.exprs.wrong("unknown-name", f"no ledger is called `{name}`", span, "", nearest(name, known) or f"declare it: `ledger {name}`")
            return ""
        if name:
            self.exprs.seen(name, scope, span)
        return name

    def score_sets(self, node: nodes.ScoreSets, scope: Scope) -> core.Stmt:
        """A scorer that consumes."""
        exprs = self.exprs
        want = exprs.expr(node.want, scope, WANT)
        within = exprs.expr(node.within, scope) if node.within else None
        if within is not None and (not isinstance(within, core.PlaceAt) or within.type != BUNDLE):
            exprs.wrong("not-a-place", "a scorer is limited to a place of tokens", within.span, f"{within.type}")
            return self.nothing(node.span)
        if node.alike and isinstance(want, core.Const) and isinstance(want.value, tuple) and (len(want.value) != 1 or want.value[0][2]):
            exprs.wrong("wrong-type", "`alike` goes with one trait", want.span, "which of these is alike?", "write `1 trait alike`")
        return core.ScoreSets(
            value=exprs.expr(node.value, scope, NUMBER), want=want, within=within, once=node.once, alike=node.alike, spare=node.spare,
            ledger=self.ledger(node.ledger, node.span, scope), unfilled=exprs.expr(node.unfilled, scope, NUMBER) if node.unfilled else None,
            to=exprs.expr(node.to, scope, PLAYER), reason=self.reason(node.reason, scope), span=node.span)

    def lay(self, node: nodes.Lay, scope: Scope) -> core.Stmt:
        """A card comes to lie at a spot of a plane."""
        card = self.exprs.expr(node.card, scope)
        plane = self.place(node.plane, scope, "to")
        spot = self.exprs.expr(node.spot, scope, types.SPOT)
        if plane is None or card.type.head == "unknown":
            return self.nothing(node.span)
        if not isinstance(plane, core.PlaceAt) or not self.exprs.is_plane(plane.place):
            self.exprs.wrong("no-plane", "cards are laid on planes", plane.span, "this is none", "declare it with `plane`, or `move` the card there")
            return self.nothing(node.span)
        self.content(card.type, plane)
        return core.Lay(card=card, plane=plane, spot=spot, span=node.span)

    def assign(self, node: nodes.Assign, scope: Scope) -> core.Stmt:
        """A variable gets a value."""
        target = self.exprs._expr(node.target, scope, None)
        if not isinstance(target, core.VarOf):
            if target.type.head != "unknown":
                self.exprs.wrong("not-a-variable", "only a variable can be set", target.span, "this never changes", "declare it with `var`")
            return self.nothing(node.span)
        return core.SetVar(var=target.var, card=target.card, value=self.exprs.expr(node.value, scope, target.type), span=node.span)

    # ---- asking

    def ask(self, node: nodes.Ask, scope: Scope) -> core.AskFor:
        """Somebody picks something."""
        exprs, span = self.exprs, node.span
        who = exprs.expr(node.asker or nodes.Name(name="me", span=span), scope, PLAYER)
        items = where = want = None
        args: tuple[core.Expr, ...] = ()
        result: Type = GROUP
        if node.items is not None and node.many is not None:
            items = exprs.expr(node.items, scope)
            inner = scope.bind(node.name, exprs.element(items))
            where = exprs.test(node.where, inner) if node.where else None
            known = inner.knowing(facts(where, True)) if where is not None else inner
            result = types.list_of(known.facts.get(("Local", node.name), inner.locals[node.name]))
        elif node.items is not None and node.type is not None:
            items = exprs.expr(node.items, scope)
            element = exprs.element(items)
            result = self.names.type(node.type)
            inner = scope.bind(node.name, element)
            where = exprs.test(node.where, inner) if node.where else None
            known = inner.knowing(facts(where, True)) if where is not None else inner
            narrowed = known.facts.get(("Local", node.name), element)
            if not fits(narrowed, result, self.names.lineage):
                both = narrowed.head == result.head == "card"
                exprs.wrong("wrong-type", f"these are {narrowed}, not {result}", items.span, f"{items.type}",
                            f"add `where {node.name} is {result}`" if both else f"write `{node.name}: {narrowed}`, or ask for something else")
        elif node.shape is not None:
            shape, args = self.shape(node.shape, scope)
            result = GROUP if shape else UNKNOWN
            if node.want is not None:
                want = exprs.expr(node.want, scope, WANT)
                if self.names.sort(node.purpose) is not nodes.Purpose:
                    known_ones = [name for name, e in self.model.declared.items() if isinstance(e.node, nodes.Purpose)]
                    exprs.wrong("unknown-name", f"no purpose is called `{node.purpose}`", at_word(span, node.purpose), "not a purpose",
                                nearest(node.purpose, known_ones) or f"declare it: `purpose {node.purpose}`")
                self.exprs.seen(node.purpose, scope, span)
        return core.AskFor(label=self.label(node.name), name=node.name, who=who, items=items, where=where,
                           shape=node.shape.name if node.shape else "", args=args, want=want, purpose=node.purpose, type=result, many=node.many,
                           span=span)

    def shape(self, call: nodes.Call, scope: Scope) -> tuple[bool, tuple[core.Expr, ...]]:
        """`hand(me)`"""
        entry = self.model.declared.get(call.name)
        if entry is None or not isinstance(entry.node, nodes.Shape):
            known = [name for name, e in self.model.declared.items() if isinstance(e.node, nodes.Shape)]
            self.exprs.wrong("unknown-name", f"no shape is called `{call.name}`", at_word(call.span, call.name), "not a shape",
                             nearest(call.name, known) or f"declare it: `shape {call.name}(…) {{ … }}`")
            return False, ()
        self.exprs.seen(call.name, scope, call.span)
        return True, self.exprs.arguments(call.name, call.args, entry.node.params, scope, call.span)

    def choose(self, node: nodes.Choose, scope: Scope) -> core.Stmt:
        """`choose work(p)`"""
        entry = self.model.declared.get(node.menu)
        if entry is None or not isinstance(entry.node, nodes.Menu):
            known = [name for name, e in self.model.declared.items() if isinstance(e.node, nodes.Menu)]
            self.exprs.wrong("unknown-name", f"no menu is called `{node.menu}`", at_word(node.span, node.menu), "not a menu",
                             nearest(node.menu, known) or f"declare it: `menu {node.menu}(me: player)`")
            return self.nothing(node.span)
        self.exprs.seen(node.menu, scope, node.span)
        args = self.exprs.arguments(node.menu, node.args, entry.node.params, scope, node.span)
        chosen = core.Choose(label=self.label(node.menu), menu=node.menu, args=args, again=node.again, span=node.span)
        return self.with_settings(chosen, node, entry.node, scope) if node.settings else chosen

    def with_settings(self, chosen: core.Stmt, node: nodes.Choose, menu: nodes.Menu, scope: Scope) -> core.Stmt:
        """The menu's variables get values, and their old ones back afterwards: the menu may be open already."""
        first: list[core.Stmt] = []
        last: list[core.Stmt] = []
        known = {variable.name: variable for variable in menu.vars}
        for name, _ in node.settings:
            if name not in known:
                hint = nearest(name, list(known)) or f"declare it: `menu {menu.name}(me: player) {{ var {name}: number = 0 }}`"
                self.exprs.wrong("unknown-name", f"`{menu.name}` has no variable `{name}`", at_word(node.span, name), "not one of its variables", hint)
                continue
            type_ = self.names.type(known[name].type)
            kept = f"kept_{name}"
            first.append(core.Let(name=kept, value=core.VarOf(var=name, card=None, type=type_, span=node.span), span=node.span))
            last.append(core.SetVar(var=name, card=None, value=core.Local(name=kept, type=type_, span=node.span), span=node.span))
        setting = [core.SetVar(var=name, card=None, value=self.exprs.expr(value, scope, self.names.type(known[name].type)), span=value.span)
                   for name, value in node.settings if name in known]
        return core.Block(body=(*first, *setting, chosen, *last), span=node.span)

    def together(self, node: nodes.Together, scope: Scope) -> core.Stmt:
        """Everybody answers for themselves, sealed."""
        items = self.exprs.expr(node.items, scope, types.list_of(PLAYER))
        self.exprs.free(node.name, scope, node.span)
        inner = scope.bind(node.name, PLAYER)
        ask = self.ask(node.ask, inner)
        self.exprs.free(node.ask.name, inner, node.ask.span)
        body = self.inner(node.body, inner.bind(node.ask.name, ask.type))
        return core.Together(label=ask.label, name=node.name, items=items, ask=ask, body=body, span=node.span)

    def one_of(self, node: nodes.OneOf, scope: Scope) -> core.Stmt:
        """`one of { … } or { … }`: each branch is a rule of its own that is handed all that is known here."""
        who = self.exprs.expr(nodes.Name(name="me", span=node.span), scope, PLAYER)
        label = self.label("one_of")
        outer: list[tuple[str, Type]] = [("me", PLAYER)] if scope.me else []
        outer += [("here", scope.here)] if scope.here else []
        outer += list(scope.locals.items())
        args = tuple(core.Local(name=name, type=type_, span=node.span) for name, type_ in outer)
        branches: list[str] = []
        for number, branch in enumerate(node.branches, 1):
            name = f"{scope.rule}.{label}.{number}"
            saved, self.labels = self.labels, {}
            body = self.inner(branch, dataclasses.replace(scope, rule=name))
            self.labels = saved
            self.add_rule(name, tuple(outer), body, branch.span)
            branches.append(name)
        return core.OneOf(label=label, who=who, branches=tuple(branches), args=(args,) * len(branches), span=node.span)

    # ---- calling

    def call(self, node: nodes.CallStmt, scope: Scope) -> core.Stmt:
        """Another effect or flow."""
        entry = self.model.declared.get(node.name)
        if entry is None or not isinstance(entry.node, nodes.Effect):
            known = [name for name, e in self.model.declared.items() if isinstance(e.node, nodes.Effect)]
            sort = self.names.sort(node.name)
            hint = f"write `choose {node.name}(…)`" if sort is nodes.Menu else f"write `happens {node.name}(…)`" if sort is nodes.Moment else ""
            verbs = [word for word, _, _ in VERBS if word.isalpha()]
            self.exprs.wrong("unknown-name", f"no effect is called `{node.name}`", at_word(node.span, node.name),
                             f"neither `{scope.pack}` nor a pack it requires declares this",
                             hint or nearest(node.name, [*known, *verbs]) or f"declare it: `effect {node.name}(…) {{ … }}`")
            return self.nothing(node.span)
        self.exprs.seen(node.name, scope, node.span)
        args = self.arranged(node, entry.node.params)
        values = self.exprs.arguments(node.name, args, entry.node.params, scope, node.span) if args is not None else ()
        return core.CallRule(rule=node.name, args=self.context(node, entry.node, scope) + values, span=node.span)

    def arranged(self, node: nodes.CallStmt, params: tuple[nodes.Param, ...]) -> tuple[nodes.Expr, ...] | None:
        """Arguments in the order of the parameters, by their prepositions."""
        if not any(node.labels):
            return node.args
        order: dict[int, nodes.Expr] = {}
        for label, arg in zip(node.labels, node.args, strict=True):
            at = next((i for i, param in enumerate(params) if i not in order and param.label == label), None)
            if at is None:
                labels = [param.label for param in params if param.label]
                word = f"no `{label}`" if label else "nothing more without a preposition"
                self.exprs.wrong("wrong-arguments", f"`{node.name}` takes {word}", arg.span, "not one of its parameters",
                                 f"it takes {', '.join(f'`{each}`' for each in labels)}" if labels else f"write `{node.name}(…)` with commas")
                return None
            order[at] = arg
        return tuple(order[i] for i in sorted(order))

    def context(self, node: nodes.CallStmt, effect: nodes.Effect, scope: Scope) -> tuple[core.Expr, ...]:
        """Who acts and where, as leading arguments."""
        found: list[core.Expr] = []
        if self.actors.needed(node.name):
            if node.by is None and not scope.me:
                self.exprs.wrong("nobody", f"`{node.name}` needs somebody to act", node.span, "who?", f"write `{node.name}(…) by player`")
                found.append(self.exprs.unknown(node.span))
            else:
                found.append(self.exprs.expr(node.by or nodes.Name(name="me", span=node.span), scope, PLAYER))
        if effect.at:
            found.append(self.exprs.expr(node.at or nodes.Name(name="here", span=node.span), scope, types.card(effect.at)))
        return tuple(found)

    def happens(self, node: nodes.Happens, scope: Scope) -> core.Stmt:
        """A moment has come."""
        entry = self.model.declared.get(node.name)
        if entry is None or not isinstance(entry.node, nodes.Moment):
            known = [name for name, e in self.model.declared.items() if isinstance(e.node, nodes.Moment)]
            self.exprs.wrong("unknown-name", f"no moment is called `{node.name}`", at_word(node.span, node.name), "not a moment",
                             nearest(node.name, known) or f"declare it: `moment {node.name}`")
            return self.nothing(node.span)
        self.exprs.seen(node.name, scope, node.span)
        return core.CallRule(rule=node.name, args=self.exprs.arguments(node.name, node.args, entry.node.params, scope, node.span), span=node.span)
