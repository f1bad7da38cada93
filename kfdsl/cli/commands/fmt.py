"""`kfdsl fmt`: texts with their lines in order.

In:   folders or files.      Out:  files that were set in order; with `--check`, only which would be.
A text that cannot be read is told and left alone. Nothing is written unless it still means the same and would not change again.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from shutil import copymode

from kfdsl.cli.terminal import output
from kfdsl.lang import nodes
from kfdsl.lang.syntax.build import build
from kfdsl.lang.syntax.format import tidy
from kfdsl.lang.syntax.parse import parse
from kfdsl.packs.limits import BIGGEST_FILE, TEXT
from kfdsl.packs.shipped import grammar_file
from kfdsl.text.diagnostic import Report
from kfdsl.text.source import Source


def fmt(paths: Sequence[Path], check: bool) -> int:
    """Set texts in order."""
    report = Report()
    changed = 0
    for path in dict.fromkeys(file for each in paths for file in _files(each)):
        text = _read(path)
        made = _made(path.as_posix(), text, report)
        if made is None or made == text:
            continue
        changed += 1
        output.say(f"{'would change' if check else 'changed'} {path}")
        if not check:
            _write(path, made)
    output.diagnostics(report.diagnostics, sys.stderr)
    if report.failed:
        return output.AT_FAULT
    if not changed:
        output.say("All is in order.")
    return output.AT_FAULT if check and changed else output.FINE


def _files(path: Path) -> Iterator[Path]:
    """The texts that a path means."""
    try:
        if path.is_dir():
            found = sorted(each for each in path.rglob(f"*{TEXT}") if each.is_file() and not _is_hidden(each, path))
            if not found:
                raise output.Wrong(f"no texts (*{TEXT}) lie in {path}")
            yield from found
        elif path.is_file():
            yield path
        else:
            raise output.Wrong(f"there is no file or folder {path}")
    except (OSError, ValueError) as problem:
        raise output.Wrong(f"{path} cannot be read: {getattr(problem, 'strerror', None) or problem}") from problem


def _is_hidden(path: Path, root: Path) -> bool:
    return any(part.startswith(".") for part in path.relative_to(root).parts)


def _read(path: Path) -> str:
    try:
        if path.stat().st_size > BIGGEST_FILE:
            raise output.Wrong(f"{path} is too large for a text")
        return path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as problem:
        raise output.Wrong(f"{path} is not text in UTF-8") from problem
    except OSError as problem:
        raise output.Wrong(f"{path} cannot be read: {problem.strerror or problem}") from problem


def _write(path: Path, text: str) -> None:
    """Wholly or not at all."""
    try:
        beside = path.with_name(f".{path.name}.new")
        beside.write_bytes(text.encode("utf-8"))
        copymode(path, beside)
        beside.replace(path.resolve())
    except OSError as problem:
        raise output.Wrong(f"{path} cannot be written: {problem.strerror or problem}") from problem


def _made(name: str, text: str, report: Report) -> str | None:
    """The text in order, if it can be read and means what it meant."""
    before = _built(name, text, report)
    if before is None:
        return None
    made = tidy(before)
    after = _built(name, made, Report())
    assert after == before, f"{name} would mean something else"
    assert tidy(after) == made, f"{name} would change again"
    return made


def _built(name: str, text: str, report: Report) -> nodes.File | None:
    own = Report()
    source = Source(name, "", text)
    tree = parse(source, grammar_file().read_text(encoding="utf-8"), own)
    file = build(source, tree, own) if tree is not None else None
    for found in own.diagnostics:
        report.add(found)
    return None if own.failed else file
