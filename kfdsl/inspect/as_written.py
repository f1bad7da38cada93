"""The content as it was written, all packs side by side: what the merged program no longer knows.

In:   rules that loaded.      Out:  a Model; nothing is judged again.
"""

from __future__ import annotations

from collections.abc import Iterator

from kfdsl.api import Rules
from kfdsl.inspect.pack_contents import files
from kfdsl.lang import nodes
from kfdsl.lang.link.link import link
from kfdsl.lang.link.model import Model, PackText
from kfdsl.text.diagnostic import Report


def linked(rules: Rules) -> Model:
    """Every declaration, and beside it all that packs say about it."""
    report = Report()  # what was fine when it was loaded still is
    texts: list[PackText] = []
    for pack in rules.packs:
        texts.append(
            PackText(
                name=pack.name,
                version=str(pack.manifest.version),
                after=frozenset(text.name for text in texts),
                files=tuple(files(pack, report)),
            )
        )
    return link(texts, report)


def items(model: Model) -> Iterator[tuple[str, nodes.Item]]:
    """Everything that stands in files, with the pack that wrote it; inside `with`, if that pack is there."""
    for pack in model.packs:
        for file in pack.files:
            yield from ((pack.name, item) for item in _flat(file.items, model))


def _flat(found: tuple[nodes.Item, ...], model: Model) -> Iterator[nodes.Item]:
    for item in found:
        if not isinstance(item, nodes.WithPack):
            yield item
        elif item.pack in model.after:
            yield from _flat(item.items, model)
