"""Chance as one integer and our own arithmetic, so that a game is the same on every machine and Python version.

In:   a stream (64 bits).      Out:  a number below a bound, and the stream as it goes on.
"""

from __future__ import annotations

from functools import lru_cache

_MASK = (1 << 64) - 1


def stream(seed: int, purpose: int = 0) -> int:
    """The stream of a seed; different purposes give unrelated streams."""
    z = (seed & _MASK) ^ _mixed(purpose)
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK  # the arithmetic of _mix, written out
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)


@lru_cache(1 << 12)
def _mixed(purpose: int) -> int:
    """The part of a purpose, of which there are few that come again and again."""
    return _mix((purpose + 0x9E3779B97F4A7C15) & _MASK)


def signed(number: int) -> int:
    """A stream as words of memory hold it: 64 bits, the highest of which is a sign."""
    number &= _MASK
    return number - (number >> 63 << 64)


def below(state: int, bound: int) -> tuple[int, int]:
    """A number from 0 up to but not including a bound, and the stream behind it."""
    limit = 0xFFFFFFFFFFFFFFFF - 0x10000000000000000 % bound
    while True:  # the arithmetic of _mix, written out: a draw is nothing but this
        state = (state + 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
        mixed = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & 0xFFFFFFFFFFFFFFFF
        mixed ^= mixed >> 31
        if mixed <= limit:  # what lies behind the last whole multiple would favour small numbers
            return mixed % bound, state


def _mix(z: int) -> int:
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)
