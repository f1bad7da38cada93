"""The whole-number program of one part of a problem: how often each scorer is filled, nothing about single items.

Holds: columns with bounds and worth, rows, and for every ledger what the columns demand of which classes.
Whether the items suffice is not written out in full: `short` names a row that a point breaks, and it is added then.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kfdsl.engine.score.allocate.linear.flow import Flow, bits
from kfdsl.engine.score.allocate.linear.simplex import Line

Terms = dict[int, int]  # factors by column


class Model:
    """Columns, rows and demands; see the module."""

    def __init__(self, stock: Mapping[int, int]) -> None:
        self.stock = dict(stock)  # how many items of a class there are for sure
        self.extra: dict[int, int] = {}  # by class, the column that may add one item
        self.constant = 0
        self.goal: list[int] = []
        self.low: list[int] = []
        self.high: list[int] = []
        self.lines: list[Line] = []
        self.demands: dict[int, dict[int, Terms]] = {}  # by ledger, by classes that may meet it
        self.choices: list[tuple[tuple[int, ...], ...]] = []  # groups of columns, of which one may be above zero
        self.sums: list[tuple[int, ...]] = []  # columns that are worth knowing together, and each by itself
        self.ahead: set[int] = set()  # columns on which others depend
        self._order: dict[int, tuple[list[int], list[list[int]], list[Terms]]] = {}

    # ---- building

    def column(self, worth: int, high: int, low: int = 0) -> int:
        self.goal.append(worth)
        self.low.append(low)
        self.high.append(high)
        return len(self.goal) - 1

    def at_most(self, terms: Terms, limit: int) -> None:
        self.lines.append((terms, limit, False))

    def exactly(self, terms: Terms, limit: int) -> None:
        self.lines.append((terms, limit, True))

    def demand(self, ledger: int, mask: int, column: int, count: int) -> None:
        terms = self.demands.setdefault(ledger, {}).setdefault(mask, {})
        terms[column] = terms.get(column, 0) + count

    def have(self, mask: int) -> int:
        """How many items of these classes there can be at most."""
        return sum(self.stock.get(c, 0) + (c in self.extra) for c in bits(mask))

    def line(self, ledger: int, mask: int, is_exact: bool = False) -> Line:
        """What can be met from these classes only must not be more than there are of them."""
        terms: Terms = {}
        for asked, demand in self.demands[ledger].items():
            if not asked & ~mask:
                for column, count in demand.items():
                    terms[column] = terms.get(column, 0) + count
        limit = 0
        for c in bits(mask):
            limit += self.stock.get(c, 0)
            if c in self.extra:
                terms[self.extra[c]] = terms.get(self.extra[c], 0) - 1
        return terms, limit, is_exact

    def seal(self) -> None:
        """After the last column: rows for every single set of classes that is asked for; unions of them come later."""
        self.sums += [(v,) for v in range(len(self.goal))]
        for ledger, demands in self.demands.items():
            for mask in demands:
                line = self.line(ledger, mask)
                if sum(max(f * self.low[v], f * self.high[v]) for v, f in line[0].items()) > line[1]:
                    self.lines.append(line)
            degree = {c: sum(mask >> c & 1 for mask in demands) for mask in demands for c in bits(mask)}
            masks = sorted(demands, key=lambda mask: (mask.bit_count(), mask))
            classes = [sorted(bits(mask), key=lambda c: (degree[c], c)) for mask in masks]
            self._order[ledger] = masks, classes, [demands[mask] for mask in masks]

    # ---- asking

    def short(self, point: Sequence[int], common: int) -> Line | None:
        """A row that the items break at this point, if there is one."""
        for ledger, (masks, classes, terms) in self._order.items():
            size = max((mask.bit_length() for mask in masks), default=0)
            stock = [
                self.stock.get(c, 0) * common + (point[self.extra[c]] if c in self.extra else 0) for c in range(size)
            ]
            flow = Flow(masks, classes, stock)
            for number, demand in enumerate(terms):
                amount = sum(count * point[column] for column, count in demand.items())
                if amount:
                    lacking = flow.meet(number, amount)
                    if lacking:
                        return self.line(ledger, lacking)
        return None
