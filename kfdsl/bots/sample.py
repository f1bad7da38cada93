"""A few of the many answers that could be given, spread over all that is offered.

In:   a question, the parts given so far, how many answers are wanted.      Out:  whole answers as rows of atoms.
Wholes explode, so they are not listed: what is wanted is shared out over the options of a part, and each option shares out what
it got over the options of the next. Of groups, those of one sort and few pieces come first.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice

from kfdsl.bots.dice import Dice
from kfdsl.engine.choices.domains import GroupDomain
from kfdsl.engine.choices.question import Atoms, Question

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
    number, values, parts = question.split(atoms) if atoms else (-1, (), ())
    if number < 0 or parts or len(values) + 1 != question.width(number) or not question.is_group(number, len(values)):
        return
    domain = question.domain(number, values)
    assert isinstance(domain, GroupDomain)
    sizes = sum(1 << size for size in question.allowed_sizes(number, values))
    for row in islice(_rows(domain, sizes, dice), tries):
        if question.is_begun(number, (*values, domain.group(row))):
            yield atoms + row


def _rows(domain: GroupDomain, sizes: int, dice: Dice) -> Iterator[tuple[int, ...]]:
    """Of each few sorts, the smallest group that needs about size allow."""
    for sorts in range(1, MOST_SORTS + 1):
        several = list(combinations(range(len(domain.parts)), sorts))
        for chosen in dice.some(several, len(several)):
            row = _smallest(domain, chosen, sizes)
            if row is not None:
                yield row


def _smallest(domain: GroupDomain, chosen: tuple[int, ...], sizes: int) -> tuple[int, ...] | None:
    """The smallest row that takes just these parts and has an allowed size; sizes are bits."""
    weights = [sum(domain.sources[domain.parts[at][0]][2]) if domain.parts[at][1] is None else 1 for at in chosen]
    low = sum(weights)
    high = sum(weight * domain.parts[at][2] for at, weight in zip(chosen, weights, strict=True))
    fits = sizes & ((2 << high) - (1 << low))
    if not fits:
        return None
    missing = (fits & -fits).bit_length() - 1 - low
    row = [int(at in chosen) for at in range(len(domain.parts))]
    for at in chosen:
        if domain.parts[at][1] is not None and missing > 0:
            more = min(missing, domain.parts[at][2] - 1)
            row[at] += more
            missing -= more
    return tuple(row)
