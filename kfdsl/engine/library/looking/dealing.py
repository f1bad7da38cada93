"""Pieces that somebody does not see, dealt anew.

In:   a state, a seat, a stream of chance, and what must stay where it is.      Out:  the state, in which only unseen things differ.
Pieces stay where they could lie: between places of different names a token is only exchanged for one with the same traits. What is
dealt is put in order first, so that how it really lies makes no difference.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Numbers
from kfdsl.engine.library.assigning import place_cards
from kfdsl.engine.library.chance import below
from kfdsl.engine.library.lists import add_item, begin_list, end_list, list_has, new_list
from kfdsl.engine.library.looking.facts import HiddenPlace, HiddenTray, facts
from kfdsl.engine.library.machine import State, card_of, counts_of, machine, touch_counts, tray_of
from kfdsl.engine.library.sorting import sort
from kfdsl.engine.library.trays import relink
from kfdsl.engine.library.values import bundle_size


def deal_anew(g: State, seat: int, stream: int, pinned: Numbers) -> None:
    """Deal all that a player does not see, apart from places and trays in a list."""
    g.chance = stream
    with machine().scratch.held():
        mix_rows(g, seat, pinned)
        mix_kin(g, seat, pinned)
        mix_cards(g, seat, pinned)


def shuffled(g: State, items: Numbers) -> None:
    """Put a list in any order."""
    last = items[0]
    while last > 1:
        other = 1 + below(g, last)
        kept = items[last]
        items[last] = items[other]
        items[other] = kept
        last -= 1


# ---- tokens


def mix_rows(g: State, seat: int, pinned: Numbers) -> None:
    """Places of one name, such as everybody else's shelf: their contents mix freely."""
    hidden = facts().seats[seat].hidden_places
    count = facts().seats[seat].hidden_place_count
    first = 0
    while first < count:
        end = first
        start = begin_list()
        while end < count and hidden[end].name == hidden[first].name:
            if not list_has(pinned, hidden[end].place):
                add_item(hidden[end].at)
            end += 1
        row = end_list(start)
        if row[0] > 1:
            mix_row(g, row)
        first = end


def mix_row(g: State, row: Numbers) -> None:
    with machine().scratch.held():
        sizes = sizes_of_row(g, row)
        start = begin_list()
        order = facts().order
        for i in range(order[0]):
            for k in range(row[0]):
                add_times(order[1 + i], counts_of(g, HiddenPlace(row[1 + k]).place)[order[1 + i]])
        pool = end_list(start)
        shuffled(g, pool)
        used = 0
        for k in range(row[0]):
            place = HiddenPlace(row[1 + k]).place
            touch_counts(g, place)
            counts = counts_of(g, place)
            for token in range(machine().tokens):
                counts[token] = 0
            for _ in range(sizes[k]):
                used += 1
                counts[pool[used]] += 1


def add_times(item: int, times: int) -> None:
    for _ in range(times):
        add_item(item)


def sizes_of_row(g: State, row: Numbers) -> Numbers:
    """How much each place gets: what it has if the player can count it, otherwise anything."""
    sizes = machine().scratch.numbers(row[0])
    loose = 0
    last = -1
    for k in range(row[0]):
        hidden = HiddenPlace(row[1 + k])
        sizes[k] = bundle_size(counts_of(g, hidden.place))
        if not hidden.is_counted:
            loose += sizes[k]
            last = k
    for k in range(last):
        if not HiddenPlace(row[1 + k]).is_counted:
            sizes[k] = below(g, loose + 1)
            loose -= sizes[k]
    if last >= 0:
        sizes[last] = loose
    return sizes


def mix_kin(g: State, seat: int, pinned: Numbers) -> None:
    """Tokens with the same traits change places with one another, wherever they are unseen."""
    start = begin_list()
    for hidden in facts().seats[seat].hidden_places.first(facts().seats[seat].hidden_place_count):
        if not list_has(pinned, hidden.place):
            add_item(hidden.place)
    places = end_list(start)
    kin = facts().kin
    for i in range(kin[0]):
        with machine().scratch.held():
            exchange(g, places, Numbers(kin[1 + i]))


def exchange(g: State, places: Numbers, tokens: Numbers) -> None:
    start = begin_list()
    for i in range(tokens[0]):
        for k in range(places[0]):
            add_times(tokens[1 + i], counts_of(g, places[1 + k])[tokens[1 + i]])
    pool = end_list(start)
    shuffled(g, pool)
    used = 0
    for k in range(places[0]):
        counts = counts_of(g, places[1 + k])
        touch_counts(g, places[1 + k])
        size = 0
        for i in range(tokens[0]):
            size += counts[tokens[1 + i]]
            counts[tokens[1 + i]] = 0
        for _ in range(size):
            used += 1
            counts[pool[used]] += 1


# ---- cards


def mix_cards(g: State, seat: int, pinned: Numbers) -> None:
    """Cards change order, and places with others that hold the same."""
    start = begin_list()
    for hidden in facts().seats[seat].hidden_trays.first(facts().seats[seat].hidden_tray_count):
        if not list_has(pinned, hidden.tray):
            add_item(hidden.at)
    left = end_list(start)
    for i in range(left[0]):
        if left[1 + i] != 0:
            content = HiddenTray(left[1 + i]).content
            start = begin_list()
            for k in range(i, left[0]):
                if left[1 + k] != 0 and HiddenTray(left[1 + k]).content == content:
                    add_item(HiddenTray(left[1 + k]).tray)
                    left[1 + k] = 0
            deal_cards(g, seat, end_list(start))


def deal_cards(g: State, seat: int, trays: Numbers) -> None:
    """Each goes where it could lie by what a player knows; where nothing like that can be found, anywhere."""
    with machine().scratch.held():
        pool = pool_of(g, trays)
        shuffled(g, pool)
        goes = machine().scratch.numbers(pool[0])
        if machine().whereabouts_at == 0 or not place_cards(g, seat, trays, pool, goes):
            at = 0
            for k in range(trays[0]):
                for _ in range(tray_of(g, trays[1 + k]).count):
                    goes[at] = k
                    at += 1
        for k in range(trays[0]):
            mine = new_list(pool[0])
            for i in range(pool[0]):
                if goes[i] == k:
                    mine[0] += 1
                    mine[mine[0]] = pool[1 + i]
                    card_of(g, pool[1 + i]).tray = trays[1 + k]
            relink(g, trays[1 + k], mine)


def pool_of(g: State, trays: Numbers) -> Numbers:
    """All cards of some trays, the first declared first."""
    start = begin_list()
    for k in range(trays[0]):
        tray = tray_of(g, trays[1 + k])
        card = tray.first
        for _ in range(tray.count):
            add_item(card)
            card = card_of(g, card).next
    pool = end_list(start)
    sort(pool.tail(1), pool[0])
    return pool
