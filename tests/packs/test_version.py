"""Versions compare as semver says; ranges read as authors expect."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kfdsl.packs.version import Version, read_range, read_version

RISING = [
    "0.0.1",
    "0.9.10",
    "1.0.0-alpha",
    "1.0.0-alpha.1",
    "1.0.0-alpha.beta",
    "1.0.0-beta.2",
    "1.0.0-beta.11",
    "1.0.0-rc.1",
    "1.0.0",
    "1.0.1",
    "1.10.0",
    "2.0.0",
]


def test_versions_rise_as_semver_says() -> None:
    versions = [read_version(text) for text in RISING]
    assert [str(version) for version in sorted(v for v in versions if v)] == RISING


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1",
        "1.2",
        "1.2.3.4",
        "v1.2.3",
        "01.2.3",
        "1.2.3\n",
        "1.2.x",
        "1.2.3-",
        "1.2.3-a..b",
        "١.٢.٣",
        "9" * 5000 + ".0.0",
    ],
)
def test_what_is_no_version_is_nothing(text: str) -> None:
    assert read_version(text) is None


def test_build_data_is_forgotten() -> None:
    assert read_version("1.2.3+linux") == read_version("1.2.3")


@pytest.mark.parametrize(
    ("text", "inside", "outside"),
    [
        ("*", "0.0.1 9.9.9", ""),
        ("1.2.3", "1.2.3", "1.2.4 1.2.2 1.2.3-beta"),
        ("1.2", "1.2.0 1.2.9", "1.1.9 1.3.0"),
        (">=1.2 <2", "1.2.0 1.9.9", "1.1.9 2.0.0 2.0.0-alpha"),
        (">=1.2.3", "1.2.3 3.0.0", "1.2.2 1.2.3-rc.1"),
        (">1.2", "1.3.0", "1.2.9"),
        ("<=1.2", "1.2.9 1.0.0", "1.3.0"),
        ("^1.2", "1.2.0 1.9.0", "1.1.9 2.0.0"),
        ("^0.2", "0.2.0 0.2.9", "0.3.0 1.0.0"),
        ("^0.0.3", "0.0.3", "0.0.4"),
        ("^1", "1.0.0 1.9.0", "2.0.0 0.9.0"),
        ("=1.0.0-rc.1", "1.0.0-rc.1", "1.0.0"),
    ],
)
def test_a_range_allows_what_it_says(text: str, inside: str, outside: str) -> None:
    found = read_range(text)
    assert found is not None
    assert [word for word in f"{inside} {outside}".split() if found.allows(_version(word))] == inside.split()


@pytest.mark.parametrize("text", ["", "  ", "x", "> 1", "1 || 2", "^", "1.2.3.4", "^1-a", "* 1", "~1", "9" * 5000])
def test_what_is_no_range_is_nothing(text: str) -> None:
    assert read_range(text) is None


@given(st.text())
def test_any_text_can_be_asked_for(text: str) -> None:
    read_version(text)
    read_range(text)


def _version(text: str) -> Version:
    found = read_version(text)
    assert found is not None
    return found
