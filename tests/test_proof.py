"""What an example may state at the end, and what is said when it does not hold."""

from __future__ import annotations

from pathlib import Path

import pytest

import kfdsl
from tests.packs.roots_for_tests import folder, pack

BOXES = """
place shelf of box, in order, seen by all
place heap of box, seen by all
kind box starts in shelf { }
box red_box "Red box" { }
box old_box "Old box" { }
box big_box "Big box" { }
menu work(me: player)
action toss in work(b: box in shelf) { do { move b to heap } }
action win in work { do { score 2 to me for "luck" } }
main flow day { for p in players { choose work(p) } }
open query lucky(p: player) -> number = if p is seat(2) then 1 else 0
ties go to p with most lucky(p)
position dawn for ann, ben { shelf = red_box, old_box, big_box }
"""


def failures(tmp_path: Path, *statements: str, moves: tuple[str, ...] = ()) -> list[str]:
    """What is said of examples that state these after the moves; nothing for those that hold."""
    whens = " ".join(f'when {name} "{move}"' for name, move in zip(("ann", "ben"), moves, strict=False))
    text = BOXES + "\n".join(
        f'example "{number}" {{ given dawn {whens} then {each} }}' for number, each in enumerate(statements)
    )
    return [found.label for found in kfdsl.load(folder(tmp_path, pack("boxes", text))).check_examples()]


def test_a_place_in_order_holds_exactly_these_in_this_order(tmp_path: Path) -> None:
    said = (
        "shelf = red_box, old_box, big_box",
        "shelf = old_box, red_box, big_box",
        "shelf = red_box, old_box",
        "shelf = red_box",
    )
    assert failures(tmp_path, *said) == ["found Red box, Old box, Big box"] * 3


def test_of_a_place_without_order_any_order_is_true(tmp_path: Path) -> None:
    said = (
        "heap = red_box, big_box",
        "heap = big_box, red_box",
        "heap = big_box, old_box",
        "heap = big_box, big_box",
        "heap = big_box",
    )
    found = failures(tmp_path, *said, moves=("toss big_box", "toss red_box"))
    assert found == ["found Big box, Red box"] * 3


def test_any_list_can_be_compared_and_its_order_counts(tmp_path: Path) -> None:
    said = (
        "players = ann, ben",
        "players = ben, ann",
        "(list of size(shelf) for p in players) = 3, 3",
        "clockwise(ben) = ben, ann",
    )
    assert failures(tmp_path, *said) == ["found player 1, player 2"]


def test_one_item_is_a_list_of_one_and_lists_are_compared_as_before(tmp_path: Path) -> None:
    said = ("shelf = big_box", "shelf = old_box", "shelf = shelf", "shelf = heap")
    found = failures(tmp_path, *said, moves=("toss red_box", "toss old_box"))
    assert found == ["found Big box", "found Big box"]


@pytest.mark.parametrize(
    ("moves", "said", "found"),
    [
        ((), "the game is over", ["it is ann who is asked"]),
        (("win",), "the game is over", ["it is ben who is asked"]),
        (("win", "win"), "the game is over", []),
        (("win", "win"), "ben to act", ["the game is over"]),
        (("win",), "ann wins", ["it is ben who is asked, so nobody has won yet"]),
        (("win", "toss red_box"), "ann wins", []),
        (("win", "toss red_box"), "ben wins", ["ann wins"]),
        (("win", "win"), "ben wins", []),
        (("win", "win"), "ann wins", ["ben wins"]),
    ],
)
def test_the_end_and_who_wins(tmp_path: Path, moves: tuple[str, ...], said: str, found: list[str]) -> None:
    assert failures(tmp_path, said, moves=moves) == found


def test_those_who_share_the_first_place_do_not_win(tmp_path: Path) -> None:
    text = BOXES.replace("if p is seat(2) then 1 else 0", "0")
    text += 'example "shared" { given dawn when ann "win" when ben "win" then ann wins }'
    (found,) = kfdsl.load(folder(tmp_path, pack("boxes", text))).check_examples()
    assert found.label == "ann and ben share the first place"
