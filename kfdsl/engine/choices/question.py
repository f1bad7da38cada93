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

from kfdsl.engine.choices.begun import Answer, Atoms, Begun, Codes
from kfdsl.engine.choices.domains import GroupDomain, SeveralDomain
from kfdsl.engine.library.choices.choosing import FREE as FREE_CODE
from kfdsl.engine.library.choices.chosen import STOP
from kfdsl.engine.library.choices.trials import NOBODY
from kfdsl.engine.library.playing import doors
from kfdsl.engine.library.playing.next_part import HEAD, next_part
from kfdsl.engine.library.playing.stepping import NAMED
from kfdsl.engine.machine.bundles import Source
from kfdsl.engine.machine.cannot_go_on import TooMany
from kfdsl.engine.rules.table import FREE, Table
from kfdsl.engine.words.state import State
from kfdsl.program import core
from kfdsl.program.types import Type
from kfdsl.text.source import Span

ASK = -1  # in place of an action
_BRANCH = Type("number")


class Question:
    """One ask of one state; remembers what it found out."""

    def __init__(self, table: Table, g: State, seat: int | None = None) -> None:
        self.table = table
        self.g = g if seat is None else table.facing(g, seat)
        self.info = table.ask(self.g)
        self._who = seat
        self.root = Begun(None, (), ASK, (), (), False)
        self._begun: dict[Atoms, Begun] = {(): self.root}
        self._domains: dict[Answer, GroupDomain | SeveralDomain] = {}
        self._items: dict[Answer, tuple[Any, ...]] = {}
        self._codes: dict[Answer, Codes] = {}
        self._paid_from: list[Source] | None = None

    @property
    def who(self) -> int:
        """Who answers: the first who is asked, unless it is said."""
        if self._who is None:
            self._who = self.table.asked(self.g)
        return self._who

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

    def begun(self, atoms: Atoms) -> Begun:
        """How far a row of atoms goes."""
        known, at = self._begun.get(atoms), len(atoms)
        if known is not None:
            return known
        while known is None:
            at -= 1
            known = self._begun.get(atoms[:at])
        for atom in atoms[at:]:
            known = self.longer(known, atom)
        return known

    def longer(self, begun: Begun, atom: Any) -> Begun:
        """The same with one part more."""
        atoms = (*begun.atoms, atom)
        found = self._begun.get(atoms)
        if found is None:
            found = self._begun[atoms] = self._longer(begun, atoms, atom)
        return found

    def chosen(self, begun: Begun, option: Any) -> Begun | None:
        """The same, if that is an option."""
        options = self.options_of(begun)
        if option not in options:
            return None
        found = self.longer(begun, option)
        if found.place is None:
            found.place = options.index(option)
        return found

    def _longer(self, begun: Begun, atoms: Atoms, atom: Any) -> Begun:
        number, values = begun.number, begun.values
        if begun.is_whole:
            return Begun(begun, atoms, number, values, (), True)
        if not begun.atoms and (self.info.sort == "menu" or is_free(atom)):
            return Begun(begun, atoms, atom, (), (), not self.width(atom))
        if not self.is_group(number, len(values)):
            return Begun(begun, atoms, number, (*values, atom), (), len(values) + 1 == self.width(number))
        parts, domain = (*begun.parts, atom), self.domain(number, values)
        if len(parts) != len(domain.parts):
            return Begun(begun, atoms, number, values, parts, False)
        return Begun(begun, atoms, number, (*values, domain.group(parts)), (), len(values) + 1 == self.width(number))

    def split(self, atoms: Atoms) -> tuple[int, Atoms, tuple[int, ...]]:
        """The action (-1 where there is no menu), the values that are whole, and the parts of a group under way."""
        begun = self.begun(atoms)
        return begun.number, begun.values, begun.parts

    def answer(self, atoms: Atoms) -> Answer | None:
        """The whole answer of a full row of atoms; None if parts are missing."""
        return self.begun(atoms).answer

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
        return self._read_sources(self.ask_engine(doors.could_be, number, values))

    def _take_domain(self, begun: Begun, place: int) -> None:
        """Remember what the next value may be picked from, which the engine lists at a place."""
        key = begun.number, begun.values
        if key in self._domains:
            return
        if begun.number < 0 and self.info.sort == "several":
            engine, type_ = self.table.engine, self.type_at(begun.number, 0)
            items = self._items[key] = tuple(self._read_items(engine.listed(place), type_))
            self._domains[key] = SeveralDomain(items, *self.info.many)
        else:
            self._domains[key] = GroupDomain(self._read_sources(place))

    def cover_sources(self) -> list[Source]:
        """Where what is paid may come from, where a cover is asked for."""
        if self._paid_from is None:
            self._paid_from = self._read_sources(self.ask_engine(doors.cover_sources, ASK, ()))
        return self._paid_from

    def ask_engine(self, door: Callable[..., object], number: int, values: Atoms, *args: int) -> int:
        """What the engine answers of an action and some values of it."""
        engine, codes = self.table.engine, self.codes(number, values)
        return engine.call(door, self.g, self.who, engine.put_row(codes), *args)

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
            engine = self.table.engine
            listed = engine.listed(self.ask_engine(doors.could_be, number, values))
            found = self._items[number, values] = tuple(self._read_items(listed, self.type_at(number, len(values))))
        return found

    def _read_items(self, listed: list[int], type_: Type) -> list[Any]:
        """Items as the engine lists them."""
        return self.table.words.values.items(self.table.engine.memory, listed, type_)

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
        return self.codes_of_begun(self.begun(atoms))

    def codes_of_begun(self, begun: Begun) -> Codes:
        """The same of an answer that was begun."""
        missing = []
        while begun.known_codes is None:
            assert begun.before is not None
            missing.append(begun)
            begun = begun.before
        codes = begun.known_codes
        for each in reversed(missing):
            codes = each.known_codes = (*codes, *self._last_code(each))
        return codes

    def _last_code(self, begun: Begun) -> Codes:
        before, atom = begun.before, begun.atoms[-1]
        assert before is not None
        if begun.place is not None:
            return (before.option_codes[begun.place],)
        if before.is_whole:
            return ()
        if not before.atoms and (self.info.sort == "menu" or is_free(atom)):
            return (self.free[atom] if is_free(atom) else atom,)
        if self.is_group(before.number, len(before.values)):
            return (atom,)
        return self._code(before.number, before.values, atom)

    # ---- options

    def only_answer(self) -> Begun | None:
        """The answer, if there is one and no other; otherwise what was found of the next part is remembered."""
        found = self.next_part(self.root)
        if not found.is_whole and not found.options:
            raise self.table.nothing_to_answer(self.g)
        return found if found.is_whole else None

    def next_part(self, begun: Begun) -> Begun:
        """An answer that was begun with all parts behind it that have one option; what comes then is known."""
        while not begun.is_whole and begun.options is not None:
            if len(begun.options) != 1:
                return begun
            begun = self._alone(begun, begun.options)
        if begun.is_whole:
            return begun
        engine = self.table.engine
        row = engine.put_row(self.codes_of_begun(begun))
        place = engine.call(next_part, self.g, NOBODY if self._who is None else self._who, row)
        return self._take(begun, engine.row_at(place, HEAD))

    def looked(self, told: list[int]) -> None:
        """Remember what the engine says of the first parts, as long as what it lists is still there."""
        if told[1] or told[2]:
            self._take(self.root, told)

    def _take(self, begun: Begun, told: list[int]) -> Begun:
        """Remember what comes next, as the engine says it: see `engine/library/playing/next_part.py`."""
        self._who, width, count, sources = told[:HEAD]
        for at in range(HEAD, HEAD + width, 2):
            begun = self._alone(begun, self._take_options(begun, [told[at]], [told[at + 1]]))
        if not begun.is_whole:
            if sources:
                self._take_domain(begun, sources)
            behind = HEAD + width + count
            self._take_options(begun, told[HEAD + width : behind], told[behind:])
        return begun

    def _alone(self, begun: Begun, options: list[Any]) -> Begun:
        found = self.longer(begun, options[0])
        found.place = 0
        return found

    def options(self, atoms: Atoms) -> list[Any]:
        """What the next part may be, so that the whole can still be completed."""
        return self.options_of(self.begun(atoms))

    def options_of(self, begun: Begun) -> list[Any]:
        """The same behind an answer that was begun."""
        if begun.options is None:
            self.next_part(begun)
        found = begun.options or []
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
        begun, engine = self.begun(atoms), self.table.engine
        if begun.options is not None or begun.is_whole:
            return (begun.options or [])[:most]
        row = engine.put_row(self.codes_of_begun(begun))
        codes = engine.listed(engine.call(doors.offered, self.g, self.who, row, most))
        if (not begun.atoms and self.info.sort == "menu") or self.is_group(begun.number, len(begun.values)):
            return [self._action_of(code) for code in codes]
        items = self.items(begun.number, begun.values)
        return [items[code] if code < FREE_CODE else self._action_of(code) for code in codes]

    def _take_options(self, begun: Begun, codes: list[int], listed: list[int]) -> list[Any]:
        """Remember what the next part may be, as the engine lists it: actions that are taken beside what is asked come last."""
        begun.option_codes = codes
        free: list[int] = []
        if codes and codes[-1] >= FREE_CODE:
            own = sum(code < FREE_CODE for code in codes)
            free, listed = [FREE - FREE_CODE + number for number in listed[own:]], listed[:own]
        if (begun.atoms or self.info.sort != "menu") and not self.is_group(begun.number, len(begun.values)):
            listed = self._read_items(listed, self.type_at(begun.number, len(begun.values)))
        begun.options = listed + free
        return begun.options

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
            elif groups := self._groups(atoms) if atoms else []:
                number, values, _ = self.split(atoms)
                if len(values) + 1 == self.width(number):
                    yield from groups
                else:
                    waiting.append(iter(groups))
            else:
                waiting.append(map(partial(_longer, atoms), self.options(atoms)))

    def _groups(self, atoms: Atoms) -> list[Atoms]:
        """A row with all parts of the next value, if that is picked in parts; nothing where that is better asked part by part."""
        number, values, parts = self.split(atoms)
        if parts or not self.is_group(number, len(values)):
            return []
        engine, width = self.table.engine, len(self.domain(number, values).parts)
        row = engine.put_row(self.codes_of(atoms))
        counts = engine.listed(engine.call(doors.groups_offered, self.g, self.who, row))
        return [(*atoms, *row) for row in zip(*(counts[at::width] for at in range(width)), strict=True)]


def is_free(option: Any) -> bool:
    """Whether an option for the first part is an action that is taken beside what is asked."""
    return type(option) is int and option >= FREE


def _longer(atoms: Atoms, option: Any) -> Atoms:
    return (*atoms, option)
