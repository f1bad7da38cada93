"""A few of the many answers that could be given, spread over all that is offered.

In:   a question, the parts given so far, how many answers are wanted.      Out:  whole answers as rows of atoms.
Wholes explode, so they are not listed: what is wanted is shared out over the options of a part, and each option shares out what
it got over the options of the next. Of groups, those of one sort and few pieces come first.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice

from kfdsl.bots.dice import Dice
from kfdsl.engine.choices.question import Atoms, Question
from kfdsl.engine.choices.domains import GroupDomain

MOST_SORTS = 3  # that a group is put together from on purpose
TRIES = 4  # groups looked at for each that is wanted


def sample(question: Question, atoms: Atoms, wanted: int, dice: Dice) -> list[Atoms]:
    """At most so many wholes that begin with some atoms, each once; at least one."""
    if question.answer(atoms) is not None:
        return [atoms]
    groups = list(islice(_groups(question, atoms, TRIES * wanted, dice), wanted))
    if groups:
        return groups
    options = question.options(atoms)
    if len(options) > wanted:
        options = dice.some(options, wanted)
    found: list[Atoms] = []
    for at, option in enumerate(options):
        share = (wanted - len(found)) // (len(options) - at)
        found += sample(question, (*atoms, option), max(share, 1), dice)
    return found


def _groups(question: Question, atoms: Atoms, tries: int, dice: Dice) -> Iterator[Atoms]:
    """Answers whose last part is a group, the plainest first."""
    search = question.last_group(atoms)
    if search is None:
        return
    _, values, _ = question.split(atoms)
    for row in islice(_rows(search.domain(values), search.sizes(values), dice), tries):
        if question.reachable(atoms + row):
            yield atoms + row


def _rows(domain: GroupDomain, sizes: int, dice: Dice) -> Iterator[tuple[int, ...]]:
    """Of each few sorts, the smallest group that needs about size allow."""
    for sorts in range(1, MOST_SORTS + 1):
        several = list(combinations(range(len(domain.parts)), sorts))
        for chosen in dice.some(several, len(several)):
            row = domain.smallest(chosen, sizes)
            if row is not None:
                yield row
