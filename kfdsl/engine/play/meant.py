"""What a choice stands for: one that was offered, or a text in notation.

In:   a question, the parts of its answer that were given, a choice or a text.      Out:  the answer as far as it goes, or an IllegalChoice.
"""

from __future__ import annotations

from kfdsl.engine.choices import notation, rows
from kfdsl.engine.choices.begun import Atoms, Begun
from kfdsl.engine.choices.choice import Choice, IllegalChoice
from kfdsl.engine.choices.question import Question
from kfdsl.engine.choices.why_not import why_not


def meant(question: Question, known: Atoms, choice: Choice | str) -> Begun:
    """What is answered by one that is offered."""
    if not isinstance(choice, Choice):
        return read(question, known, choice)
    found = rows.going_on(question, known, choice.atoms)
    if found is None:
        raise IllegalChoice(f"`{choice.notation}` is not offered now")
    return found


def whole(question: Question, known: Atoms, choice: Choice | str) -> Begun:
    """The same of a whole answer."""
    found = meant(question, known, choice)
    if not found.is_whole:
        raise IllegalChoice(
            f"`{notation.write(question, found.atoms)}` is only a part of an answer; look at whole ones"
        )
    return found


def read(question: Question, known: Atoms, text: str) -> Begun:
    """A whole answer is looked at by itself, without all that is offered beside it, which costs more."""
    wanted = " ".join(text.split())
    reason = why_not(question, wanted)
    if reason is None:
        return question.begun(rows.row_of(question, *notation.read(question, wanted)))
    for option in question.options(known):
        if notation.write(question, (*known, option)) == wanted:
            return question.begun((*known, option))
    raise IllegalChoice(f"`{wanted}` is not allowed: {reason.words}" + (f" ({reason.need})" if reason.need else ""))
