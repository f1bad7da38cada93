"""Small programs of random rules, and positions that they lead to: for laws about what the checker says of rules.

A program has effects without parameters, of statements that the checker judges in different ways: moves of tokens, groups and
cards, with and without a condition in front, loops, points, asks, and calls of the effects before.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from typing import Any

from kfdsl.analysis.calls import Calls, calls_of
from kfdsl.engine.choices.question import ASK, Question
from kfdsl.engine.rules.table import Impossible, Table
from kfdsl.engine.words.state import State
from kfdsl.program import core
from kfdsl.program.numbering import Numbering
from kfdsl.text.render import render
from tests.lang.loading import load

GROUND = """
open trait earth
token clay is earth
token grog is earth
token straw
place pit of tokens, seen by all, holds 9 clay + 3 grog + 6 straw
place cart of tokens, seen by all, holds 1 clay
place table per player of tokens, seen by all
place yard of kiln, in order, seen by all
place shed of kiln, in order, seen by all
place heap of kiln, seen by all
place mine per player of kiln, in order, seen by all
var heat: number = 0
var master: player = seat(1)
kind kiln starts in yard {
  place ash of tokens, seen by all
  slot top: kiln
  var uses: number = 0
  face unlit, lit { points: number = 0  work: effect = none }
}
kiln old_kiln { lit { points: 2  work: do { move up to 1 straw from pit to ash(here) } } }
kiln tall_kiln { unlit { work: do { heat := heat + 1 } } lit { points: 1  work: do { move 1 clay from cart to pit } } }
kiln flat_kiln { unlit { work: do { move 1 clay from cart to pit } } }
kiln wide_kiln { }
kiln deep_kiln { lit { points: 3 } }
open effect set_up() {
  for p in players { move up to 2 clay from pit to table(p); move up to 1 straw from pit to table(p) }
  for k in yard { move up to 1 straw from pit to ash(k) }
}
open shape load(p: player) { some of table(p) }
open shape pile(p: player) { some earth of table(p); some of cart }
menu work(me: player)
action rest in work { do { heat := 0 } }
main flow day { choose work(seat(1)) }
"""
TOKENS = ("clay", "grog", "straw", "earth")
PLACES = ("pit", "cart", "table(master)", "table(next(seat(1)))", "table(next(master))")
YARDS = ("yard", "shed", "heap", "mine(master)", "mine(next(seat(1)))")
QUERIES, SHORT, EFFECTS = 40, 40, 50
CARDS = ("old_kiln", "tall_kiln", "flat_kiln", "wide_kiln", "deep_kiln")


class Writer:
    """Writes rules at random."""

    def __init__(self, dice: random.Random, effects: int = 0, queries: int = 0) -> None:
        self.dice, self.effects, self.queries = dice, effects, queries
        self.names = 0

    def any(self, *options: str) -> str:
        return self.dice.choice(options)

    def name(self) -> str:
        self.names += 1
        return f"n{self.names}"

    def place(self, card: str = "") -> str:
        return self.any(*PLACES, *([f"ash({card})"] * 2 if card else []))

    def number(self, card: str = "", depth: int = 2) -> str:
        small = [str(self.dice.randint(0, 3)), "heat", f"size({self.any(*YARDS)})", f"size({self.place(card)})"]
        small += [
            f"size({self.any(*TOKENS)} in {self.any(*PLACES)})",
            f"score_of({self.any('master', 'next(seat(1))')})",
        ]
        small += [f"{card}.points", f"{card}.uses"] if card else [f"size(kinds({self.place()}))"]
        if depth and self.dice.random() < 0.2:
            k = self.name()
            small.append(f"(sum of {self.number(k, 0)} for {k} in {self.any(*YARDS, 'cards(kiln)')})")
        return self.dice.choice(small)

    def test(self, card: str = "", depth: int = 2) -> str:
        if depth and self.dice.random() < 0.4:
            k = self.name()
            return self.any(f"any {k} in {self.any(*YARDS)} where {self.test(k, 0)}", f"not ({self.test(card, 0)})")
        if card and self.dice.random() < 0.5:
            return self.any(f"{card} shows lit", f"{card}.top is none", f"owner({card}) is master", self.tried(card))
        tests = [
            f"{self.number(card, depth)} {self.any('>', '<', '=')} {self.number(card, depth)}",
            f"{self.place(card)} has {self.any(*TOKENS)}",
            f"{self.any(*YARDS, *PLACES)} is {self.any('', 'not ')}empty",
        ]
        tests += [self.tried(self.any(*CARDS))]
        tests += [f"asked{self.dice.randrange(self.queries)}()"] if self.queries else []
        return self.dice.choice(tests)

    def tried(self, card: str) -> str:
        return f"{self.any('possible', 'idle')} {card}.work by {self.any('master', 'seat(1)')} at {card}"

    def block(self, card: str = "", depth: int = 2) -> str:
        return "; ".join(self.stmt(card, depth) for _ in range(self.dice.randint(1, 2)))

    def stmt(self, card: str = "", depth: int = 2) -> str:
        simple = [self.move(card), f"heat := {self.number(card)}", f"score {self.number(card)} to master for old_kiln"]
        simple += [f"master := {self.any('seat(1)', 'next(seat(1))', 'next(master)')}"]
        simple += [self.of_card(self.any(*CARDS))]
        simple += [self.of_card(card) for _ in range(4) if card]
        simple += [f"done{self.dice.randrange(self.effects)}()"] * 2 if self.effects else []
        if not depth:
            return self.dice.choice(simple)
        k, where = self.name(), self.any("", f" where {self.test('', 0)}")
        yard = self.any(*YARDS)
        deep = [
            f"if {self.test(card)} {{ {self.block(card, depth - 1)} }}",
            f"if {self.test(card)} {{ {self.block(card, depth - 1)} }} else {{ {self.block(card, depth - 1)} }}",
            f"for {k} in {yard}{where} {{ {self.block(k, depth - 1)} }}",
            f"for {k} in {yard} where {self.test(k)} {{ {self.block(k, depth - 1)} }}",
            f"if {yard} is not empty {{ ask by master {k}: kiln in {yard}; {self.block(k, depth - 1)} }}",
            self.group(k),
        ]
        return self.dice.choice(simple + deep)

    def move(self, card: str) -> str:
        source, target = self.place(card), self.place(card)
        return self.any(
            f"move {self.dice.randint(1, 2)} {self.any('clay', 'straw')} from {source} to {target}",
            f"move up to {self.dice.randint(1, 2)} {self.any('clay', 'straw')} from {source} to {target}",
            f"move all {self.any('', *TOKENS)} from {source} to {target}",
            f"move all from {self.any(*YARDS)} to {self.any(*YARDS, self.any(*CARDS) + '.top')}",
        )

    def of_card(self, card: str) -> str:
        return self.any(
            f"move {card} to {self.any(*YARDS)}",
            f"show {card} {self.any('lit', 'unlit')}",
            f"{card}.uses := {self.number(card)}",
            f"if {self.any(*CARDS)} is not {card} {{ move {card} to {self.any(*CARDS)}.top }}",
            f"perform {card}.work by master at {card}",
            f"if {card}.work is there {{ perform {card}.work by master at {card} }}",
            f"if possible {card}.work by master at {card} {{ perform {card}.work by master at {card} }}",
        )

    def group(self, name: str) -> str:
        between = self.any("", "", self.move("") + "; ")
        shape, owner = self.any("load", "pile"), self.any("master", "next(seat(1))")
        to = self.any("pit", "cart", f"table({owner})", "ash(old_kiln)")
        ask = f"ask by {owner} {name}: {shape}({owner}); {between}move {name} to {to}"
        return f"if table({owner}) has clay {{ {ask} }}"


@dataclass(frozen=True, slots=True)
class Small:
    """A program, bound to two players."""

    calls: Calls
    table: Table
    text: str

    @property
    def effects(self) -> list[core.RuleDef]:
        return [rule for rule in self.table.program.rules if rule.name.startswith("done")]

    @property
    def queries(self) -> list[core.QueryDef]:
        return [query for query in self.table.program.queries if query.name.startswith("asked")]


@cache
def small_program(seed: int) -> Small:
    """A program of random queries and effects: many that say one thing, and some that say more and call others."""
    dice = random.Random(seed)
    lines = [f"open query asked{at}() -> bool = {Writer(dice, 0, at).test()}" for at in range(QUERIES)]
    deeds = [Writer(dice).stmt(depth=1) for _ in range(SHORT)]
    deeds += [Writer(dice, at, QUERIES).block() for at in range(SHORT, EFFECTS)]
    deeds += [f"move all from {one} to {other}" for one, other in permutations(YARDS[:4], 2)]
    lines += [f"open effect done{at}() {{ {deed} }}" for at, deed in enumerate(deeds)]
    text = "\n".join(lines)
    program, report = load(GROUND + text)
    assert program is not None, render(report.diagnostics)
    table = Table(Numbering(program), 2)
    return Small(calls_of(table.program), table, text)


def positions(small: Small, dice: random.Random, count: int) -> Iterator[State]:
    """Positions that random rules lead to."""
    state = small.table.state(small.table.layout.first, 0)
    assert carried_out(small, state, small.calls.rules["set_up"], dice)
    for _ in range(count):
        for _ in range(3):
            trial = state.copy()
            if carried_out(small, trial, dice.choice(small.effects), dice):
                state = trial
        yield state.copy()


def carried_out(small: Small, state: State, rule: core.RuleDef, dice: random.Random) -> bool:
    """Do something, asks answered at random; answers whether that succeeded."""
    return all(done(small, state, [rule], dice))


def done(small: Small, state: State, rules: list[core.RuleDef], dice: random.Random) -> Iterator[bool]:
    """Do several things one behind the other; for each whether it succeeded."""
    for rule in rules:
        try:
            small.table.fill()
            small.table.begin(state, rule.name)
            small.table.run(state)
            while state.ask >= 0:
                answers = every_answer(small.table, state)
                if not answers:
                    raise Impossible
                small.table.answer(state, dice.choice(answers), small.table.asked(state))
        except Impossible:
            yield False
            return
        yield True


def every_answer(table: Table, state: State) -> list[tuple[int, ...]]:
    """All that could be answered, as codes, whether or not it leads anywhere."""
    question = Question(table, state)
    if question.is_group(ASK, 0):
        return list(question.domain(ASK, ()).every())
    return [(code,) for code in range(len(question.items(ASK, ())))]


def all_that_is(table: Table, state: State) -> tuple[Any, ...]:
    """All that a position is, where cards without an order lie in none, and neither do points."""
    cells = list(state.cells)
    for at in table.layout.loose:
        cells[at] = tuple(sorted(cells[at]))
    points = sorted((player, points) for player, points, *_ in state.sheet)
    return (*cells, tuple(points))
