"""The library of the engine as code of Python and in flat form, kept between runs.

In:   nothing but our own code.      Out:  LIBRARY, filled from the cache if it was kept there.
"""

from __future__ import annotations

import marshal

from kfdsl.engine.flat.print_python import Before
from kfdsl.engine.lower.library import FIXED, LIBRARY
from kfdsl.record import cache
from kfdsl.record.cache_format import freeze_nodes, thaw_nodes, undisturbed


def fill_code() -> None:
    """Have the library as code of Python, for those who run rules that way."""
    if "printed" in vars(LIBRARY):
        return
    name = cache.key(["the library as Python"])
    data = None if name is None else cache.read(name, cache.LIBRARY)
    if data is not None:
        LIBRARY.printed = Before(marshal.loads(data), FIXED)
        return
    fill_form()
    with undisturbed():
        made = LIBRARY.printed.code
    if name is not None:
        cache.keep(name, marshal.dumps(made), cache.LIBRARY)


def fill_form() -> None:
    """Have the library in flat form, for those who print it."""
    if "module" in vars(LIBRARY):
        return
    name = cache.key(["the library in flat form"])
    data = None if name is None else cache.read(name, cache.LIBRARY)
    if data is not None:
        LIBRARY.module, LIBRARY.calls = thaw_nodes(data, ())
        return
    with undisturbed():
        found = LIBRARY.module, LIBRARY.calls
    if name is not None:
        cache.keep(name, freeze_nodes(found, ()), cache.LIBRARY)
