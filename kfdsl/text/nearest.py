"""The known word that somebody meant.

In:   a word that nobody knows, and those that are known.      Out:  the likeliest of them, or nothing.
A word that one slip of the fingers tells apart is likelier than any other: letters swapped, then one left out or doubled, then another one in its
place. Of several such words one with the same first letter is taken, and of these the one that stands first among the known.
"""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

MOST_KNOWN = 1000


def nearest_word(word: str, known: Sequence[str], cutoff: float = 0.6) -> str:
    """The closest known word, or nothing."""
    slips = [each for each in known if each[:1].isalpha() and is_one_off(word, each)]
    if slips:
        return min(slips, key=lambda each: unlikely(word, each))
    if len(known) > MOST_KNOWN:  # comparing is slow: only words that begin alike, if there are very many
        known = [each for each in known if each[:1] == word[:1] and abs(len(each) - len(word)) < 4][:MOST_KNOWN]
    close = get_close_matches(word, known, n=1, cutoff=cutoff)
    return close[0] if close else ""


def unlikely(typed: str, meant: str) -> tuple[int, bool]:
    """How unlikely it is that a word came of another one that one letter tells apart."""
    if sorted(typed) == sorted(meant):
        slip = 0
    elif len(typed) < len(meant) or any(typed == meant[:at] + meant[at - 1 :] for at in range(1, len(meant) + 1)):
        slip = 1
    else:
        slip = 2 if len(typed) == len(meant) else 3
    return slip, typed[:1] != meant[:1]


def is_one_off(one: str, other: str) -> bool:
    """Whether one letter was left out, put in, replaced or swapped with the next."""
    if len(one) > len(other):
        one, other = other, one
    if len(other) - len(one) > 1 or one == other or not one:
        return False
    at = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), len(one))
    if len(one) < len(other):
        return one[at:] == other[at + 1 :]
    if one[at + 1 :] == other[at + 1 :]:
        return True
    return one[at : at + 2] == other[at : at + 2][::-1] and one[at + 2 :] == other[at + 2 :]
