"""Programs as bytes and back.

In:   a program, and the sources it was made of.      Out:  bytes, and from them the same again.
Sources are not written: they are at hand whenever a program is loaded, since its packs were just read. Examples are apart from
the rest, because a game has no need of them and they are most of a program.
"""

from __future__ import annotations

import dataclasses
import gc
import io
import pickle
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from kfdsl.program import core
from kfdsl.program.types import Type

_FIELDS: dict[type, tuple[str, ...]] = {}  # of nodes; none of other things
_SETTERS: dict[type, tuple[Callable[[Any, Any], None], ...]] = {}


@dataclass(frozen=True, slots=True)
class Compiled:
    """What loading packs gives: the program without its examples, the examples, and what was warned of."""

    program: core.Program
    examples: Callable[[], tuple[core.ExampleDef, ...]]
    warnings: tuple[Any, ...]


def freeze(program: core.Program, warnings: Sequence[Any], sources: Sequence[object]) -> bytes:
    """Bytes that `thaw` reads, given the same sources."""
    light = dataclasses.replace(program, examples=())
    play = freeze_nodes((light, tuple(warnings)), sources)
    return len(play).to_bytes(8, "big") + play + freeze_nodes(program.examples, sources)


def thaw(data: bytes, sources: Sequence[object]) -> Compiled:
    """What was frozen; the examples only when they are asked for."""
    view = memoryview(data)
    size = int.from_bytes(view[:8], "big")
    program, warnings = thaw_nodes(view[8 : 8 + size], sources)
    return Compiled(program, lambda: thaw_nodes(view[8 + size :], sources), warnings)


# ---- nodes


class _Freezer(pickle.Pickler):
    """Nodes by their values in order: a third of the time that their own way of being pickled takes to read.

    Sources and types are written as numbers. Pickle has persistent ids for that, but asks for one of everything that it meets,
    which is most of the time that it takes.
    """

    def __init__(self, file: io.BytesIO, sources: Sequence[object]) -> None:
        super().__init__(file, protocol=5)
        self.sources = {source: number for number, source in enumerate(sources)}
        self.source_types = {type(source) for source in sources}
        self.types: dict[Type, int] = {}  # each once, although many are equal

    def reducer_override(self, obj: Any) -> Any:
        cls = type(obj)
        if cls is Type:
            return _known, (-1 - self.types.setdefault(obj, len(self.types)),)
        names = _FIELDS.get(cls)
        if names is None:
            is_node = dataclasses.is_dataclass(cls) and hasattr(cls, "__slots__")
            names = _FIELDS[cls] = tuple(each.name for each in dataclasses.fields(cls)) if is_node else ()
        if names:
            return _made, (cls, *[getattr(obj, name) for name in names])
        number = self.sources.get(obj) if cls in self.source_types else None
        return NotImplemented if number is None else (_known, (number,))


class _Thawer(pickle.Unpickler):
    """Reads what was frozen; a number that stands for a source or a type is that source or type."""

    def __init__(self, data: bytes, known: Sequence[object]) -> None:
        super().__init__(io.BytesIO(data))
        self.known = known

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) == (_known.__module__, _known.__name__):
            return self.known.__getitem__
        return super().find_class(module, name)


def _known(number: int) -> object:
    """Stands in what is written for a source, or, below zero, for a type; who reads puts their own in its place."""
    raise NotImplementedError(number)


def freeze_nodes(what: object, sources: Sequence[object]) -> bytes:
    """Nodes as bytes, given what sources they speak of."""
    file = io.BytesIO()
    freezer = _Freezer(file, sources)
    freezer.dump(what)
    return pickle.dumps((list(freezer.types), file.getvalue()), protocol=5)


def thaw_nodes(data: bytes | memoryview, sources: Sequence[object]) -> Any:
    """What was frozen, given the same sources."""
    with undisturbed():
        types, nodes = pickle.loads(data)
        return _Thawer(nodes, [*sources, *reversed(types)]).load()


@contextmanager
def undisturbed() -> Iterator[None]:
    """Thousands of objects are made and none dropped; to look for waste meanwhile takes up to half of the time."""
    is_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if is_on:
            gc.enable()


def _made(cls: type, *values: Any) -> Any:
    """A node from its values; frozen, so its slots are filled behind its back."""
    made: Any = object.__new__(cls)
    for put, value in zip(_SETTERS.get(cls) or _setters(cls), values, strict=True):
        put(made, value)
    return made


def _setters(cls: type) -> tuple[Callable[[Any, Any], None], ...]:
    assert dataclasses.is_dataclass(cls)
    _SETTERS[cls] = tuple(getattr(cls, each.name).__set__ for each in dataclasses.fields(cls))
    return _SETTERS[cls]
