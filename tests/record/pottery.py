"""A small pack for tests that need rules of their own, and a way to write packs into a folder."""

from __future__ import annotations

import json
from pathlib import Path

POTTERY = """
trait earth "earth" "earths"
token clay "lump of clay" "lumps of clay" is earth
token grog "handful of grog" "handfuls of grog" is earth
place pit   of tokens, counted by all, holds 20 clay + 10 grog
place shelf per player of tokens, seen by owner
place yard  of tokens, seen by all
place heap  of oven, in order
place lane  of oven, in order, seen by all
kind oven starts in heap { heat: number }
oven deep_kiln "Deep kiln" { heat: 3 }
oven flat_kiln "Flat kiln" { heat: 2 }
var rounds: number = 0
shape armful(p: player) { some earth of shelf(p) }
menu stint(me: player)
action rest in stint { do { rounds := rounds + 1 } }
action throw in stint(o: oven in lane, with lumps: armful(me)) {
  need enough: size(lumps) >= o.heat   else "{o} wants {o.heat}"
  do { move lumps to yard  rounds := rounds + 1 }
}
main flow firing {
  opening: { shuffle heap  for o in heap { move o to lane }
             for p in players { move up to 5 earth at random from pit to shelf(p) } }
  work: repeat { for p in players { stoke: choose stint(p) } } until rounds >= 6
  closing: for p in players { score size(shelf(p)) to p for "leftovers"  for o in lane { score 1 to p for o } }
}
"""


# A free action that asks, and an ask inside an effect, so that frames of every sort lie under a question.
ASKING = """
free action swap in stint {
  need some: shelf(me) has earth   else "nothing to swap"
  do { ask lump: armful(me)  move lump to yard }
}
action sort in stint { do { for q in players { ask kept: oven in lane  marks := marks + kept.heat }  rounds := rounds + 1 } }
var marks: number = 0
"""

SEALED = """
var tally: number = 0
action vote in stint {
  do { together for q in players ask picks: up to 2 of lane { for o in picks { tally := tally + o.heat } }
       rounds := rounds + 1 }
}
"""


def write_pack(
    root: Path,
    text: str = POTTERY,
    version: str = "1.0.0",
    options: dict[str, object] | None = None,
    **more: object,
) -> Path:
    told: dict[str, object] = {
        "name": "hollow",
        "version": version,
        "title": "Hollow",
        "languages": ["en"],
        "requires": {},
        **more,
    }
    if options:
        told["options"] = options
    (root / "rules" / "hollow").mkdir(parents=True, exist_ok=True)
    (root / "hollow.pack.json").write_text(json.dumps(told), encoding="utf-8")
    (root / "rules" / "hollow" / "all.kf").write_text(text, encoding="utf-8")
    return root
