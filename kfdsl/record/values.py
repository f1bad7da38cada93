"""Values as JSON and back, by ids and never by numbers.

In:   a value of the engine and, where it is known, its type.      Out:  JSON that says itself what it is: `{"card": "old_kiln"}`.
Numbers, truths, texts and nothing stand for themselves. A tuple whose type is not known is a `row`, number for number; it is
written, so that it can be compared, but never read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kfdsl.engine.machine.bundles import bits
from kfdsl.engine.machine.layout import Layout
from kfdsl.program.boards import NAMED
from kfdsl.program.numbers import FARTHEST, LEAST, MOST, MOST_MEMBERS, MOST_PIECES
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
        self.cells = {layout.name(at): at for at, cell in enumerate(layout.cells) if cell.sort == "tokens"}

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
                return {"spot": self.numbering.spot_told(value)}
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

    def read(self, data: Any, type_: Type) -> Any:
        """A value from JSON, of a type and in its range."""
        if type_.head == "maybe" and type_.inner:
            return None if data is None else self.read(data, type_.inner)
        tag, inner = self._tagged(data)
        match type_.head, tag, inner:
            case "number", "", int() if not isinstance(inner, bool) and LEAST <= inner <= MOST:
                return inner
            case ("bool", "", bool()) | ("text", "", str()) | ("none", "", None):
                return inner
            case "token", "token", str():
                return self.token(inner)
            case "card", "card", str():
                return self.card(inner, type_.name)
            case "player", "player", _:
                return self.player(inner)
            case "value", "value", [type_.name, str(word)]:
                return self.word(type_.name, word)
            case "bundle", "bundle", dict():
                return self.bundle(inner)
            case "group", "group", list():
                parts = tuple(self.part(each) for each in inner)
                _no_more_than([sum(part) for _, part in parts], MOST_PIECES)
                return parts
            case "want", "want", list():
                holes = tuple(self.hole(each) for each in inner)
                _no_more_than([count for count, _, _ in holes], MOST)
                return holes
            case "list", "list", list() if type_.inner:
                return tuple(self.read(each, type_.inner) for each in inner)
            case "set", "set", list() if type_.inner:
                return self.members(inner, type_.inner)
            case "pair", "pair", [seat, answer] if type_.inner:
                return self.player(seat), self.read(answer, type_.inner)
            case "spot", "spot", list() | str():
                return self.spot(inner)
            case "area", "row", [_, *_]:
                return tuple(self.corner(each) for each in inner)
            case "effect", "effect", None:
                return -1
            case "effect", "effect", str():
                return _found(self.rule_numbers, inner, "rule")
            case _:
                raise Misfit(f"{data!r:.60} is not {'an' if str(type_)[0] in 'aeiou' else 'a'} {type_}")

    def _tagged(self, data: Any) -> tuple[str, Any]:
        if not isinstance(data, dict):
            return "", data
        if len(data) != 1:
            raise Misfit("a value has one tag")
        ((tag, inner),) = data.items()
        return tag, inner

    def token(self, name: str) -> int:
        """A token's number."""
        return _found(self.numbering.tokens, name, "token")

    def card(self, name: str, kind: str = "") -> int:
        """The number of a card, of a kind or trait if that matters."""
        found = _found(self.numbering.cards, name, "card")
        if kind and not self.numbering.is_a(found, kind):
            raise Misfit(f"the card `{name:.60}` is not of `{kind}`")
        return found

    def spot(self, told: Any) -> tuple[int, int, int]:
        """A spot, by its name or by its numbers."""
        match told:
            case str() if told in self.numbering.spot_names:
                return self.numbering.spot_names.index(told), NAMED, 0
            case [int(q), int(r), int(turn)] if max(abs(q), abs(r)) < FARTHEST and 0 <= turn < 6:
                return q, r, turn
            case _:
                raise Misfit("a spot is a name, or three numbers: how far across and down, and how a card is turned there")

    def corner(self, told: Any) -> tuple[int, int]:
        """A corner of a card."""
        match told:
            case {"row": [int(card), int(corner)], **rest} if not rest:
                if 0 <= card < len(self.cards) and 0 <= corner < 6:
                    return card, corner
        raise Misfit("an area is made of corners of cards")

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
            if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= MOST_PIECES:
                raise Misfit(f"there cannot be {count!r:.40} of `{name:.40}`")
            found[self.token(name)] = count
        return tuple(found)

    def part(self, data: Any) -> tuple[int, tuple[int, ...]]:
        """A part of a group: where it lies and what it is."""
        match data:
            case [str(name), dict(counts)]:
                return _found(self.cells, name, "place"), self.bundle(counts)
            case _:
                raise Misfit("a part of a group is a place and counts")

    def hole(self, data: Any) -> tuple[int, int, bool]:
        """A part of a want."""
        match data:
            case [int(count), list(names), bool(different)] if (
                0 <= count <= MOST and not isinstance(count, bool) and all(isinstance(name, str) for name in names)
            ):
                return count, sum(1 << self.token(name) for name in dict.fromkeys(names)), different
            case _:
                raise Misfit("a part of a want is a count, tokens, and whether they differ")

    def members(self, data: list[Any], type_: Type) -> int:
        """A set."""
        mask = 0
        for each in data:
            item = self.read(each, type_)
            if isinstance(item, bool) or not isinstance(item, int) or not 0 <= item < MOST_MEMBERS:
                raise Misfit("a set is of small things")
            mask |= 1 << item
        return mask


def _no_more_than(counts: Sequence[int], most: int) -> None:
    if sum(counts) > most:
        raise Misfit(f"there cannot be more than {most} of all together")


def _found(known: Mapping[str, int], name: str, what: str) -> int:
    found = known.get(name)
    if found is None:
        raise Misfit(f"there is no {what} called `{name:.60}`")
    return found
