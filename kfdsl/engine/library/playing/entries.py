"""What of the library is called from outside.

In:   nothing.      Out:  ENTRIES, each with how many numbers it takes by its own signature.
"""

from __future__ import annotations

from collections.abc import Callable

from kfdsl.engine.library.looking.outlook import close, outlook
from kfdsl.engine.library.looking.redealing import redeal
from kfdsl.engine.library.playing import doors
from kfdsl.engine.library.playing.next_part import give_and_look, next_part
from kfdsl.engine.library.playing.playout import play
from kfdsl.engine.library.playing.stepping import go_on, step
from kfdsl.engine.library.under_way.running import run, start_rule

ENTRIES: tuple[Callable[..., object], ...] = (
    doors.need_at,
    doors.need_said,
    doors.tell_obstacle,
    outlook,
    close,
    redeal,
    doors.best_row,
    doors.rows_worth,
    play,
    go_on,
    step,
    run,
    start_rule,
    doors.who_is_asked,
    doors.asked_by_rule,
    doors.offered,
    doors.groups_offered,
    doors.could_be,
    doors.cover_sources,
    doors.free_for,
    doors.some_whole,
    doors.would_work,
    next_part,
    give_and_look,
    doors.face_seat,
)
