"""Every name that is made and not written: in the core, and in generated code.

In:   names of content.      Out:  names that no content can spell, and that differ wherever what they were made of differs.
Content spells names with small letters, digits and `_`. A name of the core that is made has a `.` or `#` in it, and so has one that several
packs declare, `promos.kiln`: what is called like such a pack is written with its own pack, so it never begins like a made one. An
identifier of Python begins with letters that say what it is, and has a middle dot where the core has a `.`, so that neither
needs a list of words that are taken. Nowhere else is a name put together.
"""

from __future__ import annotations

import re
from collections.abc import Container

_DOT, _COUNT = "\N{MIDDLE DOT}", "N"  # both may stand in an identifier of Python, neither in a name of content
_CORE = re.compile(r"[a-z0-9_.#]+")

# ---- the core: what belongs to something


def member(owner: str, name: str) -> str:
    """A field or variable of a kind or trait; one of the whole game has no owner."""
    return f"{owner}.{name}" if owner else name


def option(pack: str, name: str) -> str:
    """The variable that holds what was chosen for an option."""
    return f"option#{pack}.{name}"


def option_of(var: str) -> tuple[str, str] | None:
    """The pack and the name of an option, if a variable holds one."""
    front, sign, option = var.partition("#")
    pack, _, name = option.partition(".")
    return (pack, name) if sign and front == "option" else None


def in_words(name: str) -> str:
    """How something reads that has no noun; the pack that stands before its name where others declare that as well is left out."""
    return name.rpartition(".")[2].replace("_", " ")


def first_of(name: str, declared: Container[str]) -> str:
    """The declared name with which a made one begins, `old_kiln` or `promos.old_kiln`."""
    parts = name.split(".")
    both = ".".join(parts[:2])
    return both if both in declared else parts[0]


def need(rule: str, name: str) -> str:
    """A need of an action; authors write it so, too."""
    return f"{rule}.{name}"


# ---- the core: rules that stand for part of what was written


def printed_effect(card: str, face: str, field: str) -> str:
    """The rule of an effect that is printed on a card."""
    return ".".join(part for part in (card, face, field) if part)


def of_copy(rule: str, card: str) -> str:
    """The same of one of several copies."""
    return f"{card}.{rule.partition('.')[2]}"


def replaced(rule: str, number: int) -> str:
    """What a rule was before it was replaced, which `proceed` calls; a number is no name of content."""
    return f"{rule}.{number}"


def branch(rule: str, label: str, number: int) -> str:
    """One branch of `one of`."""
    return f"{rule}.{label}.{number}"


def counted(label: str, times: int) -> str:
    """A label that a rule gives for the second time, and so on."""
    return label if times == 1 else f"{label}#{times}"


def candidates(query: str) -> str:
    """All that a query may be where somebody is asked which, together with what packs add."""
    return f"{query}.which"


def candidates_or_none(query: str) -> str:
    """The same with nothing, where there is none."""
    return f"{query}.which.0"


def inside_itself(query: str) -> str:
    """A query that asks itself, with how deep it may still do so as its last parameter."""
    return f"{query}.deep"


def is_inside_itself(query: str) -> bool:
    return query.endswith(".deep")


def widened(query: str) -> str:
    """The query as it was written, of which this may be all that it may be."""
    return query.partition(".")[0]


def ties(number: int) -> str:
    """A query that decides among equals, if those before it did not."""
    return f"ties.{number}"


def copy(thing: str, number: int) -> str:
    """One of the copies of a thing; authors write it so, too."""
    return f"{thing}#{number}"


# ---- the core: locals that nobody wrote

EACH = ".each"  # of what is picked by its sort
ANSWER = ".answer"
ASKED = ".asked"  # where answers are sealed: who is asked,
ANSWERS = ".answers"  # what they answered so far,
LAST = ".last"  # and the answer with which all are in
DEEP = ".deep"  # how often a query may still ask itself
SIZE = ".size"  # of a group that is not known yet
RULE, LABEL = ".rule", ".label"  # of what is asked once more
EFFECT = ".effect"  # that is under way


def before(number: int) -> str:
    """What something was before a deed."""
    return f".before{number}"


def before_in_words(number: int) -> str:
    """The same, where only a message reads it: rules that tell nothing do not work it out."""
    return f".said{number}"


def is_only_said(name: str) -> bool:
    """Whether only a message reads a local."""
    return name.startswith(".said")


def kept(var: str) -> str:
    """The value of a menu's variable while the menu is open anew."""
    return f".kept.{var}"


def left(number: int) -> str:
    """What is left of the items of a loop."""
    return f".left{number}"


def menu_argument(label: str, number: int) -> str:
    """An argument of a menu while it is open."""
    return f".menu.{label}.{number}"


def another(name: str, number: int) -> str:
    """A local of a change that is spelled like one of the rule that it changes."""
    return f"{name}#{number}"


# ---- generated code: identifiers of Python


def local(name: str) -> str:
    return "x_" + _spelled(name)


def temporary(number: int) -> str:
    return f"t{number}"


def constant(number: int) -> str:
    return f"K{number}"


def query(name: str) -> str:
    return "q_" + _spelled(name)


def rule(name: str) -> str:
    return "r_" + _spelled(name)


def started(name: str) -> str:
    """Begins a rule with arguments from a row."""
    return "s_" + _spelled(name)


def shape(name: str) -> str:
    return "h_" + _spelled(name)


def block(number: int) -> str:
    return f"b{number}"


def domain(action: str, number: int) -> str:
    """What a parameter of an action may be."""
    return f"a_{_spelled(action)}{_DOT}{number}"


def need_test(action: str, number: int) -> str:
    return f"n_{_spelled(action)}{_DOT}{number}"


def need_message(action: str, number: int) -> str:
    return f"m_{_spelled(action)}{_DOT}{number}"


def asked_player(ask: int) -> str:
    return f"who{ask}"


def asked_items(ask: int) -> str:
    return f"from{ask}"


def asked_want(ask: int) -> str:
    return f"want{ask}"


def branch_arguments(ask: int) -> str:
    return f"args{ask}"


def asked_missing(ask: int) -> str:
    return f"missing{ask}"


def asked_answers(ask: int) -> str:
    return f"answers{ask}"


def menu_arguments(block: int) -> str:
    """Of the menu that is open while a block waits."""
    return f"menu{block}"


# ---- tables that generated code reads


def place_cells(name: str) -> str:
    return "P_" + _spelled(name)


def var_cells(name: str) -> str:
    return "V_" + _spelled(name)


def trait_cells(name: str) -> str:
    """The cells of the places with a trait, by card."""
    return "T_" + _spelled(name)


def is_a(name: str) -> str:
    """Which cards are of a kind or have a trait."""
    return "IS_" + _spelled(name)


def printed(field: str) -> str:
    """What is printed in a field, by card; of an effect, the number of its rule."""
    return "F_" + _spelled(field)


def _spelled(name: str) -> str:
    """A name of the core as part of an identifier; two names are never spelled alike."""
    assert _CORE.fullmatch(name), name
    return name.replace(".", _DOT).replace("#", _COUNT)
