"""Make the position of an example.

In:   an example under way.      Out:  its game in that position; what cannot be so fails.
What `given` says replaces the contents of a place; pieces come from and go back to where they begin, so nothing is made up.
"""

from __future__ import annotations

from kfdsl.engine.machine.bundles import plus
from kfdsl.examples.copies import Copies
from kfdsl.examples.playing import Fails, Playing
from kfdsl.program import core, made_names
from kfdsl.program.boards import board_of
from kfdsl.program.numbers import MOST_POINTS
from kfdsl.text.source import Span

_GIVEN = "given"  # what such points are for


def make_position(at: Playing) -> None:
    """Put everything where the example wants it."""
    # the last word on a target counts; what lay in any of them goes back first, so that their order does not matter
    givens: dict[tuple[core.Expr, bool, bool], core.GivenDef] = {}
    for part in at.example.parts:
        if isinstance(part, core.GivenDef):
            what = (part.target, bool(part.face), part.spot is not None)  # a card shows a face and lies at a spot
            givens.pop(what, None)  # also the last in line: a card that is named twice lies where it was named last
            givens[what] = part
    for given in givens.values():
        if isinstance(given.target, core.PlaceAt) and given.target.type.head != "list":
            _give_tokens(at, at.cell(given.target), at.table.numbering.zero, given.span)
    copies = Copies(at, givens.values())
    for given in sorted(givens.values(), key=lambda given: given.spot is not None):  # a card that is put has no spot
        _given(at, given, copies)
    for given in givens.values():
        _nothing_there(at, given)
        _alone_at_its_spot(at, given)


def _given(at: Playing, given: core.GivenDef, copies: Copies) -> None:
    """Put one thing where the example wants it."""
    cells = at.game.state.cells
    if given.spot is not None:
        cells[at.table.layout.tables["SPOT"][at.value(given.target)]] = given.spot
    elif given.face:
        card = at.value(given.target)
        cells[at.table.layout.tables["FACE"][card]] = at.table.numbering.faces(card).index(given.face)
    elif isinstance(given.target, core.Prim):
        _give_points(at, at.value(given.target.args[0]), at.value(given.values[0]), given.span)
    elif isinstance(given.target, core.VarOf):
        cells[at.cell(given.target)] = at.value(given.values[0])
    elif given.target.type.head == "list":
        assert isinstance(given.target, core.PlaceAt)
        _give_cards(at, at.cell(given.target), [copies.card(value) for value in given.values])
    else:
        assert isinstance(given.target, core.PlaceAt)
        wanted = at.table.numbering.zero
        for value in given.values:
            wanted = plus(wanted, at.value(value))
        _give_tokens(at, at.cell(given.target), wanted, given.span)


def _give_points(at: Playing, player: int, points: int, span: Span) -> None:
    """What the sheet has for a player: one line, for what stands in the position."""
    if abs(points) > MOST_POINTS:
        raise Fails(span, f"a line of the sheet has {MOST_POINTS} points at most")
    state = at.game.state
    others = tuple(line for line in state.sheet if line[0] != player)
    state.sheet = (*others, (player, points, ("text", _GIVEN), -1, "")) if points else others


def _nothing_there(at: Playing, given: core.GivenDef) -> None:
    """A place that is stated to be empty is; what begins there has nowhere else to go."""
    if not isinstance(given.target, core.PlaceAt) or given.values or given.face or given.spot is not None:
        return
    found = at.game.state.cells[at.cell(given.target)]
    if any(found) if given.target.type.head != "list" else found:
        words = at.table.wording.word(found, given.target.type)
        raise Fails(
            given.span,
            f"not empty: {words}; what begins here stays, unless it is given to another place",
            "give it to another place",
        )


def _alone_at_its_spot(at: Playing, given: core.GivenDef) -> None:
    """No other card lies where a card does; one that a later word took from its plane has no spot."""
    if given.spot is None:
        return
    cells, tables = at.game.state.cells, at.table.layout.tables
    card = at.value(given.target)
    plane = cells[tables["WHERE"][card]]
    if plane not in at.table.layout.planes:
        cells[tables["SPOT"][card]] = None
        return
    board = at.table.layout.planes[plane].board
    if board is not None and not board_of(board).has(given.spot):
        name = at.table.layout.planes[plane].name
        raise Fails(
            given.span,
            f"`{name}` has no spot {at.table.wording.spot(given.spot)}" if not given.spot[2] else f"no card lies so on `{name}`",
            "name one of its spots, and turn only cards that have edges",
        )
    for other in cells[plane]:
        there = cells[tables["SPOT"][other]]
        if other != card and there is not None and there[:2] == given.spot[:2]:
            raise Fails(
                given.span,
                f"`{at.table.program.cards[other].name}` lies there as well",
                "let one of them lie elsewhere",
            )


def _give_cards(at: Playing, cell: int, cards: list[int]) -> None:
    """Exactly these cards; others go back to where they begin."""
    cells, layout = at.game.state.cells, at.table.layout
    for card in (*cells[cell], *cards):
        start = layout.start_of(card)
        where = layout.tables["WHERE"][card]
        before = cells[where]
        cells[before] = tuple(each for each in cells[before] if each != card)
        target = cell if card in cards else start
        cells[target] = (*cells[target], card)
        cells[where] = target
        if card in at.table.numbering.spotted:
            cells[layout.tables["SPOT"][card]] = at.table.numbering.first_spot(card) if target == start else None


def _give_tokens(at: Playing, cell: int, wanted: tuple[int, ...], span: Span) -> None:
    """Exactly these tokens; the rest goes back to, and what is missing comes from, where they begin."""
    cells = at.game.state.cells
    held = cells[cell]
    for token, count in enumerate(wanted):
        if held[token] == count:
            continue
        sources = _sources(at, token, span)
        if cell in sources and not any(wanted):
            continue
        others = [source for source in sources if source != cell]
        if not others:
            raise Fails(
                span,
                f"{at.table.wording.noun(token, 2)} begin here, so the others have nowhere to go",
                "give what is too much to another place instead",
            )
        more = count - held[token]
        if sum(cells[source][token] for source in others) < more:
            raise Fails(span, f"there are not enough {at.table.wording.noun(token, 2)} for this")
        for source in others:
            part = min(more, cells[source][token])
            cells[source] = tuple(have - part * (i == token) for i, have in enumerate(cells[source]))
            cells[cell] = tuple(have + part * (i == token) for i, have in enumerate(cells[cell]))
            more -= part


def _sources(at: Playing, token: int, span: Span) -> list[int]:
    """Where a token begins: in one place, or in each of those that there are per value."""
    name, layout = at.table.program.tokens[token].name, at.table.layout
    for place in at.table.program.places:
        if any(entry[1] == name for entry in place.holds):
            first = int(layout.tables[made_names.place_cells(place.name)])
            return list(range(first, first + layout.width(place.per)))
    raise Fails(span, f"no place holds {name} at the start, so there is none to give")
