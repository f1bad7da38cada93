"""What is counted of a game, against games whose every answer is known."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

import kfdsl
from kfdsl.program import core
from kfdsl.sim.play import seated
from kfdsl.sim.report import is_idle, report
from kfdsl.sim.result import PICKED, Played
from kfdsl.sim.statistics import Numbers, interval
from kfdsl.sim.tally import Tally
from kfdsl.sim.watch import Watch
from tests.packs.roots_for_tests import folder, pack

# Everything that can become of a card: it is dealt out of the way, shown, picked, taken, turned, put on another, scored with.
FAIR = """
token coin
place bank  of tokens, seen by all, holds 20 coin
place pile  of toy, in order, counted by all
place stall of toy, in order, seen by all
place attic of toy, seen by all
place chest per player of toy, in order, seen by all
place drawer of ribbon, in order, seen by all
place purse per player of tokens, seen by owner
trait gift
kind toy is gift starts in pile { slot bow: ribbon; face plain, painted { worth: number = 1 } }
kind ribbon is gift starts in drawer { }
toy kite "Kite" { plain { worth: 2 } ; painted { worth: 5 } }
toy drum { plain { worth: 3 } }
toy doll { }
toy ball { }
ribbon red_bow { }
ribbon blue_bow { }
shape coins(p: player) { some of purse(p) }
menu turn(me: player)
action wait in turn { }
action buy in turn(t: toy in stall, with price: coins(me)) {
  do { move price to bank; move t to chest(me); if pile is not empty { for u in first(1, pile) { move u to stall } } }
}
action paint in turn(t: toy in chest(me) where t shows plain) { do { show t painted } }
action tie in turn(b: ribbon in drawer, to t: toy in chest(me) where t.bow is none) { do { move b to t.bow } }
action praise in turn { do { ask t: toy in stall; score 1 to me for t } }
var days: number = 0
main flow fair {
  opening: {
    for p in players { move up to 3 coin from bank to purse(p) }
    move ball to attic
    move kite to stall
    move drum to stall
  }
  days: repeat { for p in players { choose turn(p) }; days := days + 1 } until days >= 3
  end: for p in players { for t in chest(p) { score t.worth to p for t } }
}
"""
ANSWERS = (
    "buy kite with 1 coin",
    "praise",
    "drum",
    "paint kite",
    "wait",
    "tie red_bow to kite",
    "wait",
)


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> kfdsl.Rules:
    return kfdsl.load(folder(tmp_path_factory.mktemp("fair"), pack("fair", FAIR)))


def watched(
    rules: kfdsl.Rules, answers: Sequence[str], bots: Sequence[str] = ("one", "other"), number: int = 0
) -> Played:
    game = rules.new_game(["Ann", "Ben"], 1)
    watch = Watch(game)
    for answer in answers:
        choice = game.read(answer)
        watch.answered(choice)
        game.play(choice)
    assert game.over
    return watch.ended(number, bots)


def numbered(program: core.Program, cards: object) -> set[str]:
    assert isinstance(cards, set | frozenset)
    return {program.cards[card].name for card in cards}


def test_what_became_of_every_card(rules: kfdsl.Rules) -> None:
    played, program = watched(rules, ANSWERS), rules.program
    number = {card.name: at for at, card in enumerate(program.cards)}
    assert played.totals == (5, 1)
    assert played.winners == (0,)
    assert played.points == {(0, ("card", number["kite"])): 5, (1, ("card", number["drum"])): 1}
    assert numbered(program, played.part) == {"kite", "drum", "doll", "red_bow", "blue_bow"}, (
        "the ball was never in the game"
    )
    assert numbered(program, played.turned) == {"kite"}
    assert {program.cards[card].name: owner for card, owner in played.owners} == {"kite": 0, "red_bow": 0}
    assert {(program.cards[card].name, action): count for (card, action), count in played.named.items()} == {
        ("kite", "buy"): 1,
        ("kite", "paint"): 1,
        ("kite", "tie"): 1,
        ("red_bow", "tie"): 1,
        ("drum", PICKED): 1,
    }
    assert {program.cards[card].name: face for card, face in played.faces} == {
        "kite": "painted",
        "drum": "plain",
        "doll": "plain",
    }
    assert {place for card, place in played.lain if card == number["kite"]} == {"stall", "chest"}
    assert (played.choices, played.answers) == (7, 7)
    assert (played.longest, played.longest_at) == (5, "turn")


def test_a_report_adds_up_over_games(rules: kfdsl.Rules) -> None:
    tally = Tally()
    tally.add(watched(rules, ANSWERS))
    tally.add(watched(rules, ["wait"] * 6, ("other", "one"), 1))
    found = report(tally, rules.program)
    cards = {card["card"]: card for card in found["cards"]}
    assert found["totals"] == {"mean": 1.5, "spread": 2.0616, "least": 0, "most": 5}
    assert [(each["bot"], each["wins"], each["mean"]) for each in found["bots"]] == [
        ("one", 1.5, 2.5),
        ("other", 0.5, 0.5),
    ]
    assert [(each["seat"], each["wins"]) for each in found["seats"]] == [(1, 1.5), (2, 0.5)]
    assert [
        (row["reason"], row["mean"], row["share"], row["by_winners"], row["by_others"]) for row in found["points"]
    ] == [
        ("Kite", 2.5, 0.8333, 1.6667, 0.0),
        ("drum", 0.5, 0.1667, 0.0, 1.0),
    ]
    kite = cards["kite"]
    assert (kite["part"], kite["owned"], kite["named"], kite["picked"]) == (2, 1, {"buy": 1, "paint": 1, "tie": 1}, 0)
    assert kite["faces"] == {"plain": 1, "painted": 1}
    assert (kite["win_rate"], kite["usual_rate"], kite["mean"], kite["mean_of_others"]) == (1.0, 0.75, 5.0, 1.0)
    assert kite["places"] == {"chest": 1, "stall": 2}
    assert found["idle"] == ["doll", "ball", "blue_bow"]
    assert all(is_idle(cards[name]) for name in found["idle"])
    assert found["choices"] == {"mean": 6.5, "least": 6, "most": 7}
    assert [game["totals"] for game in found["games"]] == [[5, 1], [0, 0]]


def test_who_wins_among_equals_is_for_the_rules_to_say(tmp_path: Path) -> None:
    text = FAIR + "\nties go to p with most size(purse(p))\n"
    rules = kfdsl.load(folder(tmp_path, pack("fair", text)))
    answers = ["praise", "kite", "buy drum with 1 coin", "praise", "kite", "wait", "praise", "kite", "wait"]
    played = watched(rules, answers)
    assert (played.totals, played.winners) == ((3, 3), (0,))


def test_a_tally_does_not_depend_on_the_order_of_games(rules: kfdsl.Rules) -> None:
    games = [watched(rules, ANSWERS), watched(rules, ["wait"] * 6, ("other", "one"), 1)]
    reports = []
    for order in (games, games[::-1]):
        tally = Tally()
        for played in order:
            tally.add(played)
        reports.append({name: value for name, value in report(tally, rules.program).items() if name != "games"})
    assert reports[0] == reports[1]


def test_every_bot_sits_in_every_seat() -> None:
    seats = [seated(("a", "b", "b"), number) for number in range(3)]
    assert [row.index("a") for row in seats] == [0, 2, 1]


def test_numbers_and_intervals() -> None:
    numbers = Numbers()
    for number in (1, 2, 3, 6):
        numbers.add(number)
    assert (numbers.mean, numbers.spread, numbers.least, numbers.most) == (3.0, 1.8708, 1, 6)
    assert (Numbers().mean, Numbers().spread, Numbers().least, Numbers().most) == (0.0, 0.0, 0, 0)
    assert interval(0, 0) == (0.0, 1.0)
    assert interval(50, 100) == (0.4038, 0.5962)
    assert interval(0, 10) == (0.0, 0.2775)
    assert interval(10, 10) == (0.7225, 1.0)
