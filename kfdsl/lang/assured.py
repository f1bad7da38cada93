"""What conditions say can be done.

In:   core conditions.      Out:  facts, each as a key: that an effect can be performed, that a collection has items.
Expressions are compared by their form, without spans and types. A fact ends with the first thing done that could matter to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from kfdsl.lang.scope import Key, key
from kfdsl.program import core

Facts = frozenset[Key]
NOTHING: Facts = frozenset()
ITEM, EACH = ("(item)",), ("(each)",)  # an item of a collection, by whatever name it is called
_EXCHANGED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "!=": "!="}  # the same with its sides exchanged
_DENIED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "=": "!=", "!=": "="}  # what holds where it does not


def with_given(block: core.Block, given: Facts) -> Iterator[tuple[core.Stmt, Facts]]:
    """The parts of a block, each with what is known to be possible."""
    for part in block.body:
        yield part, given
        if not isinstance(part, core.Let | core.Score):
            given = frozenset(fact for fact in given if isinstance(part, core.SetVar) and not _reads(fact, part.var))


def each_round(stmt: core.For, given: Facts) -> Facts:
    """What is known in a round of a loop: its condition; and if nobody does more than answer, what held for all at the start."""
    found = assured(stmt.where, True) if stmt.where is not None else NOTHING
    if not isinstance(stmt.body, core.AskFor):
        return found
    item: dict[object, object] = {EACH: ("Local", stmt.name)}
    found |= {_fact(each[2], item) for each in given if each[0] == "each" and each[1] == key(stmt.items)}
    if isinstance(stmt.items, core.Pick) and stmt.items.word == "all" and stmt.items.where is not None:
        item = {("Local", stmt.items.name): ("Local", stmt.name)}
        found |= {_fact(each, item) for each in assured(stmt.items.where, True)}
    return found


def assured(test: core.Expr, holds: bool) -> Facts:
    """What is known where a condition holds, or where it does not."""
    match test:
        case core.Prim(word="not"):
            return assured(test.args[0], not holds)
        case core.Prim(word="and" | "or") if holds == (test.word == "and"):
            return assured(test.args[0], holds) | assured(test.args[1], holds)
        case core.Trial() if holds == (test.word == "possible"):
            return frozenset({("perform", key(test.effect), key(test.by), key(test.at))})
        case core.Prim(word="empty") if not holds:
            return frozenset({items(test.args[0])})
        case core.Prim(word="has", args=(held, *_)) if holds:
            return frozenset({items(held), part(key(held), test.data)})
        case core.Prim(word="<" | "<=" | ">" | ">=" | "=" | "!="):
            return _sized(test, holds)
        case core.Pick(word="any" | "no") if holds == (test.word == "any"):
            return frozenset({items(test.items, test.where, test.name)})
        case core.Pick(word="any" | "no") if test.where is not None:
            item: dict[object, object] = {("Local", test.name): EACH}
            return frozenset(("each", key(test.items), put(each, item)) for each in assured(test.where, False))
        case _:
            return NOTHING


def _reads(form: object, var: str) -> bool:
    """Whether something may depend on a variable; a query or an effect may on any."""
    if not isinstance(form, tuple):
        return False
    return form[:2] == ("VarOf", var) or form[:1] in (("Ask",), ("perform",)) or any(_reads(each, var) for each in form)


def _sized(test: core.Prim, holds: bool) -> Facts:
    """What a comparison says about how many there are: `size(yard) >= 2`."""
    one, other = test.args
    word = test.word if holds else _DENIED[test.word]
    if isinstance(one, core.Const):
        one, other, word = other, one, _EXCHANGED[word]
    if not (isinstance(one, core.Prim) and one.word == "size" and isinstance(other, core.Const)):
        return NOTHING
    assert isinstance(other.value, int)
    least = {">": other.value + 1, ">=": other.value, "=": other.value, "!=": int(other.value == 0)}.get(word, 0)
    counted = one.args[0]
    found = {items(counted)} if least > 0 else set()
    if counted.type.head == "set" or (isinstance(counted, core.PlaceAt) and counted.type.head == "list"):
        found.add(("size", key(counted), least))  # nothing is there twice
    return frozenset(found)


def items(whole: core.Expr, where: core.Expr | None = None, name: str = "") -> Key:
    """That there are items for which a condition holds."""
    return ("items", key(whole), put(key(where), {("Local", name): ITEM}) if where is not None else ())


def part(whole: object, name: str) -> Key:
    """That a bundle has some of a token or trait."""
    return ("items", ("Prim", "only", (whole,), name), ())


def put(form: object, other: Mapping[object, object]) -> object:
    """A form with other parts put in."""
    if isinstance(form, tuple):
        return other[form] if form in other else tuple(put(each, other) for each in form)
    return form


def _fact(form: object, other: Mapping[object, object]) -> Key:
    found = put(form, other)
    assert isinstance(found, tuple)
    return found
