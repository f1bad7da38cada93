"""What is asked now, in parts.

In:   a Table and a State that asks.      Out:  the options for the next part, each of which can be completed.
An answer is a row of atoms: for a menu the action first, then each value; a group is one atom a part (see domains). Parts
come in the declared order, so each whole is reached on exactly one path. The engine knows rows of codes, in which an item is the
number that it has among those there are before needs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property, partial
from typing import Any

from kfdsl.engine.choices.domains import GroupDomain, SeveralDomain
from kfdsl.engine.library.choices.choosing import FREE as FREE_CODE
from kfdsl.engine.library.choices.chosen import STOP
from kfdsl.engine.library.playing import doors
from kfdsl.engine.library.playing.stepping import NAMED
from kfdsl.engine.machine.bundles import Source
from kfdsl.engine.machine.cannot_go_on import TooMany
from kfdsl.engine.rules.table import FREE, Table
from kfdsl.engine.words.obstacles import Obstacle, in_words
from kfdsl.engine.words.state import State
from kfdsl.program import core
from kfdsl.program.types import Type
from kfdsl.text.source import Span

ASK = -1  # in place of an action
Atoms = tuple[Any, ...]
Codes = tuple[int, ...]
Answer = tuple[int, Atoms]  # an action, or ASK, or STOP; and its values
_BRANCH = Type("number")
_NUMBERS = frozenset({"card", "player", "token", "value"})  # of which a number is all there is to know


class Question:
    """One ask of one state; remembers what it found out."""

    def __init__(self, table: Table, g: State, seat: int | None = None) -> None:
        self.table = table
        self.g = table.facing(g, seat)
        self.info = table.ask(self.g)
        self._seat = seat
        self._splits: dict[Atoms, tuple[int, Atoms, tuple[int, ...]]] = {}
        self._options: dict[Atoms, list[Any]] = {}
        self._domains: dict[Answer, GroupDomain | SeveralDomain] = {}
        self._items: dict[Answer, tuple[Any, ...]] = {}
        self._codes: dict[Answer, Codes] = {}

    @cached_property
    def who(self) -> int:
        """Who answers: the first who is asked, unless it is said."""
        return self.table.asked(self.g) if self._seat is None else self._seat

    @property
    def line(self) -> Span:
        """The line of content that asks."""
        return self.table.line(self.g)

    @cached_property
    def free(self) -> dict[int, int]:
        """Free actions of the menus that are open for the one who is asked, each with its code."""
        engine = self.table.engine
        place = engine.call(doors.free_for, self.g, self.who)
        listed = engine.numbers(place + 1, 2 * engine.numbers(place, 1)[0])[::2]
        return {FREE + number: FREE_CODE + at for at, number in enumerate(listed)}

    # ---- shape of an answer

    def action(self, number: int) -> core.ActionDef:
        """An action of the program."""
        return self.table.program.actions[number - FREE if number >= FREE else number]

    def is_group(self, number: int, at: int) -> bool:
        """Whether a value is picked in parts."""
        if number >= 0:
            return self.table.groups[number - FREE if number >= FREE else number][at]
        return self.info.sort in ("group", "several")

    def width(self, number: int) -> int:
        """How many values an answer has."""
        return 0 if number == STOP else 1 if number < 0 else len(self.action(number).params)

    def type_at(self, number: int, at: int) -> Type:
        """What a value is; of several, each of them."""
        if number >= 0:
            return self.action(number).params[at].type
        found = self.info.type or _BRANCH
        return found.inner if self.info.sort == "several" and found.inner is not None else found

    def split(self, atoms: Atoms) -> tuple[int, Atoms, tuple[int, ...]]:
        """The action (-1 where there is no menu), the values that are whole, and the parts of a group under way."""
        found = self._splits.get(atoms)
        if found is None:
            found = self._splits[atoms] = self._split(atoms)
        return found

    def _split(self, atoms: Atoms) -> tuple[int, Atoms, tuple[int, ...]]:
        has_action = self.info.sort == "menu" or (atoms and type(atoms[0]) is int and atoms[0] >= FREE)
        number, rest = (atoms[0], atoms[1:]) if has_action else (ASK, atoms)
        values: Atoms = ()
        for at in range(self.width(number)):
            if not self.is_group(number, at):
                if not rest:
                    return number, values, ()
                values, rest = (*values, rest[0]), rest[1:]
                continue
            domain = self.domain(number, values)
            length = len(domain.parts)
            if len(rest) < length or not length:
                return number, values, rest
            values, rest = (*values, domain.group(rest[:length])), rest[length:]
        return number, values, ()

    def answer(self, atoms: Atoms) -> Answer | None:
        """The whole answer of a full row of atoms; None if parts are missing."""
        if self.info.sort == "menu" and not atoms:
            return None
        number, values, _ = self.split(atoms)
        return (number, values) if len(values) == self.width(number) else None

    # ---- what a value may be, before needs

    def domain(self, number: int, values: Atoms) -> GroupDomain | SeveralDomain:
        """What a value may be that is picked in parts."""
        found = self._domains.get((number, values))
        if found is None:
            found = self._domains[number, values] = self._domain(number, values)
        return found

    def _domain(self, number: int, values: Atoms) -> GroupDomain | SeveralDomain:
        if number < 0 and self.info.sort == "several":
            return SeveralDomain(self.items(number, values), *self.info.many)
        return GroupDomain(self.sources(number, values))

    def sources(self, number: int, values: Atoms) -> list[Source]:
        """Where a group may come from."""
        return self._read_sources(self._could_be(doors.could_be, number, values))

    def cover_sources(self) -> list[Source]:
        """Where what is paid may come from, where a cover is asked for."""
        return self._read_sources(self._could_be(doors.cover_sources, ASK, ()))

    def _could_be(self, door: Callable[..., object], number: int, values: Atoms) -> int:
        engine, codes = self.table.engine, self.codes(number, values)
        return engine.call(door, self.g, self.who, engine.put_row(codes))

    def _read_sources(self, place: int) -> list[Source]:
        engine, values = self.table.engine, self.table.words.values
        rows = engine.numbers(place + 1, 3 * engine.numbers(place, 1)[0])
        return [
            (bool(rows[i]), values.cells[rows[i + 1]], values.bundle(engine.memory, rows[i + 2]))
            for i in range(0, len(rows), 3)
        ]

    def items(self, number: int, values: Atoms) -> tuple[Any, ...]:
        """The items that a value may be, or of which several may be."""
        found = self._items.get((number, values))
        if found is None:
            engine, read = self.table.engine, self.table.words.values
            type_ = self.type_at(number, len(values))
            listed = engine.listed(self._could_be(doors.could_be, number, values))
            if type_.head not in _NUMBERS:
                listed = [read.held(engine.memory, item, type_) for item in listed]
            found = self._items[number, values] = tuple(listed)
        return found

    # ---- codes

    def codes(self, number: int, values: Atoms) -> Codes:
        """A beginning as the engine knows it; a card may be named that is none of those there are before needs."""
        found = self._codes.get((number, values))
        if found is None:
            if values:
                found = self.codes(number, values[:-1]) + self._code(number, values[:-1], values[-1])
            else:
                found = () if number == ASK else (self.free[number] if number >= FREE else number,)
            self._codes[number, values] = found
        return found

    def _code(self, number: int, before: Atoms, value: Any) -> Codes:
        if not self.is_group(number, len(before)):
            items = self.items(number, before)
            return (items.index(value) if value in items else NAMED + value,)
        counts = self.domain(number, before).counts(value)
        assert counts is not None
        return counts

    def codes_of(self, atoms: Atoms) -> Codes:
        """The codes of a row of atoms."""
        number, values, parts = self.split(atoms) if atoms or self.info.sort != "menu" else (ASK, (), ())
        return (*self.codes(number, values), *parts)

    def answer_of(self, codes: Codes) -> Answer:
        """The whole answer of a full row of codes."""
        number, rest = ASK, codes
        if self.info.sort == "menu" or (codes and codes[0] >= FREE_CODE):
            number, rest = self._action_of(codes[0]), codes[1:]
        values: Atoms = ()
        for at in range(self.width(number)):
            if self.is_group(number, at):
                domain = self.domain(number, values)
                length = len(domain.parts)
                values, rest = (*values, domain.group(rest[:length])), rest[length:]
            else:
                values, rest = (*values, self.items(number, values)[rest[0]]), rest[1:]
        return number, values

    def only_answer(self) -> Answer | None:
        """The answer, if there is one and no other; otherwise what was found of the first part is remembered."""
        codes, options = self.table.only_answer(self.g)
        if not options:
            return self.answer_of(codes)
        if not codes:
            self._options[()] = self._atoms_of((), options)
        return None

    # ---- options

    def options(self, atoms: Atoms) -> list[Any]:
        """What the next part may be, so that the whole can still be completed."""
        found = self._options.get(atoms)
        if found is None:
            found = self._options[atoms] = self._offered(atoms, -1)
        if len(found) > self.table.limits.answers:
            raise self.too_many()
        return found

    def too_many(self) -> TooMany:
        """What is said where more could be answered than may be listed."""
        return TooMany(
            f"there are more than {self.table.limits.answers} answers here, and no more are listed", self.line
        )

    def first_options(self, atoms: Atoms, most: int) -> list[Any]:
        """The same, no more than so many, for those who do not want all of them."""
        found = self._options.get(atoms)
        return self._offered(atoms, most) if found is None else found[:most]

    def _offered(self, atoms: Atoms, most: int) -> list[Any]:
        engine = self.table.engine
        row = engine.put_row(self.codes_of(atoms))
        return self._atoms_of(atoms, engine.listed(engine.call(doors.offered, self.g, self.who, row, most)))

    def _atoms_of(self, atoms: Atoms, codes: list[int]) -> list[Any]:
        """What codes of the next part mean."""
        if not atoms and self.info.sort == "menu":
            return [self._action_of(code) for code in codes]
        number, values, _ = self.split(atoms)
        if self.is_group(number, len(values)):
            return codes if atoms else [self._action_of(code) for code in codes]
        items = self.items(number, values)
        return [items[code] if code < FREE_CODE else self._action_of(code) for code in codes]

    def option(self, atoms: Atoms, code: int) -> Any:
        """What a code means that says of an item which of the options it is, otherwise what the engine calls it."""
        if code < FREE_CODE and (atoms or self.info.sort != "menu"):
            number, values, _ = self.split(atoms)
            return code if self.is_group(number, len(values)) else self.options(atoms)[code]
        return self._action_of(code)

    def _action_of(self, code: int) -> int:
        return code if code < FREE_CODE else list(self.free)[code - FREE_CODE]

    def reachable(self, atoms: Atoms) -> bool:
        """Whether some whole begins with atoms, of which all but the last can be completed."""
        return atoms[-1] in self.options(atoms[:-1])

    def is_begun(self, number: int, values: Atoms) -> bool:
        """Whether some whole begins with values, and their needs hold."""
        return bool(self._could_be(doors.some_whole, number, values))

    def would_work(self, number: int, values: Atoms) -> bool:
        """Whether a whole can be carried out, needs apart."""
        return bool(self._could_be(doors.would_work, number, values))

    def need_holds(self, number: int, values: Atoms, need: int) -> bool:
        """Whether a need of an action holds, which reads no more values than there are."""
        engine, row = self.table.engine, self.table.engine.put_row(self.codes(number, values))
        return bool(engine.call(doors.need_at, self.g, self.who, row, need))

    def need_words(self, number: int, values: Atoms, need: int) -> str:
        """What a need says."""
        engine, row = self.table.engine, self.table.engine.put_row(self.codes(number, values))
        told = self.table.heard(lambda: engine.call(doors.need_said, self.g, self.who, row, need))
        return in_words(told.obstacles[0], self.table.wording) if told.obstacles else ""

    def obstacle(self, number: int, values: Atoms) -> Obstacle | None:
        """What keeps a whole from being carried out whose needs hold; None if nothing is known to."""
        engine, row = self.table.engine, self.table.engine.put_row(self.codes(number, values))
        told = self.table.heard(lambda: engine.call(doors.tell_obstacle, self.g, self.who, row))
        return told.obstacles[0] if told.obstacles else None

    # ---- wholes

    def wholes(self) -> Iterator[Atoms]:
        """Every whole answer, as a row of atoms, each once; as many as may be listed, or it is told that there are more."""
        for count, atoms in enumerate(self.ways(())):
            if count == self.table.limits.answers:
                raise self.too_many()
            yield atoms

    def ways(self, start: Atoms) -> Iterator[Atoms]:
        """Every whole answer that begins so."""
        waiting = [iter((start,))]
        while waiting:
            atoms = next(waiting[-1], None)
            if atoms is None:
                waiting.pop()
            elif self.answer(atoms) is not None:
                yield atoms
            else:
                waiting.append(map(partial(_longer, atoms), self.options(atoms)))


def is_free(option: Any) -> bool:
    """Whether an option for the first part is an action that is taken beside what is asked."""
    return type(option) is int and option >= FREE


def _longer(atoms: Atoms, option: Any) -> Atoms:
    return (*atoms, option)
