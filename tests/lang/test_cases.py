"""What authors are told, word for word; every code of the language has a case."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from tests.lang.cases import CASES, Case, cases, read, run, write
from tests.lang.loading import TOP

ALL = list(cases())
CODE = re.compile(r'\.(?:error|warning|wrong)\(\s*"([a-z]+(?:-[a-z]+)*)"')


@pytest.mark.parametrize("case", ALL, ids=lambda case: f"{case.file.stem}: {case.title}")
def test_an_author_is_told(case: Case, is_blessing: bool) -> None:
    found = run(case)
    if is_blessing and found != case.expected:
        write(case.file, {case.title: found})
        return
    assert found == case.expected


@pytest.mark.parametrize("file", sorted(CASES.glob("*.case")), ids=lambda file: file.stem)
def test_no_two_cases_of_a_file_have_one_title(file: Path) -> None:
    assert [title for title, count in Counter(case.title for case in read(file)).items() if count > 1] == []


def test_every_code_of_the_language_has_a_case() -> None:
    texts = [path.read_text(encoding="utf-8") for path in sorted((TOP / "kfdsl" / "lang").rglob("*.py"))]
    codes = {code for text in texts for code in CODE.findall(text)} | {"recursion"}
    told = {
        code for case in ALL for code in re.findall(r"^(?:error|warning)\[([a-z-]+)\]", case.expected, re.MULTILINE)
    }
    assert codes - told == set()


@pytest.mark.parametrize("case", ALL, ids=lambda case: f"{case.file.stem}: {case.title}")
def test_every_diagnostic_has_a_place_and_says_what_to_write(case: Case) -> None:
    for found in re.split(r"\n\n(?=(?:error|warning)\[)", case.expected) if case.expected else []:
        assert re.search(r"--> \S", found), "where is it?"
        assert re.search(r"^help: ", found, re.MULTILINE), "what is to be written?"
