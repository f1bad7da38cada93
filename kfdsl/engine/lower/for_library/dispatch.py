"""What the library calls by number: blocks, rules, asks.

In:   all that was cut.      Out:  functions that pick one by its number.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kfdsl.engine.flat.form import Binary, Body, Call, Const, Expr, Function, Get, If, Load, Return, Set, Switch
from kfdsl.engine.flat.read.sources import flat_name, params_of
from kfdsl.engine.library.choices import idle, question, search, trials
from kfdsl.engine.library.machine import IMPOSSIBLE
from kfdsl.engine.library.under_way.asking import ask_answers, ask_branch, ask_items, ask_missing, ask_player, ask_want
from kfdsl.engine.library.under_way.running import mark, run_block, start_rule
from kfdsl.engine.lower.cut.blocks import Cut
from kfdsl.engine.lower.cut.cut import enter
from kfdsl.engine.lower.expr.expression import writer
from kfdsl.engine.lower.writer import STATE, Book
from kfdsl.program import core, made_names

Cases = list[tuple[int, Body]]
# what trials ask of questions, which ask trials in turn: a file of the library cannot import one that imports it
STAND_FOR: tuple[tuple[Callable[..., object], Callable[..., object]], ...] = (
    (trials.any_menu_answer, question.any_menu_answer),
    (idle.any_menu_does, question.any_menu_does),
    (trials.asked_of, question.asked_player),
    (search.still_open, question.still_open),
)


def dispatch(cut: Cut) -> None:
    """All of them."""
    book = cut.book
    blocks = [made_names.block(number) for number in range(len(cut.blocks))]
    by_number(book, run_block, "block", [_called(number, name, ("g", "start")) for number, name in enumerate(blocks)])
    made: Sequence[tuple[Callable[..., object], Callable[[int], str]]] = (
        (ask_player, made_names.asked_player),
        (ask_items, made_names.asked_items),
        (ask_want, made_names.asked_want),
        (ask_branch, made_names.branch_arguments),
        (ask_missing, made_names.asked_missing),
        (ask_answers, made_names.asked_answers),
    )
    for function, name_of in made:
        numbers = [number for number in range(len(cut.asks)) if name_of(number) in book.functions]
        params = tuple(name for name in params_of(function) if name != "ask")
        cases = [_called(number, name_of(number), params) for number in numbers]
        by_number(book, function, "ask", cases)
    _start_rule(book)
    for wanted, given in STAND_FOR:
        params = params_of(wanted)
        name = flat_name(wanted)
        call = Call(flat_name(given), tuple(map(Get, params)))
        book.library.add(flat_name(given))
        book.functions[name] = Function(name, params, (Return(call),))


def by_number(book: Book, function: Callable[..., object], number: str, cases: Cases) -> None:
    """A function of the library that is made of rules: it does what its number says."""
    params = params_of(function)
    name = flat_name(function)
    body = (Switch(Get(number), tuple(((at,), then) for at, then in cases), (Return(Const(0)),)),)
    book.functions[name] = Function(name, params, body)


def _called(number: int, name: str, args: tuple[str, ...]) -> tuple[int, Body]:
    return number, (Return(Call(name, tuple(map(Get, args)))),)


def _start_rule(book: Book) -> None:
    """Rules that are begun by number: of cards, of actions, branches."""
    cases: Cases = []
    for number, rule in enumerate(book.numbering.program.rules):
        cases.append((number, (Return(Call(_begun_from_row(book, number, rule), (Get("g"), Get("row")))),)))
    by_number(book, start_rule, "rule", cases)
    name = flat_name(start_rule)
    head = If(Binary("<", Get("rule"), Const(0)), (Return(Const(IMPOSSIBLE)),), ())
    made = book.functions[name]
    book.functions[name] = Function(name, made.params, (head, *made.body))


def _begun_from_row(book: Book, number: int, rule: core.RuleDef) -> str:
    """A function that takes a rule's arguments from a row."""
    w = writer(book, made_names.started(rule.name), [])
    args: list[Expr] = []
    for at, (name, _) in enumerate(rule.params):
        w.put(Set(made_names.local(name), Load(8, Get("row"), at)))
        args.append(Get(made_names.local(name)))
    if rule.name not in book.facts.asking:
        w.put(Return(Call(made_names.rule(rule.name), (Get(STATE), *args))))
    else:
        if rule.nested:
            w.attempt(w.call(mark, Get(STATE), Const(number), Const(book.line(rule.span))))
        enter(w, rule.name, args, rule)
        w.put(Return(Const(0)))
    w.finish(keeps_room=True, extra=("row",))
    return w.name
