"""Where an answer leads, if everybody then does nothing as long as they may.

In:   an imagined state, an answer.      Out:  what that comes to for the one who gave it.
What was begun with the answer is finished with as little as possible. Then time passes while nobody has to do anything: in many
games that is until a round, a day or a month is over. Where the rules say what would be scored now, that is where to stop
and look; otherwise everybody goes on doing as little as possible, perhaps until the end.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Numbers, Record
from kfdsl.engine.library.choices.answering import give, missing_in, put
from kfdsl.engine.library.choices.choosing import Choosing, new_choosing
from kfdsl.engine.library.choices.question import asked_player
from kfdsl.engine.library.choices.trials import NOBODY
from kfdsl.engine.library.lists import begin_list, end_list
from kfdsl.engine.library.looking.copied import depth_of, renew_from
from kfdsl.engine.library.looking.doing_least import least, nothing
from kfdsl.engine.library.looking.facts import facts
from kfdsl.engine.library.looking.outlook import is_open
from kfdsl.engine.library.looking.sampling import Beginning, beginning, sample
from kfdsl.engine.library.looking.value_of import MOST_TURNS, value_of
from kfdsl.engine.library.machine import NOWHERE, State, machine
from kfdsl.engine.library.under_way.copies import ALL, new_state

TURNS = 2  # that the thinker lets pass
MOST = 60  # questions that are gone through


class Thinker(Record, width=8):
    """Who thinks, and with how many steps."""

    seat: int
    steps: int  # that there are between two choices
    left: int  # how often the seat can still do something after this, as far as it matters
    world: State  # in which is thought now,
    trial: State  # a copy of it in which things happen,
    end: State  # and one of that in which the game is over; `dirty` of both says in which stretches they differ from the world


def new_thinker(seat: int, steps: int) -> Thinker:
    """Somebody who thinks, in no world so far."""
    found = machine().scratch.one(Thinker)
    found.seat = seat
    found.steps = steps
    found.trial = new_state()
    found.end = new_state()
    return found


def think_in(thinker: Thinker, world: State) -> None:
    """Go on in some world."""
    thinker.world = world
    thinker.trial.dirty = ALL
    thinker.end.dirty = ALL
    thinker.trial.fresh = ALL
    thinker.end.fresh = ALL


def tried_anew(thinker: Thinker) -> State:
    """A state in which nothing has happened yet."""
    renew_from(thinker.trial, thinker.world, thinker.trial.dirty)
    thinker.trial.dirty = 0
    return thinker.trial


def end_of(thinker: Thinker) -> State:
    """A copy of the state in which something has happened."""
    changed = thinker.trial.dirty
    renew_from(thinker.end, thinker.trial, thinker.end.dirty | changed)
    thinker.end.dirty = changed
    return thinker.end


def turns_left(thinker: Thinker) -> int:
    """How often a seat could still do something after this, if everybody did as little as possible; counted up to a few."""
    turns = 0
    g = tried_anew(thinker)
    for _ in range(MOST):
        machine().steps = thinker.steps
        with machine().scratch.held():
            choosing = nothing(g)
            if choosing.at != 0 and choosing.who == thinker.seat:
                turns += 1
            if turns > MOST_TURNS:
                break
            if choosing.at == 0:
                choosing = least(g)
            if choosing.at == 0:
                break
            if give(choosing, g) != 0 or g.ask == NOBODY:
                break
    return max(turns - 1, 0)


def value_after(thinker: Thinker, choosing: Choosing, luck: int) -> int:
    """What an answer comes to."""
    with machine().scratch.held():
        g = tried_anew(thinker)
        machine().steps = thinker.steps
        status = begin_answer(g, choosing, luck)
        if status == 0:
            status = finish_answer(thinker, g, depth_of(thinker.world))
        if status == 0:
            let_pass(thinker, g)  # what cannot be done is so in another world than this one
        machine().steps = thinker.steps
        return value_of(g, end_of(thinker) if is_open(g) else g, thinker.seat, thinker.left)


def begin_answer(g: State, choosing: Choosing, luck: int) -> int:
    """Give an answer; where all are asked at once, the others answer anything."""
    missing = 1 if choosing.search.free else missing_in(g)
    status = give(choosing, g)
    with machine().scratch.held():
        dice = machine().scratch.numbers(1)
        dice[0] = luck
        while status == 0 and missing > 1:
            status = give(any_answer(g, dice), g)
            missing -= 1
    return status


def any_answer(g: State, dice: Numbers) -> Choosing:
    start = begin_list()
    sample(beginning(new_choosing(g)), 1, dice)
    return Beginning(end_list(start)[1]).choosing


def finish_answer(thinker: Thinker, g: State, depth: int) -> int:
    """Answer what the answer itself asks for."""
    for _ in range(MOST):
        machine().steps = thinker.steps
        if g.ask == NOBODY or depth_of(g) <= depth or asked_player(g) != thinker.seat:
            return 0
        with machine().scratch.held():
            choosing = least(g)
            if choosing.at == 0:
                return 0
            status = give(choosing, g)
        if status != 0:
            return status
    return 0


def let_pass(thinker: Thinker, g: State) -> None:
    """Let time pass."""
    tells = facts().closing != NOWHERE
    turns = 0
    for asked in range(MOST):
        if g.ask == NOBODY:
            return
        machine().steps = thinker.steps
        turns += int(asked_player(g) == thinker.seat)
        with machine().scratch.held():
            choosing = Choosing(0)
            if not tells or turns <= TURNS:
                choosing = nothing(g)
            if choosing.at == 0 and not tells:
                choosing = least(g)
            if choosing.at == 0:
                return
            if asked == MOST - 1:
                put(choosing, g)  # and nobody looks where it leads
            elif give(choosing, g) != 0:
                return
