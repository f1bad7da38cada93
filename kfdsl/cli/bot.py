"""A bot that chooses at random.

In:   a game.      Out:  one of its choices.
Which one follows from the seed and from how far the game has come, so that a resumed game goes on in the same way. The game's own
chance is not touched.
"""

from __future__ import annotations

from kfdsl.engine.chance import below, stream
from kfdsl.engine.game import Choice, Game

_PURPOSE = 1 << 32  # streams of bots; those of games have small numbers


def at_random(game: Game) -> Choice:
    """Any choice, each as likely as the others of its part."""
    choices = game.choices()
    own = stream(stream(stream(game.seed, _PURPOSE + len(game.log)), game.seat), len(game.atoms))
    return choices[below(own, len(choices))[0]]
