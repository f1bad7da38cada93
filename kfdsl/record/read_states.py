"""JSON back to states.

In:   positions of a Table, and what was saved.      Out:  a State; what does not fit is a Misfit.
What is read is checked as a whole: written again it must come out the same, and no piece may be missing or made up. So
whatever passes is a state that the engine could have written.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from kfdsl.engine.machine.layout import Cell
from kfdsl.engine.words.stack import Apart, Frame, Part, stack
from kfdsl.engine.words.state import State
from kfdsl.program.boards import board_of
from kfdsl.program.types import Type
from kfdsl.record.states import SECTIONS, Numbers, Positions
from kfdsl.record.values import Misfit


def read_state(positions: Positions, data: Mapping[str, Any]) -> State:
    """The state that JSON tells of; its form was checked by the schema.

    Other rules may have written it: what is only a number there, and might mean something else here, is refused.
    """
    data = _in_names(positions, data)
    cells = list(positions.table.layout.first)
    told = {
        (section, name): value for section in dict.fromkeys(SECTIONS.values()) for name, value in data[section].items()
    }
    strange = sorted(told.keys() ^ positions.cells.keys())
    if strange:
        raise Misfit(f"`{strange[0][1]:.60}` is only on one side among the {strange[0][0]}")
    for key, value in told.items():
        cells[positions.cells[key]] = _read_cell(positions, positions.table.layout.cells[positions.cells[key]], value)
    state = positions.table.state(cells, int(data["chance"], 16))
    _conserved(positions, state)
    state.sheet = tuple(_score(positions, entry) for entry in data["sheet"])
    state.ask = -1 if data["ask"] is None else _number(positions.ask_numbers, data["ask"])
    for entry in reversed(data["frames"]):
        state.frame = _read_frame(positions, entry, state.frame)
    _read_apart(positions, state, data["apart"])
    _waits(positions, state)
    again = positions.write(state)
    strange_parts = [part for part in again if again[part] != data[part]]
    if strange_parts:
        raise Misfit(f"no rules could have written its {strange_parts[0]}")
    return state


def _in_names(positions: Positions, data: Mapping[str, Any]) -> Mapping[str, Any]:
    """A state that other rules wrote, of which only names count; lines that are not there now are left out."""
    if data["tallies"]:
        raise Misfit("points are being settled, which cannot be taken over")
    known = set(positions.line_names)
    return {**data, "sheet": [{**line, "at": line["at"] if line["at"] in known else ""} for line in data["sheet"]]}


def _read_cell(positions: Positions, cell: Cell, told: Any) -> Any:
    match cell.sort:
        case "tokens":
            return positions.values.bundle(told)
        case "cards":
            if not isinstance(told, list) or not all(isinstance(name, str) for name in told):
                raise Misfit(f"`{cell.name}` holds cards")
            return tuple(positions.values.card(name) for name in told)
        case "face":
            assert cell.card is not None
            faces = positions.table.numbering.faces(cell.card)
            if told not in faces:
                raise Misfit(f"`{positions.values.cards[cell.card]}` has no face called `{told!r:.40}`")
            return faces.index(told)
        case "spot":
            return None if told is None else positions.values.spot(told)
        case _:
            return positions.values.read(told, positions.table.numbering.vars[cell.name].type)


def _conserved(positions: Positions, state: State) -> None:
    """Each token as often as at the start, each card once and where it may lie."""
    layout, numbering = positions.table.layout, positions.table.numbering
    sorts = [(at, cell) for at, cell in enumerate(layout.cells) if cell.sort in ("tokens", "cards")]
    tokens = [at for at, cell in sorts if cell.sort == "tokens"]
    for token, name in enumerate(positions.values.tokens):
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
    for card, name in enumerate(positions.values.cards):
        if seen[card] != 1:
            raise Misfit(f"the card `{name}` lies in {seen[card]} places")
    _laid(positions, state)


def _laid(positions: Positions, state: State) -> None:
    """Cards have a spot on planes alone, one of those that the plane has, and no two of a plane the same."""
    layout, taken = positions.table.layout, set()
    for card, at in enumerate(layout.tables["SPOT"]):
        spot = state.cells[at] if at >= 0 else None
        if spot is None:
            continue
        place = state.cells[layout.tables["WHERE"][card]]
        plane = layout.planes.get(place)
        if plane is None or plane.board is None or not board_of(plane.board).has(spot) or (place, *spot[:2]) in taken:
            raise Misfit(f"the card `{positions.values.cards[card]}` cannot lie at its spot")
        taken.add((place, *spot[:2]))


def _score(positions: Positions, entry: Mapping[str, Any]) -> tuple[int, int, tuple[str, Any], int, str]:
    ((sort, what),) = entry["reason"].items()
    if entry["at"] and entry["at"] not in positions.line_names:
        raise Misfit(f"no rule scores at {entry['at']:.60}")
    reason = (sort, positions.values.card(what) if sort == "card" else what)
    return (
        positions.values.player(entry["player"]),
        entry["points"],
        reason,
        positions.line_names.index(entry["at"]) if entry["at"] else -1,
        entry["with"],
    )


def _read_frame(positions: Positions, entry: Mapping[str, Any], below: Frame) -> Frame:
    number = _number(positions.block_numbers, entry)
    known = positions.blocks[number].known
    if {name for name, _ in known} != set(entry["locals"]):
        raise Misfit(f"`{entry['rule']:.40}` has other locals at `{entry['label']:.40}`")
    return (number, tuple(_local(positions, entry["locals"][name], type_) for name, type_ in known), below)


def _local(positions: Positions, told: Any, type_: Type) -> Any:
    """What a rule under way knows; a local that has no value yet is nothing, whatever its type."""
    return None if told is None else positions.values.read(told, type_)


def _read_apart(positions: Positions, state: State, told: Mapping[str, Any] | None) -> None:
    """Take in the rules of others who act at once; they stand on the same frame."""
    tail = state.frame
    while tail is not None and not positions.blocks[tail[0]].is_tail:
        tail = tail[2]
    if (tail is None) != (told is None):
        raise Misfit("what several do at once is only on one side")
    if told is None:
        return
    parts = []
    for each in told["others"]:
        frame = tail
        for entry in reversed(each["frames"]):
            frame = _read_frame(positions, entry, frame)
        parts.append(Part(positions.values.player(each["player"]), _number(positions.ask_numbers, each["ask"]), frame))
    state.apart = Apart(tail, positions.values.player(told["player"]), tuple(parts), 1)
    seats = [state.apart.seat, *(part.seat for part in parts)]
    if seats != sorted(set(seats)):
        raise Misfit("those who act at once do not come by seat")
    for part in parts:
        _waits(positions, positions.table.facing(state, part.seat))


def _waits(positions: Positions, state: State) -> None:
    """Whether the frames are those of somebody who waits for exactly this answer."""
    if state.ask < 0:
        if state.frame is not None:
            raise Misfit("something is under way but nothing is asked")
        return
    frames = list(stack(state.frame))
    if not frames or positions.block_labels[frames[0][0]] != positions.ask_labels[state.ask]:
        raise Misfit("what is asked is not what is waited for")
    if state.apart and positions.table.asked_by_rule(state) != state.apart.seat:
        raise Misfit("somebody else is asked than who acts")


def _number(known: Numbers, entry: Mapping[str, Any]) -> int:
    found = known.get((entry["rule"], entry["label"]))
    if found is None:
        raise Misfit(f"nothing waits in `{entry['rule']:.60}` at `{entry['label']:.60}`")
    return found
