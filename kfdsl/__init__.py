"""kfdsl: board game rules as data."""

from kfdsl.api import VERSION as __version__
from kfdsl.api import ContentError, Game, Points, Rules, Scores, load
from kfdsl.engine.play.game import Choice, IllegalChoice
from kfdsl.record.differences import PackChange, SaveDiffers
from kfdsl.record.files import SaveError

__all__ = [
    "Choice",
    "ContentError",
    "Game",
    "IllegalChoice",
    "PackChange",
    "Points",
    "Rules",
    "SaveDiffers",
    "SaveError",
    "Scores",
    "__version__",
    "load",
]
