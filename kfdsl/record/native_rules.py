"""Rules in the machine's own form, kept between runs, as privately as compiled rules and for what runs them now.

In:   the key of what rules were made of, a Table.      Out:  Made, if it was kept.
"""

from __future__ import annotations

from collections.abc import Sequence

from kfdsl.engine.flat.wasm.native import available, version
from kfdsl.engine.lower.layout import FlatLayout
from kfdsl.engine.lower.lowered import Lowered
from kfdsl.engine.lower.tables import Tables
from kfdsl.engine.rules.table import Kept, Table
from kfdsl.engine.words.instance import Made
from kfdsl.record import cache
from kfdsl.record.cache_format import freeze_nodes, thaw_nodes


class NativeRules(Kept):
    """Compiled rules of some packs in the cache."""

    def __init__(self, key: str | None, sources: Sequence[object], was_kept: bool) -> None:
        self.key = key
        self.is_worth_compiling = was_kept and key is not None
        self.sources = sources

    def _name(self, table: Table) -> str | None:
        if self.key is None or not available():
            return None
        return cache.key([self.key, str(table.layout.players), version()])

    def read(self, table: Table) -> Made | None:
        """What was kept; whatever is wrong with an entry, rules can be compiled without it."""
        name = self._name(table)
        data = None if name is None else cache.read(name, cache.NATIVE)
        try:
            return None if data is None else _thawed(data, table, self.sources)
        except Exception:
            return None

    def keep(self, table: Table, made: Made) -> None:
        """Only where rules are kept."""
        name = self._name(table)
        if name is not None:
            cache.keep(name, _frozen(made, self.sources), cache.NATIVE)

    def fill_code(self) -> None:
        from kfdsl.record.kept_library import fill_code

        fill_code()

    def fill_form(self) -> None:
        from kfdsl.record.kept_library import fill_form

        fill_form()


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
