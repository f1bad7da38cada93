"""How many items a collection has at most.

In:   a core expression, and how many the lists have that were handed in.      Out:  Cost; a size with no name where nobody can say.
A set has each item once, so there are no more than there are such items; a list may have one twice, so it is followed to where it is made.
"""

from __future__ import annotations

from collections.abc import Mapping

from kfdsl.analysis.calls import Calls
from kfdsl.lang.judge.bounds.cost import UNKNOWN, Cost, size, total, written
from kfdsl.program import core, made_names
from kfdsl.program.boards import Board, board_of
from kfdsl.program.numbers import FARTHEST
from kfdsl.program.pieces import held_at_start
from kfdsl.program.types import Type

Lists = Mapping[str, Cost]  # of locals that are lists, how many items they have
PLAYERS, TOKENS, PIECES = "players", "tokens", "pieces"
MOST_NUMBERS = 1000
_BESIDE = 6  # neighbours of a hex, and ways in which it may lie


class Sizes:
    """Answers about the collections of a program."""

    def __init__(self, calls: Calls) -> None:
        self.calls = calls
        self.longest: dict[str, int] = {}  # lists printed on cards
        for card in calls.program.cards:
            for field, _, printed in card.values:
                if isinstance(printed, core.Prim):
                    self.longest[field] = max(self.longest.get(field, 0), len(printed.args))

    def of(self, items: core.Expr, lists: Lists) -> Cost:
        """How many there are to go through."""
        if items.type.head in ("bundle", "group", "want"):
            return size(TOKENS)
        if items.type.head == "set":
            return self.of_set(items)
        match items:
            case core.PlaceAt():
                return size(f"cards({self._content(items)})")
            case core.Local():
                return lists.get(items.name, size(f"{UNKNOWN}how many `{items.name}` has"))
            case core.FieldOf():
                return written(max(1, self.longest.get(items.field, 0)))
            case core.IfElse():
                return self.of(items.then, lists).or_else(self.of(items.other, lists))
            case core.Ask():
                query = self.calls.queries[items.query]
                if query.deep:
                    return size(f"{UNKNOWN}how many `{made_names.widened(query.name)}` has")
                return self.of(query.body, self.handed(query.params, items.args, lists))
            case core.LetIn():
                return self.of(items.body, self.named(items, lists))
            case core.Pick():
                return self.of(items.items, lists)
            case core.Fold():
                return self.rounds(items.binders, lists)
            case core.Before():
                return self.of(items.expr, lists)
            case core.Prim():
                return self._built_in(items, lists)
            case _:
                return size(f"{UNKNOWN}how many `{items.span.words[:40]}` has")

    def rounds(self, binders: tuple[tuple[str, core.Expr], ...], lists: Lists) -> Cost:
        """How often the innermost of loops in one another is gone through."""
        found = written(1)
        for _, items in binders:
            found = found * self.of(items, lists)
        return found

    def named(self, let: core.LetIn, lists: Lists) -> Lists:
        """How many lists have, with one that has got a name."""
        return {**lists, let.name: self.of(let.value, lists)} if let.value.type.head == "list" else lists

    def handed(
        self, params: tuple[tuple[str, Type], ...], args: tuple[core.Expr, ...], lists: Lists
    ) -> dict[str, Cost]:
        """How many the lists have that are handed on."""
        pairs = zip(params, args, strict=False)
        return {name: self.of(arg, lists) for (name, type_), arg in pairs if type_.head == "list"}

    def of_set(self, items: core.Expr) -> Cost:
        """How many of its sort there are."""
        if isinstance(items, core.Prim) and items.word == "set":
            return written(len(items.args))
        inner = items.type.inner
        match inner.head if inner is not None else "":
            case "player":
                return size(PLAYERS)
            case "token":
                return size(TOKENS)
            case "card" if inner is not None:
                return size(f"cards({inner.name})")
            case "value" if inner is not None:
                return size(f"values({inner.name})")
            case "none":
                return written(0)
            case _:
                return size(f"{UNKNOWN}how many `{items.span.words[:40]}` has")

    def _built_in(self, items: core.Prim, lists: Lists) -> Cost:
        cards = (
            size(f"cards({items.type.inner.name})") if items.type.inner and items.type.inner.head == "card" else None
        )
        match items.word:
            case "players" | "clockwise":
                return size(PLAYERS)
            case "items":
                return written(len(items.args))
            case "numbers":
                limit = items.args[0]
                known = limit.value if isinstance(limit, core.Const) and isinstance(limit.value, int) else MOST_NUMBERS
                return written(max(0, min(known, MOST_NUMBERS)))
            case "beyond":
                return self.of(items.args[1], lists)
            case "first":
                count = items.args[0]
                if isinstance(count, core.Const) and isinstance(count.value, int):
                    return written(max(0, count.value))
                return self.of(items.args[1], lists)
            case "join":  # what all packs add, each item by itself
                return total(self.rounds(arg.binders, lists) for arg in items.args if isinstance(arg, core.Fold))
            case "+":
                return total(self.of(arg, lists) for arg in items.args)
            case "but" | "-" | "distinct":
                return self.of(items.args[0], lists)
            case "neighbours" | "beside":
                return written(self._near(items))
            case "all_spots":
                return written(self._spots(items))
            case "around":
                return written(self._near(items))
            case "line":
                return written(self.spots_in_line(items))
            case "cards" | "reach" | "reach_among" | "chain" | "loop" | "loop_through" | "walk" | "walk_from" if cards is not None:
                return cards
            case "spots":
                if self._spots(items):
                    return written(_BESIDE * self._spots(items))
                return written(_BESIDE * _BESIDE) * size(f"cards({self._plane(items)})") + written(_BESIDE)
            case "areas" | "across":
                return written(_BESIDE) * size(f"cards({self._plane(items)})")
            case _:
                return size(f"{UNKNOWN}how many `{items.span.words[:40]}` has")

    def _content(self, place: core.PlaceAt) -> str:
        return next(each.content for each in self.calls.program.places if each.name == place.place)

    def _board(self, word: core.Prim) -> Board | None:
        """The plane that a built-in word names, as far as it names one."""
        named = [arg.place for arg in word.args if isinstance(arg, core.PlaceAt)]
        boards = (each.board for each in self.calls.program.places if each.name in named)
        return next((board_of(board) for board in boards if board is not None), None)

    def _spots(self, word: core.Prim) -> int:
        """How many spots there are; 0 where there is no end."""
        board = self._board(word)
        return len(board.cells) if board is not None else 0

    def _near(self, word: core.Prim) -> int:
        """How many spots lie beside one at most."""
        boards = [board_of(each.board) for each in self.calls.program.places if each.board is not None]
        return max(len(board.steps[0]) for board in boards)

    def spots_in_line(self, word: core.Prim) -> int:
        """No line is longer than all spots together, or than a plane without an end is wide."""
        return self._spots(word) or 2 * FARTHEST

    def _plane(self, word: core.Prim) -> str:
        """The kind or trait of the cards of the plane that a built-in word is about."""
        return next((self._content(arg) for arg in word.args if isinstance(arg, core.PlaceAt)), "")


def counted(program: core.Program, players: int) -> dict[str, int]:
    """What the sizes of a program are for a number of players."""
    kinds = {kind.name: {kind.name, *kind.traits} for kind in program.kinds}
    names = {name for traits in kinds.values() for name in traits}
    found = {f"cards({name})": sum(name in kinds[card.kind] for card in program.cards) for name in names}
    found |= {f"values({each.name})": len(each.names) for each in program.values}
    pieces = sum(held for _, held in held_at_start(program))
    return {**found, "cards()": len(program.cards), PLAYERS: players, TOKENS: len(program.tokens), PIECES: pieces}
