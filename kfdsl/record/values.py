"""Values as JSON and back, by ids and never by numbers.

In:   a value of the engine and, where it is known, its type.      Out:  JSON that says itself what it is: `{"card": "old_kiln"}`.
Numbers, truths, texts and nothing stand for themselves. A tuple whose type is not known is a `row`, number for number.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kfdsl.engine.machine.layout import Layout
from kfdsl.engine.machine.runtime import bits
from kfdsl.program.types import Type


class Misfit(ValueError):
    """Something recorded that these rules have no place for."""


class Values:
    """Writes and reads the values of one layout."""

    def __init__(self, layout: Layout) -> None:
        program = layout.numbering.program
        self.layout = layout
        self.numbering = layout.numbering
        self.tokens = [token.name for token in program.tokens]
        self.cards = [card.name for card in program.cards]
        self.rules = [rule.name for rule in program.rules]
        self.rule_numbers = {name: i for i, name in enumerate(self.rules)}
        self.cells = {layout.name(at): at for at, cell in enumerate(layout.cells) if cell.sort in ("tokens", "cards")}

    # ---- writing

    def write(self, value: Any, type_: Type | None) -> Any:
        """A value as JSON."""
        if type_ is None or value is None:
            return self.raw(value)
        match type_.head:
            case "maybe":
                return self.write(value, type_.inner)
            case "token":
                return {"token": self.tokens[value]}
            case "card":
                return {"card": self.cards[value]}
            case "player":
                return {"player": value + 1}
            case "value":
                return {"value": [type_.name, self.numbering.value_names[type_.name][value]]}
            case "bundle":
                return {"bundle": self.counts(value)}
            case "group":
                return {"group": [[self.layout.name(cell), self.counts(part)] for cell, part in value]}
            case "want":
                return {
                    "want": [
                        [count, [self.tokens[i] for i in bits(mask)], different] for count, mask, different in value
                    ]
                }
            case "list":
                return {"list": [self.write(each, type_.inner) for each in value]}
            case "set":
                return {"set": [self.write(each, type_.inner) for each in bits(value)]}
            case "pair":
                return {"pair": [value[0] + 1, self.write(value[1], type_.inner)]}
            case "spot":
                return {"spot": list(value)}
            case "effect":
                return {"effect": self.rules[value] if value >= 0 else None}
            case _:
                return self.raw(value)

    def raw(self, value: Any) -> Any:
        """A value of which nothing is known."""
        return {"row": [self.raw(each) for each in value]} if isinstance(value, tuple) else value

    def counts(self, bundle: Sequence[int]) -> dict[str, int]:
        """`{"clay": 2}`"""
        return {self.tokens[i]: count for i, count in enumerate(bundle) if count}

    # ---- reading

    def read(self, data: Any) -> Any:
        """A value from JSON."""
        if not isinstance(data, dict):
            if isinstance(data, list | float):
                raise Misfit(f"{data!r:.60} is not a value")
            return data
        if len(data) != 1:
            raise Misfit("a value has one tag")
        ((tag, inner),) = data.items()
        match tag, inner:
            case "token", str():
                return self.token(inner)
            case "card", str():
                return self.card(inner)
            case "player", int():
                return self.player(inner)
            case "value", [str(name), str(word)]:
                return self.word(name, word)
            case "bundle", dict():
                return self.bundle(inner)
            case "group", list():
                return tuple(self.part(each) for each in inner)
            case "want", list():
                return tuple(self.hole(each) for each in inner)
            case "list" | "row", list():
                return tuple(self.read(each) for each in inner)
            case "set", list():
                return self.members(inner)
            case "pair", [seat, answer]:
                return self.player(seat), self.read(answer)
            case "spot", [int(), int(), int()]:
                return tuple(inner)
            case "effect", None:
                return -1
            case "effect", str():
                return _found(self.rule_numbers, inner, "rule")
            case _:
                raise Misfit(f"`{tag:.40}` does not hold a value here")

    def token(self, name: str) -> int:
        """A token's number."""
        return _found(self.numbering.tokens, name, "token")

    def card(self, name: str) -> int:
        """A card's number."""
        return _found(self.numbering.cards, name, "card")

    def cell(self, name: str) -> int:
        """A cell's number."""
        return _found(self.cells, name, "place")

    def player(self, number: Any) -> int:
        """A seat, from a number counted from one."""
        if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= self.layout.players:
            raise Misfit(f"there is no player {number!r:.40}")
        return number - 1

    def word(self, name: str, word: str) -> int:
        """A declared value."""
        words = self.numbering.value_names.get(name, ())
        if word not in words:
            raise Misfit(f"there is no `{name:.40}` called `{word:.40}`")
        return words.index(word)

    def bundle(self, counts: Any) -> tuple[int, ...]:
        """Counts by token."""
        found = [0] * len(self.tokens)
        if not isinstance(counts, dict):
            raise Misfit("counts of tokens are written by name")
        for name, count in counts.items():
            if isinstance(count, bool) or not isinstance(count, int) or count < 1:
                raise Misfit(f"there cannot be {count!r:.40} of `{name:.40}`")
            found[self.token(name)] = count
        return tuple(found)

    def part(self, data: Any) -> tuple[int, tuple[int, ...]]:
        """A part of a group: where it lies and what it is."""
        match data:
            case [str(name), dict(counts)]:
                return self.cell(name), self.bundle(counts)
            case _:
                raise Misfit("a part of a group is a place and counts")

    def hole(self, data: Any) -> tuple[int, int, bool]:
        """A part of a want."""
        match data:
            case [int(count), list(names), bool(different)] if all(isinstance(name, str) for name in names):
                return count, sum(1 << self.token(name) for name in dict.fromkeys(names)), different
            case _:
                raise Misfit("a part of a want is a count, tokens, and whether they differ")

    def members(self, data: list[Any]) -> int:
        """A set."""
        mask = 0
        for each in data:
            item = self.read(each)
            if isinstance(item, bool) or not isinstance(item, int) or not 0 <= item < 4096:
                raise Misfit("a set is of small things")
            mask |= 1 << item
        return mask


def _found(known: Mapping[str, int], name: str, what: str) -> int:
    found = known.get(name)
    if found is None:
        raise Misfit(f"there is no {what} called `{name:.60}`")
    return found
