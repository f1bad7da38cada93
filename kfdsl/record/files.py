"""Where saves come in and go out.

In:   a dict, JSON text, or the path of a file.      Out:  a dict that the schema allows and whose digest is right, or a SaveError.
Nothing that comes in is trusted: size, nesting, numbers, doubled keys and encodings are judged before anything reads it.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NoReturn

try:
    import fcntl
except ImportError:  # where there is none, what a killed writer left stays
    fcntl = None  # type: ignore[assignment]

FORMAT = 2
OLD_FORMAT = 1  # without a trail: where a game parts ways cannot be told then, only that it does
MOST_BYTES = 4 * 1024 * 1024  # a long game takes a twentieth; more is a mistake or an attack

BEING_WRITTEN = ".part"


class SaveError(ValueError):
    """A save that cannot be gone on with; says what is wrong with it."""


def take_in(saved: Mapping[str, Any] | str | Path) -> dict[str, Any]:
    """A save that is well formed and as it was written."""
    data = _parsed(_text(saved))
    if not isinstance(data, dict) or "format" not in data:
        raise SaveError("this is not a saved game")
    if data["format"] not in (OLD_FORMAT, FORMAT) or isinstance(data["format"], bool):
        raise SaveError(f"this save has format {data['format']!r:.20}; this version of kfdsl reads format {FORMAT}")
    now = data if data["format"] == FORMAT else _from_old(data)
    _judged(now)
    if data["check"] != digest(data):
        raise SaveError("this save was changed or damaged after it was written: its digest is not right")
    return now


def digest(data: Mapping[str, Any]) -> str:
    """A digest of a save, apart from where it is kept."""
    rest = {key: value for key, value in data.items() if key != "check"}
    try:
        text = json.dumps(rest, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    except (TypeError, ValueError, RecursionError) as mistake:
        raise SaveError(f"this save is not JSON: {mistake}") from mistake
    return sha256(text.encode("ascii")).hexdigest()


def write(saved: Mapping[str, Any], path: Path) -> None:
    """Put a save into a file, wholly or not at all; what writers left beside it that were killed goes."""
    text = json.dumps(saved, ensure_ascii=True, indent=1) + "\n"
    _sweep(path)
    name = None
    try:
        handle, name = _beside(path)
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
            if fcntl is not None:
                Path(name).replace(path)  # while it is locked, for nobody may take it for a stray before
        if fcntl is None:
            Path(name).replace(path)
    except BaseException:
        if name is not None:
            Path(name).unlink(missing_ok=True)
        raise


def _beside(path: Path) -> tuple[int, str]:
    """A new file beside another, locked as long as it is written."""
    while True:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=BEING_WRITTEN, dir=path.parent)
        if fcntl is None:
            return handle, name
        fcntl.flock(handle, fcntl.LOCK_EX)
        if os.fstat(handle).st_nlink:
            return handle, name
        os.close(handle)  # somebody took it for a stray before it was locked


def _sweep(path: Path) -> None:
    """Remove what nobody writes any more: whoever was killed holds no lock."""
    if fcntl is None:
        return
    with suppress(OSError):
        for found in list(path.parent.iterdir()):
            if found.name.startswith(f".{path.name}.") and found.name.endswith(BEING_WRITTEN):
                _remove_unlocked(found)


def _remove_unlocked(path: Path) -> None:
    with suppress(OSError):
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW)  # whatever it is, it is not waited for
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            path.unlink()
        finally:
            os.close(handle)


def _from_old(data: dict[str, Any]) -> dict[str, Any]:
    """A save as it was written before; nothing is trusted yet."""
    log, sealed = data.get("log"), data.get("sealed")
    behind = len(log) if isinstance(log, list) else 0
    if isinstance(sealed, list) and all(isinstance(each, dict) for each in sealed):
        sealed = [{**each, "behind": behind} for each in sealed]
    return data | {"format": FORMAT, "sealed": sealed, "trail": [], "start": None}


def _text(saved: Mapping[str, Any] | str | Path) -> str:
    if isinstance(saved, Path):
        return _file(saved)
    if not isinstance(saved, str):
        try:
            saved = json.dumps(saved)
        except (TypeError, ValueError, RecursionError) as mistake:
            raise SaveError(f"this save is not JSON: {mistake}") from mistake
    if len(saved) > MOST_BYTES:
        raise SaveError(f"this save is too large: {len(saved)} characters")
    return saved


def _file(path: Path) -> str:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise SaveError(f"{path} is too large for a save: {path.stat().st_size} bytes")
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as mistake:
        if isinstance(mistake, SaveError):
            raise
        raise SaveError(f"{path} cannot be read: {mistake}") from mistake
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as mistake:
        raise SaveError(f"{path} is not text in UTF-8") from mistake


def _parsed(text: str) -> Any:
    try:
        return json.loads(text, parse_float=_no_float, parse_constant=_no_float, object_pairs_hook=_once)
    except SaveError:
        raise
    except json.JSONDecodeError as mistake:
        raise SaveError(f"this save is not JSON, or not all of it is there: {mistake}") from mistake
    except (ValueError, RecursionError) as mistake:  # a number of thousands of digits, or nesting without end
        raise SaveError(f"this save is not one that kfdsl wrote: {mistake}") from mistake


def _no_float(text: str) -> NoReturn:
    raise SaveError(f"this save holds {text:.40}; all its numbers are whole")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise SaveError("this save says something twice")
    return found


def _judged(data: dict[str, Any]) -> None:
    try:
        mistake = next(_validator().iter_errors(data), None)  # the first, since there may be as many as there are lines
    except RecursionError as depth:
        raise SaveError("this save is nested too deeply") from depth
    if mistake is not None:
        where = "/".join(str(step) for step in mistake.absolute_path) or "the top"
        raise SaveError(f"this is not a saved game: at {where:.200}, {mistake.message:.200}")


@cache
def _validator() -> Any:
    from jsonschema import Draft202012Validator  # late, since it takes longer to import than all of ours

    schema = json.loads(Path(__file__).with_name("save.schema.json").read_text(encoding="utf-8"))
    return Draft202012Validator(schema)
