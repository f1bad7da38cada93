"""What may be picked in parts: groups from sources, or several of some items.

In:   sources (whole or loose, which place, what lies there), or items.      Out:  rows of counts, a count for each part, and what a row is.
Parts: for a whole source, take it or not; for a loose one, how many of each token; for items, take it or not. A class is all groups
that take the same parts. Rows come class by class, classes as numbers in binary whose last digit is the last part.
"""

from __future__ import annotations

from enum import IntEnum

from kfdsl.engine.flat.memory import Numbers, Record, Rows, Words, copy, copy_record
from kfdsl.engine.library.lists import new_list
from kfdsl.engine.library.machine import machine
from kfdsl.engine.library.values import bundle_size, charge

WHOLE = -1  # in place of a token
ROW = 4  # steps for a row


class Verdict(IntEnum):
    """Whether the groups of a class work, or a size is allowed."""

    OPEN = 0  # it is not known, or they differ
    NO = 1
    YES = 2


class Part(Record, width=8):
    source: int  # or item
    token: int  # or WHOLE
    most: int
    weight: int  # how many pieces one of it is


class Domain(Record, width=8):
    several: bool  # items rather than pieces
    sources: Numbers
    parts: Rows[Part]
    count: int  # of parts
    most: int  # pieces in all
    low: int  # of several, how many at least
    high: int  # and at most
    rest: Numbers  # how many pieces the parts from each on have at most,
    sizes: Numbers  # what is known of each size,
    least: int  # the first that is allowed, beyond the largest if none is; 0: not known,
    keys: Numbers  # which bits stand for each part,
    verdicts: Numbers  # and what is known of classes, by these bits; none of all this is there before it is looked for


def again(domain: Domain) -> Domain:
    """The same choices for another question."""
    found = machine().scratch.one(Domain)
    copy_record(found, domain)
    found.sizes = Numbers(0)
    found.least = 0
    found.keys = Numbers(0)
    found.verdicts = Numbers(0)
    return found


def group_domain(sources: Numbers) -> Domain:
    found = machine().scratch.one(Domain)
    found.sources = sources
    tokens = machine().tokens
    most = 0
    for number in range(sources[0]):
        most += 1 if sources[1 + 3 * number] else tokens
    found.parts = Rows(Part, machine().scratch.reserve(most * Part.record_size()))
    for number in range(sources[0]):
        have = Words(sources[3 + 3 * number])
        if sources[1 + 3 * number]:
            add_part(found, number, WHOLE, 1, bundle_size(have))
        else:
            for token in range(tokens):
                if have[token]:
                    add_part(found, number, token, have[token], 1)
    return found


def add_part(domain: Domain, source: int, token: int, most: int, weight: int) -> None:
    part = domain.parts[domain.count]
    part.source = source
    part.token = token
    part.most = most
    part.weight = weight
    domain.count += 1
    domain.most += most * weight


def several_domain(items: Numbers, low: int, high: int) -> Domain:
    """Several of some items; where there are none, nothing is still an answer, and takes a part that says so."""
    found = machine().scratch.one(Domain)
    found.several = True
    found.sources = items
    found.low = low
    found.high = items[0] if high < 0 else min(high, items[0])
    found.parts = machine().scratch.rows(Part, items[0] + 1)
    for item in range(items[0]):
        add_part(found, item, WHOLE, 1, 1)
    if items[0] == 0:
        add_part(found, 0, WHOLE, 0, 1)
    return found


def group_of(domain: Domain, counts: Numbers) -> Numbers:
    """What a full row of counts is: a group, or a list of items."""
    if domain.several:
        return items_of(domain, counts)
    sources = domain.sources
    tokens = machine().tokens
    found = machine().scratch.numbers(1 + 2 * sources[0])
    here = Words(0)
    last = -1
    taken = 0
    for at in range(domain.count):
        if counts[at]:
            part = domain.parts[at]
            if part.source != last:
                last = part.source
                here = machine().scratch.words(tokens)
                found[1 + 2 * taken] = sources[2 + 3 * last]
                found[2 + 2 * taken] = here.at
                taken += 1
            if part.token == WHOLE:
                copy(here, Words(sources[3 + 3 * last]), tokens)
            else:
                here[part.token] = counts[at]
    found[0] = taken
    return found


def items_of(domain: Domain, counts: Numbers) -> Numbers:
    found = new_list(domain.count)
    for at in range(domain.count):
        if counts[at]:
            found[0] += 1
            found[found[0]] = domain.sources[1 + domain.parts[at].source]
    return found


def row_size(domain: Domain, counts: Numbers) -> int:
    """How many pieces a row is."""
    found = 0
    for at in range(domain.count):
        found += counts[at] * domain.parts[at].weight
    return found


# ---- one row after the other


def first_row(domain: Domain, counts: Numbers, fixed: int) -> bool:
    """The first row that begins with so many counts that are fixed; whether there is one."""
    if domain.several:
        return first_choice(domain, counts, fixed)
    taken = False
    for at in range(fixed):
        taken = taken or counts[at] > 0
    for at in range(fixed, domain.count):
        counts[at] = 0
    return taken or next_class(domain, counts, fixed)


def next_row(domain: Domain, counts: Numbers, fixed: int, line: int) -> bool:
    """The row behind a row; whether there is one."""
    charge(ROW, line)
    if domain.several:
        return next_choice(domain, counts, fixed)
    return next_in_class(domain, counts, fixed) or next_class(domain, counts, fixed)


def next_in_class(domain: Domain, counts: Numbers, fixed: int) -> bool:
    """The next row of the same class; where there is none, the class begins anew."""
    at = domain.count - 1
    while at >= fixed:
        if counts[at] > 0:
            if counts[at] < domain.parts[at].most:
                counts[at] += 1
                return True
            counts[at] = 1
        at -= 1
    return False


def next_class(domain: Domain, counts: Numbers, fixed: int) -> bool:
    """The first row of the next class."""
    at = domain.count - 1
    while at >= fixed:
        if counts[at] == 0 and domain.parts[at].most > 0:
            counts[at] = 1
            return True
        counts[at] = 0
        at -= 1
    return False


def first_choice(domain: Domain, counts: Numbers, fixed: int) -> bool:
    """The first items of which there are as few as may be."""
    chosen = 0
    for at in range(fixed):
        chosen += counts[at]
    return choose_first(domain, counts, fixed, max(domain.low - chosen, 0), chosen)


def choose_first(domain: Domain, counts: Numbers, fixed: int, more: int, chosen: int) -> bool:
    """The first choice of so many more; whether so many can be."""
    real = domain.sources[0]
    if more > real - fixed or chosen + more > domain.high:
        return False
    for at in range(fixed, domain.count):
        counts[at] = int(at - fixed < more)
    return True


def next_choice(domain: Domain, counts: Numbers, fixed: int) -> bool:
    """The next choice of as many items, or the first of one more."""
    real = domain.sources[0]
    chosen = 0
    for at in range(fixed):
        chosen += counts[at]
    last = real - 1
    behind = 0  # how many are chosen at the very end
    while last >= fixed and counts[last]:
        counts[last] = 0
        behind += 1
        last -= 1
    while last >= fixed and not counts[last]:
        last -= 1
    if last < fixed:
        return choose_first(domain, counts, fixed, behind + 1, chosen)
    counts[last] = 0
    for at in range(last + 1, last + 2 + behind):
        counts[at] = 1
    return True
