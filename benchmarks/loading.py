"""How much of a first load a second one costs.

Each load runs in a process of its own, so that nothing is left in memory: first with an empty cache, then with a full one, a few
times in turn. What is compared is `kfdsl.load` alone, and from the start of Python to the first choice of a game.

    python benchmarks/loading.py [--json] [PACK …]
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

TOP = Path(__file__).resolve().parent.parent
LIMIT = 0.2
ROUNDS = 3
CODE = """
import time
import kfdsl
packs = {packs!r}
start = time.perf_counter()
rules = kfdsl.load(*packs)
loaded = time.perf_counter() - start
rules.new_game(["Ann", "Ben"], seed=1).choices()
print(loaded)
"""


def once(packs: list[str], cache: str) -> tuple[float, float]:
    """Seconds of the load, and of the whole process."""
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", CODE.format(packs=packs)],
        cwd=TOP,
        env=os.environ | {"KFDSL_CACHE": cache},
        capture_output=True,
        text=True,
        check=True,
    )
    return float(done.stdout), time.perf_counter() - start


def settle() -> None:
    """Code that was edited a moment ago is not kept; wait until it is old enough."""
    youngest = max(path.stat().st_mtime for path in (TOP / "kfdsl").rglob("*.py"))
    time.sleep(max(0.0, youngest + 2 - time.time()))


def measure(packs: list[str]) -> dict[str, float]:
    """Medians, and the ratio of the second to the first."""
    settle()
    first, second = [], []
    for _ in range(ROUNDS):
        with tempfile.TemporaryDirectory() as cache:
            first.append(once(packs, cache))
            second.append(once(packs, cache))
    load = median(seconds for seconds, _ in first), median(seconds for seconds, _ in second)
    whole = median(seconds for _, seconds in first), median(seconds for _, seconds in second)
    return {
        "first_load": load[0],
        "second_load": load[1],
        "ratio": load[1] / load[0],
        "first_process": whole[0],
        "second_process": whole[1],
        "process_ratio": whole[1] / whole[0],
    }


def main(arguments: list[str]) -> int:
    packs = [word for word in arguments if word != "--json"] or ["all"]
    found = measure(packs)
    if "--json" in arguments:
        print(json.dumps(found))
    else:
        print(
            f"load:    first {found['first_load'] * 1000:7.1f} ms, second {found['second_load'] * 1000:7.1f} ms, ratio {found['ratio']:.3f} (limit {LIMIT})"
        )
        print(
            f"process: first {found['first_process'] * 1000:7.1f} ms, second {found['second_process'] * 1000:7.1f} ms, ratio {found['process_ratio']:.3f}"
        )
    return 0 if found["ratio"] < LIMIT else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
