"""States as JSON; back is read_states.

In:   a Table and a State at a choice.      Out:  cells by stable name, frames by rule, label and local, never by number.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from kfdsl.engine.lower.cut.waits import AskInfo, Block
from kfdsl.engine.machine.layout import Cell
from kfdsl.engine.rules.table import Table
from kfdsl.engine.words.stack import Frame, depth, stack
from kfdsl.engine.words.state import State
from kfdsl.record.values import Values

Numbers = dict[tuple[str, str], int]
SECTIONS = {"tokens": "places", "cards": "places", "var": "variables", "face": "faces", "spot": "spots"}


class Positions:
    """Writes the states of one table, and knows what reading needs."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.values = Values(table.layout)
        layout = table.layout
        self.cells = {
            (SECTIONS[cell.sort], layout.name(at)): at for at, cell in enumerate(layout.cells) if cell.sort in SECTIONS
        }
        self.names = {at: name for name, at in self.cells.items()}
        self.blocks = table.words.stacks.blocks
        self.line_names = [f"{span.place}+{span.end - span.start}" for span in table.lines]
        self.block_labels, self.block_numbers = labelled(self.blocks)
        self.ask_labels, self.ask_numbers = labelled(table.asks)

    def write(self, state: State) -> dict[str, Any]:
        """A state as JSON."""
        return {
            "chance": f"{state.chance:016x}",
            **self.write_cells(state, self.cells.values()),
            "frames": [self._frame(block, values) for block, values in stack(state.frame)],
            "ask": self._ask(state.ask),
            "apart": self._apart(state),
            "sheet": [
                {
                    "player": player + 1,
                    "points": points,
                    "reason": {sort: self.values.cards[what] if sort == "card" else what},
                    "at": self.line_names[line] if line >= 0 else "",
                    "with": allocated,
                }
                for player, points, (sort, what), line, allocated in state.sheet
            ],
            "tallies": [self.values.raw(tally) for tally in state.tallies],
        }

    def write_cells(self, state: State, which: Iterable[int]) -> dict[str, dict[str, Any]]:
        """Some cells of a state by section and name."""
        told: dict[str, dict[str, Any]] = {section: {} for section in SECTIONS.values()}
        for at in which:
            section, name = self.names[at]
            told[section][name] = self._cell(self.table.layout.cells[at], state.cells[at])
        return told

    def first(self) -> State:
        """Before the first rule: everything where it is declared to begin."""
        return self.table.state(self.table.layout.first, 0)

    def _ask(self, number: int) -> dict[str, str] | None:
        return None if number < 0 else dict(zip(("rule", "label"), self.ask_labels[number], strict=True))

    def _apart(self, state: State) -> dict[str, Any] | None:
        """Who acts at once: whose frames are told above, and those of the others, down to what all of them share."""
        if state.apart is None:
            return None
        tail, seat, others, _ = state.apart
        parts = [
            {
                "player": part.seat + 1,
                "ask": self._ask(part.ask),
                "frames": [self._frame(block, values) for block, values in above(part.frame, tail)],
            }
            for part in others
        ]
        return {"player": seat + 1, "others": parts}

    def _cell(self, cell: Cell, value: Any) -> Any:
        match cell.sort:
            case "tokens":
                return self.values.counts(value)
            case "cards":
                return [self.values.cards[card] for card in value]
            case "face":
                assert cell.card is not None
                return self.table.numbering.faces(cell.card)[value]
            case "spot":
                return None if value is None else self.table.numbering.spot_told(value)
            case _:
                return self.values.write(value, self.table.numbering.vars[cell.name].type)

    def _frame(self, number: int, values: tuple[Any, ...]) -> dict[str, Any]:
        rule, label = self.block_labels[number]
        known = self.blocks[number].known
        locals_ = {
            name: self.values.write(value, type_) for (name, type_), value in zip(known, values, strict=True)
        }
        return {"rule": rule, "label": label, "locals": locals_}


def labelled(blocks: Sequence[Block | AskInfo]) -> tuple[list[tuple[str, str]], Numbers]:
    """(rule, label) of each block and back."""
    labels = [(block.rule, block.label) for block in blocks]
    return labels, {label: number for number, label in enumerate(labels)}


def above(frame: Frame, tail: Frame) -> list[tuple[int, tuple[Any, ...]]]:
    """Frames from the top, down to one that others stand on as well."""
    frames = list(stack(frame))
    return frames[: len(frames) - depth(tail)]
