"""Rules in the machine's own form, kept between runs, as privately as compiled rules and for what runs them now.

In:   a Table, and the key of what its rules were made of.      Out:  Made, from the cache if it was kept there.
"""

from __future__ import annotations

from collections.abc import Sequence

from kfdsl.engine.flat.wasm.native import available, version
from kfdsl.engine.lower.layout import FlatLayout
from kfdsl.engine.lower.program import Lowered
from kfdsl.engine.lower.tables import Tables
from kfdsl.engine.words.instance import Made, make
from kfdsl.engine.rules.table import Table
from kfdsl.record import cache
from kfdsl.record.cache_format import freeze_nodes, thaw_nodes, undisturbed
from kfdsl.record.kept_library import fill_code, fill_form


def made_once(table: Table, key: str | None, sources: Sequence[object]) -> Made:
    """What runs rules for a number of players; only what is compiled is kept, and only where rules are kept."""
    if not available():
        fill_code()
    if key is None or not available():
        return make(table.lowered(), available())
    name = cache.key([key, str(table.layout.players), version()])
    data = None if name is None else cache.read(name, cache.NATIVE)
    if data is not None:
        try:
            return _thawed(data, table, sources)
        except Exception:  # whatever is wrong with an entry, rules can be compiled without it
            pass
    fill_form()
    with undisturbed():
        made = make(table.lowered(), native=True)
    if name is not None:
        cache.keep(name, _frozen(made, sources), cache.NATIVE)
    return made


def _frozen(made: Made, sources: Sequence[object]) -> bytes:
    low = made.lowered
    kept = (low.tables.rows, low.spans, low.texts, low.messages, low.blocks, low.asks, low.where)
    nodes = freeze_nodes(kept, sources)
    return len(nodes).to_bytes(8, "big") + nodes + made.code


def _thawed(data: bytes, table: Table, sources: Sequence[object]) -> Made:
    size = int.from_bytes(data[:8], "big")
    rows, spans, texts, messages, blocks, asks, where = thaw_nodes(memoryview(data)[8 : 8 + size], sources)
    lowered = Lowered({}, FlatLayout(table.layout), Tables(*rows), spans, texts, messages, blocks, asks, where)
    return Made(lowered, data[8 + size :])
