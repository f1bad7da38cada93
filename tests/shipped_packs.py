"""The packs that come with kfdsl, loaded once each: alone with what they require, and all together."""

from __future__ import annotations

from functools import cache

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
    return kfdsl.load(name)


@cache
def together() -> kfdsl.Rules:
    """All packs at once."""
    return kfdsl.load(*names())


def label(example: core.ExampleDef) -> str:
    """An example by file and title."""
    return f"{example.span.source.name}: {example.name}"
