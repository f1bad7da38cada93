"""Text to tree, with every syntax mistake of a file in one run.

In:   a Source and the grammar's text.      Out:  a Branch, or a report of what is wrong.
Lark does not propagate positions (that doubles its time): each branch takes its offsets from its first and last child.
After a mistake the top-level item around it is blanked out and the file is read again, so that later ones show too.
"""

from __future__ import annotations

import re
from typing import cast

from lark import Token as LarkToken
from lark import UnexpectedInput

from kfdsl.lang.syntax.mistakes.explain import explain
from kfdsl.lang.syntax.parser import parser
from kfdsl.text.diagnostic import Report
from kfdsl.text.source import COMMENT, Source, Span

_KEPT = frozenset(
    """NAME QUALIFIED QUALIFIEDTYPE QUALIFIEDCALL TYPENAME COPY INT COUNT COUNTED COUNTED_PAIR STRING FIELD SENTENCE_FIELD CALL FACE
    COMPARE""".split()
)
_DEEPEST = 80  # content has about 20; the code that is made of it must stay within what Python nests
_MOST_MISTAKES = 20
_MOST_READ = 2_000_000  # characters; a large file is read again less often
_MOST_WORDS = 100_000  # in a file; a long one has a few thousand
_LONGEST_WORD = 200
_ITEM = re.compile(r"^[A-Za-z]", re.MULTILINE)
_WORD = re.compile(rf'"[^"\n]*"|{COMMENT}|\w+|[^\w\s]')


class Branch:
    """A node of the parse tree: the rule, the children that carry meaning, and where it stands."""

    __slots__ = ("children", "data", "depth", "end", "start", "words")

    def __init__(self, data: str, children: list[Branch | LarkToken], _meta: object = None) -> None:
        self.data = str(data)
        self.start = -1
        self.end = -1
        self.depth = 0
        self.words: tuple[str, ...] = ()
        if self.data.startswith(
            "__"
        ):  # a repetition under way: its list goes on into the next, so it must not be read each time
            self.children = children
            return
        kept: list[Branch | LarkToken] = []
        words: list[str] = []
        for child in children:
            if isinstance(child, Branch):
                if child.start < 0:
                    kept.append(child)
                    continue
                start, end = child.start, child.end
                self.depth = max(self.depth, child.depth + 1)
                kept.append(child)
            else:
                start, end = cast(int, child.start_pos), cast(int, child.end_pos)
                if child.type in _KEPT:
                    kept.append(child)
                else:
                    words.append(str(child))
            if self.start < 0:
                self.start = start
            self.end = end
        self.children = kept
        self.words = tuple(words)


def parse(source: Source, grammar: str, report: Report) -> Branch | None:
    """The tree of a file, without the items that had mistakes."""
    return _read(source, grammar, report)


def parse_expr(source: Source, span: Span, grammar: str, report: Report) -> Branch | None:
    """The tree of an expression that stands inside a text, with offsets of the file."""
    lark = parser(grammar, Branch)
    try:
        tree = cast(Branch, lark.parse(span.words, start="expr"))
    except UnexpectedInput as mistake:
        explain(mistake, lark, source, span.words, span.start, report)
        return None
    _shift(tree, span.start)
    return tree if _is_shallow(tree, source, report) else None


def _read(source: Source, grammar: str, report: Report) -> Branch | None:
    lark = parser(grammar, Branch)
    text = source.text
    if not _is_bounded(source, report):
        return None
    for _ in range(max(1, min(_MOST_MISTAKES, _MOST_READ // (len(text) + 1)))):
        try:
            tree = cast(Branch, lark.parse(text, start="start"))
        except UnexpectedInput as mistake:
            text = _without(text, *explain(mistake, lark, source, text, 0, report))
            continue
        return tree if _is_shallow(tree, source, report) else None
    return None


def _is_bounded(source: Source, report: Report) -> bool:
    """Whether a text is short enough, and so are its words."""
    for count, found in enumerate(_WORD.finditer(source.text)):
        if count == _MOST_WORDS:
            report.error(
                "too-long",
                f"a file has at most {_MOST_WORDS} words and signs",
                Span(source, *found.span()),
                label="here it becomes too long",
                help="split it into several files",
            )
            return False
        if found.end() - found.start() > _LONGEST_WORD and found[0][0] not in '"#':
            report.error(
                "too-long",
                f"a word has at most {_LONGEST_WORD} letters",
                Span(source, *found.span()),
                label="this has more",
                help="choose a shorter name; what people read stands in quotes",
            )
            return False
    return True


def _without(text: str, start: int, end: int) -> str:
    """The text with blanks for all items that a stretch touches; items begin at the margin."""
    starts = [found.start() for found in _ITEM.finditer(text)]
    first = max((at for at in starts if at <= start), default=0)
    last = min((at for at in starts if at >= max(end, first + 1)), default=len(text))
    return text[:first] + re.sub(r"[^\n]", " ", text[first:last]) + text[last:]


def _shift(tree: Branch, by: int) -> None:
    waiting: list[Branch | LarkToken] = [tree]
    while waiting:
        part = waiting.pop()
        if isinstance(part, Branch):
            part.start, part.end = part.start + by, part.end + by
            waiting += part.children
        else:
            part.start_pos, part.end_pos = cast(int, part.start_pos) + by, cast(int, part.end_pos) + by


def _is_shallow(tree: Branch, source: Source, report: Report) -> bool:
    if tree.depth > _DEEPEST:
        _report_depth(tree, source, report)
    return tree.depth <= _DEEPEST


def _report_depth(tree: Branch, source: Source, report: Report) -> None:
    while tree.depth > _DEEPEST:
        tree = max((child for child in tree.children if isinstance(child, Branch)), key=lambda child: child.depth)
    report.error(
        "too-deep",
        "this is nested too deeply to be read",
        Span(source, tree.start, min(tree.end, tree.start + 1)),
        label=f"more than {_DEEPEST} levels inside one another",
        help="give the inner parts names: a query for a value, an effect for what is done",
    )
