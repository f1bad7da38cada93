"""How values of each type are held in the flat form.

In:   a type.      Out:  whether it is one number or the place of something, and what stands for none.
A number, truth, player, token, value, card, effect, spot and text is one number; so is a set, as bits. A bundle is the place of its
counts in words, a list, want, group and area the place of its entries in numbers.
"""

from __future__ import annotations

from kfdsl.engine.library.machine import NOWHERE
from kfdsl.engine.library.sameness import BITS, Held
from kfdsl.engine.library.values import NO_NUMBER
from kfdsl.program.types import Type

PLACES = frozenset({"bundle", "list", "want", "group", "area"})
NO_PLACE = 0
NO_TEXT = -2


def plain(type_: Type) -> Type:
    """The type without its `maybe`."""
    return type_.inner if type_.head == "maybe" and type_.inner is not None else type_


def is_place(type_: Type) -> bool:
    """Whether a value is the place of something."""
    return plain(type_).head in PLACES


def form_of(type_: Type) -> int:
    """How a value is held, for those who compare two of them."""
    kind = plain(type_)
    if kind.head not in PLACES:
        return Held.ALONE
    return Held[kind.head.upper()] | (form_of(kind.inner) << BITS if kind.head == "list" and kind.inner else 0)


def none_of(type_: Type) -> int:
    """What stands for no value of a type."""
    head = plain(type_).head
    if head in PLACES:
        return NO_PLACE
    return NO_NUMBER if head == "number" else NOWHERE
