"""What is told of an example: how it went, and what of the rules none of them comes to."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import kfdsl
from kfdsl.cli.main import main
from kfdsl.examples.coverage import coverage
from kfdsl.examples.run import run, story_of
from tests.packs.roots_for_tests import folder, pack

WELL = """
token coin "coin" "coins"
place well of tokens, seen by none, holds 5 coin
place purse per player of tokens, seen by owner
place deck of card, in order, seen by none
kind card starts in deck { face low, high { worth: number = 1 } }
card one { } card two { }
var round: number = 0
menu turn(me: player)
action dive in turn(n: token in tokens(treasure)) {
  need dry: size(purse(me)) < 2 else "the purse is full"
  do { move up to 1 coin at random from well to purse(me); if size(purse(me)) >= 2 { score 5 to me for "two" } else { round := round + 1 } }
}
action pass in turn { }
action turn_over in turn { do { show one at random } }
action choose_one in turn { do { one of { score 1 to me for "left" } or { score 2 to me for "right" } } }
trait treasure
extend token coin is treasure
query prize(n: number) -> number = if n > 3 then 9 else 2
action claim in turn { do { score prize(size(purse(me))) to me for "a prize" } }
main flow day { repeat { for p in players { choose turn(p) } round := round + 1 } until round >= 3 }
position dawn for ann, ben { purse(ann) = 1 coin }
"""


def steps(tmp_path: Path, example: str) -> list[tuple[str, str]]:
    rules = kfdsl.load(folder(tmp_path, pack("well", WELL + example)))
    (found,) = rules.program.examples
    table = rules.table(len(found.players))
    assert (run(table, found) is not None) == (story_of(table, found).steps[-1].sort == "fails")
    return [(step.sort, step.text) for step in story_of(table, found).steps]


def test_a_story_has_the_position_what_was_offered_what_was_drawn_and_where_it_stops(tmp_path: Path) -> None:
    told = steps(tmp_path, 'example "dives" { given dawn; round = 1 when ann "dive coin" drawing 1 coin then round = 2; score_of(ann) = 7 }')
    assert told == [
        ("given", "well = 4 coin"),
        ("given", "purse(ann) = 1 coin"),
        ("given", "round = 1"),
        ("asked", "ann: dive ... · pass · turn_over · choose_one · claim"),
        ("answer", 'ann "dive coin"'),
        ("happened", "drawn, 1 coin: well → purse, ann"),
        ("fails", "round = 2: found 1"),
    ]


def test_the_sheet_is_told_where_points_are_wrong(tmp_path: Path) -> None:
    told = steps(tmp_path, 'example "dives" { given dawn when ann "dive coin" drawing 1 coin then score_of(ann) = 7 }')
    assert told[-2:] == [("sheet", "ann: 5 for two"), ("fails", "score_of(ann) = 7: found 5")]


def test_what_answers_itself_is_told(tmp_path: Path) -> None:
    nap = """
    menu rest(me: player)
    action sleep in rest { do { round := round + 1 } }
    flow night { for p in players { choose rest(p) } }
    extend action pass { after { night() } }
    """
    told = steps(tmp_path, nap + 'example "x" { given dawn when ann "pass" then round = 2 }')
    assert [text for sort, text in told if sort == "by itself"] == [
        'ann "sleep", the only answer there was',
        'ben "sleep", the only answer there was',
    ]


def test_a_story_is_told_up_to_an_answer_that_is_refused(tmp_path: Path) -> None:
    told = steps(tmp_path, 'example "no" { given dawn; purse(ann) = 2 coin when ann "dive coin" then round = 0 }')
    assert told[-2][0] == "answer"
    assert "the purse is full" in told[-1][1]


def missed(tmp_path: Path, *examples: str) -> tuple[int, int, list[tuple[str, str]]]:
    text = WELL + "".join(f'example "{number}" {{ given dawn {said} }}\n' for number, said in enumerate(examples))
    rules = kfdsl.load(folder(tmp_path, pack("well", text)))
    table = rules.table(2, marked=True)
    for example in rules.program.examples:
        assert run(table, example) is None
        assert run(rules.table(2), example) is None
    found = coverage([table], {"well"})
    return found.reached, found.parts, [(mark.sort, mark.span.words) for mark in found.outermost()]


def test_coverage_names_what_no_example_comes_to_and_nothing_else(tmp_path: Path) -> None:
    reached, parts, words = missed(
        tmp_path,
        'when ann "dive coin" drawing 1 coin',
        'when ann "turn_over" drawing one shows high',
        'when ann "choose_one" when ann "option 2"',
        'when ann "claim"',
    )
    assert words == [
        ("refuses", 'need dry: size(purse(me)) < 2 else "the purse is full"'),
        ("done", "{ round := round + 1 }"),
        ("done", "action pass in turn { }"),
        ("done", '{ score 1 to me for "left" }'),
        ("answer", "9"),
        ("done", "round := round + 1"),
    ]
    assert 0 < reached < parts


def test_each_example_more_leaves_out_less(tmp_path: Path) -> None:
    ways = (
        'then ann can "pass"',
        'when ann "dive coin" drawing 1 coin',
        'then ann can "pass" when ann "turn_over" drawing one shows high',
        'when ann "choose_one" when ann "option 1"',
        'when ann "choose_one" when ann "option 2"',
        'when ann "claim"',
        'when ann "pass" when ben "dive coin" drawing 1 coin',
        ';purse(ann) = 5 coin then ann cannot "dive coin" because dive.dry when ann "claim"',
    )
    reached = [missed(tmp_path / str(count), *ways[:count])[0] for count in range(1, len(ways) + 1)]
    assert reached == sorted(set(reached))
    assert missed(tmp_path / "all", *ways)[2] == []


def test_what_is_only_tried_does_not_count_as_done(tmp_path: Path) -> None:
    """Every action is tried before it is offered, and looked at by `can`."""
    _, _, words = missed(tmp_path, 'then ann can "choose_one"; ann can "claim"')
    assert any(sort == "done" and "prize" in text for sort, text in words)


@pytest.mark.parametrize("wish", ["--trace", "--coverage"])
def test_the_command_tells_people_and_programs(tmp_path: Path, wish: str, capsys: pytest.CaptureFixture[str]) -> None:
    where = str(folder(tmp_path, pack("well", WELL + 'example "claims" { given dawn when ann "claim" then score_of(ann) = 2 }')))
    assert main(["test", where, wish]) == 0
    shown = capsys.readouterr().out
    assert main(["test", where, wish, "--json"]) == 0
    values = json.loads(capsys.readouterr().out)
    if wish == "--trace":
        assert '"claims":\n  given' in shown
        assert [step["step"] for step in values["examples"][0]["story"]][-2:] == ["answer", "holds"]
    else:
        assert "never done" in shown
        assert values["coverage"]["reached"] < values["coverage"]["parts"]
