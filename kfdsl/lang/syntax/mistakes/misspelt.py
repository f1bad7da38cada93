"""Words of the grammar that were misspelt, and so were read as names until nothing fitted any more.

In:   a Stop, and whether a text can be read further than up to an offset.      Out:  a Slip, or nothing if no word is likely to be misspelt.
Which word was meant is not guessed by its looks alone: it is put in, and the text has to be readable beyond the place where it was not, and the
next word as well.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from functools import partial

from kfdsl.lang.syntax.mistakes.stop import ITEM, Slip, Stop
from kfdsl.text.nearest import is_one_off, unlikely

_WORD = re.compile(r'"[^"\n]*"|#[^\n]*|[A-Za-z_]\w*')
_NEXT = re.compile(r'\s*("[^"\n]*"|\w+|[^\w\s])')
_BACK = 8  # words before the stop that may be at fault
_FURTHEST = 4000  # characters of an item that are read again
_ON = 200  # characters behind the stop that are looked at
_TRIES = 24

Reads = Callable[[str, int], bool]


def misspelt(stop: Stop, words: Collection[str], reads: Reads) -> Slip | None:
    """`tokn clay`, `efect stoke() { … }`, `if heat > 3 adn dry { … }`"""
    start = max((found.start() for found in ITEM.finditer(stop.text, 0, stop.end)), default=0)
    if stop.end - start > _FURTHEST:
        return None
    following = _NEXT.match(stop.text, stop.end)
    end = following.end() if following and not stop.is_end else stop.end
    for tried, (at, word, meant) in enumerate(_candidates(stop, start, words)):
        if tried == _TRIES:
            return None
        text = stop.text[start:at] + meant + stop.text[at + len(word) : end + _ON]
        if reads(text, end - start + len(meant) - len(word)):
            return Slip(
                message=f"no declaration begins with `{word}`" if at == start else f"`{word}` means nothing here",
                label="not a word of the language",
                help=f"did you mean `{meant}`?",
                at=(at, at + len(word)),
            )
    return None


def _candidates(stop: Stop, start: int, words: Collection[str]) -> Iterator[tuple[int, str, str]]:
    """Words up to the stop that one letter tells from a word of the grammar, the last ones first."""
    found = [each for each in _WORD.finditer(stop.text, start, stop.end) if each[0][0] not in '"#']
    for each in reversed(found[-_BACK:]):
        is_name = each.start() > start and len(re.findall(rf"\b{each[0]}\b", stop.text)) > 1  # no slip is made twice
        if each[0] not in words and each[0].islower() and not is_name:
            meant = (word for word in sorted(words) if is_one_off(each[0], word))
            yield from ((each.start(), each[0], word) for word in sorted(meant, key=partial(unlikely, each[0])))
