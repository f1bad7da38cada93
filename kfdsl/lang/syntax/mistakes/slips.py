"""The slips that authors make, and what to say of each.

In:   a Stop.      Out:  a Slip.
Each function knows one slip by what came, what was expected and what stands around it; the first that recognises its slip
speaks. Its docstring shows the slip, and tests/lang/cases/syntax.case what is said.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from kfdsl.lang.syntax.mistakes import forms, lists, sentences, signs, words
from kfdsl.lang.syntax.mistakes.misspelt import Reads, misspelt
from kfdsl.lang.syntax.mistakes.stop import Slip, Stop

# From the plainest to the most general; those of signs come before a word is thought to be misspelt.
_SIGNS: tuple[Callable[[Stop], Slip | None], ...] = (words.language, signs.quote, signs.sign)
_SLIPS: tuple[Callable[[Stop], Slip | None], ...] = (
    signs.index,
    signs.named,
    signs.late_comma,
    signs.brace,
    signs.extra_brace,
    signs.bracket,
    signs.trailing,
    lists.per,
    lists.copies,
    lists.sorting,
    lists.names,
    sentences.choices,
    lists.items,
    sentences.joined,
    sentences.amounts,
    sentences.extended,
    sentences.patched,
    forms.mark,
    forms.step,
    forms.ties,
    words.thing,
    signs.end,
    signs.equals,
    words.let,
    forms.then,
    forms.colon,
    words.unquoted,
    forms.call,
    words.whole,
    forms.move,
    signs.comma,
    forms.value,
)


def slip(stop: Stop, known: Collection[str], reads: Reads) -> Slip:
    """What is said about a stop; `known` are the words of the grammar."""
    return _first(_SIGNS, stop) or misspelt(stop, known, reads) or _first(_SLIPS, stop) or words.anything(stop)


def _first(slips: tuple[Callable[[Stop], Slip | None], ...], stop: Stop) -> Slip | None:
    return next((found for tell in slips if (found := tell(stop)) is not None), None)
