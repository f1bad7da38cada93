"""Whether something is possible, found by doing it on a copy.

In:   a state, and a rule with its arguments.      Out:  yes or no.
Needs were tested before; exact moves and `ensure` fail, an ask is tried answer by answer, and chance ends the trial, since what
follows it is sure to succeed.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Numbers, Words, outside
from kfdsl.engine.library.choices.covers import covers, gathered, some_cover
from kfdsl.engine.library.choices.domains import Domain, first_row, group_domain, group_of, next_row, several_domain
from kfdsl.engine.library.choices.plans import NO_MENU, Asked, ask_of, block_of
from kfdsl.engine.library.machine import IMPOSSIBLE, SETTLED, State, machine
from kfdsl.engine.library.under_way.asking import ask_items, ask_want
from kfdsl.engine.library.under_way.copies import scratch_of, tried_on
from kfdsl.engine.library.under_way.frames import below, top_block
from kfdsl.engine.library.under_way.running import run, start_rule

NOBODY = -1


@outside
def any_menu_answer(g: State) -> bool:
    """Whether a menu that is open offers anything; questions know that, and they ask trials in turn."""
    raise NotImplementedError


def certain(g: State) -> bool:
    """Whether nothing between here and the next menu can fail, whatever is answered."""
    if ask_of(g.ask).sort == Asked.BRANCHES:
        return False
    sure = True
    picked = True
    top = g.top
    while top > machine().frames_at:
        number = top_block(g, top)
        top = below(g, top)
        if number == machine().again:
            return False  # a free action: what was asked beside it is asked again, and must have an answer then
        if number < machine().under_way:
            block = block_of(number)
            if block.menu != NO_MENU:
                return sure
            if block.is_tail:
                break
            sure = sure and block.sure
            if block.is_branch:
                picked = sure  # one of several was picked that may fail
        if top == g.bottom and g.parts > 0:
            break  # what lies below is the others', and then the tail
    return picked  # the rest nobody chose: the checker has made sure of it


def put_answer(g: State, answer: int, seat: int) -> None:
    """Put an answer that is none of a free action; running on is the caller's business."""
    machine().answer = answer
    machine().answering = answering(g, seat)
    g.ask = NOBODY


def answering(g: State, seat: int) -> int:
    """Who answers where several are asked at once: the first who has not yet, unless it is said."""
    if seat == NOBODY and ask_of(g.ask).sealed:
        return asked_of(g)
    return seat


def completable(g: State, answer: int, seat: int) -> bool:
    """Whether an answer leads to an end of what is under way."""
    if certain(g):
        return True
    with machine().scratch.held():
        trial = tried_on(g)
        put_answer(trial, answer, seat)
        return succeeds(trial)


def succeeds(trial: State) -> bool:
    """Whether a scratch state can be run to the next menu that offers something, to chance, or to the end."""
    status = run(trial)
    if status == SETTLED:
        return True
    if status == IMPOSSIBLE:
        return False
    if trial.ask == NOBODY:
        return True
    about = ask_of(trial.ask)
    if about.sort == Asked.MENU:
        return about.can_stop or any_menu_answer(trial)
    with machine().scratch.held():
        return any_succeeds(trial)


def any_succeeds(trial: State) -> bool:
    """Whether some answer to an ask that is no menu leads on."""
    about = ask_of(trial.ask)
    if about.sort == Asked.BRANCHES:
        for branch in range(about.branches):
            if leads_on(trial, branch):
                return True
        return False
    if about.sort == Asked.GROUP or about.sort == Asked.SEVERAL:
        domain = domain_of(trial, NOBODY)
        counts = machine().scratch.numbers(domain.count)
        more = first_row(domain, counts, 0)
        while more:
            if leads_on(trial, group_of(domain, counts).at):
                return True
            more = next_row(domain, counts, 0, about.line)
        return False
    if about.sort == Asked.COVER:
        some = some_cover_of(trial)
        if some.at == 0 or leads_on(trial, some.at):
            return some.at != 0
    items = items_of_ask(trial, NOBODY, 0)
    for i in range(items[0]):
        if leads_on(trial, items[1 + i]):
            return True
    return False


def leads_on(trial: State, answer: int) -> bool:
    """Whether an answer leads on from a scratch state, which stays as it is but for what it looked at."""
    with machine().scratch.held():
        other = tried_on(trial)
        put_answer(other, answer, NOBODY)
        found = succeeds(other)
        trial.fine = trial.fine | other.fine
        return found


def frame_start(g: State) -> int:
    """Where the frame begins that waits for an answer."""
    return below(g, g.top)


def domain_of(g: State, seat: int) -> Domain:
    """The choices of an ask that is answered in parts."""
    about = ask_of(g.ask)
    items = ask_items(g, g.ask, frame_start(g), answering(g, seat), 0)
    if about.sort == Asked.SEVERAL:
        return several_domain(items, about.low, about.high)
    return group_domain(items)


def items_of_ask(g: State, seat: int, most: int) -> Numbers:
    """The answers to an ask that is not a menu and not a group; a list of `most` may go on (0: all)."""
    about = ask_of(g.ask)
    start = frame_start(g)
    if about.sort == Asked.COVER:
        who = seat if seat != NOBODY else asked_of(g)
        want = ask_want(g, g.ask, start, who)
        return covers(g, want, ask_items(g, g.ask, start, who, 0), about.purpose, who, about.line)
    return ask_items(g, g.ask, start, answering(g, seat), most)


def some_cover_of(g: State) -> Numbers:
    """Some answer to an ask for a cover; none (0) if there is none. The first that is found mostly leads on, and spares looking for all."""
    start = frame_start(g)
    who = asked_of(g)
    want = ask_want(g, g.ask, start, who)
    cover = some_cover(g, want, ask_items(g, g.ask, start, who, 0), ask_of(g.ask).purpose, who, ask_of(g.ask).line)
    return gathered(cover) if cover.at != 0 else Numbers(0)


@outside
def asked_of(g: State) -> int:
    """Who is asked, the first of them."""
    raise NotImplementedError


def possible(g: State, rule: int, row: Numbers, line: int) -> bool:
    """Whether a rule could be carried out; `fine` of the machine says whether that looked closely at groups."""
    machine().fine = 0
    if rule < 0:
        return False
    if Words(machine().sure_at)[rule]:
        return True
    with machine().scratch.held():
        trial = scratch_of(g, line)
        trial.quick = True
        status = start_rule(trial, rule, row)
        found = status == SETTLED
        if status == 0:
            found = succeeds(trial)
        machine().fine = trial.fine
        return found


def possible_effect(g: State, rule: int, by: int, at: int, line: int) -> bool:
    """`possible card.effect by p at card`"""
    with machine().scratch.held():
        return possible(g, rule, effect_row(by, at), line)


def effect_row(by: int, at: int) -> Numbers:
    row = machine().scratch.numbers(2)
    row[0] = by
    row[1] = at
    return row
