"""What may be picked: groups from sources, in parts and in classes, and covers of a want.

In:   sources (whole or loose, which cell, what lies there).      Out:  groups, each exactly once, in a fixed order.
Parts: for a whole source, take it or not; for a loose one, how many of each token. A class is all groups that take the same
wholes and the same tokens; rules that look only at kinds treat all its groups alike. It is written as bits, the last part lowest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations, product
from operator import mul
from typing import Any

from kfdsl.engine.machine.cannot_go_on import TooMany
from kfdsl.engine.machine.meter import Meter
from kfdsl.engine.machine.runtime import Want
from kfdsl.engine.machine.state import Bundle, Group
from kfdsl.text.source import Span

AT_ONCE = 256  # classes of groups that are charged together
ROW = 32  # steps for a group that is made and may be remembered, besides its parts
FILL = 16  # steps for a hole that is filled

Source = tuple[bool, int, Bundle]  # whole, cell, what lies there
Used = tuple[tuple[int, int], ...]  # source and token for each hole so far


class GroupDomain:
    """All groups that sources allow."""

    def __init__(self, sources: list[Source], meter: Meter, span: Span | None = None) -> None:
        self.sources = sources
        self.meter = meter
        self.span = span  # of what asks for a group
        # one part each: (source, token or None for a whole, how much at most)
        self.parts: list[tuple[int, int | None, int]] = []
        for number, (whole, _, have) in enumerate(sources):
            if whole:
                self.parts.append((number, None, 1))
            else:
                self.parts += [(number, token, count) for token, count in enumerate(have) if count]
        # how many pieces one unit of a part is
        self.weights = [sum(sources[source][2]) if token is None else 1 for source, token, _ in self.parts]
        self.most = sum(most * weight for (_, _, most), weight in zip(self.parts, self.weights, strict=True))
        # the smallest and largest size of the classes that take only last parts, as far as anybody asked: AT_ONCE of them at most
        self._low, self._high = [0], [0]
        self._row = ROW + 2 * len(self.parts) + sum(len(have) for _, _, have in sources) // 2

    def group(self, counts: tuple[int, ...]) -> Group:
        """The group of a full row of counts."""
        found: list[tuple[int, Bundle]] = []
        at, parts = 0, self.parts
        for number, (whole, cell, have) in enumerate(self.sources):
            if whole:
                if counts[at]:
                    found.append((cell, have))
                at += 1
                continue
            taken = [0] * len(have)
            while at < len(parts) and parts[at][0] == number:
                taken[parts[at][1] or 0] = counts[at]
                at += 1
            if any(taken):
                found.append((cell, tuple(taken)))
        return tuple(found)

    def counts(self, group: Group) -> tuple[int, ...] | None:
        """The row of counts of a group, or None if it cannot be picked up."""
        left = list(group)
        row: list[int] = []
        for number, (whole, cell, have) in enumerate(self.sources):
            if whole:
                row.append(1 if (cell, have) in left else 0)
                if row[-1]:
                    left.remove((cell, have))
                continue
            here = [
                part for part in left if part[0] == cell and all(count <= have[i] for i, count in enumerate(part[1]))
            ]
            row += [
                here[0][1][token] if here and token is not None else 0
                for source, token, _ in self.parts
                if source == number
            ]
            if here:
                left.remove(here[0])
        return tuple(row) if not left and self.group(tuple(row)) == group else None

    def classes(self, fixed: tuple[int, ...]) -> Iterator[int]:
        """Which parts are taken at all, consistent with counts already fixed; never nothing."""
        free = len(self.parts) - len(fixed)
        start = self._start(fixed) << free
        for begin in range(0, 1 << free, AT_ONCE):
            end = min(begin + AT_ONCE, 1 << free)
            self.meter.charge(end - begin, self.span)
            for rest in range(begin, end):
                if start | rest:
                    yield start | rest

    def fitting(self, fixed: tuple[int, ...], sizes: int) -> Iterator[tuple[int, int]]:
        """The classes that have a group of an allowed size, each with the sizes that are left; sizes are bits."""
        free = len(self.parts) - len(fixed)
        start = self._start(fixed) << free
        base = sum(map(mul, fixed, self.weights))
        low, high = self._low, self._high
        for begin in range(0, 1 << free, AT_ONCE):
            end = min(begin + AT_ONCE, 1 << free)
            self.meter.charge(end - begin, self.span)
            least, most = self._taking(begin, base) if begin else (base, base)
            for rest in range(begin or not start, end):
                at = rest - begin
                if at >= len(low):
                    self._double()
                fits = sizes & ((2 << most + high[at]) - (1 << least + low[at]))
                if fits:
                    yield start | rest, fits

    def _taking(self, taken: int, base: int) -> tuple[int, int]:
        """The smallest and largest size of a class, besides what is fixed."""
        weights = [
            (weight, weight * part[2])
            for part, weight, yes in zip(self.parts, self.weights, self._takes(taken), strict=True)
            if yes
        ]
        return base + sum(least for least, _ in weights), base + sum(most for _, most in weights)

    def _start(self, fixed: tuple[int, ...]) -> int:
        start = 0
        for count in fixed:
            start = start << 1 | (count > 0)
        return start

    def _double(self) -> None:
        """Reckon with one part more, counted from the last."""
        at = len(self.parts) - len(self._low).bit_length()
        weight, most = self.weights[at], self.parts[at][2]
        self._low += [size + weight for size in self._low]
        self._high += [size + most * weight for size in self._high]

    def _takes(self, taken: int) -> list[int]:
        """A class part by part: 1 if it is taken."""
        return [taken >> at & 1 for at in range(len(self.parts) - 1, -1, -1)]

    def every(self, fixed: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """All rows that begin as fixed, class by class."""
        for taken in self.classes(fixed):
            yield from self.rows(taken, fixed)

    def rows(self, taken: int, fixed: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """All rows of counts of a class, smallest first in each part."""
        takes = self._takes(taken)[len(fixed) :]
        ranges = [
            range(1, part[2] + 1) if yes else (0,) for part, yes in zip(self.parts[len(fixed) :], takes, strict=True)
        ]
        for rest in product(*ranges):
            self.meter.charge(self._row, self.span)
            yield fixed + rest

    def row_of_size(self, taken: int, fixed: tuple[int, ...], size: int) -> tuple[int, ...]:
        """One row of a class that has a size; it must be one between the smallest and the largest of the class."""
        row = [*fixed, *self._takes(taken)[len(fixed) :]]
        missing = size - self.size(tuple(row))
        for at in range(len(fixed), len(row)):
            if row[at] and self.parts[at][1] is not None and missing > 0:
                more = min(missing, self.parts[at][2] - row[at])
                row[at] += more
                missing -= more
        assert missing == 0, "loose pieces fill any gap"
        return tuple(row)

    def smallest(self, chosen: tuple[int, ...], sizes: int) -> tuple[int, ...] | None:
        """The smallest row that takes just these parts and has an allowed size; sizes are bits."""
        low = sum(self.weights[at] for at in chosen)
        high = sum(self.weights[at] * self.parts[at][2] for at in chosen)
        fits = sizes & ((2 << high) - (1 << low))
        taken = sum(1 << len(self.parts) - 1 - at for at in chosen)
        return self.row_of_size(taken, (), (fits & -fits).bit_length() - 1) if fits else None

    def size(self, row: tuple[int, ...]) -> int:
        """How many pieces a row is."""
        return sum(map(mul, row, self.weights))


class SeveralDomain:
    """All choices of several from a list, at least and at most so many; one part an item: take it or not."""

    def __init__(
        self, items: tuple[Any, ...], low: int, high: int | None, meter: Meter, span: Span | None = None
    ) -> None:
        self.items = items
        self.meter = meter
        self.span = span
        self.low = low
        self.high = len(items) if high is None else min(high, len(items))
        # where there are no items, nothing is still an answer, and takes a part that says so
        self.parts: list[tuple[int, int | None, int]] = [(at, None, 1) for at in range(len(items))] or [(0, None, 0)]

    def group(self, counts: tuple[int, ...]) -> tuple[Any, ...]:
        """The items that are taken."""
        return tuple(item for item, count in zip(self.items, counts, strict=False) if count)

    def counts(self, value: tuple[Any, ...]) -> tuple[int, ...] | None:
        """The row of a choice, or None if it cannot be made."""
        row = tuple(int(item in value) for item in self.items) or (0,)
        return row if self.group(row) == value and self.low <= len(value) <= self.high else None

    def every(self, fixed: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """All rows that begin as fixed, fewest first."""
        free = len(self.items) - len(fixed)
        for more in range(max(self.low - sum(fixed), 0), min(self.high - sum(fixed), free) + 1):
            for chosen in combinations(range(free), more):
                self.meter.charge(ROW + free * (2 + more // 8), self.span)
                yield (*fixed, *(int(at in chosen) for at in range(free))) or (0,)


def covers(
    want: Want, sources: list[Source], stands: Mapping[int, int], meter: Meter, most: int, span: Span | None = None
) -> list[Group]:
    """All ways to fill every hole of a want: loose pieces exactly, wholes as long as each fills a hole.

    `stands` says for a token which other tokens it may stand for. Where there are more than `most` ways, some of them, one more than that.
    """
    holes: list[tuple[int, int, bool]] = []  # mask, which entry of the want, must differ
    if sum(count for count, _, _ in want) > sum(sum(have) for _, _, have in sources):
        return []
    for entry, (count, mask, different) in enumerate(want):
        holes += [(mask, entry, different)] * count
    width = len(sources[0][2]) if sources else 0
    there = [
        (number, token, count)
        for number, (_, _, have) in enumerate(sources)
        for token, count in enumerate(have)
        if count
    ]
    must_differ = any(different for _, _, different in holes)
    found: set[tuple[tuple[int, Bundle], ...]] = set()
    seen: set[Used] = set()

    def longer(used: Used) -> Iterator[Used]:
        """One hole more, filled with whatever fits."""
        mask, entry, different = holes[len(used)]
        taken = Counter(used)
        before = {token for (_, token), hole in zip(used, holes, strict=False) if hole[1] == entry} if different else ()
        for number, token, count in there:
            fits = mask >> token & 1 or mask & stands.get(token, 0)
            if fits and token not in before and taken[number, token] < count:
                yield (*used, (number, token))

    waiting: list[Iterator[Used]] = [iter([()])]
    while waiting and len(found) <= most:
        used = next(waiting[-1], None)
        if used is None:
            waiting.pop()
            continue
        meter.charge(FILL + 4 * len(used) + len(there), span)
        if not must_differ:
            state = tuple(sorted(used))
            if state in seen:
                continue
            seen.add(state)
        if len(used) == len(holes):
            found.add(_gathered(used, sources, width))
        else:
            waiting.append(longer(used))
    return sorted(found, key=lambda group: [(cell, [-count for count in part]) for cell, part in group])


def too_many_answers(most: int, span: Span | None) -> TooMany:
    """What is said where more could be answered than may be listed."""
    return TooMany(f"there are more than {most} answers here, and no more are listed", span)


def _gathered(used: Used, sources: list[Source], width: int) -> Group:
    parts: list[tuple[int, Bundle]] = []
    for number, (whole, cell, have) in enumerate(sources):
        tokens = [token for source, token in used if source == number]
        if tokens:
            parts.append((cell, have if whole else tuple(tokens.count(i) for i in range(width))))
    merged: dict[int, Bundle] = {}
    for cell, part in parts:
        merged[cell] = tuple(a + b for a, b in zip(merged[cell], part, strict=True)) if cell in merged else part
    return tuple(merged.items())
