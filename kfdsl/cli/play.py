"""`kfdsl play`: a game in the terminal, or by bots alone where there is none.

In:   the options of the command.      Out:  a game, and its score sheet.
"""

from __future__ import annotations

import secrets
import sys
from pathlib import Path

from kfdsl.api import Game
from kfdsl.bots.at_random import at_random
from kfdsl.cli import say, words
from kfdsl.cli.keep import Keeper, check_path, save_to
from kfdsl.cli.loading import load as load_packs
from kfdsl.cli.loading import split
from kfdsl.cli.seats import Seats, seats, those_of_a_save
from kfdsl.cli.sheet import sheet_values, tell_sheet
from kfdsl.packs.find import ALL
from kfdsl.record.door import SaveError, take_in

ENDLESS = 200_000  # choices after which bots stop believing that a game ends


def play(
    *,
    packs: str | None,
    players: str | None,
    bots: str | None,
    seed: str | None,
    option: list[str],
    load: Path | None,
    save: Path | None,
    json: bool,
) -> int:
    """Start or go on with a game, and see it through."""
    if save is not None:
        check_path(save)
    is_watched = not json and say.is_terminal(sys.stdin)
    if load is not None:
        game, who = _resumed(packs, players, bots, seed, option, load)
    else:
        game, who = _started(packs, players, bots, seed, option, is_watched)
    if not is_watched:
        return _by_bots(game, save, json)
    from kfdsl.cli.hotseat import HotSeat

    keeper = Keeper(save or load)
    return HotSeat(game, who, keeper, packs).play()


def _started(
    packs: str | None, players: str | None, bots: str | None, seed: str | None, option: list[str], is_watched: bool
) -> tuple[Game, Seats]:
    seats(players, bots, is_watched)  # what is typed wrongly is told before anything is loaded
    number = secrets.randbelow(1_000_000) if seed is None else words.seed(seed)
    rules = load_packs(split(packs if packs is not None else ALL))
    who = seats(players, bots, is_watched, rules.seats)
    try:
        return rules.new_game(list(who.names), number, words.settled(option, "--set", rules.options)), who
    except ValueError as mistake:
        raise say.Wrong(str(mistake)) from mistake


def _resumed(
    packs: str | None, players: str | None, bots: str | None, seed: str | None, option: list[str], path: Path
) -> tuple[Game, Seats]:
    for word, given in (("--players", players), ("--seed", seed), ("--set", option or None)):
        if given is not None:
            raise say.Wrong(f"{word} does not go with --load: a saved game has its own")
    try:
        if not path.is_file():
            raise say.Wrong(f"{path} is a folder; name a file" if path.is_dir() else f"there is no file {path}")
        data = take_in(path)
        wanted = split(packs) if packs is not None else [pack["name"] for pack in data["packs"]]
        game = load_packs(wanted).resume(data)
    except SaveError as mistake:
        said = str(mistake)
        raise say.Broken(said if said.startswith(str(path)) else f"{path}: {said}") from mistake
    except OSError as problem:
        raise say.Wrong(f"{path} cannot be read: {problem.strerror or problem}") from problem
    return game, those_of_a_save(game.names, bots)


def _by_bots(game: Game, save: Path | None, json: bool) -> int:
    """Everybody is a bot; the sheet is what there is to see."""
    while not game.over:
        game.play(at_random(game))
        if len(game.log) > ENDLESS:
            raise say.Broken(f"the game does not come to an end: {ENDLESS} choices were made")
    if save is not None:
        save_to(game, save)
    if json:
        say.say_json(sheet_values(game))
        return say.FINE
    packs = ", ".join(f"{name} {version}" for name, version, _ in game.rules.marks)
    say.say(f"{packs}; seed {game.seed}; {say.count(len(game.log), 'choice')} by bots at random")
    tell_sheet(game)
    return say.FINE
