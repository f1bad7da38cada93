"""Whether a beginning can be completed to an answer, for one action or one ask.

In:   a Search: a state, an action or an ask, and the values chosen so far.      Out:  yes or no, and the items and groups that come next.
What costs little is tested first: needs that only read, then whether any size of group is allowed, then needs that try something
out, and last the deed itself.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Numbers, Record, copy, outside
from kfdsl.engine.library.choices.domains import (
    WHOLE,
    Domain,
    Verdict,
    again,
    class_of,
    first_row,
    group_domain,
    group_of,
    key_of_tokens,
    make_room,
    new_bit,
    next_in_class,
    next_row,
    note_verdict,
    row_size,
    verdict_of,
)
from kfdsl.engine.library.choices.plans import (
    Asked,
    action_allows,
    action_holds,
    action_items,
    action_near,
    action_tries,
    ask_of,
    plan_of,
)
from kfdsl.engine.library.choices.trials import completable, domain_of, items_of_ask, possible
from kfdsl.engine.library.lists import new_list
from kfdsl.engine.library.machine import State, machine
from kfdsl.engine.library.values import charge

ASK, STOP = -1, -2  # in place of an action
FEW = 3  # parts, whose classes are not worth remembering for one look
SIZE, CLASS = 10, 4  # steps for asking about a size, and for a class of groups


class Search(Record, width=8):
    g: State
    action: int
    free: bool  # taken beside what is asked
    outer: int  # how many arguments its menu has
    row: Numbers  # these, and the values chosen so far
    who: int  # the one who answers
    line: int
    first: int  # of the items for the first value, the first one that can be completed, counted from one; 0: not known
    shared: Domain  # of the last value, if that is the same whatever comes before it and was looked for; else none


@outside
def still_open(search: Search) -> bool:
    """Whether what is asked could still be answered after a free action."""
    raise NotImplementedError


def width_of(search: Search) -> int:
    """How many values an answer has."""
    if search.action == STOP:
        return 0
    return 1 if search.action == ASK else plan_of(search.action).width


def is_group(search: Search, at: int) -> bool:
    """Whether a value is picked in parts."""
    if search.action == ASK:
        sort = ask_of(search.g.ask).sort
        return sort == Asked.GROUP or sort == Asked.SEVERAL
    return plan_of(search.action).groups >> at & 1 == 1


def items_at(search: Search, at: int) -> Numbers:
    """What a value may be, before needs."""
    if search.action != ASK:
        return action_items(search.g, search.action, at, search.row)
    about = ask_of(search.g.ask)
    if about.sort != Asked.BRANCHES:
        return items_of_ask(search.g, search.who)
    found = new_list(about.branches)
    found[0] = about.branches
    for branch in range(about.branches):
        found[1 + branch] = branch
    return found


def domain_at(search: Search, at: int) -> Domain:
    """What a value may be that is picked in parts."""
    if search.action == ASK:
        return domain_of(search.g, search.who)
    if search.shared.at != 0 and at + 1 == width_of(search):
        return again(search.shared)
    return group_domain(action_items(search.g, search.action, at, search.row))


def set_value(search: Search, at: int, value: int) -> None:
    search.row[search.outer + at] = value


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


def begins(search: Search) -> bool:
    """Whether some whole begins with this action or ask; what is found out on the way stays in scratch memory."""
    if not (holds(search, 0) and tries(search, 0)):
        return False
    share(search)
    return exists(search, 0)


def share(search: Search) -> None:
    """Look once for what the last value may be, if that is the same whatever comes before it."""
    if search.action >= 0 and search.shared.at == 0 and plan_of(search.action).is_shared:
        search.shared = domain_at(search, width_of(search) - 1)
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
    if at == width_of(search):
        return works(search)
    with machine().scratch.held():
        if is_group(search, at):
            domain = domain_at(search, at)
            return group_exists(search, at, domain, machine().scratch.numbers(domain.count), 0)
        items = items_at(search, at)
        for i in range(items[0]):
            if extends(search, at, items[1 + i]):
                if at == 0:
                    search.first = 1 + i
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
    return class_exists(search, at, domain, counts, fixed, fixed, size, size, taken)


def is_last(search: Search, at: int) -> bool:
    """Whether an action ends with a value."""
    return search.action >= 0 and at + 1 == width_of(search)


def make_ready(search: Search, domain: Domain) -> None:
    """Find out of the group that an action ends with what all its classes are judged by."""
    if domain.sizes.at == 0:
        domain.sizes = machine().scratch.numbers(domain.most + 1)
    if domain.rest.at == 0:
        domain.rest = rest_of(domain)


def promises(search: Search, domain: Domain) -> bool:
    """Whether any size of the group that an action ends with is allowed."""
    make_ready(search, domain)
    if domain.least == 0:
        domain.least = size_from(search, domain, 1)
    return domain.least <= domain.most


def row_works(search: Search, at: int, domain: Domain, counts: Numbers) -> bool:
    """Whether a full row of counts works; where one group speaks for its class, that may be known."""
    if not (is_last(search, at) and by_class(search)):
        return group_extends(search, at, domain, counts)
    size = row_size(domain, counts)
    if size == 0 or not allows(search, domain, size):
        return False
    taken = class_of(domain, counts, domain.count)
    return class_verdict(search, at, domain, counts, domain.count, taken) == Verdict.YES


def rest_of(domain: Domain) -> Numbers:
    """How many pieces the parts from each on have at most."""
    found = machine().scratch.numbers(domain.count + 1)
    part = domain.count
    while part > 0:
        part -= 1
        found[part] = found[part + 1] + domain.parts[part].most * domain.parts[part].weight
    return found


def size_from(search: Search, domain: Domain, least: int) -> int:
    """The next size from one on that needs allow; beyond the largest if there is none."""
    size = max(least, domain.least)
    size = max(size, 1)
    while size <= domain.most and not allows(search, domain, size):
        size += 1
    return size


def allows(search: Search, domain: Domain, size: int) -> bool:
    """Whether needs allow a size."""
    if not plan_of(search.action).has_sizes:
        return True
    if domain.sizes[size] == Verdict.OPEN:
        charge(SIZE, search.line)
        allowed = action_allows(search.g, search.action, search.row, size)
        domain.sizes[size] = Verdict.YES if allowed else Verdict.NO
    return domain.sizes[size] == Verdict.YES


def class_exists(
    search: Search,
    at: int,
    domain: Domain,
    counts: Numbers,
    fixed: int,
    part: int,
    low: int,
    high: int,
    taken: int,
) -> bool:
    """Whether some class works that takes the parts before `part` as counts and bits say; `low` to `high` are their sizes."""
    charge(CLASS, search.line)
    if size_from(search, domain, low) > high + domain.rest[part]:
        return False  # no group of these is of an allowed size
    if part == domain.count:
        return class_works(search, at, domain, counts, fixed, taken)
    counts[part] = 0
    if class_exists(search, at, domain, counts, fixed, part + 1, low, high, taken):
        return True
    counts[part] = 1
    weight = domain.parts[part].weight
    most = weight * domain.parts[part].most
    more = taken
    if domain.verdicts.at != 0:
        more |= domain.keys[part]
    return class_exists(search, at, domain, counts, fixed, part + 1, low + weight, high + most, more)


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


def remember(search: Search, domain: Domain) -> None:
    """Begin to remember what is found out of classes: one by one, or of all at once that have the same tokens."""
    if not by_class(search):
        return
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


def by_class(search: Search) -> bool:
    """Whether one group of a class may speak for all."""
    return plan_of(search.action).by_class and not search.free


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
