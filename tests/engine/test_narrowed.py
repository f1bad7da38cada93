"""What a condition said of something holds where it is used, or the game stops at that line."""

from __future__ import annotations

from pathlib import Path

import pytest

import kfdsl
from tests.record.pottery import write_pack

SHED = """
trait thing { friend: thing? = none }
place shed of thing, in order, seen by all
kind kiln is thing starts in shed { heat: number; var burns: number = 4; place ashes of tokens, seen by all; face cold, hot { glow: number } }
kind pan is thing starts in shed { weight: number; slot lid: thing }
kiln old_kiln "Old kiln" { heat: 7; cold { glow: 1 }; hot { glow: 2 } }
pan flat_pan "Flat pan" { weight: 2; friend: old_kiln }
pan deep_pan "Deep pan" { weight: 3; friend: flat_pan }
var held: thing? = none
var seen: number = 0
effect swap() { held := deep_pan }
query in_hand() -> thing? = held
query at_hand() -> thing = if held is there then held else old_kiln
query heat_of(k: kiln) -> number = k.heat + k.burns
query nearest() -> thing = if seen = 0 then old_kiln else flat_pan
menu work(me: player)
action pass in work { }
action total in work { do { score seen to me for "all" } }
main flow day { for p in players { choose work(p) } }
"""
# What is held at first, the condition, what is done behind it, and the use of what was asked.
USED = {
    "a variable, set in between": ("old_kiln", "held is there and held is kiln", "held := deep_pan", "held.heat"),
    "a variable, set in an effect": ("old_kiln", "held is there and held is kiln", "swap()", "held.heat"),
    "a variable of a card": ("old_kiln", "held is there and held is kiln", "swap()", "held.burns"),
    "what a face shows": ("old_kiln", "held is there and held is kiln", "swap()", "held.glow"),
    "a place of a card": ("old_kiln", "held is there and held is kiln", "swap()", "size(ashes(held))"),
    "an argument": ("old_kiln", "held is there and held is kiln", "swap()", "heat_of(held)"),
    "an answer that may be none": ("old_kiln", "in_hand() is there and in_hand() is kiln", "swap()", "in_hand().heat"),
    "an answer": ("old_kiln", "at_hand() is kiln", "swap()", "at_hand().heat"),
    "an answer that only counts": ("old_kiln", "nearest() is kiln", "seen := 1", "nearest().heat"),
    "a field": (
        "flat_pan",
        "held is there and held.friend is there and held.friend is kiln",
        "held := deep_pan",
        "held.friend.heat",
    ),
    "what lies in a slot": (
        "flat_pan",
        "flat_pan.lid is there and flat_pan.lid is kiln",
        "move old_kiln to shed; move deep_pan to flat_pan.lid",
        "flat_pan.lid.heat",
    ),
    "the first of several": (
        "old_kiln",
        "(the first c in shed where c != flat_pan) is there and (the first c in shed where c != flat_pan) is kiln",
        "move old_kiln to flat_pan.lid",
        "(the first c in shed where c != flat_pan).heat",
    ),
}


def played(folder: Path, name: str, between: bool) -> kfdsl.Game:
    held, test, done, use = USED[name]
    first = "move old_kiln to flat_pan.lid; " if "slot" in name else ""
    action = f"action try in work {{ do {{ {first}held := {held}; if {test} {{ {done if between else ''}; seen := seen + {use} }} }} }}"
    rules = kfdsl.load(write_pack(folder, SHED + action.replace("{ ;", "{")))
    game = rules.new_game(["Ann", "Ben"], seed=1)
    game.play("try")
    return game


@pytest.mark.parametrize("name", USED)
def test_what_was_asked_to_be_of_a_kind_is_of_that_kind_where_it_is_used(name: str, tmp_path: Path) -> None:
    assert isinstance(played(tmp_path, name, between=False).view()["variables"]["seen"], int)
    with pytest.raises(kfdsl.Stuck, match="is another one now") as caught:
        played(tmp_path, name, between=True)
    assert ":" in caught.value.place
