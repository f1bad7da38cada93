"""What to say of a syntax mistake.

In:   what Lark could not read.      Out:  a diagnostic in an author's words, and the stretch of text to leave out.
What is said is the business of slips; only words of the grammar are named, never its rules.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Any

from lark import Lark, UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.lexer import PatternStr
from lark.parsers.lalr_analysis import Shift

from kfdsl.lang.syntax.mistakes.braces import unclosed
from kfdsl.lang.syntax.mistakes.slips import slip
from kfdsl.lang.syntax.mistakes.stop import Stop
from kfdsl.text.diagnostic import Aside, Report
from kfdsl.text.source import Source, Span

# Words and signs that only look at what comes behind them; each stands where its like does.
_AHEAD = frozenset({"COUNTED", "COUNTED_END", "SENTENCE_FIELD", "IS_SENTENCE"})


def explain(
    mistake: UnexpectedInput, lark: Lark, source: Source, text: str, offset: int, report: Report
) -> tuple[int, int]:
    """Report a mistake; answers the stretch that is best left out to find further ones."""
    stop = _stop(mistake, lark, text)
    said = slip(stop, frozenset(word for word in _words(lark).values() if word.isalpha()), partial(_reads, lark))
    start, end = said.at or (stop.at, stop.end)
    asides = (
        [Aside(span=Span(source, said.aside[0] + offset, said.aside[0] + offset + 1), label=said.aside[1])]
        if said.aside
        else []
    )
    report.error(
        "syntax",
        said.message,
        Span(source, start + offset, end + offset),
        label=said.label,
        help=said.help,
        asides=asides,
    )
    return start, said.until if said.until is not None else max(end, stop.at + 1)


# two names with a point between stand wherever one of them may, and are not told of besides
_TWICE = {"QUALIFIED", "QUALIFIEDTYPE", "QUALIFIEDCALL"}


def _stop(mistake: UnexpectedInput, lark: Lark, text: str) -> Stop:
    at, end = _where(mistake, text)
    expected = _accepted(mistake) - _TWICE
    words = _words(lark)
    shown = tuple(sorted(words[name] for name in expected if name in words))
    is_end = not (
        isinstance(mistake, UnexpectedCharacters)
        or (isinstance(mistake, UnexpectedToken) and mistake.token.type != "$END")
    )
    return Stop(text=text, at=at, end=end, expected=expected, shown=shown, is_end=is_end, open=unclosed(text))


def _accepted(mistake: UnexpectedInput) -> frozenset[str]:
    """The terminals that could have come. Lark's own answer may copy everything read so far, once for each of them."""
    state = mistake.interactive_parser.parser_state
    table = state.parse_conf.states
    return frozenset(
        name
        for name in table[state.position]
        if name.isupper() and name not in _AHEAD and _accepts(table, state.state_stack, name)
    )


def _accepts(table: Any, stack: Sequence[Any], name: str) -> bool:
    """Whether a terminal can be read in a state: all reductions before it lead somewhere."""
    top: list[Any] = []
    depth = len(stack)  # of the stack, so much is still there below `top`
    while True:
        step = table[top[-1] if top else stack[depth - 1]].get(name)
        if step is None or step[0] is Shift or name == "$END":
            return step is not None
        size = len(step[1].expansion)
        depth -= max(size - len(top), 0)
        del top[max(len(top) - size, 0) :]
        top.append(table[top[-1] if top else stack[depth - 1]][step[1].origin.name][1])


def _reads(lark: Lark, text: str, beyond: int) -> bool:
    """Whether a text can be read further than up to an offset."""
    try:
        lark.parse(text, start="start")
    except UnexpectedInput as mistake:
        return _where(mistake, text)[0] >= beyond
    return True


@lru_cache(maxsize=4)
def _words(lark: Lark) -> dict[str, str]:
    """The words and signs of the grammar by the names of their terminals."""
    return {each.name: each.pattern.value for each in lark.terminals if isinstance(each.pattern, PatternStr)}


def _where(mistake: UnexpectedInput, text: str) -> tuple[int, int]:
    if isinstance(mistake, UnexpectedToken) and mistake.token.type != "$END":
        start = mistake.token.start_pos or 0
        return start, max(start + 1, mistake.token.end_pos or 0)
    if isinstance(mistake, UnexpectedCharacters):
        at = mistake.pos_in_stream or 0
        word = re.compile(r"\w+|([^\w\s])\1*|.", re.DOTALL).match(text, at)
        return at, word.end() if word else at + 1
    at = len(text.rstrip())
    return max(at - 1, 0), max(at, 1)
