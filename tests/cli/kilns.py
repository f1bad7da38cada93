"""Two small packs of an invented game, as folders: `hollow`, and `glaze`, which changes it."""

from __future__ import annotations

import json
from pathlib import Path

HOLLOW = """
# Clay in, brick out; whoever has more bricks after three rounds has won.
trait soft "soft thing" "soft things"
token clay  "lump of clay" "lumps of clay" is soft
token brick "brick"        "bricks"

place pit   of tokens, seen by all, holds 20 clay
place yard  of tokens, seen by all, holds 20 brick
place pouch per player of tokens, seen by owner

place shed of oven, in order
place row  of oven, in order, seen by all

open kind oven starts in shed {
  place heap per player of tokens, seen by all
  size: number
  face cold, lit { worth: number = 1   bake: effect = none }
}
oven kiln "Old kiln" {
  provisional "the size is a guess"
  size: 2
  cold { bake: mould 1 clay }
  lit  { worth: 3 }
}
oven stove "Stove" {
  size: 3
  cold { bake: mould 2 clay }
}

var round: number = 1

query keeper(o: oven) -> player? = the only p in players with most size(heap(o, p)) where heap(o, p) is not empty
query full(o: oven) -> bool = (sum of size(heap(o, p)) for p in players) >= o.size

shape lumps(p: player) { some soft of pouch(p) }
menu chance(me: player)
action rest in chance { do { } }
action fire in chance(o: oven in row, with group: lumps(me)) {
  need room: not full(o)   else "{o} is full"
  do {
    move group to heap(o, me)
    ensure fits: (sum of size(heap(o, p)) for p in players) <= o.size   else "{o} takes only {o.size}"
    perform o.bake by me at o
  }
}
open effect mould(what: bundle) { move up to 1 brick from yard to pouch(me) }

main flow day {
  dawn: {
    for p in players { move up to 4 clay from pit to pouch(p) }
    for o in shed { move o to row }
  }
  work: repeat { one_round() } until round > 3
  dusk: {
    for p in players { score size(brick in pouch(p)) to p for "bricks" }
    for p in players { for o in row where keeper(o) is p { score o.worth to p for o } }
  }
}
flow one_round {
  for p in players { spell: choose chance(p) }
  round := round + 1
}

position morning for ann, ben { pouch(ann) = 3 clay; pouch(ben) = 3 clay; row = kiln, stove }
example "an oven takes as much as its size" {
  given morning
  then ann cannot "fire kiln with 3 clay" because fire.fits
  when ann "fire kiln with 2 clay"
  then heap(kiln, ann) = 2 clay; ben cannot "fire kiln with 1 clay" because fire.room
}
example "baking gives a brick" {
  given morning
  when ann "fire stove with 1 clay"
  then pouch(ann) = 2 clay + 1 brick
}
"""

GLAZE = """
# A glazed oven takes one more, and the first to fire pays for the glaze.
token glaze "pot of glaze" "pots of glaze"
extend place pit holds 3 glaze
extend query full when o is kiln then false
extend action fire {
  need calm: round < 3   else "it is too late in the day"
  waive fits when o is kiln
  after { move up to 1 glaze from pit to pouch(me) }
}
extend flow day after dawn { polish: move up to 1 glaze from pit to pouch(seat(1)) }
patch oven stove { size: 5; provisional "the size is measured"; lit { provisional "nothing may be missing" } }
example "a kiln takes any number" {
  given morning
  when ann "fire kiln with 3 clay"
  then pouch(ann) = 1 brick + 1 glaze
}
"""


def write_pack(root: Path, name: str, text: str, **more: object) -> Path:
    """A content root with one pack."""
    (root / "rules" / name).mkdir(parents=True, exist_ok=True)
    (root / "rules" / name / f"{name}.kf").write_text(text.lstrip("\n"), encoding="utf-8")
    manifest = {"name": name, "version": "1.0.0", "title": name.capitalize(), "languages": ["en"], **more}
    (root / f"{name}.pack.json").write_text(json.dumps(manifest), encoding="utf-8")
    return root


def hollow(root: Path) -> Path:
    """The game alone."""
    return write_pack(root, "hollow", HOLLOW)


def hollow_and_glaze(root: Path) -> Path:
    """The game with its change, in one root."""
    return write_pack(hollow(root), "glaze", GLAZE, requires={"hollow": "^1.0"})
