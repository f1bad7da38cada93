"""The library in flat form: the same for every program, so it is read, printed and compiled once.

In:   the files of engine/library.      Out:  LIBRARY: its functions, what each calls, and all of them as code of Python.
What is asked for first is worked out then; whoever kept it from an earlier run may put it in its place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from importlib import import_module
from inspect import isfunction
from pkgutil import walk_packages
from typing import Any

from kfdsl.engine import library
from kfdsl.engine.flat.form import Call, Module, inside
from kfdsl.engine.flat.print_python import Before, printed_once
from kfdsl.engine.flat.read.module import read
from kfdsl.engine.flat.read.sorts import NotFlat
from kfdsl.engine.flat.read.sources import source_of
from kfdsl.engine.library.machine import MACHINE, SETTLED_FIELDS, Machine

FIXED = {
    (Machine.WIDTH, MACHINE + field.at): name.upper()
    for name, field in Machine.record_fields().items()
    if name in SETTLED_FIELDS
}


class Library:
    """All functions of the library."""

    @cached_property
    def module(self) -> Module:
        """In flat form, by name."""
        return read(_functions())

    @cached_property
    def calls(self) -> dict[str, tuple[str, ...]]:
        """Whom each calls."""
        return {name: called_in(function) for name, function in self.module.items()}

    @cached_property
    def printed(self) -> Before:
        """As Python; which of them a program needs makes no difference, since names are looked up when they are called."""
        return printed_once(self.module, FIXED)

    def needed(self, names: Iterable[str]) -> Module:
        """Those that are reached from some."""
        waiting, found = list(names), set[str]()
        while waiting:
            name = waiting.pop()
            if name not in found and name in self.calls:
                found.add(name)
                waiting += self.calls[name]
        return {name: self.module[name] for name in sorted(found)}


LIBRARY = Library()


def called_in(node: object) -> tuple[str, ...]:
    """The functions that are called somewhere in a node."""
    return tuple(dict.fromkeys(each.function for each in inside(node) if isinstance(each, Call)))


def _functions() -> Iterator[Callable[..., Any]]:
    """All that the library itself gives; what is written out where it is called comes along where it is not."""
    for file in walk_packages(library.__path__, library.__name__ + "."):
        for function in vars(import_module(file.name)).values():
            if isfunction(function) and function.__module__ == file.name:
                try:
                    source = source_of(function)
                except NotFlat:  # it is there for those outside
                    continue
                if not (source.outside or source.inlined):
                    yield function
