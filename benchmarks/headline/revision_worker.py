"""Runs with the package of some revision of this project: whole games and lists, as a line of standard input asks for.

In:   lines of JSON: what to do, packs, seeds.      Out:  a line of JSON each: processor time, and what came of it.
"""

from __future__ import annotations

import json
import sys
from time import process_time
from typing import Any

import crowd  # which lies beside this file

import kfdsl

try:
    from kfdsl.bots.names import BOTS  # as it was called once
except ModuleNotFoundError:
    from kfdsl.bots import BOTS

MANY = 20  # copies at once


class Played:
    """Rules that were loaded, and what was made of them."""

    def __init__(self) -> None:
        self.rules: dict[tuple[str, ...], Any] = {}
        self.crowds: dict[tuple[int, ...], Any] = {}
        self.halfway: dict[tuple[str, ...], Any] = {}

    def loaded(self, packs: list[str]) -> Any:
        key = tuple(packs)
        if key not in self.rules:
            self.rules[key] = kfdsl.load(*packs)
        return self.rules[key]

    def games(self, request: dict[str, Any]) -> dict[str, Any]:
        """Games to their end, by bots or as whoever shows all that is offered would."""
        rules, bot = self.loaded(request["packs"]), BOTS[request["bot"]]
        begin, found = process_time(), []
        for seed in request["seeds"]:
            game = rules.new_game([f"p{seat}" for seat in range(request["players"])], seed=seed)
            game.tells = request["shown"]
            count = 0
            while not game.over:
                if request["shown"]:
                    for choice in game.choices():
                        assert choice.notation and choice.text is not None
                game.play(bot(game))
                count += 1
            found.append([game.totals(), count])
        return {"seconds": process_time() - begin, "outcomes": found}

    def lists(self, request: dict[str, Any]) -> dict[str, Any]:
        """What may be answered at a crowded turn."""
        at = tuple(request["crowd"])
        if at not in self.crowds:
            self.crowds[at] = crowd.crowded(self.loaded(["keyflower"]), *at)
        begin = process_time()
        count = getattr(crowd, request["way"])(self.crowds[at])
        return {"seconds": process_time() - begin, "count": count}

    def copies(self, request: dict[str, Any]) -> dict[str, Any]:
        """Copies of the state of a game in its middle."""
        key = tuple(request["packs"])
        if key not in self.halfway:
            rules = self.loaded(request["packs"])
            game = rules.new_game([f"p{seat}" for seat in range(4)], seed=request["seed"])
            game.tells = False
            for _ in range(request["choices"]):
                game.play(BOTS["random"](game))
            self.halfway[key] = game
        state, many = self.halfway[key].state, request["many"]
        begin = process_time()
        for _ in range(many):
            state.copy()
        return {"seconds": process_time() - begin}


def main() -> None:
    """Answer until nobody asks."""
    assert kfdsl.__file__ is not None and kfdsl.__file__.startswith(sys.argv[1]), f"this is not it: {kfdsl.__file__}"
    played = Played()
    for line in sys.stdin:
        request = json.loads(line)
        print(json.dumps(getattr(played, request["do"])(request)), flush=True)


if __name__ == "__main__":
    main()
