"""A game under way: choices in parts, playing them, taking back, asking why not.

In:   a Table, names, a seed.      Out:  Game. Same seed and choices, same game.
The log keeps whole answers. An ask with one answer answers itself and is logged like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from itertools import count
from typing import Any, Self, TypeVar

from kfdsl.engine.choices import notation, rows
from kfdsl.engine.choices.begun import Atoms, Begun, Codes
from kfdsl.engine.choices.choice import Choice, IllegalChoice, Line, in_words, readable
from kfdsl.engine.choices.offers import offered
from kfdsl.engine.choices.question import Question
from kfdsl.engine.choices.texts import texts
from kfdsl.engine.choices.why_not import Reason, why_none, why_not
from kfdsl.engine.machine.cannot_go_on import CannotGoOn, Endless, Stuck, TooLarge, TooMany
from kfdsl.engine.machine.chance import stream
from kfdsl.engine.play.history import Before, reveals
from kfdsl.engine.play.log import Log, Sealed
from kfdsl.engine.play.meant import meant, read, whole
from kfdsl.engine.play.real_choices import RealChoices
from kfdsl.engine.play.redeal import redeal
from kfdsl.engine.play.sealed_answers import written
from kfdsl.engine.play.standing import totals
from kfdsl.engine.play.steadfast import steadfast
from kfdsl.engine.rules.table import Impossible, Table
from kfdsl.engine.words.obstacles import in_words as obstacle_in_words
from kfdsl.engine.words.script import Scripted
from kfdsl.engine.words.state import Event, State
from kfdsl.engine.words.told import Told
from kfdsl.program import made_names

_LOOK = 0x1009  # of streams of chance
R = TypeVar("R")
MOST_SILENT = 20_000  # answers in a row that were the only ones, before content is called endless


class Game:
    """A game under way."""

    looks = True  # for what comes next as soon as an answer is given

    def __init__(
        self,
        table: Table,
        names: Sequence[str],
        seed: int,
        state: State | None = None,
        options: Mapping[str, bool | str] | None = None,
    ) -> None:
        self.table = table
        self.names = tuple(names)
        self.seed = seed
        self.journal = Log()
        self.atoms: Atoms = ()
        self._told: list[Told] = []  # while the last thing was played
        self.lines: list[Line] = []  # that it brought to the log
        self.tells = True
        self.script: list[Scripted] | None = None  # what chance brings, in an example
        self._question: Question | None = None
        self._parts: dict[int, Atoms] = {}  # of others who began a sealed answer
        self._facing: int | None = None  # which of several who are asked
        self._real = RealChoices()
        self._history: list[Before] = []
        self._stands: tuple[State, Log] | None = None  # copies of state and log, as long as they are as they are
        if state is not None:
            self.state = state
            return
        self.state = table.first_state(tuple(first_cells(table, options or {})), stream(seed))
        self.begin()

    def begin(self) -> None:
        """Run from the very start to the first question."""
        self._fill()
        self.table.start(self.state)
        self._run()
        self._go_on()

    # ---- who and what

    @property
    def over(self) -> bool:
        """Whether nothing is left to do."""
        state = self.state
        return (state.ask if state.asked is None else state.asked) < 0

    @property
    def log(self) -> list[Line]:
        """Every whole answer so far."""
        return self.journal.lines

    @property
    def events(self) -> list[Event]:
        """What the last thing played brought about."""
        return [event for told in self._told for event in told.events]

    @property
    def player(self) -> str:
        """Who is to answer."""
        return self.names[self.seat]

    @property
    def seat(self) -> int:
        """The number of the one who is to answer."""
        return self._asked().who

    @property
    def to_act(self) -> tuple[str, ...]:
        """Everybody who may answer now."""
        return () if self.over else tuple(self.names[seat] for seat in self.table.waiting(self.state))

    def face(self, seat: int) -> None:
        """Face another of those who are asked; what everybody has begun to answer is kept."""
        if self.over or seat == self.seat or seat not in self.table.waiting(self.state):
            return
        self._parts[self.seat] = self.atoms
        self.atoms = self._parts.pop(seat, ())
        self._facing = seat
        self._question = None
        self._history.clear()

    def _fill(self) -> None:
        """All steps anew: for what is worked out before the next choice, or for looking at what may be chosen."""
        self.table.fill()

    @property
    def question(self) -> Question:
        """What is asked; whoever looks may take all steps anew."""
        self.table.engine.fill()
        return self._asked()

    def _asked(self) -> Question:
        if self._question is None:
            if self.over:
                raise IllegalChoice("the game is over; nobody is asked")
            facing = self._facing
            if facing is not None and facing not in self.table.waiting(self.state):
                facing = None
            self._question = Question(self.table, self.state, facing)
        return self._question

    @steadfast
    def choices(self, player: str | None = None) -> list[Choice]:
        """The options for the next part of the answer."""
        if self.over or (player is not None and player not in self.to_act):
            return []
        if player is not None:
            self.face(self.names.index(player))
        question = self.question
        return offered(question, question.begun(self.atoms), self.names)[:]

    @steadfast
    def choice(self, atoms: Atoms) -> Choice:
        """A row of atoms as a choice; whether it is offered is not asked here."""
        question = self.question
        is_whole = question.answer(atoms) is not None
        return Choice(notation.write(question, atoms), readable(question, atoms, self.names), is_whole, atoms)

    @steadfast
    def foreseen(self, choice: Choice) -> Choice:
        """What a choice comes to when parts with one option have chosen themselves."""
        question = self.question
        return self.choice(rows.filled(question, question.begun(choice.atoms)).atoms)

    @steadfast
    def words(self, atoms: Atoms) -> str:
        """What a row of atoms answers, in words for people, as far as its values are whole."""
        return in_words(self.question, atoms, self.names)

    def begun(self) -> dict[int, Atoms]:
        """The parts of an answer that were given, by seat; the one who is faced comes first."""
        return (
            {}
            if self.over
            else {self.seat: self.atoms, **{seat: atoms for seat, atoms in self._parts.items() if atoms}}
        )

    @property
    def so_far(self) -> str:
        """The parts of the answer that were given, in notation; empty if there are none."""
        return notation.write(self.question, self.atoms) if self.atoms else ""

    def forget_question(self) -> None:
        """Ask anew what may be answered."""
        self._question = self._stands = None
        self._real.forget()

    def forget(self) -> None:
        """Look at the state anew after it was changed from outside; nothing can be taken back then."""
        self.forget_question()
        self._history.clear()

    def fresh(self) -> None:
        """Go on from a state that was changed from outside."""
        self.forget()
        self.atoms, self._told = (), []
        self._fill()
        self._run()
        self._go_on()

    def _run(self) -> None:
        self._do(lambda: self.table.run(self.state), lambda: (self.table.run_telling(self.state), None))

    # ---- playing

    @steadfast
    def play(self, choice: Choice | str, player: str | None = None) -> None:
        """Answer with a part or a whole, as a Choice or in notation; where several are asked, for one of them."""
        if player is not None:
            if player not in self.to_act:
                raise IllegalChoice(f"{player} is not asked now")
            self.face(self.names.index(player))
        question = self.question
        begun = meant(question, self.atoms, choice)
        self._remember(question)
        facing, parts = self._facing, dict(self._parts)
        self._told = []
        self.lines = []
        self._fill()
        try:
            self._settle(question, begun)
        except Exception:  # whatever it is, the game stands where it stood
            self.undo()
            self._facing, self._parts, self.lines = facing, parts, []
            raise

    @steadfast
    def read(self, text: str) -> Choice:
        """The choice that a notation stands for, or an IllegalChoice that says why there is none."""
        return self.choice(read(self.question, self.atoms, text).atoms)

    @steadfast
    def begins(self, text: str) -> Choice | None:
        """The choice of an action and some values of it in notation, if an answer begins like this."""
        atoms = rows.begun(self.question, text)
        is_offered = atoms is not None and rows.going_on(self.question, self.atoms, atoms) is not None
        return self.choice(atoms) if atoms is not None and is_offered else None

    def _remember(self, question: Question) -> None:
        if self._stands is None:
            self._stands = self.state.copy(), self.journal.copy()
        self._history.append(Before(*self._stands, self.atoms, question.who))

    def _settle(self, question: Question, begun: Begun) -> None:
        """Parts with one option choose themselves; a whole is carried out."""
        self.atoms = begun.atoms
        begun = rows.filled(question, begun)
        self.atoms = begun.atoms
        if begun.is_whole:
            self._go_on(self._carry_out(question, begun, alone=False))

    def _carry_out(self, question: Question, answer: Begun, alone: bool) -> list[int]:
        text, _ = texts(question, answer, self.names)
        return self._give(question, answer.number, text, question.codes_of_begun(answer), alone)

    def _give(self, question: Question, number: int, text: str, codes: Codes, alone: bool) -> list[int]:
        """Give an answer; what the engine said of what comes then."""
        lines = [Line(question.who, text, alone)]
        if question.info.sealed and number < 0:
            lines = self._opened(lines[0])
        self.lines += lines
        self._stands = None
        self.journal.write(lines, self.state.at_once)
        looks = self.looks and self.script is None  # chance that is said beforehand is for what is done
        found = self._do(
            lambda: self.table.answer(self.state, codes, question.who, looks),
            lambda: self.table.answer_telling(self.state, codes, question.who, looks),
        )
        self._facing = self._question = None
        self.atoms = ()
        return found

    def _opened(self, last: Line) -> list[Line]:
        """The lines of sealed answers, by seat, once the last is in; none before."""
        journal = self.journal
        if len(self.table.waiting(self.state)) > 1:
            journal.sealed += (Sealed(last.player, last.notation, len(journal.lines)),)
            return []
        given, journal.sealed = journal.sealed, ()
        return sorted([*(Line(each.player, each.notation) for each in given), last], key=lambda line: line.player)

    def _go_on(self, comes: list[int] | None = None) -> None:
        """Run until somebody has a real choice; `comes` is what the engine said of the first question."""
        before = self._history[-1].player if self._history else None
        for silent in count():
            if self.over:
                break
            if silent > MOST_SILENT:
                raise Endless(
                    f"this was asked again and again, {MOST_SILENT} answers in a row were the only ones there were",
                    self.question.line,
                )
            self._question, only = self._silent(comes)
            if self._question is None or only is None:
                break
            comes = self._carry_out(self._question, only, alone=True)
        self.journal.mark(self.state)
        if not self.over:
            self.atoms = self._parts.pop(self.seat, ())
        is_anothers = self.over or before is None or self.seat != before
        if is_anothers or any(reveals(deed, self.table.layout) for told in self._told for deed in told.deeds):
            self._history.clear()

    def _do(self, quietly: Callable[[], R], telling: Callable[[], tuple[Told, R]]) -> R:
        """Have something done; what happens is told, if anybody wants to know."""
        try:
            if not self.tells and self.script is None:
                return quietly()
            with nullcontext() if self.script is None else self.table.scripted(self.script):
                told, found = telling()
            self._told.append(told)
            return found
        except Impossible as mistake:
            raise self._undone(mistake) from mistake

    def _undone(self, mistake: Impossible) -> Stuck:
        """What is said of something that nobody chose and that cannot be done."""
        span, words = self.table.numbering.rules[self.table.program.main].span, ""
        if mistake.args:
            words, span = obstacle_in_words(mistake.args[0], self.table.wording), mistake.args[0].span
        return Stuck(f"this cannot be done now{f': {words}' if words else ''}, and nobody chose it", span)

    def _silent(self, comes: list[int] | None) -> tuple[Question | None, Begun | None]:
        """A question with one answer, and that; otherwise what is asked, as far as it was looked at."""
        acting = self.state.acting
        if acting and not self.table.ask(self.state).sealed:
            question, answer = self._real.only_answer(self.table, self.state, acting)
            return (question, answer) if answer is not None or self._facing is None else (self._question, None)
        question = self._asked()
        if comes is not None:
            question.looked(comes)
        return question, question.only_answer()

    # ---- taking back

    def can_undo(self) -> bool:
        """Whether the last part can be taken back."""
        return bool(self._history)

    def undo(self) -> None:
        """Take back the last part; not across chance, a reveal or another player's answer."""
        if not self._history:
            raise IllegalChoice("nothing can be taken back: chance, a reveal or another player came between")
        before = self._history.pop()
        self.state = before.state.copy()  # a clone may take back the same
        self.atoms = before.atoms
        self.journal = before.journal.copy()
        self._question = self._stands = None
        self._told = []

    # ---- asking

    @steadfast
    def why_not(self, text: str, seat: int | None = None) -> Reason | None:
        """Why an answer is not allowed; None if it is."""
        if self.over:
            return Reason("", "the game is over", None, is_beside=True)
        question = self.question
        if seat is not None and seat != question.who:
            return Reason("", f"it is {self.player} who is asked", None, is_beside=True)
        return why_not(question, text)

    def why_none(self, text: str) -> Reason | None:
        """Why no answer begins with an action and these values of it; None if there is one."""
        return Reason("", "the game is over", None, is_beside=True) if self.over else why_none(self.question, text)

    @steadfast
    def look(self, choices: Sequence[Choice | str], worlds: int = 1, seed: int = 0) -> list[int]:
        """What each of some whole answers comes to for the one who is asked: the larger, the better.

        Each is given in so many imagined worlds, and everybody then does nothing as long as they may; what it came to is added up. The
        one who is asked cannot tell these worlds from the real one. They follow from `seed` and what that player may know, and are
        the same for all answers; nothing is played. The greedy bot goes by the same numbers: see `engine/library/looking/ahead.py`.
        """
        if worlds < 1:
            raise ValueError("an answer is looked at in one world at least")
        question = self.question
        answers = [question.codes_of_begun(whole(question, self.atoms, choice)) for choice in choices]
        return self.table.look(question.g, question.who, answers, stream(seed, _LOOK), worlds)

    # ---- results

    def totals(self) -> list[int]:
        """Points by seat."""
        return totals(self.table, self.state)

    def clone(self) -> Self:
        """An independent game at the same point."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.state = self.state.copy()
        other.journal, other._told, other._history = self.journal.copy(), list(self._told), list(self._history)
        other.lines, other._parts, other._real = list(self.lines), dict(self._parts), self._real.copy()
        other._question = other._stands = None
        return other

    @steadfast
    def elsewhere(self, seat: int, stream: int) -> Self:
        """A copy in another world that a player cannot tell from this one.

        What others have begun to answer is not known there, what they sealed is another answer, and how things lay before is forgotten.
        """
        other = self.clone()
        other.state = redeal(self.table, self.state, seat, stream)
        other.forget()
        own = self.begun().get(seat, ())
        is_facing = not self.over and self.seat == seat
        other.atoms, other._parts = (own, {}) if is_facing else ((), {seat: own} if own else {})
        other.journal.trail.clear()
        there = written(self.table, other.state)
        other.journal.sealed = tuple(
            replace(each, notation=there.get(each.player, each.notation)) for each in self.journal.sealed
        )
        return other


def first_cells(table: Table, options: Mapping[str, bool | str]) -> list[Any]:
    """What lies where before the set-up, and what was settled beforehand."""
    cells = list(table.layout.first)
    for name, chosen in options.items():
        cells[table.layout.tables[made_names.var_cells(made_names.option(*name.split(".")))]] = chosen
    return cells


__all__ = ["CannotGoOn", "Choice", "Endless", "Game", "IllegalChoice", "Line", "Reason", "Stuck", "TooLarge", "TooMany"]
