"""Bundles and groups in generated code: counts are read one by one where it is known which matter.

In:   core expressions over bundles.      Out:  lines and code.
"""

from __future__ import annotations

from kfdsl.engine.codegen.lines import Lines
from kfdsl.program import core, made_names
from kfdsl.program.types import Type


def counts(out: Lines, expr: core.Expr) -> tuple[str, tuple[int, ...] | None]:
    """A bundle as a name, and which of its counts matter (None: all)."""
    if isinstance(expr, core.Prim) and expr.word == "only" and expr.type.head == "bundle":
        name, narrower = counts(out, expr.args[0])
        mine = out.numbering.token_traits.get(expr.data, ())
        return name, mine if narrower is None else tuple(i for i in mine if i in narrower)
    return out.named(out.bundle(expr)), None


def size_of(out: Lines, expr: core.Expr) -> str:
    """How many."""
    match expr.type.head:
        case "bundle":
            name, which = counts(out, expr)
            if which is None:
                return f"sum({name})"
            return "(" + (" + ".join(f"{name}[{i}]" for i in which) or "0") + ")"
        case "group":
            return f"group_size({out.expr(expr)})"
        case "want":
            return f"want_size({out.expr(expr)})"
        case "set":
            return f"({out.expr(expr)}).bit_count()"
        case _:
            return f"len({out.expr(expr)})"


def kinds_in(out: Lines, expr: core.Expr) -> str:
    """Which tokens occur."""
    if expr.type.head == "want":
        return f"want_kinds({out.expr(expr)})"
    name, which = counts(out, expr)
    if which is None:
        return f"kinds_of({name})"
    return "(" + (" | ".join(f"({1 << i} if {name}[{i}] else 0)" for i in which) or "0") + ")"


def has_test(out: Lines, expr: core.Prim) -> str:
    """Whether something is among others."""
    whole = expr.args[0]
    if expr.data:
        inner = core.Prim(word="only", args=(whole,), data=expr.data, type=Type("bundle"), span=expr.span)
        name, which = counts(out, inner)
        return "(" + (" + ".join(f"{name}[{i}]" for i in which or ()) or "0") + " > 0)"
    if whole.type.head in ("bundle", "group") and expr.args[1].type.head in ("bundle", "group"):
        return f"enough({out.bundle(whole)}, {out.bundle(expr.args[1])})"
    if whole.type.head in ("bundle", "group"):
        return f"({out.bundle(whole)}[{out.expr(expr.args[1])}] > 0)"
    return contains(out, whole, expr.args[1])


def contains(out: Lines, whole: core.Expr, item: core.Expr) -> str:
    """Membership of a list or set."""
    if whole.type.head == "set":
        return f"({out.expr(whole)} >> {out.expr(item)} & 1 == 1)"
    return f"({out.expr(item)} in {out.expr(whole)})"


def only_part(out: Lines, expr: core.Prim) -> str:
    """The part of a bundle, group or want that is of a token or trait."""
    if expr.type.head in ("group", "want"):
        return f"{expr.type.head}_only({out.expr(expr.args[0])}, {out.numbering.mask(expr.data)})"
    name, which = counts(out, expr)
    return (
        "("
        + "".join(f"{name}[{i}], " if which is None or i in which else "0, " for i in range(len(out.numbering.tokens)))
        + ")"
    )


def is_empty(out: Lines, expr: core.Expr) -> str:
    """Whether there is nothing."""
    match expr.type.head:
        case "bundle":
            return f"({size_of(out, expr)} == 0)"
        case "set":
            return f"({out.expr(expr)} == 0)"
        case _:
            return f"(not {out.expr(expr)})"


def all_but(out: Lines, expr: core.Prim, args: list[str]) -> str:
    """All but one, which may be nobody."""
    item = out.named(args[1])
    if expr.type.head == "set":
        return f"({args[0]} & ~(1 << {item}) if {item} is not None else {args[0]})"
    return f"tuple([each for each in {args[0]} if each != {item}])"


# ---- cells


def cell_of(out: Lines, place: core.PlaceAt) -> str:
    """The number of the cell of a place."""
    definition = out.numbering.places[place.place]
    args = [out.expr(arg) for arg in place.args]
    code = made_names.place_cells(place.place)
    if definition.per_corner:
        return f"corner_cell({code}, {args[0]}, {out.book.constant(place.span)})"
    if definition.owner:
        code += f"[{args.pop(0)}]"
    return f"{code} + {args[0]}" if args else code


def corners_of(out: Lines, place: core.PlaceAt) -> str:
    """The cells of an area; cards of another plane that hang together there may have none."""
    cells = made_names.place_cells(place.place)
    area = out.expr(place.args[0])
    return f"tuple([{cells}[card] + corner for card, corner in {area} if {cells}[card] >= 0])"


def var_cell(out: Lines, var: str, card: core.Expr | None) -> str:
    """The number of the cell of a variable."""
    cells = made_names.var_cells(var)
    return f"{cells}[{out.expr(card)}]" if card is not None else cells
