"""An invented game on hexes: beds are laid into gardens, hares live in areas of them, clay is paid for."""

from __future__ import annotations

from pathlib import Path

from tests.cli.kilns import write_pack

GARDENS = """
# Beds are laid edge to equal edge, or hedge to anything. Turned to flower they hold hares, which pay in the end.
values Rim hedge, path, stream
trait food "piece of food" "pieces of food"
token leaf "leaf" "leaves" is food
token root "root" "roots" is food
token hare "hare" "hares"
token stone_coin "stone coin" "stone coins"

place heap   of tokens, seen by all, holds 30 leaf + 30 root + 12 hare + 9 stone_coin
place barrow per player of tokens, seen by owner, counted by all
place nursery of bed, in order, seen by all
place shed of bed, in order, counted by all
plane garden per player of bed edged by rims, seen by all

kind bed starts in shed {
  rims: list of Rim
  place soil of tokens, seen by all
  place lawn per corner of tokens, seen by all
  face bare, flowering { worth: number = 0; gift: effect = none }
}
effect grow(what: bundle) says en "grow {what}" nl "kweek {what}" { move up to what from heap to barrow(me) }
nouns nl { leaf "blad" "bladeren"  herb_bed "Kruidenbed" }

bed herb_bed "Herb bed" { rims: path, path, path, path, path, path; bare { gift: grow 2 leaf } flowering { worth: 2 } }
bed rose_bed "Rose bed with a very long name" { rims: path, hedge, hedge, path, hedge, hedge; flowering { worth: 3 } }
bed pond     "Pond"     { rims: stream, hedge, hedge, stream, hedge, hedge; provisional "the worth is a guess" }
bed lily_bed "Lily bed" { rims: hedge, stream, path, hedge, path, stream }
bed fern_bed "Fern bed" { rims: hedge, hedge, hedge, hedge, hedge, hedge }
bed moss_bed "Moss bed" { rims: path, stream, hedge, path, stream, hedge }

query meets_well(b: bed, p: player, s: spot) -> bool = no o in beside(garden(p), s)
  where edge_to(b, s, o) != edge_from(o, s) and edge_to(b, s, o) != hedge and edge_from(o, s) != hedge
query lawns(p: player) -> list of area = areas(garden(p), {path, stream})
query gardener(b: bed) -> player? = owner(b)
purpose paying
shape purse(p: player) { some of barrow(p) }
stands root for leaf in paying

menu day(me: player)
action rest in day { }
action plant in day(b: bed in nursery) {
  do {
    ask where_to: spot in spots(b, garden(me)) where meets_well(b, me, where_to)
    lay b on garden(me) at where_to
    score 1 to me for b
    if b.gift is there { perform b.gift by me at b }
  }
}
action dig_in in day(b: bed in garden(me) where b shows bare, with stuff: purse(me)) {
  need little: size(stuff) <= 6 else "{b} takes 6 at most"
  do { move stuff to soil(b); show b flowering }
}
action treat in day(b: bed in garden(me)) {
  do { ask fee: cover 3 food for paying from purse(me); move fee to soil(b); score 1 to me for b }
}
action let_out in day(a: area in lawns(me)) { do { move up to 1 hare from heap to lawn(a) } }

var days: number = 0
main flow summer {
  opening: {
    for b in first(4, shed) { move b to nursery }
    for p in players { move up to 3 leaf + 3 root + 2 stone_coin from heap to barrow(p) }
  }
  middle: repeat { for p in players { choose day(p) }; days := days + 1 } until days >= 8
  closing: for p in players {
    for b in garden(p) { score b.worth to p for b }
    score 2 per 2 food to p for "stores"
    score 1 left food to p for "scraps"
    settle p from purse(p) for paying
  }
}
position noon for ann, ben {
  garden(ann) = herb_bed, rose_bed; herb_bed lies at (0, 0); rose_bed lies at (0, 1); nursery = pond, lily_bed
  rose_bed shows flowering; soil(rose_bed) = 2 leaf + 1 root
}
example "a bed is laid where its edges fit" {
  given noon
  when ann "plant lily_bed"
  then ann can "(0,2)/0"; ann cannot "(5,5)/0"
}
"""


def gardens(root: Path) -> Path:
    """The game as a folder."""
    return write_pack(root, "gardens", GARDENS, languages=["en", "nl"])
