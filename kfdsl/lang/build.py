"""Tree to nodes: the one place that knows the shape of the parse tree.

In:   a Branch of a source.      Out:  a nodes.File.
Numbers beyond a billion and texts with broken holes are reported here; names are not looked at.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import cast

from lark import Token as LarkToken

from kfdsl.lang import nodes
from kfdsl.lang.parse import Branch
from kfdsl.text.diagnostic import Report
from kfdsl.text.source import Source, Span

SET_MARKS = ("within", "once", "alike", "must", "must_but", "on_ledger", "unfilled")
_LARGEST = 1_000_000_000
_BINARY = {"or_": "or", "and_": "and", "not_": "not", "equals": "=", "is_": "is", "is_not": "is not", "in_": "in",
           "not_in": "not in", "has": "has", "meets": "meets", "plus_": "+", "minus": "-", "but": "but", "product_of": "*",
           "negative": "negative"}


def build(source: Source, tree: Branch, report: Report) -> nodes.File:
    """The nodes of a file."""
    builder = Builder(source, report)
    return nodes.File(items=tuple(builder.item(child) for child in builder.branches(tree)), span=Span(source, 0, 0))


class Builder:
    """Walks one tree; holds what every construct needs: the source and the report."""

    def __init__(self, source: Source, report: Report) -> None:
        self.source = source
        self.report = report

    # ---- the tree

    def span(self, part: Branch | LarkToken) -> Span:
        """Where a part stands."""
        if isinstance(part, Branch):
            return Span(self.source, max(part.start, 0), max(part.end, 0))
        return Span(self.source, part.start_pos or 0, part.end_pos or 0)

    @staticmethod
    def branches(tree: Branch) -> list[Branch]:
        """The children that are branches."""
        return [child for child in tree.children if isinstance(child, Branch)]

    @staticmethod
    def tokens(tree: Branch) -> list[str]:
        """The children that are words, as text without colon or bracket."""
        return [str(child).rstrip(" \t:(") for child in tree.children if isinstance(child, LarkToken)]

    def child(self, tree: Branch, data: str) -> Branch | None:
        """The first child made by a rule."""
        return next((child for child in self.branches(tree) if child.data == data), None)

    def rest(self, tree: Branch, *without: str) -> list[Branch]:
        """The branch children that were not made by the named rules."""
        return [child for child in self.branches(tree) if child.data not in without]

    def names(self, tree: Branch | None) -> tuple[str, ...]:
        """`a, b, c`, also behind `is`."""
        if tree is None:
            return ()
        inner = self.child(tree, "names")
        return self.names(inner) if inner else tuple(self.tokens(tree))

    def number(self, token: LarkToken) -> int:
        """A number of bounded size."""
        if len(token) > 10 or int(token) > _LARGEST:
            self.report.error("number-too-large", f"no number may be larger than {_LARGEST}", self.span(token),
                              label="this is beyond any game", help="write a smaller number")
            return 0
        return int(token)

    def strings(self, tree: Branch | None) -> tuple[str, ...]:
        """`"a" "b"`"""
        return tuple(word.strip('"') for word in self.tokens(tree)) if tree else ()

    # ---- items

    def item(self, tree: Branch) -> nodes.Item:
        """Anything at the top level."""
        build = cast(Callable[[Branch], nodes.Item], getattr(self, "_" + tree.data))
        return build(tree)

    def _opened(self, tree: Branch) -> nodes.Item:
        return cast(nodes.Item, dataclasses.replace(cast(nodes.Decl, self.item(self.branches(tree)[0])), open=True))

    def _with_pack(self, tree: Branch) -> nodes.WithPack:
        items = tuple(self.item(child) for child in self.branches(tree))
        return nodes.WithPack(pack=self.tokens(tree)[0], items=items, span=self.span(tree))

    def _token_decl(self, tree: Branch) -> nodes.Token:
        return nodes.Token(name=self.tokens(tree)[0], nouns=self.strings(self.child(tree, "nouns")),
                           traits=self.names(self.child(tree, "is_list")), span=self.span(tree))

    def _trait_decl(self, tree: Branch) -> nodes.Trait:
        return nodes.Trait(name=self.tokens(tree)[0], nouns=self.strings(self.child(tree, "nouns")),
                           traits=self.names(self.child(tree, "is_list")), members=self.members(tree), span=self.span(tree))

    def _values_decl(self, tree: Branch) -> nodes.Values:
        return nodes.Values(name=self.tokens(tree)[0], names=self.names(self.child(tree, "names")), span=self.span(tree))

    def members(self, tree: Branch) -> tuple[nodes.Decl, ...]:
        """What stands in the braces of a kind or trait."""
        return tuple(cast(nodes.Decl, self.item(self.branches(child)[0])) for child in self.branches(tree)
                     if child.data == "member")

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
            ordered="in_order" in marks, seen=word("seen_by"), counted=word("counted_by"),
            holds=self.expr(self.branches(holds)[0]) if holds else None, span=self.span(tree))

    def _plane_decl(self, tree: Branch) -> nodes.Place:
        name, content, edged = self.tokens(tree)
        marks = {child.data: child for child in self.branches(tree)}
        return nodes.Place(
            name=name, per=tuple(self.tokens(child)[0] for child in self.branches(tree) if child.data == "per"), content=content,
            traits=tuple(self.tokens(marks["place_is"])) if "place_is" in marks else (), ordered=True,
            seen=self.tokens(marks["seen_by"])[0] if "seen_by" in marks else "",
            counted=self.tokens(marks["counted_by"])[0] if "counted_by" in marks else "", holds=None, edged=edged, span=self.span(tree))

    def _var_decl(self, tree: Branch) -> nodes.Var:
        type_, default, *_ = self.branches(tree)
        life = self.child(tree, "life")
        return nodes.Var(name=self.tokens(tree)[0], type=self.type(type_), default=self.expr(default),
                         until=self.tokens(life)[0] if life else "", span=self.span(tree))

    def _field_decl(self, tree: Branch) -> nodes.FieldDecl:
        type_, *default = self.branches(tree)
        return nodes.FieldDecl(name=self.tokens(tree)[0], type=self.type(type_),
                               default=self.value(default[0]) if default else None, span=self.span(tree))

    def _slot_decl(self, tree: Branch) -> nodes.Slot:
        name, kind = self.tokens(tree)
        return nodes.Slot(name=name, kind=kind, span=self.span(tree))

    def _faces(self, tree: Branch) -> nodes.Faces:
        fields = tuple(self._field_decl(child) for child in self.branches(tree) if child.data == "field_decl")
        return nodes.Faces(name="face", names=self.names(self.child(tree, "names")), fields=fields, span=self.span(tree))

    def _kind_decl(self, tree: Branch) -> nodes.Kind:
        name, *start = self.tokens(tree)
        return nodes.Kind(name=name, traits=self.names(self.child(tree, "is_list")), start=start[0] if start else "",
                          members=self.members(tree), span=self.span(tree))

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
        return nodes.Role(token=token, roles=self.names(self.child(tree, "names")), purpose=purpose, span=self.span(tree))

    def _stands_decl(self, tree: Branch) -> nodes.Stands:
        token, purpose = self.tokens(tree)
        return nodes.Stands(token=token, holes=self.names(self.child(tree, "names")), purpose=purpose, where=self.guard(tree),
                            span=self.span(tree))

    def type(self, tree: Branch) -> nodes.TypeNode:
        """`list of kiln`"""
        if tree.data == "type_name":
            return nodes.TypeNode(head=self.tokens(tree)[0], span=self.span(tree))
        head = {"type_maybe": "maybe", "type_list": "list", "type_set": "set"}[tree.data]
        return nodes.TypeNode(head=head, inner=self.type(self.branches(tree)[0]), span=self.span(tree))

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
            shape = nodes.Call(name=call[0], args=self.args(tree), span=self.span(tree.children[-2 if self.child(tree, "args") else -1]))
        return nodes.Param(
            label=label.words[0] if label else "", name=name,
            type=None if shape else self.type(rest[0]), items=self.expr(rest[1]) if len(rest) > 1 else None,
            where=self.guard(tree), shape=shape, span=self.span(tree))

    def guard(self, tree: Branch) -> nodes.Expr | None:
        """`where c`"""
        found = self.child(tree, "guard")
        return self.expr(self.branches(found)[0]) if found else None

    def binders(self, tree: Branch) -> tuple[tuple[str, nodes.Expr], ...]:
        """`for x in xs for y in ys`"""
        return tuple((self.tokens(child)[0], self.expr(self.branches(child)[0]))
                     for child in self.branches(tree) if child.data == "binder")

    def args(self, tree: Branch) -> tuple[nodes.Expr, ...]:
        """`a, b`"""
        found = self.child(tree, "args")
        return tuple(self.expr(child) for child in self.branches(found)) if found else ()

    def _query_plain(self, tree: Branch) -> nodes.Query:
        result, body = self.rest(tree, "params")
        return nodes.Query(name=self.tokens(tree)[0], params=self.params(tree), result=self.type(result),
                           body=self.expr(body), joined="", contributions=(), span=self.span(tree))

    def _query_joined(self, tree: Branch) -> nodes.Query:
        result, *parts = self.rest(tree, "params")
        name, joined = self.tokens(tree)
        return nodes.Query(name=name, params=self.params(tree), result=self.type(result), body=None, joined=joined,
                           contributions=tuple(self.contribution(part) for part in parts), span=self.span(tree))

    def contribution(self, tree: Branch) -> nodes.Contribution:
        """`add e for x in xs where c`"""
        value = self.rest(tree, "binder", "guard")
        names = self.tokens(tree)
        return nodes.Contribution(word=tree.data.rstrip("_"), value=self.expr(value[0]) if value else None,
                                  name=names[0] if names else "", binders=self.binders(tree), where=self.guard(tree),
                                  span=self.span(tree))

    def _effect_decl(self, tree: Branch) -> nodes.Effect:
        at = self.child(tree, "at_type")
        return nodes.Effect(name=self.tokens(tree)[0], params=self.params(tree), at=self.tokens(at)[0] if at else "",
                            body=self.block(self.child(tree, "block")), is_flow=False, is_main=False,
                            is_price=self.child(tree, "price") is not None, says=self.says(tree), span=self.span(tree))

    def says(self, tree: Branch) -> tuple[tuple[str, nodes.Text], ...]:
        """`says en "…" nl "…"`"""
        found = self.child(tree, "says")
        if found is None:
            return ()
        words = [child for child in found.children if isinstance(child, LarkToken)]
        return tuple((str(language), nodes.Text(value=str(text)[1:-1], span=self.span(text))) for language, text in zip(words[::2], words[1::2], strict=True))

    def _nouns_decl(self, tree: Branch) -> nodes.Nouns:
        entries = tuple((words[0], tuple(word.strip('"') for word in words[1:])) for words in (self.tokens(child) for child in self.branches(tree)))
        return nodes.Nouns(language=self.tokens(tree)[0], entries=entries, span=self.span(tree))

    def _flow_decl(self, tree: Branch) -> nodes.Effect:
        return nodes.Effect(name=self.tokens(tree)[0], params=(), at="", body=self.block(self.child(tree, "block")),
                            is_flow=True, is_main=self.child(tree, "main") is not None, is_price=False, span=self.span(tree))

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
        return nodes.Clause(whole=tree.data == "whole", filter=chosen, place=self.expr(parts[-1]), binders=self.binders(tree),
                            where=self.guard(tree), span=self.span(tree))

    def _shape_decl(self, tree: Branch) -> nodes.Shape:
        return nodes.Shape(name=self.tokens(tree)[0], params=self.params(tree), clauses=self.clauses(tree), span=self.span(tree))

    def _action_decl(self, tree: Branch) -> nodes.Action:
        name, menu = self.tokens(tree)
        does = [child for child in self.branches(tree) if child.data == "do_block"]
        for extra in does[1:]:
            self.report.error("two-deeds", "an action has one `do`", self.span(extra), label="this is another one",
                              help="put all that is done into one `do { … }`")
        body = self.block(self.child(does[0], "block")) if does else nodes.Block(body=(), span=self.span(tree))
        return nodes.Action(name=name, is_free=self.child(tree, "free") is not None, menu=menu, params=self.params(tree), needs=self.needs(tree), body=body, span=self.span(tree))

    def needs(self, tree: Branch) -> tuple[nodes.Need, ...]:
        """`need name: c else "…"`"""
        return tuple(nodes.Need(name=self.tokens(child)[0], test=self.expr(self.branches(child)[0]), message=self.message(child),
                                span=self.span(child)) for child in self.branches(tree) if child.data == "need")

    def message(self, tree: Branch) -> nodes.Text | None:
        """`else "…"`"""
        found = self.child(tree, "message")
        if not found:
            return None
        token = cast(LarkToken, found.children[0])
        return nodes.Text(value=str(token)[1:-1], span=self.span(token))

    def _on_decl(self, tree: Branch) -> nodes.On:
        return nodes.On(moment=self.tokens(tree)[0], where=self.guard(tree), body=self.block(self.child(tree, "block")),
                        span=self.span(tree))

    # ---- changes

    def over(self, tree: Branch) -> str:
        """`over pack`"""
        found = self.child(tree, "over")
        return self.tokens(found)[0] if found else ""

    def _extend_when(self, tree: Branch) -> nodes.When:
        test, value = self.rest(tree, "over")
        return nodes.When(query=self.tokens(tree)[0], test=self.expr(test), value=self.expr(value), over=self.over(tree),
                          span=self.span(tree))

    def _extend_joined(self, tree: Branch) -> nodes.Join:
        return nodes.Join(query=self.tokens(tree)[0], contributions=tuple(self.contribution(part) for part in self.branches(tree)),
                          span=self.span(tree))

    def _extend_action(self, tree: Branch) -> nodes.ActionChange:
        parts = self.branches(tree)
        blocks: Callable[[str], tuple[nodes.Block, ...]] = lambda word: tuple(  # noqa: E731
            self.block(self.child(part, "block")) for part in parts if part.data == word)
        return nodes.ActionChange(
            action=self.tokens(tree)[0], needs=self.needs(tree),
            ensures=tuple(cast(nodes.Ensure, self.statement(part)) for part in parts if part.data == "ensure"),
            waives=tuple(nodes.Waive(name=self.tokens(part)[0], test=self.expr(self.branches(part)[0]), span=self.span(part))
                         for part in parts if part.data == "waive"),
            before=blocks("action_before"), after=blocks("action_after"), span=self.span(tree))

    def _extend_effect(self, tree: Branch) -> nodes.EffectChange:
        change = self.branches(tree)[0]
        when = self.rest(change, "block", "over")
        return nodes.EffectChange(effect=self.tokens(tree)[0], step="", word=change.data.removeprefix("change_"),
                                  when=self.expr(when[0]) if when else None, body=self.block(self.child(change, "block")),
                                  over=self.over(change), span=self.span(tree))

    def _extend_flow(self, tree: Branch) -> nodes.EffectChange:
        change = self.branches(tree)[0]
        return nodes.EffectChange(effect=self.tokens(tree)[0], step=self.tokens(change)[0], when=None,
                                  word=change.data.removeprefix("step_"), body=self.block(self.child(change, "block")),
                                  over=self.over(change), span=self.span(tree))

    def _extend_kind(self, tree: Branch) -> nodes.MemberChange:
        return nodes.MemberChange(owner=self.tokens(tree)[0], is_kind=True, members=self.members(tree), span=self.span(tree))

    def _extend_trait(self, tree: Branch) -> nodes.MemberChange:
        return nodes.MemberChange(owner=self.tokens(tree)[0], is_kind=False, members=self.members(tree), span=self.span(tree))

    def _extend_place(self, tree: Branch) -> nodes.HoldsChange:
        return nodes.HoldsChange(place=self.tokens(tree)[0], holds=self.expr(self.branches(tree)[0]), span=self.span(tree))

    def _extend_values(self, tree: Branch) -> nodes.ValuesChange:
        return nodes.ValuesChange(values=self.tokens(tree)[0], names=self.names(self.child(tree, "names")), span=self.span(tree))

    def _extend_shape(self, tree: Branch) -> nodes.ShapeChange:
        return nodes.ShapeChange(shape=self.tokens(tree)[0], clauses=self.clauses(tree), span=self.span(tree))

    def _patch(self, tree: Branch) -> nodes.Patch:
        kind, thing = self.tokens(tree)
        return nodes.Patch(kind=kind, thing=thing, fields=self.field_values(tree, ""), span=self.span(tree))

    def _patch_table(self, tree: Branch) -> nodes.PatchTable:
        paths = [".".join(self.tokens(child)) for child in self.branches(tree) if child.data == "path"]
        patches = []
        for row in (child for child in self.branches(tree) if child.data == "row"):
            values = self.branches(row)
            if len(values) != len(paths):
                self.report.error("wrong-row", f"this row has {len(values)} values, but the table has {len(paths)} columns", self.span(row),
                                  label=f"one value is wanted for each of {', '.join(paths)}", help="write them with commas between")
                continue
            fields = tuple(nodes.FieldValue(path=path, op="set", value=self.value(value), span=self.span(value))
                           for path, value in zip(paths, values, strict=True))
            patches.append(nodes.Patch(kind=self.tokens(tree)[0], thing=self.tokens(row)[0], fields=fields, span=self.span(row)))
        return nodes.PatchTable(patches=tuple(patches), span=self.span(tree))

    def _replace(self, tree: Branch) -> nodes.Replace:
        kind, thing = self.tokens(tree)
        return nodes.Replace(kind=kind, thing=thing, by=self._thing(self.branches(tree)[0]), span=self.span(tree))

    # ---- things

    def _thing(self, tree: Branch) -> nodes.Thing:
        kind, name = self.tokens(tree)
        lasting: list[tuple[str, nodes.WhileOwned]] = []
        for part in self.branches(tree):
            if part.data == "while_owned":
                lasting.append(("", self.while_owned(part)))
            if part.data == "face_fields":
                lasting += [(self.tokens(part)[0], self.while_owned(inner)) for inner in self.branches(part)
                            if inner.data == "while_owned"]
        return nodes.Thing(kind=kind, name=name, nouns=self.strings(self.child(tree, "nouns")), fields=self.field_values(tree, ""),
                           lasting=tuple(lasting), span=self.span(tree),
                           provisional=tuple(word for part in self.branches(tree) if part.data == "provisional"
                                             for word in self.strings(part)))

    def while_owned(self, tree: Branch) -> nodes.WhileOwned:
        """`while owned { … }`"""
        return nodes.WhileOwned(changes=tuple(cast(nodes.Change, self.item(child)) for child in self.branches(tree)),
                                span=self.span(tree))

    def field_values(self, tree: Branch, face: str) -> tuple[nodes.FieldValue, ...]:
        """`price: 2 clay` and the like, with the face they stand on in front."""
        found: list[nodes.FieldValue] = []
        for part in self.branches(tree):
            if part.data == "face_fields":
                found += self.field_values(part, self.tokens(part)[0] + ".")
            elif part.data.endswith("_field"):
                found.append(nodes.FieldValue(path=face + self.tokens(part)[0], op=part.data.removesuffix("_field"),
                                              value=self.value(self.branches(part)[0]), span=self.span(part)))
        return tuple(found)

    def value(self, tree: Branch) -> nodes.Value:
        """What stands behind a field's colon."""
        if tree.data == "value_list":
            return tuple(self.expr(child) for child in self.branches(tree))
        if tree.data == "value_effect":
            return nodes.Block(body=tuple(self.statement(child) for child in self.branches(tree)), span=self.span(tree))
        if tree.data in ("sentence", "one_of", "move", "do_value"):
            return nodes.Block(body=(self.statement(tree),), span=self.span(tree))
        return self.expr(tree)

    # ---- statements

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
        return nodes.Move(strength=strength, what=inner[0] if inner else None,
                          at_random=self.child(tree, "at_random") is not None,
                          source=self.expr(self.branches(source)[0]) if source else None,
                          target=self.expr(target), span=self.span(tree))

    def _do_assign(self, tree: Branch) -> nodes.Stmt:
        target, value = self.branches(tree)
        return nodes.Assign(target=self.expr(target), value=self.expr(value), span=self.span(tree))

    def _do_let(self, tree: Branch) -> nodes.Stmt:
        return nodes.Let(name=self.tokens(tree)[0], value=self.expr(self.branches(tree)[0]), span=self.span(tree))

    def _do_if(self, tree: Branch) -> nodes.Stmt:
        test, then, *other = self.branches(tree)
        return nodes.If(test=self.expr(test), then=self.statement(then), other=self.statement(other[0]) if other else None,
                        span=self.span(tree))

    def _do_for(self, tree: Branch) -> nodes.Stmt:
        items, body = self.rest(tree, "guard")
        return nodes.For(name=self.tokens(tree)[0], items=self.expr(items), where=self.guard(tree), body=self.statement(body),
                         span=self.span(tree))

    def _do_repeat(self, tree: Branch) -> nodes.Stmt:
        body, until = self.branches(tree)
        return nodes.Repeat(body=self.statement(body), until=self.expr(until), span=self.span(tree))

    def _do_choose(self, tree: Branch) -> nodes.Stmt:
        return self._choose(tree, again=False)

    def _do_choose_again(self, tree: Branch) -> nodes.Stmt:
        return self._choose(tree, again=True)

    def _choose(self, tree: Branch, again: bool) -> nodes.Stmt:
        settings = self.child(tree, "settings")
        found = tuple((self.tokens(part)[0], self.expr(self.branches(part)[0])) for part in self.branches(settings)) if settings else ()
        return nodes.Choose(menu=self.tokens(tree)[0], args=self.args(tree), again=again, settings=found, span=self.span(tree))

    def _do_ask_in(self, tree: Branch) -> nodes.Stmt:
        type_, items = self.rest(tree, "asker", "guard")
        return self._ask(tree, type=self.type(type_), items=self.expr(items))

    def _do_ask_shape(self, tree: Branch) -> nodes.Stmt:
        return self._ask(tree, shape=nodes.Call(name=self.tokens(tree)[1], args=self.args(tree), span=self.span(tree)))

    def _do_ask_cover(self, tree: Branch) -> nodes.Stmt:
        (want,) = self.rest(tree, "asker", "args")
        _, purpose, shape = self.tokens(tree)
        return self._ask(tree, want=self.expr(want), purpose=purpose,
                         shape=nodes.Call(name=shape, args=self.args(tree), span=self.span(tree)))

    def _do_ask_some(self, tree: Branch) -> nodes.Stmt:
        how_many, items = self.rest(tree, "asker", "guard")
        number = self.number(cast(LarkToken, how_many.children[0])) if how_many.children else 0
        many = {"any_number": (0, None), "at_least": (number, None), "at_most": (0, number), "exactly": (number, number)}[how_many.data]
        return dataclasses.replace(self._ask(tree, items=self.expr(items)), many=many)

    def _ask(self, tree: Branch, *, type: nodes.TypeNode | None = None, items: nodes.Expr | None = None,
             shape: nodes.Call | None = None, want: nodes.Expr | None = None, purpose: str = "") -> nodes.Ask:
        asker = self.child(tree, "asker")
        return nodes.Ask(asker=self.expr(self.branches(asker)[0]) if asker else None, name=self.tokens(tree)[0], type=type,
                         items=items, where=self.guard(tree), shape=shape, want=want, purpose=purpose, span=self.span(tree))

    def _do_together(self, tree: Branch) -> nodes.Stmt:
        items, asked, body = self.branches(tree)
        ask = self.statement(asked)
        assert isinstance(ask, nodes.Ask)
        name = self.tokens(tree)[0]
        if ask.asker is not None:
            self.report.error("wrong-arguments", "here everybody is asked for themselves", ask.span, label="`by` has no place in this ask",
                              help=f"leave it out: `{name}` is the one who answers")
        ask = dataclasses.replace(ask, asker=nodes.Name(name=name, span=ask.span))
        return nodes.Together(name=name, items=self.expr(items), ask=ask, body=self.statement(body), span=self.span(tree))

    def _do_one_of(self, tree: Branch) -> nodes.Stmt:
        return nodes.OneOf(branches=tuple(self.block(child) for child in self.branches(tree)), span=self.span(tree))

    def context(self, tree: Branch, word: str) -> nodes.Expr | None:
        """`by p` or `at k`"""
        found = self.child(tree, word)
        return self.expr(self.branches(found)[0]) if found else None

    def _do_perform(self, tree: Branch) -> nodes.Stmt:
        return nodes.Perform(effect=self.expr(self.branches(tree)[0]), by=self.context(tree, "by"), at=self.context(tree, "at"),
                             span=self.span(tree))

    def _do_call(self, tree: Branch) -> nodes.Stmt:
        args = self.args(tree)
        return nodes.CallStmt(name=self.tokens(tree)[0], args=args, labels=("",) * len(args), by=self.context(tree, "by"),
                              at=self.context(tree, "at"), span=self.span(tree))

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
        return nodes.CallStmt(name=self.tokens(tree)[0], args=tuple(args), labels=tuple(labels), by=context.get("by"),
                              at=context.get("at"), span=self.span(tree))

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
        marks = {child.data: child for child in self.branches(tree) if child.data in SET_MARKS}
        value, want, to, reason = (self.expr(child) for child in self.branches(tree) if child.data not in SET_MARKS)
        within, unfilled, ledger, spare = (marks.get(name) for name in ("within", "unfilled", "on_ledger", "must_but"))
        left = self.number(cast(LarkToken, spare.children[0])) if spare else 0
        return nodes.ScoreSets(
            value=value, want=want, within=self.expr(self.branches(within)[0]) if within else None, once="once" in marks, alike="alike" in marks,
            spare=left if spare or "must" in marks else None, ledger=self.tokens(ledger)[0] if ledger else "",
            unfilled=self.expr(self.branches(unfilled)[0]) if unfilled else None, to=to, reason=reason, span=self.span(tree))

    def _do_score_left(self, tree: Branch) -> nodes.Stmt:
        value, to, reason = (self.expr(child) for child in self.branches(tree) if child.data not in SET_MARKS)
        ledger = self.child(tree, "on_ledger")
        for mark in self.branches(tree):
            if mark.data in SET_MARKS and mark.data != "on_ledger":
                self.report.error("wrong-mark", "what is left takes only `on ledger`", self.span(mark), label="this does not go with `left`",
                                  help="remove it")
        return nodes.ScoreLeft(value=value, name=self.tokens(tree)[0], ledger=self.tokens(ledger)[0] if ledger else "", to=to, reason=reason,
                               span=self.span(tree))

    def _do_settle(self, tree: Branch) -> nodes.Stmt:
        name, purpose = self.tokens(tree)
        shape = nodes.Call(name=name, args=self.args(tree), span=self.span(tree))
        return nodes.Settle(who=self.expr(self.rest(tree, "args")[0]), shape=shape, purpose=purpose, span=self.span(tree))

    def _do_ensure(self, tree: Branch) -> nodes.Stmt:
        return nodes.Ensure(name=self.tokens(tree)[0], test=self.expr(self.branches(tree)[0]), message=self.message(tree),
                            span=self.span(tree))

    # ---- expressions

    def expr(self, tree: Branch) -> nodes.Expr:
        """Anything that has a value."""
        if tree.data in _BINARY:
            return nodes.Op(op=_BINARY[tree.data], args=tuple(self.expr(child) for child in self.branches(tree)), span=self.span(tree))
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
        return nodes.Amount(count=self.number(cast(LarkToken, tree.children[0])), name=self.tokens(tree)[1], span=self.span(tree))

    def _of_different(self, tree: Branch) -> nodes.Expr:
        return nodes.Amount(count=self.number(cast(LarkToken, tree.children[0])), name=self.tokens(tree)[1], different=True,
                            span=self.span(tree))

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
        return nodes.Op(op=self.tokens(tree)[0], args=tuple(self.expr(child) for child in self.branches(tree)), span=self.span(tree))

    def _of_shows(self, tree: Branch) -> nodes.Expr:
        return nodes.Shows(card=self.expr(self.branches(tree)[0]), face=self.tokens(tree)[0], span=self.span(tree))

    def _of_before(self, tree: Branch) -> nodes.Expr:
        return nodes.Before(expr=self.expr(self.branches(tree)[0]), span=self.span(tree))

    def _trial(self, tree: Branch, word: str) -> nodes.Expr:
        effect = self.rest(tree, "by", "at")[0]
        return nodes.Trial(word=word, effect=self.expr(effect), by=self.context(tree, "by"), at=self.context(tree, "at"),
                           span=self.span(tree))

    def _of_idle(self, tree: Branch) -> nodes.Expr:
        return self._trial(tree, "idle")

    def _of_possible(self, tree: Branch) -> nodes.Expr:
        return self._trial(tree, "possible")

    def _pick(self, tree: Branch, word: str) -> nodes.Expr:
        items = self.rest(tree, "which", "most", "least", "guard")[0]
        most, least = self.child(tree, "most"), self.child(tree, "least")
        ranking = most or least
        return nodes.Pick(word=word, name=self.tokens(tree)[0], items=self.expr(items), where=self.guard(tree),
                          ranking=self.expr(self.branches(ranking)[0]) if ranking else None, least=least is not None,
                          span=self.span(tree))

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
        return nodes.Fold(word=fold.words[0], value=self.expr(value), name=name, items=items, where=self.guard(tree),
                          otherwise=self.expr(self.branches(otherwise)[0]) if otherwise else None, span=self.span(tree))

    # ---- positions and examples

    def _position(self, tree: Branch) -> nodes.Position:
        return nodes.Position(name=self.tokens(tree)[0], players=self.names(self.child(tree, "names")),
                              givens=tuple(self.given(child) for child in self.rest(tree, "names")), span=self.span(tree))

    def given(self, tree: Branch) -> nodes.Given:
        """What is so before an example begins."""
        if tree.data == "given_position":
            return nodes.Given(target=nodes.Name(name=self.tokens(tree)[0], span=self.span(tree)), values=(), face="",
                               span=self.span(tree))
        if tree.data == "given_spot":
            target_tree, across, down, *turned = self.branches(tree)
            numbers = [self.number(cast(LarkToken, part.children[0])) * (-1 if part.data == "below_zero" else 1)
                       for part in (across, down, *turned)]
            spot = (numbers[0], numbers[1], numbers[2] % 6 if turned else 0)
            return nodes.Given(target=self.expr(target_tree), values=(), face="", spot=spot, span=self.span(tree))
        target, *values = (self.expr(child) for child in self.branches(tree))
        face = self.tokens(tree)
        return nodes.Given(target=target, values=tuple(values), face=face[0] if face else "", span=self.span(tree))

    def _example(self, tree: Branch) -> nodes.Example:
        parts: list[nodes.Given | nodes.Do | nodes.Check] = []
        for part in self.branches(tree):
            if part.data == "givens":
                parts += [self.given(child) for child in self.branches(part)]
            elif part.data == "when":
                player, text = self.tokens(part)
                draws = tuple(self.expr(self.branches(child)[0]) for child in self.branches(part))
                parts.append(nodes.Do(player=player, text=text.strip('"'), draws=draws, span=self.span(part)))
            else:
                parts += [self.check(child) for child in self.branches(part)]
        return nodes.Example(title=self.strings(tree)[0], parts=tuple(parts), span=self.span(tree))

    def check(self, tree: Branch) -> nodes.Check:
        """What must be so afterwards."""
        words = self.tokens(tree)
        exprs = self.rest(tree, "because")
        because = self.child(tree, "because")
        return nodes.Check(word=tree.data.removesuffix("_true"), player=words[0] if words else "",
                           text=words[1].strip('"') if len(words) > 1 else "", expr=self.expr(exprs[0]) if exprs else None,
                           because=tuple(self.tokens(because)) if because else (), span=self.span(tree))
