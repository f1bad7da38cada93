"""The words that content declares, and the words that code speaks.

In:   a content root; a file of code.      Out:  ids, each as its words; the words of a file in order.
Ids are found by the form of a declaration, without our own parser: the guard does not lean on what it guards.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
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
    """The words of identifiers and string literals, split at underscores and capitals, in small letters, a bar between.

    Comments and docstrings may speak of anything: the guard keeps rules out of what code does.
    """
    said = (word for text in _said(ast.parse(path.read_text(encoding="utf-8"))) for word in [*WORD.findall(text), "|"])
    return f" {' '.join(said).lower()} "


def _said(tree: ast.Module) -> Iterator[str]:
    documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    docstrings = {id(node.body[0].value) for node in ast.walk(tree) if isinstance(node, documented) and _has_doc(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.value
        for field in ("id", "name", "attr", "arg", "asname", "rest", "module"):
            if isinstance(found := getattr(node, field, None), str):
                yield found
        if isinstance(node, ast.Global | ast.Nonlocal):
            yield from node.names
        yield from getattr(node, "kwd_attrs", ())


def _has_doc(node: ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return ast.get_docstring(node, clean=False) is not None


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
