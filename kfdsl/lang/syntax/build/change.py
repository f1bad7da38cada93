"""Changes, positions and examples, from tree to nodes.

In:   a Branch.      Out:  nodes of what stands beside declarations.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from lark import Token as LarkToken

from kfdsl.lang import nodes
from kfdsl.lang.syntax.build.declare import Decls
from kfdsl.lang.syntax.parse import Branch


class Changes(Decls):
    """Builds what speaks of other declarations."""

    # ---- changes

    def _extend_when(self, tree: Branch) -> nodes.When:
        test, value = self.rest(tree, "over")
        return nodes.When(
            query=self.tokens(tree)[0],
            test=self.expr(test),
            value=self.expr(value),
            over=self.over(tree),
            span=self.span(tree),
        )

    def _extend_joined(self, tree: Branch) -> nodes.Join:
        return nodes.Join(
            query=self.tokens(tree)[0],
            contributions=tuple(self.contribution(part) for part in self.branches(tree)),
            span=self.span(tree),
        )

    def _extend_action(self, tree: Branch) -> nodes.ActionChange:
        parts = self.branches(tree)
        blocks: Callable[[str], tuple[nodes.Beside, ...]] = lambda word: tuple(  # noqa: E731
            nodes.Beside(
                when=self.only_when(part),
                body=self.block(self.child(part, "block")),
                over=self.over(part),
                span=self.span(part),
            )
            for part in parts
            if part.data == word
        )
        return nodes.ActionChange(
            action=self.tokens(tree)[0],
            needs=self.needs(tree),
            ensures=tuple(cast(nodes.Ensure, self.statement(part)) for part in parts if part.data == "ensure"),
            waives=tuple(
                nodes.Waive(name=self.tokens(part)[0], test=self.expr(self.branches(part)[0]), span=self.span(part))
                for part in parts
                if part.data == "waive"
            ),
            before=blocks("action_before"),
            after=blocks("action_after"),
            span=self.span(tree),
        )

    def _extend_effect(self, tree: Branch) -> nodes.EffectChange:
        change = self.branches(tree)[0]
        return nodes.EffectChange(
            effect=self.tokens(tree)[0],
            step="",
            word=change.data.removeprefix("change_"),
            when=self.only_when(change),
            body=self.block(self.child(change, "block")),
            over=self.over(change),
            span=self.span(tree),
        )

    def _extend_flow(self, tree: Branch) -> nodes.EffectChange:
        change = self.branches(tree)[0]
        return nodes.EffectChange(
            effect=self.tokens(tree)[0],
            step=self.tokens(change)[0],
            when=self.only_when(change),
            word=change.data.removeprefix("step_"),
            body=self.block(self.child(change, "block")),
            over=self.over(change),
            span=self.span(tree),
        )

    def only_when(self, tree: Branch) -> nodes.Expr | None:
        """`when c`"""
        found = self.child(tree, "only_when")
        return self.expr(self.branches(found)[0]) if found else None

    def _extend_kind(self, tree: Branch) -> nodes.MemberChange:
        return nodes.MemberChange(
            owner=self.tokens(tree)[0], is_kind=True, members=self.members(tree), span=self.span(tree)
        )

    def _extend_trait(self, tree: Branch) -> nodes.MemberChange:
        return nodes.MemberChange(
            owner=self.tokens(tree)[0], is_kind=False, members=self.members(tree), span=self.span(tree)
        )

    def _extend_token(self, tree: Branch) -> nodes.TokenChange:
        return nodes.TokenChange(
            token=self.tokens(tree)[0], traits=self.names(self.child(tree, "is_list")), span=self.span(tree)
        )

    def _extend_place(self, tree: Branch) -> nodes.HoldsChange:
        return nodes.HoldsChange(
            place=self.tokens(tree)[0], holds=self.expr(self.branches(tree)[0]), span=self.span(tree)
        )

    def _extend_values(self, tree: Branch) -> nodes.ValuesChange:
        return nodes.ValuesChange(
            values=self.tokens(tree)[0], names=self.names(self.child(tree, "names")), span=self.span(tree)
        )

    def _extend_shape(self, tree: Branch) -> nodes.ShapeChange:
        return nodes.ShapeChange(shape=self.tokens(tree)[0], clauses=self.clauses(tree), span=self.span(tree))

    def _patch(self, tree: Branch) -> nodes.Patch:
        kind, thing = self.tokens(tree)
        return nodes.Patch(
            kind=kind,
            thing=thing,
            fields=self.field_values(tree, ""),
            provisional=self.provisional(tree),
            span=self.span(tree),
        )

    def _patch_table(self, tree: Branch) -> nodes.PatchTable:
        paths = [".".join(self.tokens(child)) for child in self.branches(tree) if child.data == "path"]
        patches = []
        for row in (child for child in self.branches(tree) if child.data == "row"):
            values = self.branches(row)
            if len(values) != len(paths):
                self.report.error(
                    "wrong-row",
                    f"this row has {len(values)} values, but the table has {len(paths)} columns",
                    self.span(row),
                    label=f"one value is wanted for each of {', '.join(paths)}",
                    help="write them with commas between",
                )
                continue
            fields = tuple(
                nodes.FieldValue(path=path, op="set", value=self.value(value), span=self.span(value))
                for path, value in zip(paths, values, strict=True)
            )
            patches.append(
                nodes.Patch(
                    kind=self.tokens(tree)[0],
                    thing=self.tokens(row)[0],
                    fields=fields,
                    provisional=self.provisional(tree),
                    span=self.span(row),
                )
            )
        return nodes.PatchTable(patches=tuple(patches), span=self.span(tree))

    def _replace(self, tree: Branch) -> nodes.Replace:
        kind, thing = self.tokens(tree)
        return nodes.Replace(kind=kind, thing=thing, by=self._thing(self.branches(tree)[0]), span=self.span(tree))

    # ---- positions and examples

    def _position(self, tree: Branch) -> nodes.Position:
        return nodes.Position(
            name=self.tokens(tree)[0],
            players=self.names(self.child(tree, "names")),
            givens=tuple(self.given(child) for child in self.rest(tree, "names")),
            span=self.span(tree),
        )

    def given(self, tree: Branch) -> nodes.Given:
        """What is so before an example begins."""
        if tree.data == "given_position":
            return nodes.Given(
                target=nodes.Name(name=self.tokens(tree)[0], span=self.span(tree)),
                values=(),
                face="",
                span=self.span(tree),
            )
        if tree.data == "given_every":
            return nodes.Given(
                target=nodes.Name(name=self.tokens(tree)[0], span=self.span(tree)),
                values=(self.expr(self.branches(tree)[0]),),
                face="",
                every=True,
                span=self.span(tree),
            )
        if tree.data == "given_spot":
            target_tree, across, down, *turned = self.branches(tree)
            numbers = [
                self.number(cast(LarkToken, part.children[0])) * (-1 if part.data == "below_zero" else 1)
                for part in (across, down, *turned)
            ]
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
            elif part.data == "alone":
                continue
            elif part.data == "when":
                player, text = self.tokens(part)
                draws = tuple(self.expr(self.branches(child)[0]) for child in self.branches(part))
                parts.append(nodes.Do(player=player, text=text.strip('"'), draws=draws, span=self.span(part)))
            else:
                parts += [self.check(child) for child in self.branches(part)]
        is_alone = self.child(tree, "alone") is not None
        return nodes.Example(title=self.strings(tree)[0], alone=is_alone, parts=tuple(parts), span=self.span(tree))

    def check(self, tree: Branch) -> nodes.Check:
        """What must be so afterwards."""
        words = self.tokens(tree)
        exprs = self.rest(tree, "because")
        because = self.child(tree, "because")
        return nodes.Check(
            word=tree.data.removesuffix("_true"),
            player=words[0] if words else "",
            text=words[1].strip('"') if len(words) > 1 else "",
            expr=self.expr(exprs[0]) if exprs else None,
            because=tuple(self.tokens(because)) if because else (),
            items=tuple(self.expr(each) for each in exprs[1:]),
            span=self.span(tree),
        )
