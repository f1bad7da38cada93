"""Expressions that stand outside the rules, such as in examples, evaluated in Python over the memory of rules at work.

In:   an Instance, the functions of its rules, an expression.      Out:  its value in a state.
"""

from __future__ import annotations

from typing import Any

from kfdsl.engine.flat.form import Module
from kfdsl.engine.flat.print_python import add, bind
from kfdsl.engine.lower.extra import Extras, laid
from kfdsl.engine.lower.library import LIBRARY
from kfdsl.engine.words.instance import Instance
from kfdsl.engine.words.state import State
from kfdsl.program import core

NAME = "outside"


class Outside:
    """Evaluates expressions of one table."""

    def __init__(self, instance: Instance, extras: Extras, functions: Module) -> None:
        self.instance = instance
        self.extras = extras
        self.names: dict[str, Any] = instance.names if not instance.is_native else {}
        if instance.is_native:
            self.names = bind(functions, instance.memory, {}, LIBRARY.printed)

    def value(self, expr: core.Expr, g: State) -> Any:
        """What an expression is worth in a state."""
        instance = self.instance
        extra = self.extras.write(NAME, expr)
        laid(instance.lowered, instance.memory)
        add({NAME: extra.function}, self.names)
        found = instance.call_named(self.names, NAME, g)
        return instance.layout.values.held(instance.memory, found, extra.type)
