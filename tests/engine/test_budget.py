"""Rules that cost too much end with their line of content, and the game stands where it stood."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest

import kfdsl
from kfdsl.engine.library.under_way.copies import TRIAL
from kfdsl.engine.rules.table import Table
from kfdsl.program import core
from kfdsl.program.core.walk import statements
from tests.record.pottery import POTTERY, write_pack

SLOWEST = 10.0  # seconds of this process; about one on a quiet machine


def dear(is_sure: bool) -> dict[str, tuple[str, str]]:
    """What an action `spend` would do, behind declarations it needs; what is sure to be done, the checker refuses."""

    def do(body: str) -> str:
        return f"{{ {body} }}" if is_sure else f"{{ if rounds >= 0 {{ {body} }} }}"

    def either(value: str, other: str) -> str:
        return value if is_sure else f"if rounds >= 0 then {value} else {other}"

    def twice(sort: str, first: str) -> str:
        return f"effect {sort}0() {first}\n" + "".join(
            f"effect {sort}{n}() {do(f'{sort}{n - 1}(); {sort}{n - 1}()')}\n" for n in range(1, 41)
        )

    def doubled(type_: str, first: str, other: str) -> str:
        return f"query q0() -> {type_} = {first}\n" + "".join(
            f"query q{n}() -> {type_} = {either(f'q{n - 1}() + q{n - 1}()', other)}\n" for n in range(1, 41)
        )

    cards = "".join(f"oven k{n} {{ heat: 1 }}\n" for n in range(700))
    sums = "(sum of (sum of (sum of a for d in numbers(1000)) for c in numbers(1000)) for b in numbers(1000))"
    return {
        "effects that call another twice, forty deep": (twice("e", "{ marks := marks + 1 }"), "e40()"),
        "effects that only read": (twice("e", "{ if marks > 5 { move all clay from yard to pit } }"), "e40()"),
        "queries that ask another twice": (doubled("number", "size(pit)", "0"), "marks := q40()"),
        "numbers in numbers": ("", f"marks := sum of ({either(sums, '0')}) for a in numbers(1000)"),
        "numbers in numbers, step by step": (
            "",
            "for a in numbers(1000) { for b in numbers(1000) "
            + do("for c in numbers(1000) { for d in numbers(1000) { marks := 1 } }")
            + " }",
        ),
        "lists put together": (doubled("list of oven", "lane", "lane"), "marks := size(q40())"),
        "a sheet without end": (
            "",
            "for a in numbers(1000) " + do('for b in numbers(1000) { score 1 to me for "nothing" }'),
        ),
        "loops over all cards": (
            cards,
            "for a in cards(oven) { for b in cards(oven) " + do("for c in cards(oven) { marks := marks + 1 }") + " }",
        ),
    }


# What only a game shows to be too much.
HIDDEN = {
    "loops over places": (
        "".join(f"oven k{n} {{ heat: 1 }}\n" for n in range(700)),
        "for a in lane { for b in lane { for c in lane { if a.heat > 4 { marks := marks + 1 } } } }",
    ),
    "looking for one that is not there": (
        "".join(f"oven k{n} {{ heat: 1 }}\n" for n in range(700)),
        "if any a in lane where (any b in lane where (any c in lane where a.heat + b.heat + c.heat > 40)) { marks := marks + 1 }",
    ),
    "chance again and again": (
        "".join(f"oven k{n} {{ heat: 1 }}\n" for n in range(700)),
        "for a in numbers(1000) { for b in numbers(1000) { shuffle lane; move up to 20 earth at random from pit to yard; move all earth from yard to pit } }",
    ),
}
DEAR = dear(is_sure=False) | HIDDEN
SURE = dear(is_sure=True)


def spending(declared: str, done: str) -> str:
    return (
        f"{POTTERY}var marks: number = 0\n{declared}action spend in stint {{ do {{ rounds := rounds + 1; {done} }} }}\n"
    )


def cost_of(work: object) -> float:
    before = time.process_time()
    work()  # type: ignore[operator]
    return time.process_time() - before


@pytest.mark.parametrize("texts", DEAR.values(), ids=DEAR)
def test_what_costs_too_much_ends_with_its_line_and_the_game_stands_where_it_stood(
    texts: tuple[str, str], tmp_path: Path
) -> None:
    declared, done = texts
    rules = kfdsl.load(write_pack(tmp_path, spending(declared, done)))
    game = rules.new_game(["Ann", "Ben"], seed=1)
    before = game.save()

    def tell() -> None:
        with pytest.raises(kfdsl.TooMany, match=r"steps between two choices|more room than there is") as caught:
            game.play("spend")
        assert caught.value.place.startswith("rules/hollow/all.kf:")
        assert int(caught.value.place.split(":")[1]) > POTTERY.count("\n")

    assert cost_of(tell) < SLOWEST
    assert game.save() == before
    assert not game.lines and not game.events
    game.play("rest")
    assert len(game.log) == 1


@pytest.mark.parametrize("texts", SURE.values(), ids=SURE)
def test_what_surely_costs_too_much_is_refused_at_its_line(texts: tuple[str, str], tmp_path: Path) -> None:
    with pytest.raises(kfdsl.ContentError) as caught:
        kfdsl.load(write_pack(tmp_path, spending(*texts)))
    (found,) = [each for each in caught.value.diagnostics if each.severity == "error"]
    assert found.code == "over-budget"
    assert found.span is not None and int(found.span.place.split(":")[1]) > POTTERY.count("\n")
    assert found.help


def test_trials_that_try_others_count_towards_what_is_listed(tmp_path: Path) -> None:
    """Each of fourteen effects looks three times whether the one before it is possible, to say whether it is itself."""
    text = POTTERY.replace("{ heat: number }", "{ heat: number; work: effect = none }").replace("counted by", "seen by")
    text += "oven t0 { heat: 1; work: do { move 1 grog from yard to pit } }\n"
    for n in range(1, 15):
        other = f"possible t{n - 1}.work by me at t{n - 1}"
        text += f"oven t{n} {{ heat: 1; work: do {{ if {other} {{ rounds := 1 }} if {other} {{ rounds := 2 }} " + (
            f"if not {other} {{ move 1 clay from pit to yard }} }} }}\n"
        )
    text += "action try_all in stint { need all: possible t14.work by me at t14; do { rounds := rounds + 1 } }\n"

    def tell() -> None:
        with pytest.raises(kfdsl.TooMany, match="steps between two choices") as caught:
            kfdsl.load(write_pack(tmp_path, text)).new_game(["Ann", "Ben"], seed=1).choices()
        assert int(caught.value.place.split(":")[1]) > POTTERY.count("\n")

    assert cost_of(tell) < SLOWEST


SCORERS = 18
TOKENS = 12


def scoring(seed: int) -> str:
    """Eighteen scorers that want what the others want, over twelve sorts of sixty pieces."""
    dice = random.Random(seed)
    traits = [f"w{n}" for n in range(TOKENS)]
    sorts = [sorted({f"w{n}", *dice.sample(traits, 4)}) for n in range(TOKENS)]
    pieces = " + ".join(f"60 m{n}" for n in range(TOKENS))
    text = POTTERY.replace("10 grog\n", f"10 grog + {pieces}\n").replace("up to 5 earth", "up to 300 earth")
    text += "".join(f'trait {name} "{name}" "{name}s"\n' for name in traits)
    text += "".join(f'token m{n} "m{n}" "m{n}s" is earth, {", ".join(sort)}\n' for n, sort in enumerate(sorts))
    text += "purpose counting\nshape goods(p: player) { some of shelf(p) }\naction count in stint { do {\n"
    for n in range(SCORERS):
        wants = " + ".join(f"{dice.randint(2, 7)} {each}" for each in dice.sample(traits, dice.randint(3, 7)))
        text += f'score {dice.randint(30, 99)} per {wants} to me for "s{n}"\n'
    return text + "settle me from goods(me) for counting\nrounds := rounds + 1 } }\n"


def test_scoring_takes_steps_as_well_and_as_many_where_it_is_known(tmp_path: Path) -> None:
    text = scoring(0)
    folder = write_pack(tmp_path, text)
    few = kfdsl.load(folder, limits=kfdsl.Limits(steps=100_000)).new_game(["Ann", "Ben"], seed=1)
    before = few.save()
    with pytest.raises(kfdsl.TooMany, match="there are 100000 steps") as caught:
        few.play("count")
    assert text.splitlines()[int(caught.value.place.split(":")[1]) - 1].startswith("settle me")
    assert few.save() == before
    rules = kfdsl.load(folder)
    spent = []
    for _ in range(2):  # the second time the table knows what comes out
        state, table = rules.new_game(["Ann", "Ben"], seed=1).state, rules.table(2)
        table.fill()
        action = next(at for at, each in enumerate(rules.program.actions) if each.name == "count")
        table.answer(state, (action,), 0)
        spent.append(steps_spent(table))
    assert spent[0] == spent[1] > 100_000


@pytest.mark.parametrize("picked", ["some earth of shelf(p)", "whole shelf(p)"])
def test_a_game_of_as_many_pieces_as_may_be_is_played_without_waiting(picked: str, tmp_path: Path) -> None:
    text = POTTERY.replace("20 clay + 10 grog", "5000 clay + 5000 grog").replace("up to 5 earth", "up to 5000 earth")
    game = kfdsl.load(write_pack(tmp_path, text.replace("some earth of shelf(p)", picked))).new_game(["Ann"], seed=1)

    def play() -> None:
        game.play(game.choices()[-1])
        while len(game.log) < 2:
            game.play(game.choices()[-1])

    assert cost_of(play) < SLOWEST


@pytest.mark.parametrize(
    "old,new,said",
    [
        ("20 clay + 10 grog", "1000000000 clay", "hold 1000000000 tokens at the start, and 10000 are allowed"),
        (
            "place yard  of tokens, seen by all",
            "place yard of tokens, seen by all, holds 9971 clay",
            "hold 10001 tokens",
        ),
        (
            "var rounds",
            "".join(f"oven k{n} {{ heat: 1 }}\n" for n in range(1999)) + "var rounds",
            "2001 cards, and 2000",
        ),
    ],
)
def test_what_is_larger_than_may_be_is_refused_on_loading(old: str, new: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(kfdsl.ContentError) as caught:
        kfdsl.load(write_pack(tmp_path, POTTERY.replace(old, new)))
    (found,) = caught.value.diagnostics
    assert found.code == "too-large"
    assert said in found.message
    assert found.span is not None


def test_whoever_hosts_sets_the_limits(tmp_path: Path) -> None:
    folder = write_pack(tmp_path, POTTERY)
    assert kfdsl.load(folder, limits=kfdsl.Limits(pieces=30, cards=2)).limits.cards == 2
    for limits in (kfdsl.Limits(pieces=29), kfdsl.Limits(cards=1)):
        with pytest.raises(kfdsl.ContentError, match="too-large"):
            kfdsl.load(folder, limits=limits)
    with pytest.raises(kfdsl.TooMany, match="there are 100 steps"):
        kfdsl.load(folder, limits=kfdsl.Limits(steps=100)).new_game(["Ann"])
    with pytest.raises(ValueError, match="the limit of steps is a whole number from 1 to 34359738368, not 0"):
        kfdsl.Limits(steps=0)
    with pytest.raises(ValueError, match="the limit of pieces is a whole number from 1"):
        kfdsl.Limits(pieces=1 << 36)


def test_steps_do_not_depend_on_who_looked_before(tmp_path: Path) -> None:
    """The same choices cost the same, whether they were listed, asked about, taken back, resumed from a save or made at once."""
    rules = kfdsl.load(write_pack(tmp_path, POTTERY))

    def spent(game: kfdsl.Game) -> int:
        game.play("rest")
        return steps_spent(game.table)

    def looked(game: kfdsl.Game) -> kfdsl.Game:
        game.choices()
        game.why_not("throw deep_kiln with 1 clay")
        game.scores_if_ended()
        return game

    def taken_back(game: kfdsl.Game) -> kfdsl.Game:
        game.play("throw ...")
        game.undo()
        return game

    first = rules.new_game(["Ann", "Ben"], seed=1)
    ways = [
        first,
        looked(first.clone()),
        taken_back(first.clone()),
        rules.resume(first.save()),
        first.clone().redealt("Ann", 1),
    ]
    assert len({spent(game) for game in ways}) == 1


def steps_spent(table: Table) -> int:
    return table.engine.steps - table.engine.steps_left


def spent_by(rules: kfdsl.Rules, effect: str) -> int:
    table, state = rules.table(2), rules.new_game(["Ann", "Ben"], seed=1).state
    table.fill()
    table.begin(state, effect)
    return steps_spent(table)


def test_what_is_charged_is_what_the_rule_says(tmp_path: Path) -> None:
    """A text its weight where it is entered, a loop its rounds, a trial what it costs besides what it tries."""
    text = POTTERY.replace("{ heat: number }", "{ heat: number; work: effect = none }").replace("counted by", "seen by")
    text += (
        "var marks: number = 0\n"
        "open effect count() { for n in numbers(100) { marks := marks + n } }\n"
        "open effect try_some() { for n in numbers(50) { if possible t.work by seat(1) at t { marks := 1 } } }\n"
        "oven t { heat: 1; work: do { move 1 grog from yard to pit } }\n"
    )
    rules = kfdsl.load(write_pack(tmp_path, text))
    costs = rules.facts.costs
    bodies = {rule.name: rule.body for rule in rules.program.rules}
    for effect, rounds, each in (("count", 100, 0), ("try_some", 50, TRIAL)):
        (loop,) = [stmt for stmt in statements(bodies[effect]) if isinstance(stmt, core.For)]
        charged = costs.entry("rule", effect) + rounds * (costs.weight(loop.where, loop.body) + each)
        copied = rules.table(2).words.flat.sheet_at // 16
        assert spent_by(rules, effect) == charged + rounds * (copied if each else 0)
