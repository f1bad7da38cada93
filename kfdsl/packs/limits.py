"""How much a content root may hold, and how its files may be called.

In:   names and sizes, as they come from strangers.      Out:  yes or no, with the reason reported.
Limits are far above what an author writes and far below what hurts a machine.
Refuses to know whether a file lies in a folder or in a zip.
"""

from __future__ import annotations

from unicodedata import normalize

from kfdsl.text.diagnostic import Report

BIGGEST_FILE = 1 << 20
BIGGEST_ROOT = 4 << 20  # eight times all that is shipped: what is read is checked, at a millisecond and 50 kB for a line
MOST_FILES = 5000
DEEPEST = 12
TEXT, MANIFEST = ".kf", ".pack.json"
LEAST_PARTS = 3  # of the name of a text: kind, pack, file
HELP = "split the pack, or name a smaller folder"
RESERVED = set('\\:*?"<>|')  # a name with one of these cannot be unpacked everywhere
# Windows takes these for devices, whatever stands behind a dot, and reads a digit written high as a digit.
DEVICES = frozenset({"con", "prn", "aux", "nul", "conin$", "conout$"}) | {
    f"{port}{digit}" for port in ("com", "lpt") for digit in "0123456789¹²³"
}


def is_wanted(name: str) -> bool:
    """Whether a file, by its name, is ours to read."""
    parts = name.split("/")
    is_hidden = any(part.startswith(".") or part == "__MACOSX" for part in parts)
    return not is_hidden and name.lower().endswith((TEXT, MANIFEST))


LOOKED_AT = (".md", ".png", ".jpg", ".jpeg", ".svg", ".gif", ".webp", ".pdf")


def is_unread(name: str) -> bool:
    """Whether somebody may take a file for a text that is none: it lies in a folder of a pack, and nobody only looks at it."""
    parts = name.split("/")
    is_hidden = any(part.startswith(".") or part == "__MACOSX" for part in parts)
    plain = parts[-1].lower()
    return (
        not is_hidden
        and len(parts) >= LEAST_PARTS
        and not plain.startswith("license")
        and not plain.endswith(LOOKED_AT)
    )


class Files:
    """The files of one root: each name once, none too big, not too many."""

    def __init__(self, root: str, report: Report) -> None:
        self.root = root
        self.report = report
        self.found: dict[str, bytes] = {}
        self.is_stopped = False
        self.unread: list[str] = []
        self._size = 0
        self._names: dict[str, str] = {}

    def refuse(self, code: str, message: str, name: str, help: str = "") -> None:
        """Report a file that is left out."""
        self.report.error(code, message, None, where=f"{self.root}/{name}" if name else self.root, help=help)

    def stop(self, code: str, message: str, help: str = "") -> None:
        """Report that nothing more of this root is read."""
        if not self.is_stopped:
            self.refuse(code, message, "", help)
        self.is_stopped = True

    def pass_over(self, name: str) -> None:
        """Remember a file that is not read."""
        if is_unread(name) and len(self.unread) < MOST_FILES:
            self.unread.append(name)

    def admit(self, name: str) -> bool:
        """Whether a file of this name may be read at all."""
        key = normalize("NFC", name).casefold()
        if self.is_stopped:
            return False
        if not _is_portable(name):
            self.refuse(
                "bad-file-name",
                "this name does not work on every machine",
                name,
                help=f"write letters, digits, `_`, `-` and `.`, in folders at most {DEEPEST} deep",
            )
        elif key in self._names:
            self.refuse("duplicate-file", f"`{self._names[key]}` has the same name", name, help="rename one of the two")
        elif len(self._names) >= MOST_FILES:
            self.stop("root-too-big", f"more than {MOST_FILES} files", HELP)
        else:
            self._names[key] = name
            return True
        return False

    def add(self, name: str, data: bytes) -> None:
        """Keep the bytes of a file that was admitted."""
        if len(data) > BIGGEST_FILE:
            self.refuse("file-too-big", f"this has more than {BIGGEST_FILE >> 20} MiB", name, help="split it")
        elif self._size + len(data) > BIGGEST_ROOT:
            self.stop("root-too-big", f"more than {BIGGEST_ROOT >> 20} MiB of text", HELP)
        else:
            self._size += len(data)
            self.found[normalize("NFC", name)] = data


def _is_portable(name: str) -> bool:
    parts = name.split("/")
    return (
        len(parts) <= DEEPEST
        and name.isprintable()
        and not RESERVED & set(name)
        and all(part.strip(" ") == part and not part.endswith(".") for part in parts)
        and not any(part.partition(".")[0].rstrip(" ").casefold() in DEVICES for part in parts)
    )
