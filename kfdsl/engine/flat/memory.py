"""One flat memory, and the views of it that the engine's own code is written in: records, rows and words.

In:   bytes.      Out:  classes whose objects say only where in the memory they begin.
Code over them is plain Python: CPython runs it as it stands, with bounds checked, for whoever looks for a mistake. `read/` reads
the same text into the flat form, where a view is a number and a field a distance. A place in memory is counted in
the width of what lies there, so a field costs one addition and no shift.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from inspect import get_annotations
from typing import Annotated, Any, ClassVar, Generic, NoReturn, Self, TypeVar, get_args, get_origin

EIGHT = 8  # every record begins at a multiple of so many bytes
INSIDE = "inside"  # a record that lies in another, where a plain one is a place that it points to

F = TypeVar("F", bound=Callable[..., Any])


class Memory:
    """Bytes, seen as numbers of each width."""

    def __init__(self, room: bytearray | memoryview) -> None:
        bytes_ = memoryview(room).cast("B")
        assert len(bytes_) % EIGHT == 0
        self.bytes = bytes_
        self.seen: dict[int, Any] = {1: bytes_.cast("b"), 2: bytes_.cast("h"), 4: bytes_.cast("i"), 8: bytes_.cast("q")}


_in_use = Memory(bytearray(EIGHT))


@contextmanager
def using(memory: Memory) -> Iterator[None]:
    """Let views look at a memory."""
    global _in_use  # noqa: PLW0603  views are as small as numbers because they do not carry it
    before, _in_use = _in_use, memory
    try:
        yield
    finally:
        _in_use = before


class Fault(Exception):
    """Something that the caller of the engine is told: what, and where in content."""

    def __init__(self, what: int, where: int) -> None:
        super().__init__(what, where)
        self.what = what
        self.where = where


def fault(what: int, where: int) -> NoReturn:
    """Stop everything."""
    raise Fault(what, where)


def inline(function: F) -> F:
    """Have a function of one expression written out where it is called."""
    return function


def outside(function: F) -> F:
    """Leave a function to whoever puts the flat form together: only its name and what it takes are known."""
    return function


# ---- words


class Words:
    """Numbers in a row, of 32 bits."""

    __slots__ = ("at", "count")
    WIDTH: ClassVar[int] = 4

    def __init__(self, at: int, count: int | None = None) -> None:
        self.at = at
        self.count = count

    def _place(self, i: int) -> int:
        if i < 0 or (self.count is not None and i >= self.count):
            raise IndexError(f"{i} of {self.count} words")
        return self.at + i

    def __getitem__(self, i: int) -> int:
        found: int = _in_use.seen[self.WIDTH][self._place(i)]
        return found

    def __setitem__(self, i: int, value: int) -> None:
        _in_use.seen[self.WIDTH][self._place(i)] = value

    def tail(self, i: int) -> Self:
        """The same row from a place on."""
        return type(self)(self.at + i, None if self.count is None else self.count - i)


class Numbers(Words):
    """Numbers in a row, of 64 bits."""

    __slots__ = ()
    WIDTH = 8


class Shorts(Words):
    """Numbers in a row, of 16 bits."""

    __slots__ = ()
    WIDTH = 2


# ---- records


@dataclass(frozen=True, slots=True)
class Field:
    """Where a field lies, in units of its record, and what is there: `many` of a type, or a place that is pointed to."""

    name: str
    type: Any  # int, bool, Words or a kind of it, a Record; Rows for `item`
    at: int
    size: int
    many: int | None = None  # lies inside, so many times
    item: Any = None  # of Rows: which record


class _Lookup:
    """A field of a record, by its name, found out when it is first asked for: records may speak of ones behind them."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, record: Record | None, owner: type[Record]) -> Any:
        if record is None:
            return self
        return seen_at(record, owner.record_fields()[self.name])

    def __set__(self, record: Record, value: Any) -> None:
        field = record.record_fields()[self.name]
        assert field.many is None, f"{self.name} lies inside, and cannot be moved"
        _in_use.seen[record.WIDTH][record.at + field.at] = int(value) if isinstance(value, int) else value.at


class Record:
    """A view of what lies together: its fields are annotations, all of one width."""

    __slots__ = ("at",)
    WIDTH: ClassVar[int] = 4
    _fields: ClassVar[dict[str, Field] | None] = None

    def __init__(self, at: int) -> None:
        self.at = at

    def __init_subclass__(cls, width: int = 4) -> None:
        cls.WIDTH = width
        cls._fields = None
        for name in get_annotations(cls):
            setattr(cls, name, _Lookup(name))

    @classmethod
    def record_fields(cls) -> dict[str, Field]:
        """All fields by name, in order."""
        if cls._fields is None:
            names = vars(import_module(cls.__module__))
            own = {cls.__name__: cls}
            cls._fields = _laid_out(cls, get_annotations(cls, globals=names, locals=own, eval_str=True))
        return cls._fields

    @classmethod
    def record_size(cls) -> int:
        """How much room one takes, in units of its width."""
        last = list(cls.record_fields().values())[-1]
        unit = EIGHT // cls.WIDTH
        return -(-(last.at + last.size) // unit) * unit


R = TypeVar("R", bound=Record)


class Rows(Generic[R]):
    """Records of one sort, one behind the other."""

    __slots__ = ("at", "count", "item")

    def __init__(self, item: type[R], at: int, count: int | None = None) -> None:
        self.item = item
        self.at = at
        self.count = count

    def __getitem__(self, i: int) -> R:
        if i < 0 or (self.count is not None and i >= self.count):
            raise IndexError(f"{i} of {self.count} rows of {self.item.__name__}")
        return self.item(self.at + i * self.item.record_size())

    def first(self, count: int) -> Iterator[R]:
        """So many of them, in order."""
        for i in range(count):
            yield self[i]


def _laid_out(record: type[Record], hints: dict[str, Any]) -> dict[str, Field]:
    at = 0
    found: dict[str, Field] = {}
    for name, hint in hints.items():
        type_, many, item, bytes_ = _sort(hint, record.WIDTH)
        if many is not None:  # what lies inside begins where it could lie alone
            unit = EIGHT // record.WIDTH
            at = -(-at // unit) * unit
        size = -(-bytes_ // record.WIDTH)
        found[name] = Field(name, type_, at, size, many, item)
        at += size
    return found


def _sort(hint: Any, width: int) -> tuple[Any, int | None, Any, int]:
    """What a field is: its type, how many of it lie inside, of which record, and how many bytes it takes."""
    if get_origin(hint) is not Annotated:
        item = get_args(hint)[0] if get_origin(hint) is Rows else None
        return (Rows if item else hint), None, item, width
    inner, many = get_args(hint)
    if many == INSIDE:
        return inner, 1, None, inner.record_size() * inner.WIDTH
    if get_origin(inner) is Rows:
        item = get_args(inner)[0]
        return Rows, many, item, many * item.record_size() * item.WIDTH
    return inner, many, None, many * inner.WIDTH


def seen_at(record: Record, field: Field) -> Any:
    """What a field of a record holds: a number, or a view."""
    place = record.at + field.at
    if field.many is None:
        value: int = _in_use.seen[record.WIDTH][place]
        if field.type is int or field.type is bool:
            return field.type(value)
        return Rows(field.item, value) if field.type is Rows else field.type(value)
    if field.type is Rows:
        return Rows(field.item, place * record.WIDTH // field.item.WIDTH, field.many)
    start = place * record.WIDTH // field.type.WIDTH
    return field.type(start) if issubclass(field.type, Record) else field.type(start, field.many)


# ---- what else code may call


def bits(mask: int) -> Iterator[int]:
    """The members of a set, in order; changes made to the mask meanwhile do not count."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def count_bits(mask: int) -> int:
    """How many members a set has."""
    return (mask & 0xFFFFFFFFFFFFFFFF).bit_count()


def lowest(mask: int) -> int:
    """The first member of a set that has one."""
    assert mask
    return (mask & -mask).bit_length() - 1


def copy(to: Words, start: Words, count: int) -> None:
    """Copy numbers from one row to another of the same width."""
    assert to.WIDTH == start.WIDTH
    for row in (to, start):
        assert row.count is None or count <= row.count
    seen = _in_use.seen[to.WIDTH]
    seen[to.at : to.at + count] = seen[start.at : start.at + count]


def copy_record(to: R, start: R) -> None:
    """Copy all that lies in a record."""
    seen, size = _in_use.seen[to.WIDTH], to.record_size()
    seen[to.at : to.at + size] = seen[start.at : start.at + size]


def clear(words: Words, count: int) -> None:
    """Set numbers of a row to zero."""
    assert words.count is None or count <= words.count
    seen = _in_use.seen[words.WIDTH]
    for at in range(words.at, words.at + count):
        seen[at] = 0


NO_ROOM = -1  # a fault: an arena is full


class Arena(Record):
    """Room that is given back in the order in which it was taken: whatever is taken inside `held` is gone behind it."""

    top: int  # the first that is free, and the end of all; in units of eight bytes
    end: int

    def take(self, eights: int) -> int:
        """So much room, as zeros; where it begins."""
        at = self.reserve(eights)
        clear(Numbers(at), eights)
        return at

    def reserve(self, eights: int) -> int:
        """The same, with whatever lay there before."""
        at = self.top
        if at + eights > self.end:
            fault(NO_ROOM, 0)
        self.top = at + eights
        return at

    def words(self, count: int) -> Words:
        """Room for words."""
        return Words(self.take((count + 1) >> 1) * 2, count)

    def numbers(self, count: int) -> Numbers:
        """Room for numbers."""
        return Numbers(self.take(count), count)

    def rows(self, item: type[R], count: int) -> Rows[R]:
        """Room for records."""
        return Rows(item, self.take(item.record_size() * item.WIDTH // EIGHT * count) * EIGHT // item.WIDTH, count)

    def one(self, item: type[R]) -> R:
        """Room for a record."""
        return item(self.take(item.record_size() * item.WIDTH // EIGHT) * EIGHT // item.WIDTH)

    @contextmanager
    def held(self) -> Iterator[None]:
        """What is taken inside is given back at the end."""
        mark = self.top
        try:
            yield
        finally:
            self.top = mark


# ---- arithmetic that goes round at 64 bits


def wrapping_add(one: int, other: int) -> int:
    """A sum without what lies beyond 64 bits."""
    return _signed(one + other)


def wrapping_multiply(one: int, other: int) -> int:
    """A product without what lies beyond 64 bits."""
    return _signed(one * other)


def shift_unsigned(number: int, places: int) -> int:
    """A number shifted right, with zeros from the left."""
    return _signed((number & 0xFFFFFFFFFFFFFFFF) >> places)


def rest_unsigned(number: int, divisor: int) -> int:
    """What is left over of a number, taken as one without a sign."""
    return _signed((number & 0xFFFFFFFFFFFFFFFF) % (divisor & 0xFFFFFFFFFFFFFFFF))


def less_unsigned(one: int, other: int) -> bool:
    """Whether a number is less than another, both taken as ones without a sign."""
    return (one & 0xFFFFFFFFFFFFFFFF) < (other & 0xFFFFFFFFFFFFFFFF)


def _signed(number: int) -> int:
    number &= 0xFFFFFFFFFFFFFFFF
    return number - (number >> 63 << 64)
