"""Texts are made from what effects do."""

from __future__ import annotations

import pytest

import kfdsl
from kfdsl.program.reading import Reader

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
