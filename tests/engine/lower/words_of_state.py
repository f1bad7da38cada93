"""A state of cells written as words, and values read from words: what the flat form is compared through."""

from __future__ import annotations

from typing import Any

from kfdsl.engine.flat.memory import Memory, using
from kfdsl.engine.library.hexes.spots import packed, unpacked
from kfdsl.engine.library.machine import NOWHERE, Card, Tray
from kfdsl.engine.library.machine import State as Header
from kfdsl.engine.lower.held import is_place, none_of, plain
from kfdsl.engine.lower.program import Lowered
from kfdsl.engine.words.state import State
from kfdsl.program.types import BUNDLE, Type

WORDS = 2


def write_frames(lowered: Lowered, memory: Memory, at: int, state: State, form: Any, values: Values) -> None:
    """Write the frames of a state in which nobody acts apart, and what is asked."""
    blocks = {(block.rule, block.label): number for number, block in enumerate(lowered.blocks)}
    asks = {(ask.rule, ask.label): number for number, ask in enumerate(lowered.asks)}
    frames = []
    frame = state.frame
    while frame is not None:
        frames.append(frame)
        frame = frame[2]
    m8 = memory.seen[8]
    top = lowered.layout.frames_at
    for block, locals_, _ in reversed(frames):
        about = form.blocks[block]
        if about.rule == "(again)":
            row, number = [asks[locals_]], len(lowered.blocks) + 1
        elif about.rule == "(under way)":
            rules = [rule.name for rule in lowered.layout.layout.numbering.program.rules]
            row, number = [rules.index(locals_[0])], len(lowered.blocks)
        else:
            number = blocks[about.rule, about.label]
            given = dict(zip(about.names, locals_, strict=False))
            known = lowered.blocks[number].known
            row = [values.held(given[name], type_) for name, type_ in known if not is_place(type_)]
            for name, type_ in known:
                if is_place(type_):
                    row += packed_row(given[name], type_, values)
        for far, word in enumerate((*row, number, len(row) + 2)):
            m8[at + top + far] = word
        top += len(row) + 2
    with using(memory):
        header = Header(at)
        header.top, header.bottom, header.parts = top, lowered.layout.frames_at, 0
        ask = form.asks[state.ask] if state.ask >= 0 else None
        header.ask = -1 if ask is None else asks[ask.rule, ask.label]


def packed_row(value: Any, type_: Type, values: Values) -> list[int]:
    """A value as it is packed into a frame."""
    kind = plain(type_)
    match kind.head:
        case "bundle":
            if value is None:
                return [0]
            words = [*value, *[0] * (len(value) % 2)]
            return [1, *(low & 0xFFFFFFFF | high << 32 for low, high in zip(words[::2], words[1::2], strict=True))]
        case "want":
            return [-1] if value is None else [len(value), *(int(part) for hole in value for part in hole)]
        case "area":
            return [-1] if value is None else [len(value), *(card * 6 + corner for card, corner in value)]
        case "group":
            if value is None:
                return [-1]
            places = values.lowered.layout.places
            return [len(value), *(x for cell, part in value for x in (places[cell], *packed_row(part, BUNDLE, values)))]
        case "list":
            if value is None:
                return [-1]
            assert kind.inner is not None
            if kind.inner.head == "pair":
                assert kind.inner.inner is not None
                inner = kind.inner.inner
                return [len(value), *(x for seat, one in value for x in (seat, *packed_row(one, inner, values)))]
            return [len(value), *(x for each in value for x in packed_row(each, kind.inner, values))]
    return [values.held(value, type_)]


def write_state(lowered: Lowered, memory: Memory, at: int, state: State, values: Values) -> None:
    """Write a state where words begin at `at`, in numbers."""
    layout = lowered.layout
    cells = layout.layout.cells
    m4, m8 = memory.seen[4], memory.seen[8]
    base = at * WORDS
    with using(memory):
        header = Header(at)
        header.chance, header.ask, header.trial = state.chance - (state.chance >> 63 << 64), state.ask, int(state.trial)
    for cell, number in layout.vars.items():
        m8[at + number] = values.held(state.cells[cell], layout.layout.numbering.vars[cells[cell].name].type)
    for cell, place in layout.places.items():
        for token, count in enumerate(state.cells[cell]):
            m4[base + place + token] = count
    where = {name: field.at for name, field in Card.record_fields().items()}
    for cell, tray in layout.trays.items():
        cards, start = state.cells[cell], base + layout.trays_at + tray * Tray.record_size()
        owner = cells[cell].player
        m4[start : start + 4] = _words(
            [
                cards[0] if cards else NOWHERE,
                cards[-1] if cards else NOWHERE,
                len(cards),
                NOWHERE if owner is None else owner,
            ]
        )
        for rank, card in enumerate(cards):
            spot = base + layout.cards_at + card * Card.record_size()
            m4[spot + where["tray"]] = tray
            m4[spot + where["next"]] = cards[rank + 1] if rank + 1 < len(cards) else NOWHERE
            m4[spot + where["before"]] = cards[rank - 1] if rank else NOWHERE
    for card in range(layout.cards):
        m4[base + layout.cards_at + card * Card.record_size() + where["spot"]] = NOWHERE
    for sort in ("face", "spot"):
        for cell, about in enumerate(cells):
            if about.sort == sort and about.card is not None:
                value = state.cells[cell]
                number = value if sort == "face" else NOWHERE if value is None else packed(*value)
                m4[base + layout.cards_at + about.card * Card.record_size() + where[sort]] = number


def _words(row: list[int]) -> memoryview:
    import array

    return memoryview(array.array("i", row))


class Values:
    """Values as they are held, with room for those that need some."""

    def __init__(self, lowered: Lowered, memory: Memory, room: int) -> None:
        self.lowered = lowered
        self.memory = memory
        self.start = self.room = room  # in numbers
        self.texts = {text: number for number, text in enumerate(lowered.texts)}

    def clear(self) -> None:
        self.room = self.start

    def _numbers(self, row: list[int]) -> int:
        at, self.room = self.room, self.room + len(row)
        for far, number in enumerate(row):
            self.memory.seen[8][at + far] = number
        return at

    def held(self, value: Any, type_: Type) -> int:
        if value is None:
            return none_of(type_)
        kind = plain(type_)
        match kind.head:
            case "bundle":
                at, self.room = self.room * WORDS, self.room + (len(value) + 1) // WORDS
                for far, count in enumerate(value):
                    self.memory.seen[4][at + far] = count
                return at
            case "want":
                return self._numbers([len(value), *(int(part) for hole in value for part in hole)])
            case "area":
                return self._numbers([len(value), *(card * 6 + corner for card, corner in value)])
            case "list":
                assert kind.inner is not None
                items = [self.held(each, kind.inner) for each in value]
                return self._numbers([len(items), *items])
            case "group":
                places = self.lowered.layout.places
                parts = [(places[cell], self.held(part, Type("bundle"))) for cell, part in value]
                return self._numbers([len(parts), *(number for part in parts for number in part)])
            case "text":
                return self.texts.get(value, -2)
            case "spot":
                return packed(*value)
        return int(value)

    def read(self, number: int, type_: Type) -> Any:
        if type_.head == "maybe" and number == none_of(type_):
            return None
        kind = plain(type_)
        m8 = self.memory.seen[8]
        match kind.head:
            case "bundle":
                return tuple(self.memory.seen[4][number : number + self.lowered.layout.tokens])
            case "want":
                flat = m8[number + 1 : number + 1 + 3 * m8[number]].tolist()
                return tuple((flat[i], flat[i + 1], bool(flat[i + 2])) for i in range(0, len(flat), 3))
            case "area":
                return tuple((corner // 6, corner % 6) for corner in m8[number + 1 : number + 1 + m8[number]])
            case "list":
                assert kind.inner is not None
                return tuple(self.read(each, kind.inner) for each in m8[number + 1 : number + 1 + m8[number]].tolist())
            case "group":
                cells = {place: cell for cell, place in self.lowered.layout.places.items()}
                flat = m8[number + 1 : number + 1 + 2 * m8[number]].tolist()
                return tuple((cells[flat[i]], self.read(flat[i + 1], Type("bundle"))) for i in range(0, len(flat), 2))
            case "bool":
                return bool(number)
            case "text":
                return self.lowered.texts[number]
            case "spot":
                return unpacked(number)
        return number
