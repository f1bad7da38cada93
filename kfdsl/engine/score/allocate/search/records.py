"""What the search works on: an allocation problem in one flat memory.

A set of classes of items is a mask; only classes that hold items are numbered. Scorers lie in the order of their
declaration, each with its wants, each of these with its holes, each of these with its fits. What the search finds out
lies beside what was asked: a field says which of the two it is.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from kfdsl.engine.flat.memory import INSIDE, Arena, Numbers, Record, Rows, Words

CLASSES = 63  # of items; a mask has a bit for each
LEDGERS = 8
HOSTS = 3  # classes whose company changes something
SCORERS = 192
WANTS = 384
HOLES = 512
FITS = 768
ROLES = 1024
LODGINGS = 16384
DEMANDS = 96  # of one part at one time
ASKED = 32  # different demands of one card with company
LEVELS = 62  # values of what is left over, in one part
FLOW_WORDS = 1 << 17  # room for the flows of all steps that are under way
ARENA_EIGHTS = 1 << 16

SCORER_STEPS = 500  # that making a scorer ready for the search costs,
TRY_STEPS = 500  # and each way that is tried there

NO_BOUND = -1  # a scorer that may be filled as often as it can be
FREE = -1  # a scorer that nobody has to fill
NO_CARD = -1


class Answer(IntEnum):
    """What `solve` says."""

    SOLVED = 0
    TOO_HARD = 1


class Trouble(IntEnum):
    """Why a search stops."""

    NONE = 0
    TOO_HARD = 1  # something that this search cannot do
    STEPS = 2  # it took longer than it may


class Fit(Record, width=8):
    """What may lie in a hole."""

    itself: int  # classes that are what is asked for
    mask: int  # with those that stand in
    changing_hosts: int  # whose company would let others in
    guests: Annotated[Numbers, HOSTS]  # whom the company of each host lets in
    scorer: Scorer
    widest: int  # found: classes that may lie here in the company of all hosts that matter
    plain: int  # found: classes that the search at hand lets in without company
    wide: int  # found: those that it lets in with company
    role_rights: int  # found: by what rights roles may lie here that only one ledger sees


class Hole(Record, width=8):
    """So many items of one fit, or of so many different fits."""

    count: int
    fits: Rows[Fit]
    fit_count: int


class Want(Record, width=8):
    """One of the sets that a scorer may be filled with."""

    holes: Rows[Hole]
    hole_count: int
    number: int  # among those of its scorer
    most: int  # found: how often it could be filled if nobody else took anything
    cost: int  # found: what the cheapest items for one set cost in the search at hand


class Scorer(Record, width=8):
    """Something that can be filled, and what became of it."""

    value: int
    most: int  # or NO_BOUND
    spare: int  # or FREE
    ledgers: int  # a mask of ledgers
    card: int  # or NO_CARD
    unfilled: int
    wants: Rows[Want]
    want_count: int
    number: int
    reach: int  # found: classes that it may take in any company
    changing_hosts: int  # found: hosts whose company would change one of its holes
    fitting_hosts: int  # found: hosts that may lie in one of its holes
    hosts: int  # found: hosts that matter on its card
    root: int  # found: the first scorer of its part
    is_shared: bool  # found, of a root: whether others are in its part
    least: int  # found: how often it has to be filled
    part_ledgers: int  # found, of a root: ledgers of all scorers in its part
    part_value: int  # found, of a root: what its part is worth
    times: int  # found: how often it is filled
    want: int  # found: with which of its wants
    role_times: int  # found: the same with a role that is tried
    role_want: int
    best_times: int  # found: the same with the best role so far
    best_want: int
    is_touched: bool  # found, of a root: whether the role that is tried may lie in its part
    next_touched: Scorer  # found, of a root: the next part in which it may lie
    merged: Role  # found, of a root: all roles in one of which the part decides by what it fills
    known: Known  # found, of a root: what it gains by roles that were tried, the last first


class Ledger(Record, width=8):
    """Every item can be taken once in each ledger."""

    worth: Annotated[Numbers, CLASSES]  # of an item that is left, by class
    valuable: int  # found: classes whose worth is not zero
    taken: int  # found: classes that a scorer may take
    contested: int  # found: classes that several may take
    touched: int  # found: classes that scorers of the part at hand may take
    row: int  # found: which row of the flow says what is spare here
    costs: Annotated[Numbers, CLASSES]  # found: what an item costs in the search at hand
    best_part: Known  # found: the part that gains most by the role that is tried


class Decision(Record, width=8):
    """What the search does with a scorer of the part: what it may, what it tries, what was best."""

    scorer: Scorer
    value: int
    unfilled: int
    least: int
    most: int
    hosts: int
    is_last_of_card: bool
    times: int
    want: Want
    best_times: int
    best_want: Want
    bound: int  # what it adds at most to the worth of all items


class Demand(Record, width=8):
    """Items that are asked for in a ledger, whoever asks; how many of which class it got is in the flow."""

    mask: int
    row: int  # of the ledger


class Level(Record, width=8):
    """Classes that are worth the same in a ledger when they are left."""

    value: int
    mask: int
    row: int  # of the ledger


class Asked(Record, width=8):
    """Items that all holes of a card together ask for."""

    ledgers: int
    mask: int
    amount: int
    rest: int  # without what hosts take


class Lodging(Record, width=8):
    """A fit where a role may lie: by its own right (bit 0), or as a guest of a host (bit 1 + host)."""

    fit: Fit
    rights: int


class Role(Record, width=8):
    """What an item that may settle can be: one item more that fits in some holes."""

    lodgings: Rows[Lodging]
    lodging_count: int
    worth: Annotated[Numbers, LEDGERS]  # if it is left
    is_merged: bool  # found: others stand for it


class Known(Record, width=8):
    """What a part gains by a role, and its fills then."""

    next: Known
    root: Scorer
    role: Role
    worth: int  # of the role, in the ledger of the part
    profit: int
    fills: Words  # of each scorer of the part, how often it is filled and with which want


class Workspace(Record, width=8):
    """The problem, the answer, and all that the search needs between them."""

    scorer_count: int
    class_count: int
    all_ledgers: int
    host_count: int
    fit_count: int
    role_count: int
    total: int  # the answer
    steps: int  # how many there were in all

    trouble: int  # a Trouble
    limit: int  # steps of the search at hand
    taken_steps: int
    best: int  # value of the best solution of the part at hand
    is_hidden: bool  # the search decides more than what the answer says, so that equal ways have to be compared
    ledgers_of_part: int
    ledger_count: int  # in the part at hand
    decision_count: int
    demand_count: int
    level_count: int

    arena: Annotated[Arena, INSIDE]
    counts: Annotated[Numbers, CLASSES]
    host_classes: Annotated[Numbers, HOSTS]
    first_touched: Scorer  # the first part in which the role that is tried may lie
    members: Annotated[Words, SCORERS]  # numbers of the scorers in the part at hand
    member_count: int
    owners: Annotated[Words, CLASSES]  # by class, the first scorer that may take it
    queue: Annotated[Words, CLASSES]
    via_demand: Annotated[Words, CLASSES]
    via_class: Annotated[Words, CLASSES]
    ledgers: Annotated[Rows[Ledger], LEDGERS]
    decisions: Annotated[Rows[Decision], SCORERS]
    demands: Annotated[Rows[Demand], DEMANDS]
    levels: Annotated[Rows[Level], LEVELS]
    scorers: Annotated[Rows[Scorer], SCORERS]
    wants: Annotated[Rows[Want], WANTS]
    holes: Annotated[Rows[Hole], HOLES]
    fits: Annotated[Rows[Fit], FITS]
    roles: Annotated[Rows[Role], ROLES]
    lodgings: Annotated[Rows[Lodging], LODGINGS]
    flows: Annotated[Words, FLOW_WORDS]
