"""How the parse tree is read: children, words, numbers.

In:   a Branch.      Out:  its parts. The context, which every builder takes, says which text it is of and who hears of mistakes.
"""

from __future__ import annotations

from dataclasses import dataclass

from lark import Token as LarkToken

from kfdsl.lang.syntax.parse import Branch
from kfdsl.program.numbers import MOST_WRITTEN
from kfdsl.text.diagnostic import Report
from kfdsl.text.source import Source, Span


@dataclass(frozen=True, slots=True)
class Context:
    """The text that is read, and where its mistakes are reported."""

    source: Source
    report: Report

    def span(self, part: Branch | LarkToken) -> Span:
        """Where a part stands."""
        if isinstance(part, Branch):
            return Span(self.source, max(part.start, 0), max(part.end, 0))
        return Span(self.source, part.start_pos or 0, part.end_pos or 0)

    def number(self, token: LarkToken) -> int:
        """A number of bounded size."""
        if len(token) > 10 or int(token) > MOST_WRITTEN:
            self.report.error(
                "number-too-large",
                f"no number may be larger than {MOST_WRITTEN}",
                self.span(token),
                label="this is beyond any game",
                help="write a smaller number",
            )
            return 0
        return int(token)


def branches(tree: Branch) -> list[Branch]:
    """The children that are branches."""
    return [child for child in tree.children if isinstance(child, Branch)]


def tokens(tree: Branch) -> list[str]:
    """The children that are words, as text without colon or bracket."""
    return [str(child).rstrip(" \t:(") for child in tree.children if isinstance(child, LarkToken)]


def child(tree: Branch, data: str) -> Branch | None:
    """The first child made by a rule."""
    return next((each for each in branches(tree) if each.data == data), None)


def rest(tree: Branch, *without: str) -> list[Branch]:
    """The branch children that were not made by the named rules."""
    return [each for each in branches(tree) if each.data not in without]


def names(tree: Branch | None) -> tuple[str, ...]:
    """`a, b, c`, also behind `is`."""
    if tree is None:
        return ()
    inner = child(tree, "names")
    return names(inner) if inner else tuple(tokens(tree))


def strings(tree: Branch | None) -> tuple[str, ...]:
    """`"a" "b"`"""
    return tuple(word.strip('"') for word in tokens(tree)) if tree else ()


def word_in(tree: Branch, rule: str) -> str:
    """The word behind an optional one: `until dusk`."""
    found = child(tree, rule)
    return tokens(found)[0] if found else ""
