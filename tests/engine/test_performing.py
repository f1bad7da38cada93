"""Cards that perform what is printed on other cards: random games that do little else, and what must hold in all of them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import kfdsl
from kfdsl.bots.greedy import greedy
from kfdsl.engine.words.stack import stack
from kfdsl.record.replay import replay
from tests.laws.games_for_laws import CONSTRUCTS, rules_of, snapshot
from tests.packs.roots_for_tests import folder, pack

MIRRORS = str(Path(__file__).parent.parent / "strangers" / "mirrors")
WANTED = {CONSTRUCTS: ("strike", "pull", "_bell"), MIRRORS: ("mirror", "still_pond", "echo_wall", "narcissus")}


def walk(game: kfdsl.Game, seed: int, wanted: tuple[str, ...]) -> Iterator[kfdsl.Game]:
    """Play on at random, but rather with one of some words; gives the game before each part."""
    rnd = random.Random(seed)
    for _ in range(5000):
        if game.over:
            return
        yield game
        choices = game.choices()
        chosen = [choice for choice in choices if any(word in choice.notation for word in wanted)]
        game.play(rnd.choice(chosen if chosen and rnd.random() < 0.8 else choices))
    assert game.over, "a random game does not end"


def under_way(game: kfdsl.Game) -> list[str]:
    stacks = game.table.words.stacks
    return [values[0] for block, values in stack(game.state.frame) if block == stacks.under_way]


@pytest.mark.parametrize(
    ("packs", "seeds", "deepest"), [(CONSTRUCTS, 12, 3), (MIRRORS, 2, 1)], ids=["bells", "mirrors"]
)
def test_no_effect_is_under_way_twice_and_what_waits_is_kept_in_saves_and_copies(
    packs: str, seeds: int, deepest: int
) -> None:
    rules, found = rules_of(packs), 0
    for seed in range(seeds):
        game = rules.new_game(["Ann", "Ben", "Cleo"][: rules.seats[1]], seed=seed)
        layout = game.table.layout
        tokens = [at for at, cell in enumerate(layout.cells) if cell.sort == "tokens"]
        first = [sum(column) for column in zip(*(layout.first[at] for at in tokens), strict=True)]
        for step in walk(game, seed, WANTED[packs]):
            effects = under_way(step)
            assert len(set(effects)) == len(effects)
            cells = step.state.cells
            assert [sum(column) for column in zip(*(cells[at] for at in tokens), strict=True)] == first
            if len(effects) >= deepest:
                found += 1
                resumed = rules.resume(step.save())
                assert snapshot(resumed) == snapshot(step)
                assert [c.notation for c in resumed.choices()] == [c.notation for c in step.clone().choices()]
        assert game.state.frame is None
        again = rules.new_game(game.names, seed=seed)
        replay(again, [(line.player, line.notation) for line in game.log])
        assert snapshot(again) == snapshot(game)
    assert found >= 5, "nothing was performed so deep"


def test_what_is_offered_inside_an_effect_can_be_played_to_its_end() -> None:
    rules, rnd = rules_of(CONSTRUCTS), random.Random(3)
    for seed in range(6):
        for step in walk(rules.new_game(["Ann", "Ben"], seed=seed), seed, WANTED[CONSTRUCTS]):
            if not under_way(step):
                continue
            for choice in step.choices():
                other = step.clone()
                other.play(choice)
                while not other.over and under_way(other):
                    other.play(rnd.choice(other.choices()))


def test_why_not_tells_of_an_effect_that_is_under_way() -> None:
    game = rules_of(CONSTRUCTS).new_game(["Ann", "Ben"], seed=1)
    game.play("strike court_bell")
    reason = game.why_not("pull court_bell")
    assert reason is not None
    assert reason.words == "it cannot be carried out: what Court bell does is under way already"
    assert reason.span is not None and reason.span.place.startswith("rules/performing/performing.kf")


def test_a_bot_plays_on_through_what_is_performed() -> None:
    game = rules_of(MIRRORS).new_game(["Ann", "Ben"], seed=2)
    for step in walk(game, 2, WANTED[MIRRORS]):
        if under_way(step):
            break
    assert under_way(game)
    for _ in range(20):
        if not game.over:
            game.play(greedy(game.clone()))


RING = """
token coin
place bank of tokens, seen by all, holds 99 coin
place purse per player of tokens, seen by all
place table of card, in order, seen by all
kind card starts in table { act: effect = none }
menu turn(me: player)
action play in turn(c: card in table) { do { perform c.act by me at c } }
action wait in turn { }
main flow day { for p in players { choose turn(p) } }
card last_card { act: do { move 1 coin from bank to purse(me) } }
"""


def ring(tmp_path: Path, cards: int) -> Path:
    each = "\n".join(
        f"card c{i} {{ act: do {{ ask other: card in table where other is not here; perform other.act by me at other }} }}"
        for i in range(cards)
    )
    return folder(tmp_path, pack("ring", RING + each))


def test_sixty_effects_may_stand_in_one_another_and_no_more(tmp_path: Path) -> None:
    game = kfdsl.load(ring(tmp_path / "few", 60)).new_game(["Ann", "Ben"])
    game.play("play c0")
    for i in range(1, 60):
        game.play(f"c{i}")
    assert game.player == "Ben", "behind the last of them only one card was left to pick"
    with pytest.raises(kfdsl.ContentError, match="too-deep"):
        kfdsl.load(ring(tmp_path / "many", 61))
