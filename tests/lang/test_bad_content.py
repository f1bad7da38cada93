"""Content of any form gives diagnostics, in bounded time and memory, and never a traceback."""

from __future__ import annotations

import inspect
import os
import sys
import time
import tracemalloc
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kfdsl.lang.compile import PackSource
from kfdsl.program import core
from kfdsl.text.diagnostic import Report
from kfdsl.text.render import render, to_json
from tests.lang.loading import as_code, load, pack
from tests.lang.samples import FIRING, YARD

FULL = bool(os.environ.get("KFDSL_FULL"))
# Of processor time; each takes a tenth of it where nothing else runs. What only is many is a quarter as many here: that twice as much
# takes twice as long is seen in test_growth.py.
SECONDS, PART = (10, 1) if FULL else (5, 4)
DEEP, MANY = 10_000, 100_000


def game(text: str) -> list[PackSource]:
    """A text as a pack beside the yard."""
    return [pack("yard", YARD), pack("hollow", text, after=("yard",))]


def judged(*packs: PackSource) -> tuple[core.Program | None, Report]:
    """Load packs; whatever is wrong is told with its place, and what is not can be compiled."""
    program, report = load(*packs)
    assert (program is None) == report.failed
    assert render(report.diagnostics) or not report.diagnostics
    for found in to_json(report.diagnostics):
        assert found["code"] and found["message"] and found["file"]
        assert found["line"] is None or (found["line"] > 0 and found["column"] > 0)  # type: ignore[operator]
    if program is not None:
        as_code(program)
    return program, report


def test_the_sample_itself_is_good() -> None:
    program, report = judged(*game(FIRING))
    assert program is not None
    assert report.diagnostics == ()


@pytest.mark.parametrize("at", range(0, len(FIRING), 1 if FULL else 41))
def test_a_file_that_is_cut_off_is_told_of(at: int) -> None:
    judged(*game(FIRING[:at]))


@pytest.mark.parametrize("at", range(0, len(YARD), 1 if FULL else 83))
def test_a_file_whose_beginning_is_missing_is_told_of(at: int) -> None:
    judged(pack("yard", YARD[at:]), pack("hollow", FIRING, after=("yard",)))


WORDS = sorted(
    {
        *FIRING.replace("(", " ( ").replace(")", " ) ").split(),
        "}",
        "{",
        "(",
        ")",
        ",",
        ";",
        '"',
        "=",
        ":=",
        "me",
        "here",
        "none",
        "1",
    }
)


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """The sample after a few slips: something left out, doubled, swapped or put in."""
    text = FIRING
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(text)))
        size = draw(st.integers(0, 30))
        part = text[at : at + size]
        put = draw(
            st.one_of(
                st.just(""),
                st.just(part + part),
                st.just(part[::-1]),
                st.sampled_from(WORDS).map(lambda word: f" {word} "),
                st.text(max_size=5),
            )
        )
        text = text[:at] + put + text[at + size :]
    return text


@settings(
    max_examples=3000 if FULL else 60, deadline=None, suppress_health_check=list(HealthCheck), derandomize=not FULL
)
@given(mutated())
def test_slips_anywhere_are_told_of(text: str) -> None:
    judged(*game(text))


@st.composite
def reworded(draw: st.DrawFn) -> str:
    """The sample with some of its words put in the place of others: most of it can still be read."""
    words = FIRING.split(" ")
    for _ in range(draw(st.integers(1, 6))):
        words[draw(st.integers(0, len(words) - 1))] = draw(st.sampled_from(words))
    return " ".join(words)


@settings(
    max_examples=3000 if FULL else 60, deadline=None, suppress_health_check=list(HealthCheck), derandomize=not FULL
)
@given(reworded())
def test_words_in_wrong_places_are_told_of(text: str) -> None:
    judged(*game(text))


def chain(form: str, last: str, length: int) -> str:
    """Declarations each of which stands on the next."""
    return "\n".join(form.format(i, i + 1) for i in range(length)) + "\n" + last.format(length)


BAD: dict[str, tuple[Callable[[], str], set[str]]] = {
    "braces in braces": (lambda: "effect f() " + "{" * DEEP + "}" * DEEP, {"too-deep"}),
    "braces never closed": (lambda: "effect f() " + "{" * DEEP, {"syntax"}),
    "brackets in brackets": (lambda: "open query f() -> number = " + "(" * DEEP + "1" + ")" * DEEP, {"too-deep"}),
    "brackets never closed": (lambda: "open query f() -> number = " + "(" * DEEP, {"syntax"}),
    "calls in calls": (lambda: "open query f() -> number = " + "size(" * DEEP, {"syntax"}),
    "a sum of very many": (lambda: "open query f() -> number = " + " + ".join(["1"] * MANY), {"too-long"}),
    "a sum of many": (lambda: "open query f() -> number = " + " + ".join(["heat"] * 5000), {"too-deep"}),
    "not not not": (lambda: "open query f() -> bool = " + "not " * DEEP + "true", {"too-deep"}),
    "and and and": (lambda: "open query f() -> bool = " + " and ".join(["heat > 1"] * 5000), {"too-deep"}),
    "minus minus minus": (lambda: "open query f() -> number = " + "-" * DEEP + "1", {"too-deep"}),
    "dots": (lambda: "open query f() -> number = old_kiln" + ".x" * DEEP, {"too-deep"}),
    "if then else": (lambda: "open query f() -> number = " + "if heat > 1 then 1 else " * 5000 + "1", {"too-deep"}),
    "ifs in ifs": (lambda: "open effect f() { " + "if heat > 1 { " * 5000 + "}" * 5000 + "}", {"too-deep"}),
    "else if, else if": (
        lambda: "open effect f() { if heat > 1 { } " + "else if heat > 1 { } " * 5000 + "}",
        {"too-deep"},
    ),
    "lists of lists": (lambda: "open query f() -> " + "list of " * DEEP + "number = 1", {"too-deep"}),
    "question marks": (lambda: "open query f() -> number" + "?" * DEEP + " = 1", {"too-deep"}),
    "steps in steps": (lambda: "open effect f() { " + "a: " * DEEP + "heat := 1 }", {"too-deep"}),
    "choices in choices": (
        lambda: "open effect f() { " + "one of { heat := 1 } or { " * 500 + "} " * 500 + "}",
        {"too-deep"},
    ),
    "packs in packs": (lambda: "with yard { " * 2000 + "}" * 2000, {"too-deep"}),
    "loops in loops": (
        lambda: "open effect f() { " + " ".join(f"for k{i} in yard {{" for i in range(20)) + "}" * 20 + "}",
        {"too-deep"},
    ),
    "loops beside loops": (
        lambda: (
            "open query f() -> list of kiln joined by list { add k0 "
            + " ".join(f"for k{i} in yard" for i in range(300))
            + " }"
        ),
        {"too-deep"},
    ),
    "a giant number": (lambda: "open query f() -> number = " + "9" * 150, {"number-too-large"}),
    "an endless number": (lambda: "open query f() -> number = " + "9" * 1_000_000, {"too-long"}),
    "a giant amount": (lambda: "open place p of tokens, holds 99999999999 clay", {"number-too-large"}),
    "an endless name": (lambda: "token " + "a" * 1_000_000, {"too-long"}),
    "an endless text": (lambda: 'token brick "' + "x" * 1_000_000 + '"', set()),
    "an endless line": (lambda: "token brick " + " " * 1_000_000 + "}", {"syntax"}),
    "endless quotes": (lambda: "token brick " + '"' * 1_000_000, {"too-long"}),
    "an endless comment": (lambda: "#" * 1_000_000, set()),
    "empty lines": (lambda: "\n" * 1_000_000 + "}", {"syntax"}),
    "ten thousand tokens": (lambda: "\n".join(f"token t{i} is earth" for i in range(10_000)), {"too-many-members"}),
    "very many variables": (lambda: "\n".join(f"open var v{i}: number = 0" for i in range(10_000 // PART)), set()),
    "many queries": (lambda: "\n".join(f"open query q{i}() -> number = 1" for i in range(5000 // PART)), set()),
    "many menus": (lambda: "\n".join(f"open menu m{i}(me: player)" for i in range(3000 // PART)), set()),
    "many cards": (
        lambda: "\n".join(f"kiln k{i} {{ lit {{ work: dig 1 clay }} }}" for i in range(3000 // PART)),
        set(),
    ),
    "many statements": (lambda: "open effect f() { " + "heat := 1; " * (10_000 // PART) + "}", set()),
    "many lets": (
        lambda: (
            "open effect f() { let a0 = 1; "
            + "; ".join(f"let a{i + 1} = a{i} + a{i}" for i in range(2000 // PART))
            + " }"
        ),
        set(),
    ),
    "more names than a rule may have": (
        lambda: "open effect f() { " + " ".join(f"for k{i} in yard {{ }}" for i in range(2501)) + " }",
        {"too-long"},
    ),
    "many holes": (
        lambda: (
            "action a in work { "
            + " ".join(f'need n{i}: heat > 1 else "{{heat}} {{heat}}"' for i in range(2000))
            + " }"
        ),
        set(),
    ),
    "traits of traits": (lambda: chain("open trait t{} is t{}", "open trait t{}", 5000 // PART), {"too-deep"}),
    "traits in a web": (
        lambda: (
            "\n".join(f"open trait t{i} is " + ", ".join(f"t{j}" for j in range(i + 1, i + 20)) for i in range(200))
            + "\n"
            + "\n".join(f"open trait t{j}" for j in range(200, 220))
        ),
        {"too-deep"},
    ),
    "queries of queries": (
        lambda: chain("open query q{}() -> number = q{}()", "open query q{}() -> number = 1", 5000 // PART),
        {"too-deep"},
    ),
    "a loop that ends by queries in a web": (
        lambda: (
            chain("query q{0}() -> number = q{1}() + q{1}()", "query q{}() -> number = 1", 50)
            + "\nopen effect f() { repeat { heat := heat + 1 } until heat >= q0() }"
        ),
        {"over-budget"},
    ),
    "a loop that ends by queries in a web that can just be gone through": (
        lambda: (
            chain("query q{0}() -> number = q{1}() + q{1}()", "query q{}() -> number = 1", 22)
            + "\nopen effect f() { repeat { heat := heat + 1 } until heat >= q0() }"
        ),
        set(),
    ),
    "lists in a web": (
        lambda: (
            chain("query q{0}() -> list of kiln = q{1}() + q{1}()", "query q{}() -> list of kiln = yard", 50)
            + "\nopen effect f() { for k in q0() { heat := 1 } ask k: kiln in q0() }"
        ),
        {"over-budget"},
    ),
    "lists in a web with a short way through": (
        lambda: (
            chain(
                "query q{0}() -> list of kiln = if heat > 1 then q{1}() + q{1}() else yard",
                "query q{}() -> list of kiln = yard",
                50,
            )
            + "\nopen effect f() { for k in q0() { heat := 1 } ask k: kiln in q0() }"
        ),
        set(),
    ),
    "queries in a web": (
        lambda: chain("open query q{0}() -> number = q{1}() + q{1}()", "open query q{}() -> number = 1", 50),
        {"over-budget"},
    ),
    "queries in a web with a short way through": (
        lambda: chain(
            "open query q{0}() -> number = if heat > 1 then q{1}() + q{1}() else 1",
            "open query q{}() -> number = 1",
            50,
        ),
        set(),
    ),
    "effects of effects": (
        lambda: chain("open effect q{}() {{ q{}() }}", "open effect q{}() {{ ask k: kiln in yard }}", 5000 // PART),
        {"too-deep"},
    ),
    "effects in a web": (
        lambda: chain("open effect q{0}() {{ q{1}(); q{1}() }}", "open effect q{}() {{ ask k: kiln in yard }}", 50),
        set(),
    ),
    "a ring of queries": (
        lambda: "\n".join(f"open query q{i}() -> number = q{(i + 1) % (3000 // PART)}()" for i in range(3000 // PART)),
        {"recursion"},
    ),
    "rings of queries": (
        lambda: "\n".join(f"open query q{i}() -> number = q{i}()" for i in range(3000 // PART)),
        {"recursion"},
    ),
    "positions in a web": (
        lambda: (
            chain("position q{0} for ann, ben {{ q{1}; q{1} }}", "position q{} for ann, ben {{ }}", 30)
            + '\nexample "x" { given q0 then heat = 1 }'
        ),
        {"position-cycle"},
    ),
    "many exceptions": (
        lambda: "\n".join(f"extend query wealth when heat = {i} then {i}" for i in range(1000)),
        {"too-deep"},
    ),
    "many exceptions at once": (
        lambda: "\n".join(f"extend query wealth when heat > {i} then {i}" for i in range(60)),
        {"open-order", "too-many"},
    ),
    "many conditional sums": (lambda: "extend query wealth { " + "plus 1 where heat > 1 " * 1000 + "}", set()),
    "many conditional products": (
        lambda: "extend query wealth { " + "times 1 where heat > 1 " * 1000 + "}",
        {"too-deep"},
    ),
    "unknown words": (
        lambda: "\n".join(f"open query q{i}() -> number = x{i}" for i in range(3000)),
        {"unknown-name", "too-many"},
    ),
    "unknown kinds": (lambda: "\n".join(f"zork q{i} {{ }}" for i in range(3000)), {"unknown-name", "too-many"}),
    "nothing but slips": (lambda: "token A\n" * 20_000, {"syntax"}),
    "nothing but braces": (lambda: "}\n" * 10_000, {"syntax"}),
    "control characters": (lambda: "\x00\x01\x02" * 10_000, {"syntax"}),
    "half a character": (lambda: "token \ud800", {"syntax"}),
    "marks that cannot be seen": (lambda: "\ufeff\u200btoken a", {"syntax"}),
    "many secrets": (
        lambda: "\n".join(f"action a{i} in work {{ need n: size(well) > 1 do {{ heat := 1 }} }}" for i in range(500)),
        {"secret", "too-many"},
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_content_made_to_hurt_is_told_of_in_time(name: str) -> None:
    text, codes = BAD[name]
    packs = game(text())
    before = time.process_time()
    _, report = load(*packs)
    assert time.process_time() - before < SECONDS
    assert {found.code for found in report.diagnostics if found.severity == "error"} == codes
    assert len(render(report.diagnostics)) < 2_000_000


@pytest.mark.parametrize("name", ["braces in braces", "a sum of very many", "ten thousand tokens", "an endless text"])
def test_content_made_to_hurt_takes_little_memory(name: str) -> None:
    packs = game(BAD[name][0]())
    tracemalloc.start()
    try:
        load(*packs)
        assert tracemalloc.get_traced_memory()[1] < 200 << 20
    finally:
        tracemalloc.stop()


def test_depth_that_the_caller_used_up_is_no_traceback() -> None:
    def sink(depth: int) -> Report:
        return sink(depth - 1) if depth else load(*game(FIRING))[1]

    used = len(inspect.stack())
    codes = {found.code for found in sink(sys.getrecursionlimit() - used - 25).diagnostics}
    assert codes == {"too-deep"}


def test_packs_that_come_after_one_another_do_not_confuse_the_linker() -> None:
    program, _ = judged(pack("yard", YARD, after=("hollow",)), pack("hollow", FIRING, after=("yard",)))
    assert program is not None


def test_the_order_in_which_packs_are_given_is_not_for_the_linker_to_settle() -> None:
    _, report = judged(
        pack("yard", YARD),
        pack("ridge", "patch kiln old_kiln { glow: hot }", after=("yard",)),
        pack("hollow", "patch kiln old_kiln { glow: warm }", after=("yard",)),
    )
    assert [found.code for found in report.diagnostics] == ["set-twice"]
