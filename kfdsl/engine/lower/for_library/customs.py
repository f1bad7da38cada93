"""What purposes allow in an allocation, as tables.

In:   companies and roles of a program.      Out:  a function that finds them by the number of a purpose.
"""

from __future__ import annotations

from kfdsl.engine.flat.form import Const, Function, Get, Return, Switch
from kfdsl.engine.flat.read.sources import flat_name, source_of
from kfdsl.engine.library.allocating.customs import Company, Customs, customs_of
from kfdsl.engine.lower.writer import Book


def write_customs(book: Book) -> None:
    """By purpose, and for any other one that allows nothing."""
    program = book.numbering.program
    purposes = dict.fromkeys([*(each.purpose for each in program.companies), *(each.purpose for each in program.roles)])
    cases = tuple(((book.text(purpose),), (Return(Const(_customs(book, purpose))),)) for purpose in purposes)
    params = tuple(name for name, _ in source_of(customs_of).params)
    name = flat_name(customs_of)
    nothing = (Return(Const(_customs(book, ""))),)
    book.functions[name] = Function(name, params, (Switch(Get("purpose"), cases, nothing),))


def _customs(book: Book, purpose: str) -> int:
    tokens, program = book.numbering.tokens, book.numbering.program
    companies = [each for each in program.companies if each.purpose == purpose and purpose]
    roles: dict[int, dict[int, None]] = {}
    for each in program.roles:
        if each.purpose == purpose and purpose:
            roles.setdefault(tokens[each.token], {}).update(dict.fromkeys(tokens[name] for name in each.roles))
    rows = [number for each in companies for number in _company(book, each.host, each.guests, each.counts_as)]
    lists = [book.tables.listed(list(roles[token])) if token in roles else 0 for token in range(len(tokens))]
    values = {
        "companies": book.tables.numbers(rows),
        "company_count": len(companies),
        "hosts": _bits(book, tuple(each.host for each in companies)),
        "jokers": sum(1 << token for token in roles),
        "roles": book.tables.numbers(lists),
    }
    return book.tables.numbers([values[name] for name in Customs.record_fields()])


def _company(book: Book, host: str, guests: tuple[str, ...], counts_as: tuple[str, ...]) -> list[int]:
    values = {
        "host": book.numbering.tokens[host],
        "guests": _bits(book, guests),
        "counts_as": _bits(book, counts_as),
    }
    return [values[name] for name in Company.record_fields()]


def _bits(book: Book, names: tuple[str, ...]) -> int:
    found = 0
    for name in names:
        found |= 1 << book.numbering.tokens[name]
    return found
