"""A game under way: choices in parts, playing them, taking back, asking why not.

In:   a Table, names, a seed.      Out:  Game. Same seed and choices, same game.
The log keeps whole answers. An ask with one answer answers itself and is logged like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any, Self

from kfdsl.engine.choices import notation, rows
from kfdsl.engine.choices.choice import Choice, IllegalChoice, Line, in_words, readable
from kfdsl.engine.choices.offers import offered
from kfdsl.engine.choices.question import Answer, Atoms, Question
from kfdsl.engine.choices.why_not import Reason, why_none, why_not
from kfdsl.engine.machine.cannot_go_on import CannotGoOn, Endless, Stuck, TooLarge, TooMany
from kfdsl.engine.machine.chance import stream
from kfdsl.engine.play.log import Log, Sealed
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
MOST_SILENT = 20_000  # answers in a row that were the only ones, before content is called endless


@dataclass(frozen=True, slots=True)
class _Before:
    state: State
    atoms: Atoms
    journal: Log
    player: int


class Game:
    """A game under way."""

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
        self._real: dict[int, bytes] = {}  # who has a real choice, as long as these are their rules under way
        self._history: list[_Before] = []
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
        return self.state.ask < 0

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
        return self.question.who

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
        if self.over:
            raise IllegalChoice("the game is over; nobody is asked")
        if self._question is None:
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
        return offered(self.question, self.atoms, self.names)

    @steadfast
    def choice(self, atoms: Atoms) -> Choice:
        """A row of atoms as a choice; whether it is offered is not asked here."""
        question = self.question
        is_whole = question.answer(atoms) is not None
        return Choice(notation.write(question, atoms), readable(question, atoms, self.names), is_whole, atoms)

    @steadfast
    def foreseen(self, choice: Choice) -> Choice:
        """What a choice comes to when parts with one option have chosen themselves."""
        return self.choice(rows.filled(self.question, choice.atoms))

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
        self._question = None
        self._real.clear()

    def forget(self) -> None:
        """Look at the state anew after it was changed from outside; nothing can be taken back then."""
        self._question = None
        self._real.clear()
        self._history.clear()

    def fresh(self) -> None:
        """Go on from a state that was changed from outside."""
        self.forget()
        self.atoms, self._told = (), []
        self._fill()
        self._run()
        self._go_on()

    def _run(self) -> None:
        self._do(lambda: self.table.run(self.state), lambda: self.table.run_telling(self.state))

    # ---- playing

    @steadfast
    def play(self, choice: Choice | str, player: str | None = None) -> None:
        """Answer with a part or a whole, as a Choice or in notation; where several are asked, for one of them."""
        if player is not None:
            if player not in self.to_act:
                raise IllegalChoice(f"{player} is not asked now")
            self.face(self.names.index(player))
        question = self.question
        atoms = self._offered(question, choice)
        self._remember(question)
        facing, begun = self._facing, dict(self._parts)
        self._told = []
        self.lines = []
        self.atoms = atoms
        self._fill()
        try:
            self._settle()
        except Exception:  # whatever it is, the game stands where it stood
            self.undo()
            self._facing, self._parts, self.lines = facing, begun, []
            raise

    def _offered(self, question: Question, choice: Choice | str) -> Atoms:
        if not isinstance(choice, Choice):
            return self._read(question, choice)
        if not rows.goes_on(question, self.atoms, choice.atoms):
            raise IllegalChoice(f"`{choice.notation}` is not offered now")
        return choice.atoms

    @steadfast
    def read(self, text: str) -> Choice:
        """The choice that a notation stands for, or an IllegalChoice that says why there is none."""
        return self.choice(self._read(self.question, text))

    @steadfast
    def begins(self, text: str) -> Choice | None:
        """The choice of an action and some values of it in notation, if an answer begins like this."""
        atoms = rows.begun(self.question, text)
        is_offered = atoms is not None and rows.goes_on(self.question, self.atoms, atoms)
        return self.choice(atoms) if atoms is not None and is_offered else None

    def _read(self, question: Question, text: str) -> Atoms:
        """A whole answer is looked at by itself, without all that is offered beside it, which costs more."""
        wanted = " ".join(text.split())
        reason = self.why_not(wanted)
        if reason is None:
            return self.whole(question, notation.read(question, wanted))
        for option in question.options(self.atoms):
            atoms = (*self.atoms, option)
            if notation.write(question, atoms) == wanted:
                return atoms
        raise IllegalChoice(f"`{wanted}` is not allowed: {reason.words}" + (f" ({reason.need})" if reason.need else ""))

    def whole(self, question: Question, answer: Answer) -> Atoms:
        """The row of atoms of a whole answer."""
        return rows.row_of(question, *answer)

    def _remember(self, question: Question) -> None:
        self._history.append(_Before(self.state.copy(), self.atoms, self.journal.copy(), question.who))

    def _settle(self) -> None:
        """Parts with one option choose themselves; a whole is carried out."""
        question = self._asked()
        self.atoms = rows.filled(question, self.atoms)
        answer = question.answer(self.atoms)
        if answer is not None:
            self._carry_out(question, answer, alone=False)
            self._go_on()

    def _carry_out(self, question: Question, answer: Answer, alone: bool) -> None:
        lines = [Line(question.who, notation.write_answer(question, answer), alone)]
        if question.info.sealed and answer[0] < 0:
            lines = self._opened(lines[0])
        self.lines += lines
        self.journal.write(lines, self.state.at_once)
        codes = question.codes(*answer)
        self._do(
            lambda: self.table.answer(self.state, codes, question.who),
            lambda: self.table.answer_telling(self.state, codes, question.who),
        )
        self._facing = self._question = None
        self.atoms = ()

    def _opened(self, last: Line) -> list[Line]:
        """The lines of sealed answers, by seat, once the last is in; none before."""
        journal = self.journal
        if len(self.table.waiting(self.state)) > 1:
            journal.sealed += (Sealed(last.player, last.notation, len(journal.lines)),)
            return []
        given, journal.sealed = journal.sealed, ()
        return sorted([*(Line(each.player, each.notation) for each in given), last], key=lambda line: line.player)

    def _go_on(self) -> None:
        """Run until somebody has a real choice."""
        before = self._history[-1].player if self._history else None
        for silent in count():
            if self.over:
                break
            if silent > MOST_SILENT:
                raise Endless(
                    f"this was asked again and again, {MOST_SILENT} answers in a row were the only ones there were",
                    self.question.line,
                )
            found = self._silent()
            if found is None:
                break
            self._carry_out(*found, alone=True)
        self.journal.mark(self.state)
        if not self.over:
            self.atoms = self._parts.pop(self.seat, ())
        is_anothers = self.over or before is None or self.seat != before
        if is_anothers or any(self._reveals(event, before or 0) for event in self.events):
            self._history.clear()

    def _do(self, quietly: Callable[[], None], telling: Callable[[], Told]) -> None:
        """Have something done; what happens is told, if anybody wants to know."""
        try:
            if self.script is not None:
                with self.table.scripted(self.script):
                    self._told.append(telling())
            elif self.tells:
                self._told.append(telling())
            else:
                quietly()
        except Impossible as mistake:
            raise self._undone(mistake) from mistake

    def _undone(self, mistake: Impossible) -> Stuck:
        """What is said of something that nobody chose and that cannot be done."""
        span, words = self.table.numbering.rules[self.table.program.main].span, ""
        if mistake.args:
            words, span = obstacle_in_words(mistake.args[0], self.table.wording), mistake.args[0].span
        return Stuck(f"this cannot be done now{f': {words}' if words else ''}, and nobody chose it", span)

    def _silent(self) -> tuple[Question, Answer] | None:
        """A question with one answer, and that; of all who act at once, each is looked at again only after own answers."""
        acting = sorted(self.state.acting)
        if not acting or self.table.ask(self.state).sealed:
            return self._only_answer(self._asked())
        for part in acting:
            words = self.state.frames_of(part.seat)
            if self._real.get(part.seat) != words:
                found = self._only_answer(Question(self.table, self.state, part.seat))
                if found is not None:
                    return found
                self._real[part.seat] = words
        return None

    def _only_answer(self, question: Question) -> tuple[Question, Answer] | None:
        answer = question.only_answer()
        return None if answer is None else (question, answer)

    # ---- taking back

    def _reveals(self, event: Event, player: int) -> bool:
        """Whether an event showed somebody something new."""
        if event[0] in ("draw", "shuffle", "toss"):
            return True
        if event[0] not in ("move", "card"):
            return False
        source, target = self.table.layout.cells[event[1]], self.table.layout.cells[event[2]]
        return any(
            target.seen_by(seat) and not source.seen_by(seat) for seat in range(len(self.names)) if seat != player
        ) or (target.seen_by(player) and not source.seen_by(player))

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
        self._question = None
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
        answers = [question.codes_of(self._whole(question, choice)) for choice in choices]
        return self.table.look(question.g, question.who, answers, stream(seed, _LOOK), worlds)

    def _whole(self, question: Question, choice: Choice | str) -> Atoms:
        atoms = self._offered(question, choice)
        if question.answer(atoms) is None:
            raise IllegalChoice(f"`{notation.write(question, atoms)}` is only a part of an answer; look at whole ones")
        return atoms

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
        other.lines, other._parts, other._real = list(self.lines), dict(self._parts), dict(self._real)
        other._question = None
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
