"""Small functions written out where they are called, in flat form: what they do takes less time than to call them.

In:   a function, and those that are small.      Out:  the same function with fewer calls.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice

from kfdsl.engine.flat.constants import without_constants
from kfdsl.engine.flat.form import (
    Body,
    Call,
    Clear,
    Const,
    Copy,
    Do,
    Expr,
    Fault,
    For,
    ForEach,
    Function,
    Get,
    If,
    Module,
    Return,
    Set,
    Stmt,
    Store,
    Switch,
    Tee,
    While,
    changed_in,
    inside,
    locals_of,
)
from kfdsl.engine.flat.substitute import mapped, mapped_body, parts_of, put_in, replaced, with_parts

LARGEST = 40  # nodes of a function that is written out

Give = Callable[[Expr], Body]  # what is done with the value that a function answers


class Small:
    """Functions that are small enough to be written out, each looked at when it is first called somewhere."""

    def __init__(self, module: Module) -> None:
        self._module = module
        self._found: dict[str, Function | None] = {}

    def get(self, name: str) -> Function | None:
        """A function that is written out where it is called, with calls in it written out themselves."""
        if name not in self._found:
            self._found[name] = None  # while it is looked at: what calls itself is never written out
            function = self._module.get(name)
            if function is not None and _size(function) <= LARGEST:
                made = inlined(function, self)
                self._found[name] = made if _size(made) <= LARGEST else None
        return self._found[name]


def _size(function: Function) -> int:
    return sum(1 for _ in islice(inside(function.body), LARGEST + 1))


def inlined(function: Function, small: Small) -> Function:
    """A function without calls of those that are small, as far as that is possible."""
    body = _Inlining(function, small).block(function.body)
    return without_constants(Function(function.name, function.params, body))


@dataclass(slots=True)
class _Inlining:
    function: Function
    small: Small
    taken: set[str] = field(init=False)

    def __post_init__(self) -> None:
        self.taken = set(locals_of(self.function))

    def fresh(self, name: str) -> str:
        """A local that is not taken, called like another."""
        found, number = name, 1
        while found in self.taken:
            number += 1
            found = f"{name}_{number}"
        self.taken.add(found)
        return found

    def block(self, body: Body) -> Body:
        return tuple(each for statement in body for each in self.statement(statement))

    def statement(self, statement: Stmt) -> Iterator[Stmt]:
        match statement:
            case Set(name, value):
                yield from self.given(value, lambda found: _set(name, found), name)
            case Do(value):
                yield from self.given(value, lambda found: (Do(found),) if _does(found) else ())
            case Return(value):
                yield from self.returned(value)
            case Store(width, base, offset, value):
                before, found = self.first(value)
                yield from before
                yield Store(width, self.value(base), offset, found)
            case If(test, then, other):
                before, found = self.first(test)
                yield from before
                yield If(found, self.block(then), self.block(other))
            case While(test, body):
                yield While(self.value(test), self.block(body))
            case For(name, start, end, body):
                yield For(name, self.value(start), self.value(end), self.block(body))
            case ForEach(index, number, item, width, row, count, body):
                yield ForEach(index, number, item, width, self.value(row), self.value(count), self.block(body))
            case Switch(value, cases, other):
                before, found = self.first(value)
                yield from before
                if not all(_is_call(body) for _, body in cases):  # otherwise only the name is looked up
                    cases = tuple((some, self.block(body)) for some, body in cases)
                yield Switch(found, cases, self.block(other))
            case Copy(width, to, start, count):
                yield Copy(width, self.value(to), self.value(start), self.value(count))
            case Clear(width, to, count):
                yield Clear(width, self.value(to), self.value(count))
            case Fault(what, where):
                yield Fault(self.value(what), self.value(where))
            case _:
                yield statement

    def given(self, value: Expr, give: Give, target: str = "") -> Body:
        """A value that something is done with."""
        written = self.written(value, give, target)
        if written is not None:
            return written
        before, found = self.first(value)
        return (*before, *give(found))

    def returned(self, value: Expr) -> Body:
        """The answer of the whole function: what is called may answer wherever it likes."""
        if isinstance(value, Call) and (small := self.small.get(value.function)) is not None:
            before, body = self.body_of(value, small)
            ends = body and isinstance(body[-1], Return | Fault)
            return (*before, *body) if ends else (*before, *body, Return(Const(0)))
        before, found = self.first(value)
        return (*before, Return(found))

    def written(self, value: Expr, give: Give, target: str = "") -> Body | None:
        """What a call does, and then something with its answer, which is put into `target` if there is one."""
        small = self.small.get(value.function) if isinstance(value, Call) else None
        if small is None or _given_at_ends(small.body, give) is None:
            return None
        assert isinstance(value, Call)
        before, body = self.body_of(value, small, target)
        found = _given_at_ends(body, give)
        assert found is not None
        return (*before, *found)

    def body_of(self, call: Call, small: Function, target: str = "") -> tuple[Body, Body]:
        """Arguments as locals where they are more than names, and the body of what is called with its locals renamed."""
        args = [self.value(arg) for arg in call.args]
        changed = set(changed_in(small.body))
        moving = {node.name for arg in args for node in inside(arg) if isinstance(node, Tee)}
        names: dict[str, Expr] = {}
        before: list[Stmt] = []
        for param, arg in zip(small.params, args, strict=True):
            if param not in changed and (isinstance(arg, Const) or (isinstance(arg, Get) and arg.name not in moving)):
                names[param] = arg
            else:
                made = self.fresh(param)
                before.append(Set(made, arg))
                names[param] = Get(made)
        answers = {node.value for node in inside(small.body) if isinstance(node, Return)}
        if target and len(answers) == 1 and Get(target) not in names.values():
            (answer,) = answers
            if isinstance(answer, Get) and answer.name not in names:
                names[answer.name] = Get(target)  # it is made where it is wanted
        names |= {name: Get(self.fresh(name)) for name in locals_of(small) if name not in names}
        return tuple(before), _renamed(small.body, names)

    def first(self, expr: Expr) -> tuple[Body, Expr]:
        """An expression; what is called first in it may be written out before it."""
        found: list[Stmt] = []

        def look(expr: Expr) -> Expr:
            if isinstance(expr, Call):
                if expr.args and not isinstance(expr.args[0], Const | Get):
                    expr = Call(expr.function, (look(expr.args[0]), *expr.args[1:]))
                    if found:
                        return expr
                if self.one_expression(expr) is not None:
                    return expr
                name = self.fresh("made")
                written = self.written(expr, lambda value: _set(name, value), name)
                if written is None:
                    self.taken.discard(name)
                    return expr
                found.extend(written)
                return Get(name)
            parts = parts_of(expr)
            if not parts:
                return expr
            return with_parts(expr, {parts[0]: look(getattr(expr, parts[0]))})

        made = look(expr)
        return tuple(found), self.value(made)

    def one_expression(self, call: Call) -> Expr | None:
        """The expression that a call answers, if it is no more than one."""
        small = self.small.get(call.function)
        if small is None or len(small.body) != 1 or not isinstance(small.body[0], Return):
            return None
        body = small.body[0].value
        if any(isinstance(node, Tee) and node.name in small.params for node in inside(body)):
            return None
        simple = all(isinstance(arg, Const | Get) for arg in call.args)
        nodes = [node for arg in call.args for node in inside(arg)]
        if not simple and (_does(body) or any(isinstance(node, Tee) for node in nodes)):
            return None
        names: dict[str, Expr] = {name: Get(self.fresh(name)) for name in locals_of(small) if name not in small.params}
        return put_in(body, dict(zip(small.params, call.args, strict=True)), names, self.fresh)

    def value(self, expr: Expr) -> Expr:
        """An expression, with calls that are no more than expressions written out."""
        if isinstance(expr, Call):
            call = Call(expr.function, tuple(self.value(arg) for arg in expr.args))
            return self.one_expression(call) or call
        return mapped(expr, self.value)


def _set(name: str, value: Expr) -> Body:
    return () if value == Get(name) else (Set(name, value),)


def _is_call(body: Body) -> bool:
    return len(body) == 1 and isinstance(body[0], Return) and isinstance(body[0].value, Call)


def _does(expr: Expr) -> bool:
    """Whether an expression does anything besides having a value."""
    return any(isinstance(node, Call | Tee) for node in inside(expr))


def _given_at_ends(body: Body, give: Give) -> Body | None:
    """A body in which something is done with each answer and which goes on behind it; None where it answers inside a loop."""
    found: list[Stmt] = []
    for at, statement in enumerate(body):
        match statement:
            case Return(value):
                return (*found, *give(value))
            case If(test, then, other) if _answers(statement):
                rest = body[at + 1 :]
                if not _ends(then) and not _ends(other):
                    return None
                yes = _given_at_ends(then if _ends(then) else (*then, *rest), give)
                no = _given_at_ends(other if _ends(other) else (*other, *rest), give)
                return None if yes is None or no is None else (*found, If(test, yes, no))
            case Fault():
                return (*found, statement)
        if _answers(statement):
            return None
        found.append(statement)
    return (*found, *give(Const(0)))


def _answers(statement: Stmt) -> bool:
    return any(isinstance(node, Return) for node in inside(statement))


def _ends(body: Body) -> bool:
    """Whether a body never goes on behind itself."""
    match body[-1:]:
        case (Return() | Fault(),):
            return True
        case (If(_, then, other),):
            return _ends(then) and _ends(other)
    return False


def _renamed(body: Body, names: Mapping[str, Expr]) -> Body:
    def rename(name: str) -> str:
        found = names[name]
        assert isinstance(found, Get)
        return found.name

    return mapped_body(body, lambda expr: replaced(expr, names), rename)
