"""Queries, answers and copies, compared.

In:   Sides, and states at turns by printer.      Out:  Lines.
A query is one call of what became of it, with the state in memory already. An answer is given to a state that lies elsewhere: it is
loaded, the answer is carried out, and the game runs on to the next question.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from benchmarks.convert import answer_to_hand, bundle_at, index_of, to_hand
from benchmarks.speed.compared import Line, Ready, Sides, Work, compared
from kfdsl.engine.choices.question import Question
from kfdsl.engine.rules.table import Table
from kfdsl.engine.words.state import State
from kfdsl.program import made_names

AGAIN = 20  # calls on a state, so that laying it out does not count
BUNDLES = ("bid", "crew", "screen")
States = Mapping[str, Sequence[State]]


def queries(sides: Sides, states: States, rounds: int) -> list[Line]:
    """Each query on every card and player of every position."""
    hand = sides.hand
    tiles = [card for card in range(hand.size) if hand.is_tile[card]]
    pairs = [(card, p) for card in tiles for p in hand.players]
    cards, nobody, everybody = [(card,) for card in tiles], [()], [(p,) for p in hand.players]
    first = next(iter(sides.tables.values()))
    cells = [to_hand(first, g, hand).cells for g in next(iter(states.values()))]
    plan: list[tuple[str, Sequence[tuple[int, ...]]]] = [
        ("leader", cards),
        ("losing", pairs),
        ("to_beat", pairs),
        ("tints", cards),
        ("usable", nobody),
        ("landing", pairs),
        ("home_of", everybody),
    ]
    found = []
    for name, args in plan:
        many = args * -(-AGAIN // len(args))
        ready = {
            printer: _asked(table, name, states[printer], [many] * len(cells))
            for printer, table in sides.tables.items()
        }
        found.append(compared(name, ready, _called(getattr(hand, name), cells, many), rounds))
    return [*found, _colours(sides, states, rounds)]


def _asked(table: Table, name: str, states: Sequence[State], args: Sequence[Sequence[tuple[int, ...]]]) -> Ready:
    engine = table.engine
    made, at = engine.names[made_names.query(name)], engine.at

    def work() -> int:
        for g, each in zip(states, args, strict=True):
            engine.load(g)
            engine.clear()
            engine.fill()
            for one in each:
                made(at, *one)
        return sum(map(len, args))

    return lambda: work


def _called(made: Callable[..., object], given: Sequence[Any], args: Sequence[tuple[int, ...]]) -> Ready:
    def work() -> int:
        for g in given:
            for each in args:
                made(g, *each)
        return len(given) * len(args)

    return lambda: work


def _colours(sides: Sides, states: States, rounds: int) -> Line:
    """The one query that is asked about bundles."""

    def of(table: Table) -> list[int]:
        return [cell for cell, about in enumerate(table.layout.cells) if about.name in BUNDLES]

    ready = {
        printer: _asked(
            table, "colours", states[printer], [[(bundle_at(table, cell),) for cell in of(table)]] * len(states[printer])
        )
        for printer, table in sides.tables.items()
    }
    first, given = next((table, states[printer]) for printer, table in sides.tables.items())
    bundles = [g.cells[cell] for g in given for cell in of(first)]

    def work() -> int:
        for bundle in bundles:
            sides.hand.colours(bundle)
        return len(bundles)

    return compared("colours", ready, lambda: work, rounds)


def answers(sides: Sides, states: States, rounds: int) -> list[Line]:
    """An answer to each turn, by what is done there; and passes with which a season ends."""
    hand = sides.hand
    first, given = next((table, states[printer]) for printer, table in sides.tables.items())
    dice = random.Random(1)
    picked: dict[str, list[tuple[int, tuple[int, ...], Any]]] = {}  # number of a state, codes, the answer by hand
    for number, g in enumerate(given):
        question = Question(first, g)
        for start in question.options(()):
            atoms = dice.choice(list(question.ways((start,))))
            answer = question.answer(atoms)
            assert answer is not None
            written = answer_to_hand(question, answer)
            picked.setdefault(written[0], []).append((number, question.codes_of(atoms), written))
    others = [to_hand(first, g, hand) for g in given]
    found = []
    for name, each in picked.items():
        ready = {
            printer: _answered(table, [(states[printer][at], codes) for at, codes, _ in each])
            for printer, table in sides.tables.items()
        }
        found.append(compared(name, ready, _by_hand(hand, [(others[at], said) for at, _, said in each]), rounds))
    return [*found, _end_of_season(sides, states, picked["pass"], rounds)]


def _answered(table: Table, given: Sequence[tuple[State, tuple[int, ...]]]) -> Ready:
    def ready() -> Work:
        made = [(g.copy(), codes, table.asked(g)) for g, codes in given]

        def work() -> int:
            for g, codes, seat in made:
                table.engine.fill()
                table.answer(g, codes, seat)
            return len(made)

        return work

    return ready


def _by_hand(hand: Any, given: Sequence[tuple[Any, Any]]) -> Ready:
    def ready() -> Work:
        made = [(g.copy(), said) for g, said in given]

        def work() -> int:
            for g, said in made:
                hand.play(g, said)
            return len(made)

        return work

    return ready


def _end_of_season(sides: Sides, states: States, passes: Sequence[tuple[int, Any, Any]], rounds: int) -> Line:
    hand = sides.hand
    others, ready = [], {}
    for printer, table in sides.tables.items():
        last = [(states[printer][number].copy(), codes) for number, codes, _ in passes]
        for g, _ in last:
            g.cells[index_of(table)["passes", None, None]] = table.layout.players - 1
        ready[printer] = _answered(table, last)
        others = [(to_hand(table, g, hand), ("pass",)) for g, _ in last]
    return compared("pass, and the season ends", ready, _by_hand(hand, others), rounds)


def copies(sides: Sides, states: States, rounds: int) -> Line:
    """Independent copies of a state."""

    def of(given: Sequence[Any]) -> Ready:
        def work() -> int:
            for g in given:
                g.copy()
            return len(given)

        return lambda: work

    printer, table = next(iter(sides.tables.items()))
    others = [to_hand(table, g, sides.hand) for g in states[printer]]
    return compared("a copy of a state", {each: of(states[each]) for each in sides.tables}, of(others), rounds)
