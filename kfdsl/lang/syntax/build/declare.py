"""Declarations and things, from tree to nodes.

In:   a Branch.      Out:  nodes.Decl and the like.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import cast

from lark import Token as LarkToken

from kfdsl.lang import nodes
from kfdsl.lang.syntax.build.stmt import Stmts
from kfdsl.lang.syntax.parse import Branch


class Decls(Stmts):
    """Builds what has a name."""

    # ---- items

    def item(self, tree: Branch) -> nodes.Item:
        """Anything at the top level."""
        build = cast(Callable[[Branch], nodes.Item], getattr(self, "_" + tree.data))
        return build(tree)

    def _opened(self, tree: Branch) -> nodes.Item:
        item = self.item(self.branches(tree)[0])
        if isinstance(item, nodes.Decl):
            return dataclasses.replace(item, open=True)
        self.report.error(
            "wrong-mark",
            "`open` goes with what has a name",
            self.span(tree),
            label="this declares no name",
            help="remove `open`",
        )
        return item

    def _with_pack(self, tree: Branch) -> nodes.WithPack:
        items = tuple(self.item(child) for child in self.branches(tree))
        return nodes.WithPack(pack=self.tokens(tree)[0], items=items, span=self.span(tree))

    def _token_decl(self, tree: Branch) -> nodes.Token:
        return nodes.Token(
            name=self.tokens(tree)[0],
            nouns=self.strings(self.child(tree, "nouns")),
            traits=self.names(self.child(tree, "is_list")),
            span=self.span(tree),
        )

    def _trait_decl(self, tree: Branch) -> nodes.Trait:
        return nodes.Trait(
            name=self.tokens(tree)[0],
            nouns=self.strings(self.child(tree, "nouns")),
            traits=self.names(self.child(tree, "is_list")),
            members=self.members(tree),
            span=self.span(tree),
        )

    def _values_decl(self, tree: Branch) -> nodes.Values:
        return nodes.Values(
            name=self.tokens(tree)[0], names=self.names(self.child(tree, "names")), span=self.span(tree)
        )

    def members(self, tree: Branch) -> tuple[nodes.Decl, ...]:
        """What stands in the braces of a kind or trait."""
        return tuple(
            cast(nodes.Decl, self.item(self.branches(child)[0]))
            for child in self.branches(tree)
            if child.data == "member"
        )

    def _place_decl(self, tree: Branch) -> nodes.Place:
        marks = {child.data: child for child in self.branches(tree)}
        cards = marks.get("of_cards")
        word: Callable[[str], str] = lambda mark: self.tokens(marks[mark])[0] if mark in marks else ""  # noqa: E731
        holds = marks.get("holds")
        return nodes.Place(
            name=self.tokens(tree)[0],
            per=tuple(self.tokens(child)[0] for child in self.branches(tree) if child.data == "per"),
            content=self.tokens(cards)[0] if cards else "",
            traits=tuple(self.tokens(marks["place_is"])) if "place_is" in marks else (),
            ordered="in_order" in marks,
            seen=word("seen_by"),
            counted=word("counted_by"),
            holds=self.expr(self.branches(holds)[0]) if holds else None,
            span=self.span(tree),
        )

    def _plane_decl(self, tree: Branch) -> nodes.Place:
        name, content, edged = self.tokens(tree)
        marks = {child.data: child for child in self.branches(tree)}
        return nodes.Place(
            name=name,
            per=tuple(self.tokens(child)[0] for child in self.branches(tree) if child.data == "per"),
            content=content,
            traits=tuple(self.tokens(marks["place_is"])) if "place_is" in marks else (),
            ordered=True,
            seen=self.tokens(marks["seen_by"])[0] if "seen_by" in marks else "",
            counted=self.tokens(marks["counted_by"])[0] if "counted_by" in marks else "",
            holds=None,
            edged=edged,
            span=self.span(tree),
        )

    def _var_decl(self, tree: Branch) -> nodes.Var:
        type_, default, *_ = self.branches(tree)
        life = self.child(tree, "life")
        return nodes.Var(
            name=self.tokens(tree)[0],
            type=self.type(type_),
            default=self.expr(default),
            until=self.tokens(life)[0] if life else "",
            span=self.span(tree),
        )

    def _field_decl(self, tree: Branch) -> nodes.FieldDecl:
        type_, *default = self.branches(tree)
        return nodes.FieldDecl(
            name=self.tokens(tree)[0],
            type=self.type(type_),
            default=self.value(default[0]) if default else None,
            span=self.span(tree),
        )

    def _slot_decl(self, tree: Branch) -> nodes.Slot:
        name, kind = self.tokens(tree)
        return nodes.Slot(name=name, kind=kind, span=self.span(tree))

    def _faces(self, tree: Branch) -> nodes.Faces:
        fields = tuple(self._field_decl(child) for child in self.branches(tree) if child.data == "field_decl")
        return nodes.Faces(
            name="face", names=self.names(self.child(tree, "names")), fields=fields, span=self.span(tree)
        )

    def _kind_decl(self, tree: Branch) -> nodes.Kind:
        name, *start = self.tokens(tree)
        return nodes.Kind(
            name=name,
            traits=self.names(self.child(tree, "is_list")),
            start=start[0] if start else "",
            members=self.members(tree),
            span=self.span(tree),
        )

    def _moment_decl(self, tree: Branch) -> nodes.Moment:
        return nodes.Moment(name=self.tokens(tree)[0], params=self.params(tree), span=self.span(tree))

    def _purpose_decl(self, tree: Branch) -> nodes.Purpose:
        return nodes.Purpose(name=self.tokens(tree)[0], span=self.span(tree))

    def _ledger_decl(self, tree: Branch) -> nodes.Ledger:
        return nodes.Ledger(name=self.tokens(tree)[0], span=self.span(tree))

    def _company_decl(self, tree: Branch) -> nodes.Company:
        host, purpose = self.tokens(tree)
        guests, counts_as = (self.names(child) for child in self.branches(tree))
        return nodes.Company(host=host, guests=guests, counts_as=counts_as, purpose=purpose, span=self.span(tree))

    def _role_decl(self, tree: Branch) -> nodes.Role:
        token, purpose = self.tokens(tree)
        return nodes.Role(
            token=token, roles=self.names(self.child(tree, "names")), purpose=purpose, span=self.span(tree)
        )

    def _stands_decl(self, tree: Branch) -> nodes.Stands:
        token, purpose = self.tokens(tree)
        return nodes.Stands(
            token=token,
            holes=self.names(self.child(tree, "names")),
            purpose=purpose,
            where=self.guard(tree),
            span=self.span(tree),
        )

    def _ties_decl(self, tree: Branch) -> nodes.Ties:
        ranking = self.branches(tree)[0]
        return nodes.Ties(
            name=self.tokens(tree)[0],
            ranking=self.expr(self.branches(ranking)[0]),
            least=ranking.data == "least",
            span=self.span(tree),
        )

    # ---- rules

    def params(self, tree: Branch) -> tuple[nodes.Param, ...]:
        """`(a: number, with b: player)`"""
        holder = self.child(tree, "params") or self.child(tree, "action_params")
        return tuple(self.param(child) for child in self.branches(holder)) if holder else ()

    def param(self, tree: Branch) -> nodes.Param:
        """One parameter, of a rule or of an action."""
        label = self.child(tree, "preposition")
        rest = self.rest(tree, "preposition", "guard", "args")
        name, *call = self.tokens(tree)
        shape = None
        if tree.data == "param_shape":
            shape = nodes.Call(
                name=call[0],
                args=self.args(tree),
                span=self.span(tree.children[-2 if self.child(tree, "args") else -1]),
            )
        return nodes.Param(
            label=label.words[0] if label else "",
            name=name,
            type=None if shape else self.type(rest[0]),
            items=self.expr(rest[1]) if len(rest) > 1 else None,
            where=self.guard(tree),
            shape=shape,
            span=self.span(tree),
        )

    def _query_plain(self, tree: Branch) -> nodes.Query:
        result, body = self.rest(tree, "params")
        return nodes.Query(
            name=self.tokens(tree)[0],
            params=self.params(tree),
            result=self.type(result),
            body=self.expr(body),
            joined="",
            contributions=(),
            span=self.span(tree),
        )

    def _query_joined(self, tree: Branch) -> nodes.Query:
        result, *parts = self.rest(tree, "params")
        name, joined = self.tokens(tree)
        return nodes.Query(
            name=name,
            params=self.params(tree),
            result=self.type(result),
            body=None,
            joined=joined,
            contributions=tuple(self.contribution(part) for part in parts),
            span=self.span(tree),
        )

    def contribution(self, tree: Branch) -> nodes.Contribution:
        """`add e for x in xs where c`"""
        value = self.rest(tree, "binder", "guard")
        names = self.tokens(tree)
        return nodes.Contribution(
            word=tree.data.rstrip("_"),
            value=self.expr(value[0]) if value else None,
            name=names[0] if names else "",
            binders=self.binders(tree),
            where=self.guard(tree),
            span=self.span(tree),
        )

    def _effect_decl(self, tree: Branch) -> nodes.Effect:
        at = self.child(tree, "at_type")
        return nodes.Effect(
            name=self.tokens(tree)[0],
            params=self.params(tree),
            at=self.tokens(at)[0] if at else "",
            body=self.block(self.child(tree, "block")),
            is_flow=False,
            is_main=False,
            is_closing=False,
            is_price=self.child(tree, "price") is not None,
            says=self.says(tree),
            span=self.span(tree),
        )

    def says(self, tree: Branch) -> tuple[tuple[str, nodes.Text], ...]:
        """`says en "…" nl "…"`"""
        found = self.child(tree, "says")
        return self.texts(found) if found is not None else ()

    def texts(self, found: Branch) -> tuple[tuple[str, nodes.Text], ...]:
        """Each language with its text."""
        words = [child for child in found.children if isinstance(child, LarkToken)]
        return tuple(
            (str(language), nodes.Text(value=str(text)[1:-1], span=self.span(text)))
            for language, text in zip(words[::2], words[1::2], strict=True)
        )

    def _nouns_decl(self, tree: Branch) -> nodes.Nouns:
        entries = tuple(
            (words[0], tuple(word.strip('"') for word in words[1:]))
            for words in (self.tokens(child) for child in self.branches(tree))
        )
        return nodes.Nouns(language=self.tokens(tree)[0], entries=entries, span=self.span(tree))

    def _flow_decl(self, tree: Branch) -> nodes.Effect:
        return nodes.Effect(
            name=self.tokens(tree)[0],
            params=(),
            at="",
            body=self.block(self.child(tree, "block")),
            is_flow=True,
            is_main=self.child(tree, "main") is not None,
            is_closing=self.child(tree, "closing") is not None,
            is_price=False,
            span=self.span(tree),
        )

    def _menu_decl(self, tree: Branch) -> nodes.Menu:
        variables = tuple(self._var_decl(child) for child in self.branches(tree) if child.data == "var_decl")
        return nodes.Menu(name=self.tokens(tree)[0], params=self.params(tree), vars=variables, span=self.span(tree))

    def clauses(self, tree: Branch) -> tuple[nodes.Clause, ...]:
        """What a shape may be made of."""
        return tuple(self.clause(child) for child in self.rest(tree, "params"))

    def clause(self, tree: Branch) -> nodes.Clause:
        """`some clay of shelf(p)`"""
        parts = self.rest(tree, "binder", "guard")
        chosen = self.tokens(parts[0])[0] if len(parts) > 1 else ""
        return nodes.Clause(
            whole=tree.data == "whole",
            filter=chosen,
            place=self.expr(parts[-1]),
            binders=self.binders(tree),
            where=self.guard(tree),
            span=self.span(tree),
        )

    def _shape_decl(self, tree: Branch) -> nodes.Shape:
        return nodes.Shape(
            name=self.tokens(tree)[0], params=self.params(tree), clauses=self.clauses(tree), span=self.span(tree)
        )

    def _action_decl(self, tree: Branch) -> nodes.Action:
        name, menu = self.tokens(tree)
        does = [child for child in self.branches(tree) if child.data == "do_block"]
        for extra in does[1:]:
            self.report.error(
                "two-deeds",
                "an action has one `do`",
                self.span(extra),
                label="this is another one",
                help="put all that is done into one `do { … }`",
            )
        body = self.block(self.child(does[0], "block")) if does else nodes.Block(body=(), span=self.span(tree))
        return nodes.Action(
            name=name,
            is_free=self.child(tree, "free") is not None,
            menu=menu,
            params=self.params(tree),
            needs=self.needs(tree),
            body=body,
            span=self.span(tree),
        )

    def needs(self, tree: Branch) -> tuple[nodes.Need, ...]:
        """`need name: c else "…"`"""
        return tuple(
            nodes.Need(
                name=self.tokens(child)[0],
                test=self.expr(self.branches(child)[0]),
                message=self.message(child),
                span=self.span(child),
            )
            for child in self.branches(tree)
            if child.data == "need"
        )

    def _on_decl(self, tree: Branch) -> nodes.On:
        return nodes.On(
            moment=self.tokens(tree)[0],
            where=self.guard(tree),
            body=self.block(self.child(tree, "block")),
            over=self.over(tree),
            span=self.span(tree),
        )

    def over(self, tree: Branch) -> tuple[str, ...]:
        """`over pack, other_pack`"""
        found = self.child(tree, "over")
        return self.names(self.child(found, "names")) if found else ()

    # ---- things

    def _thing(self, tree: Branch) -> nodes.Thing:
        kind, name = self.tokens(tree)
        lasting: list[tuple[str, nodes.WhileOwned]] = []
        for part in self.branches(tree):
            if part.data == "while_owned":
                lasting.append(("", self.while_owned(part)))
            if part.data == "face_fields":
                lasting += [
                    (self.tokens(part)[0], self.while_owned(inner))
                    for inner in self.branches(part)
                    if inner.data == "while_owned"
                ]
        return nodes.Thing(
            kind=kind,
            name=name,
            nouns=self.strings(self.child(tree, "nouns")),
            fields=self.field_values(tree, ""),
            lasting=tuple(lasting),
            says=self.sayings(tree, ""),
            span=self.span(tree),
            provisional=self.provisional(tree),
        )

    def provisional(self, tree: Branch) -> tuple[str, ...]:
        """`provisional "the print is worn"`, as often as it stands there; with the face that it stands on in front."""
        found: list[str] = []
        for part in self.branches(tree):
            if part.data == "provisional":
                found += self.strings(part)
            elif part.data == "face_fields":
                found += (f"{self.tokens(part)[0]}: {note}" for note in self.provisional(part))
        return tuple(found)

    def sayings(self, tree: Branch, face: str) -> tuple[nodes.Says, ...]:
        """What a thing says as a whole, then what its faces say."""
        found: list[nodes.Says] = []
        for part in self.branches(tree):
            if part.data == "says":
                found.append(nodes.Says(face=face, texts=self.texts(part), span=self.span(part)))
            elif part.data == "face_fields":
                found += self.sayings(part, self.tokens(part)[0])
        return tuple(found)

    def while_owned(self, tree: Branch) -> nodes.WhileOwned:
        """`while owned { … }`"""
        return nodes.WhileOwned(
            changes=tuple(cast(nodes.Change | nodes.On, self.item(child)) for child in self.branches(tree)),
            span=self.span(tree),
        )

    def field_values(self, tree: Branch, face: str) -> tuple[nodes.FieldValue, ...]:
        """`price: 2 clay` and the like, with the face they stand on in front."""
        found: list[nodes.FieldValue] = []
        for part in self.branches(tree):
            if part.data == "face_fields":
                found += self.field_values(part, self.tokens(part)[0] + ".")
            elif part.data.endswith("_field"):
                found.append(
                    nodes.FieldValue(
                        path=face + self.tokens(part)[0],
                        op=part.data.removesuffix("_field"),
                        value=self.value(self.branches(part)[0]),
                        span=self.span(part),
                    )
                )
        return tuple(found)

    def value(self, tree: Branch) -> nodes.Value:
        """What stands behind a field's colon."""
        if tree.data == "value_list":
            return tuple(self.expr(child) for child in self.branches(tree))
        if tree.data == "value_effect":
            return nodes.Block(body=tuple(self.deed(child) for child in self.branches(tree)), span=self.span(tree))
        if tree.data in ("sentence", "one_of", "move", "do_value"):
            return nodes.Block(body=(self.statement(tree),), span=self.span(tree))
        return self.expr(tree)

    def deed(self, tree: Branch) -> nodes.Stmt:
        """One of several things that a printed effect does; `dance`, `dance()` and `dance 2 clay` are calls alike."""
        if tree.data in ("name", "bare_call", "call_of"):
            args = self.args(tree)
            return nodes.CallStmt(
                name=self.tokens(tree)[0], args=args, labels=("",) * len(args), by=None, at=None, span=self.span(tree)
            )
        if not hasattr(self, "_do_" + tree.data.rstrip("_")):
            self.report.error(
                "syntax",
                "something to do is wanted before `then`",
                self.span(tree),
                label="this is a value",
                help="write what is done, such as `dig 2 clay`",
            )
            return nodes.Block(body=(), span=self.span(tree))
        return self.statement(tree)
