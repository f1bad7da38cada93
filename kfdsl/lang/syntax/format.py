"""Lines of a text set in order: how far each is indented, and where lines are empty.

In:   a source that can be parsed.      Out:  the same words in the same lines; comments stay where they are.
Only white space at the ends of lines changes, and no line is joined or divided; so what the text means cannot change, and what was set
in order once stays as it is. A line that begins something is indented by what it stands in; one that goes on with what stands
above moves along with it. Refuses to judge what a line says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields

from kfdsl.lang import nodes
from kfdsl.lang.nodes.expr import Node
from kfdsl.text.source import COMMENT

INDENT = 2
_SIGN = re.compile(rf'"[^"\n]*"|{COMMENT}|[{{}}()]')
_CLOSING = re.compile(r"[})](?:\s*[})])*")
_FACE = re.compile(r"[a-z_][a-z0-9_]*\s*\{")
_PROOF = re.compile(r"(?:given|when|then)\b")
_OPEN = re.compile(r"open\s+")
_BEGINNING = (
    nodes.Decl,
    nodes.Stmt,
    nodes.Need,
    nodes.Waive,
    nodes.FieldValue,
    nodes.Clause,
    nodes.Contribution,
    nodes.WhileOwned,
    nodes.Patch,
    nodes.PatchTable,
    nodes.Replace,
    nodes.WithPack,
    nodes.Example,
    nodes.ExampleTable,
    nodes.Row,
    nodes.On,
    nodes.Stands,
    nodes.Company,
    nodes.Role,
    nodes.Nouns,
    nodes.Ties,
    nodes.When,
    nodes.Join,
    nodes.ActionChange,
    nodes.EffectChange,
    nodes.MemberChange,
    nodes.HoldsChange,
    nodes.ValuesChange,
    nodes.ShapeChange,
)


@dataclass(slots=True)
class _Opened:
    """A bracket that waits for its partner: how deep its line stands."""

    level: int


def tidy(file: nodes.File) -> str:
    """The text of a file with its lines in order."""
    return _Tidy(file).text()


class _Tidy:
    def __init__(self, file: nodes.File) -> None:
        self.source = file.span.source
        self.starts = {start for item in file.items for start in _starts(item)}
        self.proofs = [item.span for item in _examples(file.items)]
        self.opened: list[_Opened] = []
        self.level = 0  # of the last line that began something
        self.shift = 0  # by how much it was moved

    def text(self) -> str:
        """Line after line, with at most one empty line in a row, and none at the ends."""
        made: list[str] = []
        at = 0
        lines = self.source.text.split("\n")
        for number, line in enumerate(lines):
            bare = line.strip()
            if bare:
                made.append(" " * self.indent(line, at, lines[number + 1 :]) + bare)
                self.follow(line)
            elif made and made[-1]:
                made.append("")
            at += len(line) + 1
        return "\n".join(made).rstrip("\n") + "\n" if made else ""

    def indent(self, line: str, at: int, later: list[str]) -> int:
        """How far a line is indented."""
        margin = len(line) - len(line.lstrip())
        bare, start = line.strip(), at + margin
        inner = self.opened[-1].level + 1 if self.opened else 0
        closing = _CLOSING.match(bare)
        if bare.startswith("#"):
            following = next((each.strip() for each in later if each.strip() and not each.strip().startswith("#")), "}")
            return INDENT * inner if self.is_loose(following, start, line) else max(0, margin + self.shift)
        if closing is not None and bare.startswith("}"):
            many = len(re.findall(r"[})]", closing[0]))
            level = self.opened[-many].level if many <= len(self.opened) else 0
        elif self.begins(bare, start):
            level = inner
        else:
            return max(0, margin + self.shift)
        self.level, self.shift = level, INDENT * level - margin
        return INDENT * level

    def is_loose(self, following: str, start: int, line: str) -> bool:
        """Whether a comment stands before something new, and not inside of what goes on."""
        after = self.source.text.find(following, start + len(line.strip()))
        return following.startswith("}") or self.begins(following, after)

    def begins(self, bare: str, start: int) -> bool:
        """Whether a line is the beginning of something."""
        word = _OPEN.match(bare)
        if start in self.starts or (word is not None and start + word.end() in self.starts):
            return True
        is_proof = _PROOF.match(bare) and any(span.start <= start < span.end for span in self.proofs)
        return bool(is_proof or _FACE.match(bare))

    def follow(self, line: str) -> None:
        """Take in the brackets of a line."""
        for found in _SIGN.finditer(line):
            if found[0] in "{(":
                self.opened.append(_Opened(self.level))
            elif found[0] in "})" and self.opened:
                self.opened.pop()


def _starts(node: Node) -> Iterator[int]:
    """Where a node begins, and all below it that may stand on a line of their own."""
    if isinstance(node, _BEGINNING):
        yield node.span.start
    for field in fields(node):
        yield from _inside(getattr(node, field.name))


def _inside(value: object) -> Iterator[int]:
    if isinstance(value, Node):
        yield from _starts(value)
    elif isinstance(value, tuple):
        for each in value:
            yield from _inside(each)


def _examples(items: tuple[nodes.Item, ...]) -> Iterator[nodes.Item]:
    for item in items:
        if isinstance(item, nodes.WithPack):
            yield from _examples(item.items)
        elif isinstance(item, nodes.Example | nodes.ExampleTable):
            yield item
