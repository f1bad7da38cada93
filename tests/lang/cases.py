"""Goldens: a source, and what is said about it.

A case begins with `=== title`. Then come texts: plain ones belong to the pack `hollow`; `--- file other/more.kf` begins a text
of the pack `other`, and `--- after other: hollow` says that `other` comes after `hollow`. `--- given yard` stands for the pack
in cases/yard.kf, which all packs come after. `--- known ridge` names packs that could be loaded as well; `--- option pace: slow,
fast` gives `hollow` an option with choices, `--- option quick` one that is true or false;
`--- languages en, nl` are those of its manifest. `--- diagnostics` ends the source; below is what is rendered.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from kfdsl.lang.compile import PackSource, compile_packs
from kfdsl.lang.link.model import OptionText
from kfdsl.text.diagnostic import Report
from kfdsl.text.render import render
from kfdsl.text.source import Source
from tests.lang.loading import grammar

CASES = Path(__file__).resolve().parent / "cases"
MARK = re.compile(r"^--- (file|after|given|known|languages|option|diagnostics)\b[ ]*(.*)$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One golden."""

    file: Path
    title: str
    source: str  # all lines above the diagnostics
    expected: str


def cases() -> Iterator[Case]:
    """All cases of all files."""
    for file in sorted(CASES.glob("*.case")):
        yield from read(file)


def read(file: Path) -> Iterator[Case]:
    """The cases of a file."""
    for part in re.split(r"^(?==== )", file.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        head, _, rest = part.partition("\n")
        source, _, expected = rest.partition("--- diagnostics\n")
        yield Case(file=file, title=head.removeprefix("=== ").strip(), source=source, expected=expected.strip("\n"))


def write(file: Path, found: dict[str, str]) -> None:
    """The same cases with what is rendered now."""
    parts = [
        f"=== {case.title}\n{case.source.rstrip()}\n--- diagnostics\n{found.get(case.title, case.expected)}\n"
        for case in read(file)
    ]
    file.write_text("\n".join(parts), encoding="utf-8")


def run(case: Case) -> str:
    """What is said about a case."""
    report = Report()
    compile_packs(packs(case.source), grammar(), report)
    return render(report.diagnostics)


def packs(text: str) -> list[PackSource]:
    """The packs of a case, in the order in which they are mentioned."""
    texts: dict[str, list[tuple[str, list[str]]]] = {}
    after: dict[str, set[str]] = {}
    known: set[str] = set()
    languages: set[str] = set()
    options: list[OptionText] = []
    lines: list[str] | None = None
    for line in text.splitlines():
        mark = MARK.match(line)
        match (mark[1], mark[2]) if mark else ("", line):
            case "file", name:
                lines = []
                texts.setdefault(name.partition("/")[0], []).append((name, lines))
            case "after", order:
                name, _, others = order.partition(":")
                after.setdefault(name.strip(), set()).update(others.replace(",", " ").split())
            case "known", names:
                known.update(names.replace(",", " ").split())
            case "languages", names:
                languages.update(names.replace(",", " ").split())
            case "option", said:
                name, _, listed = said.partition(":")
                choices = tuple(listed.replace(",", " ").split())
                options.append(OptionText(name=name, default=choices[0] if choices else False, choices=choices))
            case "given", name:
                texts[name] = [(f"{name}/{name}.kf", (CASES / f"{name}.kf").read_text(encoding="utf-8").splitlines())]
            case _:
                if lines is None:
                    lines = []
                    texts.setdefault("hollow", []).append(("hollow/kiln.kf", lines))
                lines.append(line)
    given = {name for name in texts if (CASES / f"{name}.kf").exists()}
    return [
        PackSource(
            name=name,
            version="1.0.0",
            after=frozenset((after.get(name, set()) | given) - {name}),
            sources=tuple(Source(f"rules/{file}", name, "\n".join(lines) + "\n") for file, lines in files),
            options=tuple(options) if name == "hollow" else (),
            known=frozenset({*known, *texts}),
            languages=frozenset(languages if name == "hollow" else ()),
        )
        for name, files in texts.items()
    ]
