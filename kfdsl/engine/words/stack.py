"""Rules that wait, as Python sees them.

In:   the words of a stack, and who acts at once.      Out:  frames, each (block, locals, the frame below), and back.
A frame in words holds locals that are one number first, then what takes more room, packed; last its block, and how large it is.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

from kfdsl.engine.library.under_way.frames import TRAILER
from kfdsl.engine.lower.cut.waits import AskInfo, Block, in_order
from kfdsl.engine.words.values import Values
from kfdsl.program import made_names
from kfdsl.program.types import Type

Frame: TypeAlias = "tuple[int, tuple[Any, ...], Frame] | None"
AGAIN, UNDER_WAY = "(again)", "(under way)"  # in place of a rule: what asks once more, and what only says that an effect is under way
_TEXT = Type("text")


class Part(NamedTuple):
    """How far one of several has come who act at once: what is asked (-1 before the first question), and the rules under way."""

    seat: int
    ask: int
    frame: Frame


class Apart(NamedTuple):
    """Several act at once: the frame below all of them, whose rules are on top now, how far the others have come, and which time it is."""

    tail: Frame
    seat: int
    others: tuple[Part, ...]
    number: int = 0


class Stretch(NamedTuple):
    """The words of one of those who act at once."""

    seat: int
    ask: int
    size: int


def stack(frame: Frame) -> Iterator[tuple[int, tuple[Any, ...]]]:
    """Frames from the top, each its block and its locals."""
    while frame is not None:
        yield frame[0], frame[1]
        frame = frame[2]


def depth(frame: Frame) -> int:
    """How many frames there are."""
    return sum(1 for _ in stack(frame))


class Stacks:
    """Reads and writes the stacks of one program."""

    def __init__(self, values: Values, blocks: Sequence[Block], asks: Sequence[AskInfo], rules: Sequence[str]) -> None:
        self.values = values
        self.blocks = [
            *blocks,
            Block(UNDER_WAY, "", ((made_names.EFFECT, _TEXT),)),
            Block(AGAIN, "ask", ((made_names.RULE, _TEXT), (made_names.LABEL, _TEXT))),
        ]
        self.under_way, self.again = len(blocks), len(blocks) + 1
        self.ask_names = [(ask.rule, ask.label) for ask in asks]
        self.ask_numbers = {name: number for number, name in enumerate(self.ask_names)}
        self.rules = list(rules)
        self.rule_numbers = {name: number for number, name in enumerate(rules)}
        self.entries = {block.rule: at for at, block in enumerate(blocks) if not block.label}  # where rules begin
        self._orders = [in_order(block.known) for block in blocks]

    def names(self, block: int) -> tuple[str, ...]:
        """The locals that a frame of a block holds."""
        return tuple(name for name, _ in self.blocks[block].known)

    # ---- reading

    def read(self, words: bytes, stretches: Sequence[Stretch]) -> tuple[Frame, list[tuple[Stretch, Frame]]]:
        """The frame on top, or below all who act at once; and those of each who acts."""
        numbers = memoryview(words).cast("q").tolist()
        end = len(numbers) - sum(each.size for each in stretches)
        tail = self._frames(numbers, 0, end, None)
        found: list[tuple[Stretch, Frame]] = []
        for each in stretches:
            found.append((each, self._frames(numbers, end, end + each.size, tail)))
            end += each.size
        return tail, found

    def _frames(self, numbers: list[int], start: int, end: int, below: Frame) -> Frame:
        ends: list[int] = []
        while end > start:
            ends.append(end)
            end -= numbers[end - 1]
        for end in reversed(ends):
            block = numbers[end - 2]
            below = (block, self._locals(block, numbers[end - numbers[end - 1] : end - TRAILER]), below)
        return below

    def _locals(self, block: int, row: list[int]) -> tuple[Any, ...]:
        if block == self.under_way:
            return (self.rules[row[0]],)
        if block == self.again:
            return self.ask_names[row[0]]
        alone, packed = self._orders[block]
        values = {name: self.values.alone(row[at], type_) for at, (name, type_) in enumerate(alone)}
        found = self.values.unpack(row[len(alone) :], [type_ for _, type_ in packed])
        values |= {name: value for (name, _), value in zip(packed, found, strict=True)}
        return tuple(values[name] for name, _ in self.blocks[block].known)

    # ---- writing

    def write(self, frame: Frame, tail: Frame = None) -> bytes:
        """Frames from one down to another that lies below, as words."""
        stacked = list(stack(frame))
        stacked = stacked[: len(stacked) - depth(tail)]
        found: list[int] = []
        for block, values in reversed(stacked):
            row = self._row(block, values)
            found += (*row, block, len(row) + TRAILER)
        return array("q", found).tobytes()

    def _row(self, block: int, values: tuple[Any, ...]) -> list[int]:
        if block == self.under_way:
            return [self.rule_numbers[values[0]]]
        if block == self.again:
            return [self.ask_numbers[values]]
        named = dict(zip(self.names(block), values, strict=True))
        alone, packed = self._orders[block]
        row = [self.values.number(named[name], type_) for name, type_ in alone]
        for name, type_ in packed:
            row += self.values.pack(named[name], type_)
        return row
