"""Built-in words in generated code.

In:   a core Prim.      Out:  lines and code; there is a case for every word of program.words.
"""

from __future__ import annotations

from kfdsl.analysis.measures.step_costs import SEARCHES
from kfdsl.engine.codegen.expr.bundles import (
    all_but,
    cell_of,
    contains,
    has_test,
    is_empty,
    kinds_in,
    only_part,
    size_of,
)
from kfdsl.engine.codegen.expr.loops import folded
from kfdsl.engine.codegen.lines import Lines
from kfdsl.program import core, made_names

_ONLY = {"group": "group_only", "want": "want_only"}


# ---- built-in words


def word_expr(out: Lines, expr: core.Prim) -> str:
    """A built-in word at work."""
    args = expr.args
    match expr.word:
        case "and" | "or":
            return both(out, expr)
        case "not":
            return f"(not {out.expr(args[0])})"
        case "players":
            return "PLAYERS"
        case "tokens":
            return repr(out.numbering.mask(expr.data))
        case "cards":
            found = tuple(i for i in range(len(out.numbering.cards)) if out.numbering.is_a(i, expr.data))
            return out.literal(found)
        case "size":
            return size_of(out, args[0])
        case "kinds":
            return kinds_in(out, args[0])
        case "has":
            return has_test(out, expr)
        case "only":
            return only_part(out, expr)
        case "only_token":
            helper = _ONLY.get(expr.type.head, "only")
            return f"{helper}({out.expr(args[0])}, 1 << {out.expr(args[1])})"
        case "amount":
            return f"amount({out.expr(args[0])}, {expr.data}, ZERO)"
        case "empty":
            return is_empty(out, args[0])
        case "there":
            return f"({out.expr(args[0])} {'>= 0' if args[0].type.head == 'effect' else 'is not None'})"
        case "none":
            return f"({out.expr(args[0])} {'< 0' if args[0].type.head == 'effect' else 'is None'})"
        case "kind":
            return f"{made_names.is_a(expr.data)}[{out.expr(args[0])}]"
        case "shows":
            card = out.named(out.expr(args[0]))
            test = f"FACES[{card}][s[FACE[{card}]]] == {expr.data!r}"
            return f"({test})" if out.numbering.all_faced(args[0].type.name) else f"(FACE[{card}] >= 0 and {test})"
        case "slot":
            place = out.named(out.expr(args[0]))
            return f"({place}[0] if {place} else None)"
        case "set":
            if all(isinstance(arg, core.Const) for arg in args):
                return repr(out.numbering.constant(expr))
            return "(" + " | ".join(f"1 << {out.expr(arg)}" for arg in args) + ")"
        case "at":
            return lookup(out, expr)
        case "join":
            folds = tuple(arg for arg in args if isinstance(arg, core.Fold))
            return folded(out, expr.data, folds, None, expr.type)
        case "in":
            return contains(out, args[1], args[0])
        case "meets":
            return f"({out.expr(args[0])} & {out.expr(args[1])} != 0)"
        case "=" | "!=":
            one, other = (out.bundle(arg) if arg.type.head in ("bundle", "group") else out.expr(arg) for arg in args)
            return f"({one} {'==' if expr.word == '=' else '!='} {other})"
        case _:
            return arithmetic(out, expr)


def lookup(out: Lines, expr: core.Prim) -> str:
    """An item of a list that is written out, by a number that is first brought within it."""
    listed, index = expr.args
    assert isinstance(listed, core.Prim)
    if all(isinstance(item, core.Const) for item in listed.args):
        items = out.book.constant(tuple(out.numbering.constant(item, expr.type) for item in listed.args))
    else:
        items = f"({', '.join(out.expr(item, expr.type) for item in listed.args)},)"
    return f"{items}[min(max({out.expr(index)}, 0), {len(listed.args) - 1})]"


def on_plane(out: Lines, expr: core.Prim) -> str:
    """A word about hexes: `planes` does the work, given the plane's cell."""
    places = [arg for arg in expr.args if isinstance(arg, core.PlaceAt)]
    args = [out.named(out.expr(arg)) for arg in expr.args if not isinstance(arg, core.PlaceAt) or arg not in places]
    about = 2 if expr.word == "edge_to" else 0  # the card that is already on the plane
    cell = cell_of(out, places[0]) if places else f"s[WHERE[{args[about]}]]"
    held = ["g", f"LINES[{out.book.line(expr.span)}]"] if expr.word in SEARCHES else ["s"]
    return f"{made_names.plane_word(expr.word)}({', '.join([*held, 'SPOT', 'LABELS', cell, *args])})"


def arithmetic(out: Lines, expr: core.Prim) -> str:
    """Numbers, players, lists."""
    if expr.word == "+" and expr.type.head == "bundle":
        return out.within(f"plus({out.bundle(expr.args[0])}, {out.bundle(expr.args[1])})", expr)
    args = [out.expr(arg, expr.type if expr.type.head == "want" else None) for arg in expr.args]
    head = expr.type.head
    match expr.word:
        case "+" if head in ("list", "want"):
            found = out.named(f"({args[0]} + {args[1]})")
            out.charge(f"4 * len({found})", expr.span)
            return out.within(found, expr) if head == "want" else found
        case "+" | "-" if head == "set":
            return f"({args[0]} {'|' if expr.word == '+' else '& ~'}{args[1]})"
        case "+" | "-" | "*":
            return out.within(f"({args[0]} {expr.word} {args[1]})", expr)
        case "<" | "<=" | ">" | ">=":
            return f"({args[0]} {expr.word} {args[1]})"
        case "negative":
            return out.within(f"(-{args[0]})", expr)
        case "but":
            return all_but(out, expr, args)
        case "seat":
            return seat(out, expr.args[0], args[0])
        case "next":
            if expr.args[0].type.head == "player":
                return f"(({args[0]} + 1) % SEATS)"
            last = len(out.numbering.value_names[expr.args[0].type.name]) - 1
            item = out.named(args[0])
            return f"({item} + 1 if {item} < {last} else None)"
        case "clockwise":
            first = out.named(args[0])
            return f"(PLAYERS[{first}:] + PLAYERS[:{first}])"
        case "first":
            return f"{args[1]}[:max({args[0]}, 0)]"
        case "owner":
            return f"OWNER[s[WHERE[{args[0]}]]]"
        case "numbers":
            return f"numbers({args[0]}, {out.book.constant(expr.span)})"
        case "touches":
            return f"any([card == {args[1]} for card, _ in {args[0]}])"
        case "score_of":
            return f"sum([line[1] for line in g.sheet if line[0] == {args[0]}])"
        case "smaller" | "larger":
            return f"{'min' if expr.word == 'smaller' else 'max'}({args[0]}, {args[1]})"
        case (
            "spots"
            | "beside"
            | "edge_to"
            | "edge_from"
            | "laid"
            | "neighbours"
            | "side"
            | "joined"
            | "reach"
            | "chain"
            | "loop"
            | "loop_through"
            | "walk"
            | "areas"
            | "across"
        ):
            return on_plane(out, expr)
        case "takes_from":
            assert isinstance(expr.args[1], core.PlaceAt)
            return f"any([place == {cell_of(out, expr.args[1])} for place, _ in {args[0]}])"
        case _:
            raise AssertionError(expr.word)


def seat(out: Lines, number: core.Expr, written: str) -> str:
    """A player by number; none beyond those who play."""
    if isinstance(number, core.Const):
        assert isinstance(number.value, int)
        at = number.value - 1
        return "0" if at == 0 else f"({at} if {at} < SEATS else None)" if at > 0 else "None"
    name = out.named(written)
    return f"({name} - 1 if 1 <= {name} <= SEATS else None)"


def both(out: Lines, expr: core.Prim) -> str:
    """`and` and `or`, the second only where it is needed."""
    one = out.expr(expr.args[0])
    lines, other = out.apart(lambda: out.expr(expr.args[1]))
    if not lines:
        return f"({one} {expr.word} {other})"
    name = out.fresh()
    out.put(f"{name} = {one}")
    with out.indented(f"if {name}:" if expr.word == "and" else f"if not {name}:"):
        out.lines += ["    " + line for line in lines]
        out.put(f"{name} = {other}")
    return name
