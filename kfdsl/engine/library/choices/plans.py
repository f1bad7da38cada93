"""What questions look up about actions, menus, asks and blocks; it never changes.

In:   a number.      Out:  a record.
"""

from __future__ import annotations

from enum import IntEnum

from kfdsl.engine.flat.memory import Numbers, Record, Rows, inline, outside
from kfdsl.engine.library.machine import State, machine

NO_MENU = -1


class Asked(IntEnum):
    """What sort of answer an ask wants."""

    ITEMS = 0
    SEVERAL = 1
    GROUP = 2
    COVER = 3
    MENU = 4
    BRANCHES = 5


class Plan(Record):
    """An action."""

    rule: int
    at_once: bool  # whether the rule asks nobody
    width: int  # how many parameters
    groups: int  # which of them are groups, as bits
    outer: int  # how many arguments its menu has
    by_class: bool  # whether one group of a class speaks for all: the deed looks at kinds, needs at sizes
    by_tokens: bool  # and whether that holds of all groups with the same tokens, but for parts from near places
    has_sizes: bool  # whether needs read the size of the last group
    is_shared: bool  # whether the last group may be the same whatever was chosen before it
    needs: int  # depths at which needs read, as bits,
    trials: int  # and at which they try something out
    packings: int  # where it is said of each parameter how it is packed, in words


class Menu(Record):
    """Actions to choose from: lists of words."""

    actions: int  # where the numbers of its actions lie, how many first
    free: int
    width: int  # how many arguments it has


class Ask(Record):
    """What is asked."""

    sort: int
    menu: int
    can_stop: bool
    sealed: bool
    low: int  # of several, how many at least
    high: int  # and at most, or -1
    purpose: int
    branches: int  # how many
    packing: int  # how an answer is packed that is no action
    line: int


class Block(Record):
    """A stretch of a rule."""

    sure: bool
    menu: int  # that is open while it waits
    is_tail: bool
    is_branch: bool


@inline
def plan_of(action: int) -> Plan:
    return Rows(Plan, machine().plans_at)[action]


@inline
def menu_of(menu: int) -> Menu:
    return Rows(Menu, machine().menus_at)[menu]


@inline
def ask_of(ask: int) -> Ask:
    return Rows(Ask, machine().asks_at)[ask]


@inline
def block_of(block: int) -> Block:
    return Rows(Block, machine().blocks_at)[block]


# ---- made of rules


@outside
def action_items(g: State, action: int, at: int, row: Numbers) -> Numbers:
    """What a parameter may be: a list of items, or sources of a group; the row holds the menu's arguments and the values before."""
    raise NotImplementedError


@outside
def action_holds(g: State, action: int, depth: int, row: Numbers) -> bool:
    """Whether the needs hold that only read so many parameters."""
    raise NotImplementedError


@outside
def action_tries(g: State, action: int, depth: int, row: Numbers) -> bool:
    """Whether those hold that try something out."""
    raise NotImplementedError


@outside
def action_allows(g: State, action: int, row: Numbers, size: int) -> bool:
    """Whether needs allow a size of the last group."""
    raise NotImplementedError


@outside
def need_holds(g: State, action: int, need: int, row: Numbers) -> bool:
    """Whether a single need holds, also one that tries something out."""
    raise NotImplementedError


@outside
def need_words(g: State, action: int, need: int, row: Numbers) -> bool:
    """Tell what stands in the holes of a need's message; the row holds all values."""
    raise NotImplementedError


@outside
def action_near(g: State, action: int, row: Numbers, place: int) -> bool:
    """Whether the deed may look at a place that the last group may come from."""
    raise NotImplementedError


@outside
def menu_row(g: State, block: int, start: int) -> Numbers:
    """The arguments of the menu that is open while a frame waits."""
    raise NotImplementedError


@outside
def stands_for(g: State, purpose: int, who: int, token: int) -> int:
    """The tokens whose holes a token may fill when somebody pays for a purpose, as bits."""
    raise NotImplementedError
