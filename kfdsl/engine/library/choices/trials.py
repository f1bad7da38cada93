"""Whether something is possible, found by doing it on a copy.

In:   a state, and a rule with its arguments.      Out:  yes or no.
Needs were tested before; exact moves and `ensure` fail, an ask is tried answer by answer, and chance ends the trial, since what
follows it is sure to succeed.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Numbers, Record, Words, outside
from kfdsl.engine.library.choices.covers import covers
from kfdsl.engine.library.choices.domains import Domain, first_row, group_domain, group_of, next_row, several_domain
from kfdsl.engine.library.choices.plans import NO_MENU, Asked, ask_of, block_of
from kfdsl.engine.library.machine import IMPOSSIBLE, SETTLED, State, machine
from kfdsl.engine.library.under_way.asking import ask_items, ask_want
from kfdsl.engine.library.under_way.copies import scratch_of, tried_on
from kfdsl.engine.library.under_way.frames import below, top_block
from kfdsl.engine.library.under_way.running import begin, run, start_rule

NOBODY = -1
MOST_MENUS = 60  # opened one after another; whoever pays so often for nothing has something in mind


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


def idle_effect(g: State, rule: int, by: int, at: int, line: int) -> bool:
    """Whether no way of carrying out an effect would do more than cost something."""
    if rule < 0:
        return True
    with machine().scratch.held():
        trial = scratch_of(g, line)
        status = begin(trial, rule, effect_row(by, at))
        if status == SETTLED:
            return False
        if status == IMPOSSIBLE:
            return True
        return not does_something(trial, Opened(0))


class Opened(Record, width=8):
    """A menu that was opened on the way, and those before it."""

    state: State
    before: Opened
    count: int


@outside
def any_menu_does(trial: State, opened: Opened) -> bool:
    """Whether some answer to a menu that is open does more than cost something."""
    raise NotImplementedError


def does_something(trial: State, opened: Opened) -> bool:
    """Whether some way on from here does more than cost something; `opened` is the last menu on the way."""
    status = run(trial)
    if status == SETTLED:
        return True
    if status == IMPOSSIBLE:
        return False
    if trial.did:
        return True
    if trial.ask == NOBODY:
        return False
    with machine().scratch.held():
        if ask_of(trial.ask).sort == Asked.MENU:
            return menu_does_something(trial, opened)
        return any_does(trial, opened)


def menu_does_something(trial: State, opened: Opened) -> bool:
    earlier = opened
    while earlier.at != 0:
        if is_where(trial, earlier.state):
            return False  # the menu came again and nothing had changed
        earlier = earlier.before
    if opened.at != 0 and opened.count >= MOST_MENUS:
        return True
    now = machine().scratch.one(Opened)
    now.state = trial
    now.before = opened
    now.count = 1 + (opened.count if opened.at != 0 else 0)
    return any_menu_does(trial, now)


def any_does(trial: State, opened: Opened) -> bool:
    """The same for an ask that is no menu."""
    about = ask_of(trial.ask)
    if about.sort == Asked.BRANCHES:
        for branch in range(about.branches):
            if goes_on_to_do(trial, branch, opened):
                return True
        return False
    if about.sort == Asked.GROUP or about.sort == Asked.SEVERAL:
        domain = domain_of(trial, NOBODY)
        counts = machine().scratch.numbers(domain.count)
        more = first_row(domain, counts, 0)
        while more:
            if goes_on_to_do(trial, group_of(domain, counts).at, opened):
                return True
            more = next_row(domain, counts, 0, about.line)
        return False
    items = items_of_ask(trial, NOBODY, 0)
    for i in range(items[0]):
        if goes_on_to_do(trial, items[1 + i], opened):
            return True
    return False


def goes_on_to_do(trial: State, answer: int, opened: Opened) -> bool:
    with machine().scratch.held():
        other = tried_on(trial)
        put_answer(other, answer, NOBODY)
        return does_something(other, opened)


def is_where(one: State, other: State) -> bool:
    """Whether all pieces lie as in another state, and the same is asked in the same rules."""
    if one.ask != other.ask or one.top != other.top:
        return False
    start = State.record_size()
    return same_numbers(one, other, start, machine().sheet_at) and same_numbers(
        one, other, machine().frames_at, one.top
    )


def same_numbers(one: State, other: State, start: int, end: int) -> bool:
    mine = Numbers(one.at)
    theirs = Numbers(other.at)
    for at in range(start, end):
        if mine[at] != theirs[at]:
            return False
    return True
