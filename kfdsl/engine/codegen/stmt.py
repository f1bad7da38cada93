"""Plain statements, those that ask nobody, as Python lines.

In:   core statements.      Out:  lines; in the telling form each deed also leaves an event with its line of content.
"""

from __future__ import annotations

from kfdsl.engine.codegen.events import tell
from kfdsl.engine.codegen.expr.bundles import cell_of, var_cell
from kfdsl.engine.codegen.expr.expression import effect_number
from kfdsl.engine.codegen.expr.loops import cells_of, charged_items, skip_unless
from kfdsl.engine.codegen.lines import Lines
from kfdsl.engine.codegen.moves import move
from kfdsl.program import core, made_names
from kfdsl.program.made_names import local
from kfdsl.program.numbers import MOST_POINTS
from kfdsl.program.types import Type


def write(out: Lines, stmt: core.Stmt) -> None:
    """One statement."""
    match stmt:
        case core.Block():
            for part in stmt.body:
                write(out, part)
        case core.Step():
            write(out, stmt.body)
        case core.Move():
            move(out, stmt)
        case core.SetVar():
            set_var(out, stmt)
        case core.Let():
            is_read = out.book.telling or not stmt.only_told
            out.put(f"{local(stmt.name)} = {out.expr(stmt.value) if is_read else 'None'}")
            out.bind(stmt.name, stmt.value)
        case core.If():
            write_if(out, stmt)
        case core.For():
            weight = out.book.costs.weight(stmt.where, stmt.body)
            out.bind(stmt.name, stmt.items)
            with out.indented(f"for {local(stmt.name)} in {charged_items(out, stmt.items, weight)}:"):
                skip_unless(out, stmt.where)
                write(out, stmt.body)
        case core.CallRule():
            args = arguments(out, stmt)
            out.put(f"{made_names.rule(stmt.rule)}({', '.join(['g', *args])})")
        case core.Perform():
            out.put(f"begin(g, {effect_number(out, stmt.effect)}, ({out.expr(stmt.by)}, {out.expr(stmt.at)}))")
        case core.Shuffle():
            assert isinstance(stmt.place, core.PlaceAt)
            out.put(f"shuffle(g, {cell_of(out, stmt.place)}, LINES[{out.book.line(stmt.span)}])")
            tell(out, "'shuffle'", cell_of(out, stmt.place), "None", "None", span=stmt.span)
        case core.Show():
            card = out.named(out.expr(stmt.card))
            if stmt.face:
                out.put(f"s[FACE[{card}]] = FACES[{card}].index({stmt.face!r})")
            else:
                out.put(f"toss(g, FACE[{card}], len(FACES[{card}]))")
            tell(out, "'show'" if stmt.face else "'toss'", card, f"s[FACE[{card}]]", "None", span=stmt.span)
        case core.Lay():
            card, target = out.named(out.expr(stmt.card)), out.named(cell_of(out, stmt.plane))
            at = f"{out.expr(stmt.spot)}, {out.book.constant(stmt.span)}"
            source = out.named(f"lay_card(s, WHERE, SPOT, {card}, {target}, {at})")
            tell(out, "'card'", source, target, card, span=stmt.span)
        case core.Score():
            points = out.named(points_of(out, stmt.value))
            entry = f"({out.expr(stmt.to)}, {points}, {reason(out, stmt.reason)}, {out.book.line(stmt.span)}, '')"
            with out.indented(f"if {points}:"):
                out.put(f"g.sheet += ({entry},)")
                out.charge("4 * len(g.sheet)", stmt.span)
        case core.ScoreSets() | core.ScoreLeft():
            out.put(f"g.tallies += (Tally({', '.join(tally(out, stmt))}),)")
            out.charge("4 * len(g.tallies)", stmt.span)
        case core.Settle():
            shape = out.numbering.shapes[stmt.shape]
            args = [out.expr(arg, type_) for arg, (_, type_) in zip(stmt.args, shape.params, strict=True)]
            found = f"{made_names.shape(stmt.shape)}({', '.join(['g', *args])})"
            out.put(f"settle(g, {out.expr(stmt.who)}, {found}, {stmt.purpose!r}, LINES[{out.book.line(stmt.span)}])")
        case core.Reset():
            reset(out, stmt)
        case core.Ensure():
            ensure(out, stmt)
        case _:
            raise AssertionError(stmt)


def points_of(out: Lines, value: core.Expr) -> str:
    """Points for the sheet, looked at if they may be too many for a line of it."""
    low, high = out.book.ranges.of(value, out.known)
    code = out.expr(value)
    is_narrow = low >= -MOST_POINTS and high <= MOST_POINTS
    return code if is_narrow else f"within_points({code}, LINES[{out.book.line(value.span)}])"


def reason(out: Lines, reason: core.Expr) -> str:
    """What points are for."""
    return f"({('card' if reason.type.head == 'card' else 'text')!r}, {out.expr(reason)})"


def tally(out: Lines, stmt: core.ScoreSets | core.ScoreLeft) -> list[str]:
    """A scorer that comes into force, with its values as they are now."""
    ledgers = (stmt.ledger,) if isinstance(stmt, core.ScoreLeft) else stmt.ledgers
    marks: tuple[object, ...] = (False, False, None, True)
    if isinstance(stmt, core.ScoreLeft):
        want = out.literal(((1, out.numbering.mask(stmt.name), False),))
    else:
        want, marks = out.expr(stmt.want, Type("want")), (stmt.once, stmt.alike, stmt.spare, stmt.roles)
    unfilled = points_of(out, stmt.unfilled) if isinstance(stmt, core.ScoreSets) and stmt.unfilled is not None else "0"
    return [
        out.expr(stmt.to),
        repr(isinstance(stmt, core.ScoreSets)),
        points_of(out, stmt.value),
        want,
        cells_of(out, stmt.within) if stmt.within is not None else "()",
        *map(repr, marks),
        repr(tuple(map(out.numbering.program.ledgers.index, ledgers))),
        unfilled,
        reason(out, stmt.reason),
        repr(out.book.line(stmt.span)),
    ]


def arguments(out: Lines, stmt: core.CallRule) -> list[str]:
    """Arguments of a rule, each of the type it takes."""
    rule = out.numbering.rules[stmt.rule]
    return [out.expr(arg, type_) for arg, (_, type_) in zip(stmt.args, rule.params, strict=True)]


def set_var(out: Lines, stmt: core.SetVar) -> None:
    """A variable gets a value."""
    value = out.expr(stmt.value, out.numbering.vars[stmt.var].type)
    cell = var_cell(out, stmt.var, stmt.card)
    if out.book.telling:
        cell = out.named(cell)
    out.put(f"s[{cell}] = {value}")
    tell(out, "'set'", cell, f"s[{cell}]", "None", span=stmt.span, spends=bool(out.numbering.vars[stmt.var].menu))


def write_if(out: Lines, stmt: core.If) -> None:
    """One of two."""
    with out.indented(f"if {out.expr(stmt.test)}:"):
        note_closer(out, stmt.then)
        write(out, stmt.then)
    if stmt.other is not None:
        with out.indented("else:"):
            note_closer(out, stmt.other)
            write(out, stmt.other)


def note_closer(out: Lines, branch: core.Stmt) -> None:
    """A trial that comes to a branch that looks closer at groups says so."""
    if id(branch) in out.book.closer:
        out.put("g.fine = True")


def reset(out: Lines, stmt: core.Reset) -> None:
    """Variables get their defaults back."""
    for name in stmt.vars:
        var = out.numbering.vars[name]
        default, cells = out.literal(out.numbering.constant(var.default)), made_names.var_cells(name)
        if var.owner:
            with out.indented(f"for cell in {out.charge_rounds(cells, 1, stmt.span)}:"), out.indented("if cell >= 0:"):
                out.put(f"s[cell] = {default}")
        else:
            out.put(f"s[{cells}] = {default}")


def ensure(out: Lines, stmt: core.Ensure) -> None:
    """Stop where a need does not hold."""
    with out.indented(f"if not {out.expr(stmt.test)}:"):
        if out.book.telling:
            out.put(f"raise Refused({stmt.name!r}, {message(out, stmt.message)}, {out.book.line(stmt.span)})")
        else:
            out.put("raise Impossible")


def message(out: Lines, parts: tuple[str | core.Expr, ...]) -> str:
    """Code that makes a text."""
    made = [
        repr(part) if isinstance(part, str) else f"word({out.expr(part)}, {out.book.constant(part.type)})"
        for part in parts
    ]
    return " + ".join(made) or "''"
