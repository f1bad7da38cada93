"""Checking and compiling take no more than the text is long; what would take more is refused at a line."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from time import process_time

import pytest

from benchmarks.growth import GROWING, YARD
from kfdsl.engine.codegen.compile import Code
from kfdsl.lang.compile import PackSource, compile_packs
from kfdsl.lang.link.precedence import by_over
from kfdsl.packs.shipped import grammar_file
from kfdsl.program import core
from kfdsl.text.diagnostic import Diagnostic, Report
from kfdsl.text.source import Source

SIZE = 2000
SLOWEST = 20.0  # seconds of this process; one to four on a quiet machine, minutes or hours where something grows with a square


def each(text: str, size: int = SIZE) -> str:
    return "".join(text.format(n=at, m=at - 1) + "\n" for at in range(size))


def within(opening: str, text: str) -> str:
    return f"{opening} {{\n{each(text)}}}\n"


def sums(names: Sequence[str], at: str = "all_of") -> str:
    """Queries that add up very many things, few in each."""
    if len(names) <= 40:
        return f"query {at}() -> number = {' + '.join(names)}\n"
    step = -(-len(names) // 40)
    parts = [sums(names[first : first + step], f"{at}_{first}") for first in range(0, len(names), step)]
    return "".join(parts) + sums([f"{at}_{first}()" for first in range(0, len(names), step)], at)


# What grows, and the codes of what it may be refused for: none if it is linear.
GROWN: dict[str, tuple[str, set[str]]] = {
    "a chain of queries": (
        "query q0() -> number = 1\n" + each("query q{n}() -> number = q{m}() + q{m}()").split("\n", 1)[1],
        {"too-deep"},
    ),
    "a chain of effects": (
        "effect e0() { marks := 1 }\n" + each("effect e{n}() {{ e{m}(); e{m}() }}").split("\n", 1)[1],
        {"too-deep"},
    ),
    "a chain of effects that ask": (
        "effect e0() { ask n: number in numbers(3); marks := n }\n"
        + each("effect e{n}() {{ e{m}(); e{m}() }}").split("\n", 1)[1],
        {"too-deep"},
    ),
    "queries that read all variables through one": (
        each("var v{n}: number = {n}")
        + sums([f"v{at}" for at in range(SIZE)])
        + each("open query q{n}() -> number = all_of() + {n}"),
        {"too-much"},
    ),
    "effects that change all variables through one": (
        each("var v{n}: number = {n}")
        + within("effect all_of()", "v{n} := marks")
        + each("open effect e{n}() {{ all_of() }}"),
        {"too-much"},
    ),
    "one effect that reads all variables": (
        each("var v{n}: number = {n}") + within("open effect all_of()", "v{n} := v{n} + 1"),
        {"too-much"},
    ),
    "cards with as many fields": (
        "place shelf of pan, in order, seen by all\n"
        + within("kind pan starts in shelf", "f{n}: number = {n}")
        + each('pan p{n} "P" {{ }}'),
        {"too-much"},
    ),
    "tokens with as many traits": (
        each("trait t{n}")
        + f"trait top is {', '.join(f't{at}' for at in range(SIZE))}\n"
        + each('open token k{n} "k" "k" is top'),
        {"too-much"},
    ),
    "places that hand tokens on": (
        each("open place p{n} of tokens, seen by all")
        + "".join(f"open effect e{at}() {{ move up to 1 clay from p{at + 1} to p{at} }}\n" for at in range(SIZE - 1))
        + f"open effect first() {{ move up to 1 clay from pit to p{SIZE - 1} }}\n",
        set(),
    ),
    "asks in one effect": (within("open effect long()", "ask n{n}: number in numbers(3)"), {"too-long"}),
    "conditions with asks": (
        within("open effect long()", "if marks > {n} {{ ask n{n}: number in numbers(3) }}"),
        {"too-long"},
    ),
    "names in one effect": (within("open effect long()", "let n{n} = marks"), set()),
    "names in one effect that waits": (
        "open effect long() {\n" + each("ask a{n}: number in numbers(3)", 7) + each("let n{n} = marks") + "}\n",
        {"too-long"},
    ),
    "answers to a moment": ("moment night\n" + each("on night {{ marks := marks + {n} }}"), set()),
    "changes of an effect": (
        "open effect long() { marks := 1 }\n" + each("extend effect long before {{ marks := {n} }}"),
        set(),
    ),
    "changes of a flow": (each("extend flow day before evening {{ marks := {n} }}"), set()),
}


def compiled(text: str) -> tuple[core.Program | None, list[Diagnostic]]:
    report = Report()
    source = Source("rules/grown/all.kf", "grown", YARD + text)
    pack = PackSource(name="grown", version="1.0.0", after=frozenset(), sources=(source,))
    program = compile_packs([pack], grammar_file().read_text(encoding="utf-8"), report)
    return program, [found for found in report.diagnostics if found.severity == "error"]


@pytest.mark.parametrize("name", GROWN)
def test_what_grows_is_compiled_in_time_or_refused_at_a_line(name: str) -> None:
    text, codes = GROWN[name]
    begin = process_time()
    program, errors = compiled(text)
    if program is not None:
        Code(program)
    assert process_time() - begin < SLOWEST
    assert {found.code for found in errors} == codes
    assert (program is None) == bool(codes)
    assert all(found.span is not None and found.help for found in errors)


@pytest.mark.parametrize("name", GROWING)
def test_what_the_benchmark_lets_grow_is_compiled(name: str) -> None:
    program, errors = compiled(GROWING[name](130))
    assert not errors
    assert program is not None
    Code(program)


SIDE = """menu side_work(me: player)
action stir in side_work { need few: marks < 3; do { marks := marks + 1 } }
"""


@pytest.mark.parametrize(
    "text",
    [
        "ask n{n}: number in numbers(3)",
        "if marks > {n} {{ ask n{n}: number in numbers(3) }}",
        "repeat choose side_work(me) or stop",
    ],
)
def test_a_rule_that_waits_as_often_as_it_may_is_compiled(text: str) -> None:
    """As it is in a game: nothing is left of what only the depth of our own calls would stop."""
    times = 30 if text.startswith("if") else 60
    program, errors = compiled(f"{SIDE}action long in work {{ do {{\n{each(text, times)}}} }}\n")
    assert not errors
    assert program is not None
    Code(program)


Change = tuple[int, str, Collection[str]]


def one_by_one(changes: list[Change]) -> list[Change]:
    """What `over` means, as it is said: always the first of those that are over none that are left, or the first."""

    def is_below(one: Change, other: Change) -> bool:
        return one[1] in other[2] and (one[1] != other[1] or one[1] not in one[2])

    left, done = list(changes), list[Change]()
    while left:
        free = [each for each in left if not any(is_below(other, each) for other in left if other is not each)]
        done.append((free or left)[0])
        left.remove(done[-1])
    return done


def test_over_puts_changes_as_it_says_however_many_there_are() -> None:
    rnd = random.Random(5)
    for _ in range(2000):
        packs = "abcd"[: rnd.randint(1, 4)]
        changes: list[Change] = [
            (at, rnd.choice(packs), tuple(rnd.sample(packs + "x", rnd.randint(0, len(packs)))))
            for at in range(rnd.randint(0, 7))
        ]
        assert by_over(changes, lambda change: change[1], lambda change: change[2]) == one_by_one(changes)
