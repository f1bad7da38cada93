"""Gather the files of a content root that is a folder.

In:   a folder.      Out:  its manifests and texts, as bytes by name.
Links may not lead out of the root, and no link to a folder is followed, since it may lead in circles.
What cannot be read is reported; refuses to know what is in the files.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from kfdsl.packs.limits import BIGGEST_FILE, MANIFEST, Files, is_wanted

MOST_ENTRIES = 100_000  # a folder with more is not a content root but somebody's disk


def gather_folder(root: Path, files: Files) -> None:
    """Read all manifests and texts below a folder."""
    top = _entries(root, "", files)
    if not any(entry.name.endswith(MANIFEST) for entry in top):
        return  # the caller says that there is no manifest; what else lies here is not ours to look through
    home = root.resolve()
    left = MOST_ENTRIES
    waiting = [(root, "", top)]
    while waiting and not files.is_stopped:
        folder, above, entries = waiting.pop()
        left -= len(entries)
        if left < 0:
            files.stop("root-too-big", f"more than {MOST_ENTRIES} files and folders", help="name a smaller folder")
        for entry, name in _enter(entries, above, home, folder.resolve().is_relative_to(home), files):
            inner = Path(entry.path)
            waiting.append((inner, f"{name}/", _entries(inner, name, files)))


def _enter(
    entries: Iterable[os.DirEntry[str]], above: str, home: Path, is_inside: bool, files: Files
) -> list[tuple[os.DirEntry[str], str]]:
    """Read the files among these entries; the folders are left to walk, with their names."""
    folders = []
    for entry in entries:
        name = above + entry.name
        if entry.name.startswith("."):
            continue
        if _is_folder(entry) and not entry.is_symlink() and not is_wanted(name):
            folders.append((entry, name))
        elif _is_folder(entry) and entry.is_symlink():
            files.refuse("linked-folder", "this is a link to a folder", name, help="put the folder itself here")
        elif not is_wanted(name):
            files.pass_over(name)
        elif files.admit(name):
            _read(entry, name, home, is_inside, files)
    return folders


def _read(entry: os.DirEntry[str], name: str, home: Path, is_inside: bool, files: Files) -> None:
    """Read a file; one that is no link lies where its folder lies."""
    path = Path(entry.path)
    try:
        if not (path.resolve(strict=True).is_relative_to(home) if entry.is_symlink() else is_inside):
            files.refuse("link-outside", "this link leads out of the root", name, help="put the file itself here")
        elif not entry.is_file():
            files.refuse("not-a-file", "this has the name of a text but is none", name, help="rename it")
        else:
            with path.open("rb") as stream:
                files.add(name, stream.read(BIGGEST_FILE + 1))
    except (OSError, RuntimeError, ValueError) as problem:
        files.refuse("unreadable", f"this cannot be read: {_reason(problem)}", name)


def _entries(folder: Path, name: str, files: Files) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return sorted(entries, key=lambda entry: entry.name)
    except (OSError, ValueError) as problem:
        files.refuse("unreadable", f"this folder cannot be read: {_reason(problem)}", name)
        return []


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:  # a link to itself
        return False


def _reason(problem: Exception) -> str:
    return getattr(problem, "strerror", None) or str(problem)
