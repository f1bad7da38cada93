"""The bots by name.

In:   nothing.      Out:  BOTS: each looks at a game and answers for whoever is asked.
"""

from __future__ import annotations

from collections.abc import Callable

from kfdsl.bots.at_random import at_random
from kfdsl.bots.greedy import greedy
from kfdsl.engine.game import Choice, Game

Bot = Callable[[Game], Choice]
BOTS: dict[str, Bot] = {"greedy": greedy, "random": at_random}
USUAL = "greedy"
