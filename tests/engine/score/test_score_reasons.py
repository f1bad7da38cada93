"""Each line of the sheet tells what was counted, where that is sure."""

from __future__ import annotations

from kfdsl.engine.play.game import Game
from kfdsl.engine.play.score_reasons import reading
from kfdsl.engine.rules.table import Table
from kfdsl.program.numbering import Numbering
from kfdsl.text.render import render
from tests.lang.loading import load

YARD = """
place stock of kiln, in order, seen by all
place yard per player of kiln, in order, seen by all
moment night
kind kiln starts in stock { room: number = 2   face cold, lit { worth: effect = none } }
kiln counted { cold { worth: worth_room 2 } }
kiln twofold { cold { worth: worth_room 2 } lit { worth: worth_room 3 } }
kiln alike   { cold { worth: worth_room 4 } lit { worth: worth_room 4 } }
kiln silent  { cold { worth: do { score 5 to me for here } } }
kiln lasting {
  says en "it is a kiln"
  cold { says en "at night, score {room}" while owned { on night { score 2 to owner for this } } }
}
effect worth_room(value: number) at kiln says en "score {value} per room" { score_it(value) }
effect score_it(value: number) at kiln { score value * here.room to me for here }
main flow day {
  move all kiln from stock to yard(seat(1))
  happens night()
  for k in yard(seat(1)) { if k.worth is there { perform k.worth by seat(1) at k } }
  for k in yard(seat(1)) where k is lasting { score 1 to seat(1) for k }
  score 1 to next(seat(1)) for "luck"
}
"""


def test_points_read_as_the_effect_of_the_card_that_gave_them() -> None:
    program, report = load(YARD)
    assert program is not None, render(report.diagnostics)
    table = Table(Numbering(program), 2)
    state = Game(table, ["Ann", "Ben"], 0).state
    found = [
        (
            table.wording.title(reason[1]) if reason[0] == "card" else reason[1],
            points,
            reading(table, state, reason, line),
        )
        for _, points, reason, line, _ in state.sheet
    ]
    assert found == [
        ("lasting", 2, "At night, score 2."),
        ("counted", 4, "Score 2 per room."),
        ("twofold", 4, ""),  # which side it was cannot be told afterwards
        ("alike", 8, "Score 4 per room."),
        ("silent", 5, ""),
        ("lasting", 1, ""),  # not by what it says
        ("luck", 1, ""),
    ]
