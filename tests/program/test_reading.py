"""Texts are made from what effects do."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Iterator

import pytest

import kfdsl
from kfdsl.cli.draw.visible import Lens
from kfdsl.inspect.definition import lasting
from kfdsl.packs.find import Pack
from kfdsl.program import core
from kfdsl.program.core.walk import expressions, statements
from kfdsl.program.reading import Reader
from tests.shipped_packs import together

RULES = kfdsl.load("keyflower")
PRINTED = [(card.name, face, rule) for card in RULES.program.cards for _, face, rule in card.effects]


@pytest.mark.parametrize("language", ["en", "nl"])
def test_every_printed_effect_reads_as_a_sentence(language: str) -> None:
    reader = Reader(RULES.program, language)
    silent = [f"{card} {face}" for card, face, rule in PRINTED if reader.sentence(rule) is None]
    assert not silent


def test_every_noun_of_an_effect_is_translated() -> None:
    spoken = {name for language, name, _ in RULES.program.nouns if language == "nl"}
    assert {token.name for token in RULES.program.tokens} <= spoken


@pytest.mark.parametrize(
    ("rule", "language", "text"),
    [
        ("peddler.upgraded.use", "en", "Pay 1 yellow worker, take 2 green workers from the supply."),
        ("peddler.upgraded.use", "nl", "Betaal 1 gele werker, pak 2 groene werkers uit de voorraad."),
        ("workshop.basic.use", "en", "Gain 1 wood / gain 1 stone / gain 1 iron."),
        ("hiring_fair.basic.use", "nl", "Betaal 1 vaardigheid, trek 2 vaardigheden van de stapel."),
    ],
)
def test_an_effect_reads_as_its_clauses_side_by_side(rule: str, language: str, text: str) -> None:
    assert Reader(RULES.program, language).sentence(rule) == text


# ---- nothing that is shipped is left without words


def in_one_language(program: core.Program, language: str) -> core.Program:
    """The program as if nothing were said in any other language."""
    rules = tuple(dataclasses.replace(rule, says=only(rule.says, language)) for rule in program.rules)
    cards = tuple(
        dataclasses.replace(
            card, says=tuple((face, said) for face, says in card.says if (said := only(says, language)))
        )
        for card in program.cards
    )
    return dataclasses.replace(program, rules=rules, cards=cards)


def only(says: core.Spoken, language: str) -> core.Spoken:
    return tuple(each for each in says if each[0] == language)


def rule_texts(program: core.Program, language: str) -> Iterator[tuple[str, str | None]]:
    """Everything on cards that does something, and how it reads."""
    reader = Reader(program, language)
    named = named_by_rules(program)
    for card in program.cards:
        whole = reader.said(card, "")
        for field, face, rule in card.effects:
            yield f"{card.name} {face} {field}", reader.sentence(rule)
        for face in lasting(card):
            yield f"{card.name} {face}, while owned", reader.said(card, face) or whole
        if card.name in named:
            said = [reader.said(card, face) for face, _ in card.says]
            said += [reader.sentence(rule) for _, _, rule in card.effects]
            yield f"{card.name}, which rules name", said[0] if said else None


def named_by_rules(program: core.Program) -> set[str]:
    """The cards that some rule speaks of, wherever it stands."""
    found = [
        *(query.body for query in program.queries),
        *(stands.where for stands in program.stands if stands.where is not None),
        *(stmt for rule in program.rules for stmt in statements(rule.body)),
    ]
    return {
        str(expr.value)
        for part in found
        for expr in expressions(part)
        if isinstance(expr, core.Const) and expr.type.head == "card" and expr.value is not None
    }


@pytest.mark.parametrize("pack", together().packs, ids=lambda pack: pack.name)
def test_every_card_that_does_something_says_so_in_all_languages_of_its_pack(pack: Pack) -> None:
    for language in pack.manifest.languages:
        program = in_one_language(together().program, language)
        mine = {card.name for card in program.cards if card.pack == pack.name}
        texts = [(what, text) for what, text in rule_texts(program, language) if what.split()[0].strip(",") in mine]
        assert not [what for what, text in texts if not text]


@pytest.mark.parametrize(
    ("card", "face", "language", "text"),
    [
        ("boat_1", "a", "en", "At the end of summer, autumn and winter, draw 2 workers from the bag."),
        ("boat_1", "a", "nl", "Trek aan het einde van zomer, herfst en winter 2 werkers uit de zak."),
        ("boat_1", "a", "fr", "At the end of summer, autumn and winter, draw 2 workers from the bag."),
        ("boat_1", "", "en", None),
        ("flipper", "", "nl", "Verbeter aan het einde van het spel 1 tegel van het dorp gratis."),
    ],
)
def test_a_card_says_what_no_effect_of_it_says(card: str, face: str, language: str, text: str | None) -> None:
    found = next(each for each in RULES.program.cards if each.name == card)
    assert Reader(RULES.program, language).said(found, face) == text


def test_a_list_that_is_looked_up_reads_as_its_items() -> None:
    assert Reader(RULES.program, "en").sentence("sea_breese.scoring") == (
        "Score 0, 2, 4, 8, 16, 32 for a river of 0, 1, 2 and so on boats from home."
    )


def test_a_hole_in_what_a_card_says_is_a_field_of_it() -> None:
    boat = next(card for card in together().program.cards if card.name == "keyflower_2")
    assert (
        Reader(together().program, "en").said(boat, "") == "When you take this boat in winter, gain 3 gold on the home."
    )


def test_a_boat_in_the_auction_is_told_with_the_side_that_shows() -> None:
    game, dice = RULES.new_game(["Ann", "Ben", "Cleo"], seed=3), random.Random(1)
    while not any(card.startswith("boat_") for card in game.view("Ann")["places"]["auction"]["cards"]):
        game.play(dice.choice(game.choices()))
    sight = Lens(game).visible(game, "Ann")
    name = next(card for card in game.view("Ann")["places"]["auction"]["cards"] if card.startswith("boat_"))
    card = next(each for each in RULES.program.cards if each.name == name)
    number = RULES.program.cards.index(card)
    assert Reader(RULES.program, "en").said(card, sight.face(number)) in dict(sight.printed(number)).values()
