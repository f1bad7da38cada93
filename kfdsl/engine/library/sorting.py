"""Numbers put in order.

In:   a row of numbers.      Out:  the same row, the smallest first.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Numbers


def sort(row: Numbers, count: int) -> None:
    """Each goes back past those that are larger, first in long strides: few numbers take one round, many not much longer."""
    stride = 1
    while stride * 9 < count:
        stride = stride * 3 + 1
    while stride > 0:
        for i in range(stride, count):
            item = row[i]
            at = i
            while at >= stride and row[at - stride] > item:
                row[at] = row[at - stride]
                at -= stride
            row[at] = item
        stride //= 3
