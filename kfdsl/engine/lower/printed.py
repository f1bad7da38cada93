"""Tables of what is printed, which generated code reads.

In:   the numbers of a program.      Out:  tables by name, the same for any number of players.
"""

from __future__ import annotations

from typing import Any

from kfdsl.program import made_names
from kfdsl.program.numbering import Numbering


def program_tables(numbering: Numbering) -> dict[str, Any]:
    """Tables that do not depend on how many play."""
    program = numbering.program
    cards = range(len(program.cards))
    rule_numbers = {rule.name: i for i, rule in enumerate(program.rules)}
    tables: dict[str, Any] = {
        "ZERO": numbering.zero,
        "FACES": tuple(numbering.faces(card) for card in cards),
        "RULE_NUMBERS": rule_numbers,
        "ACTION_RULES": tuple(rule_numbers[action.rule] for action in program.actions),
    }
    for name in {trait for kind in program.kinds for trait in kind.traits} | {trait.name for trait in program.traits}:
        tables[made_names.is_a(name)] = tuple(numbering.is_a(card, name) for card in cards)
    for field_ in program.fields:
        values: dict[tuple[str, str, str], Any] = {}
        for card in program.cards:
            values |= {
                (card.name, name, face): numbering.constant(value, field_.type)
                for name, face, value in card.values
                if name == field_.name and value is not None
            }
            values |= {
                (card.name, name, face): rule_numbers[rule] for name, face, rule in card.effects if name == field_.name
            }
        default = -1 if field_.type.head == "effect" else None
        rows: list[Any] = []
        for number in cards:
            name = program.cards[number].name
            if field_.faced:
                rows.append(tuple(values.get((name, field_.name, face), default) for face in numbering.faces(number)))
            else:
                rows.append(values.get((name, field_.name, ""), default))
        tables[made_names.printed(field_.name)] = tuple(rows)
    return tables
