"""Statements, from tree to nodes.

In:   a Branch.      Out:  nodes.Stmt.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import cast

from lark import Token as LarkToken

from kfdsl.lang import nodes
from kfdsl.lang.syntax.build.expr import Exprs
from kfdsl.lang.syntax.parse import Branch
from kfdsl.text.diagnostic import Aside

LEFT_MARKS = ("within", "on_ledger")
SET_MARKS = ("within", "once", "alike", "must", "must_but", "without_roles", "on_ledger", "unfilled")


class Stmts(Exprs):
    """Builds statements."""

    def block(self, tree: Branch | None) -> nodes.Block:
        """`{ … }`"""
        assert tree is not None
        return nodes.Block(body=tuple(self.statement(child) for child in self.branches(tree)), span=self.span(tree))

    def statement(self, tree: Branch) -> nodes.Stmt:
        """Anything that is done."""
        build = cast(Callable[[Branch], nodes.Stmt], getattr(self, "_do_" + tree.data.rstrip("_")))
        return build(tree)

    def _do_block(self, tree: Branch) -> nodes.Stmt:
        return self.block(tree)

    def _do_do_value(self, tree: Branch) -> nodes.Stmt:
        return self.block(self.child(tree, "block"))

    def _do_step(self, tree: Branch) -> nodes.Stmt:
        return nodes.Step(label=self.tokens(tree)[0], body=self.statement(self.branches(tree)[0]), span=self.span(tree))

    def _do_move(self, tree: Branch) -> nodes.Stmt:
        source = self.child(tree, "source")
        amount, target = self.rest(tree, "source", "at_random")
        inner = [self.expr(part) for part in self.branches(amount)]
        if amount.data == "part_of":
            inner = [nodes.Op(op="in", args=tuple(inner), span=self.span(amount))]
        strength = "exactly" if amount.data == "part_of" else amount.data
        return nodes.Move(
            strength=strength,
            what=inner[0] if inner else None,
            at_random=self.child(tree, "at_random") is not None,
            source=self.expr(self.branches(source)[0]) if source else None,
            target=self.expr(target),
            span=self.span(tree),
        )

    def _do_assign(self, tree: Branch) -> nodes.Stmt:
        target, value = self.branches(tree)
        return nodes.Assign(target=self.expr(target), value=self.expr(value), span=self.span(tree))

    def _do_let(self, tree: Branch) -> nodes.Stmt:
        return nodes.Let(name=self.tokens(tree)[0], value=self.expr(self.branches(tree)[0]), span=self.span(tree))

    def _do_if(self, tree: Branch) -> nodes.Stmt:
        test, then, *other = self.branches(tree)
        return nodes.If(
            test=self.expr(test),
            then=self.statement(then),
            other=self.statement(other[0]) if other else None,
            span=self.span(tree),
        )

    def _do_for(self, tree: Branch) -> nodes.Stmt:
        items, body = self.rest(tree, "guard")
        return nodes.For(
            name=self.tokens(tree)[0],
            items=self.expr(items),
            where=self.guard(tree),
            body=self.statement(body),
            span=self.span(tree),
        )

    def _do_repeat(self, tree: Branch) -> nodes.Stmt:
        body, until = self.branches(tree)
        return nodes.Repeat(body=self.statement(body), until=self.expr(until), span=self.span(tree))

    def _do_choose(self, tree: Branch) -> nodes.Stmt:
        return self._choose(tree, once=True, again=False)

    def _do_choose_again(self, tree: Branch) -> nodes.Stmt:
        return self._choose(tree, once=False, again=True)

    def _do_choose_some(self, tree: Branch) -> nodes.Stmt:
        return self._choose(tree, once=True, again=True)

    def _choose(self, tree: Branch, once: bool, again: bool) -> nodes.Stmt:
        settings = self.child(tree, "settings")
        found = (
            tuple((self.tokens(part)[0], self.expr(self.branches(part)[0])) for part in self.branches(settings))
            if settings
            else ()
        )
        return nodes.Choose(
            menu=self.tokens(tree)[0],
            args=self.args(tree),
            once=once,
            again=again,
            settings=found,
            span=self.span(tree),
        )

    def _do_ask_in(self, tree: Branch) -> nodes.Stmt:
        type_, items = self.rest(tree, "asker", "guard")
        return self._ask(tree, type=self.type(type_), items=self.expr(items))

    def _do_ask_shape(self, tree: Branch) -> nodes.Stmt:
        return self._ask(tree, shape=nodes.Call(name=self.tokens(tree)[1], args=self.args(tree), span=self.span(tree)))

    def _do_ask_cover(self, tree: Branch) -> nodes.Stmt:
        (want,) = self.rest(tree, "asker", "args")
        _, purpose, shape = self.tokens(tree)
        return self._ask(
            tree,
            want=self.expr(want),
            purpose=purpose,
            shape=nodes.Call(name=shape, args=self.args(tree), span=self.span(tree)),
        )

    def _do_ask_some(self, tree: Branch) -> nodes.Stmt:
        how_many, items = self.rest(tree, "asker", "guard")
        number = self.number(cast(LarkToken, how_many.children[0])) if how_many.children else 0
        many = {
            "any_number": (0, None),
            "at_least": (number, None),
            "at_most": (0, number),
            "exactly": (number, number),
        }[how_many.data]
        return dataclasses.replace(self._ask(tree, items=self.expr(items)), many=many)

    def _ask(
        self,
        tree: Branch,
        *,
        type: nodes.TypeNode | None = None,
        items: nodes.Expr | None = None,
        shape: nodes.Call | None = None,
        want: nodes.Expr | None = None,
        purpose: str = "",
    ) -> nodes.Ask:
        asker = self.child(tree, "asker")
        return nodes.Ask(
            asker=self.expr(self.branches(asker)[0]) if asker else None,
            name=self.tokens(tree)[0],
            type=type,
            items=items,
            where=self.guard(tree),
            shape=shape,
            want=want,
            purpose=purpose,
            span=self.span(tree),
        )

    def _do_together(self, tree: Branch) -> nodes.Stmt:
        items, asked, body = self.branches(tree)
        ask = self.statement(asked)
        assert isinstance(ask, nodes.Ask)
        name = self.tokens(tree)[0]
        if ask.asker is not None:
            self.report.error(
                "wrong-arguments",
                "here everybody is asked for themselves",
                ask.span,
                label="`by` has no place in this ask",
                help=f"leave it out: `{name}` is the one who answers",
            )
        ask = dataclasses.replace(ask, asker=nodes.Name(name=name, span=ask.span))
        return nodes.Together(
            name=name, items=self.expr(items), ask=ask, body=self.statement(body), span=self.span(tree)
        )

    def _do_apart(self, tree: Branch) -> nodes.Stmt:
        items, body = self.branches(tree)
        return nodes.Apart(
            name=self.tokens(tree)[0], items=self.expr(items), body=self.statement(body), span=self.span(tree)
        )

    def _do_one_of(self, tree: Branch) -> nodes.Stmt:
        return nodes.OneOf(branches=tuple(self.block(child) for child in self.branches(tree)), span=self.span(tree))

    def _do_perform(self, tree: Branch) -> nodes.Stmt:
        return nodes.Perform(
            effect=self.expr(self.branches(tree)[0]),
            by=self.context(tree, "by"),
            at=self.context(tree, "at"),
            span=self.span(tree),
        )

    def _do_call(self, tree: Branch) -> nodes.Stmt:
        args = self.args(tree)
        return nodes.CallStmt(
            name=self.tokens(tree)[0],
            args=args,
            labels=("",) * len(args),
            by=self.context(tree, "by"),
            at=self.context(tree, "at"),
            span=self.span(tree),
        )

    def _do_sentence(self, tree: Branch) -> nodes.Stmt:
        first, *labelled = self.branches(tree)
        args, labels = [self.expr(first)], [""]
        context: dict[str, nodes.Expr] = {}
        for part in labelled:
            label, operand = self.branches(part)
            if label.words[0] in ("by", "at"):
                context[label.words[0]] = self.expr(operand)
            else:
                args.append(self.expr(operand))
                labels.append(label.words[0])
        return nodes.CallStmt(
            name=self.tokens(tree)[0],
            args=tuple(args),
            labels=tuple(labels),
            by=context.get("by"),
            at=context.get("at"),
            span=self.span(tree),
        )

    def _do_happens(self, tree: Branch) -> nodes.Stmt:
        return nodes.Happens(name=self.tokens(tree)[0], args=self.args(tree), span=self.span(tree))

    def _do_shuffle(self, tree: Branch) -> nodes.Stmt:
        return nodes.Shuffle(place=self.expr(self.branches(tree)[0]), span=self.span(tree))

    def _do_show(self, tree: Branch) -> nodes.Stmt:
        face = self.tokens(tree)
        return nodes.Show(card=self.expr(self.branches(tree)[0]), face=face[0] if face else "", span=self.span(tree))

    def _do_lay(self, tree: Branch) -> nodes.Stmt:
        card, plane, spot = (self.expr(child) for child in self.branches(tree))
        return nodes.Lay(card=card, plane=plane, spot=spot, span=self.span(tree))

    def _do_proceed(self, tree: Branch) -> nodes.Stmt:
        return nodes.Proceed(span=self.span(tree))

    def _do_score(self, tree: Branch) -> nodes.Stmt:
        value, to, reason = (self.expr(child) for child in self.branches(tree))
        return nodes.Score(value=value, to=to, reason=reason, span=self.span(tree))

    def _do_score_sets(self, tree: Branch) -> nodes.Stmt:
        marks = self.marks(tree)
        value, want, to, reason = (self.expr(child) for child in self.rest(tree, *SET_MARKS))
        unfilled, must = marks.get("unfilled"), marks.get("must")
        spare = [self.number(child) for child in must.children if isinstance(child, LarkToken)] if must else []
        return nodes.ScoreSets(
            value=value,
            want=want,
            within=self.within(marks),
            once="once" in marks,
            alike="alike" in marks,
            spare=sum(spare) if must else None,
            roles="without_roles" not in marks,
            ledgers=self.names(marks.get("on_ledger")),
            unfilled=self.expr(self.branches(unfilled)[0]) if unfilled else None,
            to=to,
            reason=reason,
            span=self.span(tree),
        )

    def _do_score_left(self, tree: Branch) -> nodes.Stmt:
        marks = self.marks(tree)
        value, to, reason = (self.expr(child) for child in self.rest(tree, *SET_MARKS))
        for name, mark in marks.items():
            if name not in LEFT_MARKS:
                self.report.error(
                    "wrong-mark",
                    "what is left takes only `in place` and `on ledger`",
                    self.span(mark),
                    label="this does not go with `left`",
                    help="remove it",
                )
        return nodes.ScoreLeft(
            value=value,
            name=self.tokens(tree)[0],
            within=self.within(marks),
            ledgers=self.names(marks.get("on_ledger")),
            to=to,
            reason=reason,
            span=self.span(tree),
        )

    def marks(self, tree: Branch) -> dict[str, Branch]:
        """What limits a scorer, each of it said once."""
        found: dict[str, Branch] = {}
        for mark in self.branches(tree):
            name = mark.data.removesuffix("_but")
            if mark.data in SET_MARKS and name in found:
                self.report.error(
                    "wrong-mark",
                    "a scorer says each of its marks once",
                    self.span(mark),
                    label="this was said before",
                    help="write `on one, other`" if name == "on_ledger" else "remove one of them",
                    asides=[Aside(span=self.span(found[name]), label="here")],
                )
            elif mark.data in SET_MARKS:
                found[name] = mark
        return found

    def within(self, marks: dict[str, Branch]) -> nodes.Expr | None:
        """`in place`"""
        mark = marks.get("within")
        return self.expr(self.branches(mark)[0]) if mark else None

    def _do_settle(self, tree: Branch) -> nodes.Stmt:
        name, purpose = self.tokens(tree)
        shape = nodes.Call(name=name, args=self.args(tree), span=self.span(tree))
        return nodes.Settle(
            who=self.expr(self.rest(tree, "args")[0]), shape=shape, purpose=purpose, span=self.span(tree)
        )

    def _do_ensure(self, tree: Branch) -> nodes.Stmt:
        return nodes.Ensure(
            name=self.tokens(tree)[0],
            test=self.expr(self.branches(tree)[0]),
            message=self.message(tree),
            span=self.span(tree),
        )
