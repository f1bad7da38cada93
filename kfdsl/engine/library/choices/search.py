"""Whether a beginning can be completed to an answer, for one action or one ask.

In:   a Search: a state, an action or an ask, and the values chosen so far.      Out:  yes or no, and the items and groups that come next.
What costs little is tested first: needs that only read, then whether any size of group is allowed, then needs that try something
out, and last the deed itself.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Numbers, copy, outside
from kfdsl.engine.library.choices.chosen import ASK, STOP, Search, by_class, is_last, set_value
from kfdsl.engine.library.choices.classes import CLASS, class_of, class_verdict, remember
from kfdsl.engine.library.choices.domains import (
    Domain,
    Verdict,
    again,
    first_row,
    group_domain,
    group_of,
    next_in_class,
    next_row,
    row_size,
)
from kfdsl.engine.library.choices.plans import (
    Asked,
    action_holds,
    action_items,
    action_tries,
    ask_of,
    plan_of,
)
from kfdsl.engine.library.choices.sizes import allows, promises, rest_of, size_from
from kfdsl.engine.library.choices.trials import completable, domain_of, items_of_ask, possible
from kfdsl.engine.library.lists import new_list
from kfdsl.engine.library.machine import machine
from kfdsl.engine.library.values import charge

FEW = 3  # parts, whose classes are not worth remembering for one look


@outside
def still_open(search: Search) -> bool:
    """Whether what is asked could still be answered after a free action."""
    raise NotImplementedError


def is_group(search: Search, at: int) -> bool:
    """Whether a value is picked in parts."""
    if search.action == ASK:
        sort = ask_of(search.g.ask).sort
        return sort == Asked.GROUP or sort == Asked.SEVERAL
    return plan_of(search.action).groups >> at & 1 == 1


def items_at(search: Search, at: int, most: int) -> Numbers:
    """What a value may be, before needs; a list of `most` items may go on (0: all)."""
    if search.action != ASK:
        return action_items(search.g, search.action, at, search.row)
    about = ask_of(search.g.ask)
    if about.sort != Asked.BRANCHES:
        return items_of_ask(search.g, search.who, most)
    found = new_list(about.branches)
    found[0] = about.branches
    for branch in range(about.branches):
        found[1 + branch] = branch
    return found


def domain_at(search: Search, at: int) -> Domain:
    """What a value may be that is picked in parts."""
    if search.action == ASK:
        return domain_of(search.g, search.who)
    if search.shared.at != 0 and at + 1 == search.width:
        return again(search.shared)
    return group_domain(action_items(search.g, search.action, at, search.row))


def holds(search: Search, depth: int) -> bool:
    """Whether the needs that read exactly so many values hold, as far as that costs little."""
    if search.action < 0 or plan_of(search.action).needs >> depth & 1 == 0:
        return True
    return action_holds(search.g, search.action, depth, search.row)


def tries(search: Search, depth: int) -> bool:
    """Whether those hold that try something out."""
    if search.action < 0 or plan_of(search.action).trials >> depth & 1 == 0:
        return True
    return action_tries(search.g, search.action, depth, search.row)


def share(search: Search) -> None:
    """Look once for what the last value may be, if that is the same whatever comes before it."""
    if search.action >= 0 and search.shared.at == 0 and plan_of(search.action).is_shared:
        search.shared = domain_at(search, search.width - 1)
        search.shared.rest = rest_of(search.shared)


def extends(search: Search, at: int, value: int) -> bool:
    """Whether one more value keeps the needs and can be completed."""
    set_value(search, at, value)
    if not holds(search, at + 1):
        return False
    if not (is_last(search, at + 1) and is_group(search, at + 1)):
        return tries(search, at + 1) and exists(search, at + 1)
    with machine().scratch.held():
        domain = domain_at(search, at + 1)
        if not promises(search, domain) or not tries(search, at + 1):
            return False
        return group_exists(search, at + 1, domain, machine().scratch.numbers(domain.count), 0)


def exists(search: Search, at: int) -> bool:
    """Whether so many values can be completed; their needs are known to hold."""
    if at == search.width:
        return works(search)
    with machine().scratch.held():
        if is_group(search, at):
            domain = domain_at(search, at)
            return group_exists(search, at, domain, machine().scratch.numbers(domain.count), 0)
        items = items_at(search, at, 0)
        for i in range(items[0]):
            if extends(search, at, items[1 + i]):
                return True
        return False


def works(search: Search) -> bool:
    """Whether a whole whose needs hold can be carried out."""
    if search.action >= 0:
        found = possible(search.g, plan_of(search.action).rule, search.row, search.line)
        return found and (not search.free or still_open(search))
    if search.action == ASK:
        return completable(search.g, search.row[0], search.who)
    return completable(search.g, stop_answer(), search.who)


def stop_answer() -> int:
    """The answer that ends a menu."""
    answer = machine().scratch.numbers(1)
    answer[0] = STOP
    return answer.at


# ---- groups


def group_exists(search: Search, at: int, domain: Domain, counts: Numbers, fixed: int) -> bool:
    """Whether some group that begins with counts that are fixed keeps the needs and can be completed."""
    if is_last(search, at):
        return last_group_exists(search, at, domain, counts, fixed)
    more = first_row(domain, counts, fixed)
    while more:
        with machine().scratch.held():
            if group_extends(search, at, domain, counts):
                return True
        more = next_row(domain, counts, fixed, search.line)
    return False


def group_extends(search: Search, at: int, domain: Domain, counts: Numbers) -> bool:
    """Whether a full row of counts is a value with which there is a whole."""
    value = group_of(domain, counts)
    if is_nothing(domain, value):
        return False
    return extends(search, at, value.at)


def is_nothing(domain: Domain, value: Numbers) -> bool:
    """Whether a choice in parts came to less, or more, than may be chosen."""
    if domain.several:
        return value[0] < domain.low or value[0] > domain.high
    return value[0] == 0


def last_group_exists(search: Search, at: int, domain: Domain, counts: Numbers, fixed: int) -> bool:
    """The same for the group that an action ends with: class by class; one may speak for all groups of its class."""
    if not promises(search, domain):
        return False
    if domain.verdicts.at == 0 and domain.count > FEW:
        remember(search, domain)
    size = 0
    for part in range(fixed):
        size += counts[part] * domain.parts[part].weight
    taken = class_of(domain, counts, fixed)
    least = size_from(search, domain, size)
    return class_exists(search, at, domain, counts, fixed, fixed, size, least, size, taken)


def row_works(search: Search, at: int, domain: Domain, counts: Numbers) -> bool:
    """Whether a full row of counts works; where one group speaks for its class, that may be known."""
    if not (is_last(search, at) and by_class(search)):
        return group_extends(search, at, domain, counts)
    size = row_size(domain, counts)
    if size == 0 or not allows(search, domain, size):
        return False
    taken = class_of(domain, counts, domain.count)
    return class_verdict(search, at, domain, counts, domain.count, taken) == Verdict.YES


def class_exists(
    search: Search,
    at: int,
    domain: Domain,
    counts: Numbers,
    fixed: int,
    part: int,
    low: int,
    least: int,
    high: int,
    taken: int,
) -> bool:
    """Whether some class works that takes the parts before `part` as counts and bits say.

    `low` to `high` are their sizes, and `least` is the first from `low` on that is allowed.
    """
    charge(CLASS, search.line)
    if least > high + domain.rest[part]:
        return False  # no group of these is of an allowed size
    if part == domain.count:
        return class_works(search, at, domain, counts, fixed, taken)
    counts[part] = 0
    if class_exists(search, at, domain, counts, fixed, part + 1, low, least, high, taken):
        return True
    counts[part] = 1
    weight = domain.parts[part].weight
    most = weight * domain.parts[part].most
    more = taken
    if domain.verdicts.at != 0:
        more |= domain.keys[part]
    low += weight
    if least < low:
        least = size_from(search, domain, low)
    return class_exists(search, at, domain, counts, fixed, part + 1, low, least, high + most, more)


def class_works(search: Search, at: int, domain: Domain, counts: Numbers, fixed: int, taken: int) -> bool:
    """Whether a group of the class of a row works, of those with an allowed size."""
    if by_class(search):
        verdict = class_verdict(search, at, domain, counts, fixed, taken)
        if verdict != Verdict.OPEN:
            return verdict == Verdict.YES
    with machine().scratch.held():
        row = machine().scratch.numbers(domain.count)
        copy(row, counts, domain.count)
        more = True
        while more:
            size = row_size(domain, row)
            if allows(search, domain, size):
                with machine().scratch.held():
                    if group_extends(search, at, domain, row):
                        return True
            more = next_in_class(domain, row, fixed)
        return False
