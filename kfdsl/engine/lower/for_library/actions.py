"""Actions in flat form: what each parameter may be, and each need as a bare test.

In:   core actions.      Out:  functions of a row, which holds the menu's arguments and the values chosen so far; plans.
"""

from __future__ import annotations

from collections.abc import Callable

from kfdsl.engine.flat.form import (
    Binary,
    Body,
    Call,
    Const,
    Expr,
    Function,
    Get,
    If,
    Return,
    Set,
    Store,
    Switch,
    Unary,
)
from kfdsl.engine.flat.read.sources import flat_name, params_of
from kfdsl.engine.library.choices.plans import (
    NO_MENU,
    Ask,
    Asked,
    Block,
    Menu,
    Plan,
    action_allows,
    action_holds,
    action_items,
    action_near,
    action_tries,
    menu_row,
    need_holds,
    need_words,
    stands_for,
)
from kfdsl.engine.library.lists import new_row
from kfdsl.engine.lower.cut.asks import NUMBER, distinct
from kfdsl.engine.lower.cut.blocks import Cut
from kfdsl.engine.lower.cut.frames import START, load, packing
from kfdsl.engine.lower.expr.expression import writer
from kfdsl.engine.lower.expr.shapes import call_shape
from kfdsl.engine.lower.for_library.last_groups import ROW, from_row, is_shared, looked_at, near_places, sized_needs
from kfdsl.engine.lower.telling import tell_message
from kfdsl.engine.lower.writer import Book, Writer
from kfdsl.program import core, made_names
from kfdsl.program.made_names import local
from kfdsl.text.source import Span

SIZE = "size"
SORTS = {
    "items": Asked.ITEMS,
    "several": Asked.SEVERAL,
    "group": Asked.GROUP,
    "cover": Asked.COVER,
    "menu": Asked.MENU,
    "branches": Asked.BRANCHES,
}
Cases = list[tuple[tuple[int, int], str]]  # action and depth, and the function


def write_actions(cut: Cut) -> None:
    """All functions, by action and depth."""
    book = cut.book
    items: Cases = []
    holds: Cases = []
    tries: Cases = []
    allows: Cases = []
    single: Cases = []
    words: Cases = []
    near: Cases = []
    for number, action in enumerate(book.numbering.program.actions):
        outer = [name for name, _ in book.numbering.menus[action.menu].params]
        outer[0] = "me"
        names = [param.name for param in action.params]
        for at, param in enumerate(action.params):
            items.append(((number, at), _domain(book, action, at, param, [*outer, *names[:at]])))
        trying = {at for at in range(len(action.needs)) if (action.name, at) in book.facts.play.trying_needs}
        for depth in range(len(names) + 1):
            known = [*outer, *names[:depth]]
            for cases, wanted, tag in ((holds, False, "holds"), (tries, True, "tries")):
                needs = [i for i, n in enumerate(action.needs) if n.depth == depth and (i in trying) == wanted]
                if needs:
                    tests = [(action.needs[i].test, action.needs[i].span) for i in needs]
                    name = _tests(book, f"{tag}_{number}_{depth}", known, tests, ())
                    cases.append(((number, depth), name))
                    single += _one_by_one(book, action, number, known, needs, cases[-1][1])
        for at, need in enumerate(action.needs):
            words.append(((number, at), _words(book, action, at, need, [*outer, *names])))
        sized = sized_needs(action)
        if sized:
            last = [need.span for need in action.needs if need.depth == len(names)]
            tests = [(test, span) for test, span in zip(sized, last, strict=True) if test is not None]
            name = _tests(book, f"allows_{number}", [*outer, *names[:-1]], tests, (SIZE,))
            allows.append(((number, 0), name))
        looked = looked_at(book, action)
        if looked is not None:
            near.append(((number, 0), near_places(book, number, [*outer, *names[:-1]], looked)))
    depth_args = (Get("g"), Get(ROW))
    _by_action(book, action_items, items, "at", depth_args)
    _by_action(book, action_holds, holds, "depth", depth_args)
    _by_action(book, action_tries, tries, "depth", depth_args)
    _by_action(book, need_holds, single, "need", depth_args)
    _by_action(book, need_words, words, "need", depth_args)
    _by_action(book, action_allows, allows, "", (Get("g"), Get(ROW), Get(SIZE)))
    _by_action(book, action_near, near, "", (Get("g"), Get(ROW), Get("place")))
    _menu_rows(cut)
    _stands(book)


def _domain(book: Book, action: core.ActionDef, at: int, param: core.ParamDef, known: list[str]) -> str:
    w = writer(book, made_names.domain(action.name, at), [])
    from_row(w, known)
    if param.items is not None:
        w.charge(book.facts.costs.entry_of(param.items, param.where), param.span)
        w.put(Return(distinct(w, param.items, param.where, param.name)))
    else:
        w.charge(book.facts.costs.entry_of(*param.args), param.span)
        w.put(Return(call_shape(w, param.shape, param.args)))
    w.finish(keeps_room=True, extra=(ROW,))
    return w.name


def _tests(book: Book, name: str, known: list[str], tests: list[tuple[core.Expr, Span]], extra: tuple[str, ...]) -> str:
    """Whether all tests hold, each with the need that it is of."""
    w = writer(book, name, [])
    from_row(w, known)
    if extra:
        w.put(Set(local(made_names.SIZE), Get(SIZE)))
    for test, need in tests:
        w.charge(book.facts.costs.entry_of(test), test.span)
        with w.block() as refused:
            w.reached("refuses", need)
            w.put(Return(Const(0)))
        w.put(If(Unary("not", w.value(test)), tuple(refused), ()))
    w.put(Return(Const(1)))
    w.finish(keeps_room=False, extra=(ROW, *extra))
    return w.name


def _one_by_one(
    book: Book, action: core.ActionDef, number: int, known: list[str], needs: list[int], together: str
) -> Cases:
    """Whether each need holds by itself; one that stands alone at its depth is tested already."""
    if len(needs) == 1:
        return [((number, needs[0]), together)]
    return [
        ((number, at), _tests(book, made_names.need_test(action.name, at), known, [(need.test, need.span)], ()))
        for at, need in ((at, action.needs[at]) for at in needs)
    ]


def _words(book: Book, action: core.ActionDef, at: int, need: core.NeedDef, known: list[str]) -> str:
    """What a need says, told whether or not it holds."""
    w = writer(book, made_names.need_message(action.name, at), [])
    from_row(w, known)
    tell_message(w, need.name, need.message, need.span)
    w.put(Return(Const(1)))
    w.finish(keeps_room=False, extra=(ROW,))
    return w.name


def _by_action(book: Book, function: Callable[..., object], cases: Cases, second: str, args: tuple[Expr, ...]) -> None:
    """A function of the library that is made of rules: it does what the action, and how far it has come, say."""
    inner: dict[int, list[tuple[tuple[int, ...], Body]]] = {}
    for (number, depth), name in cases:
        inner.setdefault(number, []).append(((depth,), (Return(Call(name, args)),)))
    outer = tuple(
        ((number,), (Switch(Get(second), tuple(found), ()),) if second else found[0][1])
        for number, found in inner.items()
    )
    name = flat_name(function)
    params = params_of(function)
    book.functions[name] = Function(name, params, (Switch(Get("action"), outer, ()), Return(Const(1))))


def _menu_rows(cut: Cut) -> None:
    """The arguments of the menus that are open while blocks wait."""
    cases: list[tuple[tuple[int, ...], Body]] = []
    chosen = {(ask.rule, ask.label): ask.menu for ask in cut.asks if ask.sort == "menu"}
    for number, block in enumerate(cut.blocks):
        menu = block.menu or chosen.get((block.rule, block.label), "")
        if not menu:
            continue
        width = len(cut.book.numbering.menus[menu].params)
        names = [name for name, _ in block.known[-width:]]
        w = writer(cut.book, made_names.menu_arguments(number), [])
        load(w, block.known)
        row = w.named(w.room(new_row, Const(width)))
        for at, name in enumerate(names):
            w.put(Store(8, row, at, Get(local(name))))
        w.put(Return(row))
        w.finish(keeps_room=True, extra=(START,))
        cases.append(((number,), (Return(Call(w.name, (Get("g"), Get("start")))),)))
    name = flat_name(menu_row)
    params = params_of(menu_row)
    cut.book.functions[name] = Function(name, params, (Switch(Get("block"), tuple(cases), ()),))


def _stands(book: Book) -> None:
    """Which tokens stand for others, for a purpose."""
    name = flat_name(stands_for)
    by_purpose: dict[int, dict[int, list[tuple[int, core.Expr | None]]]] = {}
    for stand in book.numbering.program.stands:
        purpose, token = book.text(stand.purpose), book.numbering.tokens[stand.token]
        entry = (1 << book.numbering.tokens[stand.hole], stand.where)
        by_purpose.setdefault(purpose, {}).setdefault(token, []).append(entry)
    w = writer(book, name, [])
    w.put(Set(local("me"), Get("who")))
    cases = []
    for purpose, tokens in by_purpose.items():
        inner = []
        for token, entries in tokens.items():
            with w.block() as body:
                found = w.let(Const(0))
                for bit, where in entries:
                    _add_bit(w, found, bit, where)
                w.put(Return(Get(found)))
            inner.append(((token,), tuple(body)))
        cases.append(((purpose,), (Switch(Get("token"), tuple(inner), ()),)))
    w.put(Switch(Get("purpose"), tuple(cases), ()))
    w.put(Return(Const(0)))
    w.finish(keeps_room=False, extra=("purpose", "who", "token"))


def _add_bit(w: Writer, found: str, bit: int, where: core.Expr | None) -> None:
    add = Set(found, Binary("|", Get(found), Const(bit)))
    if where is None:
        w.put(add)
    else:
        w.when(w.value(where), lambda: w.put(add))


# ---- tables


def plan_tables(cut: Cut) -> dict[str, int]:
    """Where what questions look up lies, by the field of the machine that says so."""
    book, program = cut.book, cut.book.numbering.program
    menus = {menu.name: number for number, menu in enumerate(program.menus)}
    rules = {rule.name: number for number, rule in enumerate(program.rules)}
    rows = [_plan(book, action, rules) for action in program.actions]
    branches = {branch for ask in cut.asks for branch in ask.branches}
    menu_rows = []
    for menu in program.menus:
        own = [(number, action) for number, action in enumerate(program.actions) if action.menu == menu.name]
        lists = [[number for number, action in own if action.is_free == free] for free in (False, True)]
        places = [book.tables.words((len(numbers), *numbers)) for numbers in lists]
        menu_rows.append({"actions": places[0], "free": places[1], "width": len(menu.params)})
    ask_rows = [
        {
            "sort": SORTS[ask.sort],
            "menu": menus[ask.menu] if ask.menu else NO_MENU,
            "can_stop": int(ask.can_stop),
            "sealed": int(ask.sealed),
            "low": ask.many[0],
            "high": -1 if ask.many[1] is None else ask.many[1],
            "purpose": book.text(ask.purpose),
            "branches": len(ask.branches),
            "packing": packing(book, ask.type or NUMBER),
            "line": ask.line,
        }
        for ask in cut.asks
    ]
    block_rows = [
        {
            "sure": int(block.sure),
            "menu": menus[block.menu] if block.menu else NO_MENU,
            "is_tail": int(block.is_tail),
            "is_branch": int(block.rule in branches),
        }
        for block in cut.blocks
    ]
    return {
        "plans_at": _table(book, Plan, rows),
        "menus_at": _table(book, Menu, menu_rows),
        "asks_at": _table(book, Ask, ask_rows),
        "blocks_at": _table(book, Block, block_rows),
    }


def _plan(book: Book, action: core.ActionDef, rules: dict[str, int]) -> dict[str, int]:
    trying = {at for at in range(len(action.needs)) if (action.name, at) in book.facts.play.trying_needs}
    depths = [(need.depth, at in trying) for at, need in enumerate(action.needs)]
    sized = sized_needs(action)
    only_sizes = None not in sized
    return {
        "rule": rules[action.rule],
        "at_once": int(action.rule not in book.facts.asking),
        "width": len(action.params),
        "groups": sum(1 << at for at, param in enumerate(action.params) if param.type.head == "group"),
        "outer": len(book.numbering.menus[action.menu].params),
        "by_class": int(action.name in book.facts.play.by_kinds and only_sizes),
        "by_tokens": int(looked_at(book, action) is not None),
        "has_sizes": int(any(test is not None for test in sized)),
        "is_shared": int(is_shared(action)),
        "needs": sum(1 << depth for depth in {depth for depth, tries in depths if not tries}),
        "trials": sum(1 << depth for depth in {depth for depth, tries in depths if tries}),
        "packings": book.tables.words([packing(book, param.type) for param in action.params]),
    }


def _table(book: Book, record: type[Plan | Menu | Ask | Block], rows: list[dict[str, int]]) -> int:
    """Records one behind the other."""
    words: list[int] = []
    for row in rows:
        one = [0] * record.record_size()
        for name, field in record.record_fields().items():
            one[field.at] = int(row[name])
        words += one
    return book.tables.words(words or [0])
