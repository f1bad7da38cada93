"""Compiled rules kept between runs, by a hash of everything they were made of.

In:   a key and bytes.      Out:  the bytes again, or None.
Safe to delete at any time. An entry that is damaged, foreign or unreadable is as good as none, and a folder that cannot be
written to only costs time. Entries run as code when they are read, so one that somebody else could have written is not read.
"""

from __future__ import annotations

import os
import stat
import sys
import tempfile
import time
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent
_BORN = time.time()
_KEPT = 64  # entries, those used last; an author who edits makes a new one each time
_MARK = b"kfdsl cache 1\n"
RULES, TEXTS, PARSERS = (
    ".rules",
    ".texts",
    ".parser",
)  # an entry holds compiled rules, what was read of texts, or what reads them
NATIVE = ".native"  # or rules in the form of the machine itself,
LIBRARY = ".library"  # or what the engine itself brings along


def folder() -> Path | None:
    """Where entries lie; None if nothing is to be kept (`KFDSL_CACHE` is set to nothing), or nobody knows where.

    A path that is not whole would be another folder, perhaps somebody else's, wherever one happens to work; it is not used.
    """
    told = os.environ.get("KFDSL_CACHE")
    if told is not None:
        return Path(told) if Path(told).is_absolute() else None
    base = Path(os.environ.get("LOCALAPPDATA" if os.name == "nt" else "XDG_CACHE_HOME", ""))
    try:
        found = (base if base.is_absolute() else Path("~/.cache").expanduser()) / "kfdsl"
    except RuntimeError:
        return None
    return found if found.is_absolute() else None


def key(parts: Iterable[str]) -> str | None:
    """The name of an entry: what it is made of, the code that makes it, and the Python that runs it.

    None where the code on disk is not the code in memory, because it was edited while this process ran.
    """
    try:
        code = _code_digest() if _code() and is_settled() else ""
    except OSError:
        code = ""
    if not code:
        return None
    digest = sha256()
    for part in (sys.version, str(sys.implementation.cache_tag), code, *parts):
        data = part.encode("utf-8", "surrogatepass")
        digest.update(b"%d:" % len(data) + data)
    return digest.hexdigest()


def is_settled() -> bool:
    """Whether no file of ours was written since shortly before this process read it."""
    try:
        return all(os.stat(path).st_mtime < _BORN - 1 for path in _code())  # noqa: PTH116 - hundreds, at every load
    except OSError:
        return False


def read(name: str, sort: str = RULES) -> bytes | None:
    """The bytes of an entry that is whole and ours."""
    where = folder()
    if where is None:
        return None
    try:
        data = _bytes(where / (name + sort)) if _is_ours(where.stat(), 0o022) else b""
    except (OSError, ValueError):
        return None
    head, body = data[: len(_MARK) + 32], data[len(_MARK) + 32 :]
    if head != _MARK + sha256(body).digest():
        return None
    with suppress(OSError):
        os.utime(where / (name + sort))  # what is still used makes no room for others
    return body


def keep(name: str, body: bytes, sort: str = RULES) -> None:
    """Keep an entry, wholly or not at all; if it cannot be kept, nothing happens."""
    where = folder()
    if where is None or not is_settled():
        return
    try:
        where.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not _is_ours(where.stat(), 0o022):
            return
        handle, made = tempfile.mkstemp(prefix=name[:8], suffix=".new", dir=where)  # for nobody else's eyes
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(_MARK + sha256(body).digest() + body)
            Path(made).replace(where / (name + sort))
        except BaseException:
            Path(made).unlink(missing_ok=True)
            raise
        _tidy(where, sort)
    except (OSError, ValueError):
        return


def _bytes(path: Path) -> bytes:
    """The bytes of a file that is nobody else's; nothing of what is no file, which might never end or never begin."""
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with os.fdopen(handle, "rb") as file:
        found = os.fstat(handle)
        return file.read() if stat.S_ISREG(found.st_mode) and _is_ours(found, 0o077) else b""


def _is_ours(found: os.stat_result, closed: int) -> bool:
    """Whether it belongs to the user, and is closed to others as far as these bits say."""
    return os.name == "nt" or (found.st_uid == os.getuid() and not found.st_mode & closed)


def _tidy(where: Path, sort: str) -> None:
    """Drop the oldest entries of a sort, and what a process that died left half-written an hour ago."""
    entries = sorted(where.glob(f"*{sort}"), key=_age)
    stale = [path for path in where.glob("*.new") if _age(path) > 3600]
    for path in (*entries[_KEPT:], *stale):
        path.unlink(missing_ok=True)


def _age(path: Path) -> float:
    try:
        return time.time() - path.stat().st_mtime
    except OSError:  # another process tidied it away
        return 0.0


@cache
def _code() -> tuple[str, ...]:
    """All our files, as text: there are hundreds, and whatever makes a `Path` of each costs more than to read them."""
    found = (f"{place}{os.sep}{name}" for place, _, names in os.walk(_PACKAGE) for name in names if name.endswith(".py"))
    return tuple(sorted(found))


@cache
def _code_digest() -> str:
    """Of all our code, and of the version of the parser that it stands on."""
    digest, package = sha256(), str(_PACKAGE)
    parser = find_spec("lark")
    for path in (*_code(), *([parser.origin] if parser is not None and parser.origin else [])):
        with open(path, "rb", buffering=0) as file:  # noqa: PTH123 - see above
            data = file.read()
        name = path.removeprefix(package).encode("utf-8", "surrogateescape")
        digest.update(b"%d:%d:" % (len(name), len(data)) + name + data)
    return digest.hexdigest()
