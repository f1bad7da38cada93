"""The story of an example, as a person reads it in a terminal.

In:   steps, told by examples/story.py.      Out:  lines, each step behind a word that says what it is, and the line of content beside it.
"""

from __future__ import annotations

from collections.abc import Iterator

from kfdsl.examples.story import Story

Painted = tuple[tuple[str, str], ...]  # parts of a line, each with how a terminal is told to paint it, or nothing

_WORDS = {
    "given": "given",
    "asked": "asked",
    "answer": "when",
    "happened": "",
    "by itself": "then",
    "holds": "holds",
    "sheet": "sheet",
    "fails": "fails",
}
_GRAVE, _MILD, _QUIET, _GOOD = "1;31", "1;36", "2", "32"
_COLOURS = {"answer": _MILD, "fails": _GRAVE, "holds": _GOOD}
_INDENT, _WIDTH = "  ", 7


def story_lines(title: str, story: Story) -> Iterator[Painted]:
    """One story, line by line."""
    yield ((f"{title}:", "1"),)
    before = ""
    for step in story.steps:
        word = _WORDS[step.sort] if step.sort != before or step.sort not in ("given", "sheet") else ""
        yield (
            (f"{_INDENT}{word:<{_WIDTH}}", _COLOURS.get(step.sort, "")),
            (f"  {step.text}" if step.sort == "happened" else step.text, ""),
            (f"   {step.place}" if step.place else "", _QUIET),
        )
        before = step.sort


def story_values(story: Story) -> list[dict[str, str]]:
    """The same for a program."""
    return [{"step": step.sort, "text": step.text, "at": step.place} for step in story.steps]
