"""Functions of the engine's own code, as trees.

In:   a function object.      Out:  its tree, with what its names mean.
A module is parsed once; functions and methods are found by their names.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from inspect import getsource
from typing import Any, get_type_hints

from kfdsl.engine.flat.read.sorts import Sort, sort_of


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """A function that is to be read."""

    name: str  # how it is called in the flat form
    tree: ast.FunctionDef
    names: dict[str, Any]  # what stands around it
    params: tuple[tuple[str, Sort], ...]
    result: Sort
    path: str
    inlined: bool
    outside: bool  # it comes from elsewhere


@cache
def _functions(module: str) -> dict[str, ast.FunctionDef]:
    found: dict[str, ast.FunctionDef] = {}
    for node in ast.parse(getsource(import_module(module))).body:
        if isinstance(node, ast.FunctionDef):
            found[node.name] = node
        elif isinstance(node, ast.ClassDef):
            found |= {f"{node.name}.{part.name}": part for part in node.body if isinstance(part, ast.FunctionDef)}
    return found


def flat_name(function: Callable[..., Any]) -> str:
    """How a function is called in the flat form: its module's last name, its class and its own."""
    return f"{function.__module__.rpartition('.')[2]}_{function.__qualname__}".replace(".", "_")


def params_of(function: Callable[..., Any]) -> tuple[str, ...]:
    """The names of what a function takes."""
    code = function.__code__
    return code.co_varnames[: code.co_argcount]


@cache
def source_of(function: Callable[..., Any]) -> Source:
    """A function as it stands in its file."""
    module = import_module(function.__module__)
    tree = _functions(function.__module__)[function.__qualname__]
    hints = get_type_hints(function)
    owner = function.__qualname__.rpartition(".")[0]
    params = tuple(
        (arg.arg, sort_of(getattr(module, owner) if owner and at == 0 else hints[arg.arg]))
        for at, arg in enumerate(tree.args.args)
    )
    marks = [each.id for each in tree.decorator_list if isinstance(each, ast.Name)]
    return Source(
        name=flat_name(function),
        tree=tree,
        names=vars(module),
        params=params,
        result=sort_of(hints["return"]),
        path=module.__file__ or "",
        inlined="inline" in marks,
        outside="outside" in marks,
    )
