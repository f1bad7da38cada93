"""Moving pieces: tokens, groups, cards.

In:   core.Move.      Out:  lines.
"""

from __future__ import annotations

import dataclasses

from kfdsl.engine.codegen.events import tell
from kfdsl.engine.codegen.expr.bundles import cell_of, corners_of
from kfdsl.engine.codegen.lines import Lines
from kfdsl.program import core, made_names
from kfdsl.program.types import Type


def move(out: Lines, stmt: core.Move) -> None:
    """Pieces from places to a place."""
    assert isinstance(stmt.target, core.PlaceAt)
    target = out.named(cell_of(out, stmt.target)) if out.book.telling else cell_of(out, stmt.target)
    if stmt.source is None:
        assert stmt.what is not None
        if stmt.what.type.head == "group":
            move_group(out, stmt, target)
        else:
            move_card(out, stmt, out.expr(stmt.what), target)
    elif stmt.source.type.head == "list":
        weight = out.book.costs.weight(dataclasses.replace(stmt, source=None))
        with out.indented(f"for card in {out.charge_rounds(out.expr(stmt.source), weight, stmt.span)}:"):
            if stmt.only:
                with out.indented(f"if not {made_names.is_a(stmt.only)}[card]:"):
                    out.put("continue")
            move_card(out, stmt, "card", target)
    elif isinstance(stmt.source, core.PlaceAt) and out.numbering.places[stmt.source.place].per_corner:
        move_from_area(out, stmt, stmt.source, target)
    elif isinstance(stmt.source, core.PlacesWith):
        cells = made_names.trait_cells(stmt.source.trait)
        with out.indented(f"for place in {cells}[{out.expr(stmt.source.card)}]:"):
            move_tokens(out, stmt, "place", target)
    else:
        assert isinstance(stmt.source, core.PlaceAt)
        source = out.named(cell_of(out, stmt.source)) if out.book.telling else cell_of(out, stmt.source)
        move_tokens(out, stmt, source, target)


def move_from_area(out: Lines, stmt: core.Move, source: core.PlaceAt, target: str) -> None:
    """Tokens of an area, which lie on several corners: they are first put on one."""
    cells = out.named(corners_of(out, source))
    out.put(f"gather(s, {cells})")
    move_tokens(out, stmt, f"{cells}[0]", target)


def move_tokens(out: Lines, stmt: core.Move, source: str, target: str) -> None:
    """Tokens from one cell to another."""
    if stmt.strength == "every":
        which = out.numbering.token_traits.get(stmt.only, ())
        flags = (
            out.book.constant(tuple(int(i in which) for i in range(len(out.numbering.tokens)))) if stmt.only else "None"
        )
        code = f"move_every(s, {source}, {target}, {flags})"
        if not out.book.telling:
            # mostly there is nothing: looking is cheaper than calling
            source = out.named(source)
            have = out.named(f"s[{source}]")
            test = " or ".join(f"{have}[{i}]" for i in which) if 0 < len(which) <= 6 else f"any({have})"
            with out.indented(f"if {test}:"):
                out.put(f"move_every(s, {source}, {target}, {flags})")
            return
    else:
        assert stmt.what is not None
        if stmt.at_random:
            arguments = f"g, {source}, {target}, {out.expr(stmt.what, Type('want'))}, {stmt.strength == 'up_to'}"
            arguments += f", LINES[{out.book.line(stmt.span)}]"
            code = f"drawn({arguments}, {out.book.line(stmt.span)})" if out.book.telling else f"draw({arguments})"
        else:
            arguments = f"s, {source}, {target}, {out.expr(stmt.what, Type('bundle'))}"
            code = f"move_{'up_to' if stmt.strength == 'up_to' else 'exactly'}({arguments})"
            if out.book.telling and stmt.strength != "up_to":
                code = f"moved_exactly({arguments}, {out.book.line(stmt.span)})"
    if not out.book.telling:
        out.put(code)
        return
    moved = out.named(code)
    with out.indented(f"if any({moved}):"):
        tell(out, "'draw'" if stmt.at_random else "'move'", source, target, moved, span=stmt.span)


def move_group(out: Lines, stmt: core.Move, target: str) -> None:
    """What was picked up."""
    assert stmt.what is not None
    group = out.named(out.expr(stmt.what))
    out.put(f"move_group(s, {group}, {target})")
    if out.book.telling:
        with out.indented(f"for place, part in {group}:"):
            tell(out, "'move'", "place", target, "part", span=stmt.span)


def move_card(out: Lines, stmt: core.Move, card: str, target: str) -> None:
    """One card; a slot takes only one."""
    assert isinstance(stmt.target, core.PlaceAt)
    card = out.named(card)
    if out.numbering.places[stmt.target.place].single:
        with out.indented(f"if s[{target}]:"):
            words = f"{stmt.target.place.replace('_', ' ')} is taken"
            refused = f"Refused('', {words!r}, {out.book.line(stmt.span)})"
            out.put(f"raise {refused if out.book.telling else 'Impossible'}")
    code = f"move_card(s, WHERE[{card}], {card}, {target})"
    source = out.named(code) if out.book.telling else ""
    if not source:
        out.put(code)
    take_up(out, card, stmt.target.place)
    tell(out, "'card'", source, target, card, span=stmt.span)


def take_up(out: Lines, card: str, place: str) -> None:
    """A card that was moved has no spot any more, wherever it came from; only `lay` gives it one."""
    content, cards = out.numbering.places[place].content, range(len(out.numbering.cards))
    spotted = [at in out.numbering.spotted for at in cards if out.numbering.is_a(at, content)]
    if all(spotted):
        out.put(f"s[SPOT[{card}]] = None")
    elif any(spotted):
        with out.indented(f"if SPOT[{card}] >= 0:"):
            out.put(f"s[SPOT[{card}]] = None")
