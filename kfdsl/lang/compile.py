"""The recipe: texts to a program, one stage after another, stopping after a stage that reported an error.

In:   packs as sources, and the grammar's text.      Out:  a Program, or nothing and a report.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kfdsl.lang import nodes
from kfdsl.lang.elaborate.elaborate import elaborate
from kfdsl.lang.judge.judge import judge
from kfdsl.lang.link.link import link
from kfdsl.lang.link.model import OptionText, PackText
from kfdsl.lang.syntax.build import build_expr
from kfdsl.lang.syntax.parse import parse_expr
from kfdsl.lang.syntax.read import read
from kfdsl.program import core
from kfdsl.text.diagnostic import Report
from kfdsl.text.source import Source, Span

MOST_MISTAKES = 200
# What checking may take beside going through the text: so much in any case, and so much for each character. All shipped packs together take 23,000.
STEPS, STEPS_EACH = 500_000, 2


@dataclass(frozen=True, slots=True, kw_only=True)
class PackSource:
    """A pack as text: its files, and the packs that it comes after."""

    name: str
    version: str
    after: frozenset[str]
    sources: tuple[Source, ...]
    options: tuple[OptionText, ...] = ()
    requires: frozenset[str] = frozenset()  # of those it comes after, the ones that it cannot do without
    speaks_of: frozenset[str] = frozenset()  # packs that its manifest names, loaded or not
    known: frozenset[str] = frozenset()  # packs that exist, loaded or not, as far as anybody can tell
    languages: frozenset[str] = frozenset()  # those that its manifest names


def compile_packs(packs: Sequence[PackSource], grammar: str, report: Report) -> core.Program | None:
    """The program of packs in canonical order."""
    program = None
    try:
        with report.limited(
            MOST_MISTAKES, STEPS + STEPS_EACH * sum(len(each.text) for pack in packs for each in pack.sources)
        ):
            texts = [
                PackText(
                    name=pack.name,
                    version=pack.version,
                    after=pack.after,
                    files=_files(pack, grammar, report),
                    options=pack.options,
                    requires=pack.requires,
                    speaks_of=pack.speaks_of,
                    known=pack.known,
                    languages=pack.languages,
                )
                for pack in packs
            ]
            program = None if report.failed else _program(texts, grammar, report)
    except RecursionError:  # depth is bounded everywhere; but how much of it is left depends on who calls
        report.error(
            "too-deep",
            "this is nested too deeply to be read",
            None,
            where=", ".join(pack.name for pack in packs),
            help="give the inner parts names of their own",
        )
    return None if report.failed else program


def _program(texts: list[PackText], grammar: str, report: Report) -> core.Program | None:
    """From nodes to a judged program."""
    model = link(texts, report)
    if report.failed:
        return None

    def read_hole(span: Span) -> nodes.Expr | None:
        tree = parse_expr(span.source, span, grammar, report)
        return build_expr(span.source, tree, report) if tree else None

    made = elaborate(model, read_hole, report)
    if made is None:
        return None
    return judge(made, model, report)


def _files(pack: PackSource, grammar: str, report: Report) -> tuple[nodes.File, ...]:
    files = [read(source, grammar, report) for source in pack.sources]
    return tuple(file for file in files if file is not None)
