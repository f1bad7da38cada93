"""How the parse tree is read: children, words, numbers.

In:   a Branch.      Out:  its parts; the builders stand on this.
"""

from __future__ import annotations

from lark import Token as LarkToken

from kfdsl.lang.syntax.parse import Branch
from kfdsl.text.diagnostic import Report
from kfdsl.text.source import Source, Span

_LARGEST = 1_000_000_000


class Trees:
    """Holds what every construct needs: the source and the report."""

    def __init__(self, source: Source, report: Report) -> None:
        self.source = source
        self.report = report

    # ---- the tree

    def span(self, part: Branch | LarkToken) -> Span:
        """Where a part stands."""
        if isinstance(part, Branch):
            return Span(self.source, max(part.start, 0), max(part.end, 0))
        return Span(self.source, part.start_pos or 0, part.end_pos or 0)

    @staticmethod
    def branches(tree: Branch) -> list[Branch]:
        """The children that are branches."""
        return [child for child in tree.children if isinstance(child, Branch)]

    @staticmethod
    def tokens(tree: Branch) -> list[str]:
        """The children that are words, as text without colon or bracket."""
        return [str(child).rstrip(" \t:(") for child in tree.children if isinstance(child, LarkToken)]

    def child(self, tree: Branch, data: str) -> Branch | None:
        """The first child made by a rule."""
        return next((child for child in self.branches(tree) if child.data == data), None)

    def rest(self, tree: Branch, *without: str) -> list[Branch]:
        """The branch children that were not made by the named rules."""
        return [child for child in self.branches(tree) if child.data not in without]

    def names(self, tree: Branch | None) -> tuple[str, ...]:
        """`a, b, c`, also behind `is`."""
        if tree is None:
            return ()
        inner = self.child(tree, "names")
        return self.names(inner) if inner else tuple(self.tokens(tree))

    def number(self, token: LarkToken) -> int:
        """A number of bounded size."""
        if len(token) > 10 or int(token) > _LARGEST:
            self.report.error(
                "number-too-large",
                f"no number may be larger than {_LARGEST}",
                self.span(token),
                label="this is beyond any game",
                help="write a smaller number",
            )
            return 0
        return int(token)

    def strings(self, tree: Branch | None) -> tuple[str, ...]:
        """`"a" "b"`"""
        return tuple(word.strip('"') for word in self.tokens(tree)) if tree else ()
