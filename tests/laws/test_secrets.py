"""Nobody's view or choices depend on what that player cannot know."""

from __future__ import annotations

import json
import random

from kfdsl.engine.machine.chance import stream
from kfdsl.engine.play.redeal import redeal
from tests.laws.games_for_laws import CONSTRUCTS, each_subset, new_game, some_positions, subsets, times, tree, walk


@each_subset
def test_view_and_choices_are_the_same_in_every_world_that_a_player_cannot_tell_apart(packs: tuple[str, ...]) -> None:
    differed = 0
    for number, game in enumerate(some_positions(packs, 8, times(4, 20))):
        for seat, name in enumerate(game.names):
            other = game.redealt(name, stream(number, 77))
            assert other.view(name) == game.view(name)
            differed += other.state.cells != game.state.cells
            if seat == game.seat:
                assert other.seat == seat
                assert tree(other, times(120, 1000)) == tree(game, times(120, 1000))
                assert other.why_not("nonsense") == game.why_not("nonsense")
    assert differed or packs == (CONSTRUCTS,), "no world was dealt anew"


@each_subset
def test_a_redeal_keeps_what_is_seen_and_counted_and_loses_nothing(packs: tuple[str, ...]) -> None:
    for game in some_positions(packs, 9, times(2, 8)):
        layout = game.table.layout
        for seat in range(len(game.names)):
            other = redeal(game.table, game.state, seat, stream(seat, 3))
            for at, cell in enumerate(layout.cells):
                if cell.sort not in ("tokens", "cards"):
                    assert cell.sort == "where" or other.cells[at] == game.state.cells[at]
                elif cell.seen_by(seat):
                    assert other.cells[at] == game.state.cells[at]
                elif cell.counted_by(seat):
                    assert sum(other.cells[at]) == sum(game.state.cells[at]) or cell.sort == "cards"
                if cell.sort == "cards":
                    assert len(other.cells[at]) == len(game.state.cells[at])
                    assert all(other.cells[layout.tables["WHERE"][card]] == at for card in other.cells[at])
            tokens = [at for at, cell in enumerate(layout.cells) if cell.sort == "tokens"]
            for token in range(len(game.table.program.tokens)):
                assert sum(other.cells[at][token] for at in tokens) == sum(game.state.cells[at][token] for at in tokens)


@each_subset
def test_a_world_dealt_for_a_player_follows_from_what_that_player_may_know(packs: tuple[str, ...]) -> None:
    for number, game in enumerate(some_positions(packs, 14, times(3, 12))):
        for seat in range(len(game.names)):
            real = redeal(game.table, game.state, seat, stream(seat, 4))
            for hidden in (stream(number, 5), stream(number, 6)):
                other = redeal(game.table, redeal(game.table, game.state, seat, hidden), seat, stream(seat, 4))
                assert (other.cells, other.chance) == (real.cells, real.chance)


@each_subset
def test_a_view_is_plain_data_and_one_who_watches_sees_no_more_than_any_player(packs: tuple[str, ...]) -> None:
    for game in some_positions(packs, 10, times(2, 8)):
        watched = json.loads(json.dumps(game.view()))
        for name in game.names:
            view = game.view(name)
            assert json.loads(json.dumps(view)) == view
            for place, shown in watched["places"].items():
                assert view["places"][place] == shown or "hidden" in shown or "count" in shown
            assert watched["variables"].items() <= view["variables"].items()


@each_subset
def test_what_is_told_names_a_hidden_piece_only_to_those_who_see_it(packs: tuple[str, ...]) -> None:
    rnd = random.Random(11)
    game = new_game(packs, 11)
    for _ in range(times(40, 200)):
        if game.over:
            break
        game.play(rnd.choice(game.choices()))
        for seat in (None, *range(len(game.names))):
            lines = game.told(None if seat is None else game.names[seat])
            assert len(lines) == len(game.events)
            for line, event in zip(lines, game.events, strict=True):
                assert line.at.count(":") == 2
                if event[0] in ("move", "draw") and not any(
                    game.table.layout.cells[at].seen_by(-1 if seat is None else seat) for at in event[1:3]
                ):
                    assert line.text.startswith(f"{sum(event[3])} piece")


def test_somebody_who_never_looks_again_could_not_tell_the_redealt_game_from_the_other() -> None:
    """Playing on in a redealt world goes well: every choice that the player is offered there is accepted."""
    packs = subsets()[-1]
    for number, game in enumerate(some_positions(packs, 12, times(3, 20))):
        other = game.redealt(game.player, stream(number, 5))
        for _ in walk(other, number):
            pass
        assert other.over
