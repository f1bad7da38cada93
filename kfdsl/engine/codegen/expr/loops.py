"""Collections in generated code: every loop is written out, so that nothing is built that is not needed.

In:   picks, folds, items.      Out:  lines and code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

from kfdsl.engine.codegen.expr.bundles import cell_of, corners_of, counts, kinds_in
from kfdsl.engine.codegen.inline import unrolled
from kfdsl.engine.codegen.lines import Lines
from kfdsl.program import core
from kfdsl.program.made_names import local
from kfdsl.program.types import BUNDLE, Type


@dataclass(frozen=True, slots=True)
class Taking:
    """How values are taken into a whole: by which word, under which name, as what, and whether it may grow too large."""

    word: str
    found: str
    wanted: Type | None
    is_checked: bool


# ---- collections


def items_of(out: Lines, expr: core.Expr) -> str:
    """Something to loop over, in its fixed order."""
    match expr.type.head:
        case "set":
            return f"bits({out.expr(expr)})"
        case "bundle" | "group":
            return f"bits({kinds_in(out, expr)})"
        case _:
            return out.expr(expr)


def charged_items(out: Lines, items: core.Expr, weight: int) -> str:
    """The same, with what going over it costs: each round so much, unless the program says that there are few."""
    code = items_of(out, items)
    return code if out.book.costs.few(items) is not None else out.charge_rounds(code, weight, items.span)


@contextmanager
def looping(out: Lines, name: str, items: core.Expr, weight: int) -> Iterator[None]:
    """Lines for each item; `all but one` leaves one out on the way instead of making another list."""
    out.bind(name, items)
    if isinstance(items, core.Prim) and items.word == "but" and items.type.head == "list":
        but = out.named(out.expr(items.args[1]))
        with out.indented(f"for {local(name)} in {charged_items(out, items.args[0], weight)}:"):
            with out.indented(f"if {local(name)} == {but}:"):
                out.put("continue")
            yield
    else:
        with out.indented(f"for {local(name)} in {charged_items(out, items, weight)}:"):
            yield


def skip_unless(out: Lines, where: core.Expr | None) -> None:
    """In a loop: on to the next item unless a condition holds."""
    if where is not None:
        test = out.expr(where)
        with out.indented(f"if not {test}:"):
            out.put("continue")


def round_of(out: Lines, expr: core.Pick) -> int:
    """What it costs to look at one item."""
    return out.book.costs.weight(expr.where, expr.ranking)


def pick(out: Lines, expr: core.Pick) -> str:
    """`any`, `no`, `all`, `only`, `first`"""
    out.bind(expr.name, expr.items)
    if expr.word == "all":
        return all_matching(out, expr)
    if expr.ranking is not None:
        return ranked(out, expr)
    found, item = out.fresh(), local(expr.name)
    start = {"any": "False", "no": "True"}.get(expr.word, "None")
    out.put(f"{found} = {start}")
    many = out.fresh() if expr.word == "only" else ""
    if many:
        out.put(f"{many} = 0")
    with out.indented(f"for {item} in {charged_items(out, expr.items, round_of(out, expr))}:"):
        skip_unless(out, expr.where)
        out.put(f"{found} = " + {"any": "True", "no": "False"}.get(expr.word, item))
        out.put(f"{many} += 1" if many else "break")
    return f"({found} if {many} == 1 else None)" if many else found


def ranked(out: Lines, expr: core.Pick) -> str:
    """The one with the most or least of something."""
    assert expr.ranking is not None
    found, best, item, tied = out.fresh(), out.fresh(), local(expr.name), out.fresh()
    out.put(f"{found} = {best} = None")
    out.put(f"{tied} = False")
    with out.indented(f"for {item} in {charged_items(out, expr.items, round_of(out, expr))}:"):
        skip_unless(out, expr.where)
        value = out.named(out.expr(expr.ranking))
        with out.indented(f"if {best} is None or {value} {'<' if expr.least else '>'} {best}:"):
            out.put(f"{found}, {best}, {tied} = {item}, {value}, False")
        with out.indented(f"elif {value} == {best}:"):
            out.put(f"{tied} = True")
    return f"(None if {tied} else {found})" if expr.word == "only" else found


def all_best(out: Lines, expr: core.Pick) -> str:
    """All that share the most or least of something."""
    assert expr.ranking is not None
    found, best, item = out.fresh(), out.fresh(), local(expr.name)
    out.put(f"{found}, {best} = [], None")
    with looping(out, expr.name, expr.items, round_of(out, expr)):
        skip_unless(out, expr.where)
        value = out.named(out.expr(expr.ranking))
        with out.indented(f"if {best} is None or {value} {'<' if expr.least else '>'} {best}:"):
            out.put(f"{found}, {best} = [], {value}")
        with out.indented(f"if {value} == {best}:"):
            out.put(f"{found}.append({item})")
    return f"set_where({found})" if expr.type.head == "set" else f"tuple({found})"


def all_matching(out: Lines, expr: core.Pick) -> str:
    """Those for which a condition holds."""
    if expr.ranking is not None:
        return all_best(out, expr)
    found, item = out.fresh(), local(expr.name)
    out.put(f"{found} = []")
    whole = out.named(out.expr(expr.items)) if expr.type.head in ("bundle", "group") else ""
    source = core.Local(name=expr.name, type=expr.items.type, span=expr.span) if whole else expr.items
    if whole:
        loop = f"bits(kinds_of(bundle_of({whole}, ZERO)))" if expr.type.head == "group" else f"bits(kinds_of({whole}))"
    else:
        loop = charged_items(out, source, round_of(out, expr))
    with out.indented(f"for {item} in {loop}:"):
        skip_unless(out, expr.where)
        out.put(f"{found}.append({item})")
    if whole:
        return f"{'group_only' if expr.type.head == 'group' else 'only'}({whole}, set_where({found}))"
    return f"set_where({found})" if expr.type.head == "set" else f"tuple({found})"


def folded(out: Lines, word: str, folds: tuple[core.Fold, ...], otherwise: core.Expr | None, type_: Type) -> str:
    """One value made of one for each item of one or several loops."""
    found = out.fresh()
    start = {
        "sum": "ZERO" if type_.head == "bundle" else "0",
        "list": "[]",
        "union": "0",
        "common": "-1",
        "any": "False",
        "all": "True",
    }.get(word, "None")
    out.put(f"{found} = {start}")
    wanted = type_.inner if word == "list" else None
    is_checked = word == "sum" and out.book.ranges.may_leave_sum(folds, out.known)
    taking = Taking(word, found, wanted, is_checked)
    for fold in folds:
        if not unroll(out, fold, taking):
            nested_loops(out, fold, 0, partial(gather, out, fold, taking))
    if word == "list":
        return f"tuple({found})"
    if otherwise is None:
        return found
    nothing = f"{found} == -1" if word == "common" else f"{found} is None"
    lines, other = out.apart(lambda: out.expr(otherwise, type_))
    with out.indented(f"if {nothing}:"):
        out.lines += ["    " + line for line in lines]
        out.put(f"{found} = {other}")
    return found


def unroll(out: Lines, fold: core.Fold, taking: Taking) -> bool:
    """A fold over the tokens that occur in a bundle, written out token by token where they are few."""
    items = fold.binders[0][1] if len(fold.binders) == 1 else None
    if isinstance(items, core.Prim) and items.word == "kinds":
        items = items.args[0]
    if items is None or items.type.head != "bundle" or not isinstance(items, core.Prim) or items.word != "only":
        return False
    which = out.numbering.token_traits.get(items.data, ())
    folds = unrolled(fold, tuple(out.numbering.program.tokens[i].name for i in which))
    if folds is None:
        return False
    name, kept = counts(out, items)
    for i, each in zip(which, folds, strict=True):
        if kept is None or i in kept:
            with out.indented(f"if {name}[{i}]:"):
                nested_loops(out, each, 0, partial(gather, out, each, taking))
    return True


def nested_loops(out: Lines, fold: core.Fold, at: int, inside: Callable[[], None]) -> None:
    """Loops for the binders of a fold, one in the other."""
    if at < len(fold.binders):
        name, items = fold.binders[at]
        is_last = at == len(fold.binders) - 1
        weight = out.book.costs.weight(fold.where, fold.value) if is_last else 1
        with looping(out, name, items, weight):
            if is_last:
                skip_unless(out, fold.where)
                inside()
            else:
                nested_loops(out, fold, at + 1, inside)
    elif fold.where is None:
        inside()
    else:
        with out.indented(f"if {out.expr(fold.where)}:"):
            inside()


def cells_of(out: Lines, places: core.Expr) -> str:
    """All cells of a place or a sum of places, as a row: six a card of an area, otherwise one."""
    match places:
        case core.PlaceAt():
            per_corner = out.numbering.places[places.place].per_corner
            return corners_of(out, places) if per_corner else f"({cell_of(out, places)},)"
        case core.Prim(args=(one, other)):
            return f"({cells_of(out, one)} + {cells_of(out, other)})"
        case core.Fold():
            found = out.fresh()
            out.put(f"{found} = ()")

            def more() -> None:
                out.put(f"{found} += {cells_of(out, places.value)}")
                out.charge(f"4 * len({found})", places.span)

            nested_loops(out, places, 0, more)
            return found
        case _:
            raise AssertionError(places)


def gather(out: Lines, fold: core.Fold, taking: Taking) -> None:
    """Take one item's value into the whole."""
    word, found, wanted = taking.word, taking.found, taking.wanted
    value = out.expr(fold.value, BUNDLE if wanted is None and fold.value.type.head == "group" else wanted)
    match word:
        case "sum":
            type_ = BUNDLE if fold.value.type.head == "group" else fold.value.type
            more = f"plus({found}, {value})" if type_ == BUNDLE else f"{found} + {value}"
            out.put(f"{found} = {out.checked(more, type_, fold.span) if taking.is_checked else more}")
        case "list":
            out.put(f"{found}.append({value})")
        case "union":
            out.put(f"{found} |= {value}")
        case "common":
            out.put(f"{found} &= {value}")
        case "any":
            with out.indented(f"if {value}:"):
                out.put(f"{found} = True")
        case "all":
            with out.indented(f"if not {value}:"):
                out.put(f"{found} = False")
        case _:
            value = out.named(value)
            with out.indented(f"if {found} is None or {value} {'>' if word == 'most' else '<'} {found}:"):
                out.put(f"{found} = {value}")
