"""Asks: the question is left in the state, and the block that takes the answer in the frame.

In:   asks, menus, branches.      Out:  blocks, and what each ask is.
"""

from __future__ import annotations

from collections.abc import Sequence

from kfdsl.engine.codegen.cut.blocks import AskInfo, Next, function, write_items
from kfdsl.engine.codegen.cut.frames import Cutting, finish, label_behind, leave, new_block, waiting
from kfdsl.engine.codegen.expr.expression import lines
from kfdsl.engine.codegen.lines import Lines
from kfdsl.program import core, made_names
from kfdsl.program.made_names import ANSWER, local
from kfdsl.program.types import Type


def register(
    cutting: Cutting, info: AskInfo, out: Lines, extra: Sequence[str], after: int, known: Sequence[str]
) -> None:
    """Leave the question, and the block that takes the answer."""
    leave(out, after, known, extra)
    out.put(f"g.ask = {len(cutting.blocks.asks)}")
    out.put("return")
    cutting.blocks.asks.append(info)


def ask(cutting: Cutting, stmt: core.AskFor, out: Lines, known: list[str], then: Next) -> None:
    """Somebody picks an item, a group or a cover."""
    after = waiting(cutting, stmt.label, known, (stmt.name,), then)
    number = len(cutting.blocks.asks)
    source = asked(cutting, number, known, stmt)
    info = AskInfo(
        cutting.rule.name,
        stmt.label,
        sort(stmt),
        tuple(known),
        stmt.type,
        purpose=stmt.purpose,
        source=source,
        line=cutting.blocks.book.line(stmt.span),
        many=stmt.many or (0, None),
    )
    register(cutting, info, out, (), after, known)


def sort(stmt: core.AskFor) -> str:
    """What sort of answer an ask wants."""
    if stmt.items is not None:
        return "items" if stmt.many is None else "several"
    return "group" if stmt.want is None else "cover"


def asked(cutting: Cutting, number: int, known: Sequence[str], stmt: core.AskFor) -> str:
    """Functions that say who is asked and from what."""
    who = lines(cutting.blocks.book)
    who.charge(who.book.costs.entry_of(stmt.who), stmt.span)
    who.put(f"return {who.expr(stmt.who)}")
    found = [function(made_names.asked_player(number), known, who.lines)]
    domain = lines(cutting.blocks.book)
    domain.charge(domain.book.costs.entry_of(stmt.items, stmt.where, *stmt.args), stmt.span)
    if stmt.items is not None:
        write_items(domain, stmt.items, stmt.where, stmt.name)
    else:
        shape = cutting.blocks.book.numbering.shapes[stmt.shape]
        args = [domain.expr(arg, type_) for arg, (_, type_) in zip(stmt.args, shape.params, strict=True)]
        domain.put(f"return {made_names.shape(stmt.shape)}({', '.join(['g', *args])})")
    found.append(function(made_names.asked_items(number), known, domain.lines))
    if stmt.want is not None:
        want = lines(cutting.blocks.book)
        want.charge(want.book.costs.entry_of(stmt.want), stmt.span)
        want.put(f"return {want.expr(stmt.want, Type('want'))}")
        found.append(function(made_names.asked_want(number), known, want.lines))
    return "\n".join(found)


def choose(cutting: Cutting, stmt: core.Choose, out: Lines, known: list[str], then: Next) -> None:
    """Somebody picks an action, which is then done; where the menu comes again, `stop` ends it."""
    if stmt.again:
        number = len(cutting.blocks.blocks)
        sure = then is None or then.sure
        names = menu_names(stmt)
        new_block(
            cutting,
            label_behind(cutting, f"{stmt.label}/again"),
            (*known, *names),
            lambda inner, _: choice(cutting, stmt, inner, known, then, number),
            sure,
        )
        leave(out, number, known, ["None"] * len(names))
        out.put("return")
    else:
        choice(cutting, stmt, out, known, then, None)


def menu_names(stmt: core.Choose) -> tuple[str, ...]:
    """Locals for the arguments of a menu while it is open."""
    return tuple(made_names.menu_argument(stmt.label, i) for i in range(len(stmt.args)))


def choice(cutting: Cutting, stmt: core.Choose, out: Lines, known: list[str], then: Next, again: int | None) -> None:
    """One question of a menu."""
    menu = cutting.blocks.book.numbering.menus[stmt.menu]
    values = [out.expr(arg, type_) for arg, (_, type_) in zip(stmt.args, menu.params, strict=True)]
    clean = menu_names(stmt)
    names = [local(name) for name in clean]
    after = again
    if after is None:
        after = new_block(
            cutting,
            label_behind(cutting, stmt.label),
            (*known, *clean),
            lambda inner, _: finish(inner, list(known), then),
            then is None or then.sure,
        )
    cutting.blocks.blocks[after].menu = stmt.menu

    def write(inner: Lines, _: list[str]) -> None:
        if again is not None:
            with inner.indented(f"if {local(ANSWER)}[0] < 0:"):
                finish(inner, list(known), then)
        leave(inner, after, known, names)
        given = "".join(f"{name}, " for name in names)
        inner.put(f"begin(g, ACTION_RULES[{local(ANSWER)}[0]], ({given}*{local(ANSWER)}[1:]))")
        inner.put("return")

    chosen = new_block(cutting, stmt.label, (*known, *clean, ANSWER), write, again is None or then is None or then.sure)
    number = len(cutting.blocks.asks)
    source = function(made_names.asked_player(number), (*known, *clean), [f"    return {names[0]}"])
    info = AskInfo(
        cutting.rule.name,
        stmt.label,
        "menu",
        (*known, *clean),
        None,
        menu=stmt.menu,
        source=source,
        line=cutting.blocks.book.line(stmt.span),
        can_stop=stmt.again,
    )
    register(cutting, info, out, values, chosen, known)


def one_of(cutting: Cutting, stmt: core.OneOf, out: Lines, known: list[str], then: Next) -> None:
    """Somebody picks a branch."""
    after = waiting(cutting, label_behind(cutting, stmt.label), known, (), then)
    args = [[local(arg.name) for arg in each if isinstance(arg, core.Local)] for each in stmt.args]
    values = "".join(f"{name}, " for name in args[0])

    def write(inner: Lines, _: list[str]) -> None:
        leave(inner, after, known)
        branches = cutting.blocks.book.constant(stmt.branches)
        inner.put(f"begin(g, RULE_NUMBERS[{branches}[{local(ANSWER)}]], ({values}))")
        inner.put("return")

    chosen = new_block(cutting, stmt.label, (*known, ANSWER), write)
    number = len(cutting.blocks.asks)
    who = lines(cutting.blocks.book)
    who.charge(who.book.costs.entry_of(stmt.who), stmt.span)
    who.put(f"return {who.expr(stmt.who)}")
    given = function(made_names.branch_arguments(number), known, [f"    return ({values})"])
    info = AskInfo(
        cutting.rule.name,
        stmt.label,
        "branches",
        tuple(known),
        None,
        branches=stmt.branches,
        source=function(made_names.asked_player(number), known, who.lines) + "\n" + given,
        line=cutting.blocks.book.line(stmt.span),
    )
    register(cutting, info, out, (), chosen, known)
