"""Who acts: which effects need to be told.

In:   the model.      Out:  Actors; also the walk over nodes that finds it out.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from kfdsl.lang import nodes
from kfdsl.lang.link.model import Model


class Actors:
    """Which effects need to know who acts: they say `me`, ask somebody, or call something that does."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.acting: set[str] = set()
        callers: dict[str, list[str]] = {}
        for name, entry in model.declared.items():
            if isinstance(entry.node, nodes.Effect):
                for part in (part for body in self.bodies(name, entry.node) for part in walk(body)):
                    if self.within(part):
                        self.acting.add(name)
                    elif isinstance(part, nodes.CallStmt) and part.by is None:
                        callers.setdefault(part.name, []).append(name)
        waiting = list(self.acting)
        while waiting:
            found = [caller for caller in callers.get(waiting.pop(), ()) if caller not in self.acting]
            self.acting.update(found)
            waiting += found

    def bodies(self, name: str, effect: nodes.Effect) -> list[nodes.Node]:
        """What an effect does, with what packs change in it."""
        changes = [change.node for change in self.model.effect_changes.get(name, [])]
        return [effect.body, *(change.body for change in changes), *(change.when for change in changes if change.when)]

    def needed(self, name: str) -> bool:
        """Whether an effect or flow takes `me`."""
        return name in self.acting

    def within(self, part: nodes.Node) -> bool:
        """Whether one node needs to know by itself."""
        match part:
            case (
                nodes.Name(name="me")
                | nodes.Ask(asker=None)
                | nodes.OneOf()
                | nodes.Perform(by=None)
                | nodes.Trial(by=None)
            ):
                return True
            case nodes.Let(value=nodes.Call(name=query)):
                return bool(self.model.may_be(query))  # somebody is asked which
            case _:
                return False


def walk(tree: object) -> Iterator[nodes.Node]:
    """A node and everything below it."""
    if isinstance(tree, nodes.Node):
        yield tree
        for each in dataclasses.fields(tree):
            if each.name != "span":
                yield from walk(getattr(tree, each.name))
    elif isinstance(tree, tuple):
        for part in tree:
            yield from walk(part)
