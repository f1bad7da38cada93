"""The engine's own code means the same however it is run: as it stands, printed as Python, printed as WebAssembly."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kfdsl.engine.flat.form import (
    ARITHMETIC,
    COMPARISONS,
    Binary,
    Body,
    Both,
    Break,
    Clear,
    Const,
    Continue,
    Copy,
    Do,
    Either,
    Expr,
    For,
    ForEach,
    Function,
    Get,
    If,
    IfElse,
    Load,
    Module,
    Return,
    Set,
    Store,
    Switch,
    Tee,
    Unary,
)
from kfdsl.engine.flat.form import (
    Call as FormCall,
)
from kfdsl.engine.flat.form import (
    Fault as FaultForm,
)
from kfdsl.engine.flat.memory import Fault, Memory, using
from kfdsl.engine.flat.print_python import bind, printed_once, python_text
from kfdsl.engine.flat.read.module import read
from kfdsl.engine.flat.substitute import replaced
from kfdsl.engine.flat.wasm.module import PAGE, wasm_bytes, wasm_text
from kfdsl.engine.flat.wasm.native import Broken, Native, compiled
from tests.engine.flat import sample

Call = Callable[..., int]


def native(module: Module) -> Native:
    return Native(compiled(wasm_bytes(module, list(module), 1)), [(name, len(module[name].params)) for name in module])


@pytest.fixture(scope="module")
def module() -> Module:
    return read([sample.all_of_it])


def prepared(memory: Memory) -> Memory:
    with using(memory):
        arena = sample.Room(8).arena
        arena.top, arena.end = 1000, 2000
    return memory


def outcome(call: Call, *args: int) -> object:
    try:
        return int(call(*args))
    except Fault as told:
        return told.what, told.where


def test_code_as_it_stands_and_both_printers_give_the_same_numbers_and_the_same_memory(module: Module) -> None:
    there = native(module)
    direct, printed = prepared(Memory(bytearray(PAGE))), prepared(Memory(bytearray(PAGE)))
    prepared(there.memory)
    quick = bind({}, printed, before=printed_once(module, {}))
    name = "sample_all_of_it"
    seen = set()
    for n in [*range(120), 1000, 1001, 4095]:
        with using(direct):
            plain = outcome(lambda n=n: sample.all_of_it(sample.Room(8), n))  # type: ignore[misc]
        assert plain == outcome(quick[name], 8, n) == outcome(there.functions[name], 8, n), n
        assert bytes(direct.bytes) == bytes(printed.bytes) == bytes(there.memory.bytes), n
        seen.add(plain)
    assert (sample.WRONG, 77) in seen
    assert len(seen) > 100, "the sample does too little"


def test_a_function_of_one_expression_is_written_out_unless_an_argument_might_not_be_worked_out(module: Module) -> None:
    assert "sample_weight" not in module
    assert "sample_sure" in module, "its second argument is read only sometimes, and is a call here"


def test_printed_python_reads_like_the_code(module: Module) -> None:
    text = python_text({"sample_filled": module["sample_filled"]})
    assert text == (
        "def sample_filled(room, n):\n"
        "    m4[room] = 12\n"
        "    for i in range(12):\n"
        "        slot = room + (i << 2) + 2\n"
        "        m4[slot] = i * n & 1023\n"
        "        m4[slot + 2] = i % 3 == n % 3\n"
        "        m4[slot + 1] = room + (i // 2 << 2) + 2\n"
        "    m4[room + 50] = room + (n % 12 << 2) + 2\n"
        "    return 0\n"
    )


def test_text_of_webassembly_is_what_the_bytes_are(module: Module) -> None:
    import wasmtime

    text = f"(module (memory 1 1) {wasm_text(module, module)})"
    assert len(wasmtime.wat2wasm(text)) > 500


def test_views_check_their_bounds_where_code_runs_as_it_stands() -> None:
    with using(prepared(Memory(bytearray(PAGE)))):
        room = sample.Room(8)
        for wrong in (lambda: room.slots[sample.SLOTS], lambda: room.queue[-1], lambda: room.queue.tail(4)[5]):
            with pytest.raises(IndexError):
                wrong()


def test_a_call_that_reaches_beyond_the_memory_is_broken_off_and_the_next_one_works() -> None:
    far = {"far": Function("far", ("at",), (Return(Load(8, Get("at"), 0)),))}
    there = native(far)
    with pytest.raises(Broken):
        there.functions["far"](1 << 25)
    with pytest.raises(Broken):
        there.functions["far"](1 << 25)
    assert there.functions["far"](1) == 0


# ---- the law over the flat form itself

LOCALS = ("a", "b", "c")
SAFE = [op for op in ARITHMETIC if op not in ("*", "<<", ">>", "//", "%")]


def within(expr: Expr) -> Expr:
    """A number that stays small, so that nothing grows out of 64 bits."""
    return Binary("%", expr, Const(4093))


leaves = st.one_of(st.integers(-2000, 2000).map(Const), st.sampled_from(LOCALS).map(Get))


def deeper(inner: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    return st.one_of(
        st.builds(lambda op, one, two: within(Binary(op, one, two)), st.sampled_from([*SAFE, "*"]), inner, inner),
        st.builds(Binary, st.sampled_from(COMPARISONS), inner, inner),
        st.builds(
            lambda op, one, by: Binary(op, one, Const(by)),
            st.sampled_from(["//", "%"]),
            inner,
            st.sampled_from([-7, 3]),
        ),
        st.builds(lambda one, by: Binary(">>", one, Const(by)), inner, st.integers(0, 63)),
        st.builds(lambda one, two: Binary("!=", Both(one, two), Const(0)), inner, inner).map(
            lambda e: IfElse(e, Const(1), Const(0))
        ),
        st.builds(lambda one, two: IfElse(Either(one, Unary("not", two)), one, two), inner, inner),
        st.builds(lambda one: Unary("count_bits", one), inner),
        st.builds(lambda one: Unary("~", one), inner),
        st.builds(Tee, st.sampled_from(LOCALS), inner),
        st.builds(
            Load, st.sampled_from([4, 8]), st.sampled_from([Const(9), Binary("&", Get("a"), Const(3))]), st.just(8)
        ),
        st.builds(
            lambda width, at, far: Load(width, Binary("&", at, Const(31)), 8 + far),
            st.sampled_from([1, 2, 4, 8]),
            inner,
            st.integers(0, 9),
        ),
    )


expressions: st.SearchStrategy[Expr] = st.recursive(leaves, deeper, max_leaves=8)


def bodies(inside: bool) -> st.SearchStrategy[Body]:
    plain = [
        st.builds(Set, st.sampled_from(LOCALS), expressions),
        st.builds(
            lambda width, at, value: Store(width, Binary("&", at, Const(31)), 8, Binary("%", value, Const(120))),
            st.sampled_from([1, 2, 4, 8]),
            expressions,
            expressions,
        ),
        st.builds(
            lambda width, base, value: Store(width, base, 8, Binary("%", value, Const(120))),
            st.sampled_from([4, 8]),
            st.sampled_from([Const(9), Const(10), Binary("&", Get("a"), Const(3))]),
            expressions,
        ),
        st.builds(Do, expressions),
        st.builds(lambda a, b: Copy(4, Const(40 + a), Const(40 + b), Const(5)), st.integers(0, 9), st.integers(0, 9)),
        st.builds(lambda a: Clear(2, Const(90 + a), Const(3)), st.integers(0, 9)),
        st.builds(lambda test, where: If(test, (FaultForm(Const(3), where),), ()), expressions, expressions),
    ]
    leaving = [st.builds(lambda test, way: If(test, (way,), ()), expressions, st.sampled_from([Break(), Continue()]))]
    return st.lists(st.one_of(*plain, *(leaving if inside else [])), max_size=3).map(tuple)


def nested() -> st.SearchStrategy[Body]:
    loops = st.builds(
        lambda name, low, more, body: For(name, Const(low), Const(low + more), body),
        st.sampled_from(LOCALS),
        st.integers(-3, 3),
        st.integers(0, 4),
        bodies(True),
    )
    widths = st.sampled_from([1, 2, 4, 8])
    read = st.builds(lambda width, far: Load(width, Binary("+", Get("a"), Const(far)), 12), widths, st.integers(0, 9))
    firsts = st.one_of(
        st.builds(Set, st.sampled_from(LOCALS), read),
        st.builds(lambda load, then: If(load, then, ()), read, bodies(True)),
        st.builds(lambda load: Set("b", within(Binary("+", Get("b"), load))), read),
    )
    by_number = st.builds(
        lambda low, more, first, body: For("a", Const(low), Const(low + more), (first, *body)),
        st.integers(0, 3),
        st.integers(-1, 4),
        firsts,
        bodies(True),
    )
    over_rows = st.builds(
        ForEach,
        st.sampled_from(["", "a"]),
        st.integers(0, 3),
        st.sampled_from(["b", "c"]),
        widths,
        st.integers(8, 40).map(Const),
        st.integers(-1, 4).map(Const),
        bodies(True),
    )
    ifs = st.builds(If, expressions, bodies(False), bodies(False))
    switches = st.builds(
        lambda value, apart, one, two, other: Switch(value, (((0, apart), one), ((2,), two)), other),
        expressions,
        st.sampled_from([1, 3, 4000]),
        bodies(False),
        bodies(False),
        bodies(False),
    )
    some = st.one_of(loops, by_number, over_rows, ifs, switches).map(lambda one: (one,))
    return st.lists(st.one_of(bodies(False), some), max_size=4).map(lambda parts: sum(parts, ()))


def does_the_same(made: Module, a: int, b: int) -> None:
    there = native(made)
    expected = outcome(there.functions["made"], a, b)
    for module, before in ((made, None), ({}, printed_once(made, {}))):
        printed = Memory(bytearray(PAGE))
        assert outcome(bind(module, printed, before=before)["made"], a, b) == expected
        assert bytes(printed.bytes)[64:] == bytes(there.memory.bytes)[64:]


START: Body = (Set("c", Const(7)),)
patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])  # a machine may be busy with other tests


@patient
@given(body=nested(), end=expressions, a=st.integers(-5, 3000), b=st.integers(-5, 3000))
def test_any_program_in_flat_form_does_the_same_printed_as_python_and_as_webassembly(
    body: Body, end: Expr, a: int, b: int
) -> None:
    does_the_same({"made": Function("made", ("a", "b"), (*START, *body, Return(end)))}, a, b)


def early(inner: st.SearchStrategy[Body]) -> st.SearchStrategy[Body]:
    """Bodies that may answer before their end."""
    return st.builds(
        lambda first, test, then, value, other: (*first, If(test, (*then, Return(value)), other)),
        inner,
        expressions,
        inner,
        expressions,
        inner,
    )


def calling(body: Body) -> Body:
    """A body in which helpers are called in every place where something may be called."""
    call = FormCall("helper", (Get("a"), Binary("+", Get("b"), Const(1))))
    deep = FormCall("short", (FormCall("helper", (Const(5), Get("c"))), Load(8, Const(9), 0)))
    return (
        Do(call),
        *body,
        Set("a", call),
        Set("a", within(Binary("-", FormCall("helper", (Get("c"), Get("a"))), Get("b")))),
        Store(8, Const(70), 0, within(Binary("+", call, deep))),
        If(Unary("not", call), (Set("c", within(deep)),), ()),
        If(FormCall("short", (Get("a"), Get("c"))), (Return(within(call)),), ()),
        Return(FormCall("helper", (within(deep), Get("b")))),
    )


@patient
@given(
    helper=st.one_of(bodies(False), early(bodies(False)), nested()),
    end=expressions,
    short=expressions,
    body=bodies(False),
    a=st.integers(-5, 3000),
    b=st.integers(-5, 3000),
)
def test_functions_that_call_others_do_the_same(
    helper: Body, end: Expr, short: Expr, body: Body, a: int, b: int
) -> None:
    made: Module = {
        "helper": Function("helper", ("a", "b"), (*START, *helper, Return(within(end)))),
        "short": Function("short", ("a", "c"), (Return(_without_b(short)),)),
        "made": Function("made", ("a", "b"), (*START, *calling(body))),
    }
    does_the_same(made, a, b)


def _without_b(expr: Expr) -> Expr:
    return within(replaced(expr, {"b": Get("a")}))
