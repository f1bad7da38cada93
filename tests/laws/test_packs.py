"""The order of loading decides nothing, and a pack that is not loaded leaves no trace."""

from __future__ import annotations

import random
import re

import pytest

import kfdsl
from tests.laws.games_for_laws import FULL, rules_of, subsets, times

each_subset = pytest.mark.parametrize("packs", subsets(), ids="+".join)


def ids(rules: kfdsl.Rules, pack: str) -> set[str]:
    """What a pack declares."""
    program = rules.program
    parts = (
        program.tokens,
        program.traits,
        program.values,
        program.places,
        program.vars,
        program.kinds,
        program.cards,
        program.queries,
        program.rules,
        program.menus,
        program.actions,
    )
    return {item.name for part in parts for item in part if item.pack == pack}


def test_a_program_is_the_same_byte_for_byte_for_any_order_of_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KFDSL_CACHE", "")
    packs = list(subsets()[-1])
    expected = rules_of(*packs).dump()
    rnd = random.Random(13)
    for _ in range(times(1, 8)):
        rnd.shuffle(packs)
        assert kfdsl.load(*packs).dump() == expected


@each_subset
def test_a_pack_that_is_left_out_leaves_no_trace(packs: tuple[str, ...]) -> None:
    everything = subsets()[-1]
    rules, whole = rules_of(*packs), rules_of(*everything)
    assert {pack.name for pack in rules.packs} == set(packs)
    mine = set().union(*(ids(rules, pack) for pack in packs))
    words = set(re.findall(r"'([\w.]+)'", rules.dump()))  # an id stands by itself in quotes, a word of a title does not
    for absent in set(everything) - set(packs):
        assert absent not in words or absent in mine
        assert not (ids(whole, absent) - mine) & words


def test_loading_more_before_changes_nothing_about_less_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KFDSL_CACHE", "")
    least, most = subsets()[0], subsets()[-1] if FULL else ("key_celeste",)
    before = kfdsl.load(*least).dump()
    kfdsl.load(*most).new_game(["Ann", "Ben"])
    assert kfdsl.load(*least).dump() == before
