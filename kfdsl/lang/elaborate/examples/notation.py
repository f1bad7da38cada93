"""What an example says somebody does, with names as the program calls them.

In:   a line of notation as its pack writes it.      Out:  the line as it is written and read in a game of all loaded packs.
"""

from __future__ import annotations

import re

from kfdsl.lang.elaborate.context import Context
from kfdsl.lang.elaborate.scope import Scope
from kfdsl.text.source import Span

_NAME = re.compile(r"[a-z_][a-z0-9_]*(?:\.[a-z_][a-z0-9_]*)?")
_CHOSEN = ("thing", "token", "place", "value")


def in_notation(context: Context, text: str, scope: Scope, span: Span) -> str:
    """`bid kiln` as `promos.bid hollow.kiln`, where other packs declare these names as well."""

    def called(found: re.Match[str]) -> str:
        word = found[0]
        if word in scope.seats:
            return word
        return context.named(word, scope, span, *(("action",) if not found.start() else _CHOSEN))

    return _NAME.sub(called, text)
