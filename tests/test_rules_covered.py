"""Every statement in content/RULES.md is shown by an example or a test that names it."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path

from tests.shipped_packs import alone, names, together

TOP = Path(__file__).resolve().parent.parent
ID = re.compile(r"\b[A-Z](?:-[A-Z]+)*-\d+\b")
FIRST_IDS = re.compile(rf"(?:{ID.pattern} )*")

# How many statements wait for rules that are not written. Lower it with the list; it never grows.
NOT_YET = 174


def sections() -> dict[str, str]:
    """The text under each heading of the second rank."""
    text = (TOP / "content" / "RULES.md").read_text(encoding="utf-8")
    parts = re.split(r"(?m)^## (.+)$", text)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def stated(text: str) -> list[str]:
    """The numbers that begin a line of a list."""
    return re.findall(rf"(?m)^- ({ID.pattern})", text)


def shown() -> list[str]:
    """The statements that packs are to keep."""
    return [
        number
        for name, text in sections().items()
        if name not in ("Not yet", "Not testable")
        for number in stated(text)
    ]


def not_yet() -> list[str]:
    return ID.findall(sections()["Not yet"])


def not_testable() -> list[str]:
    return stated(sections()["Not testable"])


def in_titles() -> set[str]:
    """The numbers at the start of examples' titles; what packs show of one another stands in none of them alone."""
    found: set[str] = set()
    shipped = [*(alone(name) for name in names()), together()]  # some stand for a pack alone, some only beside another
    for example in (each for rules in shipped for each in rules.program.examples):
        start = FIRST_IDS.match(example.name)
        assert start is not None
        found.update(ID.findall(start[0]))
    return found


def in_tests() -> set[str]:
    """The numbers that tests name in their docstrings."""
    found: set[str] = set()
    for path in sorted((TOP / "tests").rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found.update(ID.findall(ast.get_docstring(node) or ""))
    return found


def test_every_statement_is_named_by_an_example_or_a_test() -> None:
    named = in_titles() | in_tests()
    missing = [number for number in shown() if number not in named]
    assert not missing, f"nothing shows {', '.join(missing)}"


def test_every_number_that_is_named_is_stated() -> None:
    unknown = sorted((in_titles() | in_tests()) - {*shown()})
    assert not unknown, f"content/RULES.md does not state {', '.join(unknown)}, or says that it is not there yet"


def test_a_number_is_stated_once() -> None:
    counts = Counter([*shown(), *not_testable(), *not_yet()])
    assert not [number for number, count in counts.items() if count > 1]


def test_what_is_not_there_yet_only_gets_less() -> None:
    assert len(not_yet()) == NOT_YET


def test_what_cannot_be_tested_has_a_reason() -> None:
    text = sections()["Not testable"]
    assert all(re.search(rf"(?m)^- {number} .*: .+$|^- {number} .{{20,}}$", text) for number in not_testable())
