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


ASKING = """
place till of tokens, seen by all, holds 3 coin
place purse per player of tokens, seen by owner
token coin
token chip
extend place till holds 1 chip
values Mood glad, sad
var mood: Mood = glad
shape cash(p: player) { some of purse(p) }
purpose paying
action hum in work { do { ask m: Mood in {glad}; mood := m; ask by next(seat(1)) t: token in tokens(money); move up to 1 t from till to purse(me) } }
action spend in work(with group: cash(me)) { do { move group to till } }
trait money
extend token coin is money
extend token chip is money
"""


def test_a_refusal_holds_only_where_something_like_it_is_asked(tmp_path: Path) -> None:
    """Whatever refuses, it is not that another menu is open, somebody else answers, or the form is not an answer's."""
    menu = {
        'ann cannot "toss red_box"': "it is allowed",
        'ann cannot "stop"': None,
        'ann cannot "spend with 1 coin"': None,
        'ann cannot "spend with 0 coin"': None,
        'ann cannot "spend with all of till"': None,
        'ann cannot "toss coin"': None,  # a name, though not of a box
        'ann cannot "toss red_box old_box"': "nothing like",
        'ann cannot "toss"': "nothing like",
        'ann cannot "spend 1 coin"': "nothing like",
        'ann cannot "chip"': "this is no move at all",
        'ann cannot "toss read_box"': "this is no move at all",
        'ann cannot "toss read_box" because not asked': "this is no move at all",
        'ann cannot "toss red_box" because not asked': "it is allowed",
        'ann cannot "spend with 1 coin" because not asked': "it is asked, and refused",
    }
    asked = {
        'ben cannot "red_box"': "nothing like",
        'ben cannot "coin"': "it is allowed",
        'ben cannot "toss red_box"': "nothing like",
        'ben cannot "toss red_box" because not asked': None,
        'ann cannot "coin"': "nothing like",  # it is ben who is asked
        'ann cannot "coin" because not asked': None,
        'ben cannot "coin" because not asked': "it is allowed",
        'ben cannot "stop"': "nothing like",
    }
    for said, move in ((menu, ""), (asked, 'when ann "hum"')):
        text = "\n".join(f'example "{at}" {{ given dawn {move} then {each} }}' for at, each in enumerate(said))
        found = kfdsl.load(folder(tmp_path / str(len(said)), pack("boxes", BOXES + ASKING + text))).check_examples()
        labels = {each.span.words if each.span else "": each.label for each in found}
        assert set(labels) == {each for each, label in said.items() if label is not None}
        for each, label in labels.items():
            assert label.startswith(said[each] or ""), (each, label)


def test_after_the_end_nothing_is_refused(tmp_path: Path) -> None:
    said = ('ann cannot "win"', 'ann cannot "win" because not asked')
    found = failures(tmp_path, *said, moves=("win", "win"))
    assert found == ["nothing like this is asked now, so nothing refuses it: the game is over"]


DAWN = """
token clay
token straw
place pit of tokens, seen by all, holds 20 clay + 1 straw
place shelf per player of tokens, seen by all
var heat: number = 0
var rounds: number = 0
var first: player = seat(1)
menu work(me: player)
action rest in work { do { } }
action fire in work { do { heat := heat + 1 } }
menu night_work(me: player)
action sleep in night_work { do { } }
action dream in night_work { do { heat := 0 } }
query order() -> list of player = clockwise(first)
main flow day {
  dawn: {
    heat := heat + 1
    for p in players { move up to 2 clay at random from pit to shelf(p) }
    move up to 1 straw from pit to shelf(seat(1))
    score 1 to seat(1) for "the dawn"
    repeat { rounds := rounds + 1 } until rounds >= 3
  }
  turns: for p in order() { if heat > 8 { choose night_work(p) } else { choose work(p) } }
  dusk: heat := heat * 2
}
position dawning for ann, ben { heat = 5; shelf(ann) = 3 clay }
example "a loop that counts is gone through as well" { given dawning; rounds = 1 then rounds = 1; heat = 5; ann to act }
example "nothing is done twice" {
  given dawning
  then heat = 5; shelf(ann) = 3 clay; shelf(ben) = 2 clay; pit = 15 clay + 1 straw; score_of(ann) = 1; ann to act
  when ann "fire"
  then heat = 6; ben to act
  when ben "rest"
  then heat = 12; the game is over
}
example "what the rule reads is read anew" { given dawning; first = ben then ben to act; heat = 5 when ben "rest" then ann to act }
example "so is what it decides" { given dawning; heat = 9 then heat = 9 when ann "dream" then heat = 0; ben to act }
example "and with nothing else done" { given dawning; heat = 8 then heat = 8 when ann "fire" then heat = 9; ben can "dream" }
"""


def test_what_a_rule_does_before_it_asks_is_not_done_again_when_a_position_is_laid_over_it(tmp_path: Path) -> None:
    assert kfdsl.load(folder(tmp_path, pack("days", DAWN))).check_examples() == ()


ROWS = """
example "{b} is tossed by {p}, and {left} are left" for b, p, left in {
  red_box: ann, 2
  old_box: ann, 2
  big_box: ann, 3
} {
  given dawn
  when p "toss {b}"
  then heap = b; size(shelf) = left
}
"""


def test_every_row_of_a_table_is_an_example_of_its_own(tmp_path: Path) -> None:
    rules = kfdsl.load(folder(tmp_path, pack("boxes", BOXES + ROWS)))
    assert [example.name for example in rules.examples()] == [
        "Red box is tossed by ann, and 2 are left",
        "Old box is tossed by ann, and 2 are left",
        "Big box is tossed by ann, and 3 are left",
    ]
    first = (BOXES + ROWS).splitlines().index("  red_box: ann, 2") + 1
    assert [example.span.place.split(":")[1] for example in rules.examples()] == [str(first + row) for row in range(3)]


def test_a_row_that_does_not_hold_is_told_with_its_line_and_the_others_hold(tmp_path: Path) -> None:
    (found,) = kfdsl.load(folder(tmp_path, pack("boxes", BOXES + ROWS))).check_examples()
    assert found.message == '"Big box is tossed by ann, and 3 are left" does not hold'
    assert found.span is not None and found.span.words == "size(shelf) = left"
    assert [(aside.span.words, aside.label) for aside in found.asides] == [("big_box: ann, 3", "in this row")]


def test_a_row_is_what_its_example_would_be_if_it_were_written_out(tmp_path: Path) -> None:
    written = 'example "Old box is tossed by ann, and 2 are left" { given dawn when ann "toss old_box" then heap = old_box; size(shelf) = 2 }'
    (out,) = kfdsl.load(folder(tmp_path / "out", pack("boxes", BOXES + written))).examples()
    row = kfdsl.load(folder(tmp_path / "row", pack("boxes", BOXES + ROWS))).examples()[1]
    assert (row.name, row.players, row.parts) == (out.name, out.players, out.parts)


# ---- chance, and places that cannot be as they are stated

DICE = """
place shelf of die, in order, seen by all
place cup of die, in order, seen by all
kind die starts in shelf { face low, high { worth: number = 1 } }
die red_die "Red die" { high { worth: 6 } }
die old_die "Old die" { high { worth: 5 } }
die big_die "Big die" { high { worth: 4 } }
token pip "pip" "pips"
place bowl of tokens, seen by all, holds 3 pip
place plate of tokens, seen by all
menu work(me: player)
action mix in work { do { shuffle shelf } }
action roll in work(d: die in shelf) { do { show d at random; score d.worth to me for d } }
action eat in work { do { move up to 1 pip from bowl to plate } }
action both in work { do { shuffle shelf; for d in first(2, shelf) { show d at random } } }
main flow day { for p in players { choose work(p) } }
position dawn for ann, ben { }
"""


def told(tmp_path: Path, *examples: str) -> list[tuple[str, str]]:
    text = DICE + "\n".join(f'example "{number}" {{ given dawn; {each} }}' for number, each in enumerate(examples))
    return [(found.label, found.note) for found in kfdsl.load(folder(tmp_path, pack("dice", text))).check_examples()]


def test_chance_that_is_not_scripted_may_bring_what_it_likes_and_the_example_holds(tmp_path: Path) -> None:
    assert told(tmp_path, 'when ann "mix" then size(shelf) = 3', 'when ann "roll red_die" then score_of(ann) > 0') == []


def test_an_example_that_holds_by_luck_fails_and_says_what_to_write(tmp_path: Path) -> None:
    """Whatever came first: three orders and two faces, of which no more than one each can have come."""
    claims = [f'when ann "mix" then first(1, shelf) has {die}' for die in ("red_die", "old_die", "big_die")]
    claims += [f'when ann "roll red_die" then red_die shows {face}' for face in ("low", "high")]
    found = told(tmp_path, *claims)
    assert len(found) == len(claims)
    assert sum("holds for one order that chance may bring and not for another" in note for _, note in found) == 2


def test_shuffles_and_faces_are_scripted_like_draws(tmp_path: Path) -> None:
    assert (
        told(
            tmp_path,
            'when ann "mix" drawing old_die drawing big_die then shelf = old_die, big_die, red_die',
            'when ann "mix" drawing big_die then first(1, shelf) has big_die',
            'when ann "roll red_die" drawing red_die shows high then score_of(ann) = 6',
            'when ann "roll red_die" drawing red_die shows low then score_of(ann) = 1',
            'when ann "both" drawing old_die drawing red_die drawing old_die shows high drawing red_die shows low '
            "then shelf = old_die, red_die, big_die; old_die shows high; red_die shows low",
        )
        == []
    )


def test_a_script_that_chance_does_not_come_to_is_told(tmp_path: Path) -> None:
    found = told(
        tmp_path,
        'when ann "roll red_die" drawing old_die then ben to act',
        'when ann "mix" drawing red_die shows high then ben to act',
        'when ann "roll red_die" drawing old_die shows high then ben to act',
    )
    assert [label for label, _ in found] == [
        "Old die was scripted, but not shuffled then",
        "a face was scripted, but the card was not turned by chance then",
        "a face was scripted, but the card was not turned by chance then",
    ]


def test_what_begins_in_a_place_cannot_be_stated_away(tmp_path: Path) -> None:
    found = told(
        tmp_path,
        "shelf = empty then ann to act",
        "shelf = empty; cup = red_die, old_die then ann to act",
        "shelf = empty; cup = red_die, old_die, big_die then shelf is empty",
        "shelf = red_die; cup = big_die, old_die then shelf = red_die; cup = big_die, old_die",
        "bowl = empty then ann to act",
        "bowl = empty; plate = 3 pip then bowl is empty",
    )
    assert [label for label, _ in found] == [
        f"not empty: {what}; what begins here stays, unless it is given to another place"
        for what in ("Red die, Old die, Big die", "Big die", "3 pips")
    ]


HEXES = """
values Border road, water
kind hex starts in deck { sides: list of Border }
place deck of hex, seen by all
place box of hex, seen by all
plane land per player of hex edged by sides, seen by all
hex one { sides: road, road, road, road, road, road }
hex two { sides: road, water, road, water, road, water }
hex far { sides: water, water, water, water, water, water }
open query seen(s: spot) -> bool = edge_to(two, s, far) is none and edge_from(far, s) is none and edge_to(two, s, one) is road
open query turned() -> number = size(all s in spots(two, land(seat(1))) where seen(s))
menu work(me: player)
action gape in work { do { } }
action pile in work { do { for s in first(1, spots(two, land(me))) { lay two on land(me) at s; lay far on land(me) at s } } }
main flow day { for p in players { choose work(p) } }
position dawn for ann, ben { box = two, far; land(ann) = one; one lies at (0, 0) }
"""


def test_two_cards_cannot_lie_at_one_hex_of_a_plane(tmp_path: Path) -> None:
    text = f"""{HEXES}
example "beside" {{ given dawn; land(ann) = one, two; two lies at (0, 1)  then size(neighbours(one)) = 1 }}
example "on two planes" {{ given dawn; land(ben) = two; two lies at (0, 0)  then neighbours(two) is empty }}
example "on each other" {{ given dawn; land(ann) = one, two; two lies at (0, 0) turned 1  then neighbours(one) is empty }}
example "taken away" {{ given dawn; land(ann) = two; two lies at (0, 0)  then not laid(one); laid(two) }}
"""
    found = kfdsl.load(folder(tmp_path, pack("hexes", text))).check_examples()
    assert [each.label for each in found] == ["`two` lies there as well"]


def test_cards_that_do_not_touch_show_each_other_nothing(tmp_path: Path) -> None:
    text = f"""{HEXES}
example "half of the ways to turn it" {{ given dawn  then turned() = 6 }}
example "also where the other lies far away" {{ given dawn; land(ann) = one, far; far lies at (0, 9)  then turned() = 6 }}
"""
    assert kfdsl.load(folder(tmp_path, pack("hexes", text))).check_examples() == ()


def test_a_card_that_is_laid_on_another_stops_the_game_at_that_line(tmp_path: Path) -> None:
    game = kfdsl.load(folder(tmp_path, pack("hexes", HEXES))).new_game(["Ann", "Ben"])
    with pytest.raises(kfdsl.Stuck, match=r"kiln\.kf:14:96: a card is laid here where another one lies"):
        game.play("pile")
