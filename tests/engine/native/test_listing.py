"""What is offered does not depend on how much of the listing is spared: it is what trying group by group finds."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import kfdsl
from kfdsl.engine.flat.memory import Words, using
from kfdsl.engine.library.choices.plans import Plan
from kfdsl.engine.library.machine import MACHINE, Machine, State, card_of, tray_of
from kfdsl.engine.library.playing.doors import offered
from kfdsl.engine.library.playing.stepping import go_on
from kfdsl.engine.native.playouts import Player
from kfdsl.engine.play.game import Game
from kfdsl.engine.words.instance import Instance
from tests.laws.games_for_laws import CONSTRUCTS, FULL, TOP, rules_of, subsets
from tests.record.pottery import write_pack

SPARING = ("by_class", "by_tokens", "is_shared")  # what an action's plan says so that less is tried
MOST_STEPS = 1 << 40
Row = tuple[int, ...]


class Listing:
    """All answers in the position in which a game's first choice is made, through the printed Python."""

    def __init__(self, rules: kfdsl.Rules, players: int) -> None:
        self.player = Player(rules.table(players), is_native=False)
        self.instance = self.player.instance
        state = self.player.lay_out(5)
        self.instance.change_beside(go_on, self.player.playout, state)

    def offered(self) -> dict[Row, list[int]]:
        """What the next part may be, by the parts before it, through all that may be answered."""
        return dict(self._below(()))

    def _below(self, row: Row) -> Iterator[tuple[Row, list[int]]]:
        call = self.instance.names
        self.instance.clear()
        with using(self.instance.memory):
            Machine(MACHINE).steps = MOST_STEPS
        choosing = call["choosing_new_choosing"](self.instance.at)
        for option in row:
            call["choosing_take"](choosing, option)
        if call["choosing_is_whole"](choosing):
            return
        numbers = self.instance.memory.seen[8]
        found = call["choosing_options_of"](choosing, -1)
        options = numbers[found + 1 : found + 1 + numbers[found]].tolist()
        yield row, options
        for option in options:
            yield from self._below((*row, option))

    def says(self) -> dict[str, int]:
        """How many actions say each of what spares trials."""
        return {name: sum(words[at] for words, at in self._plans(name)) for name in SPARING}

    def spare_nothing(self) -> None:
        for name in SPARING:
            for words, at in self._plans(name):
                words[at] = 0

    def _plans(self, name: str) -> Iterator[tuple[Any, int]]:
        with using(self.instance.memory):
            start = Machine(MACHINE).plans_at
        for number in range(len(self.player.table.program.actions)):
            yield self.instance.memory.seen[4], start + number * Plan.record_size() + Plan.record_fields()[name].at

    def lay(self, place: str, card: int | None, seat: int | None, counts: dict[str, int]) -> None:
        """Let some tokens lie in a place, and no others."""
        layout = self.instance.lowered.layout
        cells = layout.layout.cells
        cell = next(
            at for at in layout.places if (cells[at].name, cells[at].card, cells[at].player) == (place, card, seat)
        )
        with using(self.instance.memory):
            words = Words(self.instance.at * 2 + layout.places[cell])
            for name, token in layout.layout.numbering.tokens.items():
                words[token] = counts.get(name, 0)
            State(self.instance.at).fresh = -1

    def cards_in(self, place: str) -> list[int]:
        layout, found = self.instance.lowered.layout, []
        tray = next(at for cell, at in layout.trays.items() if layout.layout.cells[cell].name == place)
        with using(self.instance.memory):
            g = State(self.instance.at)
            card = tray_of(g, tray).first
            while card >= 0:
                found.append(card)
                card = card_of(g, card).next
        return found


def assert_nothing_is_lost(listing: Listing) -> None:
    quick = listing.offered()
    listing.spare_nothing()
    assert quick == listing.offered()


YARD = """
token clay
token straw
token reed
var last: number = 0
place pit of tokens, seen by all, holds 9 clay + 9 straw + 9 reed
place cart per player of tokens, seen by all
place barn of tokens, seen by all
place shelf per player of tokens, seen by owner
place loft per player of tokens, seen by all
place nook of tokens, seen by all, holds 1 clay
place yard of kiln, in order, seen by all
kind kiln starts in yard { place rack per player of tokens, seen by all }
kiln near_kiln "Near kiln" { }
kiln far_kiln "Far kiln" { }
shape arms(p: player) { some of shelf(p)   whole rack(k, p) for k in yard   whole loft(p)   whole nook }
menu work(me: player)
action rest in work { }
action haul in work(k: kiln in yard, with load: arms(me)) { do { DEED } }
main flow day {
  for p in players {
    move up to 2 clay from pit to shelf(p)
    move up to 1 straw from pit to shelf(p)
    move up to 1 clay from pit to loft(p)
    for k in yard { move up to 1 straw from pit to rack(k, p); move up to 1 reed from pit to rack(k, p) }
  }
  for p in players { choose work(p) }
}
"""
DEEDS = [
    'move load to cart(me); ensure pure: not (cart(me) has reed) else "no reed"',
    'move load to cart(me); ensure mixed: size(kinds(cart(me))) = 2 else "two"',
    'move load to rack(k, me); ensure plain: not (rack(k, me) has clay) else "no clay"',
    'move load to cart(me); ensure left: rack(k, me) has straw else "some must stay"',
    'move load to cart(me); ensure left: (any q in players where rack(k, q) has reed) else "some must stay"',
    'move load to cart(me); ensure left: (any o in yard where rack(o, me) has reed) else "some must stay"',
    'move load to cart(me); ensure kept: loft(me) has clay else "the loft stays"',
    'move load to cart(me); ensure few: nook has clay or cart(me) has reed else "the nook stays"',
    'move 1 clay from nook to barn; move load to cart(me); ensure pure: not (cart(me) has reed) else "no reed"',
    'move load to cart(me); ensure few: size(cart(me)) < 3 else "few"',
    'let mine = rack(k, me); move load to cart(me); ensure pure: not (cart(me) has reed and mine has reed) else "no reed"',
]


@pytest.mark.parametrize("deed", DEEDS)
def test_groups_with_the_same_tokens_are_alike_unless_the_deed_looks_where_they_come_from(
    deed: str, tmp_path: Path
) -> None:
    listing = Listing(kfdsl.load(write_pack(tmp_path, YARD.replace("DEED", deed))), 2)
    assert_nothing_is_lost(listing)


@pytest.mark.parametrize("packs", [subsets()[0], subsets()[-1]], ids=len)
@pytest.mark.parametrize("groups", [0, 3])
def test_a_crowded_position_offers_what_is_found_group_by_group(packs: tuple[str, ...], groups: int) -> None:
    listing = Listing(rules_of(*packs), 2)
    with using(listing.instance.memory):
        ask = State(listing.instance.at).ask
    assert listing.instance.lowered.asks[ask].menu == "turn"
    colours = ("blue", "yellow", "red")
    listing.lay("screen", None, 0, {"blue": 3, "yellow": 2, "red": 1})
    for at, card in enumerate(listing.cards_in("auction")[:groups]):
        listing.lay("bid", card, 0, {colours[at % 3]: 1})
        listing.lay("bid", card, 1, {colours[at % 3]: 2})
    assert all(listing.says().values())
    assert_nothing_is_lost(listing)


KILNS = """
token clay
place pit of tokens, seen by all, holds 6 clay
place cart of tokens, seen by all
place yard of kiln, in order, seen by all
kind kiln starts in yard { place rack of tokens, seen by all }
kiln a_kiln "A" { }
kiln b_kiln "B" { }
kiln c_kiln "C" { }
kiln d_kiln "D" { }
query twice() -> list of kiln joined by list { add k for n in numbers(2) for k in yard }
menu work(me: player)
action rest in work { }
action dig in work { do { ask k: kiln in ASKED where not (k = a_kiln); move up to 1 clay from rack(k) to cart; ensure odd: (any o in yard where size(rack(o)) = 1) else "even" } }
main flow day {
  for k in yard where not (k = c_kiln) { move up to 2 clay from pit to rack(k) }
  for n in numbers(4) { for p in players { choose work(p) } }
}
"""

STRANGERS = sorted(str(path) for path in (TOP / "tests" / "strangers").iterdir() if path.is_dir())
ALL, FEW = -1, (1, 2, 3)


def listed(engine: Instance, game: Game, most: int) -> list[int]:
    """Codes for what the first part of an answer may be."""
    engine.fill()
    return engine.listed(engine.call(offered, game.state.copy(), -1, engine.put_row(()), most))


@pytest.mark.parametrize("asked", ["yard", "twice()", "yard but d_kiln"])
def test_whoever_wants_few_gets_what_can_be_completed(asked: str, tmp_path: Path) -> None:
    rules = kfdsl.load(write_pack(tmp_path, KILNS.replace("ASKED", asked)))
    assert wants_few(rules, 20)


@pytest.mark.parametrize(
    "root", [CONSTRUCTS, *(STRANGERS if FULL else STRANGERS[::4])], ids=lambda root: Path(root).name
)
def test_whoever_wants_few_gets_the_first_of_all(root: str) -> None:
    assert wants_few(rules_of(root), 400 if FULL else 100) or root != CONSTRUCTS


def wants_few(rules: kfdsl.Rules, steps: int) -> int:
    """In how many positions of a game somebody wanted less than there is; it is always the first of that."""
    game, dice = rules.new_game([f"p{seat}" for seat in range(rules.seats[0])], 4), Random(4)
    game.tells = False
    engine, cut = game.table.new_engine(is_native=True), 0
    for _ in range(steps):
        if game.over:
            break
        options = listed(engine, game, ALL)
        for most in FEW:
            assert listed(engine, game, most)[:most] == options[:most]
            cut += most < len(options)
        game.play(dice.choice(game.choices()))
    return cut
