"""Packs to a program, and what of it is kept between runs.

In:   pack names, folders or zips.      Out:  Loaded; a report, if something is wrong.
A door: it joins what finds texts, what reads them, what compiles them and what keeps bytes, which do not know each other. What is
kept needs no parser, so that is imported late.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from typing import TYPE_CHECKING

from kfdsl.packs.find import Pack, find
from kfdsl.packs.shipped import content_folder, grammar_file
from kfdsl.program import core
from kfdsl.record import cache
from kfdsl.record.cache_format import freeze, freeze_nodes, thaw, thaw_nodes, undisturbed
from kfdsl.text.diagnostic import Diagnostic, Report

if TYPE_CHECKING:
    from kfdsl.lang.compile import PackSource


@dataclass(frozen=True, slots=True)
class Loaded:
    """What rules are made of; examples that are kept come when they are asked for."""

    packs: Sequence[Pack]
    program: core.Program
    warnings: tuple[Diagnostic, ...]
    examples: Callable[[], tuple[core.ExampleDef, ...]] | None = None
    key: str | None = None  # by which what is made of them is kept; None if nothing is

    @property
    def sources(self) -> list[object]:
        """All texts, in order."""
        return _sources(self.packs)


def load_packs(wanted: Sequence[str], report: Report) -> Loaded | None:
    """Load packs, with all that is wrong in a report; from the cache if nothing changed."""
    packs = find(list(wanted), content_folder(), report)
    if report.failed:
        return None
    grammar = grammar_file().read_text(encoding="utf-8")
    name = _key(packs, grammar)
    return _kept(name, packs, report) or _made(name, packs, grammar, report)


# ---- rules


def _kept(name: str | None, packs: Sequence[Pack], report: Report) -> Loaded | None:
    data = None if name is None else cache.read(name)
    if data is None:
        return None
    try:
        found = thaw(data, _sources(packs))
    except Exception:  # whatever is wrong with an entry, packs can be compiled without it
        return None
    for warning in found.warnings:
        report.add(warning)
    return Loaded(packs, found.program, report.diagnostics, found.examples, name)


def _made(name: str | None, packs: Sequence[Pack], grammar: str, report: Report) -> Loaded | None:
    from kfdsl.lang.compile import compile_packs

    before = len(report.diagnostics)  # of files, which are looked at each time
    with undisturbed():
        recall(packs, grammar)
        program = compile_packs(pack_texts(packs), grammar, report)
        keep(packs, grammar)
        if program is None:
            return None
        warnings = report.diagnostics
        if name is None or cache.folder() is None:
            return Loaded(packs, program, warnings)
        cache.keep(name, freeze(program, warnings[before:], _sources(packs)))
        return Loaded(packs, program, warnings, key=name)


def _key(packs: Sequence[Pack], grammar: str) -> str | None:
    beside = sorted(set[str]().union(*(pack.beside for pack in packs)))  # what is said of a pack depends on it
    return cache.key([grammar, *(part for pack in packs for part in (pack.name, pack.digest)), *beside])


def _sources(packs: Sequence[Pack]) -> list[object]:
    return [source for pack in packs for source in (pack.manifest.source, *pack.sources)]


def pack_texts(packs: Sequence[Pack]) -> list[PackSource]:
    """Packs as the compiler wants them: their texts, what they come after, and what may be said of them."""
    from kfdsl.lang.compile import PackSource
    from kfdsl.lang.link.model import OptionText

    return [
        PackSource(
            name=pack.name,
            version=str(pack.manifest.version),
            after=_before(pack, packs),
            sources=pack.sources,
            options=tuple(
                OptionText(name=option.name, default=option.default, choices=option.choices)
                for option in pack.manifest.options
            ),
            requires=_before(pack, packs, is_needed=True),
            speaks_of=frozenset(relation.pack for relation in (*pack.manifest.requires, *pack.manifest.follows)),
            known=pack.beside.union(relation.pack for relation in pack.manifest.relations),
            languages=frozenset(pack.manifest.languages),
        )
        for pack in packs
    ]


def _before(pack: Pack, packs: Sequence[Pack], is_needed: bool = False) -> frozenset[str]:
    """The packs that a pack comes after, directly or not; or only those that it requires."""
    manifest = pack.manifest
    direct = {relation.pack for relation in (*manifest.requires, *(() if is_needed else manifest.follows))}
    found = [other for other in packs if other.name in direct]
    return frozenset({other.name for other in found}).union(*(_before(other, packs, is_needed) for other in found))


# ---- texts that were read, which takes most of the time of commands about content


def recall(packs: Iterable[Pack], grammar: str) -> None:
    """Know again what earlier runs have read, and what they read it with."""
    from kfdsl.lang.syntax.parser import kept_at
    from kfdsl.lang.syntax.read import remember, remembered

    kept_at(grammar, partial(_parser, grammar))
    for pack in packs:
        if all(remembered(source, grammar) for source in pack.sources):
            continue
        name = _text_key(pack, grammar)
        data = None if name is None else cache.read(name, cache.TEXTS)
        if data is None:
            continue
        try:
            files = thaw_nodes(data, pack.sources)
        except Exception:  # whatever is wrong with an entry, texts can be read without it
            continue
        for source, file in zip(pack.sources, files, strict=True):
            remember(source, grammar, file)


def keep(packs: Iterable[Pack], grammar: str) -> None:
    """Let later runs know what was read, of packs without a flaw, and what it was read with."""
    from kfdsl.lang.syntax.parser import write_new
    from kfdsl.lang.syntax.read import remembered

    if cache.folder() is None:
        return
    file = BytesIO()
    if write_new(grammar, file) and (parser := cache.key([grammar])) is not None:
        cache.keep(parser, file.getvalue(), cache.PARSERS)
    for pack in packs:
        name = _text_key(pack, grammar)
        files = [remembered(source, grammar) for source in pack.sources]
        if name is not None and all(files) and cache.read(name, cache.TEXTS) is None:
            cache.keep(name, freeze_nodes(files, pack.sources), cache.TEXTS)


def _parser(grammar: str) -> BytesIO | None:
    name = cache.key([grammar])
    data = None if name is None else cache.read(name, cache.PARSERS)
    return None if data is None else BytesIO(data)


def _text_key(pack: Pack, grammar: str) -> str | None:
    return cache.key([grammar, pack.name, pack.digest]) if pack.sources else None
