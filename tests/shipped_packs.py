"""The packs that come with kfdsl, loaded once each: alone with what they require, and all together."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import kfdsl
from kfdsl.packs.find import shipped_packs
from kfdsl.packs.shipped import content_folder
from kfdsl.program import core
from kfdsl.text.diagnostic import Report


def names() -> tuple[str, ...]:
    """All shipped packs."""
    return tuple(pack.name for pack in shipped_packs(content_folder(), Report()))


@cache
def alone(name: str) -> kfdsl.Rules:
    """One pack with what it requires."""
    with one_at_a_time():
        return kfdsl.load(name)


@cache
def together() -> kfdsl.Rules:
    """All packs at once."""
    with one_at_a_time():
        return kfdsl.load(*names())


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """All who run tests at once want the same packs first: one of them compiles, the others find that in the cache."""
    with Path(__file__).open(encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def label(example: core.ExampleDef) -> str:
    """An example by file and title."""
    return f"{example.span.source.name}: {example.name}"
