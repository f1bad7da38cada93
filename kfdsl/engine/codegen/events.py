"""Events, which the telling form of a rule leaves behind each deed.

In:   what was done, as code.      Out:  a line, or none in the quiet form.
"""

from __future__ import annotations

from kfdsl.engine.codegen.lines import Lines
from kfdsl.text.source import Span


def tell(out: Lines, *parts: str, span: Span, spends: bool = False) -> None:
    """Leave an event, in the telling form; last whether it only spends: a price, or a menu's own variable."""
    if out.book.telling:
        out.put(f"g.events.append(({', '.join(parts)}, {out.book.line(span)}, {out.price or spends}))")
