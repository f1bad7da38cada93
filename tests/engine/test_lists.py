"""Lists and amounts do what Python's own lists and counters do, in both printers."""

from __future__ import annotations

from collections import Counter
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from kfdsl.engine.play.game import Game
from kfdsl.engine.rules.table import Table
from kfdsl.program import made_names
from kfdsl.program.numbering import Numbering
from tests.lang.loading import load

VARS = ("va", "vb", "vc")
TOKENS = ("clay", "straw", "pot")
WORLD = """
trait soft
token clay is soft
token straw is soft
token pot
place pit of tokens, seen by all, holds 3 clay
main flow game { begin: { score 1 to seat(1) for "x" } }
""" + "".join(f"open var {name}: number = 0\n" for name in VARS)

Node = tuple[Any, ...]
Known = dict[str, int]
numbers = st.one_of(st.integers(-4, 12).map(lambda n: ("number", n)), st.sampled_from([("var", name) for name in VARS]))


def grown(inner: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    return st.one_of(
        st.tuples(st.just("+"), inner, inner),
        st.tuples(st.sampled_from(["first", "beyond", "but"]), numbers, inner),
        st.tuples(st.sampled_from(["distinct", "squares", "even", "by_size", "falling", "by_rest", "asked", "twice"]), inner),
        st.tuples(st.just("if"), numbers, numbers, inner, inner),
    )


literals = st.lists(numbers, max_size=5).map(lambda parts: ("list", *parts))
lists = st.recursive(st.one_of(literals, st.integers(0, 6).map(lambda n: ("numbers", n))), grown, max_leaves=6)
answers = st.one_of(
    st.tuples(st.just("size"), lists),
    st.tuples(st.sampled_from(["item", "position", "has"]), numbers, lists),
    st.tuples(st.just("same"), lists, lists),
    st.tuples(st.just("places"), lists),
)


def text_of(node: Node, depth: int = 0) -> str:
    """How it is written."""
    parts = [text_of(part, depth + 1) for part in node[1:] if isinstance(part, tuple)]
    n = f"n{depth}"
    match node[0]:
        case "number":
            return f"({node[1]})"
        case "var":
            return str(node[1])
        case "list":
            return f"[{', '.join(parts)}]" if parts else "nothing()"
        case "numbers" | "first" | "beyond" | "distinct":
            return f"{node[0]}({', '.join(parts or [str(node[1])])})"
        case "+":
            return f"({parts[0]} + {parts[1]})"
        case "but":
            return f"({parts[1]} but {parts[0]})"
        case "squares":
            return f"(list of {n} * {n} for {n} in {parts[0]})"
        case "even":
            return f"(all {n} in {parts[0]} where {n} mod 2 = 0)"
        case "by_size":
            return f"(all {n} in {parts[0]} sorted by {n})"
        case "falling":
            return f"(all {n} in {parts[0]} sorted by -{n} where {n} != va)"
        case "by_rest":
            return f"(all {n} in {parts[0]} sorted by {n} mod 3)"
        case "asked":
            return f"as_it_is({parts[0]})"
        case "twice":
            return f"(let {n} = {parts[0]} in {n} + {n})"
        case "if":
            return f"(if {parts[0]} < {parts[1]} then {parts[2]} else {parts[3]})"
        case "size":
            return f"size({parts[0]})"
        case "item":
            return f"item({parts[0]}, {parts[1]})"
        case "position":
            return f"position_of({parts[0]}, {parts[1]})"
        case "has":
            return f"(if {parts[0]} in {parts[1]} then 1 else 0)"
        case "same":
            return f"(if {parts[0]} = {parts[1]} then 1 else 0)"
        case "places":  # what it comes to hangs on every item and on where it stands
            return f"(sum of {n} * (if item({n}, {parts[0]}) is there then {n} else 0) for {n} in numbers(size({parts[0]})))"
    raise AssertionError(node)


def meant(node: Node, known: Known) -> Any:
    """What Python says."""
    parts = [meant(part, known) for part in node[1:] if isinstance(part, tuple)]
    match node[0]:
        case "number":
            return node[1]
        case "var":
            return known[node[1]]
        case "list":
            return parts
        case "numbers":
            return list(range(1, node[1] + 1))
        case "first":
            return parts[1][: max(parts[0], 0)]
        case "beyond":
            return parts[1][max(parts[0], 0) :]
        case "distinct":
            return list(dict.fromkeys(parts[0]))
        case "+":
            return parts[0] + parts[1]
        case "but":
            return [each for each in parts[1] if each != parts[0]]
        case "squares":
            return [each * each for each in parts[0]]
        case "even":
            return [each for each in parts[0] if each % 2 == 0]
        case "by_size":
            return sorted(parts[0])
        case "falling":
            return sorted((each for each in parts[0] if each != known["va"]), reverse=True)
        case "by_rest":
            return sorted(parts[0], key=lambda each: each % 3)
        case "asked":
            return parts[0]
        case "twice":
            return parts[0] + parts[0]
        case "if":
            return parts[2] if parts[0] < parts[1] else parts[3]
        case "size":
            return len(parts[0])
        case "item":
            return parts[1][parts[0] - 1] if 1 <= parts[0] <= len(parts[1]) else None
        case "position":
            return parts[1].index(parts[0]) + 1 if parts[0] in parts[1] else None
        case "has":
            return int(parts[0] in parts[1])
        case "same":
            return int(parts[0] == parts[1])
        case "places":
            return sum(each * each for each in range(1, len(parts[0]) + 1))
    raise AssertionError(node)


some_worlds = st.lists(st.tuples(*[st.integers(-3, 9)] * 3), min_size=4, max_size=4)


@settings(max_examples=60, deadline=None)
@given(nodes=st.lists(answers, min_size=4, max_size=8), worlds=some_worlds)
def test_lists_are_as_python_has_them(nodes: list[Node], worlds: list[tuple[int, ...]]) -> None:
    is_meant(nodes, worlds, is_native=False)


@settings(max_examples=10, deadline=None)
@given(nodes=st.lists(answers, min_size=4, max_size=8), worlds=some_worlds)
def test_they_are_natively_too(nodes: list[Node], worlds: list[tuple[int, ...]]) -> None:
    is_meant(nodes, worlds, is_native=True)


def is_meant(nodes: list[Node], worlds: list[tuple[int, ...]], is_native: bool) -> None:
    text = WORLD + "query nothing() -> list of number = []\nquery as_it_is(xs: list of number) -> list of number = xs\n"
    kinds = ("item", "position")
    text += "".join(
        f"open query q{at}() -> number{'?' if node[0] in kinds else ''} = {text_of(node)}\n" for at, node in enumerate(nodes)
    )
    for world, found in asked(text, len(nodes), worlds, is_native):
        assert found == [meant(node, dict(zip(VARS, world, strict=True))) for node in nodes], text


def asked(
    text: str, count: int, worlds: list[tuple[int, ...]], is_native: bool
) -> list[tuple[tuple[int, ...], list[Any]]]:
    """What queries answer, in each world."""
    program, report = load(text)
    assert program is not None, [each.message for each in report.diagnostics]
    table = Table(Numbering(program), 2)
    game = Game(table, ["Ann", "Ben"], 1)
    if is_native:
        table.compile_now()
    found = []
    for world in worlds:
        for name, value in zip(VARS, world, strict=True):
            game.state.cells[table.layout.tables[made_names.var_cells(name)]] = value
        table.fill()
        found.append((world, [table.query(game.state, f"q{at}") for at in range(count)]))
    return found


# ---- amounts

amounts = st.recursive(
    st.one_of(
        st.tuples(st.just("amount"), st.integers(0, 9), st.sampled_from(TOKENS)),
        st.tuples(st.just("counted"), numbers, st.sampled_from(TOKENS)),
    ),
    lambda inner: st.one_of(
        st.tuples(st.sampled_from(["+", "-"]), inner, inner), st.tuples(st.just("*"), numbers, inner), st.tuples(st.just("soft"), inner)
    ),
    max_leaves=6,
)


def amount_text(node: Node) -> str:
    match node:
        case "amount", count, token:
            return f"{count} {token}"
        case "counted", count, token:
            return f"{text_of(count)} * 1 {token}"
        case "*", times, inner:
            return f"({text_of(times)} * ({amount_text(inner)}))"
        case "soft", inner:
            return f"(soft in ({amount_text(inner)}))"
        case sign, one, other:
            return f"(({amount_text(one)}) {sign} ({amount_text(other)}))"
    raise AssertionError(node)


def counted(node: Node, known: Known) -> Counter[str]:
    match node:
        case "amount", count, token:
            return +Counter({token: count})
        case "counted", count, token:
            return +Counter({token: max(meant(count, known), 0)})
        case "*", times, inner:
            return +Counter({token: many * max(meant(times, known), 0) for token, many in counted(inner, known).items()})
        case "soft", inner:
            return Counter({token: many for token, many in counted(inner, known).items() if token != "pot"})
        case "+", one, other:
            return counted(one, known) + counted(other, known)
        case "-", one, other:
            return counted(one, known) - counted(other, known)
    raise AssertionError(node)


@settings(max_examples=60, deadline=None)
@given(nodes=st.lists(amounts, min_size=4, max_size=8), worlds=some_worlds)
def test_amounts_are_as_counters_have_them(nodes: list[Node], worlds: list[tuple[int, ...]]) -> None:
    is_counted(nodes, worlds, is_native=False)


@settings(max_examples=10, deadline=None)
@given(nodes=st.lists(amounts, min_size=4, max_size=8), worlds=some_worlds)
def test_amounts_are_natively_too(nodes: list[Node], worlds: list[tuple[int, ...]]) -> None:
    is_counted(nodes, worlds, is_native=True)


def is_counted(nodes: list[Node], worlds: list[tuple[int, ...]], is_native: bool) -> None:
    text = WORLD + "query wanted(what: want) -> number = size(what)\n"
    for at, node in enumerate(nodes):
        text += f"query b{at}() -> bundle = {amount_text(node)}\n"
        digits = " + ".join(f"{1000**place} * size({token} in b{at}())" for place, token in enumerate(TOKENS))
        text += f"open query q{2 * at}() -> number = {digits}\n"
        text += f"open query q{2 * at + 1}() -> number = wanted(b{at}() + va * 2 different soft)\n"
    for world, found in asked(text, 2 * len(nodes), worlds, is_native):
        known = dict(zip(VARS, world, strict=True))
        for at, node in enumerate(nodes):
            have = counted(node, known)
            assert found[2 * at] == sum(1000**place * have[token] for place, token in enumerate(TOKENS)), amount_text(node)
            assert found[2 * at + 1] == have.total() + 2 * max(world[0], 0), amount_text(node)
