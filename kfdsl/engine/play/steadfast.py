"""Going on in Python where the native form breaks off.

In:   a method of a game.      Out:  the same method; what is asked of it is done once more in Python, from where the game stood.
What breaks off is a mistake of ours (memory that is not there, calls too deep), never one of content; a warning says where it happened.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

from kfdsl.engine.flat.wasm.native import Broken

if TYPE_CHECKING:
    from kfdsl.engine.play.game import Game

G = TypeVar("G", bound="Game")
P = ParamSpec("P")
R = TypeVar("R")


def steadfast(method: Callable[Concatenate[G, P], R]) -> Callable[Concatenate[G, P], R]:
    """Let a method of a game go on in Python, if it has to."""

    @wraps(method)
    def does(game: G, /, *args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return method(game, *args, **kwargs)
        except Broken as mistake:
            game.table.go_on_in_python()
            game.forget_question()
            place = "" if game.over else f"{game.table.line(game.state).place}: "
            warnings.warn(f"{place}the native form broke off ({mistake}); Python goes on", RuntimeWarning, stacklevel=2)
            return method(game, *args, **kwargs)

    return does
