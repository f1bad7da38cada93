"""How the cost of checking and compiling grows with the text: at most in proportion to it.

    python -m benchmarks.growth [--quick]

Each row is a pack that is made of more and more of one thing; time of this process alone is counted, and memory as Python allocates it.
What a line of text costs at most of all rows is told at the end: about a millisecond and 50 kB.
The slope is that of the logarithms of cost and size between the two largest: 1.0 grows with the text, 2.0 with its square.
"""

from __future__ import annotations

import sys
import tracemalloc
from collections.abc import Callable
from math import log
from time import process_time

from kfdsl.engine.rules.table import Table
from kfdsl.lang.compile import PackSource, compile_packs
from kfdsl.packs.shipped import grammar_file
from kfdsl.program.numbering import Numbering
from kfdsl.record.cache_format import undisturbed
from kfdsl.text.diagnostic import Report
from kfdsl.text.source import Source

SIZES = (250, 500, 1000, 2000)
ROUNDS = 3  # of which the fastest counts
LIMIT = 1.35  # of a slope; what is not worked out in proportion shows as 2

YARD = """
token clay "clay" "clay"
place pit of tokens, seen by all, holds 20 clay
place yard of kiln, in order, seen by all
kind kiln starts in yard { heat: number }
kiln first_kiln "First kiln" { heat: 1 }
var marks: number = 0
menu work(me: player)
action rest in work { do { marks := marks + 1 } }
action pass in work { }
main flow day { evening: choose work(seat(1)) }
"""


def _chains(first: str, more: str, length: int = 16) -> Callable[[int], str]:
    """Chains of things that stand twice on one another, each of a length that is allowed."""
    return lambda size: "".join((more if at % length else first).format(n=at, m=at - 1) + "\n" for at in range(size))


def _each(text: str) -> Callable[[int], str]:
    return lambda size: "".join(text.format(n=at) + "\n" for at in range(size))


GROWING: dict[str, Callable[[int], str]] = {
    "queries": _each("open query q{n}() -> number = size(pit) + {n}"),
    "queries on one another": _chains(
        "open query q{n}() -> number = size(pit)", "open query q{n}() -> number = q{m}() + q{m}()"
    ),
    "effects": _each("open effect e{n}() {{ marks := marks + {n} }}"),
    "effects on one another": _chains("open effect e{n}() {{ marks := 1 }}", "open effect e{n}() {{ e{m}(); e{m}() }}"),
    "cards": _each('kiln k{n} "K{n}" {{ heat: {n} }}'),
    "actions": _each("action a{n} in work {{ need warm: marks > {n}; do {{ marks := marks + 1 }} }}"),
    "needs": lambda size: (
        "extend action rest {\n" + "".join(f"need n{at}: marks < {at + 9}\n" for at in range(size)) + "}\n"
    ),
    "extensions": _each("extend action rest {{ need n{n}: marks < {n} + 9 }}"),
    "statements": lambda size: (
        "open effect long() {\n" + "".join(f"marks := marks + {at}\n" for at in range(size)) + "}\n"
    ),
    "terms": lambda size: (
        "open query sums() -> number = "
        + "\n + ".join(f"size(pit) * {at}" for at in range(min(size, 60)))
        + "\n"
        + "".join(
            f"open query sums_{n}() -> number = " + "\n + ".join(f"size(pit) * {at}" for at in range(60)) + "\n"
            for n in range(size // 60)
        )
    ),
    "answers to a moment": lambda size: "moment night\n" + _each("on night {{ marks := marks + {n} }}")(size),
    "changes of an effect": lambda size: (
        "open effect dig() { marks := 1 }\n" + _each("extend effect dig before {{ marks := {n} }}")(size)
    ),
    "variables": _each("open var v{n}: number = {n}"),
}


def cost(text: str) -> tuple[float, float]:
    """Seconds and megabytes of checking and compiling a pack."""
    grammar = grammar_file().read_text(encoding="utf-8")

    def work(text: str) -> None:
        report = Report()
        source = Source("rules/grown/all.kf", "grown", text)
        pack = PackSource(name="grown", version="1.0.0", after=frozenset(), sources=(source,))
        program = compile_packs([pack], grammar, report)
        assert program is not None, [str(each) for each in report.diagnostics][:3]
        Table(Numbering(program), 2).lowered()

    seconds = min(
        _timed(lambda again=again: work(text + "\n" * again)) for again in range(ROUNDS)
    )  # other texts: what was read is remembered
    tracemalloc.start()
    work(text + "# once more\n")  # what was read is remembered
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return seconds, most / 1e6


def _timed(work: Callable[[], None]) -> float:
    with undisturbed():  # as packs are loaded
        begin = process_time()
        work()
        return process_time() - begin


def slope(costs: list[float], sizes: list[int]) -> float:
    """How fast the cost grows with the size, between the last two."""
    return log(costs[-1] / costs[-2]) / log(sizes[-1] / sizes[-2])


def main() -> int:
    """Print a row for each; 1 if something grows faster than it may."""
    sizes = SIZES[:2] if "--quick" in sys.argv else SIZES
    cost(YARD)  # what is made once
    failed = 0
    most = [0.0, 0.0]
    print(f"{'growing':24}" + "".join(f"{size:>9}" for size in sizes) + "    slope   memory    slope")
    for name, grow in GROWING.items():
        texts = [YARD + grow(size) for size in sizes]
        found = [cost(text) for text in texts]
        lengths = [len(text) for text in texts]
        time_slope, memory_slope = (slope([each[at] for each in found], lengths) for at in (0, 1))
        failed |= time_slope > LIMIT or memory_slope > LIMIT
        lines = texts[-1].count("\n")
        most = [max(known, cost / lines) for known, cost in zip(most, found[-1], strict=True)]
        row = "".join(f"{seconds:>8.2f}s" for seconds, _ in found)
        print(f"{name:24}{row}{time_slope:>9.2f}{found[-1][1]:>7.0f}MB{memory_slope:>9.2f}", flush=True)
    print(f"at most {most[0] * 1000:.2f} ms and {most[1] * 1000:.0f} kB for a line")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
