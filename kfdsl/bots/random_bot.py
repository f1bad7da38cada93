"""A bot that chooses at random.

In:   a game.      Out:  one of its choices.
"""

from __future__ import annotations

from kfdsl.bots.dice import dice_for
from kfdsl.engine.play.game import Choice, Game


def at_random(game: Game) -> Choice:
    """Any choice, each as likely as the others of its part."""
    return dice_for(game).one(game.choices())
