"""Texts to a program, without files: for tests of the language."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from kfdsl.engine.flat.print_python import python_text
from kfdsl.engine.lower.lowered import Lowered
from kfdsl.engine.rules.table import Table
from kfdsl.lang.compile import PackSource, compile_packs
from kfdsl.program import core
from kfdsl.program.numbering import Numbering
from kfdsl.text.diagnostic import Report
from kfdsl.text.source import Source

TOP = Path(__file__).resolve().parent.parent.parent


@lru_cache(maxsize=1)
def grammar() -> str:
    return (TOP / "grammar" / "kfdsl.lark").read_text(encoding="utf-8")


def pack(name: str, *texts: str, after: tuple[str, ...] = ()) -> PackSource:
    """A pack of texts, called a.kf, b.kf and so on."""
    sources = tuple(Source(f"rules/{name}/{chr(97 + at)}.kf", name, text) for at, text in enumerate(texts))
    return PackSource(name=name, version="1.0.0", after=frozenset(after), sources=sources)


def load(*packs: PackSource | str) -> tuple[core.Program | None, Report]:
    """The program of packs, or of the text of one, and what was reported."""
    report = Report()
    program = compile_packs(
        [pack("hollow", each) if isinstance(each, str) else each for each in packs], grammar(), report
    )
    return program, report


def as_code(program: core.Program, players: int = 2) -> Lowered:
    """A program in flat form, and all of it compiled as Python, of which a game compiles what it comes to."""
    found = Table(Numbering(program), players).lowered()
    compile(python_text(found.functions), "rules", "exec")
    return found
