"""Who declares what: the names of all packs, before anything is bound.

In:   packs as nodes.      Out:  Meanings.
A thing that takes the place of one of the same name takes over what it is called, so whoever speaks of the old one means the new one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kfdsl.lang import nodes
from kfdsl.lang.link.meanings import SPOT, VALUE, Declared, Meanings, meanings
from kfdsl.lang.link.model import PackText


def all_declared(packs: Sequence[PackText]) -> Meanings:
    """What every name means."""
    loaded = {pack.name for pack in packs}
    found = [one for pack in packs for file in pack.files for item in file.items for one in _of(item, pack.name, loaded)]
    return meanings(packs, found)


def _of(item: nodes.Item, pack: str, loaded: set[str]) -> Iterator[Declared]:
    match item:
        case nodes.WithPack() if item.pack in loaded:
            for inner in item.items:
                yield from _of(inner, pack, loaded)
        case nodes.Replace() if item.by.name != item.thing.rpartition(".")[2]:
            yield from _of(item.by, pack, loaded)
        case nodes.MemberChange():
            yield from _inside(item.members, pack)
        case nodes.ValuesChange():
            yield from (Declared(word, pack, VALUE, item.span) for word in item.names)
        case nodes.Decl():
            yield Declared(item.name, pack, sort_of(item), item.span)
            match item:
                case nodes.Menu():
                    yield from (Declared(each.name, pack, sort_of(each), each.span) for each in item.vars)
                case nodes.Kind() | nodes.Trait():
                    yield from _inside(item.members, pack)
                case nodes.Place():
                    yield from _spots(item, pack)
                case nodes.Values():
                    yield from (Declared(word, pack, VALUE, item.span) for word in item.names)
        case _:
            pass


def _inside(members: Sequence[nodes.Decl], pack: str) -> Iterator[Declared]:
    """The places of kinds share their names with all others."""
    for each in members:
        if isinstance(each, nodes.Place | nodes.Slot):
            yield Declared(each.name, pack, sort_of(each), each.span, inside=True)
        if isinstance(each, nodes.Place):
            yield from _spots(each, pack)


def _spots(place: nodes.Place, pack: str) -> Iterator[Declared]:
    """Spots with names are called like everything else."""
    rows = place.board.rows if place.board else ()
    yield from (Declared(row.name, pack, SPOT, row.span) for row in rows)


def sort_of(node: nodes.Decl) -> str:
    """`token`, `place` and so on."""
    return type(node).__name__.lower()
