"""Another world that one player cannot tell from the real one.

In:   a state, a seat, a stream of chance apart from the game's.      Out:  a state in which only unseen things differ.
Used by whoever thinks for a player without peeking, and by the law that no offer depends on a secret. Pieces stay where they
could lie: between places of different names a token is only exchanged for one with the same traits, since nothing says
that a place would ever hold another sort. The world follows from what the player may know and from the stream alone: what is dealt
is put in order first, so that how it really lies makes no difference.
"""

from __future__ import annotations

from kfdsl.engine.machine.chance import below
from kfdsl.engine.machine.layout import Layout
from kfdsl.engine.play.acting_at_once import name_anew
from kfdsl.engine.play.sealed_answers import find, given_anew, places, put
from kfdsl.engine.rules.table import Table
from kfdsl.engine.words.state import Cells, State

MOST_DEALS = 20  # before what others have answered is left as it is, and with it what they answered from


class _Dealer:
    """Deals from one stream."""

    def __init__(self, layout: Layout, cells: Cells, seat: int, stream: int, pinned: set[int]) -> None:
        self.layout, self.cells, self.seat, self.stream, self.pinned = layout, cells, seat, stream, pinned
        self.kinds: dict[tuple[str, ...], list[int]] = {}
        for number, token in enumerate(layout.numbering.program.tokens):
            self.kinds.setdefault(tuple(sorted(token.traits)) or (token.name,), []).append(number)
        self.order = [token for kin in self.kinds.values() for token in kin]

    def below(self, bound: int) -> int:
        found, self.stream = below(self.stream, bound)
        return found

    def shuffled(self, items: list[int]) -> list[int]:
        """Items that are in order, in any order."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
        return items

    def hidden(self, sort: str) -> list[int]:
        """The cells of a sort that the player does not see, apart from those that must stay."""
        return [
            at
            for at, cell in enumerate(self.layout.cells)
            if cell.sort == sort and not cell.seen_by(self.seat) and at not in self.pinned
        ]

    # ---- tokens

    def rows(self) -> None:
        """Cells of one place, such as everybody else's shelf: their contents mix freely."""
        by_name: dict[str, list[int]] = {}
        for at in self.hidden("tokens"):
            by_name.setdefault(self.layout.cells[at].name, []).append(at)
        for cells in by_name.values():
            if len(cells) > 1:
                self.deal(cells, self.sizes(cells))

    def sizes(self, cells: list[int]) -> list[int]:
        """How much each cell gets: what it has if the player can count it, otherwise anything."""
        sizes = [sum(self.cells[at]) for at in cells]
        free = [i for i, at in enumerate(cells) if not self.layout.cells[at].counted_by(self.seat)]
        loose = sum(sizes[i] for i in free)
        for i in free[:-1]:
            sizes[i] = self.below(loose + 1)
            loose -= sizes[i]
        if free:
            sizes[free[-1]] = loose
        return sizes

    def deal(self, cells: list[int], sizes: list[int]) -> None:
        width = len(self.layout.numbering.tokens)
        counts = [sum(self.cells[at][token] for at in cells) for token in range(width)]
        pool = self.shuffled([token for token in self.order for _ in range(counts[token])])  # kin beside kin, see below
        for at, size in zip(cells, sizes, strict=True):
            mine, pool = pool[:size], pool[size:]
            self.cells[at] = tuple(mine.count(token) for token in range(width))

    def kin(self) -> None:
        """Tokens with the same traits change places with one another, wherever they are unseen."""
        for tokens in self.kinds.values():
            if len(tokens) > 1:
                self.exchange(tokens)

    def exchange(self, tokens: list[int]) -> None:
        cells = self.hidden("tokens")
        pool = self.shuffled([token for token in tokens for at in cells for _ in range(self.cells[at][token])])
        for at in cells:
            counts = list(self.cells[at])
            size = sum(counts[token] for token in tokens)
            mine, pool = pool[:size], pool[size:]
            for token in tokens:
                counts[token] = mine.count(token)
            self.cells[at] = tuple(counts)

    # ---- cards

    def cards(self) -> None:
        """Cards change order, and places with others that hold the same."""
        by_content: dict[str, list[int]] = {}
        for at in self.hidden("cards"):
            by_content.setdefault(self.layout.numbering.places[self.layout.cells[at].name].content, []).append(at)
        for cells in by_content.values():
            before = [self.cells[at] for at in cells]  # cards lie in rows: where one is put elsewhere, its old row is broken
            pool = self.shuffled(sorted(card for cards in before for card in cards))
            for at, cards in zip(cells, before, strict=True):
                mine, pool = pool[: len(cards)], pool[len(cards) :]
                self.cells[at] = tuple(mine)
                for card in mine:
                    self.cells[self.layout.tables["WHERE"][card]] = at


def redeal(table: Table, state: State, seat: int, stream: int) -> State:
    """Another state that looks the same to a player; what chance will bring differs as well.

    Sealed answers of others are given anew, at random, by what they have in that world.
    """
    if state.at_once is not None:
        return _dealt_to_those_who_act(table, state, seat, stream)
    sealed = find(table, state)
    if sealed is None:
        return _dealt(table, state, seat, stream, set())
    own = places(table, state, sealed, [seat])
    for _ in range(MOST_DEALS):
        other = _dealt(table, state, seat, stream, own)
        answers, other.chance = given_anew(table, other, sealed, seat)
        if answers is not None:
            put(other, sealed, answers)
            return other
        stream = other.chance  # somebody who has answered could not have done so in that world
    return _dealt(table, state, seat, stream, places(table, state, sealed, sealed.answers))


def _dealt_to_those_who_act(table: Table, state: State, seat: int, stream: int) -> State:
    """Others name other pieces in what they have begun; if they could not have come so far in any world tried, theirs stays as it is."""
    sealed = find(table, state)
    below_them = set() if sealed is None else places(table, state, sealed, sealed.answers)
    for _ in range(MOST_DEALS):
        other = _dealt(table, state, seat, stream, below_them)
        if name_anew(table, state, other, seat):
            return other
        stream = other.chance + 1
    return _dealt(table, state, seat, stream, below_them | _of_those_who_act(table, state, seat))


def _dealt(table: Table, state: State, seat: int, stream: int, pinned: set[int]) -> State:
    other = state.copy()
    dealer = _Dealer(table.layout, other.cells, seat, stream, pinned)
    dealer.rows()
    dealer.kin()
    dealer.cards()
    other.chance = dealer.stream
    return other


def _of_those_who_act(table: Table, state: State, seat: int) -> set[int]:
    """What belongs to others who act at once: their rules under way speak of it."""
    begun = {part.seat for part in state.acting if part.seat != seat}
    return {at for at, cell in enumerate(table.layout.cells) if cell.player in begun}
