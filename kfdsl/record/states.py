"""States as JSON and back.

In:   a Table and a State at a choice.      Out:  cells by stable name, frames by rule, label and local, never by number.
What is read is checked as a whole: written again it must come out the same, and no piece may be missing or made up. So
whatever passes is a state that the engine could have written.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from kfdsl.engine.codegen.cut.blocks import AskInfo, Block
from kfdsl.engine.machine.at_once import facing
from kfdsl.engine.machine.at_once import parts as everybody
from kfdsl.engine.machine.layout import Cell
from kfdsl.engine.machine.state import Apart, Frame, Part, State
from kfdsl.engine.rules.table import Table
from kfdsl.program import made_names
from kfdsl.program.types import Type
from kfdsl.record.values import Misfit, Values

AGAIN = "(again)"
Numbers = dict[tuple[str, str], int]
SECTIONS = {"tokens": "places", "cards": "places", "var": "variables", "face": "faces", "spot": "spots"}


class Positions:
    """Writes and reads the states of one table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.values = Values(table.layout)
        layout = table.layout
        self.cells = {
            (SECTIONS[cell.sort], layout.name(at)): at for at, cell in enumerate(layout.cells) if cell.sort in SECTIONS
        }
        self.names = {at: name for name, at in self.cells.items()}
        form = table.telling.form
        self.blocks = form.blocks
        self.asks = form.asks
        self.types = table.local_types
        self.line_names = [f"{span.place}+{span.end - span.start}" for span in form.lines]
        self.block_labels, self.block_numbers = labelled(form.blocks)
        self.ask_labels, self.ask_numbers = labelled(form.asks)

    # ---- writing

    def write(self, state: State) -> dict[str, Any]:
        """A state as JSON."""
        return {
            "chance": f"{state.chance:016x}",
            **self.write_cells(state, self.cells.values()),
            "frames": [self._frame(block, values) for block, values in _stack(state.frame)],
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
            "tallies": [self.values.raw(tuple(tally)) for tally in state.tallies],
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
        return State(list(self.table.layout.first), 0)

    def _ask(self, number: int) -> dict[str, str] | None:
        return None if number < 0 else dict(zip(("rule", "label"), self.ask_labels[number], strict=True))

    def _apart(self, state: State) -> dict[str, Any] | None:
        """Who acts at once: whose frames are told above, and those of the others, down to what all of them share."""
        if state.apart is None:
            return None
        tail, seat, others = state.apart
        parts = [
            {
                "player": part.seat + 1,
                "ask": self._ask(part.ask),
                "frames": [self._frame(block, values) for block, values in _stack(part.frame, tail)],
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
                return None if value is None else list(value)
            case _:
                return self.values.write(value, self.table.numbering.vars[cell.name].type)

    def _frame(self, number: int, values: tuple[Any, ...]) -> dict[str, Any]:
        rule, label = self.block_labels[number]
        types = self.types.get(rule, {})
        names = self.blocks[number].names[: len(values)]
        return {
            "rule": rule,
            "label": label,
            "locals": {
                name: self.values.write(value, types.get(name)) for name, value in zip(names, values, strict=True)
            },
        }

    # ---- reading

    def read(self, data: Mapping[str, Any]) -> State:
        """The state that JSON tells of; its form was checked by the schema.

        Other rules may have written it: what is only a number there, and might mean something else here, is refused.
        """
        data = self._in_names(data)
        cells = list(self.table.layout.first)
        told = {
            (section, name): value
            for section in dict.fromkeys(SECTIONS.values())
            for name, value in data[section].items()
        }
        strange = sorted(told.keys() ^ self.cells.keys())
        if strange:
            raise Misfit(f"`{strange[0][1]:.60}` is only on one side among the {strange[0][0]}")
        for key, value in told.items():
            cells[self.cells[key]] = self._read_cell(self.table.layout.cells[self.cells[key]], value)
        state = State(cells, int(data["chance"], 16))
        self._conserved(state)
        state.sheet = tuple(self._score(entry) for entry in data["sheet"])
        state.ask = -1 if data["ask"] is None else _number(self.ask_numbers, data["ask"])
        for entry in reversed(data["frames"]):
            state.frame = self._read_frame(entry, state.frame)
        self._read_apart(state, data["apart"])
        self._waits(state)
        again = self.write(state)
        strange_parts = [part for part in again if again[part] != data[part]]
        if strange_parts:
            raise Misfit(f"no rules could have written its {strange_parts[0]}")
        return state

    def _in_names(self, data: Mapping[str, Any]) -> Mapping[str, Any]:
        """A state that other rules wrote, of which only names count; lines that are not there now are left out."""
        if data["tallies"]:
            raise Misfit("points are being settled, which cannot be taken over")
        apart = data["apart"]["others"] if data["apart"] else ()
        for frame in [*data["frames"], *(frame for part in apart for frame in part["frames"])]:
            types = self.types.get(frame["rule"], {})
            for name, value in frame["locals"].items():
                if value is not None and types.get(name) is None:
                    raise Misfit(f"`{name:.40}` in `{frame['rule']:.60}` was saved as a number only")
        known = set(self.line_names)
        return {**data, "sheet": [{**line, "at": line["at"] if line["at"] in known else ""} for line in data["sheet"]]}

    def _read_cell(self, cell: Cell, told: Any) -> Any:
        match cell.sort:
            case "tokens":
                return self.values.bundle(told)
            case "cards":
                if not isinstance(told, list) or not all(isinstance(name, str) for name in told):
                    raise Misfit(f"`{cell.name}` holds cards")
                return tuple(self.values.card(name) for name in told)
            case "face":
                assert cell.card is not None
                faces = self.table.numbering.faces(cell.card)
                if told not in faces:
                    raise Misfit(f"`{self.values.cards[cell.card]}` has no face called `{told!r:.40}`")
                return faces.index(told)
            case "spot":
                return None if told is None else self.values.spot(told)
            case _:
                return self.values.read(told, self.table.numbering.vars[cell.name].type)

    def _conserved(self, state: State) -> None:
        """Each token as often as at the start, each card once and where it may lie."""
        layout, numbering = self.table.layout, self.table.numbering
        sorts = [(at, cell) for at, cell in enumerate(layout.cells) if cell.sort in ("tokens", "cards")]
        tokens = [at for at, cell in sorts if cell.sort == "tokens"]
        for token, name in enumerate(self.values.tokens):
            if sum(state.cells[at][token] for at in tokens) != sum(layout.first[at][token] for at in tokens):
                raise Misfit(f"there is another number of `{name}` than the game has")
        for at, cell in sorts:
            place = numbering.places[cell.name]
            if cell.sort == "cards":
                if not all(numbering.is_a(card, place.content) for card in state.cells[at]) or (
                    place.single and len(state.cells[at]) > 1
                ):
                    raise Misfit(f"`{layout.name(at)}` does not take these cards")
                for card in state.cells[at]:
                    state.cells[layout.tables["WHERE"][card]] = at
        seen = Counter(card for at, cell in sorts if cell.sort == "cards" for card in state.cells[at])
        for card, name in enumerate(self.values.cards):
            if seen[card] != 1:
                raise Misfit(f"the card `{name}` lies in {seen[card]} places")
        self._laid(state)

    def _laid(self, state: State) -> None:
        """Cards have a spot on planes alone, and no two of a plane the same hex."""
        layout, taken = self.table.layout, set()
        for card, at in enumerate(layout.tables["SPOT"]):
            spot = state.cells[at] if at >= 0 else None
            if spot is None:
                continue
            place = state.cells[layout.tables["WHERE"][card]]
            if place not in layout.planes or (place, *spot[:2]) in taken:
                raise Misfit(f"the card `{self.values.cards[card]}` cannot lie at its spot")
            taken.add((place, *spot[:2]))

    def _score(self, entry: Mapping[str, Any]) -> tuple[int, int, tuple[str, Any], int, str]:
        ((sort, what),) = entry["reason"].items()
        if entry["at"] and entry["at"] not in self.line_names:
            raise Misfit(f"no rule scores at {entry['at']:.60}")
        reason = (sort, self.values.card(what) if sort == "card" else what)
        return (
            self.values.player(entry["player"]),
            entry["points"],
            reason,
            self.line_names.index(entry["at"]) if entry["at"] else -1,
            entry["with"],
        )

    def _read_frame(self, entry: Mapping[str, Any], below: Frame) -> Frame:
        number = _number(self.block_numbers, entry)
        names = self.blocks[number].names[: len(entry["locals"])]
        if set(names) != set(entry["locals"]):
            raise Misfit(f"`{entry['rule']:.40}` has other locals at `{entry['label']:.40}`")
        types = self.types.get(entry["rule"], {})
        return (number, tuple(self._local(entry["locals"][name], types.get(name)) for name in names), below)

    def _local(self, told: Any, type_: Type | None) -> Any:
        """What a rule under way knows; a local that has no value yet is nothing, whatever its type."""
        return None if told is None or type_ is None else self.values.read(told, type_)

    def _read_apart(self, state: State, told: Mapping[str, Any] | None) -> None:
        """Take in the rules of others who act at once; they stand on the same frame."""
        tail = state.frame
        while tail is not None and not self.blocks[tail[0]].is_tail:
            tail = tail[2]
        if (tail is None) != (told is None):
            raise Misfit("what several do at once is only on one side")
        if told is None:
            return
        parts = []
        for each in told["others"]:
            frame = tail
            for entry in reversed(each["frames"]):
                frame = self._read_frame(entry, frame)
            parts.append(Part(self.values.player(each["player"]), _number(self.ask_numbers, each["ask"]), frame))
        state.apart = Apart(tail, self.values.player(told["player"]), tuple(parts))
        seats = [part.seat for part in everybody(state)]
        if seats != [state.apart.seat, *(part.seat for part in parts)] or len(set(seats)) < len(seats):
            raise Misfit("those who act at once do not come by seat")
        for part in parts:
            self._waits(facing(state, part.seat))

    def _waits(self, state: State) -> None:
        """Whether the frames are those of somebody who waits for exactly this answer."""
        if state.ask < 0:
            if state.frame is not None:
                raise Misfit("something is under way but nothing is asked")
            return
        stack = list(_stack(state.frame))
        if not stack or self.block_labels[stack[0][0]] != self.ask_labels[state.ask]:
            raise Misfit("what is asked is not what is waited for")
        is_asked = True
        for number, values in stack:
            if len(values) != len(self.blocks[number].names) - is_asked:
                raise Misfit(f"`{self.blocks[number].rule}` lacks locals")
            is_asked = self.blocks[number].rule == AGAIN  # what lies below a free action is asked once more
        assert state.frame is not None
        if (
            state.apart
            and self.table.quiet.names[made_names.asked_player(state.ask)](state, *state.frame[1]) != state.apart.seat
        ):
            raise Misfit("somebody else is asked than who acts")


def labelled(blocks: Sequence[Block | AskInfo]) -> tuple[list[tuple[str, str]], Numbers]:
    """(rule, label) of each block and back."""
    labels = [(block.rule, block.label) for block in blocks]
    return labels, {label: number for number, label in enumerate(labels)}


def _stack(frame: Frame, tail: Frame = None) -> Iterator[tuple[int, tuple[Any, ...]]]:
    while frame is not None and frame is not tail:
        yield frame[0], frame[1]
        frame = frame[2]


def _number(known: Numbers, entry: Mapping[str, Any]) -> int:
    found = known.get((entry["rule"], entry["label"]))
    if found is None:
        raise Misfit(f"nothing waits in `{entry['rule']:.60}` at `{entry['label']:.60}`")
    return found
