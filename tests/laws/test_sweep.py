"""A sample of the sweep: thirty random games of the base pack, some of all packs; `make test-all` plays 10,000."""

from __future__ import annotations

import pytest

from tests.sweep import BASE, Task, end_well, every_subset, tasks

LARGEST = max(every_subset(), key=len)
# Every function of the rules that the first hundred games call is called in three of these, or in as many as there are; two thirds of them
# were chosen for that, the others so that few players play as often as many.
MEETING = (9, 11, 12, 17, 24, 29, 34, 38, 42, 43, 44, 46, 48, 57, 62, 63, 64, 73, 77, 78, 89, 94)
SEEDS = (*MEETING, 0, 5, 10, 15, 1, 6, 16, 21)
SAMPLE = [Task(BASE, seed, True, is_resumed=at % 2 == 0) for at, seed in enumerate(SEEDS)]
SAMPLE += [Task(LARGEST, 10_000 + seed, True) for seed in range(10)]
CHUNKS = [SAMPLE[at : at + 5] for at in range(0, len(SAMPLE), 5)]


@pytest.mark.parametrize("some", CHUNKS, ids=lambda some: f"{len(some[0].packs)}_packs_from_{some[0].seed}")
def test_random_games_end_well(some: list[Task]) -> None:
    for task in some:
        end_well(task)


def test_the_whole_sweep_plays_every_subset_with_every_number_of_players_and_replays_them() -> None:
    whole = list(tasks(10_000))
    assert len(whole) == len(set(whole)) == 10_000
    assert sum(task.packs == BASE for task in whole if task.is_replayed) >= 2_000
    met = {(task.packs, 2 + task.seed % 5) for task in whole if task.is_replayed}
    assert met == {(packs, players) for packs in every_subset() for players in range(2, 7)}
