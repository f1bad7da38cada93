"""What only the whole program shows: recursion, loops without an ask, secrets in conditions, things nobody uses."""

from __future__ import annotations

from kfdsl.lang.model import Model
from kfdsl.program import core
from kfdsl.text.diagnostic import Report


def judge(program: core.Program, model: Model, report: Report) -> None:
    """Report what is wrong with the program as a whole."""
