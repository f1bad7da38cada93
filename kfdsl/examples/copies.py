"""Copies of which nobody minds which they are, where a position is made and where it is looked at.

In:   what is given or wanted.      Out:  cards by number: those that are named, and for the others the first that nobody names.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kfdsl.examples.playing import Fails, Playing
from kfdsl.program import core
from kfdsl.program.core.walk import expressions


class Copies:
    """Which copies are still to be had in a position."""

    def __init__(self, at: Playing, givens: Iterable[core.GivenDef]) -> None:
        self.at = at
        # whose places are said to be empty, as `every tray = empty` says of all, may still be any copy
        told = [given for given in givens if given.values or given.face or given.spot is not None]
        named = (part for given in told for expr in (given.target, *given.values) for part in expressions(expr))
        self.taken = {at.value(part) for part in named if isinstance(part, core.Const) and part.type.head == "card"}

    def card(self, expr: core.Expr) -> int:
        """The card that is meant: the first copy of a thing that is not meant otherwise, or the one that is named."""
        thing = any_copy_of(expr)
        if thing is None:
            return int(self.at.value(expr))
        card = next((card for card in self.at.table.numbering.copies[thing] if card not in self.taken), None)
        if card is None:
            raise Fails(expr.span, f"all copies of `{thing}` lie elsewhere in this position")
        self.taken.add(card)
        return card


def any_copy_of(expr: core.Expr) -> str | None:
    """The thing of which any copy is meant."""
    return expr.data if isinstance(expr, core.Prim) and expr.word == "any_copy" else None


def are_these(at: Playing, found: Sequence[int], wanted: Sequence[core.Expr], ordered: bool) -> bool:
    """Whether a list is what is wanted, in this order if that counts."""
    things = at.table.numbering.copies
    left = [things.get(any_copy_of(each) or "") or at.value(each) for each in wanted]
    if len(found) != len(left):
        return False
    if ordered:
        return all(
            each in one if isinstance(one, range) else each == one for each, one in zip(found, left, strict=True)
        )
    rest = list(found)
    for one in sorted(left, key=lambda one: isinstance(one, range)):  # those that are named, then any
        met = next((each for each in rest if (each in one if isinstance(one, range) else each == one)), None)
        if met is None:
            return False
        rest.remove(met)
    return True
