"""A Problem written into a Workspace, and the answer read from it.

In:   a Problem, a memory and where its Workspace is.      Out:  whether it fits in; then, once it is solved, total and fills.
Only classes that hold items get numbers. Records are put together as rows of numbers and written at once, for this is done
each time that somebody wants to know what a position is worth. No view is used: those look at one memory at a time, and
several problems may be under way.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable

from kfdsl.engine.flat.memory import Arena, Memory
from kfdsl.engine.score.allocate import problem as asked
from kfdsl.engine.score.allocate.linear.sheet import widens
from kfdsl.engine.score.allocate.search import records

_ROOM = records.Workspace.record_fields()
Rights = dict[int, int]  # by role, as in records.Lodging


class TooLarge(Exception):
    """A problem does not fit in."""


def write(problem: asked.Problem, memory: Memory, room: int) -> None:
    """Write all of it; TooLarge if it does not fit in."""
    writer = _Writer(problem, room)
    for scorer in problem.scorers:
        writer.scorer(scorer)
    writer.add_roles()
    writer.put(memory)


def total_and_fills(memory: Memory, room: int) -> tuple[int, list[tuple[int, int]]]:
    """The total, and for every scorer how often it is filled and with which want."""
    seen, size = memory.seen[8], records.Scorer.record_size()
    first = room + _ROOM["scorers"].at
    end = first + size * seen[room + _ROOM["scorer_count"].at]
    rows = seen[first:end].tolist()
    fields = records.Scorer.record_fields()
    times, wants = rows[fields["times"].at :: size], rows[fields["want"].at :: size]
    return seen[room + _ROOM["total"].at], list(zip(times, wants, strict=True))


def steps_taken(memory: Memory, room: int) -> int:
    """How many steps the search took."""
    steps: int = memory.seen[8][room + _ROOM["steps"].at]
    return steps


def begin(memory: Memory, room: int, arena: range) -> None:
    """Give a Workspace an empty arena, in units of eight bytes; nothing has been done yet."""
    memory.seen[8][room + _ROOM["steps"].at] = 0
    fields = Arena.record_fields()
    at = (room + _ROOM["arena"].at) * records.Workspace.WIDTH // Arena.WIDTH
    memory.seen[Arena.WIDTH][at + fields["top"].at] = arena.start
    memory.seen[Arena.WIDTH][at + fields["end"].at] = arena.stop


class _Writer:
    """Records as rows of numbers, while the problem is read."""

    def __init__(self, problem: asked.Problem, room: int) -> None:
        self.problem = problem
        self.room = room
        self.live = [c for c, count in enumerate(problem.counts) if count]
        self.numbers = {c: number for number, c in enumerate(self.live)}
        used = {ledger for scorer in problem.scorers for ledger in scorer.ledgers}
        self.ledgers = sorted(used | {left.ledger for left in problem.lefts})
        self.hosts = sorted({company.host for company in problem.companies if company.host in self.numbers})
        _limit(len(self.hosts), records.HOSTS)
        self.companies = [
            (self.hosts.index(company.host), company, self.mask(company.guests))
            for company in problem.companies
            if company.host in self.numbers
        ]
        roles = dict.fromkeys(role for settled in problem.settled for role in settled.roles)
        self.roles = frozenset(roles)
        self.role_places: dict[int, list[tuple[int, int]]] = {role: [] for role in roles}  # fits and rights
        self.scorers, self.wants = _Rows(room, "scorers"), _Rows(room, "wants")
        self.holes, self.fits = _Rows(room, "holes"), _Rows(room, "fits")
        self.role_rows, self.lodgings = _Rows(room, "roles"), _Rows(room, "lodgings")
        self.known: dict[int, tuple[list[int], Rights]] = {}  # by which object a fit is: whoever asks may use it again

    def mask(self, classes: Iterable[int]) -> int:
        """Classes that hold items, as bits."""
        found = 0
        for c in classes:
            if c in self.numbers:
                found |= 1 << self.numbers[c]
        return found

    # ---- scorers

    def scorer(self, scorer: asked.Scorer) -> None:
        number, at = self.scorers.count, self.scorers.next
        self.scorers.add(
            scorer.value,
            records.NO_BOUND if scorer.most is None else scorer.most,
            records.FREE if scorer.spare is None else scorer.spare,
            sum(1 << self.ledgers.index(ledger) for ledger in scorer.ledgers),
            records.NO_CARD if scorer.card is None else scorer.card,
            scorer.unfilled,
            self.wants.next,
            len(scorer.wants),
            number,
        )
        for want_number, holes in enumerate(scorer.wants):
            self.wants.add(self.holes.next, len(holes), want_number)
            for hole in holes:
                self.holes.add(hole.count, self.fits.next, len(hole.fits))
                for fit in hole.fits:
                    self.fit(fit, at)

    def fit(self, fit: asked.Fit, scorer_at: int) -> None:
        if id(fit) not in self.known:
            self.known[id(fit)] = self.masks(fit)
        masks, rights = self.known[id(fit)]
        for role, right in rights.items():
            self.role_places[role].append((self.fits.next, right))
        self.fits.add(*masks, scorer_at)

    def masks(self, fit: asked.Fit) -> tuple[list[int], Rights]:
        """Who may lie in a fit: what it asks for, with what stands in, hosts that change it, whom each of them lets in."""
        itself = self.mask(fit.takes)
        mask = itself | self.mask(fit.stand_ins)
        rights = dict.fromkeys(self.roles.intersection((*fit.takes, *fit.stand_ins)), 1) if self.roles else {}
        changing, guests = 0, [0] * records.HOSTS
        for host, company, let_in in self.companies:
            if widens(company, fit):
                guests[host] |= let_in
                if let_in & ~mask or self.roles:
                    changing |= 1 << host
                for role in self.roles.intersection(company.guests):
                    rights[role] = rights.get(role, 0) | 2 << host
        return [itself, mask, changing, *guests], rights

    # ---- roles

    def add_roles(self) -> None:
        """Roles that differ in where they may lie or in what they are worth."""
        if len(self.problem.settled) > 1 or any(company.host in self.roles for company in self.problem.companies):
            raise TooLarge
        worth = {role: [0] * records.LEDGERS for role in self.role_places}
        for left in self.problem.lefts:
            for role in self.roles.intersection(left.classes):
                worth[role][self.ledgers.index(left.ledger)] += left.value
        for places, worths in dict.fromkeys((tuple(self.role_places[role]), tuple(worth[role])) for role in worth):
            if places or any(worths):
                self.role_rows.add(self.lodgings.next, len(places), *worths)
                for place in places:
                    self.lodgings.add(*place)

    # ---- at the end

    def put(self, memory: Memory) -> None:
        """Write all rows, if there is room for them."""
        _limit(len(self.live), records.CLASSES - 1)  # a role is one more
        _limit(len(self.ledgers), records.LEDGERS)
        for rows in (self.scorers, self.wants, self.holes, self.fits, self.role_rows, self.lodgings):
            rows.put(memory)
        numbers = {
            "scorer_count": self.scorers.count,
            "fit_count": self.fits.count,
            "role_count": self.role_rows.count,
            "class_count": len(self.live),
            "all_ledgers": len(self.ledgers),
            "host_count": len(self.hosts),
        }
        for name, number in numbers.items():
            memory.seen[8][self.room + _ROOM[name].at] = number
        _put(memory, self.room + _ROOM["counts"].at, [self.problem.counts[c] for c in self.live])
        _put(memory, self.room + _ROOM["host_classes"].at, [self.numbers[host] for host in self.hosts])
        self.put_worth(memory)

    def put_worth(self, memory: Memory) -> None:
        """What items are worth where they are left."""
        rows = {ledger: [0] * records.CLASSES for ledger in self.ledgers}
        for left in self.problem.lefts:
            for c in left.classes:
                if c in self.numbers:
                    rows[left.ledger][self.numbers[c]] += left.value
        at = self.room + _ROOM["ledgers"].at + records.Ledger.record_fields()["worth"].at
        for ledger in self.ledgers:
            _put(memory, at, rows[ledger])
            at += records.Ledger.record_size()


class _Rows:
    """Records of one sort, one behind the other; what is found out later begins as zeros."""

    def __init__(self, room: int, name: str) -> None:
        self.field = _ROOM[name]
        self.size = self.field.item.record_size()
        self.at = self.next = room + self.field.at
        self.numbers: list[int] = []

    @property
    def count(self) -> int:
        found: int = (self.next - self.at) // self.size
        return found

    def add(self, *fields: int) -> None:
        """A record, its first fields given."""
        self.numbers += fields
        self.numbers += [0] * (self.size - len(fields))
        self.next += self.size

    def put(self, memory: Memory) -> None:
        _limit(self.count, self.field.many or 0)
        _put(memory, self.at, self.numbers)


def _put(memory: Memory, at: int, numbers: list[int]) -> None:
    memory.seen[8][at : at + len(numbers)] = array("q", numbers)


def _limit(count: int, most: int) -> None:
    if count > most:
        raise TooLarge
