"""A problem cut into parts that share no item.

In:   a Problem.      Out:  a Sheet, and Parts, each of which can be solved by itself.
A settled item joins parts no more than it must. Roles among which the filling itself decides are one stance; where an
item has stances in several parts, whoever puts the parts together gives it to one of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from kfdsl.engine.score.allocate.linear.flow import bits
from kfdsl.engine.score.allocate.linear.sheet import Sheet, mask_of
from kfdsl.engine.score.allocate.problem import Problem


@dataclass(slots=True)
class Part:
    """Scorers that share items, and the classes they share, by ledger."""

    scorers: list[int] = field(default_factory=list)
    masks: dict[int, int] = field(default_factory=dict)
    stances: list[int] = field(default_factory=list)


def split(problem: Problem) -> tuple[Sheet, list[Part]]:
    """The problem in bits and its parts."""
    size = len(problem.counts)
    worth: dict[int, list[int]] = {}
    for left in problem.lefts:
        row = worth.setdefault(left.ledger, [0] * size)
        for c in left.classes:
            row[c] += left.value
    roles = {role for settled in problem.settled for role in settled.roles}
    whole = Sheet(problem, worth, [], mask_of(c for c, count in enumerate(problem.counts) if count or c in roles))
    stances = _stances(whole)
    live = mask_of(c for c, count in enumerate(problem.counts) if count) | ((1 << len(stances)) - 1) << size
    sheet = Sheet(problem, worth, stances, live)
    return sheet, _parts(sheet)


def _merged(groups: list[int], mask: int) -> list[int]:
    """Disjoint groups of bits, after those that a mask touches have become one with it."""
    apart = []
    for group in groups:
        if group & mask:
            mask |= group
        else:
            apart.append(group)
    return [*apart, mask]


def _reaches(sheet: Sheet, scorer: int) -> Iterator[int]:
    """Every mask that a hole of a scorer can have, in any company."""
    hosts = sheet.hosts if sheet.problem.scorers[scorer].card is not None else ()
    for want in range(len(sheet.problem.scorers[scorer].wants)):
        for _, masks in sheet.holes(scorer, want, hosts):
            yield from masks


def _stances(sheet: Sheet) -> list[tuple[int, tuple[int, ...]]]:
    """Roles of one item that only one ledger sees, in one family of classes, are one stance: what it fills decides."""
    if not sheet.problem.settled:
        return []
    families: dict[int, list[int]] = {}
    for number, scorer in enumerate(sheet.problem.scorers):
        for mask in _reaches(sheet, number):
            for ledger in scorer.ledgers:
                families[ledger] = _merged(families.get(ledger, []), mask)
    for ledger, row in sheet.worth.items():
        for c in bits(mask_of(c for c, value in enumerate(row) if value) & sheet.live):
            families[ledger] = _merged(families.get(ledger, []), 1 << c)
    hosts = {host.item for host in sheet.hosts}
    found: dict[tuple[int, int, int], list[int]] = {}
    for number, settled in enumerate(sheet.problem.settled):
        for role in settled.roles:
            seen = [(ledger, group) for ledger, groups in families.items() for group in groups if group >> role & 1]
            if len(seen) == 1 and role not in hosts:
                found.setdefault((number, *seen[0]), []).append(role)
            elif seen:
                found.setdefault((number, -1, role), []).append(role)
    return [(number, tuple(roles)) for (number, _, _), roles in found.items()]


def _parts(sheet: Sheet) -> list[Part]:
    """What shares an item, a card with company, or a stance that several ledgers see, is one part."""
    scorers = sheet.problem.scorers
    ledgers = sorted({*sheet.worth, *(ledger for scorer in scorers for ledger in scorer.ledgers)})
    cards = sorted({scorer.card for scorer in scorers if scorer.card is not None}) if sheet.hosts else []
    size = len(sheet.problem.counts)
    width, start = size + len(sheet.stances), len(scorers) + len(cards)
    shift = {ledger: start + number * width for number, ledger in enumerate(ledgers)}
    groups: list[int] = []
    for number, scorer in enumerate(scorers):
        classes = 0
        for mask in _reaches(sheet, number):
            classes |= mask
        whole = 1 << number | (1 << len(scorers) + cards.index(scorer.card) if scorer.card in cards else 0)
        for ledger in scorer.ledgers:
            whole |= classes << shift[ledger]
        groups = _merged(groups, whole)
    for ledger in sheet.worth:
        for c in bits(sheet.live):
            if any(sheet.left(ledger, c)):
                groups = _merged(groups, 1 << shift[ledger] + c)
    for number in range(len(sheet.stances)):
        across = sum(1 << shift[ledger] + size + number for ledger in ledgers)
        touched = [group for group in groups if group & across]
        if len(touched) > 1:
            groups = _merged(groups, across & sum(touched))
    return [_part(sheet, group, shift) for group in groups]


def _part(sheet: Sheet, group: int, shift: dict[int, int]) -> Part:
    size = len(sheet.problem.counts)
    width = size + len(sheet.stances)
    masks = {ledger: group >> at & (1 << width) - 1 for ledger, at in shift.items()}
    every = 0
    for mask in masks.values():
        every |= mask
    return Part(
        scorers=bits(group & (1 << len(sheet.problem.scorers)) - 1),
        masks={ledger: mask for ledger, mask in masks.items() if mask},
        stances=bits(every >> size),
    )
