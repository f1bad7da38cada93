"""What keeps something that is under way from being finished.

In:   a Table and a scratch state that was begun in the telling form.      Out:  a Obstacle: words, and the line of content; or None.
Only for explaining: one way after the other is tried, and the first obstacle of the first way is told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice

from kfdsl.engine.choices.question import menu_answers
from kfdsl.engine.machine.groups import covers
from kfdsl.engine.machine.lacking_words import lacking, short, under_way
from kfdsl.engine.machine.runtime import Want
from kfdsl.engine.machine.state import Impossible, Lacking, Refused, Settled, State, UnderWay
from kfdsl.engine.rules.table import Table
from kfdsl.engine.rules.trial import answers
from kfdsl.program import made_names

MOST_WAYS = 50  # answers to an ask that are tried
MOST_LESS = 200  # smaller wants that are tried
DEEPEST = 6  # asks one after the other


@dataclass(frozen=True, slots=True)
class Obstacle:
    """What stands in the way: the `ensure` that fails, if it is one, words, and the number of a line."""

    need: str
    words: str
    line: int


def obstacle(table: Table, trial: State, go_on: Callable[[State], None], deep: int = 0) -> Obstacle | None:
    """What stops a scratch state from going on to the next menu, to chance or to the end; None if nothing does."""
    trial.events = []
    try:
        go_on(trial)
        table.telling.run(trial)
    except Lacking as lack:
        return Obstacle("", f"{lacking(table.wording, short(lack.wanted, lack.there))} in {table.wording.place(lack.cell)}", lack.line)
    except Refused as refusal:
        return Obstacle(refusal.need, refusal.words or refusal.need, refusal.line)
    except UnderWay as again:
        return _under_way(table, again.effect)
    except Settled:
        return None
    except Impossible:
        return Obstacle("", "", -1)
    return None if trial.ask < 0 or deep >= DEEPEST else _unanswered(table, trial, deep)


def _under_way(table: Table, effect: str) -> Obstacle:
    """That an effect of a card would be performed inside itself."""
    line = table.telling.form.lines.index(table.numbering.rules[effect].span)
    return Obstacle("", under_way(table.wording, effect), line)


def _unanswered(table: Table, trial: State, deep: int) -> Obstacle | None:
    """Why no answer to what is asked now leads on."""
    info, first = table.ask(trial), None
    if info.can_stop:
        return None
    for value in islice(answers(table, menu_answers, trial), MOST_WAYS):
        if info.sort == "menu":
            return None
        other = trial.copy()
        other.events = []
        found = obstacle(table, other, lambda state, value=value: table.answer(state, value), deep + 1)  # type: ignore[misc]
        if found is None:
            return None
        first = first or found
    return first or Obstacle("", _nothing_to_choose(table, trial), info.line)


def _nothing_to_choose(table: Table, trial: State) -> str:
    """Why an ask has no answer at all."""
    info = table.ask(trial)
    if info.sort == "menu":
        return f"there is nothing to do in {info.menu.replace('_', ' ')}"
    if info.sort != "cover":
        return "there is nothing to choose"
    want: Want = table.quiet.names[made_names.asked_want(trial.ask)](trial, *table.locals(trial))
    stands = table.stands(trial, info.purpose, table.asked(trial))
    less = _missing(table, trial, want, stands)
    return lacking(table.wording, less) if less else "it cannot be paid with what is there"


def _missing(table: Table, trial: State, want: Want, stands: dict[int, int]) -> Want:
    """The least by which a want is too much; nothing if no smaller one can be covered either."""
    sources, sizes = table.sources(trial), tuple(count for count, _, _ in want)
    for taken in islice(_reductions(sizes), MOST_LESS):
        smaller = tuple(
            (count - off, mask, different) for (count, mask, different), off in zip(want, taken, strict=True)
        )
        holes = tuple(each for each in smaller if each[0])
        if covers(holes, sources, stands, trial.meter, 0, table.line(trial)):
            return tuple((off, mask, different) for off, (_, mask, different) in zip(taken, want, strict=True) if off)
    return ()


def _reductions(sizes: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Ways to take something off each of some numbers, the least in all first."""
    for much in range(1, sum(sizes) + 1):
        yield from _parted(sizes, much)


def _parted(sizes: tuple[int, ...], much: int) -> Iterator[tuple[int, ...]]:
    if not sizes:
        if not much:
            yield ()
        return
    for off in range(min(sizes[0], much) + 1):
        yield from ((off, *rest) for rest in _parted(sizes[1:], much - off))
