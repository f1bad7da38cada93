"""Core expressions and plain statements as Python lines.

In:   core nodes.      Out:  lines of source; every identifier is ours and every literal goes through repr.
An expression may need lines before it (a loop, a shared value); where it stands behind `and` or in a branch, those lines go
into that branch, so nothing is read that the rule would not read.
"""

from __future__ import annotations

from kfdsl.engine.codegen.expr.bundles import cell_of, corners_of, var_cell
from kfdsl.engine.codegen.expr.convert import converted
from kfdsl.engine.codegen.expr.loops import folded, pick
from kfdsl.engine.codegen.expr.words import word_expr
from kfdsl.engine.codegen.lines import Book, Lines
from kfdsl.program import core, made_names
from kfdsl.program.types import Type

# ---- expressions


def lines(book: Book, price: bool = False) -> Lines:
    """The lines of a function that is not written yet."""
    return Lines(book, expression, price)


def expression(out: Lines, expr: core.Expr, wanted: Type | None = None) -> str:
    """Code for an expression, of the type that is wanted."""
    code = _plain(out, expr)
    if expr.declared is not None and not isinstance(expr, core.Local):
        code = _still(out, code, expr, expr.declared)
    return code if wanted is None else converted(out, code, expr.type, wanted)


def _still(out: Lines, code: str, expr: core.Expr, declared: Type) -> str:
    """Something of which a condition said more than its type: what is done in between may have changed it. Locals never change."""
    if declared.head == "maybe" and expr.type.head != "maybe":
        code = f"still_there({code}, {out.book.constant(expr.span)})"
        declared = declared.inner or declared
    if expr.type.head == "card" and expr.type.name != declared.name:
        code = f"still_a({code}, {made_names.is_a(expr.type.name)}, {out.book.constant(expr.span)})"
    return code


def _plain(out: Lines, expr: core.Expr) -> str:
    match expr:
        case core.Const():
            return out.literal(out.numbering.literal(expr.value, expr.type))
        case core.Local():
            return made_names.local(expr.name)
        case core.PlaceAt() if out.numbering.places[expr.place].per_corner:
            return f"total(s, {corners_of(out, expr)}, ZERO)"
        case core.PlaceAt():
            return f"s[{cell_of(out, expr)}]"
        case core.PlacesWith():
            return f"total(s, {made_names.trait_cells(expr.trait)}[{out.expr(expr.card)}], ZERO)"
        case core.VarOf():
            return f"s[{var_cell(out, expr.var, expr.card)}]"
        case core.FieldOf():
            return printed_value(out, expr)
        case core.Ask():
            query = out.numbering.queries[expr.query]
            body = out.book.inliner.inlined(expr)
            if body is not None:
                return out.expr(body, query.result)
            args = [out.expr(arg, type_) for arg, (_, type_) in zip(expr.args, query.params, strict=True)]
            return f"{made_names.query(expr.query)}({', '.join(['g', *args])})"
        case core.Prim():
            return word_expr(out, expr)
        case core.IfElse():
            return one_of_two(out, expr)
        case core.Pick():
            return pick(out, expr)
        case core.Fold():
            return folded(out, expr.word, (expr,), expr.otherwise, expr.type)
        case core.Trial():
            rule = effect_number(out, expr.effect)
            return f"{expr.word}(g, {rule}, {out.expr(expr.by)}, {out.expr(expr.at)})"
        case _:
            raise AssertionError(expr)


def printed_value(out: Lines, expr: core.FieldOf) -> str:
    """What is printed on a card."""
    if expr.type.head == "effect":
        return effect_number(out, expr)
    definition = out.numbering.fields[expr.field]
    card, printed = out.expr(expr.card), made_names.printed(expr.field)
    if not definition.faced:
        return f"{printed}[{card}]"
    if expr.face:
        return f"{printed}[{card}][FACES[{card}].index({expr.face!r})]"
    card = out.named(card)
    return f"{printed}[{card}][s[FACE[{card}]]]"


def effect_number(out: Lines, expr: core.FieldOf) -> str:
    """The number of the rule that is printed on a card, or -1."""
    card = out.named(out.expr(expr.card))
    printed = made_names.printed(expr.field)
    if not out.numbering.fields[expr.field].faced:
        return f"{printed}[{card}]"
    face = f"FACES[{card}].index({expr.face!r})" if expr.face else f"s[FACE[{card}]]"
    return f"{printed}[{card}][{face}]"


def one_of_two(out: Lines, expr: core.IfElse) -> str:
    """One of two values."""
    test = out.expr(expr.test)
    then_lines, then = out.apart(lambda: out.expr(expr.then, expr.type))
    other_lines, other = out.apart(lambda: out.expr(expr.other, expr.type))
    if not then_lines and not other_lines:
        return f"({then} if {test} else {other})"
    name = out.fresh()
    for head, lines, code in ((f"if {test}:", then_lines, then), ("else:", other_lines, other)):
        with out.indented(head):
            out.lines += ["    " + line for line in lines]
            out.put(f"{name} = {code}")
    return name


def give_back(out: Lines, expr: core.Expr, wanted: Type) -> None:
    """End a function with a value."""
    if isinstance(expr, core.IfElse):
        with out.indented(f"if {out.expr(expr.test)}:"):
            give_back(out, expr.then, wanted)
        give_back(out, expr.other, wanted)
    else:
        out.put(f"return {out.expr(expr, wanted)}")
