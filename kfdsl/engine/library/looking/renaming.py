"""Those who act at once, as they might have come as far in another world.

In:   a world in which hidden pieces lie elsewhere, and the real one.      Out:  the same world, in which others name other pieces.
How far others have come is known; which hidden pieces their rules under way speak of is not. So these speak there of others, which lie
where the named ones lay. No frame takes more or less room for that.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Numbers, Record, Words
from kfdsl.engine.library.chance import below as chance_below
from kfdsl.engine.library.choices.choosing import new_choosing, options_of
from kfdsl.engine.library.lists import add_item, begin_list, end_list, new_list
from kfdsl.engine.library.looking.copied import copied, parts_start_of
from kfdsl.engine.library.looking.facts import Locals, Named, Naming, facts
from kfdsl.engine.library.machine import NOWHERE, State, card_of, counts_of, machine, tray_of
from kfdsl.engine.library.sorting import sort
from kfdsl.engine.library.under_way.frames import Packing, below, eights, top_block, unpack
from kfdsl.engine.library.under_way.parts import NOT_BEGUN, face
from kfdsl.engine.library.values import bundle_size

NOTHING_LEFT = 0  # in place of where a value ends: nothing lies there that could be named instead


class Renaming(Record, width=8):
    """Names pieces anew for one who acts, each card the same wherever it is named."""

    real: State
    world: State
    seat: int  # who does not know them
    cards: Numbers  # a list of pairs: a card, and the one that is named in its place


def name_anew(world: State, real: State, seat: int) -> bool:
    """Let others who act at once name other pieces; whether all of them can go on from there."""
    for who in range(machine().seats):
        with machine().scratch.held():
            which = part_of(world, who)
            if who != seat and which != NOWHERE and not name_anew_for(world, real, seat, which):
                return False
    for which in range(world.parts):
        if world.part[which].seat != seat and not can_go_on(world, which):
            return False
    return True


def part_of(g: State, seat: int) -> int:
    """Which of those who act at once somebody is, or NOWHERE."""
    for which in range(g.parts):
        if g.part[which].seat == seat:
            return which
    return NOWHERE


def name_anew_for(world: State, real: State, seat: int, which: int) -> bool:
    """The same for one of them; not if there is nothing that could be named."""
    renaming = machine().scratch.one(Renaming)
    renaming.real = real
    renaming.world = world
    renaming.seat = seat
    renaming.cards = new_list(2 * machine().cards)
    start = parts_start_of(world)
    for i in range(which):
        start += world.part[i].size
    top = world.top if which == world.parts - 1 else start + world.part[which].size
    while top > start:
        block = top_block(world, top)
        top = below(world, top)
        if block < machine().under_way and not name_in_frame(renaming, facts().frames[block], world.at + top):
            return False
    return True


def name_in_frame(renaming: Renaming, about: Locals, first: int) -> bool:
    if about.names[0] == 0:
        return True
    with machine().scratch.held():
        starts = new_list(about.packed[0])
        machine().cursor = first + about.alone
        for i in range(about.packed[0]):
            starts[1 + i] = machine().cursor
            unpack(Packing(about.packed[1 + i]))
        for i in range(about.names[0]):
            which = about.names[1 + 2 * i]
            at = first + which if which < about.alone else starts[1 + which - about.alone]
            if name_in(renaming, Naming(about.names[2 + 2 * i]), at) == NOTHING_LEFT:
                return False
    return True


def name_in(renaming: Renaming, naming: Naming, at: int) -> int:
    """Let a value that lies somewhere name other pieces; where the next begins."""
    if naming.sort == Named.CARD:
        return at + 1 if name_card(renaming, Numbers(at)) else NOTHING_LEFT
    end = at + 1
    for _ in range(Numbers(at)[0]):  # there are less than none if it is no value
        if naming.sort == Named.LIST:
            end = name_in(renaming, naming.item, end)
        else:
            end = name_tokens(renaming, end)
        if end == NOTHING_LEFT:
            return NOTHING_LEFT
    return end


def name_card(renaming: Renaming, named: Numbers) -> bool:
    """A card that lies where the one lay, if that is hidden; two of them stay two."""
    if named[0] == NOWHERE:
        return True
    tray = card_of(renaming.real, named[0]).tray
    if not is_hidden_tray(renaming.seat, tray):
        return True
    cards = renaming.cards
    for i in range(cards[0]):
        if cards[1 + 2 * i] == named[0]:
            named[0] = cards[2 + 2 * i]
            return True
    left = cards_left(renaming, tray)
    if left[0] == 0:
        return False
    cards[1 + 2 * cards[0]] = named[0]
    named[0] = left[1 + chance_below(renaming.world, left[0])]
    cards[2 + 2 * cards[0]] = named[0]
    cards[0] += 1
    return True


def cards_left(renaming: Renaming, tray: int) -> Numbers:
    """The cards in a tray that nothing was named instead of so far, in order."""
    start = begin_list()
    card = tray_of(renaming.world, tray).first
    while card != NOWHERE:
        is_named = False
        for i in range(renaming.cards[0]):
            if renaming.cards[2 + 2 * i] == card:
                is_named = True
        if not is_named:
            add_item(card)
        card = card_of(renaming.world, card).next
    found = end_list(start)
    sort(found.tail(1), found[0])
    return found


def name_tokens(renaming: Renaming, at: int) -> int:
    """As many tokens of what lies at a place, if that is hidden; a part of a group is the place, then a bundle."""
    place = Numbers(at)[0]
    end = at + 2 + eights(machine().tokens)
    if not is_hidden_place(renaming.seat, place):
        return end
    bundle = Words((at + 2) * 2)
    size = bundle_size(bundle)
    left = machine().scratch.words(machine().tokens)
    for token in range(machine().tokens):
        left[token] = counts_of(renaming.world, place)[token]
        bundle[token] = 0
    there = bundle_size(left)
    if there < size:
        return NOTHING_LEFT
    for taken in range(size):
        which = chance_below(renaming.world, there - taken)
        token = 0
        while which >= left[token]:
            which -= left[token]
            token += 1
        left[token] -= 1
        bundle[token] += 1
    return end


def is_hidden_tray(seat: int, tray: int) -> bool:
    for hidden in facts().seats[seat].hidden_trays.first(facts().seats[seat].hidden_tray_count):
        if hidden.tray == tray:
            return True
    return False


def is_hidden_place(seat: int, place: int) -> bool:
    for hidden in facts().seats[seat].hidden_places.first(facts().seats[seat].hidden_place_count):
        if hidden.place == place:
            return True
    return False


def can_go_on(world: State, which: int) -> bool:
    """Whether one of those who act has something to answer; who has not begun can begin."""
    if (world.ask if which == world.parts - 1 else world.part[which].ask) == NOT_BEGUN:
        return True
    with machine().scratch.held():
        trial = copied(world)
        face(trial, which)
        choosing = new_choosing(trial)
        choosing.who = world.part[which].seat
        choosing.free = new_list(0)  # what is free is no answer
        return options_of(choosing, 1)[0] > 0
