"""Faces that somebody wrote and nobody ever sees.

In:   a Program and its model.      Out:  warnings, each with the condition that keeps the face from being shown.
A card begins with its first face. Another one comes about by a `show`, or by chance; where all of them stand behind a condition
that cannot hold for the card, whatever happens in a game, what is written on the face is there for nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from kfdsl.lang import nodes
from kfdsl.lang.judge.unused.printed_truth import Printed
from kfdsl.lang.link.model import Model
from kfdsl.program import core
from kfdsl.program.core.walk import statements
from kfdsl.text.diagnostic import Aside, Report

Bodies = Mapping[str, core.Expr]  # of queries
Guard = tuple[core.Expr, str]  # a condition, and the local that it speaks of
Known = Mapping[str, tuple[Guard, ...]]  # what surely holds of a local, or of each item if it holds several


class Showing(NamedTuple):
    """A statement that shows a face, and what surely holds of its card there."""

    show: core.Show
    guards: tuple[Guard, ...]


def faces_never_shown(program: core.Program, model: Model, report: Report) -> None:
    """Report faces that are written on things and that nothing can bring about."""
    printed = Printed(program)
    showings = list(_showings(program))
    kinds = {kind.name: kind for kind in program.kinds}
    for card in program.cards:
        if model.declared[card.kind].node.open:
            continue  # other packs may turn it
        for face in kinds[card.kind].faces[1:]:
            written = _written(card.name, face, model)
            if written is None:
                continue
            reasons = [_never(showing, card, face, printed) for showing in showings]
            if all(reason is not None for reason in reasons):
                tests = dict.fromkeys(reason for reason in reasons if isinstance(reason, core.Expr))
                report.warning(
                    "never-shown",
                    f"nothing ever turns `{card.name}` to `{face}`",
                    written.span.word(face),
                    label="nobody will see what is written on it",
                    asides=[Aside(span=test.span, label="this never holds for it") for test in tests],
                    help="write on the card what this asks for, or leave the face out"
                    if tests
                    else f"write a rule that shows it: `show … {face}`",
                )


def _written(name: str, face: str, model: Model) -> nodes.Node | None:
    """Where something is written on a face of a thing."""
    entry = model.declared.get(name)
    if entry is None or not isinstance(entry.node, nodes.Thing):
        return None
    values = [each for each in entry.node.fields if each.path.split(".")[0] == face]
    return values[0] if values else None


def _never(showing: Showing, card: core.CardDef, face: str, printed: Printed) -> core.Expr | bool | None:
    """Why a statement cannot turn a card to a face: a condition, or just so; None if it may."""
    shown = showing.show.card
    if showing.show.face not in ("", face) or not printed.is_a(card, shown.type.name):
        return True
    if isinstance(shown, core.Const):
        return None if shown.value == card.name else True
    for test, local in showing.guards:
        reason = printed.why_false(test, local, card)
        if reason is not None:
            return reason
    return None


# ---- where faces are shown


def _showings(program: core.Program) -> Iterator[Showing]:
    bodies = {query.name: query.body for query in program.queries}
    called = {stmt.rule for rule in program.rules for stmt in statements(rule.body) if isinstance(stmt, core.CallRule)}
    known: dict[str, Known] = {}
    for action in program.actions:
        if action.rule not in called:
            own = {param.name: _bound(param.name, param.items, param.where, {}, bodies) for param in action.params}
            needs = tuple(need.test for need in action.needs)
            known[action.rule] = {name: (*guards, *((test, name) for test in needs)) for name, guards in own.items()}
    for rule in program.rules:
        yield from _within(rule.body, known.get(rule.name, {}), bodies)


def _within(stmt: core.Stmt, known: Known, bodies: Bodies) -> Iterator[Showing]:
    match stmt:
        case core.Show(card=core.Local(name=name)):
            yield Showing(stmt, known.get(name, ()))
        case core.Show():
            yield Showing(stmt, ())
        case core.Block():
            for part in stmt.body:
                yield from _within(part, known, bodies)
                if isinstance(part, core.AskFor):
                    known = {**known, part.name: _bound(part.name, part.items, part.where, known, bodies)}
                elif isinstance(part, core.Let):
                    known = {**known, part.name: ()}
        case core.For():
            own = _bound(stmt.name, stmt.items, stmt.where, known, bodies)
            yield from _within(stmt.body, {**known, stmt.name: own}, bodies)
        case core.If():
            then = {name: (*known.get(name, ()), (stmt.test, name)) for name in _locals(stmt, known)}
            yield from _within(stmt.then, then, bodies)
            if stmt.other is not None:
                yield from _within(stmt.other, known, bodies)
        case core.Step() | core.Repeat():
            yield from _within(stmt.body, known, bodies)
        case core.Together() | core.Apart():
            for part in statements(stmt):
                if isinstance(part, core.Show):
                    yield Showing(part, ())
        case _:
            pass


def _locals(stmt: core.If, known: Known) -> set[str]:
    """The locals that a condition may speak of: those in force, and parameters that nothing was known of."""
    shown = {
        part.card.name
        for part in statements(stmt.then)
        if isinstance(part, core.Show) and isinstance(part.card, core.Local)
    }
    return shown | set(known)


def _bound(
    name: str, items: core.Expr | None, where: core.Expr | None, known: Known, bodies: Bodies
) -> tuple[Guard, ...]:
    """What surely holds of whatever is picked, and of each of several."""
    own: tuple[Guard, ...] = () if where is None else ((where, name),)
    match items:
        case core.Pick(word="all" | "sorted"):
            return (*own, *_bound(items.name, items.items, items.where, known, bodies))
        case core.Ask():
            return (*own, *_bound("", bodies[items.query], None, {}, bodies))
        case core.Local():
            return (*own, *known.get(items.name, ()))
        case _:
            return own
