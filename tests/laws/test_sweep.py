"""A sample of the sweep: sixty random games of the base pack, some of all packs; `make test-all` plays 10,000."""

from __future__ import annotations

import pytest

from tests.sweep import BASE, Task, end_well, every_subset, tasks

LARGEST = max(every_subset(), key=len)
SEEDS = (*range(58), 63, 94)  # these call every function of the rules that the first hundred games call; the last two, one each alone
SAMPLE = [Task(BASE, seed, True, is_resumed=seed % 4 == 0) for seed in SEEDS]
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
