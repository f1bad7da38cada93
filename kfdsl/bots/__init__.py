"""Those who play by themselves, by name.

In:   nothing.      Out:  BOTS: each looks at a game and answers for whoever is asked.
"""

from __future__ import annotations

from collections.abc import Callable

from kfdsl.bots.greedy import greedy
from kfdsl.bots.random_bot import at_random
from kfdsl.engine.play.game import Choice, Game

Bot = Callable[[Game], Choice]
BOTS: dict[str, Bot] = {"greedy": greedy, "random": at_random}
USUAL = "greedy"
