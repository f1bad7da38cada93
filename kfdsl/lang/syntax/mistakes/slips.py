"""The slips that authors make, and what to say of each.

In:   a Stop.      Out:  a Slip.
Each function knows one slip by what came, what was expected and what stands around it; the first that recognises its slip
speaks. Its docstring shows the slip, and tests/lang/cases/syntax.case what is said.
"""

from __future__ import annotations

from collections.abc import Callable

from kfdsl.lang.syntax.mistakes import forms, signs, words
from kfdsl.lang.syntax.mistakes.stop import Slip, Stop

# From the plainest to the most general.
_SLIPS: tuple[Callable[[Stop], Slip | None], ...] = (
    words.language,
    signs.quote,
    signs.sign,
    signs.index,
    signs.named,
    signs.brace,
    signs.extra_brace,
    signs.bracket,
    signs.trailing,
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
    words.anything,
)


def slip(stop: Stop) -> Slip:
    """What is said about a stop."""
    return next(found for tell in _SLIPS if (found := tell(stop)) is not None)
