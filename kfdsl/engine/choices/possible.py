"""Whether an answer is possible that nobody offered, and what keeps it from being so.

In:   a Question, an action and some values of it.      Out:  truths, words, an Obstacle.
"""

from __future__ import annotations

from kfdsl.engine.choices.begun import Atoms
from kfdsl.engine.choices.question import Question
from kfdsl.engine.library.playing import doors
from kfdsl.engine.words.obstacles import Obstacle, in_words


def is_begun(question: Question, number: int, values: Atoms) -> bool:
    """Whether some whole begins with values, and their needs hold."""
    return bool(question.ask_engine(doors.some_whole, number, values))


def would_work(question: Question, number: int, values: Atoms) -> bool:
    """Whether a whole can be carried out, needs apart."""
    return bool(question.ask_engine(doors.would_work, number, values))


def need_holds(question: Question, number: int, values: Atoms, need: int) -> bool:
    """Whether a need of an action holds, which reads no more values than there are."""
    return bool(question.ask_engine(doors.need_at, number, values, need))


def need_words(question: Question, number: int, values: Atoms, need: int) -> str:
    """What a need says."""
    question.codes(number, values)  # known before anybody listens
    told = question.table.heard(lambda: question.ask_engine(doors.need_said, number, values, need))
    return in_words(told.obstacles[0], question.table.wording) if told.obstacles else ""


def obstacle(question: Question, number: int, values: Atoms) -> Obstacle | None:
    """What keeps a whole from being carried out whose needs hold; None if nothing is known to."""
    question.codes(number, values)
    told = question.table.heard(lambda: question.ask_engine(doors.tell_obstacle, number, values))
    return told.obstacles[0] if told.obstacles else None
