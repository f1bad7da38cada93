"""Values as words: for notations, messages and readable choices.

In:   a value and its type.      Out:  its id (stable, for logs) or its title (for people).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kfdsl.engine.machine.bundles import Bundle, Group, bits, bundle_of
from kfdsl.engine.machine.layout import Cell, Layout
from kfdsl.program import made_names
from kfdsl.program.boards import NAMED
from kfdsl.program.things import thing_of
from kfdsl.program.types import Type

NOTHING = "nothing"  # how an answer is written that is none
KEPT = frozenset({"token", "card", "player", "value", "spot"})  # types whose texts are kept,
MOST = 1 << 14  # no more of each than this


class Texts(dict[Any, str]):
    """Texts that were made, by what they are of; each is made when it is first wanted."""

    def __init__(self, make: Callable[[Any], str]) -> None:
        super().__init__()
        self.make = make

    def __missing__(self, value: Any) -> str:
        if len(self) > MOST:
            self.clear()
        text = self[value] = self.make(value)
        return text


class Wording:
    """Names of a layout's things."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.program = layout.numbering.program
        self._ids: dict[tuple[str, str], Texts] = {}
        self._words: dict[tuple[str, str], Texts] = {}
        self._cells: dict[tuple[int, int], str] = {}
        self._places: dict[int, str] = {}

    # ---- ids

    def ids(self, type_: Type) -> Callable[[Any], str]:
        """How values of a type are written in notations, for many of them."""
        if type_.head not in KEPT:
            return lambda value: self.id(value, type_)
        key = type_.head, type_.name
        if key not in self._ids:
            self._ids[key] = Texts(lambda value: self.id(value, type_))
        return self._ids[key].__getitem__

    def id(self, value: Any, type_: Type) -> str:
        """How a value is written in notations."""
        match type_.head:
            case "token":
                return str(self.program.tokens[value].name)
            case "card":
                return str(self.program.cards[value].name)
            case "player":
                return f"p{value + 1}"
            case "value":
                return str(self.layout.numbering.value_names[type_.name][value])
            case "area":
                return f"{self.program.cards[value[0][0]].name}/{value[0][1] + 1}"
            case "spot":
                return self.spot(value)
            case "bool":
                return "yes" if value else "no"
            case "maybe" if type_.inner:
                return NOTHING if value is None else self.id(value, type_.inner)
            case _:
                return str(value)

    def spot(self, value: tuple[int, int, int]) -> str:
        """`(0,1)/2`; without a rotation where nothing is ever turned; by its name if it has one."""
        across, down, turned = value
        if down == NAMED:
            return self.layout.numbering.spot_names[across]
        return f"({across},{down})/{turned}" if self.layout.numbering.is_turned else f"({across},{down})"

    def cell(self, cell: int, me: int) -> str:
        """A place: `crate(old_kiln)`, with the player only if it is another's."""
        text = self._cells.get((cell, me))
        if text is None:
            text = self._cells[cell, me] = self._cell(cell, me)
        return text

    def _cell(self, cell: int, me: int) -> str:
        found = self.layout.cells[cell]
        corner = f"/{found.corner + 1}" if found.corner is not None else ""
        inner = [self.program.cards[found.card].name + corner] if found.card is not None else []
        each_of = self.layout.numbering.each_of
        inner += [
            f"p{at + 1}" if per == "player" else each_of(per)[at] for per, at in found.at if (per, at) != ("player", me)
        ]
        return f"{found.name}({', '.join(inner)})" if inner else found.name

    def bundle(self, bundle: Bundle) -> str:
        """`2 clay + 1 straw`"""
        return (
            " + ".join(f"{count} {self.program.tokens[i].name}" for i, count in enumerate(bundle) if count) or "nothing"
        )

    def group(self, group: Group, me: int, wholes: frozenset[int], loose: int) -> str:
        """`all of crate(old_kiln) + 2 clay`; the place of loose pieces is named where there are several."""
        parts = []
        for cell, bundle in group:
            if cell in wholes:
                parts.append(self.term(cell, None, 1, me, loose))
            else:
                parts += [self.term(cell, token, count, me, loose) for token, count in enumerate(bundle) if count]
        return " + ".join(parts) or "nothing"

    def term(self, cell: int, token: int | None, count: int, me: int, loose: int) -> str:
        """One term of a group: all of a place where no token is said, otherwise so many of one."""
        if token is None:
            return f"all of {self.cell(cell, me)}"
        return f"{count} {self.program.tokens[token].name}" + (f" of {self.cell(cell, me)}" if loose > 1 else "")

    # ---- words for people

    def words(self, type_: Type, names: Sequence[str] = ()) -> Callable[[Any], str]:
        """How values of a type read, for many of them."""
        if type_.head == "player" and names:
            return names.__getitem__
        if type_.head not in KEPT:
            return lambda value: self.word(value, type_, names)
        key = type_.head, type_.name
        if key not in self._words:
            self._words[key] = Texts(lambda value: self.word(value, type_))
        return self._words[key].__getitem__

    def word(self, value: Any, type_: Type, names: Sequence[str] = ()) -> str:
        """How a value reads; players by their names, where those are known."""
        match type_.head:
            case "token":
                return self.noun(value, 1)
            case "card":
                return self.title(value)
            case "set" if type_.inner:
                return ", ".join(self.word(item, type_.inner, names) for item in bits(value)) or "nothing"
            case "list" if type_.inner:
                return ", ".join(self.word(item, type_.inner, names) for item in value) or "nothing"
            case "maybe" if type_.inner:
                return "nothing" if value is None else self.word(value, type_.inner, names)
            case "bundle":
                return self.things(value)
            case "group":
                return self.things(bundle_of(value, self.layout.numbering.zero))
            case "player":
                return names[value] if names else f"player {value + 1}"
            case "value":
                return made_names.in_words(self.id(value, type_))
            case "spot":
                if value[1] == NAMED:
                    return made_names.in_words(self.spot(value))
                return f"({value[0]},{value[1]})" + (f", rotated by {value[2]}" if value[2] else "")
            case "area":
                return f"the area at {self.title(value[0][0])}, corner {value[0][1] + 1}"
            case _:
                return self.id(value, type_)

    def picked(self, group: Group, wholes: frozenset[int], loose: int) -> str:
        """What is picked up: `all of crate of Shed (1 straw) and 2 bricks`; places of loose pieces where there are several."""
        parts = []
        for cell, bundle in group:
            if cell in wholes:
                parts.append(f"all of {self.place(cell)} ({self.things(bundle)})")
            else:
                parts.append(self.things(bundle) + (f" of {self.place(cell)}" if loose > 1 else ""))
        return " and ".join(parts) or "nothing"

    def noun(self, token: int, count: int) -> str:
        """A token's noun, singular or plural."""
        definition = self.program.tokens[token]
        nouns = definition.nouns or (made_names.in_words(definition.name),)
        return nouns[0] if count == 1 else nouns[-1]

    def things(self, bundle: Bundle) -> str:
        """`2 bricks and 1 straw`"""
        parts = [f"{count} {self.noun(i, count)}" for i, count in enumerate(bundle) if count]
        return ", ".join(parts[:-1]) + " and " + parts[-1] if len(parts) > 1 else "".join(parts) or "nothing"

    def title(self, card: int) -> str:
        """A card's printed name."""
        definition = self.program.cards[card]
        return definition.nouns[0] if definition.nouns else made_names.in_words(thing_of(definition))

    def index(self, cell: Cell) -> str:
        """Which one it is of several, players apart: `low`."""
        named = [(per, at) for per, at in cell.at if per != "player"]
        each_of = self.layout.numbering.each_of
        return ", ".join(
            self.noun(at, 1) if per == "token" else made_names.in_words(each_of(per)[at]) for per, at in named
        )

    def place(self, cell: int) -> str:
        """A place in words."""
        if cell not in self._places:
            self._places[cell] = self._place(cell)
        return self._places[cell]

    def _place(self, cell: int) -> str:
        found = self.layout.cells[cell]
        words = " ".join([self.index(found), made_names.in_words(found.name)]).lstrip()
        return f"{words} of {self.title(found.card)}" if found.card is not None else words
