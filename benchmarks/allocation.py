"""How long the best allocation takes, over made-up end positions of the game. Prints percentiles, writes nothing.

python -m benchmarks.allocation [base cases] [cases with everything]
Base: a dozen scorers, some forty items, gold and boat 3b as stand-ins, three scorers of a chosen type, the marker.
Everything: contracts, White Wind and Muleteer, Sven and Paulo, and now and then sheep in fields and in a shelter.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from random import Random
from time import process_time

from kfdsl.engine.score.allocate.allocate import allocate
from kfdsl.engine.score.allocate.problem import Company, Fit, Hole, Left, Problem, Scorer, Settled, Want

WORKERS = ("blue", "red", "yellow", "green")
SKILLS = ("saw", "pickaxe", "anvil")
RESOURCES = ("wood", "stone", "iron", "gold")
YARDS = {"timber_yard": "wood", "stone_yard": "stone", "blacksmith": "iron", "barn": ""}

# value, and what a set holds; one letter behind the number is a trait: w worker, s skill, r resource
SETS = {
    "jeweller": (2, "1 gold"),
    "craftsmans_guild": (3, "1 blue 1 red 1 yellow"),
    "mercers_guild": (5, "1 wood 1 stone 1 iron"),
    "windmill": (5, "5 r"),
    "scribes": (10, "1 saw 1 pickaxe 1 anvil"),
    "key_market": (2, "1 green"),
    "key_guild": (10, "5 s"),
    "apothecary": (3, "5 w"),
    "emporium": (3, "1 green 2 w"),
}
CHOSEN = {"watermill": (1, RESOURCES), "scholar": (3, SKILLS), "village_hall": (1, WORKERS)}
CONTRACTS = [
    needs.strip()
    for line in """
    4 blue|4 red|4 yellow|2 green|2 blue 4 w|2 red 4 w|2 yellow 4 w|1 green 4 w
    2 blue 2 red 1 w|2 red 2 yellow 1 w|2 yellow 2 blue 1 w|1 blue 1 red 1 yellow 1 green
    1 saw 1 wood|1 pickaxe 1 stone|1 anvil 1 iron|1 saw 2 r|1 pickaxe 2 r|1 anvil 2 r
    1 saw 1 s|1 pickaxe 1 s|1 anvil 1 s|1 saw 1 pickaxe 1 anvil
    3 wood|3 stone|3 iron|2 gold|2 wood 2 stone|2 wood 2 iron|2 stone 2 iron|2 wood 2 r|2 stone 2 r|2 iron 2 r
    1 gold 2 r|1 wood 1 stone 1 iron|1 gold 1 s|1 marker
    """.strip().splitlines()
    for needs in line.split("|")
]
TRAITS = {"w": (*WORKERS, "sven", "paulo"), "s": SKILLS, "r": RESOURCES}


class Village:
    """What a player has at the end, by name, and what may be scored with it."""

    def __init__(self, *, any_for_any: bool = False) -> None:
        self.names: dict[str, int] = {}
        self.counts: list[int] = []
        self.any_for_any = any_for_any  # boat 3b
        self.scorers: list[Scorer] = []
        self.lefts: list[Left] = []
        self.settled: list[Settled] = []
        self.companies: list[Company] = []

    def put(self, name: str, count: int) -> int:
        """So many more items, `wood` or `wood@barn`."""
        if name not in self.names:
            self.names[name] = len(self.counts)
            self.counts.append(0)
        self.counts[self.names[name]] += count
        return self.names[name]

    def of(self, tokens: Iterable[str], place: str = "") -> tuple[int, ...]:
        """Classes of these tokens, wherever they lie or at one place."""
        wanted = tuple(tokens)
        return tuple(
            c
            for name, c in self.names.items()
            if name.split("@")[0] in wanted and (not place or name.endswith(f"@{place}"))
        )

    def fit(self, token: str, place: str = "") -> Fit:
        tokens = TRAITS.get(token, (token,))
        named = {"blue": ("sven",), "yellow": ("sven",), "red": ("paulo",), "green": ("paulo",)}.get(token, ())
        takes = self.of((*tokens, *named), place)
        helpers = (
            () if token not in RESOURCES else RESOURCES if self.any_for_any else ("gold",) if token != "gold" else ()
        )
        return Fit(takes=takes, stand_ins=tuple(c for c in self.of(helpers, place) if c not in takes))

    def want(self, text: str, place: str = "") -> Want:
        words = text.split()
        return tuple(
            Hole(count=int(count), fits=(self.fit(token, place),))
            for count, token in zip(words[::2], words[1::2], strict=True)
        )

    def score(self, value: int, *wants: str, place: str = "", once: bool = False, **more: int) -> None:
        self.scorers.append(
            Scorer(
                value=value,
                wants=tuple(self.want(text, place) for text in wants),
                most=1 if once else None,
                card=len(self.scorers),
                unfilled=more.get("unfilled", 0),
                spare=more.get("spare"),
            )
        )

    def keymelequin(self) -> None:
        """Sven and Paulo; who is with them."""
        blue, red, yellow, green = (self.of([colour]) for colour in WORKERS)
        for host, guests in (("sven", blue + yellow), ("paulo", green + red)):
            if host in self.names:
                self.companies.append(Company(host=self.names[host], guests=guests, counts_as=guests))

    def problem(self) -> Problem:
        return Problem(
            counts=tuple(self.counts),
            scorers=tuple(self.scorers),
            lefts=tuple(self.lefts),
            settled=tuple(self.settled),
            companies=tuple(self.companies),
        )


def base(seed: int, *, everything: bool = False) -> Problem:
    """The end of one player's game."""
    random = Random(seed)
    village = Village(any_for_any=random.random() < 0.4)
    cards = random.sample([*SETS, *CHOSEN, *YARDS], random.randint(9, 14))
    for token in WORKERS:
        village.put(token, random.randint(0, 9 if token != "green" else 5))
    for token in SKILLS:
        village.put(token, random.randint(0, 5))
    for token in RESOURCES:
        village.put(token, random.randint(0, 5))
    for yard, own in YARDS.items():
        if yard in cards:
            for token in RESOURCES:
                village.put(f"{token}@{yard}", random.choice([0, 1, 2, 3, 5] if token == own else [0, 0, 0, 1, 2]))
    if everything:
        for host in ("sven", "paulo"):
            if random.random() < 0.8:
                village.put(host, 1)
    has_marker = random.random() < 0.7
    if has_marker and everything:
        village.put("marker", 0)
    for card in cards:
        _card(village, card, random)
    if everything:
        _expansions(village, random)
    village.lefts.append(Left(value=1, classes=village.of(RESOURCES if village.any_for_any else ["gold"])))
    if random.random() < (0.5 if everything else 0.2):  # White Wind
        village.lefts.append(Left(value=1, classes=village.of(TRAITS["w"])))
    if has_marker:
        roles = [*WORKERS, *SKILLS, *RESOURCES, "marker", *(f"{token}@{yard}" for yard in YARDS for token in RESOURCES)]
        village.settled.append(Settled(roles=tuple(village.names[name] for name in roles if name in village.names)))
    return village.problem()


def everything(seed: int) -> Problem:
    """The same with all expansions."""
    return base(seed, everything=True)


def _card(village: Village, card: str, random: Random) -> None:
    if card in SETS:
        village.score(SETS[card][0], SETS[card][1])
    elif card in CHOSEN:
        village.score(CHOSEN[card][0], *(f"1 {token}" for token in CHOSEN[card][1]))
    else:
        village.score(random.choice([2, 3]) - (card == "barn"), f"1 {YARDS[card] or 'r'}", place=card)


def _expansions(village: Village, random: Random) -> None:
    worth, kept = random.choice([7, 7, 10]), random.choice([0, 3])  # White Wind II, Muleteer
    for needs in random.sample(CONTRACTS, random.randint(3, 12)):
        village.score(worth, needs, once=True, unfilled=kept)
    village.keymelequin()
    if random.random() < 0.3:
        _fields(village, random)


def _fields(village: Village, random: Random) -> None:
    """Fields have a ledger of their own; the shelter consumes in both, and must take its sheep."""
    fields = [village.put(f"sheep@field{number}", random.randint(0, 4)) for number in range(3)]
    for field in fields:
        village.scorers.append(
            Scorer(value=1, wants=((Hole(count=1, fits=(Fit(takes=(field,)),)),),), most=1, ledgers=(1,))
        )
    village.scorers.append(Scorer(value=2, wants=((Hole(count=1, fits=(Fit(takes=tuple(fields)),)),),), card=1000))
    village.scorers.append(
        Scorer(
            value=2,
            wants=((Hole(count=1, fits=(Fit(takes=(fields[0],)),)),),),
            spare=random.choice([0, 1]),
            ledgers=(0, 1),
        )
    )


def timings(problems: Iterable[Problem]) -> Iterator[float]:
    """Milliseconds of work for each, whatever else the machine does."""
    for problem in problems:
        start = process_time()
        allocate(problem)
        yield 1000 * (process_time() - start)


def _print(title: str, times: list[float]) -> None:
    times.sort()
    parts = {"median": 0.5, "p90": 0.9, "p95": 0.95, "p99": 0.99, "most": 1.0}
    shown = "  ".join(
        f"{name} {times[min(len(times) - 1, int(len(times) * part))]:.1f}" for name, part in parts.items()
    )
    print(f"{title:<12} {len(times):>6} cases   {shown}   ms")


if __name__ == "__main__":
    sizes = [int(text) for text in sys.argv[1:]]
    _print("base", list(timings(base(seed) for seed in range(sizes[0] if sizes else 10_000))))
    _print("everything", list(timings(everything(seed) for seed in range(sizes[1] if len(sizes) > 1 else 2_000))))
