"""The words that content declares, and the words that code speaks.

In:   a content root; a file of code.      Out:  ids, each as its words; the words of a file in order.
Ids are found by the form of a declaration, without our own parser: the guard does not lean on what it guards.
"""

from __future__ import annotations

import re
from pathlib import Path

COMMENT_OR_TEXT = re.compile(r'"[^"\n]*"|#[^\n]*')
DECLARED = re.compile(
    r"(?:^|[;{}]|\b(?:open|main|price))\s*"
    r"(?:token|trait|kind|place|action|effect|moment|menu|flow)\s+([a-z_][a-z0-9_]*)",
    re.MULTILINE,
)
VALUES = re.compile(r"\bvalues\s+([A-Z]\w*)\s+([a-z_]\w*(?:\s*,\s*[a-z_]\w*)*)")
KIND = re.compile(r"(?:^|[;{}]|\bopen)\s*kind\s+([a-z_][a-z0-9_]*)", re.MULTILINE)
FLOW = re.compile(r"\bflow\s+[a-z_][a-z0-9_]*[^{]*\{")
STEP = re.compile(r"(?:^|[;{}])\s*([a-z_][a-z0-9_]*)[ \t]*:(?!=)", re.MULTILINE)
WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+|[^A-Za-z0-9_ -]")


def content_words(root: Path) -> set[str]:
    """Every id that a pack declares and code must not know."""
    texts = [COMMENT_OR_TEXT.sub(_blank, path.read_text(encoding="utf-8")) for path in sorted(root.rglob("*.kf"))]
    kinds = {name for text in texts for name in KIND.findall(text)}
    return {name for text in texts for name in _declared(text, kinds)}


def spoken(path: Path) -> str:
    """The words of a file, split at underscores and capitals, in small letters; signs stand between as they are."""
    words = (word for line in path.read_text(encoding="utf-8").splitlines() for word in [*WORD.findall(line), "|"])
    return f" {' '.join(words).lower()} "


def speaks(said: str, name: str) -> bool:
    """Whether the words of an id occur one after the other."""
    return f" {' '.join(WORD.findall(name)).lower()} " in said


def _declared(text: str, kinds: set[str]) -> set[str]:
    found = set(DECLARED.findall(text))
    for name, members in VALUES.findall(text):
        found |= {name.lower(), *re.findall(r"\w+", members)}
    for flow in FLOW.finditer(text):
        found |= set(STEP.findall(_block(text, flow.end())))
    kind = "|".join(sorted(kinds)) or "(?!)"
    return found | set(re.findall(rf"(?m)(?:^|[;}}])\s*(?:{kind})\s+([a-z_][a-z0-9_]*)\s*[\"{{]", text))


def _blank(found: re.Match[str]) -> str:
    return '""' if found[0].startswith('"') else ""


def _block(text: str, start: int) -> str:
    """What stands between an open brace and the one that closes it."""
    depth = 1
    for at in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        if not depth:
            return "{" + text[start:at]
    return "{" + text[start:]
