"""Where the content and the grammar that come with kfdsl lie.

In:   nothing.      Out:  paths, in a checkout (beside the package) as in an installed wheel (inside the package).
Refuses to know what is there.
"""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent


def content_folder() -> Path:
    """The content root of the shipped packs."""
    return _either("_content", "content")


def grammar_file() -> Path:
    """The grammar of the language."""
    return _either("_grammar", "grammar") / "kfdsl.lark"


def codes_file() -> Path:
    """The page that says what each code of a mistake means."""
    return _either("_grammar", "grammar") / "CODES.md"


def _either(installed: str, beside: str) -> Path:
    inside = PACKAGE / installed
    return inside if inside.is_dir() else PACKAGE.parent / beside
