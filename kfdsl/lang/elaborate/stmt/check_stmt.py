"""Bind and type statements.

In:   nodes.Stmt and a Scope.      Out:  core.Stmt, and the scope for what comes after.
Who acts (`me`) and where (`here`) are handed on as ordinary arguments, so the engine knows neither word.
"""

from __future__ import annotations

from kfdsl.lang import nodes
from kfdsl.lang.elaborate.scope import Scope, facts
from kfdsl.lang.elaborate.stmt.scores import Scores
from kfdsl.program import core, types
from kfdsl.program.types import PLAYER
from kfdsl.program.words import VERBS
from kfdsl.text.diagnostic import nearest


class StmtChecker(Scores):
    """Turns statements as written into typed ones, for one rule at a time."""

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
            case nodes.Apart():
                return self.apart(node, scope)
            case nodes.Perform():
                effect, by, at = exprs.performance(node.effect, node.by, node.at, scope, span)
                return core.Perform(effect=effect, by=by, at=at, span=span) if effect else self.nothing(span)
            case nodes.CallStmt():
                return self.call(node, scope)
            case nodes.Happens():
                return self.happens(node, scope)
            case nodes.Shuffle():
                return self.shuffle(node, scope)
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
                return self.score_left(node, scope)
            case nodes.Settle():
                return self.settle(node, scope)
            case nodes.Score():
                return self.score(node, scope)
            case nodes.Proceed():
                if self.proceed is None:
                    exprs.wrong(
                        "no-proceed",
                        "`proceed` stands only inside `instead`",
                        span,
                        "nothing was replaced here",
                        "write it in `extend effect … instead { … proceed … }`",
                    )
                    return self.nothing(span)
                return self.proceed
            case nodes.Ensure():
                return self.ensure(node, scope)
            case _:
                raise AssertionError(node)

    def shuffle(self, node: nodes.Shuffle, scope: Scope) -> core.Stmt:
        """The order of a place is left to chance."""
        place = self.exprs.expr(node.place, scope)
        if not isinstance(place, core.PlaceAt) or place.type.head != "list":
            self.exprs.wrong(
                "wrong-type",
                "only a place of cards can be shuffled",
                place.span,
                f"{place.type}",
                "name a place of cards, `in order`",
            )
            return self.nothing(node.span)
        return core.Shuffle(place=place, span=node.span)

    # ---- calling

    def call(self, node: nodes.CallStmt, scope: Scope) -> core.Stmt:
        """Another effect or flow."""
        entry = self.model.declared.get(node.name)
        if entry is None or not isinstance(entry.node, nodes.Effect):
            known = self.model.names_of(nodes.Effect)
            sort = self.names.sort(node.name)
            hint = (
                f"write `choose {node.name}(…)`"
                if sort is nodes.Menu
                else f"write `happens {node.name}(…)`"
                if sort is nodes.Moment
                else ""
            )
            verbs = [word for word, _, _ in VERBS if word.isalpha()]
            self.exprs.wrong(
                "unknown-name",
                f"no effect is called `{node.name}`",
                node.span.word(node.name),
                f"neither `{scope.pack}` nor a pack it requires declares this",
                hint or nearest(node.name, [*known, *verbs]) or f"declare it: `effect {node.name}(…) {{ … }}`",
            )
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
                self.exprs.wrong(
                    "wrong-arguments",
                    f"`{node.name}` takes {word}",
                    arg.span,
                    "not one of its parameters",
                    f"it takes {', '.join(f'`{each}`' for each in labels)}"
                    if labels
                    else f"write `{node.name}(…)` with commas",
                )
                return None
            order[at] = arg
        return tuple(order[i] for i in sorted(order))

    def context(self, node: nodes.CallStmt, effect: nodes.Effect, scope: Scope) -> tuple[core.Expr, ...]:
        """Who acts and where, as leading arguments."""
        found: list[core.Expr] = []
        if self.actors.needed(node.name):
            if node.by is None and not scope.me:
                self.exprs.wrong(
                    "nobody",
                    f"`{node.name}` needs somebody to act",
                    node.span,
                    "who?",
                    f"write `{node.name}(…) by player`",
                )
                found.append(self.exprs.unknown(node.span))
            else:
                found.append(self.exprs.expr(node.by or nodes.Name(name="me", span=node.span), scope, PLAYER))
        if effect.at:
            found.append(
                self.exprs.expr(node.at or nodes.Name(name="here", span=node.span), scope, types.card(effect.at))
            )
        return tuple(found)

    def happens(self, node: nodes.Happens, scope: Scope) -> core.Stmt:
        """A moment has come."""
        entry = self.model.declared.get(node.name)
        if entry is None or not isinstance(entry.node, nodes.Moment):
            self.exprs.nothing_called(nodes.Moment, node.name, node.span, f"moment {node.name}")
            return self.nothing(node.span)
        self.exprs.seen(node.name, scope, node.span)
        return core.CallRule(
            rule=node.name,
            args=self.exprs.arguments(node.name, node.args, entry.node.params, scope, node.span),
            span=node.span,
        )
