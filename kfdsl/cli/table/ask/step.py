"""What a person is asked next, in words.

In:   a game.      Out:  Step: a heading, and options with what to type for each.
A choice of pieces is one list as long as that is short, otherwise one question for each sort of piece, answered with how many.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from string import ascii_lowercase
from typing import Any

from kfdsl.api import Game
from kfdsl.cli.draw.glyphs import plain
from kfdsl.engine.choices.begun import Atoms
from kfdsl.engine.choices.choice import Choice, item_type, value_words
from kfdsl.engine.choices.domains import GroupDomain, SeveralDomain
from kfdsl.engine.choices.question import Question
from kfdsl.engine.rules.table import FREE
from kfdsl.program import made_names
from kfdsl.program.types import Type

SHORT_LIST = 24  # groups that are offered as wholes
_WHAT = {"spot": "where", "area": "which area", "player": "which player", "token": "which piece", "number": "how many"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """Something that can be picked: what to type, how it reads, what it is."""

    key: str
    text: str
    choice: Choice
    card: int | None = None  # the card it is about


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One of several that may be picked together."""

    text: str
    card: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One question; the prefix is the notation before what is asked, for whoever types the rest of it."""

    heading: str
    options: tuple[Option, ...]
    type: Type | None = None
    prefix: str = ""
    items: tuple[Item, ...] | None = None  # where several of them are asked for


def next_step(game: Game) -> Step:
    """What the one who is faced is asked."""
    return _Asked(game).step()


class _Asked:
    def __init__(self, game: Game) -> None:
        self.game, self.question = game, game.question
        is_menu = not game.atoms and self.question.info.sort == "menu"
        self.number, self.values, self.parts = (-1, (), ()) if is_menu else self.question.split(game.atoms)
        self.is_menu = is_menu

    def step(self) -> Step:
        if self.is_menu:
            return Step(
                heading=f"{plain(self.question.info.menu).capitalize()}:", options=self.listed(self.game.choices())
            )
        if self.question.is_group(self.number, len(self.values)):
            return self.several() if isinstance(self.domain(), SeveralDomain) and not self.parts else self.group()
        type_ = part_type(self.question, self.number, len(self.values))
        return Step(
            heading=self.heading(_WHAT.get(type_.head if type_ else "", f"which {plain(str(type_)).lower()}")),
            options=self.listed(self.game.choices()),
            type=type_,
            prefix=self.prefix(),
        )

    def domain(self) -> GroupDomain | SeveralDomain:
        """What a group is picked from."""
        return self.question.domain(self.number, self.values)

    def several(self) -> Step:
        """Several of a list, each by its number."""
        domain = self.domain()
        assert isinstance(domain, SeveralDomain)
        type_ = item_type(self.question)
        words = [self.question.table.wording.word(item, type_, self.game.names) for item in domain.items]
        cards = domain.items if type_.head == "card" else [None] * len(words)
        items = tuple(Item(text=text, card=card) for text, card in zip(words, cards, strict=True))
        free = [choice for choice in self.game.choices() if is_free(choice.atoms)]
        return Step(heading=self.heading("which ones"), options=self.listed(free), items=items)

    def group(self) -> Step:
        """A group: its parts as one list, or the next part."""
        wholes = groups(self.question, self.game.atoms, SHORT_LIST)
        if wholes is not None:
            free = [choice for choice in self.game.choices() if is_free(choice.atoms)]
            chosen = [*map(self.game.choice, wholes), *free]
            return Step(heading=self.heading("what"), options=self.listed(chosen), prefix=self.prefix())
        domain = self.domain()
        source, token, _ = domain.parts[len(self.parts)]
        if not isinstance(domain, GroupDomain) or token is None:
            return Step(heading=self.heading("what"), options=self.listed(self.game.choices()), prefix=self.prefix())
        wording = self.question.table.wording
        noun, place = wording.noun(token, 2), wording.place(domain.sources[source][1])
        return Step(
            heading=self.heading(f"how many {noun} of {place}"),
            options=tuple(self.counted(self.game.choices())),
            prefix=self.prefix(),
        )

    def listed(self, choices: Iterable[Choice]) -> tuple[Option, ...]:
        """Choices by number."""
        return tuple(self.option(str(number), choice) for number, choice in enumerate(choices, start=1))

    def counted(self, choices: Iterable[Choice]) -> Iterator[Option]:
        """Choices by how many; what may be done besides, by letter."""
        letters = iter(ascii_lowercase)
        for choice in choices:
            yield self.option(next(letters) if is_free(choice.atoms) else str(choice.atoms[-1]), choice)

    def option(self, key: str, choice: Choice) -> Option:
        """A choice, read without what was chosen before it."""
        number, values, parts = self.question.split(choice.atoms)
        if parts or not values:
            return Option(key=key, text=choice.text + _more(choice), choice=choice)
        type_ = part_type(self.question, number, len(values) - 1)
        is_card = type_ is not None and type_.head == "card"
        text = value_words(self.question, number, values[:-1], values[-1], self.game.names)
        return Option(key=key, text=text + _more(choice), choice=choice, card=values[-1] if is_card else None)

    def heading(self, what: str) -> str:
        """What is asked for."""
        info = self.question.info
        if self.number >= 0:
            label = self.question.action(self.number).params[len(self.values)].label
            return f"{label} {what}?".strip().capitalize()
        asked = {"branches": "which of these", "cover": "with what"}.get(info.sort, what)
        return f"{_upper(subject(self.game))}: {asked}?"

    def prefix(self) -> str:
        """The notation up to where the next value stands."""
        if self.number < 0:
            return ""
        label = self.question.action(self.number).params[len(self.values)].label
        atoms = self.game.atoms[: len(self.game.atoms) - len(self.parts)]
        return f"{self.game.choice(atoms).notation.removesuffix('...').strip()} {label}".strip()


def subject(game: Game) -> str:
    """What asks, if it is no menu: a rule by its name, what is printed on a card by the card."""
    info, table = game.question.info, game.table
    known = {**table.numbering.copies, **table.numbering.cards}
    name = made_names.first_of(info.rule, known)
    card = table.numbering.cards.get(name, next(iter(table.numbering.copies.get(name, ())), None))
    return "" if info.sort == "menu" else plain(info.rule) if card is None else table.wording.title(card)


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def _more(choice: Choice) -> str:
    return "" if choice.whole else " …"


def part_type(question: Question, number: int, at: int) -> Type | None:
    """The type of a value."""
    return question.action(number).params[at].type if number >= 0 else question.info.type


def is_free(atoms: Atoms) -> bool:
    """Whether this is the beginning of something that may be done beside what is asked."""
    return len(atoms) == 1 and isinstance(atoms[0], int) and atoms[0] >= FREE


def groups(question: Question, atoms: Atoms, most: int) -> list[Atoms] | None:
    """Every way to complete the group that is asked for, as rows of atoms; None if there are too many to list."""
    found = list(islice(_below(question, atoms, len(question.split(atoms)[1])), most + 1))
    return sorted(found, key=lambda row: _simple_first(row[len(atoms) :])) if len(found) <= most else None


def _simple_first(counts: Atoms) -> tuple[Any, ...]:
    """An order by how many sorts of piece are taken, then by which, then by how many of them."""
    taken = [at for at, count in enumerate(counts) if count]
    return len(taken), taken, counts


def _below(question: Question, atoms: Atoms, known: int) -> Iterator[Atoms]:
    stack = [atoms]
    while stack:
        row = stack.pop()
        if len(question.split(row)[1]) > known:
            yield row
        else:
            stack += [(*row, option) for option in reversed(question.options(row)) if not is_free((*row, option))]
