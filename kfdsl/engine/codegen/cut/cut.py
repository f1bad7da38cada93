"""A rule that asks, cut at each ask into blocks.

In:   a core rule.      Out:  its blocks, filed in Blocks.
"""

from __future__ import annotations

from collections.abc import Sequence

from kfdsl.engine.codegen.cut.asks import ask, asked, choose, one_of, register, sort
from kfdsl.engine.codegen.cut.blocks import After, AskInfo, Blocks, Next
from kfdsl.engine.codegen.cut.frames import Cutting, finish, label_behind, leave, new_block, waiting
from kfdsl.engine.codegen.expr.expression import effect_number
from kfdsl.engine.codegen.expr.loops import items_of, skip_unless
from kfdsl.engine.codegen.lines import Lines
from kfdsl.engine.codegen.stmt import arguments, note_closer, write
from kfdsl.program import core, made_names
from kfdsl.program.made_names import local


def cut(blocks: Blocks, rule: core.RuleDef) -> None:
    """Cut one rule."""
    cutting = Cutting(blocks, rule)
    names = tuple(name for name, _ in rule.params)
    blocks.entries[rule.name] = new_block(
        cutting, "", names, lambda out, known: run(cutting, (rule.body,), 0, out, known, None)
    )


def run(cutting: Cutting, stmts: Sequence[core.Stmt], at: int, out: Lines, known: list[str], then: Next) -> None:
    """Statements from `at` on, then whatever comes next; ends the block."""
    while at < len(stmts):
        stmt = stmts[at]
        if cutting.blocks.asks_in(stmt):
            asking(cutting, stmt, out, known, rest(cutting, stmts, at + 1, then))
            return
        write(out, stmt)
        if isinstance(stmt, core.Let):
            known.append(stmt.name)
        at += 1
    finish(out, known, then)


def rest(cutting: Cutting, stmts: Sequence[core.Stmt], at: int, then: Next) -> Next:
    """What comes after a statement: the statements behind it, written where they are reached."""
    if at >= len(stmts):
        return then
    sure = cutting.blocks.sure(core.Block(body=tuple(stmts[at:]), span=stmts[at].span)) and (then is None or then.sure)
    return After(lambda out, known: run(cutting, stmts, at, out, list(known), then), sure)


def asking(cutting: Cutting, stmt: core.Stmt, out: Lines, known: list[str], then: Next) -> None:
    """A statement with an ask in it; ends the block."""
    match stmt:
        case core.Block():
            run(cutting, stmt.body, 0, out, list(known), inside(known, then))
        case core.Step():
            run(cutting, (stmt.body,), 0, out, list(known), inside(known, then))
        case core.If():
            branch(cutting, stmt, out, known, then)
        case core.For():
            loop(cutting, stmt, out, known, then)
        case core.Repeat():
            repeat(cutting, stmt, out, known, then)
        case core.AskFor():
            ask(cutting, stmt, out, known, then)
        case core.Choose():
            choose(cutting, stmt, out, known, then)
        case core.OneOf():
            one_of(cutting, stmt, out, known, then)
        case core.Together():
            together(cutting, stmt, out, known, then)
        case core.Apart():
            apart(cutting, stmt, out, known, then)
        case core.CallRule():
            args = arguments(out, stmt)
            after = waiting(cutting, label_behind(cutting, stmt.rule), known, (), then)
            values = [out.named(arg) for arg in args]
            leave(out, after, known)
            out.put(f"g.frame = (ENTRY[{stmt.rule!r}], ({''.join(f'{value}, ' for value in values)}), g.frame)")
            out.put("return")
        case core.Perform():
            rule = out.named(effect_number(out, stmt.effect))
            by, at = (out.named(out.expr(part)) for part in (stmt.by, stmt.at))
            after = waiting(cutting, label_behind(cutting, "perform"), known, (), then)
            leave(out, after, known)
            out.put(f"begin(g, {rule}, ({by}, {at}))")
            out.put("return")
        case _:
            raise AssertionError(stmt)


def inside(known: list[str], then: Next) -> Next:
    """Behind a block its own locals are gone."""
    outer = list(known)
    return After(lambda out, _: finish(out, outer, then), then.sure) if then is not None else None


def branch(cutting: Cutting, stmt: core.If, out: Lines, known: list[str], then: Next) -> None:
    """Each side goes on by itself; what follows is a block of its own so that it is written once."""
    after: Next = then
    if then is not None:
        number = waiting(cutting, label_behind(cutting, "if"), known, (), then)
        outer = list(known)

        def go_on(inner: Lines, _: list[str]) -> None:
            leave(inner, number, outer)
            inner.put("return")

        after = After(go_on, then.sure)
    with out.indented(f"if {out.expr(stmt.test)}:"):
        note_closer(out, stmt.then)
        run(cutting, (stmt.then,), 0, out, list(known), after)
    if stmt.other is not None:
        note_closer(out, stmt.other)
    run(cutting, (stmt.other,) if stmt.other is not None else (), 0, out, list(known), after)


def loop(cutting: Cutting, stmt: core.For, out: Lines, known: list[str], then: Next) -> None:
    """What is left of the items is a local of the rule."""
    cutting.loops += 1
    left = made_names.left(cutting.loops)
    items = items_of(out, stmt.items)
    number = round_by_round(cutting, stmt, (stmt.name,), left, stmt.where, stmt.body, known, then)
    leave(out, number, known, (f"tuple({items})",))
    out.put("return")


def together(cutting: Cutting, stmt: core.Together, out: Lines, known: list[str], then: Next) -> None:
    """All are asked; the frame waits with who they are and what is in, then goes round with the answers."""
    cutting.loops += 1
    after = round_by_round(
        cutting, stmt, (stmt.name, stmt.ask.name), made_names.left(cutting.loops), None, stmt.body, known, then
    )
    those = out.named(f"tuple({items_of(out, stmt.items)})")
    with out.indented(f"if not {those}:"):
        leave(out, after, known, ("()",))
        out.put("return")

    def write(inner: Lines, _: list[str]) -> None:
        given, last, order = map(local, (made_names.ANSWERS, made_names.LAST, made_names.ASKED))
        by_seat = f"tuple(sorted((*{given}, {last}), key=lambda pair: {order}.index(pair[0])))"
        leave(inner, after, known, (by_seat,))
        inner.put("return")

    names = (*known, made_names.ASKED, made_names.ANSWERS, made_names.LAST)
    opened = new_block(cutting, stmt.label, names, write, cutting.blocks.blocks[after].sure)
    number = len(cutting.blocks.asks)
    names = (*known, stmt.name)
    info = AskInfo(
        cutting.rule.name,
        stmt.label,
        sort(stmt.ask),
        names,
        stmt.ask.type,
        purpose=stmt.ask.purpose,
        source=asked(cutting, number, names, stmt.ask),
        line=cutting.blocks.book.line(stmt.span),
        many=stmt.ask.many or (0, None),
        sealed=True,
    )
    register(cutting, info, out, (those, "()"), opened, known)


def apart(cutting: Cutting, stmt: core.Apart, out: Lines, known: list[str], then: Next) -> None:
    """Everybody gets frames of their own above one that goes on when all of them are done."""

    def goes_on(inner: Lines, _: list[str]) -> None:
        with inner.indented("if next_part(g):"):
            inner.put("return")
        finish(inner, list(known), then)

    tail = new_block(cutting, label_behind(cutting, "apart"), tuple(known), goes_on)
    cutting.blocks.blocks[tail].is_tail = True
    part = new_block(
        cutting,
        label_behind(cutting, "part"),
        (*known, stmt.name),
        lambda inner, names: run(cutting, (stmt.body,), 0, inner, names, None),
        cutting.blocks.sure(stmt.body),
    )
    players = out.named(items_of(out, stmt.items))
    leave(out, tail, known)
    out.put(f"begin_parts(g, {part}, ({''.join(f'{local(name)}, ' for name in known)}), {players})")
    out.put("return")


def repeat(cutting: Cutting, stmt: core.Repeat, out: Lines, known: list[str], then: Next) -> None:
    """Round after round."""
    number = len(cutting.blocks.blocks)

    def test(inner: Lines, _: list[str]) -> None:
        with inner.indented(f"if not {inner.expr(stmt.until)}:"):
            leave(inner, number, known)
            inner.put("return")
        finish(inner, list(known), then)

    def write(inner: Lines, _: list[str]) -> None:
        run(cutting, (stmt.body,), 0, inner, list(known), After(test, sure))

    sure = cutting.blocks.sure(stmt) and (then is None or then.sure)
    made = new_block(cutting, label_behind(cutting, "repeat"), tuple(known), write, sure)
    assert made == number
    leave(out, number, known)
    out.put("return")


def round_by_round(
    cutting: Cutting,
    stmt: core.Stmt,
    items: tuple[str, ...],
    left: str,
    where: core.Expr | None,
    body: core.Stmt,
    known: list[str],
    then: Next,
) -> int:
    """A block that does something with the first of what is left, and comes back for the rest."""
    names = (*known, left)
    sure = cutting.blocks.sure(stmt) and (then is None or then.sure)

    def write(inner: Lines, _: list[str]) -> None:
        with inner.indented(f"while {local(left)}:"):
            inner.put(f"{', '.join(map(local, items))} = {local(left)}[0]")
            inner.put(f"{local(left)} = {local(left)}[1:]")
            inner.charge(inner.book.costs.weight(where, body) if where is not None else 0, stmt.span)
            skip_unless(inner, where)
            run(cutting, (body,), 0, inner, [*names, *items], After(again, sure))
        finish(inner, list(known), then)

    number = len(cutting.blocks.blocks)

    def again(inner: Lines, _: list[str]) -> None:
        leave(inner, number, names)
        inner.put("return")

    made = new_block(cutting, label_behind(cutting, "for"), names, write, sure)
    assert made == number
    return number
