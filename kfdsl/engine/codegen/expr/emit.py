"""Core expressions and plain statements as Python lines.

In:   core nodes.      Out:  lines of source; every identifier is ours and every literal goes through repr.
An expression may need lines before it (a loop, a shared value); where it stands behind `and` or in a branch, those lines go
into that branch, so nothing is read that the rule would not read.
"""

from __future__ import annotations

from kfdsl.engine.codegen.expr.words import Words
from kfdsl.engine.codegen.lines import Book
from kfdsl.program import core, made_names
from kfdsl.program.types import Type


class Emitter(Words):
    """Writes the body of one function."""

    # ---- expressions

    def expr(self, expr: core.Expr, wanted: Type | None = None) -> str:
        """Code for an expression, of the type that is wanted."""
        code = self._expr(expr)
        head = expr.type.head
        if wanted is not None and wanted.head == "want" and head in ("bundle", "group"):
            bundle = f"bundle_of({code}, ZERO)" if head == "group" else code
            return f"want_of({bundle})"
        if wanted is not None and wanted.head == "bundle" and head == "group":
            return f"bundle_of({code}, ZERO)"
        return code

    def _expr(self, expr: core.Expr) -> str:
        match expr:
            case core.Const():
                return self.literal(self.numbering.literal(expr.value, expr.type))
            case core.Local():
                return made_names.local(expr.name)
            case core.PlaceAt() if self.numbering.places[expr.place].per_corner:
                return f"total(s, {self.corners(expr)}, ZERO)"
            case core.PlaceAt():
                return f"s[{self.cell(expr)}]"
            case core.PlacesWith():
                return f"total(s, {made_names.trait_cells(expr.trait)}[{self.expr(expr.card)}], ZERO)"
            case core.VarOf():
                return f"s[{self.var_cell(expr.var, expr.card)}]"
            case core.FieldOf():
                return self.field(expr)
            case core.Ask():
                query = self.numbering.queries[expr.query]
                body = self.book.inliner.inlined(expr)
                if body is not None:
                    return self.expr(body, query.result)
                args = [self.expr(arg, type_) for arg, (_, type_) in zip(expr.args, query.params, strict=True)]
                return f"{made_names.query(expr.query)}({', '.join(['g', *args])})"
            case core.Prim():
                return self.prim(expr)
            case core.IfElse():
                return self.branch(expr)
            case core.Pick():
                return self.pick(expr)
            case core.Fold():
                return self.folded(expr.word, (expr,), expr.otherwise, expr.type)
            case core.Trial():
                rule = self.effect(expr.effect)
                return f"{expr.word}(g, {rule}, {self.expr(expr.by)}, {self.expr(expr.at)})"
            case _:
                raise AssertionError(expr)

    def field(self, expr: core.FieldOf) -> str:
        """What is printed on a card."""
        if expr.type.head == "effect":
            return self.effect(expr)
        definition = self.numbering.fields[expr.field]
        card, printed = self.expr(expr.card), made_names.printed(expr.field)
        if not definition.faced:
            return f"{printed}[{card}]"
        if expr.face:
            return f"{printed}[{card}][FACES[{card}].index({expr.face!r})]"
        card = self.named(card)
        return f"{printed}[{card}][s[FACE[{card}]]]"

    def effect(self, expr: core.FieldOf) -> str:
        """The number of the rule that is printed on a card, or -1."""
        card = self.named(self.expr(expr.card))
        printed = made_names.printed(expr.field)
        if not self.numbering.fields[expr.field].faced:
            return f"{printed}[{card}]"
        face = f"FACES[{card}].index({expr.face!r})" if expr.face else f"s[FACE[{card}]]"
        return f"{printed}[{card}][{face}]"

    def branch(self, expr: core.IfElse) -> str:
        """One of two values."""
        test = self.expr(expr.test)
        then_lines, then = self.apart(lambda: self.expr(expr.then, expr.type))
        other_lines, other = self.apart(lambda: self.expr(expr.other, expr.type))
        if not then_lines and not other_lines:
            return f"({then} if {test} else {other})"
        name = self.fresh()
        for head, lines, code in ((f"if {test}:", then_lines, then), ("else:", other_lines, other)):
            with self.indented(head):
                self.lines += ["    " + line for line in lines]
                self.put(f"{name} = {code}")
        return name

    def give(self, expr: core.Expr, wanted: Type) -> None:
        """End a function with a value."""
        if isinstance(expr, core.IfElse):
            with self.indented(f"if {self.expr(expr.test)}:"):
                self.give(expr.then, wanted)
            self.give(expr.other, wanted)
        else:
            self.put(f"return {self.expr(expr, wanted)}")


__all__ = ["Book", "Emitter"]
