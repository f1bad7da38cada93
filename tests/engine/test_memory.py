"""What rules take up between two choices, and what a listing takes up, is bounded by the steps that are left: so many bytes for each.

Tried with few steps, so that a test is short: memory grows with steps and with nothing else, whatever a pack says.
"""

from __future__ import annotations

import gc
import os
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

import kfdsl
from tests.engine.test_budget import DEAR
from tests.engine.test_numbers import BEYOND
from tests.record.pottery import POTTERY, write_pack

STEPS = 200_000
BYTES_A_STEP = 8  # as the manual says
BESIDES = 2_000_000  # bytes that a few short lists and messages may take

CARDS = "".join(f"oven k{n} {{ heat: 1 }}\n" for n in range(1000))
SORTS = "".join(f'token m{n} "m{n}" "m{n}s" is earth\n' for n in range(30))
MANY = POTTERY.replace("20 clay + 10 grog", "5000 clay + 5000 grog").replace("up to 5 earth", "up to 5000 earth")
MANY_SORTS = SORTS + POTTERY.replace("20 clay + 10 grog", " + ".join(f"9 m{n}" for n in range(30))).replace(
    "up to 5 earth", "up to 130 earth"
)
PAY = """purpose paying
action pay in stint {{ do {{ rounds := rounds + 1  ask coin: cover {0} earth for paying from armful(me)  move coin to yard }} }}
"""
PICK = "action pick in stint { do { rounds := rounds + 1  ask ks: some of lane  for k in ks { move k to heap } } }\n"
LISTS = "query l0() -> list of oven = lane\n" + "".join(
    f"query l{n}() -> list of oven = l{n - 1}() + l{n - 1}()\n" for n in range(1, 15)
)
TELLS = 'action told in stint {{ need odd: rounds > 9 else "{{{0}}} and {{{0}}}" do {{ }} }}\n'

Deed = Callable[[kfdsl.Game], object]


def wholes(game: kfdsl.Game) -> int:
    return sum(1 for _ in game.question.wholes())


def behind(choice: str, deed: Deed) -> Deed:
    def both(game: kfdsl.Game) -> None:
        game.play(choice)
        deed(game)

    return both


def plays(choice: str) -> Deed:
    return lambda game: game.play(choice)


def doing(declared: str, done: str) -> str:
    return f"{POTTERY}var marks: number = 7\n{declared}\naction spend in stint {{ do {{ rounds := rounds + 1; {done} }} }}\n"


ATTACKS: dict[str, tuple[str, Deed]] = {
    **{name: (doing(declared, done), plays("spend")) for name, (declared, done) in DEAR.items()},
    **{name: (doing(declared, done), plays("spend")) for name, (declared, done, _) in BEYOND.items()},
    "all groups of ten thousand pieces": (MANY, wholes),
    "all groups of thirty sorts": (MANY_SORTS, wholes),
    "some of three hundred cards, all ways": (POTTERY + "".join(CARDS.splitlines(True)[:300]) + PICK, behind("pick", wholes)),
    "some of a thousand cards, part by part": (POTTERY + CARDS + PICK, behind("pick", lambda game: game.choices())),
    "ways to pay four hundred": (MANY + PAY.format(400), plays("pay")),
    "ways to pay three thousand": (MANY + PAY.format(3000), plays("pay")),
    "ways to pay with thirty sorts": (MANY_SORTS + PAY.format(20), plays("pay")),
    "a long list in a message": (POTTERY + CARDS + LISTS + TELLS.format("l3()"), lambda game: game.why_not("told")),
    "a list in a message that is too long": (
        POTTERY + CARDS + LISTS + TELLS.format("l14()"),
        lambda game: game.why_not("told"),
    ),
    "all cards shuffled": (
        POTTERY
        + CARDS
        + "action mix in stint { do { rounds := rounds + 1  for n in numbers(1000) { shuffle lane } } }\n",
        plays("mix"),
    ),
    "all pieces drawn by chance": (
        MANY + "action draw in stint { do { rounds := rounds + 1  for n in numbers(1000) { "
        "move up to 5000 earth at random from shelf(me) to yard  move all earth from yard to shelf(me) } } }\n",
        plays("draw"),
    ),
}


SHOWN = dict(list(ATTACKS.items())[:: 1 if os.environ.get("KFDSL_FULL") else 3])


@pytest.mark.parametrize(("text", "deed"), SHOWN.values(), ids=SHOWN)
def test_memory_between_two_choices_is_bounded_by_steps(text: str, deed: Deed, tmp_path: Path) -> None:
    rules = kfdsl.load(write_pack(tmp_path, text), limits=kfdsl.Limits(steps=STEPS))
    game: kfdsl.Game | None = None
    assert rules.table(2).engine
    gc.collect()
    tracemalloc.start()
    try:
        game = rules.new_game(["Ann", "Ben"], seed=1)  # where whether there is a choice is too much to find out already
        deed(game)
    except kfdsl.CannotGoOn as told:
        assert told.place
        del told
    finally:
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert most < STEPS * BYTES_A_STEP + BESIDES
    assert game is None or rules.resume(game.save()).save() == game.save()


# ---- how many answers are listed


def test_a_listing_of_all_answers_is_no_longer_than_is_allowed(tmp_path: Path) -> None:
    """It is told at the line that asks, and what is offered part by part goes on as before."""
    folder = write_pack(tmp_path, POTTERY)
    all_of_them = wholes(kfdsl.load(folder).new_game(["Ann", "Ben"], seed=1))
    assert all_of_them > 10
    exact = kfdsl.load(folder, limits=kfdsl.Limits(answers=all_of_them)).new_game(["Ann", "Ben"], seed=1)
    assert wholes(exact) == all_of_them
    few = kfdsl.load(folder, limits=kfdsl.Limits(answers=all_of_them - 1)).new_game(["Ann", "Ben"], seed=1)
    with pytest.raises(kfdsl.TooMany, match=f"more than {all_of_them - 1} answers") as caught:
        wholes(few)
    assert POTTERY.splitlines()[int(caught.value.place.split(":")[1]) - 1].lstrip().startswith("work: repeat")
    tight = kfdsl.load(folder, limits=kfdsl.Limits(answers=2)).new_game(["Ann", "Ben"], seed=1)
    with pytest.raises(kfdsl.TooMany, match="more than 2 answers"):
        wholes(tight)
    assert tight.table.engine.steps_left > exact.table.engine.steps_left  # it was not listed to the end
    while not few.over:
        few.play(few.choices()[-1])
    assert len(few.log) > 3


def test_options_and_ways_to_pay_are_counted_too(tmp_path: Path) -> None:
    text = POTTERY + CARDS + PAY.format(3) + "action look in stint { do { ask k: oven in lane  rounds := k.heat } }\n"
    rules = kfdsl.load(write_pack(tmp_path, text), limits=kfdsl.Limits(answers=4))
    game = rules.new_game(["Ann"], seed=1)
    with pytest.raises(kfdsl.TooMany, match="more than 4 answers") as caught:
        game.play("look")
        game.choices()
    assert "ask k: oven" in text.splitlines()[int(caught.value.place.split(":")[1]) - 1]
    limits = kfdsl.Limits(answers=1)
    paying = POTTERY.replace("main flow", PAY.format(3) + "main flow")
    game = kfdsl.load(write_pack(tmp_path, paying), limits=limits).new_game(["Ann"], seed=1)
    game.play("pay")
    with pytest.raises(kfdsl.TooMany, match="more than 1 answers") as caught:
        game.choices()
    assert "ask coin: cover" in paying.splitlines()[int(caught.value.place.split(":")[1]) - 1]


def test_a_trial_asks_for_one_answer_and_not_for_all(tmp_path: Path) -> None:
    """A menu behind an action has more answers than are listed; that it has one is enough to offer the action."""
    text = POTTERY + "action twice in stint { do { move 1 clay from shelf(me) to yard  choose stint(me) } }\n"
    text = text.replace("action twice", "menu more(me: player)\naction twice").replace(
        "choose stint(me)", "choose more(me)"
    )
    text += "action haul in more(with lumps: armful(me)) { do { move lumps to yard  rounds := rounds + 1 } }\n"
    rules = kfdsl.load(write_pack(tmp_path, text), limits=kfdsl.Limits(answers=3))
    game = rules.new_game(["Ann", "Ben"], seed=1)
    assert "twice" in [choice.notation for choice in game.choices()]
