"""Read a content root: a folder or zip with `<pack>.pack.json` manifests and `<anything>/<pack>/**/*.kf` texts.

In:   the path of a root.      Out:  its packs, each with its manifest and its texts, sorted by name.
Nothing is ignored in silence: a text that belongs to no pack of the root is a mistake.
Refuses to know how packs depend on one another; see find.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from kfdsl.packs.decode import decode
from kfdsl.packs.limits import LEAST_PARTS, MANIFEST, TEXT, Files
from kfdsl.packs.manifest import Manifest, read_manifest
from kfdsl.packs.root_folder import gather_folder
from kfdsl.packs.root_zip import gather_archive
from kfdsl.text.diagnostic import Report, nearest
from kfdsl.text.source import Source


@dataclass(frozen=True, slots=True, kw_only=True)
class RootPack:
    """A pack as it lies in a root; `root` is for people, and no part of what the pack is."""

    manifest: Manifest
    sources: tuple[Source, ...] = field(repr=False)
    root: str = field(compare=False)


def read_root(path: Path, report: Report) -> tuple[RootPack, ...]:
    """Read every pack of a content root, by name; a broken one is reported and left out."""
    files = Files(path.as_posix(), report)
    _gather(path, files)
    top = [name for name in files.found if "/" not in name and name.endswith(MANIFEST)]
    declared = {name.removesuffix(MANIFEST): name for name in top}
    if not declared and not files.is_stopped:
        files.refuse(
            "no-manifest",
            "no manifest lies at the top of this content root",
            "",
            help=f"put `<pack>{MANIFEST}` there; README.md shows one",
        )
        return ()
    sources = _sources(files, declared)
    _tell_unread(files, declared)
    packs = []
    for pack, name in sorted(declared.items()):
        text = decode(name, pack, files.found[name], report)
        manifest = None if text is None else read_manifest(text, name, report)
        if manifest is not None:
            packs.append(RootPack(manifest=manifest, sources=tuple(sources[pack]), root=files.root))
    return tuple(packs)


def _gather(path: Path, files: Files) -> None:
    try:
        is_folder, is_file = path.is_dir(), path.is_file()
    except (OSError, ValueError):
        is_folder = is_file = False
    if is_folder:
        gather_folder(path, files)
    elif is_file:
        gather_archive(path, files)
    else:
        files.stop("no-root", "there is no folder or zip here")


def _sources(files: Files, declared: Mapping[str, str]) -> dict[str, list[Source]]:
    found: dict[str, list[Source]] = {pack: [] for pack in declared}
    for name, data in sorted(files.found.items()):
        pack = _owner(name)
        if name in declared.values():
            continue
        if pack not in declared:
            _tell_stray(name, pack, declared, files)
            continue
        text = decode(name, pack, data, files.report)
        if text is not None:
            found[pack].append(Source(name, pack, text))
    return found


def _tell_unread(files: Files, declared: Mapping[str, str]) -> None:
    for name in sorted(files.unread):
        if name.split("/")[1] in declared:
            files.report.warning(
                "unread-file",
                "this lies among the texts of a pack, and is not read",
                None,
                where=f"{files.root}/{name}",
                help=f"let its name end in `{TEXT}` if it is a text; otherwise move it away",
            )


def _owner(name: str) -> str:
    parts = name.split("/")
    return parts[1] if len(parts) >= LEAST_PARTS and name.endswith(TEXT) else ""


def _tell_stray(name: str, pack: str, declared: Mapping[str, str], files: Files) -> None:
    if pack:
        files.refuse(
            "stray-file",
            f"no pack of this content root is called `{pack}`",
            name,
            help=nearest(pack, list(declared)) or f"write `{pack}{MANIFEST}`",
        )
    elif name.endswith(MANIFEST):
        files.refuse("stray-file", "a manifest lies at the top of a content root", name, help="move it there")
    elif name.endswith(TEXT):
        files.refuse(
            "stray-file",
            "this text belongs to no pack",
            name,
            help=f"move it to `rules/{min(declared)}/` or another folder with a pack inside",
        )
    else:
        files.refuse(
            "stray-file",
            f"a text ends in `{TEXT}`, a manifest in `{MANIFEST}`, in small letters",
            name,
            help="rename it",
        )
