"""A manifest is read whole, or refused with the line and column of each mistake."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kfdsl.packs.manifest import Manifest, read_manifest
from kfdsl.packs.manifest_schema import KINDS, SCHEMA
from kfdsl.text.diagnostic import Diagnostic, Report
from tests.packs.roots_for_tests import manifest

WHERE = "hollow.pack.json"
FULL: dict[str, Any] = {
    "requires": {"deep": "^1.2"},
    "follows": {"moor": "*"},
    "conflicts": {"fen": ">=1 <2"},
    "options": {
        "damp": {"type": "bool", "default": False, "title": "Damp clay"},
        "glaze": {"type": "choice", "default": "salt", "choices": ["salt", "ash"], "title": "Glaze"},
    },
    "authors": ["Ann"],
    "licence": "CC0-1.0",
}


def read(text: str) -> tuple[Manifest | None, tuple[Diagnostic, ...]]:
    report = Report()
    return read_manifest(text, WHERE, report), report.diagnostics


def test_a_short_manifest_leaves_the_rest_empty() -> None:
    found, said = read(manifest())
    assert found is not None and not said
    assert (found.name, str(found.version), found.requires, found.licence) == ("hollow", "1.0.0", (), "")


def test_a_full_manifest_is_read() -> None:
    found, said = read(manifest(**FULL))
    assert found is not None and not said
    assert [(other.pack, str(other.range)) for other in found.requires] == [("deep", "^1.2")]
    assert [(option.name, option.default, option.choices) for option in found.options] == [
        ("damp", False, ()),
        ("glaze", "salt", ("salt", "ash")),
    ]
    assert found.requires[0].span.words == '"deep": "^1.2"'


def wrong(**more: Any) -> str:
    return manifest(**{**FULL, **more})


def option(**parts: Any) -> str:
    return wrong(options={"damp": parts})


@pytest.mark.parametrize(
    ("text", "code", "at"),
    [
        ("", "bad-json", ""),
        ("{", "bad-json", ""),
        ('{"a": 1,}', "bad-json", "}"),
        ('{"a" 1}', "bad-json", "1"),
        ("{a: 1}", "bad-json", "a"),
        ('["a" "b"]', "bad-json", '"'),
        ('{"a": 1} {}', "bad-json", "{"),
        ('{"a": NaN}', "bad-json", "N"),
        ('{"a": -Infinity}', "bad-json", "-"),
        ('{"a": "\\ud800"}', "bad-json", '"'),
        ('{"a": "\n"}', "bad-json", "\n"),
        ('{"a": ' + "9" * 5000 + "}", "bad-json", "9"),
        ('{"a": 1, "a": 2}', "bad-json", '"a"'),
        ("[" * 100_000, "bad-json", "["),
        ('{"a":' * 100_000, "bad-json", "{"),
        ("[]", "bad-manifest", "["),
        ("3", "bad-manifest", "3"),
        ("{}", "bad-manifest", "{"),
        (manifest("moor"), "bad-manifest", '"moor"'),
        (manifest("Hollow"), "bad-manifest", '"Hollow"'),
        (manifest("all"), "bad-manifest", '"all"'),
        (wrong(version="1.0"), "bad-manifest", '"1.0"'),
        (wrong(version="1.0.0-a..b"), "bad-version", '"1.0.0-a..b"'),
        (wrong(version="1.0.0\n"), "bad-manifest", '"1.0.0\\n"'),
        (wrong(title=""), "bad-manifest", '""'),
        (wrong(title="a\nb"), "bad-manifest", '"a\\nb"'),
        (wrong(languages=[]), "bad-manifest", "["),
        (wrong(languages=["en", "en"]), "bad-manifest", "["),
        (wrong(languages=["english"]), "bad-manifest", '"english"'),
        (wrong(requires={"deep": "soon"}), "bad-manifest", '"soon"'),
        (wrong(requires={"deep": "^01"}), "bad-version", '"^01"'),
        (wrong(requires={"deep": 1}), "bad-manifest", "1"),
        (wrong(requires={"Deep": "*"}), "bad-manifest", '"Deep"'),
        (wrong(requires=["deep"]), "bad-manifest", "["),
        (wrong(requries={}), "bad-manifest", '"requries"'),
        (option(type="number", default=True, title="D"), "bad-manifest", '"number"'),
        (option(type="bool", default="yes", title="D"), "bad-manifest", '"yes"'),
        (option(type="bool", default=True, title="D", choices=["a", "b"]), "bad-manifest", "["),
        (option(type="choice", default="a", title="D"), "bad-manifest", "{"),
        (option(type="choice", default="c", title="D", choices=["a", "b"]), "bad-manifest", '"c"'),
        (option(type="choice", default="a", title="D", choices=["a", "a"]), "bad-manifest", "["),
        (wrong(authors="Ann"), "bad-manifest", '"Ann"'),
        (wrong(players=["2", 4]), "bad-manifest", '"2"'),
        (wrong(players=[0, 4]), "bad-manifest", "0"),
        (wrong(players=[2, 65]), "bad-manifest", "65"),
        (wrong(players=[2, 4.5]), "bad-manifest", "4.5"),
        (wrong(players=[2]), "bad-manifest", "["),
        (wrong(players=[2, 3, 4]), "bad-manifest", "["),
        (wrong(licence="x" * 1000), "bad-manifest", '"' + "x" * 1000 + '"'),
    ],
)
def test_a_mistake_is_reported_at_its_place(text: str, code: str, at: str) -> None:
    found, said = read(text)
    assert found is None
    assert {problem.code for problem in said} == {code}
    assert {problem.span.words if problem.span else None for problem in said} == {at}


def test_a_value_in_a_list_is_named_by_its_place() -> None:
    _, said = read(wrong(players=["2", 65]))
    assert [problem.message for problem in said] == [
        "number 1 of `players` must be a whole number",
        "number 2 of `players` must be at most 64",
    ]


def test_every_type_of_the_schema_has_words() -> None:
    types = re.findall(r'"type": ("[a-z]+"|\[[^]]*\])', SCHEMA.read_text(encoding="utf-8"))
    assert {name for found in types for name in re.findall("[a-z]+", found)} <= set(KINDS)


def test_all_mistakes_are_reported_at_once() -> None:
    _, said = read(wrong(version="1", title="", licence=3, authrs=[]))
    assert len(said) == 4


def test_a_misspelt_part_is_answered_with_the_nearest() -> None:
    _, (said,) = read(wrong(licens="MIT"))
    assert said.help == "did you mean `licence`?"


@pytest.mark.parametrize(
    ("text", "message", "help", "place"),
    [
        ('{\n  "name": "hollow"\n  "version": "1.0.0"\n}', "a comma is missing", "write `,` behind it", (2, 18)),
        ('{"languages": ["en" "nl"]}', "a comma is missing", "write `,` behind it", (1, 19)),
        ('{"name": "hollow",}', "nothing follows this comma", "JSON takes no comma after the last item", (1, 19)),
        (
            "{'name': 1}",
            "a name in double quotes belongs here",
            'texts and names stand in straight double quotes: `"…"`',
            (1, 2),
        ),
        ("{name: 1}", "a name in double quotes belongs here", 'write `"name"`, in double quotes', (1, 2)),
        ('{"name": True}', "expecting value", "write `true`", (1, 10)),
        ('{"name": hollow}', "expecting value", 'write `"hollow"`, in double quotes', (1, 10)),
        ("{\n# mine\n}", "a name in double quotes belongs here", "JSON has no comments: remove it", (2, 1)),
    ],
)
def test_what_is_no_json_is_told_where_it_is_and_what_to_write(
    text: str, message: str, help: str, place: tuple[int, int]
) -> None:
    _, (said,) = read(text)
    assert said.message == f"this is not JSON: {message}" and said.help == help
    assert said.span is not None and said.span.source.position(said.span.start) == place


@given(st.text() | st.binary().map(lambda data: data.decode("latin-1")))
def test_any_text_can_be_read(text: str) -> None:
    found, said = read(text)
    assert found is None and said


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text() | st.just("hollow") | st.just("1.0.0"),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from([*FULL, "name", "version", "title", "languages", "x"]), JSON))
def test_any_values_can_be_read(values: dict[str, Any]) -> None:
    found, said = read(json.dumps({**json.loads(manifest()), **values}))
    assert (found is None) == bool(said)
