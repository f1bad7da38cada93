"""The page of built-in words, made from the rows that the checker reads.

In:   the tables of words.      Out:  the text of grammar/WORDS.md.
Writing it to a file is somebody else's business; a test says when the file is old.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from kfdsl.program.types import Type
from kfdsl.program.words import OPERATORS, VERBS, WORDS, Word

_HEAD = """\
# Built-in words

Made from `kfdsl/program/words.py`; edit that, then run `python -m tests.test_manual`. README.md beside this page says how
they are put together. `T` is any type, the same throughout a line. All other words are declared by content.
"""
_PLAIN = {"anycard": "card", "anyvalue": "value", "trait": "name of a trait", "kind": "name of a kind"}


def words_page() -> str:
    """The whole page."""
    return "\n".join(
        [
            _HEAD,
            "## Functions",
            "",
            *_table(WORDS.values(), _called),
            "",
            "## Operators",
            "",
            *_table(OPERATORS.values(), _between),
            "",
            "## What is done",
            "",
            "| word | what it does | example |",
            "|---|---|---|",
            *(_row(f"`{name}`", doc, f"`{example}`") for name, doc, example in VERBS),
            "",
        ]
    )


def _table(words: Iterable[Word], made: Callable[[str, tuple[Type, ...]], str]) -> list[str]:
    lines = ["| word | takes and gives | what it says | example |", "|---|---|---|---|"]
    for word in words:
        forms = "<br>".join(f"`{made(word.name, row.takes)} -> {_type(row.gives)}`" for row in word.rows)
        lines.append(_row(f"`{word.name}`", forms, word.doc, f"`{word.example}`"))
    return lines


def _called(name: str, takes: tuple[Type, ...]) -> str:
    return f"{name}({', '.join(map(_type, takes))})"


def _between(name: str, takes: tuple[Type, ...]) -> str:
    return (
        f"-{_type(takes[0])}"
        if name == "negative"
        else f"{name} {_type(takes[0])}"
        if len(takes) == 1
        else f"{_type(takes[0])} {name} {_type(takes[1])}"
    )


def _type(type_: Type) -> str:
    if type_.inner is not None:
        inner = _type(type_.inner)
        return f"{inner}?" if type_.head == "maybe" else f"{type_.head} of {inner}"
    return _PLAIN.get(type_.head, str(type_))


def _row(*cells: str) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
