"""Classes of the group that an action ends with: groups that take the same parts, or have the same tokens.

In:   a Search, what its last value may be, and a row of counts.      Out:  whether the groups of its class work, found out once.
Where a deed looks only at kinds, one group speaks for its class; and for all groups with the same tokens, unless they come from
places that the deed looks at. A class is known by bits: one for each token, and one for each part from such a place.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Numbers, Words, copy
from kfdsl.engine.library.choices.chosen import Search, by_class, set_value
from kfdsl.engine.library.choices.domains import WHOLE, Domain, Part, Verdict, group_of, row_size
from kfdsl.engine.library.choices.plans import action_near, plan_of
from kfdsl.engine.library.choices.sizes import size_from
from kfdsl.engine.library.choices.trials import possible
from kfdsl.engine.library.machine import machine
from kfdsl.engine.library.values import charge

CLASS = 4  # steps for a class
MOST_BITS = 12  # by which classes are told apart, if they are remembered
EACH = 32  # verdicts in a number, two bits each


def class_verdict(search: Search, at: int, domain: Domain, counts: Numbers, fixed: int, taken: int) -> int:
    """Whether the groups of a class work, if that is the same for all; some group of it is of an allowed size."""
    known = verdict_of(domain, taken)
    if known != Verdict.OPEN:
        return known
    with machine().scratch.held():
        row = machine().scratch.numbers(domain.count)
        copy(row, counts, domain.count)
        grow_to(domain, row, fixed, size_from(search, domain, row_size(domain, row)))
        set_value(search, at, group_of(domain, row).at)
        found = possible(search.g, plan_of(search.action).rule, search.row, search.line)
    verdict = Verdict.YES if found else Verdict.NO
    if not machine().fine:
        note_verdict(domain, taken, verdict)
    elif not found:
        return Verdict.OPEN  # of a class whose groups differ, one did not work
    return verdict


def grow_to(domain: Domain, row: Numbers, fixed: int, size: int) -> None:
    """Let the smallest row of a class become one of a size; loose pieces fill any gap."""
    missing = size - row_size(domain, row)
    for part in range(fixed, domain.count):
        if row[part] and domain.parts[part].token != WHOLE and missing > 0:
            more = min(missing, domain.parts[part].most - row[part])
            row[part] += more
            missing -= more


# ---- what is remembered


def remember(search: Search, domain: Domain) -> None:
    """Begin to remember what is found out of classes: one by one, or of all at once that have the same tokens."""
    if not by_class(search):
        return
    charge(CLASS * domain.count, search.line)
    domain.keys = machine().scratch.numbers(domain.count)
    known = machine().scratch.numbers(machine().tokens + 1)
    by_tokens = plan_of(search.action).by_tokens
    for at in range(domain.count):
        part = domain.parts[at]
        place = domain.sources[2 + 3 * part.source]
        if by_tokens and not action_near(search.g, search.action, search.row, place):
            domain.keys[at] = key_of_tokens(domain, part, known)
        else:
            domain.keys[at] = new_bit(known)
    make_room(domain, known[machine().tokens])


def key_of_tokens(domain: Domain, part: Part, known: Numbers) -> int:
    """Bits that stand for the tokens of a part; `known` has the bit of each token that was met, and how many there are, last."""
    if part.token != WHOLE:
        return bit_of(part.token, known)
    found = 0
    have = Words(domain.sources[3 + 3 * part.source])
    for token in range(machine().tokens):
        if have[token]:
            found |= bit_of(token, known)
    return found


def bit_of(token: int, known: Numbers) -> int:
    if known[token] == 0:
        known[token] = new_bit(known)
    return known[token]


def new_bit(known: Numbers) -> int:
    count = known[machine().tokens]
    known[machine().tokens] = count + 1
    return 1 << min(count, MOST_BITS)


def make_room(domain: Domain, bits: int) -> None:
    """Begin to remember verdicts, unless there may be too many."""
    if bits <= MOST_BITS:
        domain.verdicts = machine().scratch.numbers((1 << bits) // EACH + 1)


def class_of(domain: Domain, counts: Numbers, parts: int) -> int:
    """What a row takes of the first parts, as bits; nothing where it is not remembered."""
    found = 0
    if domain.verdicts.at != 0:
        for at in range(parts):
            if counts[at] > 0:
                found |= domain.keys[at]
    return found


def verdict_of(domain: Domain, taken: int) -> int:
    if domain.verdicts.at == 0:
        return Verdict.OPEN
    return domain.verdicts[taken // EACH] >> taken % EACH * 2 & 3


def note_verdict(domain: Domain, taken: int, verdict: int) -> None:
    if domain.verdicts.at != 0:
        domain.verdicts[taken // EACH] |= verdict << taken % EACH * 2
