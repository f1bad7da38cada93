"""Numbers for the names of a program, the same for any number of players.

In:   a core Program.      Out:  Numbering: tokens, cards and values as numbers, constants as the engine holds them.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from kfdsl.program import core
from kfdsl.program.boards import NAMED, board_of
from kfdsl.program.types import WANT, Type


def is_converted(given: Type, wanted: Type) -> bool:
    """Whether a value of one type is held otherwise than one of another that it fits."""
    if wanted.head == "maybe" and wanted.inner is not None:
        return is_converted(given.inner if given.head == "maybe" and given.inner is not None else given, wanted.inner)
    if given.head == wanted.head == "list" and given.inner is not None and wanted.inner is not None:
        return is_converted(given.inner, wanted.inner)
    return (given.head, wanted.head) in (("bundle", "want"), ("group", "want"), ("group", "bundle"))


class Numbering:
    """Numbers for the names of a program; the same for any number of players."""

    def __init__(self, program: core.Program) -> None:
        self.program = program
        self.tokens = {token.name: i for i, token in enumerate(program.tokens)}
        self.cards = {card.name: i for i, card in enumerate(program.cards)}
        self.kinds = {kind.name: kind for kind in program.kinds}
        self.values = {word: i for values in program.values for i, word in enumerate(values.names)}
        self.value_names = {values.name: values.names for values in program.values}
        self.queries = {query.name: query for query in program.queries}
        self.rules = {rule.name: rule for rule in program.rules}
        self.shapes = {shape.name: shape for shape in program.shapes}
        self.actions = {action.name: action for action in program.actions}
        self.menus = {menu.name: menu for menu in program.menus}
        self.places = {place.name: place for place in program.places}
        self.vars = {var.name: var for var in program.vars}
        self.fields = {field.name: field for field in program.fields}

    @cached_property
    def copies(self) -> dict[str, range]:
        """Thing → the numbers of its copies."""
        things = [card.thing for card in self.program.cards]
        return {
            thing: range(at, at + things.count(thing))
            for at, thing in enumerate(things)
            if thing and (not at or things[at - 1] != thing)
        }

    @cached_property
    def qualified(self) -> frozenset[str]:
        """What has its pack before its name, since another pack declares that name as well."""
        parts = (self.program.cards, self.program.actions, self.program.menus, self.program.rules)
        named = (each for part in parts for each in part)
        return frozenset(each.name for each in named if each.name == f"{each.pack}.{each.name.rpartition('.')[2]}")

    @cached_property
    def with_packs(self) -> dict[str, str]:
        """What may be written with its pack in front, though nobody else declares it: what it is called."""
        parts = (self.program.cards, self.program.tokens, self.program.actions, self.program.places)
        return {f"{each.pack}.{each.name}": each.name for part in parts for each in part if "." not in each.name}

    @cached_property
    def token_traits(self) -> dict[str, tuple[int, ...]]:
        """Token or trait → the numbers of its tokens."""
        found: dict[str, list[int]] = {}
        for token in self.program.tokens:
            for name in (token.name, *token.traits):
                found.setdefault(name, []).append(self.tokens[token.name])
        return {name: tuple(numbers) for name, numbers in found.items()}

    @cached_property
    def zero(self) -> tuple[int, ...]:
        """Nothing at all."""
        return (0,) * len(self.tokens)

    def mask(self, name: str) -> int:
        """The tokens of a trait as a set."""
        return sum(1 << number for number in self.token_traits.get(name, ()))

    def bundle(self, entries: tuple[tuple[int, str, bool], ...]) -> tuple[int, ...]:
        """Counts by token."""
        counts = [0] * len(self.tokens)
        for count, name, _ in entries:
            counts[self.tokens[name]] += count
        return tuple(counts)

    def want(self, entries: tuple[tuple[int, str, bool], ...]) -> tuple[tuple[int, int, bool], ...]:
        """Holes: how many, which tokens fit, and whether they must differ."""
        return tuple((count, self.mask(name), different) for count, name, different in entries)

    def each_of(self, per: str) -> tuple[str, ...]:
        """The names of what something is one of, apart from players."""
        return tuple(self.tokens) if per == "token" else self.value_names[per]

    def start_at(self, card: int) -> tuple[int, ...]:
        """In which of several places a card lies at first: what its kind, or what is printed on it, says."""
        definition = self.program.cards[card]
        printed = {name: value for name, face, value in definition.values if not face}
        words = [printed.get(each, each) for each in self.kinds[definition.kind].start_at]
        return tuple(
            self.constant(word)
            if isinstance(word, core.Expr)
            else self.tokens[word]
            if word in self.tokens
            else self.values[word]
            for word in words
            if word is not None
        )

    def is_a(self, card: int, name: str) -> bool:
        """Whether a card is of a kind or has a trait."""
        return name in self.kinds[self.program.cards[card].kind].traits

    @cached_property
    def spotted(self) -> frozenset[int]:
        """The cards that may lie at a spot of some plane."""
        planes = [place.content for place in self.program.places if place.board]
        return frozenset(card for card in range(len(self.cards)) if any(self.is_a(card, kind) for kind in planes))

    def corners(self, card: int) -> int:
        """How many corners a card has, on whichever plane it lies."""
        boards = [place.board for place in self.program.places if place.board and self.is_a(card, place.content)]
        return max((board_of(board).edges for board in boards if board_of(board).has_lines), default=0)

    @cached_property
    def spot_names(self) -> tuple[str, ...]:
        """The spots that have names, in order."""
        return tuple(name for place in self.program.places if place.board for name in place.board.names)

    def spot_told(self, spot: tuple[int, int, int]) -> str | list[int]:
        """A spot as others may read it: by its name, or by its numbers."""
        return self.spot_names[spot[0]] if spot[1] == NAMED else list(spot)

    def spot_read(self, told: str | list[int]) -> tuple[int, int, int]:
        """The same back."""
        return (self.spot_names.index(told), NAMED, 0) if isinstance(told, str) else (told[0], told[1], told[2])

    def first_spot(self, card: int) -> tuple[int, int, int] | None:
        """Where a card lies from the start: at the spot that has its name, if it begins on that plane."""
        definition = self.program.cards[card]
        board = self.places[self.kinds[definition.kind].start].board if self.kinds[definition.kind].start else None
        if board is None or definition.name not in board.names:
            return None
        return (self.spot_names.index(definition.name), NAMED, 0)

    @cached_property
    def is_turned(self) -> bool:
        """Whether cards may be turned on any plane."""
        return any(place.board is not None and place.board.turned for place in self.program.places)

    def faces(self, card: int) -> tuple[str, ...]:
        """The faces of a card."""
        return self.kinds[self.program.cards[card].kind].faces

    def constant(self, expr: core.Expr, wanted: Type | None = None) -> Any:
        """The value of something that depends on nothing, as what is wanted."""
        if wanted is not None and wanted.head == "maybe":
            return self.constant(expr, wanted.inner)
        if isinstance(expr, core.Const):
            is_want = wanted is not None and wanted.head == "want" and isinstance(expr.value, tuple)
            return self.literal(expr.value, WANT if is_want else expr.type)
        assert isinstance(expr, core.Prim)
        inner = wanted.inner if wanted is not None else None
        match expr.word:
            case "set":
                return sum(1 << number for number in {self.constant(arg) for arg in expr.args})
            case "tokens":
                return self.mask(expr.data)
            case "seat":
                return 0  # of the others nobody knows whether they play
            case "negative":
                return -self.constant(expr.args[0])
            case "spot":
                return (*map(self.constant, expr.args), 0)[:3]
            case _:
                return tuple(self.constant(arg, inner) for arg in expr.args)

    def literal(self, value: Any, type_: Type) -> Any:
        """A constant as the engine holds it."""
        match type_.head:
            case "token":
                return self.tokens[value]
            case "value":
                return self.values[value]
            case "card":
                return self.cards[value]
            case "bundle":
                return self.bundle(value)
            case "want":
                return self.want(value)
            case "spot":
                return (self.spot_names.index(value), NAMED, 0)
            case "maybe":
                assert type_.inner
                return None if value is None else self.literal(value, type_.inner)
            case _:
                return value
