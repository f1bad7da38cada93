"""What rules cost at most: a number for given sizes, never less than what is done."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

import kfdsl
from kfdsl.analysis.calls import calls_of
from kfdsl.analysis.deeds import Deeds
from kfdsl.analysis.failure.can_fail import CanFail
from kfdsl.analysis.named_reads import reads_of
from kfdsl.engine.flat.print_python import python_text
from kfdsl.engine.rules import table as rules_table
from kfdsl.engine.rules.table import Table
from kfdsl.engine.words.state import State
from kfdsl.lang.judge.bounds.bounds import bounds
from kfdsl.lang.judge.bounds.cost import ONE, WITHOUT_END, Cost, size, written
from kfdsl.lang.judge.bounds.sizes import Sizes, counted
from kfdsl.lang.judge.bounds.surely import Least
from kfdsl.program import core, made_names
from kfdsl.program.numbering import Numbering
from kfdsl.record import native_rules
from tests.lang.loading import load, pack
from tests.lang.samples import YARD

MORE = """
open effect twice() { for p in players { for q in players { heat := 1 } } }
action stoke in work { do { heat := 1 } }
"""


def program_of(text: str) -> core.Program:
    program, report = load(pack("yard", YARD), pack("hollow", text + MORE, after=("yard",)))
    assert program is not None, [each.message for each in report.diagnostics]
    return program


@pytest.mark.parametrize(
    ("body", "bound"),
    [
        ("heat := 1", "42"),
        ("for p in players { heat := wealth(p) }", "567"),
        ("for p in players { for k in yard { show k lit } }", "567 · cards(kiln)"),
        ("for p in players { heat := 1 } for k in yard { heat := 1 }", "564 · cards(kiln)"),
        ("for k in first(2, yard) { heat := 1 }", "91"),
        ("for p in players { twice() }", "74955"),
        ("for n in numbers(400) { heat := n }", "17204"),
        ("if possible old_kiln.work by master at old_kiln { heat := 1 }", "73 · cards() + 532 · pieces"),
        ("repeat { choose work(master) } until any k in yard where true", "81 · cards(kiln)"),
    ],
)
def test_a_bound_counts_every_step_of_loops_in_one_another(body: str, bound: str) -> None:
    assert str(bounds(program_of(f"open effect tested() {{ {body} }}"))["tested"]) == bound


@pytest.mark.parametrize(
    ("body", "part"),
    [
        ("ask by master coin: cover old_kiln.price for firing from hand(master); move coin to pit", "2^pieces"),
        ("for k in yard { if possible k.work by master at k { heat := 1 } }", "2^(cards(kiln))"),
    ],
)
def test_a_search_costs_a_power(body: str, part: str) -> None:
    text = """
    open purpose firing
    kiln odd_kiln { lit { work: pick_some() } }
    effect pick_some() { ask ks: some of yard; for k in ks { show k lit } }
    """
    assert part.replace("(cards(kiln))", "cards(kiln)") in str(
        bounds(program_of(text + f"open effect tested() {{ {body} }}"))["tested"]
    )


def test_loops_through_many_calls_are_multiplied_to_the_end() -> None:
    parts = [f"open effect e{i}() {{ for p in players {{ e{i + 1}() }} }}" for i in range(8)]
    found = bounds(program_of("\n".join([*parts, "open effect e8() { heat := 1 }"])))["e0"]
    assert found.number({}) >= 12**8  # loops over players are counted as if twelve played


def test_a_list_that_is_handed_in_is_not_known_by_itself_but_where_it_is_handed_in() -> None:
    text = """
    open query lit(among: list of kiln) -> number = sum of k.points for k in among
    open query all_lit() -> number = lit(yard + yard)
    """
    found = bounds(program_of(text))
    assert str(found["lit"]) == "not known: how many `among` has"
    assert found["lit"].number({"cards(kiln)": 2}) is None
    assert "cards(kiln)" in str(found["all_lit"])


# ---- the data


def costs(dice: random.Random, depth: int) -> Cost:
    match dice.randrange(6 if depth else 2):
        case 0:
            return written(dice.randint(0, 9))
        case 1:
            return size(dice.choice("abc"))
        case 2 | 3:
            return costs(dice, depth - 1) + costs(dice, depth - 1)
        case 4:
            return costs(dice, depth - 1) * costs(dice, depth - 1)
        case _:
            return (ONE + costs(dice, depth - 1)).to_the(costs(dice, 0))


def test_sums_and_products_are_never_less_than_those_of_the_numbers() -> None:
    dice = random.Random(3)
    for _ in range(2000):
        one, other = costs(dice, 4), costs(dice, 4)
        sizes = {name: dice.randint(1, 5) for name in "abc"}
        left, right = one.number(sizes), other.number(sizes)
        assert left is not None and right is not None
        for made, least in (
            (one + other, left + right),
            (one * other, left * right),
            (one.or_else(other), max(left, right)),
        ):
            found = made.number(sizes)
            assert found is not None and found >= min(least, WITHOUT_END)


# ---- the law


TABLE = """
token clay "clay" "clay" is soft
token pot "pot" "pots" is soft
trait soft "soft" "soft"
place pit of tokens, seen by all, holds 5 clay + 3 pot
place yard of kiln, in order, seen by all
place shelf per player of kiln, in order, seen by all
plane garden of kiln edged by rims, seen by all
values Rim path, wall
kind kiln starts in yard { rims: list of Rim; worth: number = 1 }
kiln one { rims: path, path, path, path, path, path; worth: 2 }
kiln two { rims: path, wall, path, wall, path, wall }
kiln three { rims: path, path, wall, path, path, wall }
kiln four { rims: path, path, path, path, path, path }
kiln five { rims: path, path, path, path, path, path }
var heat: number = 0
menu rest(me: player)
action wait in rest { do { heat := 0 } }
action stoke in rest { do { heat := 1 } }
"""


class Maker:
    """Makes queries that call one another, and an effect that asks them."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.made: list[str] = []

    def cards(self, depth: int, own: str) -> str:
        """A list of cards."""
        rows = ["yard", "shelf(seat(1))", "cards(kiln)", "garden", "first(2, yard)"]
        if own:
            rows += [f"neighbours({own})", f"reach({own}, path)"]
        if self.made:
            rows.append(f"{self.dice.choice(self.made)}_list(yard)")
        if depth:
            rows += [
                f"({self.cards(depth - 1, own)} + {self.cards(depth - 1, own)})",
                f"(all K in {self.cards(depth - 1, own)} where K.worth > 0)",
            ]
        return self.named(self.dice.choice(rows))

    def named(self, text: str) -> str:
        """Names of its own for what a text binds."""
        while "K" in text:
            name = f"k{self.dice.randrange(10**6)}"
            start = text.index("K")
            end = text.find(" where K.worth", start)
            text = text[:start] + text[start:].replace("K", name, 2) if end >= 0 else text.replace("K", name, 1)
        return text

    def number(self, depth: int, own: str) -> str:
        """A number."""
        rows = ["heat", "size(players)", "2"] + ([f"{own}.worth"] if own else [])
        if depth:
            name = f"n{self.dice.randrange(10**6)}"
            over = self.cards(1, own)
            rows += [
                f"(sum of {self.number(depth - 1, name)} for {name} in {over})",
                f"(most of {self.number(depth - 1, name)} for {name} in {over} otherwise 0)",
                f"(sum of {self.number(depth - 1, own)} for p{name} in players)",
                f"size({over})",
            ]
            if self.made:
                rows += [f"{self.dice.choice(self.made)}_sum({over})"] * 2
        return self.dice.choice(rows[-5:])

    def text(self) -> str:
        """The whole."""
        parts = []
        for number in range(4):
            name = f"q{number}"
            parts.append(
                f"open query {name}_sum(among: list of kiln) -> number = sum of {self.number(2, 'k')} for k in among"
            )
            parts.append(
                f"open query {name}_list(among: list of kiln) -> list of kiln joined by list {{ add k for k in among for l in {self.cards(1, 'k')}; add k for k in yard }}"
            )
            self.made.append(name)
        loop = f"for c in {self.cards(1, '')} {{ for d in cards(kiln) {{ for p in players {{ for e in cards(kiln) {{ heat := 1 }} }} }} }}"
        moves = "for p in players { for c in first(1, yard) { move c to shelf(p) } }; lay_out()"
        if self.dice.random() < 0.5:
            moves = "heat := 1"  # all cards stay in one place, and loops are as long as they can be
        lay_out = "open effect lay_out() { for c in first(2, yard) { for s in first(1, spots(c, garden)) { lay c on garden at s } } }"
        flow = f"main flow day {{ {moves}; {loop}; heat := {self.number(3, '')}; choose rest(seat(1)) }}"
        return "\n".join([TABLE, *parts, lay_out, flow])


def made(seed: int) -> tuple[core.Program, str]:
    maker = Maker(seed)
    text = maker.text()
    text += f"\nopen query some_cards() -> list of kiln = {maker.cards(2, '')}"
    text += f"\nopen query a_number() -> number = {maker.number(3, '')}"
    program, report = load(text)
    assert program is not None, f"{[each.message for each in report.diagnostics]}\n{text}"
    return program, text


def steps_of(table: Table, does: Callable[[State], object]) -> int:
    """What something takes, before anything is moved: all cards lie in one place."""
    state = table.state(table.layout.first, 1)
    table.fill()
    does(state)
    return table.engine.steps - table.engine.steps_left


def steps_of_number(table: Table) -> int:
    return steps_of(table, lambda state: table.query(state, "a_number"))


def steps_of_flow(table: Table) -> int:
    def flow(state: State) -> None:
        table.start(state)
        table.run(state)

    return steps_of(table, flow)


def test_no_program_takes_more_steps_than_its_bound_says() -> None:
    near: list[float] = []
    for seed in range(80):
        program, text = made(seed)
        found, sizes = bounds(program), counted(program, 3)
        flow, query = found["day"].number(sizes), found["a_number"].number(sizes)
        assert flow is not None and query is not None, text
        table = Table(Numbering(program), 3)
        if query < 30_000_000:
            spent = steps_of_number(table)
            assert spent <= query, f"{spent} steps, at most {found['a_number']} = {query}\n{text}"
            near.append(spent / query)
        if flow < 30_000_000:
            spent = steps_of_flow(table)
            assert spent <= flow, f"{spent} steps, at most {found['day']} = {flow}\n{text}"
    assert max(near) > 0.1, "bounds are so large that they say nothing"


def test_no_program_takes_fewer_steps_than_it_surely_takes() -> None:
    near: list[float] = []
    for seed in range(80):
        program, text = made(seed)
        graph = calls_of(program)
        least = Least(graph, CanFail(Deeds(reads_of(graph)))).of
        table = Table(Numbering(program), 1)
        spent = steps_of_number(table)
        assert least["query", "a_number"] <= spent, text
        near.append(least["query", "a_number"] / max(spent, 1))
        assert least["rule", "day"] <= steps_of_flow(table), text
    assert sum(each > 0.5 for each in near) > 10, "so few that they say nothing"


def test_no_list_is_longer_than_its_size_says() -> None:
    reached = 0
    for seed in range(80):
        program, text = made(seed)
        query = next(query for query in program.queries if query.name == "some_cards")
        most = Sizes(calls_of(program)).of(query.body, {}).number(counted(program, 3))
        if most is None or most > 100_000:
            continue
        table = Table(Numbering(program), 3)
        found = len(table.query(table.state(table.layout.first, 1), "some_cards"))
        assert found <= most, f"{found}, at most {most}\n{text}"
        reached += found == most
    assert reached > 5


def test_no_query_of_the_shipped_packs_takes_more_steps_than_its_bound_says(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (rules_table, native_rules):
        monkeypatch.setattr(module, "available", lambda: False)  # Python goes through all of it
    rules = kfdsl.load("all")
    table, found, sizes = rules.table(3), bounds(rules.program), counted(rules.program, 3)
    most = {query.name: found[query.name].number(sizes) for query in rules.program.queries}
    over: list[str] = []
    asked_at_all: set[str] = set()

    def watched(name: str, ask: Callable[..., Any]) -> Callable[..., Any]:
        def asking(*args: int) -> Any:
            before = table.engine.steps_left
            answer = ask(*args)
            spent = before - table.engine.steps_left
            asked_at_all.add(name)
            limit = most[name]
            if limit is not None and spent > limit:
                over.append(f"{name}: {spent} steps, at most {found[name]} = {limit}")
            return answer

        return asking

    names = table.engine.names
    exec(python_text(table.made.functions), names)  # all at once, instead of each when it is first called
    for name in most:
        names[made_names.query(name)] = watched(name, names[made_names.query(name)])
    game, dice = rules.new_game(["Ann", "Ben", "Cleo"], seed=5), random.Random(5)
    while not game.over:
        game.play(dice.choice(game.choices()))
    assert not over, sorted(set(over))[:5]
    assert len(asked_at_all) > 40
