"""Answers that are in while others are still asked, and that nobody else may know yet.

In:   a Table and a State.      Out:  the ask and who has answered what; or other answers, as they might be in another world.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from kfdsl.engine.choices import notation
from kfdsl.engine.choices.question import ASK, Answer, Atoms, Question, is_free
from kfdsl.engine.machine.chance import below
from kfdsl.engine.rules.table import Table
from kfdsl.engine.words.stack import Frame, depth
from kfdsl.engine.words.state import State

Answers = dict[int, Any]  # by seat, in the order in which they were given


@dataclass(frozen=True, slots=True)
class SealedAsk:
    """A sealed ask that somebody has answered, and the frame that keeps the answers."""

    ask: int
    frame: tuple[int, tuple[Any, ...], Frame]

    @property
    def answers(self) -> Answers:
        """Who has answered what."""
        return dict(self.frame[1][-1])

    def with_answers(self, answers: Answers) -> Frame:
        """The frame with other answers."""
        return (self.frame[0], (*self.frame[1][:-1], tuple(answers.items())), self.frame[2])


def find(table: Table, state: State) -> SealedAsk | None:
    """The sealed ask under way that has answers; a free action may lie above it."""
    asks, frame, ask, stacks = table.asks, state.frame, state.ask, table.words.stacks
    while frame is not None:
        block, locals_, below_it = frame
        if ask >= 0 and asks[ask].sealed and locals_[-1]:
            return SealedAsk(ask, frame)
        is_again = block == stacks.again  # keeps which ask lies below, to ask it once more
        ask = stacks.ask_numbers[locals_] if is_again else -1
        frame = below_it
    return None


def put(state: State, sealed: SealedAsk, answers: Answers) -> None:
    """Let other answers be given."""
    state.frame = _with(state.frame, sealed.with_answers(answers))


def _with(frame: Frame, new: Frame) -> Frame:
    """The same with another frame in place of the one that lies as deep."""
    if frame is None or depth(frame) == depth(new):
        return new
    return (frame[0], frame[1], _with(frame[2], new))


def given_anew(table: Table, world: State, sealed: SealedAsk, seat: int) -> tuple[Answers | None, int]:
    """Answers that might have been given in a world, one's own as it was, and chance as it goes on; None if somebody has none."""
    asking, chance = _open_again(world, sealed), world.chance
    found: Answers = {}
    for who, value in sealed.answers.items():
        found[who] = value
        if who != seat:
            answer, chance = any_answer(Question(table, asking, who), chance)
            if answer is None:
                return None, chance
            found[who] = answer[1][0]
    return found, chance


def any_answer(question: Question, chance: int) -> tuple[Answer | None, int]:
    """Some answer at random, and chance as it goes on; None if there is none."""
    atoms: Atoms = ()
    while (answer := question.answer(atoms)) is None:
        options = [option for option in question.options(atoms) if atoms or not is_free(option)]  # that is no answer
        if not options:
            return None, chance
        number, chance = below(chance, len(options))
        atoms = (*atoms, options[number])
    return answer, chance


def written(table: Table, state: State) -> dict[int, str]:
    """Sealed answers in notation, by seat."""
    sealed = find(table, state)
    if sealed is None:
        return {}
    asking = _open_again(state, sealed)
    return {seat: notation.write_answer(Question(table, asking, seat), (ASK, (value,))) for seat, value in sealed.answers.items()}


def _open_again(state: State, sealed: SealedAsk) -> State:
    """A state in which nobody has answered yet."""
    other = state.copy()
    other.apart, other.frame, other.ask = None, sealed.with_answers({}), sealed.ask
    return other


def places(table: Table, state: State, sealed: SealedAsk, seats: Iterable[int]) -> set[int]:
    """Where the pieces lie that the answers of some name: they would be missed."""
    found: set[int] = set()
    type_ = table.asks[sealed.ask].type
    where, answers = table.layout.tables["WHERE"], sealed.answers
    for value in [answers[seat] for seat in seats if seat in answers]:
        match type_.head if type_ else "":
            case "group":
                found |= {cell for cell, _ in value}
            case "card":
                found.add(state.cells[where[value]])
            case "list" if type_ and type_.inner and type_.inner.head == "card":
                found |= {state.cells[where[card]] for card in value}
            case _:
                pass
    return found
