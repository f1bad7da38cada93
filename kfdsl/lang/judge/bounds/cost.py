"""How much work something is at most, as data: a number once it is known how many players, cards and pieces there are.

In:   sizes by name.      Out:  Cost, which can be added, multiplied, worked out and shown.
A cost is a sum of terms, each a number times sizes times powers. It never gets smaller than what it stands for: a term that another
one holds is added to that one's number, and where there are too many terms, two become one that is at least both.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

MOST_TERMS = 8
WITHOUT_END = 10**100  # more than that is all the same
UNKNOWN = "?"  # begins the name of a size that nobody knows


@dataclass(frozen=True, slots=True)
class Power:
    """A cost that is multiplied with itself as often as another says."""

    base: Cost
    exponent: Cost


Factor = str | Power
Product = tuple[tuple[Factor, int], ...]  # each factor and how often, in a fixed order


@dataclass(frozen=True, slots=True)
class Cost:
    """A sum of products, each so many times."""

    terms: tuple[tuple[Product, int], ...]

    def __add__(self, other: Cost) -> Cost:
        return _made([*self.terms, *other.terms])

    def __mul__(self, other: Cost) -> Cost:
        return _made([(_joined(one, two), n * m) for one, n in self.terms for two, m in other.terms])

    def or_else(self, other: Cost) -> Cost:
        """At least the larger of two."""
        found = dict(self.terms)
        for product, count in other.terms:
            found[product] = max(count, found.get(product, 0))
        return _made(found.items())

    def to_the(self, exponent: Cost) -> Cost:
        """Multiplied with itself so often; a written number of times if that is known and small."""
        if self == ONE or not exponent.terms:
            return ONE
        if exponent.terms[0][0] == () and len(exponent.terms) == 1 and exponent.terms[0][1] <= MOST_TERMS:
            found = ONE
            for _ in range(exponent.terms[0][1]):
                found = found * self
            return found
        return Cost(((((Power(self, exponent), 1),), 1),))

    def number(self, sizes: Mapping[str, int]) -> int | None:
        """The cost with sizes put in, no more than WITHOUT_END; None if a size is not known."""
        found = 0
        for product, count in self.terms:
            value = count
            for factor, times in product:
                one = _number(factor, sizes)
                if one is None:
                    return None
                value = min(value * min(one**times, WITHOUT_END), WITHOUT_END)
            found = min(found + value, WITHOUT_END)
        return found

    @property
    def unknown(self) -> tuple[str, ...]:
        """What nobody knows of it."""
        return tuple(
            dict.fromkeys(name for product, _ in self.terms for factor, _ in product for name in _unknown(factor))
        )

    def __str__(self) -> str:
        if self.unknown:
            return f"not known: {', '.join(name.removeprefix(UNKNOWN) for name in self.unknown)}"
        shown = sorted(self.terms, key=lambda term: (-_degree(term[0]), str(term[0])))
        return " + ".join(_words(product, count) for product, count in shown) or "0"


def written(number: int) -> Cost:
    """A number that is known."""
    return Cost((((), number),)) if number else Cost(())


def size(name: str) -> Cost:
    """Something that is counted in the game."""
    return Cost(((((name, 1),), 1),))


ONE, NOTHING = written(1), written(0)


def total(parts: Iterable[Cost]) -> Cost:
    """All together."""
    found = NOTHING
    for part in parts:
        found = found + part
    return found


def most(parts: Iterable[Cost]) -> Cost:
    """At least the largest."""
    found = NOTHING
    for part in parts:
        found = found.or_else(part)
    return found


# ---- terms


def _made(terms: Iterable[tuple[Product, int]]) -> Cost:
    counts: dict[Product, int] = {}
    for product, count in terms:
        if count:
            counts[product] = min(counts.get(product, 0) + count, WITHOUT_END)
    ordered = sorted(counts, key=lambda each: (-_degree(each), str(each)))
    kept: list[Product] = []
    for product in ordered:
        over = next((other for other in kept if _is_within(product, other)), None)
        if over is None:
            kept.append(product)
        else:
            counts[over] = min(counts[over] + counts[product], WITHOUT_END)
    while len(kept) > MOST_TERMS:
        one, two = kept.pop(), kept.pop()
        both = _over(one, two)
        counts[both] = (counts.get(both, 0) if both in kept else 0) + counts[one] + counts[two]
        if both not in kept:
            kept.append(both)
    return Cost(tuple((product, counts[product]) for product in kept))


def _joined(one: Product, other: Product) -> Product:
    found = dict(one)
    for factor, times in other:
        found[factor] = found.get(factor, 0) + times
    return tuple(sorted(found.items(), key=lambda each: str(each[0])))


def _over(one: Product, other: Product) -> Product:
    """The smallest product that holds two."""
    found = dict(one)
    for factor, times in other:
        found[factor] = max(found.get(factor, 0), times)
    return tuple(sorted(found.items(), key=lambda each: str(each[0])))


def _is_within(one: Product, other: Product) -> bool:
    held = dict(other)
    return all(held.get(factor, 0) >= times for factor, times in one)


def _degree(product: Product) -> int:
    return sum(times * (100 if isinstance(factor, Power) else 1) for factor, times in product)


def _number(factor: Factor, sizes: Mapping[str, int]) -> int | None:
    if isinstance(factor, str):
        return max(1, sizes[factor]) if factor in sizes else None
    base, exponent = factor.base.number(sizes), factor.exponent.number(sizes)
    if base is None or exponent is None:
        return None
    if base <= 1:
        return 1
    return WITHOUT_END if exponent > 400 else min(max(1, base) ** exponent, WITHOUT_END)


def _unknown(factor: Factor) -> Iterable[str]:
    if isinstance(factor, str):
        return [factor] if factor.startswith(UNKNOWN) else []
    return [*factor.base.unknown, *factor.exponent.unknown]


# ---- words


def _words(product: Product, count: int) -> str:
    parts = [_factor(factor) + (f"^{times}" if times > 1 else "") for factor, times in product]
    return " · ".join([str(count), *parts] if count > 1 or not parts else parts)


def _factor(factor: Factor) -> str:
    if isinstance(factor, str):
        return factor
    return f"{_within(factor.base)}^{_within(factor.exponent)}"


def _within(cost: Cost) -> str:
    shown = str(cost)
    return f"({shown})" if " " in shown else shown
