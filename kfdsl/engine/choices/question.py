"""What is asked now, in parts.

In:   a Table and a State that asks.      Out:  the options for the next part, each of which can be completed.
An answer is a row of atoms: for a menu the action first, then each parameter; a group is one atom a part (see domains). Parts
come in the declared order, so each whole is reached on exactly one path.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from kfdsl.engine.choices.search import STOP, ActionSearch, AskSearch, Search, StopSearch
from kfdsl.engine.codegen.compile import Code
from kfdsl.engine.machine.at_once import facing
from kfdsl.engine.machine.cannot_go_on import Stuck
from kfdsl.engine.machine.groups import GroupDomain, SeveralDomain, too_many_answers
from kfdsl.engine.machine.state import Impossible, Settled, State
from kfdsl.engine.rules.table import FREE, Table
from kfdsl.engine.rules.trial import answered, answers, bind_trials, succeeds
from kfdsl.program import core
from kfdsl.program.limits import Limits
from kfdsl.text.source import Span

OPTION = 100  # steps for looking at something that may be answered
Atoms = tuple[Any, ...]


class Question:
    """One ask of one state; remembers what it found out."""

    def __init__(self, table: Table, g: State, seat: int | None = None) -> None:
        self.table = table
        self.g = g = facing(g, seat)
        self.info = table.ask(g)
        self.who = table.asked(g) if seat is None else seat
        assert g.frame is not None
        self.outer: tuple[Any, ...] = ()
        if self.info.sort == "menu":
            width = len(table.numbering.menus[self.info.menu].params)
            self.outer = g.frame[1][-width:]
        self.free = dict(
            self.free_actions()
        )  # free actions by number, with the arguments of the menu that they belong to
        self._searches: dict[int, Search] = {}
        self._domains: dict[tuple[str, tuple[Any, ...]], GroupDomain] = {}  # that several actions share
        self._splits: dict[Atoms, tuple[int, Atoms, tuple[int, ...]]] = {}
        self._options: dict[Atoms, list[Any]] = {}

    @property
    def line(self) -> Span:
        """The line of content that asks."""
        return self.table.line(self.g)

    def free_actions(self) -> Iterator[tuple[int, tuple[Any, ...]]]:
        """Free actions of the menus that are open for the one who is asked."""
        menus = [(self.info.menu, self.outer)] if self.info.sort == "menu" else []
        frame = self.g.frame
        while frame is not None:
            block = self.table.quiet.form.blocks[frame[0]]
            if block.is_tail:
                break  # what lies below is not one's own
            name = block.menu
            if name:
                menus.append((name, frame[1][-len(self.table.numbering.menus[name].params) :]))
            frame = frame[2]
        for name, outer in menus:
            if outer and outer[0] == self.who:
                yield from ((FREE + number, outer) for number in self.table.free_actions[name])

    # ---- shape of an answer

    def action(self, number: int) -> core.ActionDef:
        """An action of the program."""
        return self.table.plans[self.action_number(number)].action

    def given(self, number: int) -> tuple[Any, ...]:
        """The arguments of the menu that an action belongs to."""
        return self.free[number] if number >= FREE else self.outer

    def search(self, number: int) -> Search:
        """What completes an answer: of an action, of an ask (-1), or `stop`."""
        found = self._searches.get(number)
        if found is None:
            found = self._searches[number] = self._search(number)
        return found

    def _search(self, number: int) -> Search:
        if number == STOP:
            return StopSearch(self.table, menu_answers, self.g)
        if number < 0:
            return AskSearch(self.table, menu_answers, self.g, self.who)
        plan = self.table.plans[self.action_number(number)]
        is_free = number >= FREE
        still_open = (lambda values: self.still_open(self.whole(number, values))) if is_free else None
        return ActionSearch(self.table, menu_answers, self.g, plan, self.given(number), self._domains, still_open)

    def split(self, atoms: Atoms) -> tuple[int, Atoms, tuple[int, ...]]:
        """The action (-1 where there is no menu), the values that are whole, and the parts of a group under way."""
        found = self._splits.get(atoms)
        if found is None:
            found = self._splits[atoms] = self._split(atoms)
        return found

    def _split(self, atoms: Atoms) -> tuple[int, Atoms, tuple[int, ...]]:
        has_action = self.info.sort == "menu" or (atoms and type(atoms[0]) is int and atoms[0] >= FREE)
        number, rest = (atoms[0], atoms[1:]) if has_action else (-1, atoms)
        search = self.search(number)
        values: Atoms = ()
        for is_group in search.groups:
            if not is_group:
                if not rest:
                    return number, values, ()
                values, rest = (*values, rest[0]), rest[1:]
                continue
            domain = search.domain(values)
            length = len(domain.parts)
            if len(rest) < length or not length:
                return number, values, rest
            values, rest = (*values, domain.group(rest[:length])), rest[length:]
        return number, values, ()

    def width(self, number: int) -> int:
        """How many values an answer has."""
        return len(self.search(number).groups)

    def is_group(self, number: int, at: int) -> bool:
        """Whether a value is a group."""
        return self.search(number).groups[at]

    def domain(self, number: int, values: Atoms) -> GroupDomain | SeveralDomain:
        """The groups that a parameter may be."""
        return self.search(number).domain(values)

    def items(self, number: int, values: Atoms) -> tuple[Any, ...]:
        """The items that a parameter may be, before needs."""
        return self.search(number).items(values)

    def answer(self, atoms: Atoms) -> Any | None:
        """The whole answer of a full row of atoms; None if parts are missing."""
        if self.info.sort == "menu" and not atoms:
            return None
        number, values, _ = self.split(atoms)
        if len(values) < self.width(number):
            return None
        return self.whole(number, values)

    def whole(self, number: int, values: Atoms) -> Any:
        """The answer made of an action and its values; a free one takes the arguments of its menu along."""
        if number >= FREE:
            return (number, (*self.given(number), *values))
        return (number, *values) if self.info.sort == "menu" else values[0]

    def parts_of(self, answer: Any) -> tuple[int, Atoms]:
        """The action of an answer (-1 where there is none) and its values."""
        if type(answer) is tuple and answer and type(answer[0]) is int and answer[0] >= FREE:
            return answer[0], answer[1][len(self.given(answer[0])) :]
        return (answer[0], answer[1:]) if self.info.sort == "menu" else (-1, (answer,))

    def action_number(self, number: int) -> int:
        """The number of an action in the program."""
        return number - FREE if number >= FREE else number

    # ---- options

    def options(self, atoms: Atoms) -> list[Any]:
        """What the next part may be, so that the whole can still be completed."""
        found = self._options.get(atoms)
        return list(self.open(atoms)) if found is None else found

    def open(self, atoms: Atoms) -> Iterator[Any]:
        """The same one after the other, for those who may not want all of them."""
        found = self._options.get(atoms)
        if found is not None:
            yield from found
            return
        found, most, cost = [], self.table.limits.answers, OPTION + len(atoms)
        for atom in self.candidates(atoms):
            self.g.meter.charge(cost, self.line)
            if self.reachable((*atoms, atom)):
                found.append(atom)
                if len(found) > most:
                    raise too_many_answers(most, self.line)
                yield atom
        self._options[atoms] = found

    def candidates(self, atoms: Atoms) -> Iterator[Any]:
        """What the next part may be, as far as its domain goes."""
        if self.info.sort == "menu" and not atoms:
            yield from self.table.menu_actions[self.info.menu]
            if self.info.can_stop:
                yield STOP
            yield from self.free
            return
        number, values, parts = self.split(atoms)
        if self.is_group(number, len(values)):
            yield from range(self.domain(number, values).parts[len(parts)][2] + 1)
        else:
            yield from self.items(number, values)
        if not atoms:
            yield from self.free

    def reachable(self, atoms: Atoms) -> bool:
        """Whether some whole begins with these atoms."""
        number, values, parts = self.split(atoms)
        return self.search(number).reachable(values, parts)

    def still_open(self, answer: Any) -> bool:
        """Whether what is asked could still be answered after a free action."""
        trial = self.g.copy()
        trial.trial = True
        try:
            self.table.answer(trial, answer)
            self.table.quiet.run(trial)
        except Settled:
            return True
        except Impossible:
            return False
        if trial.ask != self.g.ask:  # the action itself asks first
            ways = answers(self.table, menu_answers, trial) if trial.ask >= 0 else ()
            return trial.ask < 0 or any(
                succeeds(self.table, menu_answers, answered(self.table, trial, value)) for value in ways
            )
        later = Question(self.table, trial)
        later.free = {}
        return bool(later.options(()))

    # ---- wholes

    def wholes(self) -> Iterator[Atoms]:
        """Every whole answer, as a row of atoms, each once; as many as may be listed, or it is told that there are more."""
        most = self.table.limits.answers
        for count, atoms in enumerate(self.ways((), most)):
            if count == most:
                raise too_many_answers(most, self.line)
            yield atoms

    def ways(self, start: Atoms, most: int | None = None) -> Iterator[Atoms]:
        """Every whole answer that begins so; with `most`, not many more than those need be found."""
        waiting = [iter((start,))]
        while waiting:
            atoms = next(waiting[-1], None)
            if atoms is None:
                waiting.pop()
            elif self.answer(atoms) is not None:
                yield atoms
            elif (search := self.last_group(atoms)) is not None:
                yield from (atoms + row for row in search.last_groups(self.split(atoms)[1], most))
            else:
                waiting.append(map(partial(_longer, atoms), self.open(atoms)))

    def last_group(self, atoms: Atoms) -> ActionSearch | None:
        """The search for the group that an action ends with, if that is all that is missing."""
        number, values, parts = self.split(atoms) if atoms else (-1, (), ())
        search = self.search(number)
        return search if isinstance(search, ActionSearch) and not parts and search.is_last_group(values) else None


def _longer(atoms: Atoms, option: Any) -> Atoms:
    return (*atoms, option)


def menu_answers(table: Table, g: State) -> Iterator[Any]:
    """The whole answers to an open menu, for trials."""
    question = Question(table, g)
    question.free = {}  # what could be done anyway says nothing about the menu
    for atom in question.candidates(()):  # one action after the other: a trial may want no more than one answer
        if question.reachable((atom,)):
            yield from (question.answer(atoms) for atoms in question.ways((atom,)))


def nothing_to_answer(question: Question) -> Stuck:
    """What is said of a question without an answer."""
    info = question.info
    asked = f"the menu `{info.menu}` is opened" if info.sort == "menu" else "something is asked"
    return Stuck(f"{asked} here, and nothing can be answered; give it a way out", question.line)


def set_table(code: Code, players: int, limits: Limits | None = None) -> Table:
    """A table on which menus inside effects can be tried as well."""
    table = Table(code, players, limits)
    bind_trials(table, menu_answers)
    return table
