"""One item more that settles on a role, the same one in all ledgers: which role is best.

Each role is tried by itself. In a ledger the item serves one part, the one that gains most, or it is left; gains of
different ledgers add up. So the parts need not become one, unless one of them spans several ledgers.
"""

from __future__ import annotations

from kfdsl.engine.score.allocate.search.alone import fills_alone, is_simple
from kfdsl.engine.score.allocate.search.flow import have
from kfdsl.engine.score.allocate.search.lodging import is_open_to, merge_roles, move_in, move_out, root_of_lodging
from kfdsl.engine.score.allocate.search.part import solve_part
from kfdsl.engine.score.allocate.search.records import Known, Role, Scorer, Trouble, Workspace
from kfdsl.engine.score.allocate.search.split import list_members

LEAST_ROOM = 4096  # of the arena, that one more entry with all it needs is sure to fit in


def profit_of_best_role(room: Workspace) -> int:
    """What the best role adds to the total; the fills become those with it."""
    with room.arena.held():
        room.first_touched = Scorer(0)
        for scorer in room.scorers.first(room.scorer_count):
            scorer.is_touched = False
            scorer.known = Known(0)
            scorer.merged = Role(0)
            scorer.best_times = scorer.times
            scorer.best_want = scorer.want
        merge_roles(room)
        best = 0
        for role in room.roles.first(room.role_count):
            if not role.is_merged:
                best = better_of(room, role, best)
        for root in room.scorers.first(room.scorer_count):
            if root.merged.at != 0:
                best = better_of(room, root.merged, best)
    for scorer in room.scorers.first(room.scorer_count):
        scorer.times = scorer.best_times
        scorer.want = scorer.best_want
    return best


def better_of(room: Workspace, role: Role, best: int) -> int:
    """Try a role, and keep its fills if it gains more than the best so far, or as much with fills that come first."""
    if room.trouble != Trouble.NONE:
        return best
    is_several = touch(room, role)
    profit = profit_together(room, role) if is_several else profit_apart(room, role)
    if room.trouble != Trouble.NONE or profit < best:
        return best
    for scorer in room.scorers.first(room.scorer_count):
        scorer.role_times = scorer.times
        scorer.role_want = scorer.want
    if is_several:
        use_fills_of_decisions(room)
    else:
        for ledger in room.ledgers.first(room.all_ledgers):
            if ledger.best_part.at != 0:
                use_fills(room, ledger.best_part)
    if profit == best and not is_before_best(room):
        return best
    for scorer in room.scorers.first(room.scorer_count):
        scorer.best_times = scorer.role_times
        scorer.best_want = scorer.role_want
    return profit


def touch(room: Workspace, role: Role) -> bool:
    """Mark the parts in which a role may lie, and chain them; whether one of them spans several ledgers."""
    root = room.first_touched
    while root.at != 0:
        root.is_touched = False
        root = root.next_touched
    room.first_touched = Scorer(0)
    is_several = False
    for lodging in role.lodgings.first(role.lodging_count):
        root = root_of_lodging(room, lodging)
        if is_open_to(lodging) and not root.is_touched:
            root.is_touched = True
            root.next_touched = room.first_touched
            room.first_touched = root
            if root.part_ledgers & (root.part_ledgers - 1) != 0:
                is_several = True
    return is_several


def is_before_best(room: Workspace) -> bool:
    """Whether the fills with the role that is tried come before the best ones."""
    for scorer in room.scorers.first(room.scorer_count):
        order = compare(scorer.role_times, scorer.role_want, scorer.best_times, scorer.best_want)
        if order != 0:
            return order > 0
    return False


def compare(times: int, want: int, other_times: int, other_want: int) -> int:
    """Above 0 if a fill comes before another, below 0 if behind it."""
    if times != other_times:
        return times - other_times
    return other_want - want if times > 0 else 0


# ---- parts that span several ledgers


def profit_together(room: Workspace, role: Role) -> int:
    """What all parts that a role touches gain by it, solved as one."""
    before = 0
    room.member_count = 0
    for scorer in room.scorers.first(room.scorer_count):
        if room.scorers[scorer.root].is_touched:
            room.members[room.member_count] = scorer.number
            room.member_count += 1
            if scorer.root == scorer.number:
                before += scorer.part_value
    move_in(room, role)
    solve_part(room)
    profit = room.best - before + worth_elsewhere(room, role)
    move_out(room, role)
    return profit


def use_fills_of_decisions(room: Workspace) -> None:
    """Let the scorers of the part that was just solved be filled as they are there."""
    for decision in room.decisions.first(room.decision_count):
        decision.scorer.role_times = decision.best_times
        decision.scorer.role_want = decision.best_want.number if decision.best_times > 0 else 0


def worth_elsewhere(room: Workspace, role: Role) -> int:
    """What a role is worth in ledgers where no scorer can take it, while it is the last class."""
    total = 0
    for number in range(room.all_ledgers):
        is_seen = room.ledgers_of_part >> number & 1 != 0
        if not is_seen or room.ledgers[number].touched >> (room.class_count - 1) & 1 == 0:
            total += role.worth[number]
    return total


# ---- parts of one ledger each


def profit_apart(room: Workspace, role: Role) -> int:
    """In each ledger what the part that gains most by a role gains, or what the role is worth there if it is left."""
    profit = 0
    for number in range(room.all_ledgers):
        profit += profit_in_ledger(room, role, number)
    return profit


def profit_in_ledger(room: Workspace, role: Role, number: int) -> int:
    """What a role gains in a ledger; by which part is noted there."""
    most = role.worth[number]
    best_part = Known(0)
    root = room.first_touched
    while root.at != 0 and room.trouble == Trouble.NONE:
        if root.part_ledgers >> number & 1 != 0:
            known = known_of(room, root, role, role.worth[number])
            if known.profit > most or (known.profit == most and is_before(room, known, best_part)):
                most = known.profit
                best_part = known
        root = root.next_touched
    room.ledgers[number].best_part = best_part
    return most


def known_of(room: Workspace, root: Scorer, role: Role, worth: int) -> Known:
    """What a part gains by a role, found out once for all roles that may lie in the same fits."""
    known = root.known
    while known.at != 0:
        if known.worth == worth and is_same_in_part(room, root, known.role, role):
            return known
        known = known.next
    if room.arena.end - room.arena.top < LEAST_ROOM:
        room.trouble = Trouble.TOO_HARD
        return root.known
    known = room.arena.one(Known)
    known.next = root.known
    known.root = root
    known.role = role
    known.worth = worth
    root.known = known
    find_profit(room, known)
    return known


def is_same_in_part(room: Workspace, root: Scorer, role: Role, other: Role) -> bool:
    """Whether two roles may lie in the same fits of a part, by the same rights."""
    at = next_in_part(room, root, role, 0)
    other_at = next_in_part(room, root, other, 0)
    while at < role.lodging_count and other_at < other.lodging_count:
        one = role.lodgings[at]
        two = other.lodgings[other_at]
        if one.fit.at != two.fit.at or one.rights != two.rights:
            return False
        at = next_in_part(room, root, role, at + 1)
        other_at = next_in_part(room, root, other, other_at + 1)
    return at == role.lodging_count and other_at == other.lodging_count


def next_in_part(room: Workspace, root: Scorer, role: Role, at: int) -> int:
    """The next lodging of a role, from one on, in which it may lie in a part."""
    while at < role.lodging_count:
        lodging = role.lodgings[at]
        if lodging.fit.scorer.root == root.number and is_open_to(lodging):
            return at
        at += 1
    return at


def find_profit(room: Workspace, known: Known) -> None:
    """Solve a part with one item more."""
    root = known.root
    if known.worth == 0 and is_simple(room, root):
        times = fills_alone(root, have(room, root.reach) + 1)
        known.fills = room.arena.words(2)
        known.fills[0] = times
        known.profit = (times * root.value if times > 0 else root.unfilled) - root.part_value
        return
    list_members(room, root)
    known.fills = room.arena.words(2 * room.member_count)
    move_in(room, known.role)
    solve_part(room)
    move_out(room, known.role)
    known.profit = room.best - root.part_value
    for i in range(room.decision_count):
        decision = room.decisions[i]
        known.fills[2 * i] = decision.best_times
        known.fills[2 * i + 1] = decision.best_want.number if decision.best_times > 0 else 0


def use_fills(room: Workspace, known: Known) -> None:
    """Let the scorers of a part be filled as they are with the role."""
    at = 0
    for scorer in room.scorers.first(room.scorer_count):
        if scorer.root == known.root.number:
            scorer.role_times = known.fills[at]
            scorer.role_want = known.fills[at + 1]
            at += 2


def is_before(room: Workspace, known: Known, other: Known) -> bool:
    """Of two parts that gain the same by a role: whether fills come first if one has it; no other is what is without it."""
    at = 0
    other_at = 0
    other_root = other.root.number if other.at != 0 else -1
    for scorer in room.scorers.first(room.scorer_count):
        times = scorer.times
        want = scorer.want
        other_times = times
        other_want = want
        if scorer.root == known.root.number:
            times = known.fills[at]
            want = known.fills[at + 1]
            at += 2
        if scorer.root == other_root:
            other_times = other.fills[other_at]
            other_want = other.fills[other_at + 1]
            other_at += 2
        order = compare(times, want, other_times, other_want)
        if order != 0:
            return order > 0
    return False
