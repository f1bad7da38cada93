"""Where the native form breaks off, the game stands where it stood and goes on in Python."""

from __future__ import annotations

import pytest

import kfdsl
from kfdsl.engine.flat.wasm.native import Broken
from kfdsl.engine.library.playing.next_part import give_and_look, next_part


def twin_games() -> tuple[kfdsl.Game, kfdsl.Game]:
    """Two games with the same seed, on tables of their own; the first runs natively."""
    first, second = (kfdsl.load("keyflower").new_game(["Ann", "Ben", "Cleo"], seed=5) for _ in range(2))
    first.table.compile_now()
    return first, second


def break_off(game: kfdsl.Game, door: object, after: int) -> None:
    """Let a function of the engine run so often, and then break off halfway."""
    engine, left = game.table.engine, [after]
    works = engine.functions[door]  # type: ignore[index]

    def breaks(*args: int) -> int:
        if not left[0]:
            works(*args)  # what it did to memory must not count
            raise Broken("out of bounds memory access")
        left[0] -= 1
        return works(*args)

    engine.functions[door] = breaks  # type: ignore[index]


@pytest.mark.parametrize("door", [give_and_look, next_part])
def test_a_game_goes_on_in_python_as_if_nothing_had_happened(door: object) -> None:
    native, other = twin_games()
    break_off(native, door, after=12)
    with pytest.warns(RuntimeWarning, match=r"\.kf:\d+:\d+: the native form broke off"):
        for turn in range(60):
            offered, expected = native.choices(), other.choices()
            assert offered == expected
            pick = offered[(turn * 7) % len(offered)]
            native.play(pick)
            other.play(pick)
            assert native.log == other.log and native.told() == other.told()
    assert not native.table.engine.is_native
    assert native.view() == other.view()
