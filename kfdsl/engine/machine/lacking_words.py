"""What is lacking, in words.

In:   wants, bundles, a Wording.      Out:  sentences without a beginning or an end.
"""

from __future__ import annotations

from typing import Any

from kfdsl.engine.machine.bundles import Bundle, Want, bits
from kfdsl.engine.machine.wording import Wording
from kfdsl.program import made_names


def short(wanted: tuple[Any, ...], there: Bundle) -> Want:
    """By how much pieces fall short of a bundle or a want."""
    holes = [(each, 1 << at) if isinstance(each, int) else (each[0], each[1]) for at, each in enumerate(wanted)]
    less = [(count - sum(there[i] for i in bits(mask)), mask, False) for count, mask in holes]
    return tuple(each for each in less if each[0] > 0)


def lacking(wording: Wording, missing: Want) -> str:
    """`1 straw and 2 soft pieces are lacking`"""
    parts = [f"{count} {_noun(wording, mask, count)}" for count, mask, _ in missing]
    many = len(parts) > 1 or any(count > 1 for count, _, _ in missing)
    words = ", ".join(parts[:-1]) + " and " + parts[-1] if len(parts) > 1 else parts[0]
    return f"{words} {'are' if many else 'is'} lacking"


def under_way(wording: Wording, effect: str) -> str:
    """That an effect of a card would be performed inside itself."""
    cards = enumerate(wording.program.cards)
    card = next(at for at, card in cards if effect in (rule for _, _, rule in card.effects))
    return f"what {wording.title(card)} does is under way already"


def _noun(wording: Wording, mask: int, count: int) -> str:
    """Some tokens in words: their own noun, or that of the trait that they share."""
    tokens = bits(mask)
    if len(tokens) == 1:
        return wording.noun(tokens[0], count)
    for trait in wording.program.traits:
        if wording.layout.numbering.mask(trait.name) == mask:
            nouns = trait.nouns or (made_names.in_words(trait.name),)
            return nouns[0] if count == 1 else nouns[-1]
    return " or ".join(wording.noun(token, count) for token in tokens)
