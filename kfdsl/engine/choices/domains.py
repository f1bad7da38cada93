"""What may be picked in parts: groups from sources, or several of some items.

In:   sources (whole or loose, which cell, what lies there), or items.      Out:  parts, and what a row of counts is; and back.
The same as `engine/library/choices/domains.py` lays out; which of them can be answered is asked of the engine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import Any

from kfdsl.engine.machine.bundles import Bundle, Group, Source


class GroupDomain:
    """All groups that sources allow."""

    def __init__(self, sources: Sequence[Source]) -> None:
        self.sources = sources
        # one part each: (source, token or None for a whole, how much at most)
        self.parts: list[tuple[int, int | None, int]] = []
        for number, (whole, _, have) in enumerate(sources):
            if whole:
                self.parts.append((number, None, 1))
            else:
                self.parts += [(number, token, count) for token, count in enumerate(have) if count]
        self.wholes = frozenset(cell for whole, cell, _ in sources if whole)  # cells that are picked up whole or not at all,
        self.loose = len({cell for whole, cell, _ in sources if not whole})  # and how many others there are

    def group(self, counts: Sequence[int]) -> Group:
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

    def every(self) -> Iterator[tuple[int, ...]]:
        """All rows, class by class: those that take the same parts, the last part lowest."""
        width = len(self.parts)
        for taken in range(1, 1 << width):
            ranges = [
                range(1, part[2] + 1) if taken >> (width - 1 - at) & 1 else (0,) for at, part in enumerate(self.parts)
            ]
            yield from product(*ranges)


class SeveralDomain:
    """All choices of several from a list, at least and at most so many; one part an item: take it or not."""

    def __init__(self, items: Sequence[Any], low: int, high: int | None) -> None:
        self.items = items
        self.low = low
        self.high = len(items) if high is None else min(high, len(items))
        # where there are no items, nothing is still an answer, and takes a part that says so
        self.parts: list[tuple[int, int | None, int]] = [(at, None, 1) for at in range(len(items))] or [(0, None, 0)]

    def group(self, counts: Sequence[int]) -> tuple[Any, ...]:
        """The items that are taken."""
        return tuple(item for item, count in zip(self.items, counts, strict=False) if count)

    def counts(self, value: tuple[Any, ...]) -> tuple[int, ...] | None:
        """The row of a choice, or None if it cannot be made."""
        row = tuple(int(item in value) for item in self.items) or (0,)
        return row if self.group(row) == value and self.low <= len(value) <= self.high else None

    def every(self) -> Iterator[tuple[int, ...]]:
        """All rows, fewest first."""
        count = len(self.items)
        for many in range(self.low, self.high + 1):
            for chosen in combinations(range(count), many):
                yield tuple(int(at in chosen) for at in range(count)) or (0,)
