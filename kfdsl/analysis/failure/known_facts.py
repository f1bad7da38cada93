"""What conditions say can be done.

In:   core conditions.      Out:  facts, each as a key: that an effect can be performed, that a collection has items.
Expressions are compared by their form, without spans and types. A fact ends with the first thing done that could matter to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from kfdsl.program import core
from kfdsl.program.core.walk import Key, key

Facts = frozenset[Key]
NOTHING: Facts = frozenset()
ITEM: Key = ("(item)",)  # an item of a collection, by whatever name it is called
EACH: Key = ("(each)",)  # any item of a collection of which something holds for all
_EXCHANGED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "!=": "!="}  # the same with its sides exchanged
_DENIED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "=": "!=", "!=": "="}  # what holds where it does not


class Assurance:
    """Follows what is known through blocks and loops; knows what queries answer."""

    def __init__(self, queries: Mapping[str, core.QueryDef]) -> None:
        self.queries = queries

    def with_given(self, block: core.Block, given: Facts) -> Iterator[tuple[core.Stmt, Facts]]:
        """The parts of a block, each with what is known to be possible."""
        for part in block.body:
            yield part, given
            match part:
                case core.Let():
                    pass
                case core.Score():
                    given = frozenset(fact for fact in given if not (fact[0] == "holds" and _reads_points(fact)))
                case core.SetVar():
                    given = frozenset(fact for fact in given if not _reads(fact, part.var))
                case core.AskFor(many=None, items=items) if items is not None:
                    given = self.answered(part, items)
                case _:
                    given = NOTHING

    def answered(self, ask: core.AskFor, items: core.Expr) -> Facts:
        """What is known of an answer: that it could be given."""
        found = assured(ask.where, True) if ask.where is not None else NOTHING
        return found | put_all(self.of_items(items), {EACH: ("Local", ask.name)})

    def each_round(self, loop: core.For, given: Facts) -> Facts:
        """What is known in a round: the condition; and if nobody does more than answer, what held for all at the start."""
        found = assured(loop.where, True) if loop.where is not None else NOTHING
        if not isinstance(loop.body, core.AskFor):
            return found
        whole = key(loop.items)
        known = frozenset(fact for word, *rest in given if word == "each" and rest[0] == whole for fact in [rest[1]])
        return found | put_all(known | self.of_items(loop.items), {EACH: ("Local", loop.name)})

    def of_items(self, items: core.Expr) -> Facts:
        """What holds for each item of a collection, as far as its form shows."""
        match items:
            case core.Pick(word="all" | "sorted"):
                tests = assured(items.where, True) if items.where is not None else NOTHING
                plain = frozenset(fact for fact in tests if fact[0] != "each")
                return put_all(plain, {("Local", items.name): EACH}) | self.of_items(items.items)
            case core.Ask():
                query = self.queries[items.query]
                params = [name for name, _ in query.params]
                return put_all(self.of_items(query.body), arguments(params, items.args))
            case _:
                return NOTHING


def assured(test: core.Expr, holds: bool) -> Facts:
    """What is known where a condition holds, or where it does not: that, and what follows from its form."""
    return _follows(test, holds) | {stated(test, holds)}


def stated(test: core.Expr, holds: bool) -> Key:
    """That a condition holds or does not, in one form for all ways to write it."""
    while isinstance(test, core.Prim) and test.word == "not":
        test, holds = test.args[0], not holds
    form = key(test)
    match test:
        case core.Prim(word="<" | "<=" | ">" | ">=", args=(one, other)):
            return ("holds", *_more(test.word, one, other, holds))
        case core.Prim(word="=" | "!="):
            return ("holds", ("Prim", "=", frozenset(map(key, test.args)), test.data), holds == (test.word == "="))
        case core.Prim(word="there" | "none"):
            return ("holds", ("Prim", "there", *form[2:]), holds == (test.word == "there"))
        case core.Pick(word="any" | "no"):
            return ("holds", items(test.items, test.where, test.name), holds == (test.word == "any"))
        case _:
            return ("holds", form, holds)


def _more(word: str, one: core.Expr, other: core.Expr, holds: bool) -> tuple[Key, bool]:
    """A comparison as `more than`, with a written number on the right: `heat >= 3` is `heat > 2`, `heat < 3` its denial."""
    if isinstance(one, core.Const):
        one, other, word = other, one, _EXCHANGED[word]
    if isinstance(other, core.Const) and isinstance(other.value, int):
        least = other.value - (word in ("<", ">="))
        return (">", key(one), least), holds == (word in (">", ">="))
    if word in ("<", ">="):
        return (">", key(other), key(one)), holds == (word == "<")
    return (">", key(one), key(other)), holds == (word == ">")


def _is_more(wanted: Key, known: Facts) -> bool:
    """Whether a comparison with a written number follows from one with another: `heat > 3` from `heat > 5`."""
    match wanted:
        case ("holds", (">", one, int(limit)), bool(holds)):
            for fact in known:
                match fact:
                    case ("holds", (">", other, int(known_limit)), bool(does)) if other == one and does == holds:
                        if known_limit >= limit if holds else known_limit <= limit:
                            return True
                    case _:
                        pass
    return False


def is_implied(test: core.Expr, known: Facts, holds: bool = True) -> bool:
    """Whether a condition is known to hold, or not to."""
    said = stated(test, holds)
    if said in known or _is_more(said, known):
        return True
    match test:
        case core.Const():
            return test.value is holds
        case core.Prim(word="not"):
            return is_implied(test.args[0], known, not holds)
        case core.Prim(word="and" | "or") if holds == (test.word == "and"):
            return all(is_implied(arg, known, holds) for arg in test.args)
        case core.Prim(word="and" | "or", args=(one, other)):  # it is enough that one holds where the other does not
            return is_implied(one, known | assured(other, not holds), holds) or is_implied(
                other, known | assured(one, not holds), holds
            )
        case core.Prim(word="empty"):
            return (free(test.args[0]) if holds else items(test.args[0])) in known
        case core.Pick(word="any" | "no") if holds == (test.word == "any"):
            return items(test.items, test.where, test.name) in known
        case _:
            return False


def tests(condition: object) -> Iterator[Key]:
    """The parts of a condition all of which must hold; it may be given by its form."""
    form = key(condition) if isinstance(condition, core.Expr) else condition
    if isinstance(form, tuple) and form[:2] == ("Prim", "and"):
        for part in form[2]:
            yield from tests(part)
    elif isinstance(form, tuple) and form:
        yield form


def _follows(test: core.Expr, holds: bool) -> Facts:
    """What follows from the form of a condition."""
    match test:
        case core.Prim(word="not"):
            return assured(test.args[0], not holds)
        case core.Prim(word="and" | "or") if holds == (test.word == "and"):
            return assured(test.args[0], holds) | assured(test.args[1], holds)
        case core.Trial() if holds == (test.word == "possible"):
            return frozenset({("perform", key(test.effect), key(test.by), key(test.at))})
        case core.Prim(word="empty"):
            return frozenset({free(test.args[0]) if holds else items(test.args[0])})
        case core.Prim(word="none" | "there", args=(core.Prim(word="slot", args=(slot,)),)) if holds == (
            test.word == "none"
        ):
            return frozenset({free(slot)})
        case core.Prim(word="none" | "there", args=(core.FieldOf() as field,)) if holds == (test.word == "there"):
            return frozenset({("there", key(field))})
        case core.Prim(word="has", args=(held, *_)) if holds:
            return frozenset({items(held), part(key(held), test.data)})
        case core.Prim(word="<" | "<=" | ">" | ">=" | "=" | "!="):
            return _sized(test, holds)
        case core.Pick(word="any" | "no") if holds == (test.word == "any"):
            return frozenset({items(test.items, test.where, test.name)})
        case core.Pick(word="any" | "no") if test.where is not None:
            item: Mapping[Key, Key] = {("Local", test.name): EACH}
            return frozenset(("each", key(test.items), fact) for fact in put_all(assured(test.where, False), item))
        case _:
            return NOTHING


def _reads(form: object, var: str) -> bool:
    """Whether something may depend on a variable; a query or an effect may on any."""
    if not isinstance(form, tuple):
        return False
    if form[:2] == ("VarOf", var) or form[:1] in (("Ask",), ("perform",), ("Trial",)):
        return True
    return any(_reads(each, var) for each in _parts(form))


def _reads_points(form: object) -> bool:
    """Whether a condition may depend on points; a query or a trial may."""
    if not isinstance(form, tuple):
        return False
    if form[:2] == ("Prim", "score_of") or form[:1] in (("Ask",), ("Trial",)):
        return True
    return any(_reads_points(each) for each in _parts(form))


def _parts(form: tuple[object, ...]) -> Iterator[object]:
    for each in form:
        if isinstance(each, frozenset):
            yield from each
        else:
            yield each


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


def free(place: core.Expr) -> Key:
    """That nothing lies in a place."""
    return ("free", key(place))


def part(whole: object, name: str) -> Key:
    """That a bundle has some of a token or trait."""
    return ("items", ("Prim", "only", (whole,), name), ())


def arguments(params: Iterable[str], args: Iterable[core.Expr]) -> dict[Key, Key]:
    """What stands for parameters."""
    return {("Local", name): key(arg) for name, arg in zip(params, args, strict=True)}


def put(form: object, other: Mapping[Key, Key]) -> object:
    """A form with other parts put in."""
    if isinstance(form, tuple):
        return other[form] if form in other else tuple(put(each, other) for each in form)
    if isinstance(form, frozenset):
        return frozenset(put(each, other) for each in form)
    return form


def put_all(facts: Iterable[object], other: Mapping[Key, Key]) -> Facts:
    """Facts with other parts put in."""
    found = (put(fact, other) for fact in facts)
    return frozenset(fact for fact in found if isinstance(fact, tuple))
