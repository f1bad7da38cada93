"""kfdsl: board game rules as data."""

from kfdsl.api import VERSION as __version__
from kfdsl.api import ContentError, Game, Points, Rules, Scores, load
from kfdsl.engine.play.game import CannotGoOn, Choice, Endless, IllegalChoice, Stuck, TooLarge, TooMany
from kfdsl.program.limits import Limits
from kfdsl.record.differences import PackChange, SaveDiffers
from kfdsl.record.files import SaveError

__all__ = [
    "CannotGoOn",
    "Choice",
    "ContentError",
    "Endless",
    "Game",
    "IllegalChoice",
    "Limits",
    "PackChange",
    "Points",
    "Rules",
    "SaveDiffers",
    "SaveError",
    "Scores",
    "Stuck",
    "TooLarge",
    "TooMany",
    "__version__",
    "load",
]
