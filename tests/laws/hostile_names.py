"""Packs with every name in them replaced by one that is meant to collide with something of ours.

A name is replaced wherever it stands, by the same other name, so nothing changes but how things are called. Examples and positions
are left out: they are written in notations, and prove what other tests prove.
"""

from __future__ import annotations

import builtins
import dataclasses
import keyword
import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from lark import Token

from kfdsl.engine.lower.library import LIBRARY
from kfdsl.lang.compile import PackSource
from kfdsl.lang.elaborate.queries import JOINS
from kfdsl.lang.syntax.keywords import CALLED, DONE, MAIN_LEDGER, RESERVED
from kfdsl.lang.syntax.parse import Branch, parse
from kfdsl.text.diagnostic import Report
from kfdsl.text.source import Source
from tests.lang.loading import grammar

SPELLED = re.compile(r"[a-z_][a-z0-9_]*")
NAMING = frozenset("NAME QUALIFIED QUALIFIEDCALL CALL FIELD SENTENCE_FIELD FACE COUNTED COUNTED_PAIR".split())
VIEWERS = {"all", "owner", "others", "none", "player", "token", "corner", "tokens", "this", "nothing", "down", "turned"}
OF_LOCALS = "before_1 told_1 group_size left_1 answer answers asked last t1 t2 found cell place part card each line pair x_x s g".split()
OURS = """k0 b0 x_me x_here r_day q_size p_shelf v_heat f_work e_work told_yes left_2 kept_heat menu_work_0 corner cells frame zero who0
    from0 want0 option_a idle_1 n0 a_0 n_0 z_0 m_0 hex_walk is_a entry x one_of_1 rule label effect""".split()


def fixed_words(packs: Iterable[PackSource]) -> set[str]:
    """What means something of its own, wherever it stands."""
    words = set(re.findall(r'"([a-z_]+)"', grammar())) | set(RESERVED) | set(CALLED) | set(DONE) | set(JOINS)
    return words | VIEWERS | {MAIN_LEDGER} | {pack.name for pack in packs}


def tokens(tree: Branch) -> Iterator[Token]:
    for child in tree.children:
        if isinstance(child, Branch):
            yield from tokens(child)
        else:
            yield child


def languages(tree: Branch) -> Iterator[str]:
    """Words in front of texts in `says`, and behind `nouns`."""
    for child in tree.children:
        if isinstance(child, Branch):
            yield from languages(child)
    if tree.data in ("says", "nouns_decl"):
        yield from (str(child) for child in tree.children if isinstance(child, Token) and child.type == "NAME")


def without_examples(source: Source) -> Source:
    report = Report()
    tree = parse(source, grammar(), report)
    assert tree is not None and not report.failed
    text = source.text
    for item in sorted(proofs(tree), key=lambda item: -item.start):
        text = text[: item.start] + text[item.end :]
    return Source(source.name, source.pack, text)


def proofs(tree: Branch) -> Iterator[Branch]:
    for child in tree.children:
        if isinstance(child, Branch):
            if child.data.startswith(("example", "position")):
                yield child
            else:
                yield from proofs(child)


def packs_named(tree: Branch) -> Iterator[str]:
    """Packs that content speaks of, loaded or not."""
    for child in tree.children:
        if isinstance(child, Branch):
            yield from packs_named(child)
    if tree.data == "with_pack":
        yield str(tree.children[0])


def bare(packs: Sequence[PackSource]) -> list[PackSource]:
    """The packs without their examples."""
    return [dataclasses.replace(pack, sources=tuple(map(without_examples, pack.sources))) for pack in packs]


def parsed(source: Source) -> Branch:
    tree = parse(source, grammar(), Report())
    assert tree is not None
    return tree


def names_in(packs: Sequence[PackSource]) -> list[str]:
    """Every name that content gives, in the order of the alphabet."""
    trees = [parsed(source) for pack in packs for source in pack.sources]
    found = {
        word for tree in trees for token in tokens(tree) if token.type in NAMING for word in SPELLED.findall(token)
    }
    found |= {option.name for pack in packs for option in pack.options}
    beside = {word for tree in trees for word in (*languages(tree), *packs_named(tree))}
    return sorted(found - fixed_words(packs) - beside)


def python_words() -> list[str]:
    """Words of Python, names of ours, and what we put before names."""
    words = [*keyword.kwlist, *dir(builtins), *LIBRARY.module, *OURS]
    return [word for word in dict.fromkeys(words) if SPELLED.fullmatch(word)]


def flat_words() -> Iterator[str]:
    """`a`, `a_a`, `a_a_a` …: what is joined by `_` is spelled like much else that is joined so."""
    for letter in "abeuio":
        yield from ("_".join(letter * length) for length in range(1, 90))


def renaming(packs: Sequence[PackSource], locals_: Sequence[str], sort: str, seed: int) -> dict[str, str]:
    """Another name for each; of locals, the most used get those that we would give to locals of our own."""
    names, fixed = names_in(packs), fixed_words(packs)
    chosen: dict[str, str] = {}
    if sort == "python":
        ours = [word for word in OF_LOCALS if word not in fixed]
        turned = ours[seed % len(ours) :] + ours[: seed % len(ours)]
        chosen = dict(zip((name for name in locals_ if name in names), turned, strict=False))
        plain = [word for word in python_words() if word not in fixed]
        made = dict.fromkeys(f"{front}{word}" for front in ("", "x_", "r_", "q_", "h_", "_", "told_", "before_") for word in plain)
    else:
        made = dict.fromkeys(word for word in flat_words() if word not in fixed)
    free = [word for word in made if word not in chosen.values()]
    left = [name for name in names if name not in chosen]
    others = free[: len(left)]
    random.Random(seed).shuffle(others)
    return chosen | dict(zip(left, others, strict=True))


def renamed_text(text: str, names: Mapping[str, str]) -> str:
    return SPELLED.sub(lambda found: names.get(found[0], found[0]), text)


def renamed(packs: Sequence[PackSource], names: Mapping[str, str]) -> list[PackSource]:
    """The packs with other names; in texts, the holes."""
    return [
        dataclasses.replace(
            pack,
            sources=tuple(_renamed_source(source, names) for source in pack.sources),
            options=tuple(dataclasses.replace(option, name=names[option.name]) for option in pack.options),
        )
        for pack in packs
    ]


def _renamed_source(source: Source, names: Mapping[str, str]) -> Source:
    text = source.text
    for token in sorted(tokens(parsed(source)), key=lambda token: -(token.start_pos or 0)):
        start, end = token.start_pos or 0, token.end_pos or 0
        if token.type in NAMING:
            text = text[:start] + renamed_text(text[start:end], names) + text[end:]
        elif token.type == "STRING":
            holes = re.sub(r"\{[^}]*\}", lambda hole: renamed_text(hole[0], names), text[start:end])
            text = text[:start] + holes + text[end:]
    return Source(source.name, source.pack, text)
