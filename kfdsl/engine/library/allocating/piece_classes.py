"""What there is, told apart as far as scorers do.

In:   a Building with regions.      Out:  classes of items and how many there are of each; whether there is room for them.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Words, bits
from kfdsl.engine.library.allocating.building import Building, Region, cell_of
from kfdsl.engine.library.allocating.limits import region_at
from kfdsl.engine.library.machine import NOWHERE, machine
from kfdsl.engine.score.allocate.search.records import CLASSES, HOSTS

NO_CLASS = -1


def gather(building: Building) -> bool:
    """Count all items; not if there are too many classes, or several pieces that are one of several."""
    scratch = machine().scratch
    building.tokens_of = scratch.numbers(CLASSES)
    building.regions_of = scratch.numbers(CLASSES)
    building.classes_of = scratch.numbers(machine().tokens)
    building.joker = NOWHERE
    building.room.class_count = 0
    sources = building.sources
    for number in range(sources[0]):
        region = region_at(building, cell_of(sources[2 + 3 * number]))
        have = Words(sources[3 + 3 * number])
        for token in range(machine().tokens):
            if have[token] == 0:
                continue
            if building.customs.jokers >> token & 1:
                if building.joker != NOWHERE or have[token] > 1:
                    return False
                building.joker = token
            else:
                c = class_of(building, token, region)
                if c == NO_CLASS:
                    return False
                building.room.counts[c] += have[token]
    return True


def class_of(building: Building, token: int, region: Region) -> int:
    """The class of a token in a region."""
    for c in bits(building.classes_of[token]):
        if building.regions_of[c] == region.at:
            return c
    room = building.room
    made = room.class_count
    if made == CLASSES - 1:  # a role is one more
        return NO_CLASS
    room.class_count += 1
    room.counts[made] = 0
    building.tokens_of[made] = token
    building.regions_of[made] = region.at
    building.classes_of[token] = building.classes_of[token] | 1 << made
    while region.wider.at != 0:
        region.limit.classes = region.limit.classes | 1 << made
        region = region.wider
    return made


def find_hosts(building: Building) -> bool:
    """Classes whose company may change something."""
    room = building.room
    room.host_count = 0
    for c in range(room.class_count):
        if building.customs.hosts >> building.tokens_of[c] & 1:
            if room.host_count == HOSTS:
                return False
            room.host_classes[room.host_count] = c
            room.host_count += 1
    return True


def classes_of_tokens(building: Building, tokens: int) -> int:
    """All classes of some tokens, as bits."""
    found = 0
    for token in bits(tokens):
        found |= building.classes_of[token]
    return found
