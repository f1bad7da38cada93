"""Saves that somebody changed who knows how to sign them."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from kfdsl.record.files import digest

Change = Callable[[dict[str, Any]], object]
Where = tuple[Any, Any]  # a list or dict, and an index or key of it

ODD: tuple[Any, ...] = (
    *(None, True, False, -1, 0, 1, 2, 7, 10**6, 10**9, 2**63, -(2**63) - 1, 10**30),
    *("", "x", "rest", "pass", "0" * 16, [], [1, 2, 3], [[]], {}, {"player": 1}, {"player": 9}, {"card": "x"}),
    *({"list": [1]}, {"row": [True]}, {"set": [10**9]}, {"group": [["x", {}]]}, {"want": [[1, [], True]]}),
    *({"value": ["a", "b"]}, {"effect": None}, {"spot": [0, 0, 9]}, {"bundle": {"x": -1}}, {"lines": 0, "state": {}}),
)


def signed(saved: dict[str, Any], change: Change) -> dict[str, Any]:
    """A save after a change, with a digest that is right again."""
    other = copy.deepcopy(saved)
    change(other)
    return other | {"check": digest(other)}


def mutated(saved: dict[str, Any], rnd: random.Random) -> dict[str, Any]:
    """A save after one to three small changes somewhere: things of the same form change places, counts move, lines go."""

    def several(data: dict[str, Any]) -> None:
        for _ in range(rnd.choice((1, 1, 1, 2, 3))):
            with suppress(
                KeyError, TypeError, IndexError, AttributeError
            ):  # the change before may have taken away what this one wants
                rnd.choice(CHANGES)(data, rnd)

    return signed(saved, several)


# ---- changes


def _odd(data: dict[str, Any], rnd: random.Random) -> None:
    within, key = _somewhere(data, rnd)
    within[key] = copy.deepcopy(rnd.choice(ODD))


def _other_number(data: dict[str, Any], rnd: random.Random) -> None:
    found = [at for at in _everywhere(_part(data, rnd)) if type(at[0][at[1]]) is int]
    if found:
        within, key = rnd.choice(found)
        within[key] += rnd.choice((-1, 1, 2, 10**6))


def _exchange(data: dict[str, Any], rnd: random.Random) -> None:
    """Two things that stand beside one another, such as what lies in two places, or two choices of the log."""
    rows = [at[0][at[1]] for at in _everywhere(_part(data, rnd)) if isinstance(at[0][at[1]], dict | list)]
    rows = [row for row in rows if len(row) > 1]
    if rows:
        row = rnd.choice(rows)
        one, other = rnd.sample(list(row) if isinstance(row, dict) else range(len(row)), 2)
        row[one], row[other] = row[other], row[one]


def _move_token(data: dict[str, Any], rnd: random.Random) -> None:
    places = [place for place in data["state"]["places"].values() if isinstance(place, dict)]
    full = [place for place in places if place and all(type(count) is int for count in place.values())]
    if full:
        source, target = rnd.choice(full), rnd.choice(places)
        token = rnd.choice(list(source))
        source[token] -= 1
        if not source[token]:
            del source[token]
        target[token] = target.get(token, 0) + 1 if type(target.get(token, 0)) is int else 1


def _move_card(data: dict[str, Any], rnd: random.Random) -> None:
    places = [place for place in data["state"]["places"].values() if isinstance(place, list)]
    full = [place for place in places if place]
    if full:
        source = rnd.choice(full)
        rnd.choice(places).append(source.pop(rnd.randrange(len(source))))


def _leave_out(data: dict[str, Any], rnd: random.Random) -> None:
    within, key = _somewhere(data, rnd)
    del within[key]


def _twice(data: dict[str, Any], rnd: random.Random) -> None:
    rows = [at[0][at[1]] for at in _everywhere(_part(data, rnd)) if isinstance(at[0][at[1]], list) and at[0][at[1]]]
    if rows:
        row = rnd.choice(rows)
        row.insert(rnd.randrange(len(row) + 1), copy.deepcopy(rnd.choice(row)))


def _cut_log(data: dict[str, Any], rnd: random.Random) -> None:
    if isinstance(data.get("log"), list) and data["log"]:
        del data["log"][rnd.randrange(len(data["log"])) :]


def _taken_over(data: dict[str, Any], rnd: random.Random) -> None:
    """The forger's best: the position is said to have been taken over, so that no log has to lead there."""
    _move_token(data, rnd)
    data["start"] = {"lines": len(data["log"]), "state": copy.deepcopy(data["state"])}


CHANGES: tuple[Callable[[dict[str, Any], random.Random], None], ...] = (
    _odd,
    _other_number,
    _exchange,
    _move_token,
    _move_card,
    _leave_out,
    _twice,
    _cut_log,
    _taken_over,
)


# ---- where


def _part(data: dict[str, Any], rnd: random.Random) -> dict[str, Any]:
    """One of the parts of a save, by itself, since most of a save is its trail."""
    key = rnd.choice(list(data))
    return {key: data[key]} if isinstance(data[key], dict | list) else data


def _somewhere(data: dict[str, Any], rnd: random.Random) -> Where:
    node: Any = data
    while True:
        key = rnd.choice(list(node) if isinstance(node, dict) else range(len(node)))
        if not isinstance(node[key], dict | list) or not node[key] or rnd.random() < 0.15:
            return node, key
        node = node[key]


def _everywhere(node: Any) -> Iterator[Where]:
    for key in list(node) if isinstance(node, dict) else range(len(node)):
        yield node, key
        if isinstance(node[key], dict | list):
            yield from _everywhere(node[key])
