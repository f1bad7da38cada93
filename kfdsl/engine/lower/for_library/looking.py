"""What those who look ahead know, as tables.

In:   a program for a number of players, cut at its asks.      Out:  where its Facts lie.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kfdsl.analysis.least_change import ChangeWeights
from kfdsl.engine.flat.memory import Record
from kfdsl.engine.library.looking.facts import Facts, HiddenPlace, HiddenTray, Locals, Named, Naming, Seat
from kfdsl.engine.library.machine import NOWHERE
from kfdsl.engine.lower.cut.blocks import Cut
from kfdsl.engine.lower.cut.frames import packing
from kfdsl.engine.lower.cut.waits import Block, in_order
from kfdsl.engine.lower.held import plain
from kfdsl.engine.lower.writer import Book
from kfdsl.engine.machine.layout import Cell
from kfdsl.program.types import Type


def facts_table(cut: Cut) -> int:
    """Where it all lies, in numbers."""
    book, program = cut.book, cut.book.numbering.program
    tables = book.tables
    closing = next((at for at, rule in enumerate(program.rules) if rule.name == program.closing), NOWHERE)
    actions = list(enumerate(program.actions))
    menus = [[at for at, each in actions if each.menu == menu.name and not each.is_free] for menu in program.menus]
    weights = ChangeWeights(book.numbering)
    kin = _kin(book)
    values = {
        "closing": closing,
        "closing_line": book.line(program.rules[closing].span) if closing != NOWHERE else NOWHERE,
        "closing_blocks": tables.numbers([int(block.rule == program.closing) for block in cut.blocks]),
        "seats": tables.numbers([number for seat in range(book.seats) for number in _seat(book, seat)]),
        "hidden_numbers": _hidden_numbers(book),
        "upon": _lists(book, _upon(book)),
        "kin": tables.listed([tables.listed(tokens) for tokens in kin if len(tokens) > 1]),
        "order": tables.listed([token for tokens in kin for token in tokens]),
        "least_actions": _lists(book, map(weights.actions, menus)),
        "idle_actions": _lists(book, map(weights.idle, menus)),
        "least_branches": _lists(book, [weights.branches(ask.branches) for ask in cut.asks]),
        "named": tables.numbers([_naming(book, ask.type) for ask in cut.asks]),
        "frames": _rows(book, Locals, [_locals(book, block) for block in cut.blocks]),
    }
    return tables.numbers(_row(Facts, values))


def _lists(book: Book, rows: Iterable[Sequence[int]]) -> int:
    return book.tables.numbers([book.tables.listed(row) for row in rows])


def _row(record: type[Record], values: dict[str, int]) -> list[int]:
    return [int(values[name]) for name in record.record_fields()]


def _cells(book: Book, sort: str) -> list[tuple[int, Cell]]:
    return [(at, cell) for at, cell in enumerate(book.layout.layout.cells) if cell.sort == sort]


def _seat(book: Book, seat: int) -> list[int]:
    places, trays = book.layout.places, book.layout.trays
    tokens, cards = _cells(book, "tokens"), _cells(book, "cards")
    names = {name: number for number, name in enumerate(book.numbering.places)}
    contents = {
        content: number for number, content in enumerate(dict.fromkeys(_content(book, each) for _, each in cards))
    }
    hidden_places = [
        {"place": places[at], "name": names[cell.name], "is_counted": cell.counted_by(seat)}
        for at, cell in tokens
        if not cell.seen_by(seat)
    ]
    hidden_trays = [
        {"tray": trays[at], "content": contents[_content(book, cell)]} for at, cell in cards if not cell.seen_by(seat)
    ]
    values = {
        "places": book.tables.listed([places[at] for at, cell in tokens if cell.player == seat]),
        "trays": book.tables.listed([trays[at] for at, cell in cards if cell.player == seat]),
        "hidden_places": _rows(book, HiddenPlace, hidden_places),
        "hidden_place_count": len(hidden_places),
        "hidden_trays": _rows(book, HiddenTray, hidden_trays),
        "hidden_tray_count": len(hidden_trays),
    }
    return _row(Seat, values)


def _hidden_numbers(book: Book) -> int:
    """For each tray and player which of those that the player does not see it is."""
    hidden, trays = book.layout.hidden, book.layout.trays
    return book.tables.words([hidden[seat].get(cell, NOWHERE) for cell in trays for seat in range(book.seats)])


def _rows(book: Book, record: type[Record], rows: Sequence[dict[str, int]]) -> int:
    return book.tables.numbers([number for row in rows for number in _row(record, row)])


def _content(book: Book, cell: Cell) -> str:
    return book.numbering.places[cell.name].content


def _upon(book: Book) -> list[list[int]]:
    """For each card the places of tokens on it that are nobody's."""
    found: list[list[int]] = [[] for _ in range(book.layout.cards)]
    for at, cell in _cells(book, "tokens"):
        if cell.card is not None and cell.player is None:
            found[cell.card].append(book.layout.places[at])
    return found


def _kin(book: Book) -> list[list[int]]:
    """Tokens with the same traits."""
    kinds: dict[tuple[str, ...], list[int]] = {}
    for number, token in enumerate(book.numbering.program.tokens):
        kinds.setdefault(tuple(sorted(token.traits)) or (token.name,), []).append(number)
    return list(kinds.values())


def _locals(book: Book, block: Block) -> dict[str, int]:
    """What the frames of a block hold."""
    alone, packed = in_order(block.known)
    which = {name: at for at, (name, _) in enumerate((*alone, *packed))}
    names = [(which[name], _naming(book, type_)) for name, type_ in block.known if _named(type_) != Named.NOTHING]
    return {
        "alone": len(alone),
        "packed": book.tables.listed([packing(book, type_) for _, type_ in packed]),
        "names": book.tables.numbers([len(names), *(number for pair in names for number in pair)]),
    }


def _naming(book: Book, type_: Type | None) -> int:
    """Where it is said what values of a type name that lies somewhere."""
    sort = _named(type_)
    inner = plain(type_).inner if type_ is not None and sort == Named.LIST else None
    item = _naming(book, inner) if inner is not None else 0
    return book.tables.numbers(_row(Naming, {"sort": sort, "item": item}))


def _named(type_: Type | None) -> Named:
    if type_ is None:
        return Named.NOTHING
    kind = plain(type_)
    if kind.head == "list":
        return Named.LIST if _named(kind.inner) != Named.NOTHING else Named.NOTHING
    return {"group": Named.GROUP, "card": Named.CARD}.get(kind.head, Named.NOTHING)
