"""The page of codes is whole, and its examples are wrong for the reason that they say."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import pytest

from kfdsl.packs.manifest import read_manifest
from kfdsl.text.diagnostic import Report
from kfdsl.text.render import render
from tests.test_manual import FENCE, FIRST, Block, failures, loaded, own

TOP = Path(__file__).resolve().parent.parent
PAGE = (TOP / "grammar" / "CODES.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^## ([a-z-]+)\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL))
CODE = re.compile(r"[a-z]+(-[a-z]+)*")
REPORTS = {"error", "warning", "wrong", "refuse", "broken", "mistake"}


def block(code: str, sort: str) -> Block | None:
    found = next((each for each in FENCE.finditer(SECTIONS[code]) if each["sort"] == sort), None)
    if found is None:
        return None
    marks = re.search(r"on: (\w+)", found["marks"] or "")
    on = (FIRST,) if marks is None else () if marks[1] == "nothing" else (marks[1],)
    return Block(0, sort, found["code"] or "", "", on, found["text"])


@pytest.mark.parametrize("code", [code for code in SECTIONS if block(code, "kf-error")])
def test_an_example_is_wrong_for_this_reason_alone(code: str) -> None:
    example = block(code, "kf-error")
    assert example is not None and example.code == code
    report = Report()
    program = loaded(example, report)
    found = [each for each in report.diagnostics if each.span is None or each.span.source.name in own(example)]
    found += failures(program, example) if program is not None else []
    assert {each.code for each in found} == {code}, render(found)


@pytest.mark.parametrize("code", [code for code in SECTIONS if block(code, "json")])
def test_a_manifest_is_wrong_for_this_reason_alone(code: str) -> None:
    example = block(code, "json")
    assert example is not None
    report = Report()
    name = re.search(r'"name": "(\w+)"', example.text)
    assert name
    if code == "bad-json":
        with pytest.raises(json.JSONDecodeError):
            json.loads(example.text)
    read_manifest(example.text, f"{name[1]}.pack.json", report)
    assert {each.code for each in report.diagnostics} == {code}, render(report.diagnostics)


def test_every_code_that_can_be_told_has_its_section() -> None:
    said: set[str] = set()
    for path in sorted((TOP / "kfdsl").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                first = node.args[0] if name in REPORTS and node.args else None
                said |= _texts(first) if first is not None else set()
                said |= {text for word in node.keywords if word.arg == "code" for text in _texts(word.value)}
    told = set(re.findall(r"^(?:error|warning)\[([a-z-]+)\]", _goldens(), re.MULTILINE))
    known = {code for code in said if CODE.fullmatch(code)} | told
    assert known - set(SECTIONS) == set()
    written = "".join(path.read_text(encoding="utf-8") for path in sorted((TOP / "kfdsl").rglob("*.py")))
    assert {code for code in SECTIONS if f'"{code}"' not in written} == set()


def _texts(node: ast.expr) -> set[str]:
    return {part.value for part in ast.walk(node) if isinstance(part, ast.Constant) and isinstance(part.value, str)}


def _goldens() -> str:
    return "".join(
        path.read_text(encoding="utf-8") for path in sorted((TOP / "tests" / "lang" / "cases").glob("*.case"))
    )


def test_codes_stand_in_the_order_of_the_alphabet() -> None:
    assert list(SECTIONS) == sorted(SECTIONS)
