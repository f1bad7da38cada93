"""Planes of every shape as maps, kept as goldens; `pytest --bless` rewrites them."""

from __future__ import annotations

import pytest
from rich.text import Text

import kfdsl
from kfdsl.cli.draw.plane import Maps, Plane, Trying
from kfdsl.cli.draw.visible import Lens
from tests.cli.kilns import write_pack
from tests.cli.test_maps import compare
from tests.test_strangers import STRANGERS

WORLD = """
values Way rail, road
values Rim hedge, path
token crate "crate" "crates"
place stock of tokens, seen by all, holds 9 crate
kind train starts in shed { var driver: player? = none; place load of tokens, seen by all }
place shed of train, in order, seen by all
plane europe of train on spots {
  paris joins lyon, brest by rail
  paris joins brest, new_town by road
  lyon joins nice by road
  brest; nice
  new_town joins nice by rail
}, seen by all
train comet "Comet" { } train arrow "Arrow" { }
kind bed starts in pile { rims: list of Rim }
place pile of bed, in order, seen by all
plane yard of bed on squares 4 by 3 edged by rims, seen by all
bed herb_bed "Herb bed" { rims: path, hedge, hedge, hedge } bed rose_bed "Rose bed with a long name" { rims: hedge, hedge, path, path }
kind stone starts in bowl { var side: player? = none }
place bowl of stone, in order, seen by all
plane comb of stone on hexes radius 1, seen by all
stone flint "Flint" { } stone slate "Slate" { }
menu turn(me: player)
action drive in turn(x: train in shed) { do { ask s: spot in spots(x, europe); lay x on europe at s; x.driver := me; move up to 2 crate from stock to load(x) } }
action plant in turn(x: bed in pile) { do { ask s: spot in spots(x, yard); lay x on yard at s } }
action throw in turn(x: stone in bowl) { do { ask s: spot in spots(x, comb); lay x on comb at s; x.side := me } }
action rest in turn { }
var n: number = 0
main flow game { repeat { n := n + 1; for p in players { choose turn(p) } } until n >= 9 }
"""
TURNS = [
    "drive comet", "nice", "drive arrow", "new_town", "plant herb_bed", "(1,1)/0", "plant rose_bed", "(2,1)/1",
    "throw flint", "(0,0)/0", "throw slate", "(-1,1)/0",
]  # fmt: skip


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> kfdsl.Game:
    found = kfdsl.load(write_pack(tmp_path_factory.mktemp("world"), "world", WORLD)).new_game(["Ann", "Ben"], seed=1)
    for choice in TURNS:
        found.play(choice)
    return found


def maps(game: kfdsl.Game, width: int, height: int) -> Maps:
    return Maps(Lens(game).visible(game, "Ann"), width, height)


def drawn(lines: list[Text]) -> str:
    return "\n".join(line.plain.rstrip() for line in lines)


def test_who_is_in_a_town_is_told_with_whose_they_are() -> None:
    porters = kfdsl.load(STRANGERS / "porters").new_game(["Ann", "Ben"], seed=1)
    (country,) = maps(porters, 80, 30).all()
    assert "The Hub 2 Porter Ann, 2 Porter Ben  road" in drawn(maps(porters, 80, 30).map(country))


def test_each_shape_is_drawn_as_it_is(game: kfdsl.Game, is_blessing: bool) -> None:
    pictures = [f"{plane.cell.name}\n{drawn(maps(game, 70, 30).map(plane))}" for plane in maps(game, 70, 30).all()]
    compare("boards", "\n\n".join(pictures) + "\n", is_blessing)


@pytest.mark.parametrize(("width", "height"), [(30, 10), (45, 20), (70, 30), (160, 60)])
def test_no_map_is_wider_than_asked_and_all_cards_are_on_it(game: kfdsl.Game, width: int, height: int) -> None:
    found = maps(game, width, height)
    shown = {plane.cell.name: drawn(found.map(plane)) for plane in found.all()}
    assert all(len(line) <= width for name, text in shown.items() if name != "europe" for line in text.splitlines())
    for name, titles in {"europe": ("Comet", "Arrow"), "yard": ("Herb", "Rose"), "comb": ("Flint", "Slate")}.items():
        assert width < 40 or all(title in shown[name] for title in titles)


def test_free_spots_and_a_card_to_try_are_shown_on_each_shape(game: kfdsl.Game) -> None:
    found = maps(game, 80, 40)
    for plane in found.all():
        free = next(cell for cell in plane.board.cells if cell not in {spot[:2] for spot in found.laid(plane).values()})
        card = min(found.laid(plane))
        assert "77" in drawn(found.map(plane, free={free: "77"}))
        tried = drawn(found.map(plane, trying=Trying(card, (*free, 0))))
        assert tried.count(titled(plane, card)) == 2, "where it lies, and where it would"


def titled(plane: Plane, card: int) -> str:
    """The word of a title that fits everywhere."""
    return {"europe": "Comet", "yard": "Herb", "comb": "Flint"}[plane.cell.name]
