"""What is asked now, in parts.

In:   a Table and a State that asks.      Out:  the options for the next part, each of which can be completed.
An answer is a row of atoms: for a menu the action first, then each parameter; a group is one atom a part (see domains). Parts
come in the declared order, so each whole is reached on exactly one path.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kfdsl.engine.compile import Code
from kfdsl.engine.domains import GroupDomain, SeveralDomain
from kfdsl.engine.parts import facing
from kfdsl.engine.plans import Plan
from kfdsl.engine.state import Impossible, Settled, State
from kfdsl.engine.table import FREE, Table
from kfdsl.program import core

Atoms = tuple[Any, ...]
STOP = -2  # in place of an action: no more of this menu


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
        self._domains: dict[tuple[Any, Atoms], GroupDomain | SeveralDomain] = {}
        self._splits: dict[Atoms, tuple[int, Atoms, tuple[int, ...]]] = {}
        self._needs: dict[tuple[int, Atoms], bool] = {}
        self._items: dict[tuple[int, Atoms], tuple[Any, ...]] = {}
        self._leaf: dict[tuple[int, Atoms], bool] = {}
        self._options: dict[Atoms, list[Any]] = {}
        self._sizes: dict[tuple[int, Atoms, int], bool] = {}
        self._classes: dict[tuple[int, Atoms, tuple[bool, ...]], bool] = {}

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
        return self.plan(number).action

    def plan(self, number: int) -> Plan:
        """What is known about an action beforehand."""
        return self.table.plans[number - FREE if number >= FREE else number]

    def given(self, number: int) -> tuple[Any, ...]:
        """The arguments of the menu that an action belongs to."""
        return self.free[number] if number >= FREE else self.outer

    def split(self, atoms: Atoms) -> tuple[int, Atoms, tuple[int, ...]]:
        """The action (-1 where there is no menu), the values that are whole, and the parts of a group under way."""
        found = self._splits.get(atoms)
        if found is None:
            found = self._splits[atoms] = self._split(atoms)
        return found

    def _split(self, atoms: Atoms) -> tuple[int, Atoms, tuple[int, ...]]:
        has_action = self.info.sort == "menu" or (atoms and type(atoms[0]) is int and atoms[0] >= FREE)
        number, rest = (atoms[0], atoms[1:]) if has_action else (-1, atoms)
        values: list[Any] = []
        for at in range(self.width(number)):
            if not self.is_group(number, at):
                if not rest:
                    return number, tuple(values), ()
                values.append(rest[0])
                rest = rest[1:]
                continue
            domain = self.domain(number, tuple(values))
            if len(rest) < len(domain.parts) or not domain.parts:
                return number, tuple(values), rest
            values.append(domain.group(rest[: len(domain.parts)]))
            rest = rest[len(domain.parts) :]
        return number, tuple(values), ()

    def width(self, number: int) -> int:
        """How many values an answer has."""
        if number == STOP:
            return 0
        return self.plan(number).width if number >= 0 else 1

    def is_group(self, number: int, at: int) -> bool:
        """Whether a value is a group."""
        return self.plan(number).groups[at] if number >= 0 else self.info.sort in ("group", "several")

    def domain(self, number: int, values: Atoms) -> GroupDomain | SeveralDomain:
        """The groups that a parameter may be."""
        plan = self.plan(number) if number >= 0 else None
        shared = plan.shared[len(values)] if plan else None
        key = (number, values) if shared is None else (shared, self.given(number))
        found = self._domains.get(key)
        if found is None:
            if plan:
                found = GroupDomain(plan.domains[len(values)](self.g, *self.given(number), *values))
            else:
                found = self.table.domain(self.g, self.who)
            self._domains[key] = found
        return found

    def items(self, number: int, values: Atoms) -> tuple[Any, ...]:
        """The items that a parameter may be, before needs."""
        found = self._items.get((number, values))
        if found is None:
            if number >= 0:
                found = self.plan(number).domains[len(values)](self.g, *self.given(number), *values)
            else:
                found = tuple(self.table.items(self.g, self.who))
            assert found is not None
            self._items[number, values] = found
        return found

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
        if found is None:
            found = [atom for atom in self.candidates(atoms) if self.reachable((*atoms, atom))]
            self._options[atoms] = found
        return found

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
        for depth in range(len(values) + 1):
            if number >= 0 and not self.needs(number, values[:depth]):
                return False
            if (
                depth
                and self.is_group(number, depth - 1)
                and self.is_nothing(number, values[: depth - 1], values[depth - 1])
            ):
                return False  # nothing at all is no group
        return self.exists(number, values, parts)

    def is_nothing(self, number: int, before: Atoms, value: Any) -> bool:
        """Whether a choice in parts came to less than may be chosen."""
        domain = self.domain(number, before)
        return not value if isinstance(domain, GroupDomain) else domain.counts(value) is None

    def exists(self, number: int, values: Atoms, parts: tuple[int, ...]) -> bool:
        """Whether values can be completed; their needs are known to hold."""
        at = len(values)
        if at == self.width(number):
            return self.leaf(number, values)
        if self.is_group(number, at):
            if at == self.width(number) - 1 and number >= 0:
                return self.group_exists(number, values, parts)
            domain = self.domain(number, values)
            groups = (domain.group(row) for taken in domain.classes(parts) for row in domain.rows(taken, parts))
            return any(self.extends(number, values, group) for group in groups)
        return any(self.extends(number, values, item) for item in self.items(number, values))

    def extends(self, number: int, values: Atoms, value: Any) -> bool:
        """Whether one more value keeps the needs and can be completed."""
        longer = (*values, value)
        return (number < 0 or self.needs(number, longer)) and self.exists(number, longer, ())

    def needs(self, number: int, values: Atoms) -> bool:
        """Whether the needs that read exactly so many parameters hold."""
        tests = self.plan(number).needs[len(values)]
        if not tests:
            return True
        key = (number, values)
        found = self._needs.get(key)
        if found is None:
            given = self.given(number)
            found = self._needs[key] = all(test(self.g, *given, *values) for test in tests)
        return found

    def leaf(self, number: int, values: Atoms) -> bool:
        """Whether a whole whose needs hold can be carried out."""
        key = (number, values)
        found = self._leaf.get(key)
        if found is None:
            answer = (STOP,) if number == STOP else values[0] if number < 0 else None
            found = self.tried(number, values)[0] if number >= 0 else self.table.completable(self.g, answer)
            if found and number >= FREE:
                found = self.still_open(self.whole(number, values))
            self._leaf[key] = found
        return found

    def tried(self, number: int, values: Atoms) -> tuple[bool, bool]:
        """Whether the deed of an action is possible, and whether that looked closely at groups."""
        return self.table.possible(self.g, self.plan(number).rule, (*self.given(number), *values))

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
        if trial.ask != self.g.ask:
            return True  # the action itself asks first
        later = Question(self.table, trial)
        later.free = {}
        return bool(later.options(()))

    # ---- groups by classes

    def group_exists(self, number: int, values: Atoms, parts: tuple[int, ...]) -> bool:
        """Whether some group completes an action whose last parameter it is."""
        domain = self.domain(number, values)
        assert isinstance(domain, GroupDomain)
        for taken in domain.classes(parts):
            if self._classes.get((number, values, taken)) is False:
                continue
            low, high = domain.span(taken, parts)
            sizes = [size for size in range(low, high + 1) if self.size_fits(number, values, size)]
            if not sizes:
                continue
            verdict = self.class_fits(number, values, domain, taken, parts, sizes)
            if verdict:
                return True
            if verdict is None:
                for row in domain.rows(taken, parts):
                    if domain.size(row) in sizes and self.extends(number, values, domain.group(row)):
                        return True
        return False

    def size_fits(self, number: int, values: Atoms, size: int) -> bool:
        """Whether the needs that read only a group's size allow a size."""
        key = (number, values, size)
        found = self._sizes.get(key)
        if found is None:
            found = all(test(self.g, *self.given(number), *values, size) for test in self.plan(number).sizes)
            self._sizes[key] = found
        return found

    def class_fits(
        self,
        number: int,
        values: Atoms,
        domain: GroupDomain,
        taken: tuple[bool, ...],
        parts: tuple[int, ...],
        sizes: list[int],
    ) -> bool | None:
        """The verdict on a whole class from one of its groups; None where groups of a class may differ."""
        plan = self.plan(number)
        if not plan.kinds_only or not plan.only_sizes:
            return None
        key = (number, values, taken)
        known = self._classes.get(key)
        if known is not None:
            return known
        row = next((row for size in sizes if (row := domain.row_of_size(taken, parts, size)) is not None), None)
        if row is None:
            return False
        found, fine = self.tried(number, (*values, domain.group(row)))
        if fine:
            return found or None
        self._classes[key] = found
        return found

    # ---- wholes

    def wholes(self, start: Atoms = ()) -> Iterator[Atoms]:
        """Every whole answer that begins so, as a row of atoms, each once."""
        stack = [start]
        while stack:
            atoms = stack.pop()
            if self.answer(atoms) is not None:
                yield atoms
            elif self.is_last_group(atoms):
                yield from (atoms + row for row in self.last_groups(*self.split(atoms)[:2]))
            else:
                stack += [(*atoms, option) for option in reversed(self.options(atoms))]

    def is_last_group(self, atoms: Atoms) -> bool:
        """Whether all that is missing is the group that an action ends with."""
        number, values, parts = self.split(atoms) if atoms else (-1, (), ())
        return (
            number >= 0 and not parts and len(values) == self.width(number) - 1 and self.is_group(number, len(values))
        )

    def last_groups(self, number: int, values: Atoms) -> list[tuple[int, ...]]:
        """The rows of all groups that complete an action, in the order in which parts would come to them."""
        domain = self.domain(number, values)
        assert isinstance(domain, GroupDomain)
        found: list[tuple[int, ...]] = []
        for taken in domain.classes(()):
            low, high = domain.span(taken, ())
            sizes = {size for size in range(low, high + 1) if self.size_fits(number, values, size)}
            if not sizes or self.class_fits(number, values, domain, taken, (), sorted(sizes)) is False:
                continue
            alike = self._classes.get((number, values, taken))
            found += [
                row
                for row in domain.rows(taken, ())
                if domain.size(row) in sizes and (alike or self.extends(number, values, domain.group(row)))
            ]
        return sorted(found)


def menu_answers(table: Table, g: State) -> Iterator[Any]:
    """The whole answers to an open menu, for trials."""
    question = Question(table, g)
    question.free = {}  # what could be done anyway says nothing about the menu
    for atom in question.candidates(()):  # one action after the other: a trial may want no more than one answer
        if question.reachable((atom,)):
            yield from (question.answer(atoms) for atoms in question.wholes((atom,)))


def set_table(code: Code, players: int) -> Table:
    """A table on which menus inside effects can be tried as well."""
    return Table(code, players, menu_answers)
