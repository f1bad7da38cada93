"""Checking and compiling take no more than the text is long; what would take more is refused at a line."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Collection, Sequence
from cProfile import Profile
from time import process_time

import pytest

from benchmarks.growth import GROWING, YARD
from kfdsl.lang.compile import PackSource, compile_packs
from kfdsl.lang.link.precedence import by_over
from kfdsl.packs.shipped import grammar_file
from kfdsl.program import core
from kfdsl.text.diagnostic import Diagnostic, Report
from kfdsl.text.source import Source
from tests.lang.loading import as_code

FULL = bool(os.environ.get("KFDSL_FULL"))
# So much is refused in time: seconds of this process; one to four on a quiet machine, minutes or hours where something grows with a square.
SIZE, SLOWEST = (2000, 20.0) if FULL else (800, 8.0)
# Between these the calls of Python functions are counted, which are the same on every machine.
FEW, MANY = (1000, 2000) if FULL else (80, 160)


def each(text: str, size: int) -> str:
    return "".join(text.format(n=at, m=at - 1) + "\n" for at in range(size))


def within(opening: str, text: str, size: int) -> str:
    return f"{opening} {{\n{each(text, size)}}}\n"


def sums(names: Sequence[str], at: str = "all_of") -> str:
    """Queries that add up very many things, few in each."""
    if len(names) <= 40:
        return f"query {at}() -> number = {' + '.join(names)}\n"
    step = -(-len(names) // 40)
    parts = [sums(names[first : first + step], f"{at}_{first}") for first in range(0, len(names), step)]
    return "".join(parts) + sums([f"{at}_{first}()" for first in range(0, len(names), step)], at)


# What grows until it is refused, and the code.
REFUSED: dict[str, tuple[Callable[[int], str], str]] = {
    "a chain of queries": (
        lambda size: (
            "query q0() -> number = 1\n" + each("query q{n}() -> number = q{m}() + q{m}()", size).split("\n", 1)[1]
        ),
        "too-deep",
    ),
    "a chain of effects": (
        lambda size: (
            "effect e0() { marks := 1 }\n" + each("effect e{n}() {{ e{m}(); e{m}() }}", size).split("\n", 1)[1]
        ),
        "too-deep",
    ),
    "a chain of effects that ask": (
        lambda size: (
            "effect e0() { ask n: number in numbers(3); marks := n }\n"
            + each("effect e{n}() {{ e{m}(); e{m}() }}", size).split("\n", 1)[1]
        ),
        "too-deep",
    ),
    "queries that read all variables through one": (
        lambda size: (
            each("var v{n}: number = {n}", size)
            + sums([f"v{at}" for at in range(size)])
            + each("open query q{n}() -> number = all_of() + {n}", size)
        ),
        "too-much",
    ),
    "effects that change all variables through one": (
        lambda size: (
            each("var v{n}: number = {n}", size)
            + within("effect all_of()", "v{n} := marks", size)
            + each("open effect e{n}() {{ all_of() }}", size)
        ),
        "too-much",
    ),
    "one effect that reads all variables": (
        lambda size: each("var v{n}: number = {n}", size) + within("open effect all_of()", "v{n} := v{n} + 1", size),
        "too-much",
    ),
    "cards with as many fields": (
        lambda size: (
            "place shelf of pan, in order, seen by all\n"
            + within("kind pan starts in shelf", "f{n}: number = {n}", size)
            + each('pan p{n} "P" {{ }}', size)
        ),
        "too-much",
    ),
    "tokens with as many traits": (
        lambda size: (
            each("trait t{n}", size)
            + f"trait top is {', '.join(f't{at}' for at in range(size))}\n"
            + each('open token k{n} "k" "k" is top', size)
        ),
        "too-much",
    ),
    "tokens": (lambda size: each('open token t{n} "t{n}" "t{n}s"', size), "too-many-members"),
    "asks in one effect": (
        lambda size: within("open effect long()", "ask n{n}: number in numbers(3)", size),
        "too-long",
    ),
    "conditions with asks": (
        lambda size: within("open effect long()", "if marks > {n} {{ ask n{n}: number in numbers(3) }}", size),
        "too-long",
    ),
    "names in one effect that waits": (
        lambda size: (
            "open effect long() {\n"
            + each("ask a{n}: number in numbers(3)", 30)
            + each("let n{n} = marks", size)
            + "}\n"
        ),
        "too-long",
    ),
}
# What may grow for as long as a file may be.
LINEAR: dict[str, Callable[[int], str]] = {
    **GROWING,
    "places that hand tokens on": lambda size: (
        each("open place p{n} of tokens, seen by all", size)
        + "".join(f"open effect e{at}() {{ move up to 1 clay from p{at + 1} to p{at} }}\n" for at in range(size - 1))
        + f"open effect first() {{ move up to 1 clay from pit to p{size - 1} }}\n"
    ),
    "names in one effect": lambda size: within("open effect long()", "let n{n} = marks", size),
    "changes of a flow": lambda size: each("extend flow day before evening {{ marks := {n} }}", size),
}


def compiled(text: str) -> tuple[core.Program | None, list[Diagnostic]]:
    report = Report()
    source = Source("rules/grown/all.kf", "grown", YARD + text)
    pack = PackSource(name="grown", version="1.0.0", after=frozenset(), sources=(source,))
    program = compile_packs([pack], grammar_file().read_text(encoding="utf-8"), report)
    return program, [found for found in report.diagnostics if found.severity == "error"]


@pytest.mark.parametrize("name", REFUSED)
def test_what_grows_too_much_is_refused_in_time_at_a_line(name: str) -> None:
    grow, code = REFUSED[name]
    begin = process_time()
    program, errors = compiled(grow(SIZE))
    assert process_time() - begin < SLOWEST
    assert program is None
    assert {found.code for found in errors} == {code}
    assert all(found.span is not None and found.help for found in errors)


def calls_to_compile(text: str) -> int:
    """How many functions are called until a text is code."""
    profile, begin = Profile(), process_time()
    profile.enable()
    program, errors = compiled(text)
    assert program is not None, errors
    as_code(program)
    profile.disable()
    assert process_time() - begin < SLOWEST
    return sum(entry.callcount for entry in profile.getstats())


@pytest.mark.parametrize("grow", LINEAR.values(), ids=LINEAR)
def test_twice_as_much_takes_twice_the_calls(grow: Callable[[int], str]) -> None:
    calls_to_compile("# nothing\n")  # what is made once
    none, few, many = (calls_to_compile(f"# {size}\n{grow(size)}") for size in (1, FEW, MANY))
    assert many - none < 2.1 * (few - none)


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
    as_code(program)


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
