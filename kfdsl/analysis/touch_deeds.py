"""What rules touch when one player acts.

In:   the graph of calls, and a statement with its locals.      Out:  Touches: what is read, changed or added to, and the way to it.
A rule is worked out once for each way in which its parameters are somebody's; see touch for what that means.
"""

from __future__ import annotations

from collections.abc import Sequence

from kfdsl.analysis.touch import (
    ANYBODY,
    ASKS,
    CARDS,
    CHANCE,
    CHANGE,
    FACES,
    FOREIGN,
    ME,
    NESTED,
    OWN,
    PUT,
    SHEET,
    Env,
    Looker,
    Tag,
    Touch,
    Touches,
    merge,
    touch,
)
from kfdsl.program import core
from kfdsl.program.core.walk import children
from kfdsl.text.source import Span


class Toucher(Looker):
    """Follows statements."""

    # ---- what has a name

    def rule(self, name: str, tags: Sequence[Tag]) -> Touches:
        """What a rule touches, for arguments that are somebody's."""
        key = ("rule", name, tuple(tags))
        if key not in self._known:
            found: Touches = {}
            rule = self.calls.rules[name]
            self.stmt(rule.body, dict(zip((each for each, _ in rule.params), tags, strict=True)), found)
            self._known[key] = found, ANYBODY
        return self._known[key][0]

    def menu(self, name: str, tags: Sequence[Tag]) -> Touches:
        """What any action of a menu touches."""
        key = ("menu", name, tuple(tags))
        if key not in self._known:
            found: Touches = {}
            menu = self.calls.menus[name]
            for each in menu.actions:
                action = self.calls.actions[each]
                env = dict(zip(("me", *(param for param, _ in menu.params[1:])), tags, strict=True))
                step = (action.span, f"`{each}` is one of its actions")
                self.action(action, env, found, step)
            self._known[key] = found, ANYBODY
        return self._known[key][0]

    def action(self, action: core.ActionDef, env: Env, found: Touches, step: tuple[Span, str]) -> None:
        """One action: what may be picked, its needs, and what it does."""
        inside: Touches = {}
        for param in action.params:
            if param.items is not None:
                env[param.name] = self.expr(param.items, env, inside)
                env = self.under(param.where, env, inside)
            else:
                env[param.name] = self.picked(param.shape, param.args, param.span, env, inside)
        for need in action.needs:
            self.all((need.test, *(part for part in need.message if isinstance(part, core.Expr))), env, inside)
        rule = self.calls.rules[action.rule]
        merge(inside, self.rule(rule.name, [env.get(name, ANYBODY) for name, _ in rule.params]), ())
        merge(found, inside, (step,))

    # ---- statements

    def stmt(self, stmt: core.Stmt, env: Env, found: Touches) -> None:
        """One statement; what it gives a name joins the locals."""
        match stmt:
            case core.Block():
                env = dict(env)
                for part in stmt.body:
                    self.stmt(part, env, found)
            case core.Step():
                self.stmt(stmt.body, env, found)
            case core.Repeat():
                self.stmt(stmt.body, dict(env), found)
                self.expr(stmt.until, env, found)
            case core.Let():
                env[stmt.name] = self.expr(stmt.value, env, found)
            case core.If():
                self.stmt(stmt.then, dict(self.under(stmt.test, env, found)), found)
                if stmt.other is not None:
                    self.stmt(stmt.other, dict(env), found)
            case core.For():
                inside = {**env, stmt.name: self.expr(stmt.items, env, found)}
                self.stmt(stmt.body, dict(self.under(stmt.where, inside, found)), found)
            case core.Apart():
                touch(found, Touch(NESTED, ""), stmt.span, "several act at once here")
            case core.AskFor() | core.Choose() | core.OneOf():
                self.asks(stmt, env, found)
            case core.CallRule():
                tags = [self.expr(arg, env, found) for arg in stmt.args]
                merge(found, self.rule(stmt.rule, tags), ((stmt.span, f"`{stmt.rule}` is called here"),))
            case core.Perform():
                self.perform(stmt, env, found)
            case _:
                self.deed(stmt, env, found)

    def asks(self, stmt: core.AskFor | core.Choose | core.OneOf, env: Env, found: Touches) -> None:
        """Somebody is asked; it must be the player."""
        who = stmt.args[0] if isinstance(stmt, core.Choose) else stmt.who
        if self.expr(who, env, found).whose != ME:
            touch(found, Touch(ASKS, ""), stmt.span, "asked here")
        match stmt:
            case core.Choose():
                tags = [self.expr(arg, env, found) for arg in stmt.args]
                merge(found, self.menu(stmt.menu, tags), ((stmt.span, f"`{stmt.menu}` is opened here"),))
            case core.OneOf():
                for branch, args in zip(stmt.branches, stmt.args, strict=True):
                    tags = [self.expr(arg, env, found) for arg in args]
                    merge(found, self.rule(branch, tags), ())
            case core.AskFor():
                env[stmt.name] = self.answer(stmt, env, found)

    def answer(self, stmt: core.AskFor, env: Env, found: Touches) -> Tag:
        """What is looked at for an answer, and whose the answer is."""
        if stmt.items is not None:
            inside = {**env, stmt.name: self.expr(stmt.items, env, found)}
            return self.under(stmt.where, inside, found)[stmt.name]
        self.all((stmt.want,), env, found)
        payer = {"me": self.expr(stmt.who, env, found)}
        self.all([each.where for each in self.calls.program.stands if each.purpose == stmt.purpose], payer, found)
        return self.picked(stmt.shape, stmt.args, stmt.span, env, found)

    def picked(self, shape: str, args: tuple[core.Expr, ...], span: Span, env: Env, found: Touches) -> Tag:
        """Whose a group of a shape is."""
        inside, tag = self.shape(shape, [self.expr(arg, env, found) for arg in args])
        merge(found, inside, ((span, f"`{shape}` is picked from here"),))
        return tag

    def perform(self, stmt: core.Perform, env: Env, found: Touches) -> None:
        """Whichever effect it is."""
        self.expr(stmt.effect, env, found)
        tags = [self.expr(part, env, found) for part in (stmt.by, stmt.at)]
        for rule in self.calls.effects(stmt.effect):
            steps = ((stmt.span, "performed here"), (self.calls.rules[rule].span, "this may be what is printed"))
            merge(found, self.rule(rule, tags), steps)

    def deed(self, stmt: core.Stmt, env: Env, found: Touches) -> None:
        """A statement that asks nobody and calls nothing."""
        match stmt:
            case core.Move():
                self.move(stmt, env, found)
            case core.Lay():
                self.piece(stmt.card, env, found)
                self.into(stmt.plane, env, found)
                self.expr(stmt.spot, env, found)
            case core.SetVar():
                self.expr(stmt.value, env, found)
                own = stmt.card is not None and self.expr(stmt.card, env, found).whose == OWN
                touch(found, Touch(CHANGE, stmt.var, own), stmt.span, "set here")
            case core.Reset():
                for var in stmt.vars:
                    touch(found, Touch(CHANGE, var), stmt.span, f"`{var}` gets its default back")
            case core.Show():
                own = self.expr(stmt.card, env, found).whose == OWN
                touch(found, Touch(CHANGE, FACES, own), stmt.span, "turned here")
                if not stmt.face:
                    touch(found, Touch(CHANCE, ""), stmt.span, "chance decides here")
            case core.Shuffle():
                touch(found, Touch(CHANCE, ""), stmt.span, "chance decides here")
            case core.Score() | core.ScoreSets() | core.ScoreLeft() | core.Settle():
                touch(found, Touch(SHEET, ""), stmt.span, "written here")
            case _:
                self.all(tuple(children(stmt)), env, found)

    # ---- moving

    def move(self, stmt: core.Move, env: Env, found: Touches) -> None:
        """Pieces leave places and come to one."""
        assert isinstance(stmt.target, core.PlaceAt)
        if stmt.at_random:
            touch(found, Touch(CHANCE, ""), stmt.span, "chance decides here")
        match stmt.source:
            case None:
                assert stmt.what is not None
                self.piece(stmt.what, env, found)
            case core.PlaceAt():
                touch(
                    found, Touch(CHANGE, stmt.source.place, self.owns(stmt.source, env, found)), stmt.span, "taken here"
                )
            case core.PlacesWith():
                for place, own in self.with_trait(stmt.source, env, found):
                    touch(found, Touch(CHANGE, place, own), stmt.span, "taken here")
            case _:
                raise AssertionError(stmt.source)
        if stmt.source is not None:
            self.all((stmt.what,), env, found)
            if stmt.source.type.head == "list":
                touch(found, Touch(CHANGE, CARDS, True), stmt.span, "moved here")
        self.into(stmt.target, env, found)

    def piece(self, what: core.Expr, env: Env, found: Touches) -> None:
        """A card or a group leaves where it lies."""
        tag = self.expr(what, env, found)
        if tag.whose != OWN:
            touch(found, Touch(FOREIGN, what.span.words), what.span, "moved here")
        for place in sorted(tag.places):
            touch(found, Touch(CHANGE, place, True), what.span, "moved here")
        if what.type.head == "card":
            touch(found, Touch(CHANGE, CARDS, True), what.span, "moved here")

    def into(self, target: core.PlaceAt, env: Env, found: Touches) -> None:
        """Something comes to lie in a place."""
        own = self.owns(target, env, found)
        touch(found, Touch(CHANGE if own else PUT, target.place, own), target.span, "put here")
