"""How an answer that was begun reads, as far as its values are whole: each beginning is written once.

In:   a Question and an answer that was begun.      Out:  notation and words of its action and its values.
"""

from __future__ import annotations

from collections.abc import Sequence

from kfdsl.engine.choices.begun import Begun
from kfdsl.engine.choices.choice import Choice, value_words
from kfdsl.engine.choices.notation import MORE, value_text
from kfdsl.engine.choices.question import Question
from kfdsl.engine.library.choices.chosen import STOP
from kfdsl.program import made_names

Texts = tuple[str, str]
NOTHING: Texts = ("", "")


def texts(question: Question, begun: Begun, names: Sequence[str]) -> Texts:
    """What was answered so far, in notation and in words."""
    while begun.parts and begun.before is not None:
        begun = begun.before
    if begun.texts is None:
        begun.texts = _texts(question, begun, names)
    return begun.texts


def _texts(question: Question, begun: Begun, names: Sequence[str]) -> Texts:
    before = begun.before
    if before is None or begun.number == STOP:
        return NOTHING if before is None else ("stop", "stop")
    if begun.place is not None and before.offered is not None:
        choice: Choice = before.offered[begun.place]
        return choice.notation if begun.is_whole else choice.notation.removesuffix(MORE), choice.text
    if not begun.values:
        name = question.action(begun.number).name
        return name, made_names.in_words(name)
    start, said = until_next(question, before, names)
    number, earlier, value = begun.number, begun.values[:-1], begun.values[-1]
    text = value_text(question, number, len(earlier), earlier, value)
    return start + text, said + value_words(question, number, earlier, value, names)


def until_next(question: Question, begun: Begun, names: Sequence[str]) -> Texts:
    """What stands before the next value: its preposition, too."""
    text, words = texts(question, begun, names)
    label = question.action(begun.number).params[len(begun.values)].label if begun.number >= 0 else ""
    behind = f" {label} " if label else " " if text else ""
    return text + behind, words + behind
