"""An answer that was begun: how far a row of atoms goes.

In:   an answer that was begun, and one part more.      Out:  Begun, each of which knows the one before it.
What is asked of it more than once is remembered here: what comes next, and how it reads.
"""

from __future__ import annotations

from typing import Any

Atoms = tuple[Any, ...]
Codes = tuple[int, ...]
Answer = tuple[int, Atoms]  # an action, or ASK, or STOP; and its values


class Begun:
    """A row of atoms of one question."""

    __slots__ = (
        "atoms", "before", "is_whole", "known_codes", "number", "offered", "option_codes", "options", "parts", "place",
        "texts", "values",
    )  # fmt: skip

    def __init__(
        self, before: Begun | None, atoms: Atoms, number: int, values: Atoms, parts: tuple[int, ...], is_whole: bool
    ) -> None:
        self.before = before
        self.atoms = atoms
        self.number = number  # of the action; ASK where there is none
        self.values = values  # that are whole
        self.parts = parts  # of a group under way
        self.is_whole = is_whole
        self.place: int | None = None  # of the last part among the options there were for it, as far as it was looked for
        self.known_codes: Codes | None = None if before else ()
        self.options: list[Any] | None = None  # what the next part may be, as far as that was asked
        self.option_codes: list[int] = []  # and what the engine calls each
        self.offered: list[Any] | None = None  # the same as choices
        self.texts: tuple[str, str] | None = None  # notation and words of the action and its whole values

    @property
    def answer(self) -> Answer | None:
        """The whole answer; None if parts are missing."""
        return (self.number, self.values) if self.is_whole else None
