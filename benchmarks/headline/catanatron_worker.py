"""Runs inside Catanatron's own environment: games by four random players, as many as a line of standard input asks for.

In:   lines of JSON, a first seed and a count.      Out:  a line of JSON each: processor time and choices.
"""

from __future__ import annotations

import json
import random
import sys
from importlib.metadata import version
from time import process_time

from catanatron import Color, Game, RandomPlayer

SEATS = (Color.RED, Color.BLUE, Color.ORANGE, Color.WHITE)


def played(seed: int) -> int:
    """A game to its end; how many choices it had."""
    random.seed(seed)
    game = Game([RandomPlayer(colour) for colour in SEATS], seed=seed)
    game.play()
    return len(game.state.actions)


for line in sys.stdin:
    request = json.loads(line)
    if request:
        begin = process_time()
        choices = sum(played(request["first"] + number) for number in range(request["count"]))
        answer: dict[str, object] = {"seconds": process_time() - begin, "choices": choices}
    else:
        answer = {"version": version("catanatron")}
    print(json.dumps(answer), flush=True)
