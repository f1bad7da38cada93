"""The story of an example, as a person reads it in a terminal.

In:   steps, told by examples/story.py.      Out:  lines, each step behind a word that says what it is, and the line of content beside it.
"""

from __future__ import annotations

from collections.abc import Iterator

from kfdsl.cli.terminal import output
from kfdsl.examples.story import Step, Story

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


def tell_story(title: str, story: Story) -> None:
    """Print one story."""
    output.say_painted((f"{title}:", "1"))
    before = ""
    for step in story.steps:
        word = _WORDS[step.sort] if step.sort != before or step.sort not in ("given", "sheet") else ""
        output.say_painted(
            (f"{_INDENT}{word:<{_WIDTH}}", _COLOURS.get(step.sort, "")),
            (f"  {step.text}" if step.sort == "happened" else step.text, ""),
            (f"   {step.place}" if step.place else "", _QUIET),
        )
        before = step.sort


def story_values(story: Story) -> list[dict[str, str]]:
    """The same for a program."""
    return list(_values(story.steps))


def _values(steps: list[Step]) -> Iterator[dict[str, str]]:
    for step in steps:
        yield {"step": step.sort, "text": step.text, "at": step.place}
