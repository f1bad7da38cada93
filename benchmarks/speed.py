"""How fast: generated code against the same rules written by hand, in one run.

    python -m benchmarks.speed [--quick]

Both do the same work on the same positions in turn, several rounds of each; time of this process alone is counted, and the
median of the rounds' ratios is told, so that a busy machine does not matter much. Times are for orientation; ratios are what
counts, 1.00 being the speed of by_hand.py. A run that is not quick puts them into benchmarks/RESULTS.md.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import process_time
from types import SimpleNamespace
from typing import Any

from kfdsl.engine.machine.state import State

from benchmarks import by_hand
from benchmarks.convert import hand_rules, index_of, load, to_hand
from kfdsl.engine.choices.question import Question
from kfdsl.engine.machine.chance import stream
from kfdsl.engine.play.game import Game
from kfdsl.engine.rules.table import Table

RESULTS = Path(__file__).resolve().parent / "RESULTS.md"
LIMIT = (
    2.0  # for queries and effects: counting steps costs some 60 ns where a query has a loop, by hand nothing is counted
)
Work = Callable[[], int]  # does something, and says how many times


@dataclass(frozen=True)
class Line:
    """One comparison: microseconds each, by generated code and by hand, and the ratio."""

    name: str
    generated: float
    by_hand: float
    ratio: float

    def row(self) -> str:
        """A row of a table."""
        return f"| {self.name} | {self.ratio:.2f} | {self.generated:.2f} | {self.by_hand:.2f} |"


def timed(work: Work) -> float:
    """Microseconds for one."""
    begin = process_time()
    count = work()
    return (process_time() - begin) / count * 1e6


def compared(name: str, generated: Callable[[], Work], hand: Callable[[], Work], rounds: int) -> Line:
    """Both in turn; what is made ready for a round is not timed."""
    pairs = [(timed(generated()), timed(hand())) for _ in range(rounds)]
    return Line(
        name,
        median(one for one, _ in pairs),
        median(other for _, other in pairs),
        median(one / other for one, other in pairs),
    )


# ---- positions


def positions(table: Table, games: int, seed: int = 0) -> list[State]:
    """States at turns of random games."""
    found = []
    for number in range(seed, seed + games):
        game = Game(table, [f"P{i}" for i in range(table.layout.players)], number)
        game.tells = False
        dice = random.Random(number)
        while not game.over:
            if game.question.info.sort == "menu" and not game.atoms:
                found.append(game.state.copy())
            game.play(dice.choice(game.choices()))
    return found


def crowded(table: Table, hand: SimpleNamespace, tiles: int, losing: int, pieces: int = 20) -> State:
    """A turn with so many tiles in the auction, so many groups of the one to act outbid, and so many pieces of that player."""
    game = Game(table, [f"P{i}" for i in range(hand.n)], 1)
    g, index = game.state, index_of(table)
    cards = [card for card in range(hand.size) if hand.is_tile[card] and hand.use_of[card] is not None][:tiles]
    mover = g.cells[index["mover", None, None]]
    for card in range(hand.size):
        g.cells[table.layout.tables["WHERE"][card]] = (
            index["auction", None, None] if card in cards else g.cells[table.layout.tables["WHERE"][card]]
        )
    g.cells[index["auction", None, None]] = tuple(cards)
    g.cells[index["tile_stock", None, None]] = tuple(
        card for card in g.cells[index["tile_stock", None, None]] if card not in cards
    )
    for number, card in enumerate(cards[:losing]):
        colour = number % 3
        g.cells[index["bid", card, mover]] = tuple(2 * (i == colour) for i in range(11))
        g.cells[index["bid", card, (mover + 1) % hand.n]] = tuple(3 * (i == colour) for i in range(11))
    loose = pieces - 2 * losing
    g.cells[index["screen", None, mover]] = tuple((loose + 3 - i) // 4 if i < 4 else 0 for i in range(11))
    return g


# ---- queries and effects


def queries(table: Table, hand: SimpleNamespace, states: Sequence[State], rounds: int) -> list[Line]:
    """Each query on every card and player of every position."""
    names, tiles = table.quiet.names, [card for card in range(hand.size) if hand.is_tile[card]]
    cells = [to_hand(table, g, hand).cells for g in states]
    bundles = [
        g.cells[i]
        for g in states
        for i, cell in enumerate(table.layout.cells)
        if cell.name in ("bid", "crew", "screen")
    ][:4000]
    pairs = [(card, p) for card in tiles for p in hand.players]
    cards, nobody, everybody = [(card,) for card in tiles], [()], [(p,) for p in hand.players]

    def on_states(
        made: Callable[..., object], given: Sequence[Any], args: Sequence[tuple[int, ...]]
    ) -> Callable[[], Work]:
        def work() -> int:
            for g in given:
                for each in args:
                    made(g, *each)
            return len(given) * len(args)

        return lambda: work

    def on_bundles(made: Callable[..., object], *before: object) -> Callable[[], Work]:
        def work() -> int:
            for bundle in bundles:
                made(*before, bundle)
            return len(bundles)

        return lambda: work

    plan: list[tuple[str, Sequence[tuple[int, ...]]]] = [
        ("leader", cards),
        ("losing", pairs),
        ("to_beat", pairs),
        ("tints", cards),
        ("usable", nobody),
        ("landing", pairs),
        ("home_of", everybody),
    ]
    found = [
        compared(name, on_states(names[f"q_{name}"], states, args), on_states(getattr(hand, name), cells, args), rounds)
        for name, args in plan
    ]
    found.append(compared("colours", on_bundles(names["q_colours"], None), on_bundles(hand.colours), rounds))
    return found


def effects(table: Table, hand: SimpleNamespace, states: Sequence[State], rounds: int) -> list[Line]:
    """Each effect once on a copy of every position."""
    names, index = table.quiet.names, index_of(table)
    workers = sum(1 << i for i in by_hand.WORKERS)
    two_wood, green = by_hand.some(wood=2), by_hand.some(green=1)
    auctions = [g.cells[index["auction", None, None]] for g in states]
    movers = [g.cells[index["mover", None, None]] for g in states]

    def group(g: State, p: int) -> tuple[int, tuple[int, ...]]:
        screen = g.cells[index["screen", None, p]]
        colour = max(by_hand.WORKERS, key=lambda i: screen[i])
        return colour, tuple(screen[i] * (i == colour) for i in range(11))

    picked = [group(g, p) for g, p in zip(states, movers, strict=True)]

    def generated(act: Callable[[State, int], None]) -> Callable[[], Work]:
        def ready() -> Work:
            made = [g.copy() for g in states]

            def work() -> int:
                for number, g in enumerate(made):
                    act(g, number)
                return len(made)

            return work

        return ready

    def by_hand_(act: Callable[[by_hand.State, int], None]) -> Callable[[], Work]:
        first = [to_hand(table, g, hand) for g in states]

        def ready() -> Work:
            made = [g.copy() for g in first]

            def work() -> int:
                for number, g in enumerate(made):
                    act(g, number)
                return len(made)

            return work

        return ready

    r_draw, r_take, r_gain, r_claim, r_lay, r_put = (
        names[f"r_{name}"] for name in ("draw", "take", "gain", "claim", "lay_bid", "put_away")
    )
    want = ((2, workers, False),)
    answer = (next(i for i, action in enumerate(table.program.actions) if action.name == "pass"),)
    last = table.layout.players - 1

    def pass_last(g: State, _: int) -> None:
        g.cells[index["passes", None, None]] = last
        table.answer(g, answer)
        table.quiet.run(g)

    def pass_last_by_hand(g: by_hand.State, _: int) -> None:
        g.cells[hand.PASSES] = last
        hand.end_turn(g, True)

    def bundles(number: int, p: int, at: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
        return ((at + p, picked[number][1]),)

    screen = table.layout.tables["P_screen"]
    plan: list[tuple[str, Callable[[State, int], None], Callable[[by_hand.State, int], None]]] = [
        ("draw", lambda g, i: r_draw(g, movers[i], want), lambda g, i: hand.draw(g, movers[i], 2)),
        ("take", lambda g, i: r_take(g, movers[i], green), lambda g, i: hand.take(g, movers[i], green)),
        (
            "gain",
            lambda g, i: r_gain(g, movers[i], auctions[i][0], two_wood),
            lambda g, i: hand.gain(g, movers[i], auctions[i][0], two_wood),
        ),
        (
            "claim",
            lambda g, i: r_claim(g, auctions[i][0], movers[i]),
            lambda g, i: hand.claim(g, auctions[i][0], movers[i]),
        ),
        (
            "lay_bid",
            lambda g, i: r_lay(g, movers[i], auctions[i][0], bundles(i, movers[i], screen)),
            lambda g, i: hand.lay_bid(g, movers[i], auctions[i][0], bundles(i, movers[i], hand.SCREEN)),
        ),
        ("put_away", lambda g, i: r_put(g, movers[i]), lambda g, i: hand.put_away(g, movers[i])),
        ("end of a season", pass_last, pass_last_by_hand),
    ]
    return [compared(name, generated(act), by_hand_(other), rounds) for name, act, other in plan]


def copies(table: Table, hand: SimpleNamespace, states: Sequence[State], rounds: int) -> Line:
    """Independent copies of a state."""
    others = [to_hand(table, g, hand) for g in states]

    def of(given: Sequence[Any]) -> Callable[[], Work]:
        def work() -> int:
            for g in given:
                g.copy()
            return len(given)

        return lambda: work

    return compared("a copy of a state", of(states), of(others), rounds)


# ---- listing and playing


def first_list(table: Table, g: State) -> None:
    """What is offered first: the actions."""
    Question(table, g).options(())


def all_wholes(table: Table, g: State) -> int:
    """Every whole answer."""
    return sum(1 for _ in Question(table, g).wholes())


def one_whole(table: Table, g: State, dice: random.Random) -> None:
    """One whole answer, chosen part by part."""
    question = Question(table, g)
    atoms: tuple[Any, ...] = ()
    while question.answer(atoms) is None:
        atoms = (*atoms, dice.choice(question.options(atoms)))


def listing(table: Table, hand: SimpleNamespace, states: Sequence[State], rounds: int) -> list[Line]:
    """Ways to list what may be chosen at a turn; by hand there is but one, all wholes at once."""
    others = [to_hand(table, g, hand) for g in states]

    def generated(act: Callable[[State], object]) -> Callable[[], Work]:
        def work() -> int:
            for g in states:
                act(g)
            return len(states)

        return lambda: work

    def wholes() -> int:
        for g in others:
            hand.wholes(g)
        return len(others)

    dice = random.Random(1)
    return [
        compared("the actions offered", generated(lambda g: first_list(table, g)), lambda: wholes, rounds),
        compared(
            "one whole answer, part by part", generated(lambda g: one_whole(table, g, dice)), lambda: wholes, rounds
        ),
        compared("all whole answers", generated(lambda g: all_wholes(table, g)), lambda: wholes, rounds),
    ]


def playout(table: Table, seed: int) -> int:
    """A random game in parts; how many whole answers it had."""
    game = Game(table, [f"P{i}" for i in range(table.layout.players)], seed)
    game.tells = False
    dice = random.Random(seed)
    count = 0
    while not game.over:
        count += not game.atoms
        game.play(dice.choice(game.choices()))
    return count


def playout_by_hand(hand: SimpleNamespace, seed: int) -> int:
    """A random game by hand."""
    g = hand.new_game(stream(seed))
    dice = random.Random(seed)
    count = 0
    while not g.over:
        hand.play(g, dice.choice(hand.wholes(g)))
        count += 1
    return count


def playouts(table: Table, hand: SimpleNamespace, games: int, rounds: int) -> list[Line]:
    """Random games, and the same per decision: the two do not choose alike, so their games differ in length."""

    def of(play: Callable[[int], int], per_game: bool) -> Callable[[], Work]:
        def work() -> int:
            decisions = sum(play(seed) for seed in range(games))
            return games if per_game else decisions

        return lambda: work

    return [
        compared(
            name,
            of(lambda seed: playout(table, seed), per_game),
            of(lambda seed: playout_by_hand(hand, seed), per_game),
            rounds,
        )
        for name, per_game in (("a random game", True), ("a decision of a random game", False))
    ]


# ---- how it grows


def growth(tables: dict[int, Table], rounds: int, quick: bool) -> list[tuple[str, list[Line]]]:
    """One whole answer part by part, against all wholes by hand."""

    def line(name: str, table: Table, states: Sequence[State]) -> Line:
        hand = hand_rules(table)
        dice = random.Random(1)
        others = [to_hand(table, g, hand) for g in states]

        def generated() -> int:
            for g in states:
                one_whole(table, g, dice)
            return len(states)

        def wholes() -> int:
            for g in others:
                hand.wholes(g)
            return len(others)

        return compared(name, lambda: generated, lambda: wholes, rounds)

    def crowd(tiles: int, losing: int) -> list[State]:
        return [crowded(tables[3], hand_rules(tables[3]), tiles, losing)] * 5

    players = [line(f"{n} players", tables[n], positions(tables[n], 1 if quick else 3)[:60]) for n in tables]
    tiles = [line(f"{count} tiles, nothing outbid", tables[3], crowd(count, 0)) for count in (2, 4, 8, 16)]
    groups = [line(f"8 tiles, {count} groups outbid", tables[3], crowd(8, count)) for count in range(6)]
    return [("players", players), ("cards in the auction, 20 pieces", tiles), ("outbid groups, 20 pieces", groups)]


# ---- telling


def table_of(lines: Sequence[Line]) -> list[str]:
    """Lines of Markdown."""
    return ["| what | ratio | generated, µs | by hand, µs |", "|---|---|---|---|", *(line.row() for line in lines), ""]


def ratios_of(lines: Sequence[Line]) -> list[str]:
    """Lines of Markdown without times, which belong to a machine."""
    return [
        "| what | generated / by hand |",
        "|---|---|",
        *(f"| {line.name} | {line.ratio:.2f} |" for line in lines),
        "",
    ]


def measured(quick: bool) -> list[tuple[str, list[Line]]]:
    """All that is measured, by heading."""
    rounds = 3 if quick else 9
    rules = load()
    tables = {n: rules.table(n) for n in range(2, 7)}
    table, hand = tables[3], hand_rules(tables[3])
    states = positions(table, 2 if quick else 6)
    some = states[:: max(len(states) // 40, 1)]
    return [
        ("Queries", queries(table, hand, states, rounds)),
        ("Effects", effects(table, hand, states, rounds)),
        ("State", [copies(table, hand, states, rounds)]),
        ("Listing, per turn", listing(table, hand, some, rounds)),
        ("Playing at random", playouts(table, hand, 2 if quick else 6, rounds)),
        *(
            (f"Growth with {what}, one whole answer part by part", lines)
            for what, lines in growth(tables, 3 if quick else 5, quick)
        ),
    ]


def main() -> int:
    """Measure and tell; 1 if a query or an effect is slower than it may be."""
    quick = "--quick" in sys.argv
    found = measured(quick)
    for heading, lines in found:
        print(f"## {heading}\n")
        print("\n".join(table_of(lines)))
    if not quick:
        head = [
            "# How fast",
            "",
            "Made by `python -m benchmarks.speed`: ratios of generated code to the same rules written by hand (`by_hand.py`, for the rules in",
            "`slice/`), measured in one run; 1.00 is as fast. Queries and effects must stay within 1.30. By hand there is but one way of",
            "listing, all whole answers at once, knowing that a group has one colour; the other ways are compared with it.",
            "",
        ]
        body = [part for heading, lines in found for part in (f"## {heading}", "", *ratios_of(lines))]
        RESULTS.write_text("\n".join(head + body), encoding="utf-8")
    slow = [
        line for heading, lines in found if heading in ("Queries", "Effects") for line in lines if line.ratio > LIMIT
    ]
    for line in slow:
        print(f"{line.name}: {line.ratio:.2f} is more than {LIMIT}")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
