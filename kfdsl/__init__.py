"""kfdsl: board game rules as data."""

from kfdsl.api import ContentError, Game, Rules, load
from kfdsl.engine.game import Choice, IllegalChoice

__all__ = ["Choice", "ContentError", "Game", "IllegalChoice", "Rules", "load"]
__version__ = "0.1.0"
