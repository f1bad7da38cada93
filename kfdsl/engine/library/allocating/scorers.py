"""Scorers with their wants, holes and fits, and what is worth something where it is left.

In:   a Building with classes.      Out:  rows of its Workspace; whether there is room for them.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Numbers, Rows, bits, clear, count_bits, lowest
from kfdsl.engine.library.allocating.building import Building, Limit
from kfdsl.engine.library.allocating.piece_classes import classes_of_tokens
from kfdsl.engine.library.machine import Tally, machine
from kfdsl.engine.score.allocate.search.records import (
    CLASSES,
    FITS,
    HOLES,
    LEDGERS,
    NO_BOUND,
    NO_CARD,
    SCORERS,
    WANTS,
    Fit,
    Hole,
    Scorer,
    Want,
)


def write_scorers(building: Building) -> bool:
    """All that is filled with sets."""
    building.tokens_in = machine().scratch.numbers(FITS)
    building.limits_in = machine().scratch.numbers(FITS)
    room = building.room
    room.scorer_count = 0
    room.fit_count = 0
    room.all_ledgers = count_bits(building.ledgers)
    if room.all_ledgers > LEDGERS:
        return False
    for i in range(building.tallies[0]):
        tally = Tally(building.tallies[1 + i])
        if tally.sets and not write_scorer(building, tally, Limit(building.limits_of[i])):
            return False
    return True


def write_scorer(building: Building, tally: Tally, limit: Limit) -> bool:
    room = building.room
    if room.scorer_count == SCORERS or building.want_count == WANTS:
        return False
    scorer = room.scorers[room.scorer_count]
    clear(Numbers(scorer.at), Scorer.record_size())
    scorer.value = tally.value
    scorer.most = 1 if tally.once or tally.holes == 0 else NO_BOUND
    scorer.spare = tally.spare
    scorer.ledgers = ledgers_of(building, tally)
    scorer.card = tally.reason if tally.is_card else NO_CARD
    scorer.unfilled = tally.unfilled
    scorer.wants = Rows(Want, room.wants[building.want_count].at)
    scorer.number = room.scorer_count
    room.scorer_count += 1
    entries = Numbers(tally.at + Tally.record_size())
    if tally.alike:
        return write_alike(building, scorer, entries[0], entries[1], limit)
    return write_want(building, scorer, entries, tally.holes, limit)


def ledgers_of(building: Building, tally: Tally) -> int:
    """The ledgers of a scorer, among those that are used."""
    found = 0
    for ledger in bits(tally.ledgers):
        found |= 1 << ledger_number(building, ledger)
    return found


def ledger_number(building: Building, ledger: int) -> int:
    return count_bits(building.ledgers & (1 << ledger) - 1)


# ---- wants: not those that whoever solves the rest would refuse


def write_alike(building: Building, scorer: Scorer, count: int, mask: int, limit: Limit) -> bool:
    """Pieces that must be alike: a want for each token."""
    if mask == 0 or count < 1:
        return False
    for token in bits(mask):
        if not begin_want(building, scorer) or not write_hole(building, scorer, count, 1 << token, False, limit):
            return False
    return True


def write_want(building: Building, scorer: Scorer, entries: Numbers, count: int, limit: Limit) -> bool:
    if not begin_want(building, scorer):
        return False
    for i in range(count):
        entry = entries.tail(3 * i)
        if entry[0] > 0 and not write_hole(building, scorer, entry[0], entry[1], entry[2] != 0, limit):
            return False
    return scorer.most != NO_BOUND or scorer.wants[0].hole_count > 0


def begin_want(building: Building, scorer: Scorer) -> bool:
    """One more want, without holes so far."""
    if building.want_count == WANTS or building.hole_count == HOLES:
        return False
    want = building.room.wants[building.want_count]
    building.want_count += 1
    clear(Numbers(want.at), Want.record_size())
    want.holes = Rows(Hole, building.room.holes[building.hole_count].at)
    want.number = scorer.want_count
    scorer.want_count += 1
    return True


def write_hole(building: Building, scorer: Scorer, count: int, mask: int, differs: bool, limit: Limit) -> bool:
    """One more hole of the last want."""
    room = building.room
    if building.hole_count == HOLES or room.fit_count == FITS:
        return False
    hole = room.holes[building.hole_count]
    building.hole_count += 1
    scorer.wants[scorer.want_count - 1].hole_count += 1
    hole.count = count
    hole.fits = Rows(Fit, room.fits[room.fit_count].at)
    hole.fit_count = 1
    if not differs or count == 1:
        return write_fit(building, scorer, mask, limit)
    hole.fit_count = count_bits(mask)
    for token in bits(mask):
        if not write_fit(building, scorer, 1 << token, limit):
            return False
    return hole.fit_count > 0 and (hole.fit_count == 1 or count <= hole.fit_count)


def write_fit(building: Building, scorer: Scorer, mask: int, limit: Limit) -> bool:
    """What may lie in a hole: what it asks for, what stands in, and whom company lets in."""
    room = building.room
    if room.fit_count == FITS:
        return False
    fit = room.fits[room.fit_count]
    clear(Numbers(fit.at), Fit.record_size())
    near = limit.classes if limit.at != 0 else -1
    every = with_stand_ins(building, mask)
    fit.itself = near & classes_of_tokens(building, mask)
    fit.mask = near & classes_of_tokens(building, every)
    fit.scorer = scorer
    if limit.at == 0:  # what guests count as lies in no limit
        for host in range(room.host_count):
            let_in(building, fit, host, every)
    building.tokens_in[room.fit_count] = every
    building.limits_in[room.fit_count] = limit.at
    room.fit_count += 1
    return True


def with_stand_ins(building: Building, mask: int) -> int:
    """Tokens with those that may fill their holes."""
    found = mask
    for token in bits(building.standing):
        if building.stands[token] & mask:
            found |= 1 << token
    return found


def let_in(building: Building, fit: Fit, host: int, tokens: int) -> None:
    """Whom the company of a host lets in where some tokens may lie."""
    token = building.tokens_of[building.room.host_classes[host]]
    for company in building.customs.companies.first(building.customs.company_count):
        if company.host == token and company.counts_as & tokens:
            guests = classes_of_tokens(building, company.guests)
            fit.guests[host] = fit.guests[host] | guests
            if guests & ~fit.mask or building.roles[0] > 0:
                fit.changing_hosts = fit.changing_hosts | 1 << host


# ---- what is left


def write_worth(building: Building) -> None:
    """What items are worth where they are left, by ledger and class."""
    room = building.room
    for ledger in room.ledgers.first(room.all_ledgers):
        clear(ledger.worth, CLASSES)
    for i in range(building.tallies[0]):
        tally = Tally(building.tallies[1 + i])
        if not tally.sets:
            limit = Limit(building.limits_of[i])
            near = limit.classes if limit.at != 0 else -1
            ledger = room.ledgers[ledger_number(building, lowest(tally.ledgers))]
            for c in bits(near & classes_of_tokens(building, left_tokens(tally))):
                ledger.worth[c] += tally.value


def left_tokens(tally: Tally) -> int:
    """The tokens that a scorer counts where they are left, as bits."""
    return Numbers(tally.at + Tally.record_size())[1]
