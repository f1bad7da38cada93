"""WebAssembly at work: a compiled module, its memory, and its functions as Python calls them.

In:   a binary module, or what it was compiled to before.      Out:  Native.
wasmtime is imported here and nowhere else, and only when somebody asks; where it is missing, `available` says so. A module
has no imports, so all that it can touch is its own memory.
"""

from __future__ import annotations

import atexit
import ctypes
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from importlib import metadata
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from kfdsl.engine.flat.memory import EIGHT, Fault, Memory
from kfdsl.engine.flat.wasm.function import WHAT, WHERE
from kfdsl.engine.flat.wasm.module import MEMORY, Width

if TYPE_CHECKING:
    import wasmtime

STACK = 1 << 20  # bytes for calls inside one another; beyond it a call is broken off


class Broken(Exception):
    """The native form did what it must not: reached beyond its memory, or too deep."""


def available() -> bool:
    """Whether there is anything to run WebAssembly with."""
    return find_spec("wasmtime") is not None


def version() -> str:
    """Of what runs it; what was compiled by another cannot be used."""
    return metadata.version("wasmtime")


@cache
def _engine() -> wasmtime.Engine:
    import wasmtime

    config = wasmtime.Config()
    config.max_wasm_stack = STACK
    atexit.register(_engine.cache_clear)  # it can be freed only while its library is still there
    return wasmtime.Engine(config)


def compiled(binary: bytes) -> bytes:
    """A module in the machine's own form, to be kept; as private as anything that is run."""
    import wasmtime

    return bytes(wasmtime.Module(_engine(), binary).serialize())


@cache
def _runs(library: Any) -> Callable[..., int | None]:
    """What calls a function, and answers the place of an error: a number, which costs less than a pointer that is made each time."""
    found = library["wasmtime_func_call_unchecked"]
    found.restype = ctypes.c_void_p
    return found  # type: ignore[no-any-return]


class Native:
    """An instance: its memory, and the functions that it gives."""

    def __init__(
        self, kept: bytes, functions: Iterable[Width], host: Sequence[tuple[Callable[..., int], int]] = ()
    ) -> None:
        import wasmtime

        module = wasmtime.Module.deserialize(_engine(), kept)
        self._store = wasmtime.Store(_engine())
        number = wasmtime.ValType.i64()
        given = [
            wasmtime.Func(self._store, wasmtime.FuncType([number] * width, [number]), function)
            for function, width in host
        ]
        exports = wasmtime.Instance(self._store, module, given).exports(self._store)
        memory: Any = exports[MEMORY]
        size = memory.data_len(self._store)
        pointer = ctypes.cast(memory.data_ptr(self._store), ctypes.c_void_p)
        assert pointer.value is not None
        self._bytes = (ctypes.c_ubyte * size).from_address(pointer.value)
        self.memory = Memory(memoryview(self._bytes))
        self.functions = {name: self._function(exports[name], width) for name, width in functions}

    def _function(self, export: Any, width: int) -> Callable[..., int]:
        """A call without the detours of the general one, which looks up and converts types each time."""
        from wasmtime import _ffi as ffi

        values = (ffi.wasmtime_val_raw_t * max(width, 1))()
        each = ctypes.sizeof(ffi.wasmtime_val_raw_t) // EIGHT
        numbers = ctypes.cast(values, ctypes.POINTER(ctypes.c_int64))
        trap = ctypes.POINTER(ffi.wasm_trap_t)()
        context, handle, where = self._store._context(), ctypes.byref(export._func), ctypes.byref(trap)
        run, length = _runs(ffi.dll), ctypes.c_size_t(len(values))

        def call(*args: int) -> int:
            at = 0
            for arg in args:
                numbers[at] = arg
                at += each
            error = run(context, handle, values, length, where)
            if error or trap:
                self._told(ctypes.cast(error or 0, ctypes.POINTER(ffi.wasmtime_error_t)), trap)
            found: int = numbers[0]
            return found

        return call

    def _told(self, error: Any, trap: Any) -> None:
        """Raise what broke a call off."""
        from wasmtime import Trap, WasmtimeError
        from wasmtime._func import maybe_raise_last_exn

        maybe_raise_last_exn()  # of a function of the host
        if error:
            raise Broken(str(WasmtimeError._from_ptr(error)))
        what, where = (self.memory.seen[8][at // 8] for at in (WHAT, WHERE))
        for at in (WHAT, WHERE):
            self.memory.seen[8][at // 8] = 0
        told = Trap._from_ptr(ctypes.cast(trap, type(trap)))  # frees it when it is gone
        ctypes.memset(ctypes.addressof(trap), 0, ctypes.sizeof(trap))
        raise Fault(what, where) if what else Broken(str(told))
