"""The longest walk over links that goes over no link twice.

In:   a state, the tray of a plane, its Board, a label, if wanted a card that it must come by, or begin at.
Out:  the cards of a best walk, among equals the first in order.
A card may be met again over other links; it counts once. Such a walk is the same as a connected part of the graph in which every card
has an even number of links (closed), or all but two (open; an open walk may also close). So parts are searched, not walks. Three steps
make that fast: a closed walk never goes over a bridge, so bridges fall away; a piece that one walk can cover as a whole is often seen
at once from a tree; only what remains is swept. A walk from a card is the longest one that comes by a card which is not there, and which
is linked with that card alone: it can only begin or end there.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Numbers, copy
from kfdsl.engine.library.lists import add_item, begin_list, end_list, list_has, new_list
from kfdsl.engine.library.machine import NOWHERE, State, machine
from kfdsl.engine.library.planes.board import Board
from kfdsl.engine.library.planes.grid import Plane, place_of, plane_of
from kfdsl.engine.library.planes.links import Links, links_count, links_over, with_one_before
from kfdsl.engine.library.planes.walks.sweep import heaviest, is_longer
from kfdsl.engine.library.planes.walks.trees import Trees, grow_all, is_above, is_covered, without_bridges
from kfdsl.engine.library.sorting import sort
from kfdsl.engine.library.values import charge

MOST_STEPS = 20_000_000  # for one walk, whoever hosts
LINK = 50  # steps
CLOSED, OPEN = 0, 2  # how many cards of a part may have an odd number of links
FROM = -1  # open, and it begins at a card


def loop(g: State, tray: int, board: Board, label: int, line: int) -> Numbers:
    """The cards of the longest closed walk."""
    return _longest(g, tray, board, NOWHERE, label, CLOSED, line)


def loop_through(g: State, tray: int, board: Board, card: int, label: int, line: int) -> Numbers:
    """The cards of the longest closed walk that comes by a card."""
    if board.at == 0:
        return new_list(0)
    return _longest(g, tray, board, card, label, CLOSED, line)


def walk(g: State, tray: int, board: Board, label: int, line: int) -> Numbers:
    """The cards of the longest walk."""
    return _longest(g, tray, board, NOWHERE, label, OPEN, line)


def walk_from(g: State, tray: int, board: Board, card: int, label: int, line: int) -> Numbers:
    """The cards of the longest walk that begins at a card."""
    if board.at == 0:
        return new_list(0)
    return _longest(g, tray, board, card, label, FROM, line)


def _longest(g: State, tray: int, board: Board, card: int, label: int, ends: int, line: int) -> Numbers:
    left = machine().steps
    machine().steps = min(left, MOST_STEPS)
    start = begin_list()
    with machine().scratch.held():
        plane = plane_of(g, tray, board)
        links = links_over(plane, label)
        charge(LINK * links_count(links), line)
        through = NOWHERE if card == NOWHERE else place_of(plane, card)
        if card == NOWHERE or (through != NOWHERE and links.degrees[through]):
            if ends == FROM:
                links = with_one_before(links, through)
                _add_cards(plane, _search(links, plane.count, OPEN, line))
            else:
                _add_cards(plane, _search(links, through, ends, line))
    machine().steps += left - min(left, MOST_STEPS)
    return end_list(start)


def _add_cards(plane: Plane, cards: Numbers) -> None:
    for i in range(cards[0]):
        if cards[1 + i] < plane.count:  # a card, and not what a walk was made to come by
            add_item(plane.laid[cards[1 + i]].card)


def _search(links: Links, through: int, ends: int, line: int) -> Numbers:
    """The cards of the longest walk over some links, as a list in scratch memory."""
    if ends == CLOSED:
        links = without_bridges(links)
    scratch = machine().scratch
    trees = grow_all(links)
    best = new_list(links.cards)
    pieces = _largest_first(trees)
    for i in range(pieces[0]):
        with scratch.held():
            whole = _piece(trees, pieces[1 + i])
            if whole[0] > 1 and is_longer(whole, best, through):
                if is_covered(links, trees.met.tail(pieces[1 + i]), whole[0], ends, line):
                    copy(best, whole, 1 + whole[0])
                else:
                    heaviest(links, whole, through, ends, best, line)
    if through != NOWHERE and not list_has(best, through):
        best[0] = 0
    return best


def _largest_first(trees: Trees) -> Numbers:
    """Where the trees begin, the largest first, equal ones in order."""
    pieces = new_list(trees.count)
    more = trees.count + 1
    end = trees.count
    at = trees.count - 1
    while at >= 0:
        if is_above(trees, trees.met[at], trees.met[at]):  # a root
            pieces[0] += 1
            pieces[pieces[0]] = (trees.count - (end - at)) * more + at
            end = at
        at -= 1
    sort(pieces.tail(1), pieces[0])
    for i in range(pieces[0]):
        pieces[1 + i] %= more
    return pieces


def _piece(trees: Trees, start: int) -> Numbers:
    """The cards of a tree, in order."""
    piece = new_list(trees.count - start)
    at = start
    while at < trees.count and (at == start or not is_above(trees, trees.met[at], trees.met[at])):
        piece[0] += 1
        piece[piece[0]] = trees.met[at]
        at += 1
    sort(piece.tail(1), piece[0])
    return piece
