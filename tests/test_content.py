"""The shipped packs load, alone and together, and what they declare is complete."""

from __future__ import annotations

import os
import re
from itertools import combinations
from pathlib import Path

import pytest

import kfdsl
from kfdsl.examples.run import run
from kfdsl.program import core
from kfdsl.text.render import render
from tests.shipped_packs import alone, names, together

BASE = "keyflower"
CONTENT = Path(__file__).resolve().parent.parent / "content"
WITH_TILES = (BASE, "farmers")  # packs whose every tile is shown in all respects
EXTRA = [name for name in names() if name != BASE]
SOME = [chosen for count in range(2, len(EXTRA)) for chosen in combinations(EXTRA, count)]
CHOSEN = SOME if os.environ.get("KFDSL_FULL") else [("farmers", "merchants")]


@pytest.mark.parametrize("name", names())
def test_a_pack_loads_without_a_word_of_warning(name: str) -> None:
    assert not alone(name).warnings, render(alone(name).warnings)


def test_all_packs_load_together_without_a_word_of_warning() -> None:
    assert not together().warnings, render(together().warnings)


def test_the_page_on_content_names_every_pack_every_text_of_the_base_rules_and_every_trait_of_its_tiles() -> None:
    page = (CONTENT / "README.md").read_text(encoding="utf-8")
    texts = {f"](rules/{BASE}/{path.name})" for path in (CONTENT / "rules" / BASE).glob("*.kf")}
    traits = {f"| `{trait}` |" for kind in alone(BASE).program.kinds for trait in kind.traits if trait != kind.name}
    packs = {f"| `{name}` |" for name in names()}
    missing = sorted(each for each in texts | traits | packs if each not in page)
    assert texts and traits and packs and not missing, f"content/README.md says nothing of {', '.join(missing)}"
    gone = [path for path in re.findall(r"\]\(([^)]+)\)", page) if not (CONTENT / path).exists()]
    assert not gone, f"content/README.md leads to {', '.join(gone)}, which is not there"


@pytest.mark.parametrize("chosen", CHOSEN, ids="+".join)
def test_some_packs_load_together_and_their_own_examples_hold(chosen: tuple[str, ...]) -> None:
    rules = kfdsl.load(*chosen)
    assert not rules.warnings, render(rules.warnings)
    found = [
        run(rules.table(len(example.players)), example) for example in rules.program.examples if example.pack in chosen
    ]
    assert not any(found), render([each for each in found if each is not None])


@pytest.mark.parametrize("name", names())
def test_a_pack_brings_its_own_things_only(name: str) -> None:
    required = {pack.name for pack in alone(name).packs}
    assert {card.pack for card in alone(name).program.cards} <= required


def test_every_thing_has_a_title() -> None:
    nameless = [card.name for card in together().program.cards if not any(noun.strip() for noun in card.nouns)]
    assert not nameless


def test_every_token_has_a_noun_for_one_and_for_several() -> None:
    assert not [token.name for token in together().program.tokens if len(token.nouns) != 2]


def test_every_pack_has_examples() -> None:
    assert {example.pack for example in together().program.examples} == {*names()}


def own(pack: str) -> list[core.CardDef]:
    """What a pack brings itself."""
    return [card for card in alone(pack).program.cards if card.pack == pack]


def usable(pack: str) -> list[tuple[core.CardDef, set[str]]]:
    """The tiles of a pack that do something, with the faces on which they do."""
    found = [(card, {face for field, face, _ in card.effects if field == "workplace.use"}) for card in own(pack)]
    return [(card, faces) for card, faces in found if faces and card.kind in ("tile", "home")]


@pytest.mark.parametrize("where", ["in the auction", "in the own village", "in another village", "upgraded"])
@pytest.mark.parametrize("pack", WITH_TILES)
def test_every_tile_that_does_something_is_shown(pack: str, where: str) -> None:
    titles = [example.name for example in alone(pack).program.examples]
    missing = [
        card.nouns[0]
        for card, _ in usable(pack)
        if not (card.kind == "home" and where == "in the auction")
        and not any(f"{card.nouns[0]} {where}" in title for title in titles)
    ]
    assert not missing, f"no example shows these {where}: {', '.join(missing)}"


@pytest.mark.parametrize("pack", WITH_TILES)
def test_every_tile_that_does_something_does_so_on_both_faces(pack: str) -> None:
    assert not [card.name for card, faces in usable(pack) if faces != {"basic", "upgraded"}]


def test_there_are_at_least_a_dozen_tiles_that_do_something() -> None:
    assert len(usable(BASE)) >= 12


@pytest.mark.parametrize("words", ["turned over for", "not turned over", "points in the end"])
@pytest.mark.parametrize("pack", WITH_TILES)
def test_every_tile_with_another_side_is_shown_to_be_turned_over(pack: str, words: str) -> None:
    titles = [example.name for example in alone(pack).program.examples]
    yards = {card.name for card in own(pack) if any(field.endswith(".scoring") for field, _, _ in card.effects)}
    missing = [
        card.nouns[0]
        for card in own(pack)
        if card.kind in ("tile", "home")
        and not (words == "points in the end" and card.name in yards)
        and not any(f"{card.nouns[0]}: " in title and words in title for title in titles)
    ]
    assert not missing, f"no example shows these {words}: {', '.join(missing)}"


@pytest.mark.parametrize(("pack", "count"), [(BASE, 26), ("farmers", 7)])
def test_everything_that_scores_in_the_end_is_shown_to_score(pack: str, count: int) -> None:
    titles = [example.name for example in alone(pack).program.examples]
    scorers = [
        card.nouns[0]
        for card in own(pack)
        if card.kind in ("winter_tile", "boat") or any(field.endswith(".scoring") for field, _, _ in card.effects)
    ]
    missing = [name for name in scorers if not any(f"{name}: " in title for title in titles)]
    assert len(scorers) == count
    assert not missing, f"no example shows what these score: {', '.join(missing)}"
