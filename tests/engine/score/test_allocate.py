"""Worked examples of the rules, and which of several best allocations is told."""

from __future__ import annotations

import pytest

from benchmarks.allocation import Village
from kfdsl.engine.score.allocate.allocate import allocate
from kfdsl.engine.score.allocate.problem import Allocation, Company, Fit, Hole, Left, Manner, Problem, Scorer, Settled
from tests.laws.allocate_oracles import recount

CRAFTSMAN, MARKET, EMPORIUM = (3, "1 blue 1 red 1 yellow"), (2, "1 green"), (3, "1 green 2 w")


def village(*, any_for_any: bool = False, **items: int) -> Village:
    """A player with items: `wood=2`, `wood_at_barn=1`."""
    made = Village(any_for_any=any_for_any)
    for name in ("blue", "red", "yellow", "green", "wood", "stone", "iron", "gold", "saw", "pickaxe", "anvil"):
        made.put(name, 0)
    for name, count in items.items():
        made.put(name.replace("_at_", "@"), count)
    made.keymelequin()
    return made


def solved(made: Village) -> Allocation:
    problem = made.problem()
    found = allocate(problem)
    assert recount(problem, found) == found.total
    return found


def total(made: Village, *scorers: tuple[int, str], **more: bool) -> int:
    for value, want in scorers:
        made.score(value, want, **more)
    return solved(made).total


def marked(made: Village, *names: str) -> Village:
    made.settled.append(Settled(roles=tuple(made.names[name] for name in names)))
    return made


# ---- the rules


def test_q_ex_5_paulo_and_sven_fill_three_sets_of_the_craftsmans_guild() -> None:
    assert total(village(paulo=1, red=1, green=1, sven=1, blue=2, yellow=3), CRAFTSMAN) == 9


def test_q_ex_6_four_and_four_fill_only_two_sets() -> None:
    assert total(village(paulo=1, red=1, green=2, sven=1, blue=1, yellow=2), CRAFTSMAN) == 6


def test_q_ex_7_with_paulo_reds_are_green_on_the_key_market() -> None:
    assert total(village(paulo=1, red=2, green=2), MARKET) == 10


@pytest.mark.parametrize(
    ("items", "points"), [({"paulo": 1, "red": 2, "green": 2}, 5), ({"sven": 1, "blue": 3, "yellow": 3}, 7)]
)
def test_q_ex_8_and_9_all_in_company_are_one_colour_in_the_village_hall(items: dict[str, int], points: int) -> None:
    made = village(**items)
    made.score(1, "1 blue", "1 red", "1 yellow", "1 green")
    assert solved(made).total == points


def test_q_ex_10_paulo_makes_a_red_green_for_the_emporium() -> None:
    assert total(village(paulo=1, red=3, blue=1, yellow=1), EMPORIUM) == 6


@pytest.mark.parametrize(
    ("items", "needs"),
    [
        ({"paulo": 1, "red": 1}, "2 green"),
        ({"sven": 1, "blue": 1, "yellow": 2}, "4 blue"),
        ({"sven": 1, "blue": 1, "yellow": 2}, "4 yellow"),
    ],
)
def test_q_ex_11_and_12_company_fills_contracts(items: dict[str, int], needs: str) -> None:
    assert total(village(**items), (7, needs), once=True) == 7


def test_q_ex_13_company_ends_at_the_card() -> None:
    made = village(paulo=1, red=3, green=1)
    paulo, red, green = (made.names[name] for name in ("paulo", "red", "green"))
    for card, value, takes in ((0, 1, (red, paulo)), (1, 2, (green,))):  # Paulo may go to the hall only
        made.scorers.append(Scorer(value=value, wants=((Hole(count=1, fits=(Fit(takes=takes),)),),), card=card))
    found = solved(made)
    assert (found.total, [fill.times for fill in found.fills]) == (6, [4, 1])


@pytest.mark.parametrize(
    ("items", "points"), [({"green": 2, "blue": 4}, 6), ({"green": 6}, 6), ({"green": 1, "blue": 5}, 3)]
)
def test_e_emp_ex_1_a_set_of_the_emporium_needs_a_green(items: dict[str, int], points: int) -> None:
    assert total(village(**items), EMPORIUM) == points


def test_e_emp_ex_1_the_marker_may_be_the_green() -> None:
    made = marked(village(yellow=2), "blue", "red", "yellow", "green", "wood", "saw")
    made.score(*EMPORIUM)
    found = solved(made)
    assert (found.total, found.roles) == (3, (made.names["green"],))


@pytest.mark.parametrize(("each", "jeweller", "points"), [(1, False, 2), (2, False, 4), (1, True, 4)])
def test_k_gold_ex_1_gold_on_the_barn_scores_once(each: int, jeweller: bool, points: int) -> None:
    made = village(gold_at_barn=2)
    made.score(each, "1 r", place="barn")
    if jeweller:
        made.score(2, "1 gold")
    made.lefts.append(Left(value=1, classes=made.of(["gold"])))
    assert solved(made).total == points


def test_k_gold_ex_2_gold_at_home_is_none_on_the_barn() -> None:
    made = village(gold=1, gold_at_barn=0)
    made.score(2, "1 r", place="barn")
    made.lefts.append(Left(value=1, classes=made.of(["gold"])))
    found = solved(made)
    assert (found.total, found.fills[0].times, sum(found.left[0])) == (1, 0, 1)


def test_k_gold_1_gold_stands_in_and_then_scores_nothing_as_gold() -> None:
    made = village(wood=1, stone=1, gold=2)
    made.score(5, "1 wood 1 stone 1 iron")
    made.lefts.append(Left(value=1, classes=made.of(["gold"])))
    found = solved(made)
    assert found.total == 6
    assert [(use.item, use.manner) for use in found.fills[0].uses] == [
        (made.names["wood"], Manner.DIRECT),
        (made.names["stone"], Manner.DIRECT),
        (made.names["gold"], Manner.STAND_IN),
    ]


@pytest.mark.parametrize(("is_literal", "points"), [(True, 4), (False, 1)])
def test_o_1_with_boat_3b_a_switch_says_whether_what_is_left_counts_as_gold(is_literal: bool, points: int) -> None:
    made = village(any_for_any=True, wood=3, gold=1)
    made.lefts.append(Left(value=1, classes=made.of(["wood", "gold"] if is_literal else ["gold"])))
    assert solved(made).total == points


def test_k_sb_6_with_boat_3b_any_resource_stands_for_any() -> None:
    assert total(village(any_for_any=True, wood=6), (5, "1 wood 1 stone 1 iron"), (7, "2 gold")) == 3 * 7
    assert total(village(wood=6), (5, "1 wood 1 stone 1 iron"), (7, "2 gold")) == 0


def test_k_score_ex_1_nine_workers_are_worth_more_on_the_white_wind() -> None:
    made = village(blue=9)
    made.score(3, "5 w")
    made.lefts.append(Left(value=1, classes=made.of(["blue"])))
    found = solved(made)
    assert (found.total, found.fills[0].times, found.left) == (9, 0, ((9,),))


def test_k_score_ex_2_the_marker_has_one_role() -> None:
    made = village(stone_at_stone_yard=0)
    marked(made, "blue", "saw", "stone@stone_yard")
    made.score(3, "1 stone", place="stone_yard")
    made.score(2, "1 blue")
    made.score(1, "1 saw")
    found = solved(made)
    assert (found.total, found.roles, [fill.times for fill in found.fills]) == (
        3,
        (made.names["stone@stone_yard"],),
        [1, 0, 0],
    )


def test_m_boat_ex_3_two_filled_and_three_open_contracts() -> None:
    made = village(saw=1, wood=1, pickaxe=1, stone=1)
    for needs in ("1 saw 1 wood", "4 blue", "1 pickaxe 1 stone", "2 gold", "3 iron"):
        made.score(10, needs, once=True, unfilled=3)
    found = solved(made)
    assert (found.total, [fill.times for fill in found.fills]) == (29, [1, 0, 1, 0, 0])


@pytest.mark.parametrize(
    ("items", "has_marker", "points"),
    [({"blue": 3}, True, 7), ({"blue": 3, "green": 1}, False, 0), ({"blue": 2}, True, 0)],
)
def test_m_con_ex_4_one_item_of_a_contract_may_be_the_marker(
    items: dict[str, int], has_marker: bool, points: int
) -> None:
    made = village(**items)
    if has_marker:
        marked(made, "red", "blue")
    assert total(made, (7, "4 blue"), once=True) == points


@pytest.mark.parametrize(
    ("owns_weaver", "each", "shelter", "points"), [(True, 1, 3, 3 + 3 + 1), (True, 5, 4, 20), (False, 1, 4, 4)]
)
def test_f_ex_3_the_shelter_takes_all_its_sheep_but_one_for_the_weaver(
    owns_weaver: bool, each: int, shelter: int, points: int
) -> None:
    sheep = ((Hole(count=1, fits=(Fit(takes=(0,)),)),),)
    scorers = [
        Scorer(
            value=each, wants=sheep, spare=1 if owns_weaver else 0, ledgers=(0, 1)
        ),  # sheep set aside are gone for fields, too
        Scorer(value=1, wants=sheep, most=1, ledgers=(1,)),
        *([Scorer(value=3, wants=sheep)] if owns_weaver else []),
    ]
    found = allocate(Problem(counts=(4,), scorers=tuple(scorers)))
    assert (found.total, found.fills[0].times) == (points, shelter)


def test_f_score_6_a_sheep_may_count_for_its_field_and_for_the_weaver() -> None:
    sheep = ((Hole(count=1, fits=(Fit(takes=(0,)),)),),)
    scorers = (Scorer(value=1, wants=sheep, most=1, ledgers=(1,)), Scorer(value=3, wants=sheep))
    assert allocate(Problem(counts=(1,), scorers=scorers)).total == 4


def test_f_score_7_the_marker_is_the_same_animal_in_all_ledgers() -> None:
    field, sheep, wool = (Hole(count=1, fits=(Fit(takes=(c,)),)) for c in (0, 1, 1))
    scorers = (
        Scorer(value=3, wants=((field,),), most=1, ledgers=(1,)),
        Scorer(value=2, wants=((sheep,),)),
        Scorer(value=2, wants=((wool,),), ledgers=(1,)),
    )
    found = allocate(Problem(counts=(0, 0), scorers=scorers, settled=(Settled(roles=(0, 1)),)))
    assert (found.total, found.roles) == (4, (1,))


@pytest.mark.parametrize(("ghosts", "has_marker", "points"), [(0, False, 0), (1, False, 3), (0, True, 3), (1, True, 6)])
def test_c_ex_5_the_marker_may_be_a_second_ghost(ghosts: int, has_marker: bool, points: int) -> None:
    made = village(ghost=ghosts)
    if has_marker:
        marked(made, "blue", "ghost")
    assert total(made, (3, "1 ghost")) == points


# ---- which one


def one(takes: int, value: int = 1, **more: int) -> Scorer:
    return Scorer(value=value, wants=((Hole(count=1, fits=(Fit(takes=(takes,)),)),),), **more)


def test_among_equals_the_earliest_scorer_is_filled_most() -> None:
    found = allocate(Problem(counts=(3,), scorers=(one(0, most=2), one(0), one(0))))
    assert [fill.times for fill in found.fills] == [2, 1, 0]


def test_among_equal_wants_the_first_is_settled_on() -> None:
    wants = tuple((Hole(count=1, fits=(Fit(takes=(c,)),)),) for c in (2, 0, 1))
    found = allocate(Problem(counts=(2, 2, 1), scorers=(Scorer(value=1, wants=wants),)))
    assert (found.fills[0].times, found.fills[0].want) == (2, 1)


def test_what_a_hole_asks_for_goes_before_what_stands_in() -> None:
    hole = Hole(count=2, fits=(Fit(takes=(1,), stand_ins=(0,)),))
    found = allocate(Problem(counts=(5, 1), scorers=(Scorer(value=1, wants=((hole,),), most=1),)))
    assert [(use.item, use.count) for use in found.fills[0].uses] == [(1, 1), (0, 1)]


def test_an_item_is_left_to_the_only_scorer_behind_that_it_fits() -> None:
    any_two = Hole(count=2, fits=(Fit(takes=(0, 1)),))
    found = allocate(Problem(counts=(2, 1), scorers=(Scorer(value=1, wants=((any_two,),), most=1), one(0))))
    assert [(use.item, use.count) for use in found.fills[0].uses] == [(0, 1), (1, 1)]


def test_a_settled_item_that_adds_nothing_has_no_role() -> None:
    found = allocate(Problem(counts=(1, 0), scorers=(one(0, most=1),), settled=(Settled(roles=(0, 1)),)))
    assert (found.total, found.roles, found.fills[0].uses[0].settled) == (1, (None,), None)


def test_company_is_told_only_where_it_is_needed() -> None:
    fit = Fit(takes=(0, 2))
    scorers = tuple(Scorer(value=1, wants=((Hole(count=2, fits=(fit,)),),), most=1, card=card) for card in (0, 1))
    problem = Problem(counts=(3, 0, 1), scorers=scorers, companies=(Company(host=2, guests=(0, 1), counts_as=(0, 1)),))
    assert {use.manner for fill in allocate(problem).fills for use in fill.uses} == {Manner.DIRECT}
    problem = Problem(counts=(2, 1, 1), scorers=scorers, companies=problem.companies)
    guests = [use for fill in allocate(problem).fills for use in fill.uses if use.manner is Manner.COMPANY]
    assert [(use.item, use.counts_as, use.count) for use in guests] == [(1, 0, 1)]


def test_different_items_differ_by_fit_not_by_class() -> None:
    fits = (Fit(takes=(0, 1)), Fit(takes=(2,)), Fit(takes=(3,)))  # the first sort lies in two places
    problem = Problem(counts=(1, 1, 0, 0), scorers=(Scorer(value=1, wants=((Hole(count=2, fits=fits),),)),))
    assert allocate(problem).total == 0


def test_what_is_left_may_cost() -> None:
    problem = Problem(
        counts=(3, 2),
        scorers=(one(0, value=-1, most=2),),
        lefts=(Left(value=-3, classes=(0,)), Left(value=1, classes=(1,))),
    )
    found = allocate(problem)
    assert (found.total, found.left) == (-2 - 3 + 2, ((1,), (2,)))
