"""The parser of a grammar, made once.

In:   the grammar's text.      Out:  a Lark parser.
To make one takes as long as to read a large pack; to read one that was written down, a sixth of that. So whoever keeps things between
runs may say where one is, and may write down one that had to be made.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import BinaryIO

from lark import Lark

_MOST = 4  # grammars that are known at once
_made: dict[str, Lark] = {}
_where: dict[str, Callable[[], BinaryIO | None]] = {}  # parsers that were kept, by grammar
_new: set[str] = set()  # grammars whose parser nobody had kept


def parser(grammar: str, tree: type) -> Lark:
    """The parser of a grammar, whose trees are of a class."""
    if grammar not in _made:
        if len(_made) >= _MOST:
            _made.clear()
        _made[grammar] = _kept(grammar) or _fresh(grammar, tree)
    return _made[grammar]


def kept_at(grammar: str, find: Callable[[], BinaryIO | None]) -> None:
    """Where a parser is written down, if anybody did."""
    _where[grammar] = find


def write_new(grammar: str, file: BinaryIO) -> bool:
    """Write a parser down that had to be made, once; whether there was one."""
    if grammar not in _new or grammar not in _made:
        return False
    _new.remove(grammar)
    _made[grammar].save(file)
    return True


def _kept(grammar: str) -> Lark | None:
    find = _where.pop(grammar, None)
    file = None if find is None else find()
    try:
        return None if file is None else Lark.load(file)
    except Exception:  # whatever is wrong with what was kept, a parser can be made without it
        return None


def _fresh(grammar: str, tree: type) -> Lark:
    _new.add(grammar)
    return Lark(
        grammar,
        parser="lalr",
        lexer="contextual",
        start=["start", "expr"],
        keep_all_tokens=True,
        maybe_placeholders=False,
        tree_class=tree,
    )
