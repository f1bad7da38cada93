"""How fast in all: games and choices a second in one run with Catanatron and, if one likes, with an earlier revision of this project;
copies, saves, loads, memory, and how costs grow.

    python -m benchmarks.headline [--quick] [--json] [--against REVISION] [--to FILE]

Prints a page, or JSON. A run that is not quick puts the page into benchmarks/HEADLINE.md, and all figures into HEADLINE.json beside it; with
`--to`, into a file of another name and the same beside it.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from pathlib import Path

from benchmarks.headline.catanatron import CATAN, Catanatron
from benchmarks.headline.comparisons import PACKS, comparisons
from benchmarks.headline.earlier import Earlier
from benchmarks.headline.everything import Everything
from benchmarks.headline.loads import sizes
from benchmarks.headline.page import Told, as_data, as_page
from benchmarks.headline.rounds import Runner, measured
from benchmarks.headline.worker import Missing
from benchmarks.surroundings import ROUGH, load_now, surroundings

PAGE = Path(__file__).resolve().parents[1] / "HEADLINE.md"
ROUNDS, SHARE = 9, 0.75  # of a run, and seconds that each may take in a round
QUICK_ROUNDS, QUICK_SHARE = 2, 0.03


def arguments() -> Namespace:
    """What was asked for."""
    parser = ArgumentParser(prog="python -m benchmarks.headline")
    parser.add_argument("--quick", action="store_true", help="a minute, and rough")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--against", metavar="REVISION", help="an earlier revision of this project, played in turn")
    parser.add_argument("--to", metavar="FILE", type=Path, default=None, help="where the page goes")
    return parser.parse_args()


def measure(is_quick: bool, against: str | None) -> Told:
    """All of it."""
    share, rounds = (QUICK_SHARE, QUICK_ROUNDS) if is_quick else (SHARE, ROUNDS)
    earlier = Earlier(against) if against else None
    everything = Everything(share, is_quick, earlier)
    runners: list[Runner] = []
    catan = None
    try:
        catan = Catanatron()
        runners.append(catan.runner(share))
    except Missing as why:
        everything.missing[CATAN] = str(why)
    about = surroundings(Catanatron=catan.version if catan else "not measured")
    runners += everything.runners()
    found, same = measured(runners, rounds)
    if earlier:
        about["before"] = f"revision {earlier.told}"
        about |= {f"the same games came out of {name}": f"in {count} of {rounds} rounds" for name, count in same.items()}
        earlier.close()
    if catan:
        catan.close()
    taken = {
        name: each
        for label, names in PACKS.items()
        if not (is_quick and label != "base")
        for name, each in sizes(label, names, 1 if is_quick else 3).items()
    }
    about |= {"load after": load_now(), "rounds": str(rounds)}
    if is_quick:
        about["rough"] = ROUGH
    compared = tuple(comparisons(against is not None))
    return Told(about=about, found=found, compared=compared, missing=everything.missing, sizes=taken)


def main() -> None:
    """Measure and tell."""
    wanted = arguments()
    told = measure(wanted.quick, wanted.against)
    page, data = "\n".join(as_page(told)), json.dumps(as_data(told), indent=2)
    print(data if wanted.json else page)
    place = wanted.to or (None if wanted.quick else PAGE)
    if place is not None:
        place.write_text(page, encoding="utf-8")
        place.with_suffix(".json").write_text(data + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
