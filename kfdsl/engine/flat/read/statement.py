"""Statements of the engine's own code in flat form.

In:   a Reading and trees.      Out:  a body.
"""

from __future__ import annotations

import ast

from kfdsl.engine.flat.form import (
    Binary,
    Body,
    Break,
    Clear,
    Const,
    Continue,
    Copy,
    Do,
    Expr,
    Fault,
    For,
    Get,
    If,
    Load,
    Return,
    Set,
    Stmt,
    Store,
    Switch,
    Unary,
    While,
)
from kfdsl.engine.flat.memory import Arena, Record, Words
from kfdsl.engine.flat.read.expression import BINARY, expression, folded, number, truth
from kfdsl.engine.flat.read.reading import Reading, Undo
from kfdsl.engine.flat.read.sorts import NotFlat, RowsOf, Typed, plus, same, times


def block(reading: Reading, trees: list[ast.stmt]) -> Body:
    """Statements, one after the other; what was put aside for a `with` is given back at its end."""
    found: list[Stmt] = []
    for tree in trees:
        reading.line = tree.lineno
        found += _statement(reading, tree)
    return tuple(found)


def _statement(reading: Reading, tree: ast.stmt) -> list[Stmt]:
    match tree:
        case ast.Assign(targets=[target], value=value):
            return _assigned(reading, target, expression(reading, value))
        case ast.AnnAssign(target=target, value=ast.expr() as value):
            return _assigned(reading, target, expression(reading, value))
        case ast.AugAssign(target=target, op=op, value=value):
            return _changed(reading, target, BINARY[type(op)], number(reading, value))
        case ast.If(test=test, body=then, orelse=other):
            decided = truth(reading, test)
            return [If(decided, block(reading, then), block(reading, other))]
        case ast.While(test=test, body=body, orelse=[]):
            decided = truth(reading, test)
            return [While(decided, _looped(reading, body))]
        case ast.For(target=ast.Name(id=name), iter=ast.Call(func=over, args=args), body=body, orelse=[]):
            return _for(reading, name, over, args, body)
        case ast.With(items=[ast.withitem(context_expr=ast.Call(func=ast.Attribute(value=arena, attr="held")))]):
            return _held(reading, expression(reading, arena), tree.body)
        case ast.Match(subject=subject, cases=cases):
            return [_switch(reading, number(reading, subject), cases)]
        case ast.Return(value=value):
            return _returned(reading, value)
        case ast.Break():
            return [*_undone(reading, reading.loops), Break()]
        case ast.Continue():
            return [*_undone(reading, reading.loops), Continue()]
        case ast.Pass() | ast.Assert():
            return []
        case ast.Expr(value=ast.Call(func=ast.Name(id=name), args=args)):
            return _done(reading, name, args, tree.value)
        case ast.Expr(value=value):
            return [Do(expression(reading, value).expr)]
    raise NotFlat(f"{ast.unparse(tree)} has no flat form")


def _assigned(reading: Reading, target: ast.expr, value: Typed) -> list[Stmt]:
    if value.sort is None:
        raise NotFlat("a function that answers nothing is assigned")
    if isinstance(target, ast.Name):
        reading.assign(target.id, value.sort)
        return [Set(target.id, value.expr)]
    place = expression(reading, target)
    if not isinstance(place.expr, Load):
        raise NotFlat(f"{ast.unparse(target)} lies inside, and cannot be assigned")
    if not same(place.sort, value.sort):
        raise NotFlat(f"{ast.unparse(target)} is {place.sort}, not {value.sort}")
    return [Store(place.expr.width, place.expr.base, place.expr.offset, value.expr)]


def _changed(reading: Reading, target: ast.expr, op: str, value: Expr) -> list[Stmt]:
    if isinstance(target, ast.Name):
        return [Set(target.id, folded(op, number(reading, target), value))]
    place = expression(reading, target).expr
    if not isinstance(place, Load):
        raise NotFlat(f"{ast.unparse(target)} lies inside, and cannot be changed")
    before: list[Stmt] = []
    base = place.base
    if not isinstance(base, Const | Get):
        name = reading.fresh()
        before, base = [Set(name, base)], Get(name)
    new = folded(op, Load(place.width, base, place.offset), value)
    return [*before, Store(place.width, base, place.offset, new)]


def _looped(reading: Reading, body: list[ast.stmt]) -> Body:
    reading.loops += 1
    found = block(reading, body)
    reading.loops -= 1
    return found


def _for(reading: Reading, name: str, over: ast.expr, args: list[ast.expr], body: list[ast.stmt]) -> list[Stmt]:
    match over:
        case ast.Name(id="range") if len(args) < 3:
            first = number(reading, args[0]) if len(args) > 1 else Const(0)
            end = number(reading, args[-1])
            reading.assign(name, int)
            return [For(name, first, end, _looped(reading, body))]
        case ast.Name(id="bits"):
            left = reading.fresh()
            start = Set(left, number(reading, args[0]))
            reading.assign(name, int)
            mask = Get(left)
            step: Body = (
                Set(name, Unary("lowest", mask)),
                Set(left, Binary("&", mask, plus(mask, -1))),
            )
            return [start, While(mask, (*step, *_looped(reading, body)))]
        case ast.Attribute(value=rows, attr="first"):
            return _for_rows(reading, name, expression(reading, rows), number(reading, args[0]), body)
    raise NotFlat(f"nothing goes over {ast.unparse(over)}")


def _for_rows(reading: Reading, name: str, rows: Typed, count: Expr, body: list[ast.stmt]) -> list[Stmt]:
    if not isinstance(rows.sort, RowsOf):
        raise NotFlat("only rows have a first of them")
    start, at = reading.fresh(), reading.fresh()
    reading.assign(name, rows.sort.item)
    place = Set(name, Binary("+", Get(start), times(Get(at), rows.sort.item.record_size())))
    return [Set(start, rows.expr), For(at, Const(0), count, (place, *_looped(reading, body)))]


def _held(reading: Reading, arena: Typed, body: list[ast.stmt]) -> list[Stmt]:
    if arena.sort is not Arena:
        raise NotFlat("only an arena holds room")
    place, mark = reading.fresh(), reading.fresh()
    top = Arena.record_fields()["top"].at
    undo = Store(Arena.WIDTH, Get(place), top, Get(mark))
    reading.undos.append(Undo(undo, reading.loops))
    inner = block(reading, body)
    reading.undos.pop()
    ends = bool(inner) and isinstance(inner[-1], Return | Break | Continue)
    before = [Set(place, arena.expr), Set(mark, Load(Arena.WIDTH, Get(place), top))]
    return [*before, *inner, *([] if ends else [undo])]


def _undone(reading: Reading, loops: int) -> list[Stmt]:
    """What must be given back when so many loops are left by one."""
    return [undo.statement for undo in reversed(reading.undos) if undo.loops >= loops]


def _returned(reading: Reading, value: ast.expr | None) -> list[Stmt]:
    found = Typed(Const(0), None) if value is None else expression(reading, value)
    if not same(found.sort, reading.source.result):
        raise NotFlat(f"{reading.source.name} answers {reading.source.result}, not {found.sort}")
    undone = _undone(reading, 0)
    if not undone or isinstance(found.expr, Const):
        return [*undone, Return(found.expr)]
    kept = reading.fresh()
    return [Set(kept, found.expr), *undone, Return(Get(kept))]


def _switch(reading: Reading, value: Expr, cases: list[ast.match_case]) -> Stmt:
    found: list[tuple[tuple[int, ...], Body]] = []
    other: Body = ()
    for case in cases:
        if case.guard is not None:
            raise NotFlat("a case with a guard has no flat form")
        if isinstance(case.pattern, ast.MatchAs) and case.pattern.pattern is None and case.pattern.name is None:
            other = block(reading, case.body)
        else:
            found.append((tuple(_cases(reading, case.pattern)), block(reading, case.body)))
    return Switch(value, tuple(found), other)


def _cases(reading: Reading, pattern: ast.pattern) -> list[int]:
    match pattern:
        case ast.MatchOr(patterns=patterns):
            return [number for each in patterns for number in _cases(reading, each)]
        case ast.MatchValue(value=value):
            known = number(reading, value)
            if isinstance(known, Const):
                return [known.value]
    raise NotFlat("a case must be a whole number")


def _done(reading: Reading, name: str, args: list[ast.expr], tree: ast.expr) -> list[Stmt]:
    match name:
        case "fault":
            return [Fault(number(reading, args[0]), number(reading, args[1]))]
        case "copy":
            to, start = (expression(reading, arg) for arg in args[:2])
            return _copied(reading, to, start, number(reading, args[2]))
        case "copy_record":
            to, start = (expression(reading, arg) for arg in args)
            if not (isinstance(to.sort, type) and issubclass(to.sort, Record)):
                raise NotFlat("only records can be copied whole")
            return _copied(reading, to, start, Const(to.sort.record_size()))
        case "clear":
            row = expression(reading, args[0])
            before, (to_expr, count) = _named(reading, [row.expr, number(reading, args[1])])
            assert isinstance(row.sort, type) and issubclass(row.sort, Words)
            return [*before, Clear(row.sort.WIDTH, to_expr, count)]
    return [Do(expression(reading, tree).expr)]


def _copied(reading: Reading, to: Typed, start: Typed, count: Expr) -> list[Stmt]:
    if to.sort != start.sort or not (isinstance(to.sort, type) and issubclass(to.sort, Record | Words)):
        raise NotFlat(f"{start.sort} is copied to {to.sort}")
    before, (target, source, size) = _named(reading, [to.expr, start.expr, count])
    return [*before, Copy(to.sort.WIDTH, target, source, size)]


def _named(reading: Reading, values: list[Expr]) -> tuple[list[Stmt], list[Expr]]:
    """Values as names or constants: whoever prints them may write them twice."""
    before: list[Stmt] = []
    names: list[Expr] = []
    for value in values:
        if isinstance(value, Const | Get):
            names.append(value)
        else:
            name = reading.fresh()
            before.append(Set(name, value))
            names.append(Get(name))
    return before, names
