"""The page on strangers' packs tells nothing that no test shows."""

from __future__ import annotations

import ast
import re
from dataclasses import fields
from functools import cache
from pathlib import Path

import pytest

import kfdsl

TOP = Path(__file__).parents[1]
PAGE = (TOP / "docs" / "strangers.md").read_text(encoding="utf-8")
NAMED = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")
CODE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BLOCKS = [
    block
    for part in re.split(r"\n\n|\n(?=- |#)", CODE.sub("", PAGE))
    if (block := " ".join(part.split())) and not block.startswith("#")
]


@cache
def names_of_tests(path: str) -> frozenset[str]:
    file = TOP / path
    if not file.is_file():
        return frozenset()
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return frozenset(
        node.name for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    )


def wrong(block: str) -> str:
    """What is wrong with a sentence of the page, if anything."""
    named = NAMED.findall(block)
    said = re.sub(r"`[^`]*`", "x", NAMED.sub("", block)).strip()
    if not named:
        return "it names no test"
    if len(re.findall(r"[.!?](?=\s|$)", said)) != 1 or not said.endswith("."):
        return "a test belongs to one sentence"
    missing = [f"{path}::{name}" for path, name in named if name not in names_of_tests(path)]
    return f"there is no {missing[0]}" if missing else ""


@pytest.mark.parametrize("block", BLOCKS, ids=range(len(BLOCKS)))
def test_every_sentence_names_a_test_that_is_there(block: str) -> None:
    assert wrong(block) == ""


def test_a_sentence_without_a_test_or_with_one_that_is_gone_is_found() -> None:
    here = "`tests/test_strangers_page.py::test_every_sentence_names_a_test_that_is_there`"
    assert wrong(f"It holds. {here}") == ""
    assert wrong("It holds.") == "it names no test"
    assert wrong(f"It holds. So does this. {here}") == "a test belongs to one sentence"
    assert wrong(f"It holds. {here.replace('that_is_there', 'that_was_there')}").startswith("there is no tests/")
    assert wrong(f"It holds. {here.replace('strangers_page', 'no_page')}").startswith("there is no tests/")
    assert len(BLOCKS) > 20


def test_the_page_knows_every_limit() -> None:
    limits = kfdsl.Limits()
    for each in fields(limits):
        assert f"{each.name}=" in PAGE
        amount = getattr(limits, each.name)
        assert f"{amount // 1_000_000} million" in PAGE if amount >= 1_000_000 else f"{amount:,}" in PAGE


def test_python_on_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    for sort, code in CODE.findall(PAGE):
        assert sort == "python"
        exec(compile(code, "docs/strangers.md", "exec"), {})
        assert "Limits(steps=5000000" in capsys.readouterr().out


def test_the_readme_leads_to_the_page() -> None:
    assert "(docs/strangers.md)" in (TOP / "README.md").read_text(encoding="utf-8")
