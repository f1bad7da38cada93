"""Which brace or bracket is the one that is missing its partner."""

from __future__ import annotations

import pytest

from kfdsl.lang.syntax.mistakes.braces import is_open, open_bracket, unclosed


@pytest.mark.parametrize(
    ("text", "brace"),
    [
        ("kind a {\n}\n", None),
        ("kind a {\n", 7),
        ("kind a {\ntoken b\n", 7),
        ("effect a() {\n  if x {\n    y\n}\ntoken b", 20),
        ("effect a() {\n  if x {\n    y\n  }\ntoken b", 11),
        ('kind a { "}" # }\n', 7),
        ("}}\nkind a {", 10),
    ],
)
def test_the_brace_that_is_left_open_is_found(text: str, brace: int | None) -> None:
    found = unclosed(text)
    assert (found.brace if found else None) == brace


@pytest.mark.parametrize(
    ("text", "at", "bracket"), [("f(a, (b", 7, 5), ("f(a)", 4, None), ("f(a { b", 7, None), ('f("("', 5, 1)]
)
def test_the_bracket_that_is_open_is_found(text: str, at: int, bracket: int | None) -> None:
    assert open_bracket(text, at) == bracket


def test_braces_in_texts_and_comments_do_not_count() -> None:
    assert not is_open('"{" # {', 7)
    assert is_open("a { b } {", 9)
