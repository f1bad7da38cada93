"""A role as one item more: a class of its own that lies in the fits where the role may lie.

Not all roles need be told apart. One that only one ledger sees is decided by what the item fills there. So for each part that
such roles touch there is one that stands for all of them.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import bits, inline
from kfdsl.engine.score.allocate.search.records import Lodging, Role, Scorer, Workspace


@inline
def is_open_to(lodging: Lodging) -> bool:
    """Whether a role may lie there, given the hosts that matter."""
    return lodging.rights & (1 | lodging.fit.scorer.hosts << 1) != 0


@inline
def root_of_lodging(room: Workspace, lodging: Lodging) -> Scorer:
    """The root of the part in which a role would lie."""
    return room.scorers[lodging.fit.scorer.root]


def move_in(room: Workspace, role: Role) -> None:
    """Add an item that is of this role."""
    c = room.class_count
    room.class_count += 1
    room.counts[c] = 1
    for number in range(room.all_ledgers):
        ledger = room.ledgers[number]
        ledger.worth[c] = role.worth[number]
        if role.worth[number] != 0:
            ledger.valuable |= 1 << c
    for lodging in role.lodgings.first(role.lodging_count):
        fit = lodging.fit
        if lodging.rights & 1 != 0:
            fit.mask |= 1 << c
        for host in bits(lodging.rights >> 1):
            fit.guests[host] |= 1 << c
        if is_open_to(lodging):
            fit.widest |= 1 << c
            fit.scorer.reach |= 1 << c


def move_out(room: Workspace, role: Role) -> None:
    """Take it away again."""
    room.class_count -= 1
    others = ~(1 << room.class_count)
    for ledger in room.ledgers.first(room.all_ledgers):
        ledger.valuable &= others
        ledger.worth[room.class_count] = 0
    for lodging in role.lodgings.first(role.lodging_count):
        fit = lodging.fit
        fit.mask &= others
        fit.widest &= others
        fit.scorer.reach &= others
        for host in bits(lodging.rights >> 1):
            fit.guests[host] &= others


# ---- roles that need not be told apart


def merge_roles(room: Workspace) -> None:
    """Find the roles that only one ledger sees, and for each part the one that stands for them."""
    for fit in room.fits.first(room.fit_count):
        fit.role_rights = 0
    for role in room.roles.first(room.role_count):
        ledgers = ledgers_that_see(room, role)
        role.is_merged = ledgers & (ledgers - 1) == 0 and is_anywhere(role)
        if role.is_merged:
            merge(room, role)
    for scorer in room.scorers.first(room.scorer_count):
        if scorer.merged.at != 0:
            list_lodgings(room, scorer)


def ledgers_that_see(room: Workspace, role: Role) -> int:
    """Ledgers in which a role may lie or is worth something."""
    found = 0
    for number in range(room.all_ledgers):
        if role.worth[number] != 0:
            found |= 1 << number
    for lodging in role.lodgings.first(role.lodging_count):
        if is_open_to(lodging):
            found |= root_of_lodging(room, lodging).part_ledgers
    return found


def is_anywhere(role: Role) -> bool:
    """Whether a role may lie in any hole."""
    for lodging in role.lodgings.first(role.lodging_count):
        if is_open_to(lodging):
            return True
    return False


def merge(room: Workspace, role: Role) -> None:
    """Let a role be one of those that the merged role of each part it touches stands for."""
    for lodging in role.lodgings.first(role.lodging_count):
        if is_open_to(lodging):
            lodging.fit.role_rights |= lodging.rights
            root = root_of_lodging(room, lodging)
            if root.merged.at == 0:
                root.merged = room.arena.one(Role)
                for number in range(room.all_ledgers):
                    root.merged.worth[number] = role.worth[number]
            for number in range(room.all_ledgers):
                root.merged.worth[number] = max(root.merged.worth[number], role.worth[number])


def list_lodgings(room: Workspace, root: Scorer) -> None:
    """Where the merged role of a part may lie."""
    count = 0
    for fit in room.fits.first(room.fit_count):
        count += int(fit.role_rights != 0 and fit.scorer.root == root.number)
    root.merged.lodgings = room.arena.rows(Lodging, count)
    for fit in room.fits.first(room.fit_count):
        if fit.role_rights != 0 and fit.scorer.root == root.number:
            lodging = root.merged.lodgings[root.merged.lodging_count]
            lodging.fit = fit
            lodging.rights = fit.role_rights
            root.merged.lodging_count += 1
