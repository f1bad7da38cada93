"""See whether something holds in an example.

In:   an example under way, and what must be so.      Out:  nothing; what is not so fails.
"""

from __future__ import annotations

from kfdsl.engine.play.standing import places
from kfdsl.examples.as_if_asked import why_not_if_asked
from kfdsl.examples.copies import are_these
from kfdsl.examples.playing import Fails, Playing
from kfdsl.program import core


def check(at: Playing, part: core.CheckDef) -> None:
    """One thing that must be so."""
    match part.word:
        case "holds":
            assert part.expr is not None
            if not at.value(part.expr):
                raise Fails(part.span, _found(at, part.expr), f"after `{at.last}`" if at.last else "")
        case "lists":
            _lists(at, part)
        case "is_over":
            if not at.game.over:
                raise Fails(part.span, f"it is {at.game.player} who is asked")
        case "wins":
            _wins(at, part)
        case "acts":
            if at.game.names[part.player] not in at.game.to_act:
                raise Fails(part.span, at.asked())
        case "can":
            reason = why_not_if_asked(at.game, part.player, part.text)
            if reason is not None:
                raise Fails(part.span, f"it is refused: {reason.words}" + (f" ({reason.need})" if reason.need else ""))
        case "cannot":
            _refused(at, part)
        case "not_asked":
            _not_asked(at, part)
        case _:
            _sight(at, part)


def _refused(at: Playing, part: core.CheckDef) -> None:
    """Something must not be allowed, for the reason given."""
    reason = why_not_if_asked(at.game, part.player, part.text)
    if reason is None:
        raise Fails(part.span, "it is allowed")
    if reason.unknown:
        raise Fails(part.span, f"this is no move at all: {reason.words}")
    if reason.is_beside:
        raise Fails(
            part.span,
            f"nothing like this is asked now, so nothing refuses it: {reason.words}",
            "state it where it is asked, or write `because not asked` behind it if that is the point",
        )
    if part.because and reason.need != part.because:
        raise Fails(part.span, f"it is refused because of {reason.need or reason.words}")


def _not_asked(at: Playing, part: core.CheckDef) -> None:
    """Something must not even be asked of a player: another menu is open, or none, or the game is over."""
    reason = why_not_if_asked(at.game, part.player, part.text)
    if reason is not None and reason.unknown:
        raise Fails(part.span, f"this is no move at all: {reason.words}")
    if reason is None or not reason.is_beside:
        raise Fails(part.span, f"it is asked, and refused: {reason.words}" if reason else "it is allowed")


def _lists(at: Playing, part: core.CheckDef) -> None:
    """A list must be exactly this, where order counts in this order."""
    assert part.expr is not None
    found = list(at.value(part.expr))
    if not are_these(at, found, part.items, part.ordered):
        words = at.table.wording.word(tuple(found), part.expr.type)
        raise Fails(part.span, f"found {words}", f"after `{at.last}`" if at.last else "")


def _wins(at: Playing, part: core.CheckDef) -> None:
    """A player must be alone in the first place at the end."""
    if not at.game.over:
        raise Fails(part.span, f"it is {at.game.player} who is asked, so nobody has won yet")
    ranks = places(at.table, at.game.state)
    first = [at.game.names[seat] for seat, rank in enumerate(ranks) if rank == 1]
    if first != [at.game.names[part.player]]:
        raise Fails(
            part.span, f"{first[0]} wins" if len(first) == 1 else f"{' and '.join(first)} share the first place"
        )


def _sight(at: Playing, part: core.CheckDef) -> None:
    """Who may see or count a place."""
    if not isinstance(part.expr, core.PlaceAt):
        raise Fails(part.span, "only places are seen")
    cell = at.table.layout.cells[at.cell(part.expr)]
    sees, counts = cell.seen_by(part.player), cell.counted_by(part.player)
    good = {"sees": sees, "counts": counts and not sees, "cannot_see": not sees}[part.word]
    if not good:
        raise Fails(part.span, "it is seen" if sees else "it is counted" if counts else "it is hidden")


def _found(at: Playing, expr: core.Expr) -> str:
    """What a failed comparison found."""
    if isinstance(expr, core.Prim) and expr.word in ("=", "has", "empty", "there", "none") and expr.args:
        value = at.value(expr.args[0])
        return f"found {at.table.wording.word(value, expr.args[0].type)}"
    return "this does not hold"
