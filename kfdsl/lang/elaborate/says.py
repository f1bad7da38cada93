"""What effects and things say, by language, taken apart into words and holes.

In:   the texts behind `says`, and the names that may stand in a hole.      Out:  core.Spoken.
A hole takes one name and no expression: texts are made once, from what is printed. Refuses to know what the name stands for.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from kfdsl.lang import nodes
from kfdsl.program.core.declare import Spoken
from kfdsl.text.diagnostic import Aside, Report, nearest
from kfdsl.text.source import Span

Texts = tuple[tuple[str, nodes.Text], ...]
_PARTS = re.compile(r"\{[^{}]*\}|[{}]|[^{}]+")


def spoken(
    texts: Texts, whose: str, sort: str, known: Sequence[str], languages: Sequence[str], report: Report
) -> Spoken:
    """The texts of something whose parameters, or fields, may stand in holes."""
    earlier: dict[str, nodes.Text] = {}
    for language, text in texts:
        check_language(language, languages, text.span, report)
        if language in earlier:
            report.error(
                "declared-twice",
                f"`{whose}` says two things in `{language}`",
                text.span,
                label="again here",
                asides=[Aside(span=earlier[language].span, label="first here")],
                help="keep one text a language",
            )
        earlier[language] = text
        for match in _PARTS.finditer(text.value):
            check_hole(match[0], _inside(text.span, match), f"`{whose}`", sort, known, report)
    return tuple((language, tuple(_PARTS.findall(text.value))) for language, text in texts)


def check_language(language: str, languages: Sequence[str], span: Span, report: Report) -> None:
    """Warn of a text in a language that no manifest names, which nobody will read."""
    if languages and language not in languages:
        report.warning(
            "unknown-name",
            f"no pack that is loaded has the language `{language}`",
            span,
            label="nobody reads this",
            help=nearest(language, languages) or f"name it in `languages` of {span.source.pack}.pack.json",
        )


def _inside(span: Span, match: re.Match[str]) -> Span:
    return Span(span.source, span.start + 1 + match.start(), span.start + 1 + match.end())


def parts_of_text(text: str) -> list[tuple[str, int]]:
    """Words and holes of a text, and where each begins."""
    return [(match[0], match.start()) for match in _PARTS.finditer(text)]


def check_hole(part: str, span: Span, whose: str, sort: str, known: Sequence[str], report: Report) -> bool:
    """Whether a part of a text is fine, words or a hole alike."""
    if part in ("{", "}"):
        report.error(
            "open-hole",
            "this hole is not closed" if part == "{" else "nothing opens this hole",
            span,
            label=f"`{'}' if part == '{' else '{'}` is missing",
            help=f"write the name of a {sort} between braces, or leave the brace out",
        )
        return False
    if part.startswith("{") and part[1:-1] not in known:
        there = ", ".join(f"`{{{name}}}`" for name in known)
        report.error(
            "unknown-name",
            f"{whose} has no {sort} `{part[1:-1]}`",
            span,
            label=f"a hole takes the name of a {sort}",
            help=nearest(part[1:-1], known) or (f"write {there}, or plain words" if there else "write plain words"),
        )
        return False
    return True
