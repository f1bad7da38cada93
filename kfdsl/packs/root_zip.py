"""Gather the files of a content root that is a zip.

In:   the path of a zip, which may come from anybody.      Out:  its manifests and texts, as bytes by name.
Nothing is unpacked to disk. What a header says about sizes is not believed: bytes are counted as they come out.
Refuses to know what is in the files.
"""

from __future__ import annotations

import stat
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from kfdsl.packs.limits import BIGGEST_FILE, BIGGEST_ROOT, HELP, MOST_FILES, Files, is_wanted

ENTRY = b"PK\x01\x02"  # begins each line of a zip's table of contents
FREE, RATIO = 64 << 10, 100  # a zip may hold this many bytes, and so many times its own size besides
CHUNK = 64 << 10
IS_ENCRYPTED = 0x1


def gather_archive(path: Path, files: Files) -> None:
    """Read all manifests and texts in a zip."""
    # A broken zip fails with errors of zipfile, zlib, struct, codecs and more, of which Python promises no list.
    try:
        data = _bytes(path, files)
        if data is not None:
            with ZipFile(BytesIO(data)) as archive:
                _gather(archive, min(FREE + RATIO * len(data), BIGGEST_ROOT), files)
    except Exception as problem:
        files.stop("broken-zip", f"this cannot be read as a zip: {problem}", help="pack it again")


def _bytes(path: Path, files: Files) -> bytes | None:
    with path.open("rb") as stream:
        data = stream.read(BIGGEST_ROOT + 1)
    if len(data) > BIGGEST_ROOT or data.count(ENTRY) > MOST_FILES:
        files.stop("root-too-big", f"a zip may have {BIGGEST_ROOT >> 20} MiB and {MOST_FILES} members, this has more")
        return None
    return data


def _gather(archive: ZipFile, allowed: int, files: Files) -> None:
    for member in sorted(archive.infolist(), key=lambda member: member.orig_filename):
        name = member.orig_filename
        if not _is_safe(member, files) or name.endswith("/"):
            continue
        if not is_wanted(name):
            files.pass_over(name)
        elif files.admit(name):
            data = _member(archive, member, allowed, files)
            allowed -= len(data or b"")
            if data is not None:
                files.add(name, data)


def _is_safe(member: ZipInfo, files: Files) -> bool:
    name = member.orig_filename
    parts = name.split("/")
    if name.startswith("/") or ".." in parts or "\\" in name or ":" in name or "\0" in name:
        files.refuse("zip-escape", "this name leads out of the zip", name, help="pack it again with plain names")
    elif stat.S_ISLNK(member.external_attr >> 16):
        files.refuse("link-outside", "a zip may not hold links", name, help="put the file itself into it")
    elif member.is_dir() and is_wanted(name.rstrip("/")):
        files.refuse("not-a-file", "this has the name of a text but is a folder", name, help="rename it")
    else:
        return True
    return False


def _member(archive: ZipFile, member: ZipInfo, allowed: int, files: Files) -> bytes | None:
    name = member.orig_filename
    if member.flag_bits & IS_ENCRYPTED:
        files.refuse("zip-encrypted", "this file is encrypted", name, help="pack it again without a password")
        return None
    if member.compress_type not in (ZIP_STORED, ZIP_DEFLATED):  # the others unpack without a bound on memory
        files.refuse("zip-method", "this file is packed in an unusual way", name, help="pack it again with `deflate`")
        return None
    try:
        data = _unpacked(archive, member, min(allowed, BIGGEST_FILE))
    except Exception as problem:  # as above
        files.refuse("broken-zip", f"this file cannot be unpacked: {problem}", name, help="pack it again")
        return None
    if allowed < len(data) <= BIGGEST_FILE:
        files.stop("zip-bomb", f"it unpacks to more than {RATIO} times its size or {BIGGEST_ROOT >> 20} MiB", help=HELP)
        return None
    return data


def _unpacked(archive: ZipFile, member: ZipInfo, most: int) -> bytes:
    """The bytes of a member, or as many of them as show that there are more than `most`."""
    found = bytearray()
    with archive.open(member) as stream:
        while len(found) <= most and (chunk := stream.read(CHUNK)):
            found += chunk
    return bytes(found)
