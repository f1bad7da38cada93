"""What is said of a pack in which one file was changed, cheaply.

In:   packs, and the text of one file with a change in it.      Out:  diagnostics.
The packs are read and joined once. Of a changed file only the items that differ are read again; a changed example is laid out by itself, and other
changes are looked at without examples first. Whatever nothing is said of that way is checked in full, as `kfdsl check` does: so the short
ways only ever find what is told anyway.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache

from kfdsl.lang import nodes
from kfdsl.lang.compile import MOST_MISTAKES, PackSource, compile_packs
from kfdsl.lang.elaborate.context import Context
from kfdsl.lang.elaborate.elaborate import elaborate
from kfdsl.lang.elaborate.examples.examples import examples_of
from kfdsl.lang.elaborate.expr.expression import expression
from kfdsl.lang.elaborate.names import collect
from kfdsl.lang.link.link import link
from kfdsl.lang.link.model import Entry, PackText
from kfdsl.lang.syntax.build import build, build_expr
from kfdsl.lang.syntax.parse import parse, parse_expr
from kfdsl.lang.syntax.read import read
from kfdsl.loading import pack_texts
from kfdsl.packs.find import find
from kfdsl.packs.shipped import content_folder
from kfdsl.text.diagnostic import Diagnostic, Report
from kfdsl.text.source import Source, Span
from tests.lang.loading import grammar

STEPS = 2_000_000
ITEM = re.compile(r"^[A-Za-z]", re.MULTILINE)
SHOWN = nodes.Example | nodes.ExampleTable


@dataclasses.dataclass(slots=True)
class Base:
    """Packs without a flaw."""

    packs: list[PackSource]
    files: dict[Source, nodes.File]
    context: Context = dataclasses.field(init=False)
    warned: frozenset[tuple[str, str]] = dataclasses.field(init=False)

    def __post_init__(self) -> None:
        report = Report()
        assert compile_packs(self.packs, grammar(), report) is not None
        self.warned = frozenset((each.code, each.message) for each in report.diagnostics)
        model = link(_texts(self, {}, lambda item: not isinstance(item, SHOWN)), report)
        self.context = Context(collect(model, report), report, lambda span: None, expression)

    def sources(self, pack: str) -> list[Source]:
        """The files of one of the packs."""
        return [source for each in self.packs if each.name == pack for source in each.sources]


@cache
def base(pack: str) -> Base:
    """A shipped pack with those that it requires."""
    packs = pack_texts(find([pack], content_folder(), Report()))
    files = {}
    for each in packs:
        for source in each.sources:
            file = read(source, grammar(), Report())
            assert file is not None
            files[source] = file
    return Base(packs, files)


def said(base: Base, source: Source, text: str, is_local: bool) -> tuple[Diagnostic, ...]:
    """What is said if a file has another text; a local change touches one item only, and no brace."""
    report = Report()
    changed = Source(source.name, source.pack, text)
    if is_local:
        start, end = _item(source.text, text)
        gap = len(text) - len(source.text)
        alone = _blank(text[:start]) + text[start : end + gap] + _blank(text[end + gap :])
        made = _read(Source(source.name, source.pack, alone), report)
        if made is None:
            return report.diagnostics
        kept = base.files[source].items
        before = tuple(item for item in kept if item.span.start < start)
        after = tuple(item for item in kept if item.span.start >= end)
        if all(isinstance(item, SHOWN) for item in made.items):
            _examples(base, source.pack, made.items, report)
            if report.diagnostics:
                return report.diagnostics
        file = dataclasses.replace(made, items=(*before, *made.items, *after))
    else:
        read_again = _read(changed, report)
        if read_again is None:
            return report.diagnostics
        file = read_again
    _rules(base, source, file, report)
    return report.diagnostics or _whole(base, source, changed)


def _item(old: str, new: str) -> tuple[int, int]:
    """The stretch of the old text around what differs: whole items, and the beginning of the next."""
    at = next((i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    starts = [found.start() for found in ITEM.finditer(old)]
    first = max((each for each in starts if each <= at), default=0)
    return first, min((each for each in starts if each > max(at, first)), default=len(old))


def _blank(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)


def _read(source: Source, report: Report) -> nodes.File | None:
    with report.limited(MOST_MISTAKES, STEPS):
        tree = parse(source, grammar(), report)
        file = None if tree is None else build(source, tree, report)
        return None if report.failed else file
    return None


def _examples(base: Base, pack: str, items: Sequence[nodes.Item], report: Report) -> None:
    """Lay changed examples out."""
    context = base.context
    context.report = context.names.report = report
    context.read_hole = lambda span: _hole(span, report)
    context.model.examples = [Entry(item, pack) for item in items if isinstance(item, SHOWN)]
    with report.limited(MOST_MISTAKES, STEPS):
        examples_of(context)


def _rules(base: Base, source: Source, file: nodes.File, report: Report) -> None:
    """Link and elaborate all but examples."""
    with report.limited(MOST_MISTAKES, STEPS):
        model = link(_texts(base, {source: file}, lambda item: not isinstance(item, SHOWN)), report)
        if not report.failed:
            elaborate(model, lambda span: _hole(span, report), report)


def _whole(base: Base, source: Source, changed: Source) -> tuple[Diagnostic, ...]:
    """The full check; what is said of the packs anyway is left out."""
    report = Report()
    packs = [
        dataclasses.replace(pack, sources=tuple(changed if each == source else each for each in pack.sources))
        for pack in base.packs
    ]
    compile_packs(packs, grammar(), report)
    return tuple(each for each in report.diagnostics if (each.code, each.message) not in base.warned)


def _hole(span: Span, report: Report) -> nodes.Expr | None:
    tree = parse_expr(span.source, span, grammar(), report)
    return build_expr(span.source, tree, report) if tree else None


def _texts(base: Base, changed: dict[Source, nodes.File], is_kept: Callable[[nodes.Item], bool]) -> list[PackText]:
    """Packs as they are linked, with changed files, without some items."""
    return [
        PackText(
            name=pack.name,
            version=pack.version,
            after=pack.after,
            files=tuple(_files(base, pack, changed, is_kept)),
            options=pack.options,
            requires=pack.requires,
            speaks_of=pack.speaks_of,
            known=pack.known,
            languages=pack.languages,
        )
        for pack in base.packs
    ]


def _files(
    base: Base, pack: PackSource, changed: dict[Source, nodes.File], is_kept: Callable[[nodes.Item], bool]
) -> Iterator[nodes.File]:
    for source in pack.sources:
        file = changed.get(source) or base.files[source]
        yield dataclasses.replace(file, items=tuple(item for item in file.items if is_kept(item)))
