"""Every example that stands beside shipped content holds, alone and in company."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from kfdsl.examples.run import run
from kfdsl.program import core
from kfdsl.text.render import render
from tests.shipped_packs import alone, label, names, together

ALONE = [
    pytest.param(name, at, id=label(example))
    for name in names()
    for at, example in enumerate(alone(name).program.examples)
    if example.pack == name
]
TOGETHER = [pytest.param(example, id=label(example)) for example in together().program.examples]
WORDS = {"all", "nothing", "of", "option", "stop", "with", "from", "to", "per", "at", "by", "into", "as"}


@pytest.mark.parametrize(("name", "at"), ALONE)
def test_an_example_holds_with_its_pack_alone(name: str, at: int) -> None:
    rules = alone(name)
    example = rules.program.examples[at]
    found = run(rules.table(len(example.players)), example)
    assert found is None, render([found])


@pytest.mark.parametrize("example", TOGETHER)
def test_an_example_holds_with_all_packs_together(example: core.ExampleDef) -> None:
    found = run(together().table(len(example.players)), example)
    assert found is None, render([found])


def test_no_two_examples_share_a_title() -> None:
    titles = Counter(example.name for example in together().program.examples)
    assert not [title for title, count in titles.items() if count > 1]


def test_what_an_example_says_is_done_or_refused_is_made_of_words_that_exist() -> None:
    """Otherwise a slip of the pen would count as a refusal."""
    program = together().program
    known = WORDS | {named.name for named in (*program.actions, *program.cards, *program.tokens, *program.places)}
    for example in program.examples:
        for part in example.parts:
            if isinstance(part, core.DoDef) or (isinstance(part, core.CheckDef) and part.text):
                unknown = [word for word in re.findall(r"[a-z_]\w*", part.text) if word not in known]
                assert not unknown, f"{label(example)}: `{part.text}` says {unknown}"
