"""Rules at work with functions of a benchmark beside those of the library, in the engine's own language.

In:   a Table, functions over a state.      Out:  an Instance that can be called with them, by either printer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from unittest.mock import patch

from kfdsl.engine.flat.read.module import read
from kfdsl.engine.lower.library import LIBRARY, called_in
from kfdsl.engine.rules.allocating import allocating
from kfdsl.engine.rules.table import Table
from kfdsl.engine.words import instance as instances
from kfdsl.engine.words.instance import Instance, make


def with_functions(table: Table, functions: tuple[Callable[..., object], ...], is_native: bool) -> Instance:
    """Rules that can do more."""
    known = table.with_functions
    own = {name: each for name, each in read(functions).items() if name not in LIBRARY.module}
    called = [name for each in own.values() for name in called_in(each) if name in LIBRARY.module]
    more = replace(known, functions=known.functions | own, library=(*known.library, *called))
    with patch.object(instances, "ENTRIES", (*instances.ENTRIES, *functions)):
        made = make(more, is_native)
        return Instance(made, table.words, lambda instance: allocating(table, instance), table.limits.steps)
