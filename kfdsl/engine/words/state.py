"""A game at one moment: the words of a state, and what they mean.

In:   words, as the engine leaves them.      Out:  State, whose copy shares everything that did not change.
The words lie in stretches, each bytes that never change: the engine says in which stretches something changed, and only those are
kept anew. What Python asks of a state (`cells`, `frame`, `sheet`) is read from the words when it is asked for; what Python changes
is written into words before the engine goes on.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any, TypeAlias

from kfdsl.engine.machine.chance import signed
from kfdsl.engine.words.stack import Apart, Frame, Part, Stretch

if TYPE_CHECKING:
    from kfdsl.engine.words.instance import Instance
    from kfdsl.engine.words.layout import StateLayout

Event: TypeAlias = tuple[Any, ...]
SheetLine: TypeAlias = tuple[int, int, tuple[str, Any], int, str]  # player, points, reason, line (-1: not known), what was allocated


class Cells:
    """What lies where, by the number of a cell: counts of tokens and cards as tuples, or a plain value."""

    __slots__ = ("state",)

    def __init__(self, state: State) -> None:
        self.state = state

    def __len__(self) -> int:
        return len(self.state.layout.cells)

    def __getitem__(self, cell: int) -> Any:
        return self.state.layout.read(self.state.head(), cell)

    def __setitem__(self, cell: int, value: Any) -> None:
        self.state.layout.write(self.state.edited(), cell, value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Cells) and self.state.same_cells(other.state)

    __hash__ = None  # type: ignore[assignment]


class State:
    """The words of a state."""

    __slots__ = (
        "_acts", "_apart", "_edited", "_frame", "_head", "_is_stacked", "_sheet", "asked", "frames", "is_ahead", "layout",
        "lines", "owner", "parts", "stretches", "tallied", "trial",
    )  # fmt: skip

    def __init__(self, layout: StateLayout) -> None:
        self.layout = layout
        self.stretches: tuple[bytes, ...] = ()
        self.lines = b""  # of the sheet,
        self.tallied = b""  # scorers in force,
        self.frames = b""  # and rules that wait, as words
        self.owner: Instance | None = None  # whose memory has gone further than what is kept here
        self.trial = 0
        self.asked: int | None = None  # what is asked, as far as that was looked for,
        self.parts: int | None = None  # and how many act at once
        self.is_ahead = False  # of what of it may lie in the memory of an engine: Python changed it since
        self._forget()

    def _forget(self) -> None:
        self._head: memoryview | None = None
        self._edited: bytearray | None = None
        self._is_stacked = False  # whether frames were read, or set
        self._frame: Frame = None
        self._apart: Apart | None = None
        self._acts: list[Stretch] | None = None
        self._sheet: tuple[SheetLine, ...] | None = None

    def copy(self) -> State:
        """An independent state; nothing done to one shows in the other."""
        self.settle()
        other = State(self.layout)
        other.stretches, other.lines, other.tallied, other.frames = (
            self.stretches,
            self.lines,
            self.tallied,
            self.frames,
        )
        other.trial, other.asked, other.parts = self.trial, self.asked, self.parts
        return other

    # ---- words

    def took(self, stretches: tuple[bytes, ...], lines: bytes, tallied: bytes, frames: bytes) -> None:
        """Keep the words that the engine came to."""
        self.stretches, self.lines, self.tallied, self.frames = stretches, lines, tallied, frames
        self._forget()

    def settle(self) -> None:
        """Have all that was changed, by the engine or by Python, in words that are kept."""
        if self.owner is not None:
            self.owner.keep()
        if self._edited is not None:
            self.stretches = self.layout.parted(self._edited)
            self._edited, self.is_ahead = None, True

    def head(self) -> memoryview:
        """All words but those of the sheet, of scorers and of frames."""
        if self.owner is not None:
            self.owner.keep()
        if self._head is None:
            self._head = memoryview(b"".join(self.stretches))
        return self._head

    def edited(self) -> memoryview:
        """The same, to be changed."""
        if self._edited is None:
            self._edited = bytearray(self.head())
            self._head = memoryview(self._edited)
        assert self._head is not None
        self._acts = None
        return self._head

    def _number(self, name: str) -> int:
        """A number of the header, read where it is at hand: it is asked for all the time."""
        at = self.layout.header[name]
        if self.owner is not None:
            return self.owner.number(at)
        if self._edited is None and 8 * at < len(self.stretches[0]):
            return int.from_bytes(self.stretches[0][8 * at : 8 * at + 8], "little", signed=True)
        found: int = self.head().cast("q")[at]
        return found

    def _set_number(self, name: str, value: int) -> None:
        self.edited().cast("q")[self.layout.header[name]] = value

    # ---- what they mean

    @property
    def cells(self) -> Cells:
        return Cells(self)

    def same_cells(self, other: State) -> bool:
        """Whether all lies as in another state."""
        return not self.changed_since(other)

    def changed_since(self, other: State) -> list[int]:
        """The cells that hold something else than in another state."""
        self.settle()
        other.settle()
        pairs = zip(self.stretches, other.stretches, strict=True)
        stretches = {at for at, (mine, theirs) in enumerate(pairs) if mine is not theirs and mine != theirs}
        return [cell for cell in self.layout.cells_in(stretches) if self.cells[cell] != other.cells[cell]]

    @property
    def chance(self) -> int:
        return self._number("chance") & 0xFFFFFFFFFFFFFFFF

    @chance.setter
    def chance(self, value: int) -> None:
        self._set_number("chance", signed(value))

    @property
    def ask(self) -> int:
        """What is asked, or -1."""
        if self.asked is None:
            self.asked = self._number("ask")
        return self.asked

    @ask.setter
    def ask(self, value: int) -> None:
        self._set_number("ask", value)
        self.asked = value

    @property
    def is_summary(self) -> bool:
        """Whether the sheet is only added up: nobody asks which pieces were counted by what."""
        return bool(self._number("is_summary"))

    @is_summary.setter
    def is_summary(self, value: bool) -> None:
        self._set_number("is_summary", int(value))

    @property
    def aparts(self) -> int:
        """How often several began to act at once."""
        return self._number("aparts")

    @property
    def acting(self) -> list[Stretch]:
        """Who acts at once; the one whose rules are on top is the last."""
        if not self._acting():
            return []
        head = self.head()
        if self._acts is None:
            self._acts = self.layout.acting(head)
        return self._acts

    @property
    def at_once(self) -> int | None:
        """Which time it is that several act at once; None if they do not."""
        return self.aparts if self._acting() else None

    def _acting(self) -> int:
        if self.parts is None:
            self.parts = self._number("parts")
        return self.parts

    def runs(self, instance: Instance) -> None:
        """Go on in the memory of an engine: what was looked for is looked for again."""
        self.owner, self.asked, self.parts = instance, None, None

    def frames_of(self, seat: int) -> bytes:
        """The rules under way of one of those who act at once, as words."""
        acting = self.acting
        end = len(self.frames)
        for each in reversed(acting):
            if each.seat == seat:
                return self.frames[end - 8 * each.size : end]
            end -= 8 * each.size
        raise ValueError(f"seat {seat} does not act now")

    # ---- rules that wait

    def _read_stack(self) -> None:
        if self.owner is not None:
            self.owner.keep()
        if self._is_stacked:
            return
        acting = self.acting
        tail, found = self.layout.stacks.read(self.frames, acting)
        self._frame, self._apart = tail, None
        if found:
            (top, frame), others = found[-1], found[:-1]
            self._frame = frame
            parts = tuple(Part(each.seat, each.ask, below) for each, below in others)
            self._apart = Apart(tail, top.seat, parts, self.aparts)
        self._is_stacked = True

    @property
    def frame(self) -> Frame:
        """The frame on top: the rule that asks."""
        self._read_stack()
        return self._frame

    @frame.setter
    def frame(self, frame: Frame) -> None:
        self._read_stack()
        self._frame = frame
        self._write_stack()

    @property
    def apart(self) -> Apart | None:
        """Those who act at once, if anybody does."""
        self._read_stack()
        return self._apart

    @apart.setter
    def apart(self, apart: Apart | None) -> None:
        self._read_stack()
        self._apart = apart
        self._write_stack()

    def _write_stack(self) -> None:
        """Lay out frames as the engine does: what all stand on, those of others by seat, and on top of whoever is faced."""
        stacks, apart = self.layout.stacks, self._apart
        pieces = [stacks.write(self._frame)] if apart is None else [stacks.write(apart.tail)]
        acting: list[Stretch] = []
        if apart is not None:
            for part in sorted(apart.others, key=lambda part: part.seat):
                pieces.append(stacks.write(part.frame, apart.tail))
                acting.append(Stretch(part.seat, part.ask, len(pieces[-1]) >> 3))
            pieces.append(stacks.write(self._frame, apart.tail))
            acting.append(Stretch(apart.seat, self.ask, len(pieces[-1]) >> 3))
        self.frames = b"".join(pieces)
        self.layout.write_acting(self.edited(), acting, len(self.frames) >> 3)
        self.parts = len(acting)

    # ---- points

    @property
    def sheet(self) -> tuple[SheetLine, ...]:
        """Points so far."""
        if self.owner is not None:
            self.owner.keep()
        if self._sheet is None:
            self._sheet = self.layout.read_sheet(self.lines)
        return self._sheet

    @sheet.setter
    def sheet(self, sheet: tuple[SheetLine, ...]) -> None:
        if self.owner is not None:
            self.owner.keep()
        self._sheet = sheet
        self.lines = self.layout.write_sheet(sheet)
        self._set_number("lines", len(sheet))

    @property
    def tallies(self) -> tuple[tuple[int, ...], ...]:
        """Scorers in force, as rows of numbers."""
        if self.owner is not None:
            self.owner.keep()
        return self.layout.read_tallies(array("q", self.tallied))
