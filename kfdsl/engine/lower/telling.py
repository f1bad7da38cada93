"""Why something cannot be done, in flat form: messages, told only while somebody listens.

In:   a need's name and message.      Out:  statements; the texts themselves are kept beside the flat form, by number.
"""

from __future__ import annotations

from kfdsl.engine.flat.form import Const, Do, Get, Return
from kfdsl.engine.library.machine import IMPOSSIBLE
from kfdsl.engine.library.told.telling import begin_message, fill_hole
from kfdsl.engine.lower.cut.frames import packing
from kfdsl.engine.lower.messages import Message
from kfdsl.engine.lower.writer import Writer
from kfdsl.program import core
from kfdsl.text.source import Span


def refuse(w: Writer, need: str, message: tuple[str | core.Expr, ...], span: Span) -> None:
    """End a function because something cannot be done."""
    w.listened(lambda: tell_message(w, need, message, span))
    w.put(Return(Const(IMPOSSIBLE)))


def tell_message(w: Writer, need: str, message: tuple[str | core.Expr, ...], span: Span) -> None:
    """What a need says, with the values in its holes."""
    parts = tuple(part if isinstance(part, str) else part.type for part in message)
    told = w.let(w.call(begin_message, Const(len(w.book.messages)), Const(w.book.line(span))))
    w.book.messages.append(Message(need, parts))
    for part in message:
        if not isinstance(part, str):
            w.put(Do(w.call(fill_hole, Get(told), w.value(part), Const(packing(w.book, part.type)))))
