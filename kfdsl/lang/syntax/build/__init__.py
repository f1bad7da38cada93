"""Tree to nodes: with the rooms beside it the one place that knows the shape of the parse tree.

In:   a Branch of a source.      Out:  a nodes.File.
Numbers beyond a billion and texts with broken holes are reported here; names are not looked at.
"""

from __future__ import annotations

from kfdsl.lang import nodes
from kfdsl.lang.syntax.build.change import Changes
from kfdsl.lang.syntax.parse import Branch
from kfdsl.text.diagnostic import Report
from kfdsl.text.source import Source, Span


class Builder(Changes):
    """Builds everything."""


def build(source: Source, tree: Branch, report: Report) -> nodes.File:
    """The nodes of a file."""
    builder = Builder(source, report)
    return nodes.File(items=tuple(builder.item(child) for child in builder.branches(tree)), span=Span(source, 0, 0))
