"""What comes next in an answer, said in one row, so that whoever plays from outside asks once.

In:   a state, who answers (NOBODY: the first who is asked), and a row of codes, see `stepping.py`.      Out:  a row of numbers.
Parts with one option choose themselves. The row says who is asked, how many numbers those parts take, how many options there are then,
and what a value that is picked in parts comes from (0: it is not); then these parts, each a code and what it means; then the codes of the
options, and what they mean: an item, an action, or how many.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Numbers, copy
from kfdsl.engine.library.choices.answering import give
from kfdsl.engine.library.choices.choosing import FREE, Choosing, is_whole, new_choosing, take
from kfdsl.engine.library.choices.plans import Asked, ask_of
from kfdsl.engine.library.choices.search import domain_at
from kfdsl.engine.library.choices.trials import NOBODY
from kfdsl.engine.library.lists import add_item, begin_list, end_list, new_list
from kfdsl.engine.library.machine import State, machine
from kfdsl.engine.library.playing.doors import choosing_as
from kfdsl.engine.library.playing.stepping import codes_among, items_of, searched

HEAD = 4  # numbers before the parts that chose themselves


def next_part(g: State, who: int, row: Numbers) -> Numbers:
    """What comes behind the parts in a row; no options if the answer is whole then, or if there is none."""
    return what_comes(choosing_as(g, who, row))


def give_and_look(g: State, who: int, row: Numbers, looks: bool) -> Numbers:
    """Give a whole answer, and run on; what comes then, if anybody wants to know, and one is asked who has not several beside them.

    None (0) if it cannot be.
    """
    status = 0
    with machine().scratch.held():  # what the answer names lies there until it is given
        status = give(choosing_as(g, who, row), g)
    if status != 0:
        return Numbers(0)
    if not looks or g.ask == NOBODY or g.parts > 0 or ask_of(g.ask).sealed:
        return machine().scratch.numbers(HEAD)
    return what_comes(new_choosing(g))


def what_comes(choosing: Choosing) -> Numbers:
    taken = begin_list()
    while not is_whole(choosing):
        items = items_of(choosing)
        codes = codes_among(choosing, items)
        if codes[0] != 1:
            return said(choosing, end_list(taken), items, codes)
        add_item(codes[1])
        add_item(meant(choosing, items, codes[1]))
        take(choosing, codes[1] if items.at == 0 or codes[1] >= FREE else items[1 + codes[1]])
    return said(choosing, end_list(taken), Numbers(0), new_list(0))


def said(choosing: Choosing, taken: Numbers, items: Numbers, codes: Numbers) -> Numbers:
    width = taken[0]
    count = codes[0]
    found = machine().scratch.numbers(HEAD + width + 2 * count)
    found[0] = choosing.who
    found[1] = width
    found[2] = count
    copy(found.tail(HEAD), taken.tail(1), width)
    copy(found.tail(HEAD + width), codes.tail(1), count)
    if count > 0:
        found[3] = sources_of(choosing)
        for i in range(count):
            found[HEAD + width + count + i] = meant(choosing, items, codes[1 + i])
    return found


def meant(choosing: Choosing, items: Numbers, code: int) -> int:
    """An item, how many, or an action; one that is taken beside what is asked is told from those."""
    if code >= FREE:
        return FREE + choosing.free[1 + 2 * (code - FREE)]
    return code if items.at == 0 else items[1 + code]


def sources_of(choosing: Choosing) -> int:
    """Where it is listed what the next value is picked from, part by part: of several, the items."""
    if choosing.search.at != 0:
        return choosing.domain.sources.at if choosing.domain.at != 0 else 0
    sort = ask_of(choosing.g.ask).sort
    if sort == Asked.GROUP or sort == Asked.SEVERAL:
        return domain_at(searched(choosing), 0).sources.at
    return 0
