"""A whole small game with most constructs of the language, for tests that break it."""

from __future__ import annotations

from pathlib import Path

YARD = (Path(__file__).resolve().parent / "cases" / "yard.kf").read_text(encoding="utf-8")

FIRING = """# Firing pots: what a player may do, and what comes of it.

token brick "brick" "bricks" is earth
purpose baking
stands straw for grog in baking where wealth(me) > 1

values Weather dry, rainy
var weather: Weather = dry
var fires: number = 0 until night

open query best() -> kiln? = the first k in yard with most k.points where k shows lit
open query warm_ones(p: player) -> list of kiln joined by list {
  add k for k in yard where k.glow is not cold
  except k where k shows unlit and wealth(p) = 0
}
extend query wealth { plus 1 where weather is rainy  times 2  at most 9 }
extend query wealth when fires > 3 then 0
query rich(p: player) -> bool = no q in players but p where wealth(q) > wealth(p)

price effect spend(what: want) {
  ask coin: cover what for baking from hand(me)
  move coin to table(me)
}
effect burn(what: bundle) at oven {
  let rest = size(barn)
  if rest > 2 { move up to what from barn to ash(here) } else if rest > 1 { happens night() } else { heat := heat - 1 }
}
extend effect burn instead when weather is rainy { proceed }

action fire in work(k: kiln in yard where k.work is there, with some: hand(me)) {
  need dry: weather is dry        else "it rains, {k} stays cold"
  need few: size(some) <= 2 + fires
  do {
    move some to table(me)
    show k lit
    fires := fires + 1
    ensure cool: heat < 9 else "{k} is too hot: {before heat}"
    perform k.work by me at k
  }
}
extend action fire { waive dry when rich(me) after { heat := heat + 1 } }
free action trade in work { do { one of { spend 1 clay } or { fires := 0 } } }

kiln deep_kiln "Deep kiln" {
  glow: warm
  price: 2 clay + 1 earth + 2 different earth
  unlit { work: spend 1 clay then burn 1 straw }
  lit { points: 3 work: do { for p in clockwise(me) where p is not me { move up to 1 straw from barn to table(p) } } }
  provisional "the points"
}
patch kiln deep_kiln { lit.points: add 4 price: add 1 clay }

extend flow day before evening {
  morning: { shuffle shed; for k in first(2, shed) { move k to yard } }
}
extend flow day after evening {
  rounds: repeat { choose work(master); master := next(master); turns := turns + 1 } until fires > 2 or turns > 20
  reckoning: for p in players { score wealth(p) to p for "wealth" }
  dusk: happens night()
}
var turns: number = 0
on night where fires > 1 { move all straw from barn to table(master) }

position noon for ann, ben { heat = 1; yard = deep_kiln; deep_kiln shows lit; shelf(ann) = 2 clay }
example "a fire is lit" {
  given noon; fires = 1
  then ann can "fire deep_kiln with 1 clay"; ann cannot "trade" because fire.dry; ann sees shelf(ann); ben cannot see shelf(ann)
  when ann "fire deep_kiln with 1 clay"
  then fires = 2; size(table(ann)) = 1; table(ann) has clay
}
"""
