"""What stands in a pack, as written: what it declares, and what it changes of others.

In:   a pack's sources.      Out:  Declared and Changed, in the order of the text.
Only the form is read here; whether names fit together is for `check`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kfdsl.lang import nodes
from kfdsl.lang.syntax.read import read
from kfdsl.loading import keep, recall
from kfdsl.packs.find import Pack
from kfdsl.packs.shipped import grammar_file
from kfdsl.text.diagnostic import Report
from kfdsl.text.source import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Declared:
    """A name that a pack brings, and of what sort it is; things are of the sort that content calls them."""

    sort: str
    name: str
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Changed:
    """Something of another's that a pack changes; `beside` is the pack that must be present for it."""

    how: str
    name: str
    beside: str
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Contents:
    """All that a pack holds."""

    declared: tuple[Declared, ...]
    changed: tuple[Changed, ...]
    examples: int


def contents(pack: Pack, report: Report) -> Contents:
    """Read a pack; texts with mistakes in their form are reported and left out."""
    items = [found for file in files(pack, report) for found in _flat(file.items, "")]
    declared = tuple(found for item, _ in items if (found := _declared(item)) is not None)
    changed = [made for item, beside in items if (made := _changed(item, beside)) is not None]
    own = {each.name for each in declared}
    return Contents(
        declared=declared,
        changed=tuple(each for each in changed if each.name not in own),
        examples=sum(_examples(item) for item, _ in items),
    )


def _examples(item: nodes.Item) -> int:
    """How many examples an item is: one, or as many as its table has rows."""
    if isinstance(item, nodes.ExampleTable):
        return len(item.rows) * len(item.examples)
    return 1 if isinstance(item, nodes.Example) else 0


def files(pack: Pack, report: Report) -> Iterator[nodes.File]:
    """The texts of a pack as nodes."""
    grammar = grammar_file().read_text(encoding="utf-8")
    recall([pack], grammar)
    read_now = [read(source, grammar, report) for source in pack.sources]
    keep([pack], grammar)
    yield from (file for file in read_now if file is not None)


def _flat(items: tuple[nodes.Item, ...], beside: str) -> Iterator[tuple[nodes.Item, str]]:
    for item in items:
        if isinstance(item, nodes.WithPack):
            yield from _flat(item.items, item.pack)
        else:
            yield item, beside
        if isinstance(item, nodes.Thing):
            yield from ((change, beside) for _, lasting in item.lasting for change in lasting.changes)


def _declared(item: nodes.Item) -> Declared | None:
    if not isinstance(item, nodes.Decl):
        return None
    sort = type(item).__name__.lower()
    if isinstance(item, nodes.Thing):
        sort = item.kind
    elif isinstance(item, nodes.Effect) and item.is_flow:
        sort = "flow"
    return Declared(sort=sort, name=item.name, span=item.span)


def _changed(item: nodes.Item, beside: str) -> Changed | None:
    match item:
        case nodes.When() | nodes.Join():
            how, name = "extend query", item.query
        case nodes.ActionChange():
            how, name = "extend action", item.action
        case nodes.EffectChange():
            how, name = f"extend {'flow' if item.step else 'effect'}", item.effect
        case nodes.MemberChange():
            how, name = f"extend {'kind' if item.is_kind else 'trait'}", item.owner
        case nodes.TokenChange():
            how, name = "extend token", item.token
        case nodes.HoldsChange():
            how, name = "extend place", item.place
        case nodes.ValuesChange():
            how, name = "extend values", item.values
        case nodes.ShapeChange():
            how, name = "extend shape", item.shape
        case nodes.Patch():
            how, name = f"patch {', '.join(item.kinds)}", item.thing
        case nodes.Replace():
            how, name = f"replace {item.kind}", item.thing
        case nodes.On():
            how, name = "on", item.moment
        case _:
            return None
    return Changed(how=how, name=name, beside=beside, span=item.span)
