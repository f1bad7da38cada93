"""Where exactly a word stands, inside something longer.

In:   the span of a declaration or statement, and a word of it.      Out:  the span of the word, for a caret that points at it.
"""

from __future__ import annotations

import re

from kfdsl.text.source import Span

_SKIPPED = r'"[^"\n]*"|#[^\n]*'


def at_word(span: Span, word: str, last: bool = False) -> Span:
    """The first (or last) place of a word, texts and comments aside; the whole span if it is not there."""
    found = [each for each in re.finditer(rf"{_SKIPPED}|(?<![\w.])({re.escape(word)})(?!\w)", span.words) if each[1]]
    if not word or not found:
        return span
    start = span.start + found[-1 if last else 0].start()
    return Span(span.source, start, start + len(word))
