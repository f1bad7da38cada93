"""Chance as one integer and our own arithmetic, so that a game is the same on every machine and Python version.

In:   a stream (64 bits).      Out:  a number below a bound, and the stream as it goes on.
"""

from __future__ import annotations

_MASK = (1 << 64) - 1


def stream(seed: int, purpose: int = 0) -> int:
    """The stream of a seed; different purposes give unrelated streams."""
    return _mix((seed & _MASK) ^ _mix((purpose + 0x9E3779B97F4A7C15) & _MASK))


def below(state: int, bound: int) -> tuple[int, int]:
    """A number from 0 up to but not including a bound, and the stream behind it."""
    state = (state + 0x9E3779B97F4A7C15) & _MASK
    limit = _MASK - (_MASK + 1) % bound
    while (mixed := _mix(state)) > limit:  # what lies behind the last whole multiple would favour small numbers
        state = (state + 0x9E3779B97F4A7C15) & _MASK
    return mixed % bound, state


def _mix(z: int) -> int:
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)
