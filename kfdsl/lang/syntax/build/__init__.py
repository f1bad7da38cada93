"""Tree to nodes: the one room that knows the shape of the parse tree.

In:   a Branch of a source.      Out:  a nodes.File, or the nodes.Expr of a hole in a text.
A builder is a function of a context and a branch, found by the rule that made the branch.
Numbers beyond a billion and texts with broken holes are reported here; names are not looked at.
"""

from __future__ import annotations

from kfdsl.lang import nodes
from kfdsl.lang.syntax.build.expr import expr
from kfdsl.lang.syntax.build.items import item
from kfdsl.lang.syntax.build.tree import Context, branches
from kfdsl.lang.syntax.parse import Branch
from kfdsl.text.diagnostic import Report
from kfdsl.text.source import Source, Span


def build(source: Source, tree: Branch, report: Report) -> nodes.File:
    """The nodes of a file."""
    context = Context(source, report)
    return nodes.File(items=tuple(item(context, each) for each in branches(tree)), span=Span(source, 0, 0))


def build_expr(source: Source, tree: Branch, report: Report) -> nodes.Expr:
    """The node of an expression that stands inside a text."""
    return expr(Context(source, report), tree)
