"""Frames: where a rule waits, and how it goes on.

In:   the locals that are known at a point.      Out:  blocks, and statements that leave a frame.
"""

from __future__ import annotations

from collections.abc import Sequence

from kfdsl.engine.flat.form import Binary, Const, Do, Expr, Get, Load, Return, Set, Store
from kfdsl.engine.library.machine import MACHINE, Machine, State
from kfdsl.engine.library.under_way.frames import Packing, Sort, pack, push, unpack
from kfdsl.engine.lower.cut.blocks import Cutting, Next, Write
from kfdsl.engine.lower.cut.waits import Block, Known, in_order
from kfdsl.engine.lower.expr.expression import writer
from kfdsl.engine.lower.held import plain
from kfdsl.engine.lower.writer import STATE, Book, Writer
from kfdsl.program import core, made_names
from kfdsl.program.made_names import local
from kfdsl.program.types import Type

START = "start"  # where the frame of a block begins, in numbers behind the state
_TOP = State.record_fields()["top"].at
CURSOR_AT = MACHINE + Machine.record_fields()["cursor"].at
ANSWER_AT = MACHINE + Machine.record_fields()["answer"].at


def packing(book: Book, type_: Type) -> int:
    """Where it is said how values of a type are packed."""
    kind = plain(type_)
    match kind.head:
        case "bundle":
            row = (Sort.BUNDLE, 0)
        case "want":
            row = (Sort.WANT, 0)
        case "group":
            row = (Sort.GROUP, 0)
        case "area":
            row = (Sort.LIST, book.tables.words((Sort.NUMBER, 0)))
        case "list":
            assert kind.inner is not None
            sort = Sort.PAIRS if kind.inner.head == "pair" else Sort.LIST
            inner = kind.inner.inner if kind.inner.head == "pair" else kind.inner
            assert inner is not None
            row = (sort, packing(book, inner))
        case _:
            row = (Sort.NUMBER, 0)
    assert Packing.record_size() == len(row)
    return book.tables.words(row)


def new_block(
    cutting: Cutting,
    label: str,
    known: Known,
    write: Write,
    sure: bool = True,
    answer: tuple[str, Type] | None = None,
) -> int:
    """Make a block and fill it."""
    number = len(cutting.cut.blocks)
    cutting.cut.blocks.append(Block(cutting.rule.name, label, known, answer, sure))
    fill_block(cutting, number, write)
    return number


def fill_block(cutting: Cutting, number: int, write: Write) -> None:
    """Write a block."""
    cut = cutting.cut
    known, answer = cut.blocks[number].known, cut.blocks[number].answer
    w = writer(cut.book, made_names.block(number), [])
    w.is_price = cutting.rule.is_price
    load(w, known)
    names = known
    if answer is not None:
        w.put(Set(local(answer[0]), Load(8, Const(ANSWER_AT), 0)))
        names = (*known, answer)
    w.charge(cut.book.facts.costs.entry("rule", cutting.rule.name) or 1, cutting.rule.span)
    write(w, names)
    w.finish(keeps_room=False, extra=(START,))


def load(w: Writer, known: Known) -> None:
    """Read the locals of a frame."""
    plain_ones, places = in_order(known)
    for at, (name, _) in enumerate(plain_ones):
        w.put(Set(local(name), Load(8, Binary("+", Get(STATE), Get(START)), at)))
    if places:
        first = Binary("+", Binary("+", Get(STATE), Get(START)), Const(len(plain_ones)))
        w.put(Store(8, Const(CURSOR_AT), 0, first))
    for name, type_ in places:
        w.put(Set(local(name), w.room(unpack, Const(packing(w.book, type_)))))


def leave(
    w: Writer, number: int, known: Known, values: Sequence[Expr | None], span: core.Expr | core.Stmt | core.RuleDef
) -> None:
    """Put the frame with which the rule goes on; a value that is None is the local itself."""
    given = {name: Get(local(name)) if value is None else value for (name, _), value in zip(known, values, strict=True)}
    plain_ones, places = in_order(known)
    base = w.named(Binary("+", Get(STATE), Load(8, Get(STATE), _TOP)))
    for at, (name, _) in enumerate(plain_ones):
        w.put(Store(8, base, at, given[name]))
    size: Expr = Const(len(plain_ones))
    for name, type_ in places:
        to = w.named(Binary("+", base, size))
        size = w.named(Binary("+", size, w.call(pack, given[name], Const(packing(w.book, type_)), to)))
    w.put(Do(w.call(push, Get(STATE), Const(number), size, Const(w.book.line(span.span)))))


def leave_as_is(w: Writer, number: int, known: Known, span: core.Stmt | core.RuleDef) -> None:
    """The same, with all locals as they are."""
    leave(w, number, known, [None] * len(known), span)


def go_back(w: Writer) -> None:
    """End a block; what is on top of the stack goes on."""
    w.put(Return(Const(0)))


def finish(w: Writer, known: Known, then: Next) -> None:
    """Go on with what comes next, or end the rule."""
    if then is not None:
        then.write(w, known)
    else:
        go_back(w)


def waiting(cutting: Cutting, label: str, known: Known, then: Next, answer: tuple[str, Type] | None = None) -> int:
    """A block that goes on behind something that was waited for."""
    return new_block(cutting, label, known, lambda w, names: finish(w, names, then), then is None or then.sure, answer)
