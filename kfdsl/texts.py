"""What was read of the texts of packs, kept between runs: to read them is most of the time that commands about content take.

In:   packs and the grammar.      Out:  nothing; `lang.read` knows the texts afterwards, or the cache keeps them.
A door: it joins what reads texts and what keeps bytes, which do not know each other.
"""

from __future__ import annotations

from collections.abc import Iterable

from kfdsl.lang.syntax.read import remember, remembered
from kfdsl.packs.find import Pack
from kfdsl.record import cache
from kfdsl.record.cache_format import freeze_nodes, thaw_nodes


def recall(packs: Iterable[Pack], grammar: str) -> None:
    """Know again what earlier runs have read."""
    for pack in packs:
        if all(remembered(source, grammar) for source in pack.sources):
            continue
        name = _name(pack, grammar)
        data = None if name is None else cache.read(name, cache.TEXTS)
        if data is None:
            continue
        try:
            files = thaw_nodes(data, pack.sources)
        except Exception:  # whatever is wrong with an entry, texts can be read without it
            continue
        for source, file in zip(pack.sources, files, strict=True):
            remember(source, grammar, file)


def keep(packs: Iterable[Pack], grammar: str) -> None:
    """Let later runs know what was read, of packs without a flaw."""
    for pack in packs:
        name = _name(pack, grammar)
        files = [remembered(source, grammar) for source in pack.sources]
        if name is not None and cache.folder() is not None and all(files) and cache.read(name, cache.TEXTS) is None:
            cache.keep(name, freeze_nodes(files, pack.sources), cache.TEXTS)


def _name(pack: Pack, grammar: str) -> str | None:
    return cache.key([grammar, pack.name, pack.digest]) if pack.sources else None
