"""What a game would score if it ended now.

In:   a Table and a State.      Out:  points by seat; the state is not touched.
The closing flow is run on a copy, apart from all that is under way and on a stream of chance of its own, so that it tells
nothing of what chance will bring. Whoever it asks answers with the first choice that would be offered.
"""

from __future__ import annotations

from kfdsl.engine.choices.question import Atoms, Question
from kfdsl.engine.machine.cannot_go_on import Endless, Stuck
from kfdsl.engine.machine.chance import stream
from kfdsl.engine.play.standing import totals
from kfdsl.engine.rules.table import Impossible, Table
from kfdsl.engine.words.stack import Frame
from kfdsl.engine.words.state import State

MOST_ANSWERS = 20_000  # before content is called endless
_PURPOSE = 0x0D00


def outlook(table: Table, state: State) -> list[int]:
    """Points by seat, with what is on the sheet already; no more than that if the game is over, or has no closing flow."""
    return totals(table, ended(table, state, is_summary=True))


def ended(table: Table, state: State, *, is_summary: bool = False) -> State:
    """The state as it would be, with the whole sheet; the state itself if the game is over, or has no closing flow."""
    closing = table.program.closing
    if not closing or state.ask < 0:
        return state
    copy = _apart(state)
    copy.is_summary = is_summary
    table.fill()
    begun = _begun(table, state.frame, closing)
    if begun is not None:
        copy.frame, copy.ask = begun, state.ask
    try:
        if begun is None:
            table.begin(copy, closing)
        _finish(table, copy)
    except Impossible as mistake:
        span = table.numbering.rules[closing].span
        raise Stuck(
            f"`{closing}` cannot be carried out now; use `up to`, or ask whether it is possible", span
        ) from mistake
    return copy


def _finish(table: Table, copy: State) -> None:
    table.run(copy)
    for _ in range(MOST_ANSWERS):
        if copy.ask < 0:
            return
        _answer(table, copy)
    closing = table.program.closing
    raise Endless(
        f"`{closing}` asks for ever if the first choice is always the answer", table.numbering.rules[closing].span
    )


def _apart(state: State) -> State:
    copy = state.copy()
    copy.apart, copy.frame, copy.ask, copy.trial = None, None, -1, 0
    copy.chance = stream(state.chance, _PURPOSE)
    return copy


def _begun(table: Table, frame: Frame, closing: str) -> Frame:
    """What is under way of the closing flow, if it has begun: its points so far are on the sheet, and only the rest is due."""
    if frame is None:
        return None
    block, values, below = frame
    if table.words.stacks.blocks[block].rule == closing:
        return (block, values, None)
    rest = _begun(table, below, closing)
    return None if rest is None else (block, values, rest)


def _answer(table: Table, copy: State) -> None:
    """The first choice, part by part, as it would be offered."""
    question = Question(table, copy)
    atoms: Atoms = ()
    while (answer := question.answer(atoms)) is None:
        first = question.first_options(atoms, 1)
        if not first:
            raise table.nothing_to_answer(copy)
        atoms = (*atoms, *first)
    table.answer(copy, question.codes(*answer), question.who)
