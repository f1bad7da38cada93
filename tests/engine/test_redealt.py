"""A world that one player cannot tell from the real one, while others are in the middle of answering."""

from __future__ import annotations

import pytest

import kfdsl
from kfdsl.engine.library.looking.redealing import redeal
from kfdsl.engine.machine.chance import stream
from kfdsl.engine.play.game import Game as EngineGame
from kfdsl.engine.words.stack import Frame
from tests.laws.games_for_laws import walk
from tests.record.pottery import ASKING, POTTERY, SEALED, write_pack

HANDS = """
place hand per player of oven, in order, seen by owner, counted by all
oven tall_kiln "Tall kiln" { heat: 1 }
oven small_kiln "Small kiln" { heat: 1 }
oven round_kiln "Round kiln" { heat: 1 }
oven old_kiln "Old kiln" { heat: 1 }
var showing: bool = false
place cave of oven, in order, seen by none, counted by all
action deal in stint {
  do {
    for o in lane { move o to cave }
    shuffle cave
    for q in players { for n in numbers(2) { for o in first(1, cave) { move o to hand(q) } } }
    for o in cave { move o to lane }
    rounds := rounds + 1
  }
}
action show_all in stint { do { showing := true  rounds := rounds + 1 } }
place front per player of oven, in order, seen by all
var laying: bool = false
action lay_all in stint { do { laying := true  rounds := rounds + 1 } }
shape handful(p: player) { some of shelf(p) }
var wedging: bool = false
action wedge_all in stint { do { wedging := true  rounds := rounds + 1 } }
"""
SHOWING = """
    show_time: if showing and no q in players where hand(q) is empty {
      showing := false
      together for q in players ask shown: at least 1 of hand(q) { for o in shown { move o to lane } }
    }
    laying_time: if laying and no q in players where hand(q) is empty {
      laying := false
      apart for q in players {
        if hand(q) is not empty {
          ask by q kept: oven in hand(q)
          ask by q also: up to 1 of hand(q)
          for o in also { if o != kept { move o to front(q) } }
          move kept to front(q)
        }
      }
    }
    wedging_time: if wedging {
      wedging := false
      apart for q in players {
        let held = all o in hand(q)
        if shelf(q) is not empty {
          ask by q lumps: handful(q)
          if hand(q) is not empty { ask by q kept: oven in hand(q)  move kept to front(q) }
          ask by q also: up to 2 of hand(q)
          for o in held where o.heat > 2 { move up to 1 clay from shelf(q) to yard }
          for o in also { move o to front(q) }
          if size(lumps) > 1 { move up to 2 grog from shelf(q) to yard }
        }
      }
    }
  } until rounds >= 6"""
TEXT = (POTTERY + ASKING + SEALED + HANDS).replace("} until rounds >= 6", SHOWING)
WORLDS = range(40)


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> kfdsl.Rules:
    return kfdsl.load(write_pack(tmp_path_factory.mktemp("packs"), TEXT))


def hand(game: kfdsl.Game, name: str) -> list[str]:
    return game.view(name)["places"][f"hand({game.seat_of(name) + 1})"]["cards"]


def end(game: kfdsl.Game) -> kfdsl.Game:
    for _ in walk(game, 1):
        pass
    return game


def test_parts_that_somebody_else_has_given_are_not_known_there_and_disturb_nobody(rules: kfdsl.Rules) -> None:
    """They name lumps that lie elsewhere in that world."""
    game = rules.new_game(["Ann", "Ben"], seed=1)
    game.play("rest")
    game.play("swap")
    while len(game.atoms) < 1:
        game.play(game.choices()[-1])
    assert game.player == "Ben" and game.so_far
    for number in WORLDS:
        world = game.redealt("Ann", stream(number))
        assert world.view("Ann") == game.view("Ann")
        assert world.so_far == ""
        assert world.choices()
        assert end(world).over


def test_one_s_own_parts_are_kept(rules: kfdsl.Rules) -> None:
    game = rules.new_game(["Ann", "Ben"], seed=1)
    game.play("throw ...")
    for number in WORLDS:
        world = game.redealt("Ann", stream(number))
        assert world.so_far == game.so_far
        assert [choice.notation for choice in world.choices()] == [choice.notation for choice in game.choices()]


@pytest.fixture
def sealed(rules: kfdsl.Rules) -> kfdsl.Game:
    """Ann and Cleo have answered, Ben has begun."""
    game = rules.new_game(["Ann", "Ben", "Cleo"], seed=2)
    for choice in ("deal", "show_all", "rest"):
        game.play(choice)
    game.play(hand(game, "Ann")[0], "Ann")
    game.play(" + ".join(hand(game, "Cleo")), "Cleo")
    game.play(game.choices("Ben")[-1], "Ben")
    assert game.to_act == ("Ben",)
    assert game.so_far
    return game


def test_what_others_have_sealed_is_another_answer_from_what_they_have_there(sealed: kfdsl.Game) -> None:
    hands, answers = set(), set()
    for number in WORLDS:
        world = sealed.redealt("Ben", stream(number))
        assert world.view("Ben") == sealed.view("Ben")
        assert world.so_far == sealed.so_far
        given = {each.player: each.notation for each in world.journal.sealed}
        for seat, notation in given.items():
            assert set(notation.split(" + ")) <= set(hand(world, world.names[seat]))
        hands.add(tuple(hand(world, "Ann")))
        answers.add(tuple(given.values()))
        lines = len(world.log)
        while len(world.log) == lines:
            world.play(world.choices("Ben")[-1], "Ben")
        opened = {line.player: line.notation for line in world.log[lines : lines + 3]}
        assert {seat: opened[seat] for seat in given} == given
        assert set(given[0].split(" + ")) <= set(world.view()["places"]["lane"]["cards"])
        assert end(world).over
    assert len(hands) > 5
    assert len(answers) > 5


def test_one_s_own_sealed_answer_is_kept(sealed: kfdsl.Game) -> None:
    own = sealed.journal.sealed[1]
    for number in WORLDS:
        world = sealed.redealt("Cleo", stream(number))
        assert own in world.journal.sealed
        assert world.so_far == ""
        assert end(world).over


def test_what_is_sealed_may_lie_below_a_free_action(rules: kfdsl.Rules) -> None:
    game = rules.new_game(["Ann", "Ben"], seed=2)
    game.play("vote")
    game.play(game.choices("Ben")[0].notation, "Ben")
    while len(game.to_act) > 1:
        game.play(game.choices("Ben")[-1], "Ben")
    game.play("swap", "Ann")
    assert game.save()["state"]["frames"][1]["rule"] == "(again)"
    answers = set()
    for number in WORLDS:
        world = game.redealt("Ann", stream(number))
        answers.add(world.journal.sealed[0].notation)
        assert world.view("Ann") == game.view("Ann")
        assert end(world).over
    assert len(answers) > 1


@pytest.fixture
def laying(rules: kfdsl.Rules) -> kfdsl.Game:
    """Everybody lays cards at once; Ann has picked the first, Ben none yet."""
    game = rules.new_game(["Ann", "Ben", "Cleo"], seed=2)
    for choice in ("deal", "lay_all", "rest"):
        game.play(choice)
    game.play(hand(game, "Ann")[0], "Ann")
    game.play(hand(game, "Cleo")[1], "Cleo")
    assert game.to_act == ("Ann", "Ben", "Cleo")
    return game


@pytest.mark.parametrize("name", ["Ann", "Ben", "Cleo"])
def test_those_who_act_at_once_hold_other_cards_and_have_picked_others(laying: kfdsl.Game, name: str) -> None:
    hands, picked = set(), set()
    for number in WORLDS:
        world = laying.redealt(name, stream(number))
        assert world.view(name) == laying.view(name)
        others = [each for each in laying.names if each != name]
        hands.add(tuple(tuple(sorted(hand(world, each))) for each in others))
        for each in others:
            before = set(hand(world, each))
            while each in world.to_act:
                world.play("nothing" if "nothing" in _offered(world, each) else _offered(world, each)[0], each)
            laid = world.view()["places"][f"front({world.seat_of(each) + 1})"]["cards"]
            assert len(laid) == 1 and set(laid) <= before
            picked.add((each, laid[0]))
        assert end(world).over
    assert len(hands) > 3
    assert len(picked) > 4


def _offered(game: kfdsl.Game, name: str) -> list[str]:
    return [choice.notation for choice in game.choices(name)]


def test_what_one_knows_decides_how_the_cards_of_those_who_act_are_dealt(laying: kfdsl.Game) -> None:
    """What really lies there, and what was really picked, makes no difference."""
    for number in WORLDS:
        real = laying.redealt("Ben", stream(number, 1))
        other = laying.redealt("Ben", stream(number, 2)).redealt("Ben", stream(number, 1))
        assert other.state.cells == real.state.cells
        for seat in range(3):
            faced = [world.table.facing(world.state, seat) for world in (other, real)]
            assert faced[0].apart is not None
            assert faced[0].frame == faced[1].frame


@pytest.fixture
def wedging(rules: kfdsl.Rules) -> kfdsl.Game:
    """Everybody picks lumps, then cards, at once; Ann is two answers ahead of Ben."""
    game = rules.new_game(["Ann", "Ben", "Cleo"], seed=2)
    for choice in ("deal", "wedge_all", "rest"):
        game.play(choice)
    for name, times in (("Ann", 2), ("Cleo", 1)):
        before = len(game.log)
        while len(game.log) < before + times:
            game.play(game.choices(name)[-1], name)
    return game


def frames(game: kfdsl.Game, seat: int) -> Frame:
    return game.table.facing(game.state, seat).frame


def test_those_who_act_at_once_have_picked_other_tokens_as_many_and_of_what_they_have_there(
    wedging: kfdsl.Game,
) -> None:
    """Groups, single cards and lists of them lie in their rules under way."""
    found: dict[int, set[Frame]] = {1: set(), 2: set()}
    for number in WORLDS:
        world = wedging.redealt("Ann", stream(number))
        assert frames(world, 0) == frames(wedging, 0)
        for seat, kinds in found.items():
            kinds.add(frames(world, seat))
        assert end(world).over
    assert all(len(kinds) > 3 for kinds in found.values())


@pytest.mark.parametrize("name", ["sealed", "laying", "wedging"])
def test_worlds_are_the_same_natively_and_in_python(name: str, request: pytest.FixtureRequest) -> None:
    game: kfdsl.Game = request.getfixturevalue(name)
    engines = [game.table.new_engine(is_native) for is_native in (True, False)]
    for seat in range(3):
        for number in WORLDS:
            worlds = [game.state.copy() for _ in engines]
            for engine, world in zip(engines, worlds, strict=True):
                engine.fill()
                engine.change(redeal, world, seat, number)
                world.settle()
            one, other = worlds
            assert (one.stretches, one.frames) == (other.stretches, other.frames)


def test_a_world_does_not_remember_how_things_really_lay(sealed: kfdsl.Game) -> None:
    world = sealed.redealt("Ben", stream(1))
    assert world.journal.trail == []
    assert not world.can_undo()
    with pytest.raises(kfdsl.SaveError):
        sealed.rules.resume(world.save())


def test_no_door_of_a_game_answers_for_a_player_who_is_not_asked() -> None:
    assert not hasattr(EngineGame, "asking")
