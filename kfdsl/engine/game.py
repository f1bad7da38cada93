"""A game under way: choices in parts, playing them, taking back, asking why not.

In:   a Table, names, a seed.      Out:  Game. Same seed and choices, same game.
The log keeps whole answers. An ask with one answer answers itself and is logged like any other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any, Self

from kfdsl.engine import notation
from kfdsl.engine.chance import stream
from kfdsl.engine.domains import GroupDomain, SeveralDomain
from kfdsl.engine.question import STOP, Atoms, Question
from kfdsl.engine.state import Event, Frame, Impossible, Refused, State
from kfdsl.engine.table import Table
from kfdsl.text.source import Span


MOST_SILENT = 20_000  # answers in a row that were the only ones, before content is called endless


class Endless(RuntimeError):
    """Content that goes round without anybody having a choice."""


class Stuck(RuntimeError):
    """Content that asks where there is nothing to answer."""


class IllegalChoice(ValueError):
    """A choice that is not offered; says why."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One option for the next part: `notation` is stable, `text` is for people, `whole` ends the answer."""

    notation: str
    text: str
    whole: bool
    atoms: Atoms


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something cannot be done: the need that fails, its words, and the line it stands on."""

    need: str
    words: str
    span: Span | None
    unknown: bool = False  # a word in it names nothing at all


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the log: who answered what, and whether it answered itself."""

    player: int
    notation: str
    alone: bool = False


@dataclass(frozen=True, slots=True)
class _Before:
    state: State
    atoms: Atoms
    log: int
    player: int


class Game:
    """A game under way."""

    def __init__(self, table: Table, names: Sequence[str], seed: int, state: State | None = None,
                 options: Mapping[str, bool | str] | None = None) -> None:
        self.table = table
        self.names = tuple(names)
        self.seed = seed
        self.log: list[Line] = []
        self.atoms: Atoms = ()
        self.events: list[Event] = []  # of the last thing played
        self.tells = True
        self._question: Question | None = None
        self._parts: dict[int, Atoms] = {}  # of others who began a sealed answer
        self._facing: int | None = None  # which of several who are asked
        self._history: list[_Before] = []
        if state is not None:
            self.state = state
            return
        self.state = State(list(table.layout.first), stream(seed))
        for name, chosen in (options or {}).items():
            self.state.cells[table.layout.tables[f"V_option_{name.replace('.', '_')}"]] = chosen
        self.begin()

    def begin(self) -> None:
        """Run from the very start to the first question."""
        entry = self.table.quiet.form.entries
        main = self.table.program.main
        if main in entry:
            self.state.frame = (entry[main], (), None)
        else:
            self.table.quiet.names[f"r_{main}"](self.state)
        self._go_on()

    # ---- who and what

    @property
    def over(self) -> bool:
        """Whether nothing is left to do."""
        return self.state.ask < 0

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

    @property
    def question(self) -> Question:
        """What is asked."""
        if self.over:
            raise IllegalChoice("the game is over; nobody is asked")
        if self._question is None:
            facing = self._facing if self._facing in self.table.waiting(self.state) else None
            self._question = Question(self.table, self.state, facing)
        return self._question

    def choices(self, player: str | None = None) -> list[Choice]:
        """The options for the next part of the answer."""
        if self.over or (player is not None and player not in self.to_act):
            return []
        if player is not None:
            self.face(self.names.index(player))
        question = self.question
        return [self._choice(question, (*self.atoms, option)) for option in question.options(self.atoms)]

    def _choice(self, question: Question, atoms: Atoms) -> Choice:
        whole = question.answer(atoms) is not None
        return Choice(notation.write(question, atoms), self.readable(question, atoms), whole, atoms)

    def begun(self) -> dict[int, Atoms]:
        """The parts of an answer that were given, by seat; the one who is faced comes first."""
        return {} if self.over else {self.seat: self.atoms, **{seat: atoms for seat, atoms in self._parts.items() if atoms}}

    def sealed(self) -> list[tuple[int, str]]:
        """Who has given which answer that is not open yet."""
        if self.over or not self.table.ask(self.state).sealed:
            return []
        assert self.state.frame is not None
        return [(seat, notation.write_answer(Question(self.table, self.state, seat), value)) for seat, value in self.state.frame[1][-1]]

    @property
    def so_far(self) -> str:
        """The parts of the answer that were given, in notation; empty if there are none."""
        return notation.write(self.question, self.atoms) if self.atoms else ""

    def readable(self, question: Question, atoms: Atoms) -> str:
        """A choice in words."""
        wording = self.table.wording
        number, values, parts = question.split(atoms)
        if parts:
            domain = question.domain(number, values)
            source, token, _ = domain.parts[len(parts) - 1]
            count = parts[-1]
            if isinstance(domain, SeveralDomain):
                assert question.info.type is not None and question.info.type.inner is not None
                return f"{'with' if count else 'without'} {wording.word(domain.items[source], question.info.type.inner)}"
            if token is None:
                place = wording.place(domain.sources[source][1])
                return f"{'all of' if count else 'nothing of'} {place}"
            return f"{count} {wording.noun(token, count)}"
        words = [question.action(number).name.replace("_", " ")] if number >= 0 else ["stop"] if number == STOP else []
        for at, value in enumerate(values):
            param = question.action(number).params[at] if number >= 0 else None
            type_ = param.type if param else question.info.type
            words += [param.label] if param and param.label else []
            if question.info.sort == "branches" and number < 0:
                words.append(self._branch(question, value))
            elif type_ is not None:
                words.append(wording.word(value, type_))
        return " ".join(words)

    def _branch(self, question: Question, number: int) -> str:
        rule = self.table.numbering.rules[question.info.branches[number]]
        return " ".join(rule.span.words.strip("{} \n").split())

    def forget(self) -> None:
        """Look at the state anew after it was changed from outside; nothing can be taken back then."""
        self._question = None
        self._history.clear()

    def fresh(self) -> None:
        """Go on from a state that was changed from outside."""
        self.forget()
        self.atoms = ()
        self._go_on()

    def asking(self, seat: int) -> Self:
        """A copy in which the open menu is another player's, to ask what that player could do now."""
        other = self.clone()
        question = Question(self.table, other.state)
        if question.info.sort == "menu":
            question.who, question.outer = seat, (seat, *question.outer[1:])
        other._question = question
        return other

    def rewound(self) -> Frame:
        """The frame from which the menu that is open would be asked again, with what it read then read anew."""
        frame = self.state.frame
        if frame is None:
            return None
        name = self.table.quiet.form.blocks[frame[0]].rule
        entry = self.table.quiet.form.entries[name]
        return (entry, frame[1][: len(self.table.quiet.form.blocks[entry].names)], frame[2])

    # ---- playing

    def play(self, choice: Choice | str, player: str | None = None) -> None:
        """Answer with a part or a whole, as a Choice or in notation; where several are asked, for one of them."""
        if player is not None:
            if player not in self.to_act:
                raise IllegalChoice(f"{player} is not asked now")
            self.face(self.names.index(player))
        question = self.question
        if isinstance(choice, Choice):
            atoms = choice.atoms
            if not atoms or atoms[:-1] != self.atoms or atoms[-1] not in question.options(self.atoms):
                raise IllegalChoice(f"`{choice.notation}` is not offered now")
        else:
            atoms = self._read(question, choice)
        self._remember(question)
        self.events = []
        self.atoms = atoms
        self._settle()

    def _read(self, question: Question, text: str) -> Atoms:
        wanted = " ".join(text.split())
        for option in question.options(self.atoms):
            atoms = (*self.atoms, option)
            if notation.write(question, atoms) == wanted:
                return atoms
        reason = self.why_not(text)
        if reason is not None:
            raise IllegalChoice(f"`{wanted}` is not allowed: {reason.words}" + (f" ({reason.need})" if reason.need else ""))
        return self.whole(question, notation.read(question, wanted))

    def whole(self, question: Question, answer: Any) -> Atoms:
        """The row of atoms of a whole answer."""
        number, values = question.parts_of(answer)
        atoms: Atoms = (number,) if number != -1 else ()
        for at, value in enumerate(values):
            if question.is_group(number, at):
                counts = question.domain(number, values[:at]).counts(value)
                assert counts is not None
                atoms += counts
            else:
                atoms += (value,)
        return atoms

    def _remember(self, question: Question) -> None:
        self._history.append(_Before(self.state.copy(), self.atoms, len(self.log), question.who))

    def _settle(self) -> None:
        """Parts with one option choose themselves; a whole is carried out."""
        question = self.question
        while (answer := question.answer(self.atoms)) is None:
            options = question.options(self.atoms)
            if len(options) != 1:
                return
            self.atoms = (*self.atoms, options[0])
        self._carry_out(question, answer, alone=False)
        self._go_on()

    def _carry_out(self, question: Question, answer: Any, alone: bool) -> None:
        lines = [Line(question.who, notation.write_answer(question, answer), alone)]
        if self.table.ask(self.state).sealed and question.parts_of(answer)[0] < 0:
            lines = self._opened(lines[0])
        self.log += lines
        self.table.answer(self.state, answer, question.who)
        self._facing = self._question = None
        self.atoms = () if self.over else self._parts.pop(self.table.waiting(self.state)[0], ())

    def _opened(self, last: Line) -> list[Line]:
        """The lines of sealed answers, by seat, once the last is in; none before."""
        if len(self.table.waiting(self.state)) > 1:
            return []
        return sorted([*(Line(seat, text) for seat, text in self.sealed()), last], key=lambda line: line.player)

    def _go_on(self) -> None:
        """Run until somebody has a real choice."""
        form = self.table.telling if self.tells else self.table.quiet
        self.state.events = [] if self.tells else None
        before = self._history[-1].player if self._history else None
        for silent in count():
            form.run(self.state)
            if self.over:
                break
            if silent > MOST_SILENT:
                raise Endless(f"`{self.question.info.rule}` asks and answers itself for ever")
            question = self.question
            only = self._only_answer(question)
            if only is None:
                break
            self._carry_out(question, only, alone=True)
        self.events = self.state.events or []
        self.state.events = None
        if self.over or before is None or self.seat != before or any(self._reveals(event, before) for event in self.events):
            self._history.clear()

    def _only_answer(self, question: Question) -> Any | None:
        atoms: Atoms = ()
        while (answer := question.answer(atoms)) is None:
            options = question.options(atoms)
            if len(options) != 1:
                if not options:
                    line = self.table.quiet.form.lines[question.info.line]
                    raise Stuck(f"`{question.info.rule}` asks at {line.place}, and there is nothing to answer; give it a way out")
                return None
            atoms = (*atoms, options[0])
        return answer

    # ---- taking back

    def _reveals(self, event: Event, player: int) -> bool:
        """Whether an event showed somebody something new."""
        if event[0] in ("draw", "shuffle", "toss"):
            return True
        if event[0] not in ("move", "card"):
            return False
        source, target = self.table.layout.cells[event[1]], self.table.layout.cells[event[2]]
        return any(target.seen_by(seat) and not source.seen_by(seat) for seat in range(len(self.names)) if seat != player) or (
            target.seen_by(player) and not source.seen_by(player))

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
        del self.log[before.log :]
        self._question = None
        self.events = []

    # ---- asking

    def why_not(self, text: str, seat: int | None = None) -> Reason | None:
        """Why an answer is not allowed; None if it is."""
        if self.over:
            return Reason("", "the game is over", None)
        question = self.question
        if seat is not None and seat != question.who:
            return Reason("", f"it is {self.player} who is asked", None)
        try:
            answer = notation.read(question, text)
        except notation.Unreadable as mistake:
            return Reason("", str(mistake), None, isinstance(mistake, notation.Unknown))
        number, values = question.parts_of(answer)
        return self._missing(question, number, values) or self._refused(question, number, values)

    def _missing(self, question: Question, number: int, values: Atoms) -> Reason | None:
        wording = self.table.wording
        for at, value in enumerate(values):
            if question.is_group(number, at):
                domain = question.domain(number, values[:at])
                if (isinstance(domain, GroupDomain) and not value) or domain.counts(value) is None:
                    return Reason("", "that cannot be picked up: it is not all there", None)
            elif value not in question.items(number, values[:at]):
                type_ = question.action(number).params[at].type if number >= 0 else question.info.type
                shown = wording.word(value, type_) if type_ else str(value)
                return Reason("", f"{shown} cannot be chosen here", question.action(number).params[at].span if number >= 0 else None)
        return None

    def _refused(self, question: Question, number: int, values: Atoms) -> Reason | None:
        if number < 0:
            return None if question.leaf(number, values) else Reason("", "what is under way could not be finished then", None)
        action, names = question.action(number), self.table.telling.names
        for i, need in enumerate(action.needs):
            if not names[f"n_{action.name}_{i}"](self.state, *question.given(number), *values[: need.depth]):
                words = names[f"m_{action.name}_{i}"](self.state, *question.given(number), *values)
                return Reason(need.name, words or need.name, need.span)
        if question.leaf(number, values):
            return None
        trial = self.state.scratch()
        trial.events = []
        try:
            rule = names["ACTION_RULES"][question.action_number(number)]
            self.table.telling.begin(trial, rule, (*question.given(number), *values))
            self.table.telling.run(trial)
        except Refused as refusal:
            return Reason(refusal.need, refusal.words or refusal.need, self.table.telling.form.lines[refusal.line])
        except Impossible:
            pass
        return Reason("", "it cannot be carried out", action.span)

    # ---- results

    def totals(self) -> list[int]:
        """Points by seat."""
        found = [0] * len(self.names)
        for player, points, *_ in self.state.sheet:
            found[player] += points
        return found

    def clone(self) -> Self:
        """An independent game at the same point."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.state = self.state.copy()
        other.log, other.events, other._history = list(self.log), list(self.events), list(self._history)
        other._parts = dict(self._parts)
        other._question = None
        return other
