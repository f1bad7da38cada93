"""`over` decides which of several changes wins, whatever the packs are called and in whichever order they come."""

from __future__ import annotations

from itertools import permutations

import pytest

from kfdsl.lang.link.precedence import by_over

Change = tuple[str, tuple[str, ...]]  # pack, over


def ordered(changes: list[Change]) -> list[Change]:
    return by_over(changes, lambda change: change[0], lambda change: change[1])


@pytest.mark.parametrize("changes", list(permutations([("ash", ("zinc",)), ("zinc", ("glaze",)), ("glaze", ())])))
def test_a_chain_of_changes_ends_with_the_one_that_is_over_all(changes: tuple[Change, ...]) -> None:
    assert ordered(list(changes)) == [("glaze", ()), ("zinc", ("glaze",)), ("ash", ("zinc",))]


def test_changes_without_a_word_keep_their_order() -> None:
    assert ordered([("b", ()), ("a", ()), ("c", ())]) == [("b", ()), ("a", ()), ("c", ())]


def test_within_a_pack_a_change_is_over_those_that_say_nothing() -> None:
    assert ordered([("ash", ("ash",)), ("ash", ())]) == [("ash", ()), ("ash", ("ash",))]


def test_changes_that_are_over_one_another_still_come_to_an_end() -> None:
    assert ordered([("a", ("b",)), ("b", ("a",))]) == [("a", ("b",)), ("b", ("a",))]


@pytest.mark.parametrize(
    "changes", list(permutations([("ash", ("zinc", "glaze")), ("zinc", ()), ("glaze", ("zinc",))]))
)
def test_a_change_may_be_over_several(changes: tuple[Change, ...]) -> None:
    assert ordered(list(changes)) == [("zinc", ()), ("glaze", ("zinc",)), ("ash", ("zinc", "glaze"))]
