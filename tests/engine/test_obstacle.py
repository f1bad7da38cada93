"""Why a deed cannot be carried out: which statement stops it, and what is lacking."""

from __future__ import annotations

import pytest

import kfdsl
from tests.packs.roots_for_tests import folder, pack

TEXT = """
trait ore "piece of ore" "pieces of ore"
token tin "tin" "tin" is ore
token iron "bar of iron" "bars of iron" is ore
token gem "gem" "gems"
place mine of tokens, seen by all, holds 9 tin + 3 iron + 1 gem
place purse per player of tokens, seen by all
place bench of tool, in order, seen by all
place rack of tool, in order, seen by all
kind tool starts in rack { slot head: tool }
tool pick "Pick" { }
tool adze "Adze" { }
tool hoe "Hoe" { }
purpose paying
stands gem for iron in paying
shape coins(p: player) { some of purse(p) }
price effect pay(what: want) { ask coin: cover what for paying from coins(me); move coin to mine }
menu work(me: player)
action rest in work { do { } }
action doze in work { do { } }
action hand_in in work { do { move 2 tin + 1 gem from purse(me) to mine } }
action buy in work { do { pay 2 iron + 1 tin } }
action melt in work { do { pay 3 ore } }
action choose_one in work { do { one of { pay 1 gem } or { move 2 tin from purse(me) to mine } } }
action pick_up in work { do { ask t: tool in bench; move t to rack } }
action dig in work { do { move 99 ore at random from mine to purse(me) } }
action fit in work { do { move pick to adze.head; move hoe to adze.head } }
action two_asks in work { do { ask t: tool in rack; pay 1 iron; pay 5 iron } }
main flow day { choose work(seat(1)) }
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> kfdsl.Game:
    return kfdsl.load(folder(tmp_path_factory.mktemp("ores"), pack("ores", TEXT))).new_game(["Ann"])


@pytest.mark.parametrize(
    ("action", "words", "line"),
    [
        ("hand_in", "2 tin and 1 gem are lacking in purse", "move 2 tin + 1 gem from purse(me) to mine"),
        ("buy", "1 tin and 2 bars of iron are lacking", "ask coin: cover what for paying from coins(me)"),
        ("melt", "3 pieces of ore are lacking", "ask coin"),
        ("choose_one", "1 gem is lacking", "ask coin"),
        ("pick_up", "there is nothing to choose", "ask t: tool in bench"),
        ("dig", "87 pieces of ore are lacking in mine", "move 99 ore at random from mine"),
        ("fit", "head is taken", "move hoe to adze.head"),
        ("two_asks", "1 bar of iron is lacking", "ask coin"),
    ],
)
def test_what_is_lacking_is_told_with_its_line(game: kfdsl.Game, action: str, words: str, line: str) -> None:
    reason = game.why_not(action)
    assert reason is not None and reason.span is not None
    assert reason.words == f"it cannot be carried out: {words}"
    assert reason.span.words.startswith(line)
