"""Where rules wait: what is known of blocks and asks.

In:   nothing; data only.      Out:  Block, AskInfo, and how locals lie in a frame.
"""

from __future__ import annotations

from dataclasses import dataclass

from kfdsl.engine.lower.held import is_place
from kfdsl.program.types import Type

Known = tuple[tuple[str, Type], ...]  # locals, and what they are


@dataclass(slots=True)
class Block:
    """A stretch of a rule between two waits."""

    rule: str
    label: str
    known: Known  # what its frame holds
    answer: tuple[str, Type] | None = None  # what it is called with besides
    sure: bool = True  # nothing from here to the end of the rule can fail
    menu: str = ""  # the menu that is open while this waits; its arguments are the last locals
    is_tail: bool = False  # it waits until all who act at once are done


@dataclass(slots=True)
class AskInfo:
    """One ask of the program: who is asked, and from what."""

    rule: str
    label: str
    sort: str  # "items", "several", "group", "cover", "menu", "branches"
    known: Known
    type: Type | None
    menu: str = ""
    branches: tuple[str, ...] = ()
    purpose: str = ""
    line: int = 0
    can_stop: bool = False
    sealed: bool = False  # several are asked at once; the frame ends with who they are and who has answered what
    many: tuple[int, int | None] = (0, None)

    @property
    def unanswerable(self) -> str:
        """What is said where nothing can be answered."""
        asked = f"the menu `{self.menu}` is opened" if self.sort == "menu" else "something is asked"
        return f"{asked} here, and nothing can be answered; give it a way out"


def in_order(known: Known) -> tuple[list[tuple[str, Type]], list[tuple[str, Type]]]:
    """Locals as they lie in a frame: those that are one number first."""
    return [each for each in known if not is_place(each[1])], [each for each in known if is_place(each[1])]
