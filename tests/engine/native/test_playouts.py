"""Games that are played out at once are the games that bots which choose at random play one choice at a time."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from kfdsl.engine.native.instance import Instance

import kfdsl
from kfdsl.bots.random_bot import at_random
from kfdsl.engine.library.machine import State as Header
from kfdsl.engine.native.playouts import PlayedOut, Player
from kfdsl.engine.words.state import State
from tests.engine.lower.words_of_state import Values, write_state
from tests.laws.games_for_laws import CONSTRUCTS, FULL, TOP, rules_of, subsets

STRANGERS = sorted(str(path) for path in (TOP / "tests" / "strangers").iterdir() if path.is_dir())
SHOWN = STRANGERS if FULL else STRANGERS[::3]
SETS = [*((packs, 4) for packs in subsets()), ((CONSTRUCTS,), 2), *(((path,), 3) for path in SHOWN)]
SEEDS = 12 if FULL else 2


@cache
def player_of(packs: tuple[str, ...], players: int, native: bool) -> Player:
    return Player(Instance(rules_of(*packs).table(players), native))


def one_by_one(packs: tuple[str, ...], players: int, seed: int) -> tuple[PlayedOut, State]:
    """A game of bots that choose at random, and the state it ends in."""
    game = rules_of(*packs).new_game([f"p{seat}" for seat in range(players)], seed)
    game.tells = False
    choices = 0
    while not game.over:
        game.play(at_random(game))
        choices += 1
    return PlayedOut(seed, tuple(game.totals()), choices, len(game.log)), game.state


def seats_of(packs: tuple[str, ...], players: int) -> list[int]:
    few, many = rules_of(*packs).seats
    wanted = range(2, 7) if FULL else (players,)
    return [seats for seats in wanted if few <= seats <= many] or [few]


def words(player: Player, at: int) -> bytes:
    """All cells of a state of words."""
    start = at + Header.record_size()
    return bytes(player.instance.memory.bytes[start * 8 : (at + player.instance.lowered.layout.sheet_at) * 8])


def words_of(player: Player, state: State) -> bytes:
    """The same of a state of cells, written where the next game would begin."""
    instance = player.instance
    values = Values(instance.lowered, instance.memory, player.playout)
    write_state(instance.lowered, instance.memory, player.state, state, values)
    return words(player, player.state)


@pytest.mark.parametrize(
    ("packs", "players"),
    SETS,
    ids=lambda each: "+".join(Path(p).name for p in each) if isinstance(each, tuple) else str(each),
)
def test_a_game_played_out_natively_is_the_same_game_word_for_word(packs: tuple[str, ...], players: int) -> None:
    for seats in seats_of(packs, players):
        player = player_of(packs, seats, native=True)
        for seed in range(SEEDS):
            expected, state = one_by_one(packs, seats, seed)
            assert player.play(seed) == expected, (packs, seats, seed)
            played = words(player, player.state)
            assert played == words_of(player, state), (packs, seats, seed)


@pytest.mark.parametrize(("packs", "players"), [(subsets()[0], 2), ((CONSTRUCTS,), 2), ((STRANGERS[0],), 2)])
def test_python_plays_the_same_games_where_there_is_nothing_quicker(packs: tuple[str, ...], players: int) -> None:
    quick, printed = (player_of(packs, players, native) for native in (True, False))
    for seed in range(SEEDS):
        assert printed.play(seed) == quick.play(seed)
        assert words(printed, printed.state) == words(quick, quick.state)


def test_playouts_are_the_games_of_a_simulation_whatever_comes_before_them() -> None:
    from kfdsl.sim.play import play

    rules = rules_of(*subsets()[0])
    found = list(rules.playouts(3, seed=7, players=2))
    assert list(rules.playouts(1, seed=7, players=2, first=2)) == found[2:]

    def begin(seed: int) -> kfdsl.Game:
        return rules.new_game(["p0", "p1"], seed)

    for number, one in enumerate(found):
        simulated = play(begin, ["random", "random"], 7, number)
        assert (simulated.seed, simulated.totals, simulated.answers) == (one.seed, one.points, one.answers)


def test_what_was_compiled_is_kept_and_what_is_not_as_it_was_kept_is_compiled_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kfdsl.engine.native import instance

    monkeypatch.setenv("KFDSL_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr("kfdsl.record.cache.is_settled", lambda: True)
    compiled, times = instance.compiled, []
    monkeypatch.setattr(instance, "compiled", lambda binary: times.append(binary) or compiled(binary))

    def played() -> list[PlayedOut]:
        rules = kfdsl.load(STRANGERS[0])
        return list(rules.playouts(1, players=rules.seats[0]))

    first = played()
    assert len(times) == 1
    assert played() == first
    assert len(times) == 1
    (entry,) = (tmp_path / "cache").glob("*.native")
    entry.write_bytes(entry.read_bytes()[:-1] + b"?")
    assert played() == first
    assert len(times) == 2


def test_what_cannot_go_on_is_told_with_its_line_and_the_next_game_is_played() -> None:
    rules = kfdsl.load(STRANGERS[0], limits=kfdsl.Limits(steps=40))
    few, _ = rules.seats
    with pytest.raises(kfdsl.TooMany) as told:
        list(rules.playouts(1, players=few))
    assert told.value.span is not None
    with pytest.raises(kfdsl.TooMany):
        list(rules.playouts(1, players=few))


@pytest.mark.parametrize(
    ("arguments", "words_"),
    [
        ({"count": 1, "policy": "wise"}, "there is no policy `wise`"),
        ({"count": -1}, "whole numbers from 0 on"),
        ({"count": 1, "players": 99}, "a game has 1 to 12 players"),
        ({"count": 1, "players": 1}, "this is played by"),
    ],
)
def test_wrong_arguments_are_told_before_anything_is_played(arguments: dict[str, object], words_: str) -> None:
    with pytest.raises(ValueError, match=words_):
        rules_of(*subsets()[0]).playouts(**arguments)  # type: ignore[arg-type]


CROWD = "\n".join(
    [
        *(f'token t{number} "t{number}" "t{number}s"' for number in range(63)),
        "place pit of tokens, seen by all, holds 1 t0",
        "menu work(me: player)",
        "action rest in work { do { } }",
        "main flow days { for p in players { choose work(p) } }",
    ]
)


def test_what_words_have_no_room_for_is_told_before_anything_is_played(tmp_path: Path) -> None:
    from tests.record.pottery import write_pack

    rules = kfdsl.load(write_pack(tmp_path, CROWD))
    with pytest.raises(ValueError, match="there are 63 tokens"):
        rules.playouts(1, players=2)
    wide = kfdsl.load(STRANGERS[0], limits=kfdsl.Limits(pieces=1 << 34))
    with pytest.raises(ValueError, match="pieces games cannot be played out"):
        wide.playouts(1, players=wide.seats[0])
