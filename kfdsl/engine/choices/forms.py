"""Whether a text has the form of an answer, had or not.

In:   a Table, a text in notation and a type.      Out:  whether some state could offer it.
Whether it is offered now is not asked here.
"""

from __future__ import annotations

import re

from kfdsl.engine.machine.wording import NOTHING
from kfdsl.engine.rules.table import Table
from kfdsl.program.types import Type

AMOUNT = re.compile(r"(\d{1,6}) ([\w.]+)(?: of (.+))?")
WHOLE = re.compile(r"all of (.+)")
_QUALIFIED = re.compile(r"[a-z_]\w*\.[a-z_]\w*")
_BRANCH = re.compile(r"option \d{1,6}")
_SPOT = re.compile(r"\(-?\d{1,6},-?\d{1,6}\)")
_TURNED = re.compile(_SPOT.pattern + "/[0-5]")


def as_called(table: Table, text: str) -> str:
    """A line in which a pack stands before names that are called without it."""
    names = table.numbering.with_packs
    return _QUALIFIED.sub(lambda found: names.get(found[0], found[0]), text) if "." in text else text


def is_value(table: Table, text: str, type_: Type) -> bool:
    """Whether a text is how a value of a type is written."""
    numbering = table.numbering
    match type_.head:
        case "card":
            return (
                text in numbering.cards or text in numbering.copies
            )  # of another kind as well: that is why it is refused then
        case "token":
            return text in numbering.tokens
        case "value":
            return text in numbering.value_names[type_.name]
        case "player":
            return text in {f"p{seat + 1}" for seat in range(table.layout.players)}
        case "area":
            card_name, _, corner = text.partition("/")
            return card_name in numbering.cards and corner in {"1", "2", "3", "4", "5", "6"}
        case "spot":
            return text in numbering.spot_names or (_TURNED if numbering.is_turned else _SPOT).fullmatch(text) is not None
        case "bool":
            return text in ("yes", "no")
        case "maybe" if text == NOTHING:
            return True
        case "number":
            return text.removeprefix("-").isdecimal()
        case _:
            return type_.inner is not None and is_value(table, text, type_.inner)


def is_name(table: Table, text: str) -> bool:
    """Whether a text is the name of anything that can be chosen, of whatever type."""
    numbering = table.numbering
    known = (numbering.cards, numbering.copies, numbering.tokens, numbering.values, numbering.spot_names)
    return any(text in names for names in known)


def is_branch(text: str) -> bool:
    """Whether a text is how a branch is written."""
    return _BRANCH.fullmatch(text) is not None


def is_group(table: Table, text: str) -> bool:
    """Whether a text is how pieces are written: amounts of tokens that there are, and whole places."""
    return all(
        is_place(table, whole[1])
        if (whole := WHOLE.fullmatch(term))
        else (loose := AMOUNT.fullmatch(term)) is not None and loose[2] in table.numbering.tokens
        for term in text.split(" + ")
    )


def is_place(table: Table, text: str) -> bool:
    """Whether a text begins like the name of a place."""
    return text.partition("(")[0] in table.numbering.places
