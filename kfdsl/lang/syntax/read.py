"""Texts to nodes, each text once.

In:   a source and the grammar.      Out:  its nodes, without the items that had mistakes.
A text about which nothing was to be said is remembered for whoever reads it next; sets of packs share most of their texts.
"""

from __future__ import annotations

from collections import OrderedDict

from kfdsl.lang import nodes
from kfdsl.lang.syntax.build import build
from kfdsl.lang.syntax.parse import parse
from kfdsl.text.diagnostic import Report
from kfdsl.text.source import Source

MOST_REMEMBERED = 256  # a few sets of packs
_files: OrderedDict[tuple[Source, str], nodes.File] = OrderedDict()


def read(source: Source, grammar: str, report: Report) -> nodes.File | None:
    """The nodes of a text; None if nothing of it could be read."""
    found = remembered(source, grammar)
    if found is not None:
        return found
    before = len(report.diagnostics)
    tree = parse(source, grammar, report)
    file = None if tree is None else build(source, tree, report)
    if file is not None and len(report.diagnostics) == before and not report.failed:
        remember(source, grammar, file)
    return file


def remembered(source: Source, grammar: str) -> nodes.File | None:
    """The nodes of a text that was read before and is flawless."""
    return _files.get((source, grammar))


def remember(source: Source, grammar: str, file: nodes.File) -> None:
    """Know a flawless text from now on."""
    _files[source, grammar] = file
    if len(_files) > MOST_REMEMBERED:
        _files.popitem(last=False)
