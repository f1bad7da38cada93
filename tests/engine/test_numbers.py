"""Numbers have 64 bits: what comes out is exact, or it is told with its line and the game stands where it stood."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kfdsl
from kfdsl.engine.play.game import Game
from kfdsl.engine.rules.table import Table
from kfdsl.program import made_names
from kfdsl.program.numbering import Numbering
from kfdsl.program.numbers import LEAST, MOST, MOST_POINTS
from tests.lang.loading import load
from tests.record.forging import signed
from tests.record.pottery import POTTERY, write_pack

# ---- the law

VARS = ("va", "vb", "vc")
WORLD = """
token clay "clay" "clay"
place pit of tokens, seen by all, holds 3 clay
kind coin starts in purse { worth: number }
place purse of coin, in order, seen by all
coin small_coin { worth: -3 }
coin large_coin { worth: 1000000000 }
main flow game { begin: { score 1 to seat(1) for "x" } }
""" + "".join(f"open var {name}: number = 0\n" for name in VARS)

Node = tuple[Any, ...]
leaves = st.one_of(
    st.integers(0, 3).map(lambda number: ("literal", number)),
    st.integers(0, 10**9).map(lambda number: ("literal", number)),
    st.sampled_from([("var", name) for name in VARS]),
    st.sampled_from([("size",), ("seats",)]),
)


def grown(inner: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    two = st.tuples(st.sampled_from(["+", "-", "*", "/", "mod", "fewer", "more", "asked", "worth"]), inner, inner)
    return st.one_of(
        two,
        st.tuples(st.sampled_from(["negative", "all"]), inner),
        st.tuples(st.just("if"), inner, inner, inner, inner),
        st.tuples(st.sampled_from(["sum", "least", "squares"]), st.integers(1, 40), inner),
        st.tuples(st.just("at"), inner, inner, inner),
    )


programs = st.recursive(leaves, grown, max_leaves=10)
values = st.one_of(
    st.sampled_from([LEAST, LEAST + 1, -1, 0, 1, 2**31, 2**32, MOST - 1, MOST]),
    st.integers(LEAST, MOST),
    st.integers(-(2**32), 2**32),
)


def text_of(node: Node, depth: int = 0) -> str:
    parts = [text_of(part, depth + 1) for part in node[1:] if isinstance(part, tuple)]
    n = f"n{depth}"
    match node[0]:
        case "literal" | "var":
            return str(node[1])
        case "size":
            return "size(pit)"
        case "seats":
            return "size(players)"
        case "negative":
            return f"(-{parts[0]})"
        case "all":
            return f"(sum of {parts[0]} for p{depth} in players)"
        case "+" | "-" | "*":
            return f"({parts[0]} {node[0]} {parts[1]})"
        case "/" | "mod":  # the law of one that is zero has a test of its own
            return f"({parts[0]} {node[0]} {most_of_one(parts[1])})"
        case "fewer" | "more":
            return f"{'least' if node[0] == 'fewer' else 'most'}({parts[0]}, {parts[1]})"
        case "asked":
            return f"blend({parts[0]}, {parts[1]})"
        case "worth":
            return f"(sum of {parts[0]} + c{depth}.worth * {parts[1]} for c{depth} in purse)"
        case "if":
            return f"(if {parts[0]} < {parts[1]} then {parts[2]} else {parts[3]})"
        case "sum":
            return f"(sum of ({parts[0]} + {n}) for {n} in numbers({node[1]}))"
        case "squares":
            return f"(sum of {n} * {n} + {parts[0]} for {n} in numbers({node[1]}))"
        case "least":
            return f"(least of ({parts[0]} - {n}) for {n} in numbers({node[1]}) otherwise 0)"
        case "at":
            return f"([{parts[0]}, {parts[1]}] at least({parts[2]}, va))"
    raise AssertionError(node)


def most_of_one(text: str) -> str:
    return f"(if {text} = 0 then 1 else {text})"


class Beyond(Exception):
    """Something on the way is no number of 64 bits."""


def held(number: int) -> int:
    if LEAST <= number <= MOST:
        return number
    raise Beyond


def exact(node: Node, known: dict[str, int]) -> int:
    """What mathematics says, or Beyond where a step of it leaves the range."""

    def part(at: int) -> int:
        return exact(node[at], known)

    def added(parts: list[int]) -> int:
        found = 0
        for each in parts:
            found = held(found + each)
        return found

    match node[0]:
        case "literal":
            return int(node[1])
        case "var":
            return known[node[1]]
        case "size":
            return 3
        case "seats":
            return 2
        case "negative":
            return held(-part(1))
        case "all":
            return added([part(1), part(1)])
        case "+":
            return held(part(1) + part(2))
        case "-":
            return held(part(1) - part(2))
        case "*":
            return held(part(1) * part(2))
        case "/" | "mod":
            one, other = part(1), part(2) or 1
            return one // other if node[0] == "/" else one % other
        case "fewer":
            return min(part(1), part(2))
        case "more":
            return max(part(1), part(2))
        case "asked":
            one, other = part(1), part(2)
            return held(held(one - held(other * 2)) + 1)
        case "worth":
            return added([held(part(1) + held(worth * part(2))) for worth in (-3, 10**9)])
        case "if":
            return part(3) if part(1) < part(2) else part(4)
        case "sum":
            return added([held(part(2) + n) for n in range(1, node[1] + 1)])
        case "squares":
            return added([held(n * n + part(2)) for n in range(1, node[1] + 1)])
        case "least":
            return min(held(part(2) - n) for n in range(1, node[1] + 1))
        case "at":
            pair, at = [part(1), part(2)], min(part(3), known["va"])
            return pair[min(max(at, 0), 1)]
    raise AssertionError(node)


nodes_of_queries = st.lists(programs, min_size=4, max_size=8)
some_worlds = st.lists(st.tuples(values, values, values), min_size=6, max_size=6)


@settings(max_examples=80, deadline=None)
@given(nodes=nodes_of_queries, worlds=some_worlds)
def test_what_comes_of_numbers_is_exact_or_told(nodes: list[Node], worlds: list[tuple[int, ...]]) -> None:
    is_exact_or_told(nodes, worlds, is_native=False)


@settings(max_examples=10, deadline=None)
@given(nodes=nodes_of_queries, worlds=some_worlds)
def test_it_is_natively_too(nodes: list[Node], worlds: list[tuple[int, ...]]) -> None:
    is_exact_or_told(nodes, worlds, is_native=True)


def is_exact_or_told(nodes: list[Node], worlds: list[tuple[int, ...]], is_native: bool) -> None:
    text = WORLD + "open query blend(x: number, y: number) -> number = x - y * 2 + 1\n"
    text += "".join(f"open query q{at}() -> number = {text_of(node)}\n" for at, node in enumerate(nodes))
    program, report = load(text)
    assert program is not None, [each.message for each in report.diagnostics]
    table = Table(Numbering(program), 2)
    game = Game(table, ["Ann", "Ben"], 1)
    if is_native:
        table.compile_now()
    least, most = zip(*(table.facts.ranges.queries[f"q{at}"] for at in range(len(nodes))), strict=True)
    for world in worlds:
        known = dict(zip(VARS, world, strict=True))
        for name, value in known.items():
            game.state.cells[table.layout.tables[made_names.var_cells(name)]] = value
        for at, node in enumerate(nodes):
            table.fill()
            try:
                found: int | None = table.query(game.state, f"q{at}")
            except kfdsl.TooLarge as told:
                assert told.place
                found = None
            try:
                wanted: int | None = exact(node, known)
            except Beyond:
                wanted = None
            assert found == wanted, text_of(node)
            assert found is None or least[at] <= found <= most[at], text_of(node)


# ---- games


def chain(first: str, type_: str, step: str, times: int) -> str:
    """Queries of which each makes something of the one before it."""
    return f"query d0() -> {type_} = {first}\n" + "".join(
        f"query d{n}() -> {type_} = {step.format(f'd{n - 1}()')}\n" for n in range(1, times)
    )


MUCH = "query much(b: bundle) -> bundle = sum of b for n in numbers(1000)\n"
# What an action `grow` would do, behind declarations it needs, and the words at which it is told.
BEYOND = {
    "a number squared fourteen times": ("", "for n in numbers(14) { marks := marks * marks }", "marks * marks"),
    "a number that falls": ("", "for n in numbers(62) { marks := marks - marks * 3 }", "marks * 3"),
    "a number below zero that doubles": (
        "",
        "marks := -1; for n in numbers(63) { marks := marks + marks } marks := -marks",
        "marks + marks",
    ),
    "a sum": (
        "",
        "for n in numbers(20) { marks := sum of marks for k in numbers(1000) }",
        "sum of marks for k in numbers(1000)",
    ),
    "a query that packs add to": (
        "query heaps() -> number joined by sum { add marks for p in players add marks }",
        "for n in numbers(60) { marks := heaps() }",
        "add marks",
    ),
    "a bundle that doubles": (
        "query twice(b: bundle) -> bundle = b + b\n" + chain("pit", "bundle", "twice(twice({0}))", 40),
        "marks := size(d39())",
        "b + b",
    ),
    "a sum of bundles": (
        MUCH + chain("1000000000 clay", "bundle", "much({0})", 5),
        "marks := size(d4())",
        "sum of b for n in numbers(1000)",
    ),
    "a want": (
        "query wants(b: bundle) -> want = b + 1 earth\n" + chain("1000000000 clay", "bundle", "{0} + {0}", 4),
        "marks := size(wants(d3()))",
        "d1() + d1()",
    ),
    "points": ("", 'marks := 1000000000; score marks + 1 to me for "much"', 'score marks + 1 to me for "much"'),
    "points below zero": (
        "",
        'marks := 1000000000; score -marks - 1 to me for "little"',
        'score -marks - 1 to me for "little"',
    ),
    "points of sets": (
        "purpose counting\nshape goods(p: player) { some of shelf(p) }",
        'marks := 1000000000; score marks per 1 earth to me for "pots"; settle me from goods(me) for counting',
        'score marks per 1 earth to me for "pots"',
    ),
}


@pytest.mark.parametrize(("declared", "done", "told"), BEYOND.values(), ids=BEYOND)
def test_what_is_beyond_numbers_is_told_with_its_line_and_the_game_stands_where_it_stood(
    declared: str, done: str, told: str, tmp_path: Path
) -> None:
    text = f"{POTTERY}var marks: number = 7\n{declared}\naction grow in stint {{ do {{ rounds := rounds + 1; {done} }} }}\n"
    rules = kfdsl.load(write_pack(tmp_path, text))
    game = rules.new_game(["Ann", "Ben"], seed=1)
    before = game.save()
    with pytest.raises(kfdsl.TooLarge, match=r"beyond what numbers can be|1000000000 points at most|2147483647 of one token") as caught:
        game.play("grow")
    assert caught.value.span is not None and caught.value.span.words == told
    assert game.save() == before
    assert rules.resume(before).save() == before
    game.play("rest")
    assert len(game.log) == 1


@pytest.mark.parametrize("sign", ["/", "mod"])
def test_what_is_divided_by_zero_ends_with_its_line_and_the_game_stands_where_it_stood(sign: str, tmp_path: Path) -> None:
    text = f"{POTTERY}var marks: number = 0\naction grow in stint {{ do {{ rounds := 7 {sign} marks }} }}\n"
    for is_native in (False, True):
        game = kfdsl.load(write_pack(tmp_path, text)).new_game(["Ann", "Ben"], seed=1)
        if is_native:
            game.table.compile_now()
        before = game.save()
        with pytest.raises(kfdsl.CannotGoOn, match="divided by zero") as caught:
            game.play("grow")
        assert caught.value.span is not None and caught.value.span.words == f"7 {sign} marks"
        assert game.save() == before


def test_points_on_a_line_may_be_as_many_as_are_allowed(tmp_path: Path) -> None:
    text = POTTERY.replace("score 1 to p for o", "score 500000000 + rounds * 0 + 500000000 to p for o")
    game = kfdsl.load(write_pack(tmp_path, text)).new_game(["Ann", "Ben"], seed=1)
    while not game.over:
        game.play("rest")
    assert game.totals()[0] > 2 * MOST_POINTS
    assert game.save()


def test_a_change_that_does_not_apply_leaves_the_largest_numbers_alone() -> None:
    text = WORLD + (
        "open query tested() -> number = va\n"
        "extend query tested { at least 5 where false at most 3 where false times 2 where false }\n"
    )
    program, report = load(text)
    assert program is not None, [each.message for each in report.diagnostics]
    table = Table(Numbering(program), 2)
    game = Game(table, ["Ann", "Ben"], 1)
    for value in (LEAST, -(10**18) - 1, 0, 10**18 + 1, MOST):
        game.state.cells[table.layout.tables[made_names.var_cells("va")]] = value
        assert table.query(game.state, "tested") == value


# ---- from outside


def test_numbers_beyond_the_range_are_refused_in_saves_and_answers(tmp_path: Path) -> None:
    rules = kfdsl.load(write_pack(tmp_path, POTTERY))
    game = rules.new_game(["Ann", "Ben"], seed=1)
    for amount in ("99999999999999999999", "9" * 5000):
        with pytest.raises(kfdsl.IllegalChoice, match="is no amount"):
            game.play(f"throw deep_kiln with {amount} clay")
    for number in (MOST + 1, LEAST - 1, 10**5000):

        def change(data: dict[str, Any], number: int = number) -> None:
            data["state"]["variables"]["rounds"] = number

        with pytest.raises(kfdsl.SaveError, match="is not"):
            rules.resume(signed(game.save(), change), if_changed="position")
