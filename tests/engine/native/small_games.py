"""Small games of generated rules: expressions, loops, groups, covers, hexes, allocation.

In:   a hypothesis `draw`.      Out:  the text of a pack that a game can be played with.
What is the same in all is the ground; what is drawn are numbers, tests, prices, deeds, edges of cards, and what scores at the end.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

Draw = Callable[[st.SearchStrategy[Any]], Any]
Option = str | Callable[[], str]
GROUND = """
trait soft
token clay is soft
token straw is soft
token reed
token gem
purpose paying
purpose counting
{customs}
values Rim path, hedge
place pit of tokens, seen by all, holds 9 clay + 9 straw + 6 reed + 3 gem
place barn of tokens, seen by all
place shelf per player of tokens, seen by all
place cart per player of tokens, seen by all
place nursery of bed, in order, seen by all
plane garden per player of bed edged by rims, seen by all
var heat: number = 0
kind bed starts in nursery {{ rims: list of Rim; worth: number = 0; place crate of tokens, seen by all }}
{beds}
{queries}
shape arms(p: player) {{ {arms} }}
shape goods(p: player) {{ some of shelf(p)   some of cart(p)   some of crate(b) for b in garden(p) }}
query suits(b: bed, p: player, s: spot) -> bool = {suits}
price effect spend(what: want) {{ ask coin: cover what for paying from arms(me); move coin to barn }}
menu work(me: player)
action rest in work {{ do {{ heat := heat + 1 }} }}
action plant in work(b: bed in nursery where {of_bed}) {{
  do {{ ask s: spot in spots(b, garden(me)) where suits(b, me, s); lay b on garden(me) at s; {planted} }}
}}
action haul in work(with load: arms(me)) {{
  need fair: {fair} else "not that"
  do {{ move load to {hauled}; {after} }}
}}
action buy in work {{ do {{ spend {price}; {bought} }} }}
action tend in work {{ do {{ ask tended: {many} of {bed_place}; for c in tended {{ move up to 1 {token} from pit to crate(c) }} {behind} }} }}
main flow day {{
  for p in players {{ move up to {some} soft at random from pit to shelf(p); move up to 1 reed from pit to cart(p); move up to 1 gem from pit to cart(p) }}
  for n in numbers(3) {{ for p in players {{ choose work(p) }} }}
  for p in players {{ {scores}; settle p from goods(p) for counting }}
}}
"""
TOKENS = ("clay", "straw", "reed", "gem")
SORTS = (*TOKENS, "soft")
BEDS, QUERIES = 6, 3


class Writer:
    """Writes rules as they are drawn."""

    def __init__(self, draw: Draw) -> None:
        self.draw = draw
        self.names = 0
        self.queries = 0  # that may be called so far

    def any(self, *options: Option) -> str:
        """One of several; what is not taken is not written."""
        found = self.draw(st.sampled_from(options))
        return found if isinstance(found, str) else found()

    def number(self, least: int, most: int) -> str:
        return str(self.draw(st.integers(least, most)))

    def name(self) -> str:
        self.names += 1
        return f"n{self.names}"

    def place(self, p: str) -> str:
        return self.any(f"shelf({p})", f"cart({p})", "barn", "pit")

    def value(self, p: str, bed: str = "", depth: int = 2) -> str:
        """A number."""
        small: list[Option] = [
            lambda: self.number(0, 3),
            "heat",
            lambda: f"size({self.any(*SORTS)} in {self.place(p)})",
            lambda: f"size(garden({p}))",
        ]
        small += [
            lambda: f"size(kinds({self.place(p)}))",
            lambda: f"size(walk(garden({p}), path))",
            lambda: f"size(areas(garden({p}), {{hedge}}))",
        ]
        small += [f"{bed}.worth", f"size(crate({bed}))", f"size(neighbours({bed}))"] if bed else []
        small += [lambda: f"asked{self.draw(st.integers(0, self.queries - 1))}({p})"] if self.queries else []
        if depth:
            b, q = self.name(), self.name()
            small += [
                lambda: f"({self.value(p, bed, depth - 1)} {self.any('+', '-', '*')} {self.value(p, bed, 0)})",
                lambda: (
                    f"(sum of {self.value(p, b, depth - 1)} for {b} in {self.any(f'garden({p})', 'nursery')} where {self.test(p, b, 0)})"
                ),
                lambda: f"(sum of {self.value(q, bed, 0)} for {q} in players{self.any('', f' but {p}')})",
                lambda: f"(if {self.test(p, bed, 0)} then {self.value(p, bed, 0)} else {self.value(p, bed, 0)})",
            ]
        return self.any(*small)

    def test(self, p: str, bed: str = "", depth: int = 2) -> str:
        """Something that holds or does not."""
        b = self.name()
        tests: list[Option] = [
            lambda: (
                f"{self.value(p, bed, depth - 1 if depth else 0)} {self.any('>', '<=', '=')} {self.value(p, bed, 0)}"
            ),
            lambda: f"{self.place(p)} has {self.any(*SORTS)}",
            lambda: f"{self.any('garden', 'shelf')}({p}) is {self.any('', 'not ')}empty",
        ]
        if depth:
            tests += [
                lambda: f"(any {b} in nursery where {self.test(p, b, 0)})",
                lambda: f"not ({self.test(p, bed, depth - 1)})",
            ]
        return self.any(*tests)

    def want(self) -> str:
        """What is asked for: so many of some sorts."""
        sorts = self.draw(st.lists(st.sampled_from(SORTS), min_size=1, max_size=2, unique=True))
        return " + ".join(
            f"{self.number(1, 2)} {self.any('', 'different ') if sort == 'soft' else ''}{sort}" for sort in sorts
        )

    def deeds(self, depth: int = 1) -> str:
        return "; ".join(self.deed(depth) for _ in range(self.draw(st.integers(1, 2))))

    def deed(self, depth: int) -> str:
        """A statement of somebody's action."""
        t, b, p = self.name(), self.name(), self.name()
        simple: list[Option] = [
            lambda: (
                f"move {self.any('', 'up to ')}{self.number(1, 2)} {self.any(*TOKENS)} from {self.place('me')} to {self.place('me')}"
            ),
            lambda: f"move all {self.any(*SORTS)} from {self.any('cart', 'shelf')}(me) to {self.any('barn', 'pit')}",
            lambda: f"heat := {self.value('me')}",
            lambda: f'score {self.value("me")} to me for "deeds"',
            lambda: f'ensure held_{t}: {self.test("me")} else "that does not hold"',
            lambda: (
                f"if shelf(me) has soft {{ ask {t}: token in (soft in shelf(me)); move 1 {t} from shelf(me) to cart(me) }}"
            ),
        ]
        if depth:
            simple += [
                lambda: f"if {self.test('me')} {{ {self.deeds(0)} }} else {{ {self.deeds(0)} }}",
                lambda: (
                    f"for {b} in garden(me) where {self.test('me', b)} {{ move up to 1 {self.any(*TOKENS)} from pit to crate({b}) }}"
                ),
                lambda: (
                    f"for {p} in players where {self.test(p)} {{ move up to 2 {self.any(*TOKENS)} from {self.place(p)} to {self.place(p)} }}"
                ),
            ]
        return self.any(*simple)

    def score(self) -> str:
        """What is worth something in the end."""
        where = self.any("", "", " in cart(p)", " in shelf(p)")
        return self.any(
            lambda: (
                f'score {self.number(1, 5)} per {self.want()}{where}{self.any("", " once", " must", " must but 1")} to p for "sets"'
            ),
            lambda: f'score {self.number(1, 4)} per {self.number(1, 3)} soft alike{where} to p for "alike"',
            lambda: f'score {self.number(1, 3)} left {self.any(*SORTS)}{where} to p for "left"',
            lambda: f'score {self.value("p")} to p for "sum"',
            lambda: f"for b in garden(p) {{ score b.worth per {self.want()} in crate(b) to p for b }}",
        )

    def game(self) -> str:
        """All of it."""
        rims = [", ".join(self.any("path", "hedge") for _ in range(6)) for _ in range(BEDS)]
        beds = [f"bed bed_{i} {{ rims: {edges}; worth: {self.number(0, 3)} }}" for i, edges in enumerate(rims)]
        queries = []
        for i in range(QUERIES):
            queries.append(f"query asked{i}(p: player) -> number = {self.value('p')}")
            self.queries = i + 1
        customs = self.draw(
            st.lists(
                st.sampled_from(
                    (
                        "stands gem for reed in paying",
                        "stands straw for clay in paying where heat > 2",
                        "stands gem for clay in counting",
                    )
                ),
                unique=True,
            )
        )
        arms = [self.any("some of shelf(p)", "some soft of shelf(p)"), self.any("whole cart(p)", "some of cart(p)")]
        arms += self.draw(st.lists(st.just("whole crate(b) for b in garden(p)"), max_size=1))
        return GROUND.format(
            customs="\n".join(customs),
            beds="\n".join(beds),
            queries="\n".join(queries),
            arms="   ".join(arms),
            suits=self.any(
                "no o in beside(garden(p), s) where edge_to(b, s, o) != edge_from(o, s)",
                "no o in beside(garden(p), s) where edge_to(b, s, o) is hedge and o.worth > b.worth",
            ),
            of_bed=self.test("me", "b"),
            planted=self.deeds(),
            fair=self.any(
                lambda: f"size(load) <= {self.value('me')} + 1",
                "size(kinds(load)) = 1",
                "not (load has reed)",
                lambda: self.test("me"),
            ),
            hauled=self.any("barn", "cart(me)", "pit"),
            after=self.deeds(),
            price=self.want(),
            bought=self.deeds(),
            many=self.any("up to 2", "at least 1", "1 to 2", "some"),
            bed_place=self.any("nursery", "garden(me)"),
            token=self.any(*TOKENS),
            behind=self.deeds(),
            some=self.number(3, 6),
            scores="; ".join(self.score() for _ in range(self.draw(st.integers(2, 4)))),
        )


@st.composite
def small_games(draw: Draw) -> str:
    """Texts of games."""
    return Writer(draw).game()
