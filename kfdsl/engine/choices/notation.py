"""One line for every answer, made of ids: logs, examples, the API and `why_not` all speak it.

In:   a Question, and atoms or a text.      Out:  a text, or an answer.
`fire old_kiln with 1 clay + all of crate(shed)`: the action, then each value behind its preposition.
"""

from __future__ import annotations

import re
from typing import Any

from kfdsl.engine.choices.begun import Answer, Atoms
from kfdsl.engine.choices.domains import GroupDomain, SeveralDomain
from kfdsl.engine.choices.forms import AMOUNT, WHOLE, as_called, is_branch, is_group, is_name, is_place, is_value
from kfdsl.engine.choices.question import ASK, Question
from kfdsl.engine.library.choices.chosen import STOP
from kfdsl.engine.machine.bundles import Group
from kfdsl.engine.machine.wording import NOTHING
from kfdsl.program.types import Type

MORE = " ..."  # behind a part that is not the whole yet


class Unreadable(ValueError):
    """A text that is not the notation of any answer to what is asked."""


class NotOffered(Unreadable):
    """A text that is none of the values there are to choose; they are listed in it."""


class Unknown(Unreadable):
    """A text with a word that names nothing at all."""


class Absent(Unreadable):
    """A text in the form of an answer to what is asked, whose values are not to be had now."""


class AbsentValue(NotOffered, Absent):
    """Such a text where the values that there are to choose are listed."""


def write(question: Question, atoms: Atoms) -> str:
    """The notation of a row of atoms; with dots behind it if parts are missing."""
    number, values, parts = question.split(atoms) if atoms or question.info.sort != "menu" else (-1, (), ())
    words = written_values(question, number, values)
    if parts:
        domain = question.domain(number, values)
        row = parts + (0,) * (len(domain.parts) - len(parts))
        shown = group_text(question, number, values, domain.group(row))
        words.append(_labelled(question, number, len(values), f"{shown} /{len(parts)}"))
    text = " ".join(words)
    return text if question.answer(atoms) is not None else text + MORE


def write_answer(question: Question, answer: Answer) -> str:
    """The notation of a whole answer."""
    return " ".join(written_values(question, *answer))


def written_values(question: Question, number: int, values: Atoms) -> list[str]:
    """The action, and each value behind its preposition."""
    words = [question.action(number).name] if number >= 0 else ["stop"] if number == STOP else []
    for at, value in enumerate(values):
        words.append(_labelled(question, number, at, value_text(question, number, at, values[:at], value)))
    return words


def _labelled(question: Question, number: int, at: int, text: str) -> str:
    label = question.action(number).params[at].label if number >= 0 else ""
    return f"{label} {text}" if label else text


def value_text(question: Question, number: int, at: int, before: Atoms, value: Any) -> str:
    """One value."""
    wording = question.table.wording
    if question.is_group(number, at):
        return group_text(question, number, before, value)
    if number >= 0:
        return wording.id(value, question.action(number).params[at].type)
    match question.info.sort:
        case "cover":
            sources = question.cover_sources()
            wholes = frozenset(cell for whole, cell, _ in sources if whole)
            return wording.group(value, question.who, wholes, 1)
        case "branches":
            return f"option {value + 1}"
        case _:
            assert question.info.type is not None
            return wording.id(value, question.info.type)


def group_text(question: Question, number: int, before: Atoms, value: Group) -> str:
    """One value that is picked in parts."""
    domain = question.domain(number, before)
    if isinstance(domain, SeveralDomain):
        return " + ".join(_item(question, item) for item in value) or NOTHING
    return question.table.wording.group(value, question.who, domain.wholes, domain.loose)


def _item(question: Question, item: Any) -> str:
    """One of several."""
    type_ = question.info.type
    assert type_ is not None and type_.inner is not None
    return question.table.wording.id(item, type_.inner)


# ---- reading


def read(question: Question, text: str) -> Answer:
    """The answer that a text is; whether it is allowed is not asked here."""
    text = as_called(question.table, " ".join(text.split()))
    if text == "stop" and question.info.sort == "menu" and question.info.can_stop:
        return STOP, ()
    name = text.partition(" ")[0]
    if question.info.sort != "menu" and name not in _actions(question):
        return ASK, (_read_value(question, ASK, 0, (), text),)
    return _read_action(question, text, is_whole=True)


def read_beginning(question: Question, text: str) -> tuple[int, Atoms]:
    """The action that a text begins with, and the values of it that are there."""
    return _read_action(question, as_called(question.table, " ".join(text.split())), is_whole=False)


def _actions(question: Question) -> dict[str, int]:
    actions = {question.action(number).name: number for number in question.free}
    if question.info.sort == "menu":
        actions |= {question.action(number).name: number for number in question.table.menu_actions[question.info.menu]}
    return actions


def _read_action(question: Question, text: str, is_whole: bool) -> tuple[int, Atoms]:
    name, _, rest = text.partition(" ")
    actions = _actions(question)
    if text == "stop" and name not in actions:
        raise (Absent if question.info.sort == "menu" else Unreadable)("nobody can stop here")
    if name not in actions:
        exists = name in question.table.numbering.actions
        there = f"; there are {', '.join(actions)}" if actions else ""
        raise (Unreadable if exists else Unknown)(f"`{name}` is not an action here{there}")
    number = actions[name]
    values: list[Any] = []
    params = question.action(number).params
    for at, param in enumerate(params):
        if not rest and not is_whole:
            break
        if param.label:
            if not rest.startswith(param.label + " "):
                raise Unreadable(f"`{name}` needs `{param.label} …`" + (f", not `{rest}`" if rest else ""))
            rest = rest[len(param.label) + 1 :]
        stop = _end(rest, [later.label for later in params[at + 1 :]])
        value = _read_value(question, number, at, tuple(values), rest[:stop].strip())
        is_before_others = at + 1 < len(params) and question.is_group(number, at)
        if is_before_others and question.domain(number, tuple(values)).counts(value) is None:
            raise Absent("that cannot be picked up: it is not all there")
        values.append(value)
        rest = rest[stop:].strip()
    if rest:
        raise Unreadable(f"`{rest}` is one thing too many for `{name}`")
    return number, tuple(values)


def _end(text: str, labels: list[str]) -> int:
    """Where a value ends: before the next label, or before the next word if the next value has none."""
    if not labels:
        return len(text)
    if not labels[0]:
        return len(text.partition(" ")[0])
    found = re.search(rf" {labels[0]} ", text)
    return found.start() if found else len(text)


def _read_value(question: Question, number: int, at: int, before: Atoms, text: str) -> Any:
    if question.is_group(number, at):
        return _read_group(question, number, before, text)
    items = question.items(number, before)
    for item in items:
        if value_text(question, number, at, before, item) == text:
            return item
    copies = question.table.numbering.copies.get(text, ())
    if copies and _may_be_card(question, number, at):
        found = next((item for item in items if item in copies), None)
        if found is not None or number >= 0:
            return copies[0] if found is None else found
    known = _named(question, number, at, text)
    if known is not None and number >= 0:
        return known
    names = question.table.numbering
    if (
        text.replace(".", "_").isidentifier()
        and text not in ("stop", NOTHING)
        and text not in names.cards
        and text not in names.copies
        and text not in names.tokens
        and text not in {**names.values, **names.actions}
        and text not in names.spot_names
    ):
        raise Unknown(f"nothing is called `{text}`")
    shown = ", ".join(value_text(question, number, at, before, item) for item in items[:8])
    raise (AbsentValue if _is_formed(question, number, at, text) else NotOffered)(
        f"`{text}` is not among " + (f"{shown}" + (" …" if len(items) > 8 else "") if items else "anything to choose")
    )


def _is_formed(question: Question, number: int, at: int, text: str) -> bool:
    """Whether a text could be meant as the value that is asked for; of an action, also the name of something it never takes."""
    table = question.table
    if number >= 0:
        return is_name(table, text) or is_value(table, text, question.action(number).params[at].type)
    match question.info.sort:
        case "cover":
            return is_group(table, text)
        case "branches":
            return is_branch(text)
        case _:
            return question.info.type is not None and is_value(table, text, question.info.type)


def _may_be_card(question: Question, number: int, at: int) -> bool:
    type_ = question.action(number).params[at].type if number >= 0 else question.info.type
    return type_ is not None and type_.head == "card"


def _named(question: Question, number: int, at: int, text: str) -> Any | None:
    """A thing of the right type that is not among the items: for telling why not."""
    type_: Type | None = question.action(number).params[at].type if number >= 0 else question.info.type
    if type_ is not None and type_.head == "card":
        card = question.table.numbering.cards.get(text)
        if card is not None and question.table.numbering.is_a(card, type_.name):
            return card
    return None


def _read_group(question: Question, number: int, before: Atoms, text: str) -> Any:
    domain = question.domain(number, before)
    wording = question.table.wording
    if isinstance(domain, SeveralDomain):
        return _read_several(question, domain, text)
    parts: dict[int, list[int]] = {}
    for term in text.split(" + "):
        whole = WHOLE.fullmatch(term)
        loose = AMOUNT.fullmatch(term)
        if whole:
            cell = next(
                (
                    cell
                    for is_whole, cell, _ in domain.sources
                    if is_whole and wording.cell(cell, question.who) == whole[1]
                ),
                None,
            )
            if cell is None:
                raise (Absent if is_place(question.table, whole[1]) else Unknown)(
                    f"there is no `{whole[1]}` to pick up whole"
                )
            parts[cell] = list(question.g.cells[cell])
        elif loose:
            _read_loose(question, number, before, loose, parts)
        else:
            raise Unreadable(f"`{term}` is no amount; write {_samples(question, domain)}")
    order = [cell for _, cell, _ in domain.sources]
    return tuple((cell, tuple(parts[cell])) for cell in dict.fromkeys(order) if cell in parts)


def _samples(question: Question, domain: GroupDomain) -> str:
    """How a group is written here: `2 clay` or `all of crate(shed)`."""
    tokens, loose, wholes = question.table.program.tokens, [], []
    for whole, cell, have in domain.sources:
        if whole and any(have):
            wholes.append(f"`all of {question.table.wording.cell(cell, question.who)}`")
        elif not whole:
            loose += [f"`{count} {tokens[token].name}`" for token, count in enumerate(have) if count]
    return " or ".join([*loose[:1], *wholes[:1]]) or "`1 name`"


def _read_several(question: Question, domain: SeveralDomain, text: str) -> tuple[Any, ...]:
    known = {_item(question, item): item for item in domain.items}
    words = [] if text == NOTHING else _told_apart(question, text.split(" + "), known)
    for word in words:
        if words.count(word) > 1:
            raise Unreadable(f"`{word}` is named twice")
        if word not in known:
            is_formed = question.info.type is not None and is_value(question.table, word, question.info.type)
            raise (Absent if is_formed else Unreadable)(
                f"`{word}` is not among {', '.join(known) or 'anything to choose'}"
            )
    return tuple(item for name, item in known.items() if name in words)


def _told_apart(question: Question, words: list[str], known: dict[str, Any]) -> list[str]:
    """Words in which any copy of a thing is one that is there and is not meant otherwise."""
    found: list[str] = []
    for word in words:
        copies = question.table.numbering.copies.get(word, ())
        free = (name for name, item in known.items() if item in copies and name not in found and name not in words)
        found.append(next(free, word) if copies else word)
    return found


def _read_loose(
    question: Question, number: int, before: Atoms, found: re.Match[str], parts: dict[int, list[int]]
) -> None:
    wording, domain = question.table.wording, question.domain(number, before)
    assert isinstance(domain, GroupDomain)
    token = question.table.numbering.tokens.get(found[2])
    if token is None:
        raise Unknown(f"nothing is called `{found[2]}`")
    if int(found[1]) == 0:
        raise Absent("leave out what is not taken")
    cells = [
        cell
        for whole, cell, _ in domain.sources
        if not whole and (not found[3] or wording.cell(cell, question.who) == found[3])
    ]
    if not cells:
        raise Absent("there is nothing loose to pick up")
    cell = next((cell for cell in cells if question.g.cells[cell][token]), cells[0])
    counts = parts.setdefault(cell, [0] * len(question.table.numbering.tokens))
    if counts[token]:
        raise Unreadable(f"`{found[2]}` is named twice")
    counts[token] = int(found[1])
