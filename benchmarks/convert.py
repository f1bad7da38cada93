"""The same position and the same answer in both engines.

In:   a state, a question, an answer of the engine.      Out:  what by_hand.py calls them.
"""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import kfdsl
from benchmarks import by_hand
from kfdsl.engine.choices.begun import Answer
from kfdsl.engine.choices.question import Question
from kfdsl.engine.rules.table import Table
from kfdsl.engine.words.state import State

SLICE = Path(__file__).resolve().parent / "slice"


def load() -> kfdsl.Rules:
    """The rules of benchmarks/slice."""
    return kfdsl.load(SLICE)


def hand_rules(table: Table) -> SimpleNamespace:
    """The rules by hand, with cards numbered as in a table."""
    return by_hand.rules(table.layout.players, [card.name for card in table.program.cards])


def index_of(table: Table) -> dict[tuple[str, int | None, int | None], int]:
    """Where each place and variable lies: by its name, card and player."""
    return {(cell.name, cell.card, cell.player): at for at, cell in enumerate(table.layout.cells)}


def to_hand(table: Table, g: State, hand: SimpleNamespace) -> by_hand.State:
    """A state in the cells of by_hand."""
    index, s = index_of(table), g.cells
    made = hand.fresh(g.chance)
    cells = made.cells
    for name, at in {
        "bag": hand.BAG,
        "green_supply": hand.LEAVES,
        "supply": hand.SUPPLY,
        "skill_pile": hand.PILE,
        "tile_stock": hand.STOCK,
        "homes": hand.HOME_STOCK,
        "retired": hand.RETIRED,
        "auction": hand.AUCTION,
        "season": hand.SEASON,
        "start_player": hand.START,
        "mover": hand.MOVER,
        "passes": hand.PASSES,
    }.items():
        cells[at] = s[index[name, None, None]]
    for p in hand.players:
        for name, at in {"screen": hand.SCREEN, "spent": hand.SPENT, "village": hand.VILLAGE}.items():
            cells[at + p] = s[index[name, None, p]]
        for card in cells[hand.VILLAGE + p]:
            cells[hand.OWNER + card] = p
    for card in range(hand.size):
        cells[hand.CREW + card] = s[index["crew", card, None]]
        cells[hand.GOODS + card] = s[index["goods", card, None]]
        cells[hand.LAST_USE + card] = s[index["site.last_use", card, None]]
        if hand.is_tile[card]:
            for p in hand.players:
                cells[hand.BID + card * hand.n + p] = s[index["bid", card, p]]
    return made


def bundle_at(table: Table, cell: int) -> int:
    """Where what a cell holds lies in memory, for a query that is asked about a bundle."""
    return 2 * table.engine.at + table.words.flat.places[cell]


def answer_to_hand(question: Question, answer: Answer) -> tuple[Any, ...]:
    """A whole answer as by_hand writes it."""
    layout = question.table.layout
    number, values = answer
    match question.info.sort:
        case "branches":
            return ("fetch", values[0])
        case "cover":
            (((cell, bundle),),) = values
            place = layout.cells[cell]
            return ("pay", (place.card, -1) if place.name == "bid" else (-1, bundle.index(1)))
    action = question.action(number).name
    return (action,) if action == "pass" else (action, values[0], *group_to_hand(question, values[1]))


def group_to_hand(question: Question, group: tuple[Any, ...]) -> tuple[int, tuple[int, ...], int]:
    """Colour, whole lots, how many loose; groups of the slice have one colour."""
    cells = question.table.layout.cells
    colours = {token for _, bundle in group for token, count in enumerate(bundle) if count}
    assert len(colours) == 1, group
    lots = tuple(cells[cell].card or 0 for cell, _ in group if cells[cell].name == "bid")
    loose = sum(sum(bundle) for cell, bundle in group if cells[cell].name == "screen")
    return colours.pop(), lots, loose
