"""Bytes of a file as text.

In:   bytes, as they were found.      Out:  characters with `\\n` at the ends of lines and no mark at the start.
What is not UTF-8, or holds characters that nobody sees, is reported at its line. Refuses to guess an encoding.
"""

from __future__ import annotations

import codecs
from itertools import islice

from kfdsl.text.diagnostic import Report
from kfdsl.text.inert import called, unseen
from kfdsl.text.source import Source, Span

HELP = "save the file as UTF-8"
MOST_TOLD = 20


def decode(name: str, pack: str, data: bytes, report: Report) -> str | None:
    """Read bytes as UTF-8; a mistake is reported and gives nothing."""
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        text = _plain(data.decode("utf-8"))
    except UnicodeDecodeError as problem:
        shown = _plain(data.decode("utf-8", errors="replace"))
        start = len(_plain(data[: problem.start].decode("utf-8")))
        _tell("this file is not UTF-8", f"byte {data[problem.start]:#04x}", Source(name, pack, shown), start, report)
        return None
    source = Source(name, pack, text)
    if "\0" in text:
        _tell("this file is not text", "a NUL", source, text.index("\0"), report)
        return None
    return text if _is_seen(source, report) else None


def _is_seen(source: Source, report: Report) -> bool:
    """Whether a text shows all that it holds; what cannot be seen can make a line look like another one."""
    found = list(islice(unseen(source.text, "\n\t"), MOST_TOLD))
    for at in found:
        report.error(
            "unseen-character",
            "a text may not hold characters that cannot be seen",
            Span(source, at, at + 1),
            label=called(source.text[at]),
            help="delete it",
        )
    return not found


def _plain(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _tell(message: str, label: str, source: Source, start: int, report: Report) -> None:
    report.error("not-text", message, Span(source, start, start + 1), label=label, help=HELP)
