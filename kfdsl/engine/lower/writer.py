"""A function of rules while it is written in flat form.

In:   statements and expressions.      Out:  a body.
What is written into goes to the innermost block; an expression may need statements before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from kfdsl.analysis.measures.number_ranges import Range
from kfdsl.analysis.program_facts import ProgramFacts
from kfdsl.engine.flat import form
from kfdsl.engine.flat.form import (
    Binary,
    Body,
    Call,
    Const,
    Expr,
    Fault,
    Function,
    Get,
    If,
    Load,
    Module,
    Set,
    Stmt,
    Store,
)
from kfdsl.engine.flat.memory import Arena
from kfdsl.engine.flat.read.sources import flat_name
from kfdsl.engine.library.machine import MACHINE, TOO_MANY, Machine, State
from kfdsl.engine.library.planes.spots import packed
from kfdsl.engine.lower.held import none_of, plain
from kfdsl.engine.lower.inline import Inliner
from kfdsl.engine.lower.layout import FlatLayout
from kfdsl.engine.lower.marks import Marks, Sort
from kfdsl.engine.lower.messages import Message
from kfdsl.engine.lower.printed import program_tables
from kfdsl.engine.lower.tables import Tables
from kfdsl.program import core, made_names
from kfdsl.program.numbering import Numbering
from kfdsl.program.types import Type
from kfdsl.text.source import Span

Expression = Callable[["Writer", core.Expr, Type | None], Expr]
STATE, STATE_WORDS, MARK = "g", "w", "mark"
_STEPS = MACHINE + Machine.record_fields()["steps"].at
_DIRTY, _FRESH = (State.record_fields()[name].at for name in ("dirty", "fresh"))
_TRIAL = State.record_fields()["trial"].at
_TELLING = MACHINE + Machine.record_fields()["telling"].at
_DID = State.record_fields()["did"].at
_SCRATCH = (MACHINE + Machine.record_fields()["scratch"].at) * 2 + Arena.record_fields()["top"].at


@dataclass(slots=True)
class Book:
    """What all functions of one program for one number of players share."""

    numbering: Numbering
    facts: ProgramFacts
    layout: FlatLayout
    tables: Tables = field(default_factory=Tables)
    functions: Module = field(default_factory=dict)
    library: set[str] = field(default_factory=set)  # what of the library is called
    entries: dict[str, int] = field(default_factory=dict)  # the first block of each rule that asks
    texts: dict[str, int] = field(default_factory=dict)
    lines: dict[tuple[str, int, int], int] = field(default_factory=dict)
    spans: list[Span] = field(default_factory=list)
    messages: list[Message] = field(default_factory=list)
    marks: Marks | None = None  # where somebody asks what is come to
    inliner: Inliner = field(init=False)
    printed: dict[str, tuple[Any, ...]] = field(init=False)  # by field: by card, or by card and face
    faces: tuple[tuple[str, ...], ...] = field(init=False)  # by card

    def __post_init__(self) -> None:
        self.inliner = Inliner(self.numbering.queries, self.facts.costs)
        tables = program_tables(self.numbering)
        self.printed = {each.name: tables[made_names.printed(each.name)] for each in self.numbering.program.fields}
        self.faces = tables["FACES"]

    @property
    def seats(self) -> int:
        return self.layout.layout.players

    def line(self, span: Span) -> int:
        """The number of a line of content."""
        at = (span.source.name, span.start, span.end)
        if at not in self.lines:
            self.lines[at] = len(self.spans)
            self.spans.append(span)
        return self.lines[at]

    def text(self, text: str) -> int:
        """The number of a text."""
        return self.texts.setdefault(text, len(self.texts))


class Writer:
    """One function."""

    def __init__(self, book: Book, expression: Expression, name: str, params: list[str]) -> None:
        self.book = book
        self.expression = expression
        self.numbering = book.numbering
        self.name = name
        self.params = params
        self.out: list[Stmt] = []
        self.known: dict[str, Range] = {}
        self.uses_words = False
        self.takes_room = False
        self.is_price = False
        self._made = 0

    def value(self, expr: core.Expr, wanted: Type | None = None) -> Expr:
        """An expression of the core, of the type that is wanted."""
        return self.expression(self, expr, wanted)

    def bind(self, name: str, items: core.Expr) -> None:
        """Take note of what a local may be that is each of some items."""
        self.known[name] = self.book.facts.ranges.of(items, self.known)

    def put(self, statement: Stmt) -> None:
        self.out.append(statement)

    @contextmanager
    def block(self) -> Iterator[list[Stmt]]:
        """Statements that go elsewhere."""
        kept, self.out = self.out, []
        inner = self.out
        try:
            yield inner
        finally:
            self.out = kept

    @contextmanager
    def round(self, frees: bool) -> Iterator[list[Stmt]]:
        """What a loop does each time; `frees`: what that takes of scratch memory is given back each time."""
        took, self.takes_room = self.takes_room, False
        with self.block() as inner:
            yield inner
        if frees and self.takes_room:
            mark = self.fresh()
            inner.insert(0, Set(mark, Load(4, Const(_SCRATCH), 0)))
            inner.append(Store(4, Const(_SCRATCH), 0, Get(mark)))
        self.takes_room |= took

    def fresh(self) -> str:
        self._made += 1
        return made_names.temporary(self._made)

    def named(self, value: Expr) -> Expr:
        """A value that is worked out once."""
        if isinstance(value, Const | Get):
            return value
        return Get(self.let(value))

    def let(self, value: Expr) -> str:
        """A value in a local of its own, which may change."""
        name = self.fresh()
        self.put(Set(name, value))
        return name

    def call(self, function: Callable[..., object], *args: Expr) -> Expr:
        """A function of the library."""
        name = flat_name(function)
        self.book.library.add(name)
        return Call(name, args)

    def room(self, function: Callable[..., object], *args: Expr) -> Expr:
        """The same, of one that leaves something in scratch memory."""
        self.takes_room = True
        return self.call(function, *args)

    def when(self, test: Expr, then: Callable[[], None], other: Callable[[], None] | None = None) -> None:
        with self.block() as yes:
            then()
        with self.block() as no:
            if other is not None:
                other()
        self.put(If(test, tuple(yes), tuple(no)))

    def attempt(self, call: Expr) -> None:
        """A call that may answer that it could not be carried out; then this function could not, either."""
        status = self.let(call)
        self.put(If(Get(status), (form.Return(Get(status)),), ()))

    def touch(self, where: Expr) -> None:
        """Something changes at a place of the state, in numbers behind it."""
        stretch = self.book.layout.stretch
        mark = (
            Const(1 << (where.value >> stretch))
            if isinstance(where, Const)
            else Binary("<<", Const(1), Binary(">>", where, Const(stretch)))
        )
        for at in (_DIRTY, _FRESH):
            self.put(Store(8, Get(STATE), at, Binary("|", Load(8, Get(STATE), at), mark)))

    def did(self, test: Expr | None = None) -> None:
        """Something was done, if a test holds; a price does not count."""
        if not self.is_price:
            mark = Store(8, Get(STATE), _DID, Const(1))
            self.put(mark if test is None else If(test, (mark,), ()))

    def listened(self, then: Callable[[], None]) -> None:
        """What is done only while somebody listens at this depth of trials."""
        self.when(Binary("==", Load(8, Const(_TELLING), 0), Load(8, Get(STATE), _TRIAL)), then)

    def done(self, stmt: core.Stmt) -> None:
        """A statement is come to in a game itself, not only tried."""
        marks = self.book.marks
        if marks is not None:
            self.listened(lambda: self.put(marks.reached("done", stmt.span)))

    def reached(self, sort: Sort, span: Span) -> None:
        """A value is the answer, or a need refuses something."""
        if self.book.marks is not None:
            self.put(self.book.marks.reached(sort, span))

    def tell(self, function: Callable[..., object], *args: Expr, span: Span, spends: bool = False) -> None:
        """Tell a deed to whoever listens; last whether it only spends: a price, or a menu's own variable."""
        behind = (Const(self.book.line(span)), Const(int(self.is_price or spends)))
        self.listened(lambda: self.put(form.Do(self.call(function, *args, *behind))))

    def held(self, value: Any, type_: Type) -> int:
        """A value that depends on nothing, as it is held."""
        tables = self.book.tables
        kind = plain(type_)
        if value is None:
            return none_of(type_)
        match kind.head:
            case "bundle":
                return tables.words(value)
            case "spot":
                return packed(*value)
            case "want":
                return tables.numbers((len(value), *(int(part) for hole in value for part in hole)))
            case "list":
                assert kind.inner is not None
                return tables.listed([self.held(each, kind.inner) for each in value])
            case "text":
                return self.book.text(value)
        assert isinstance(value, int), (value, type_)
        return int(value)

    def charge(self, steps: Expr | int, span: Span) -> None:
        """Take steps off those that are left; none of them, no line."""
        taken = Const(steps) if isinstance(steps, int) else steps
        if taken == Const(0):
            return
        left = self.let(Binary("-", Load(8, Const(_STEPS), 0), taken))
        self.put(Store(8, Const(_STEPS), 0, Get(left)))
        self.put(If(Binary("<", Get(left), Const(0)), (Fault(Const(TOO_MANY), Const(self.book.line(span))),), ()))

    @property
    def words(self) -> Expr:
        """Where the state begins, in words."""
        self.uses_words = True
        return Get(STATE_WORDS)

    def finish(self, keeps_room: bool, extra: tuple[str, ...] = ()) -> None:
        """File the function; what it took of scratch memory is given back unless its answer lies there."""
        body = tuple(self.out)
        if self.takes_room and not keeps_room:
            back = Store(4, Const(_SCRATCH), 0, Get(MARK))
            end = () if isinstance(body[-1], form.Return) else (back,)
            body = (Set(MARK, Load(4, Const(_SCRATCH), 0)), *_giving_back(body, back, self.fresh()), *end)
        if self.uses_words:
            body = (Set(STATE_WORDS, Binary("<<", Get(STATE), Const(1))), *body)
        self.book.functions[self.name] = Function(self.name, (STATE, *extra, *map(made_names.local, self.params)), body)


def _giving_back(body: Body, back: Stmt, kept: str) -> Body:
    """The same body, with scratch memory given back before every return."""
    found: list[Stmt] = []
    for statement in body:
        match statement:
            case form.Return(Const() as value):
                found += [back, form.Return(value)]
            case form.Return(value):
                found += [Set(kept, value), back, form.Return(Get(kept))]
            case If(test, then, other):
                found.append(If(test, _giving_back(then, back, kept), _giving_back(other, back, kept)))
            case form.While(test, inner):
                found.append(form.While(test, _giving_back(inner, back, kept)))
            case form.For(name, start, end, inner):
                found.append(form.For(name, start, end, _giving_back(inner, back, kept)))
            case _:
                found.append(statement)
    return tuple(found)
