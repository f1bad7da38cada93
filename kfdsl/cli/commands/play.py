"""`kfdsl play`: a game in the terminal, or by bots alone where there is none.

In:   the options of the command.      Out:  a game, and its score sheet.
"""

from __future__ import annotations

import secrets
import sys
from pathlib import Path

from kfdsl.api import Game
from kfdsl.bots import BOTS, USUAL
from kfdsl.cli.table.autosave import Keeper, check_path, save_to
from kfdsl.cli.table.score_sheet import sheet_values, tell_sheet
from kfdsl.cli.table.seats import Seats, seats, those_of_a_save
from kfdsl.cli.terminal import arguments, output
from kfdsl.cli.terminal.load import load as load_packs
from kfdsl.cli.terminal.load import split
from kfdsl.engine.play.game import Endless
from kfdsl.packs.find import ALL
from kfdsl.record.differences import SaveDiffers
from kfdsl.record.files import SaveError, take_in
from kfdsl.record.save import IfChanged

ENDLESS = 200_000  # choices after which bots stop believing that a game ends

# what counts of a save if packs changed, and what is said then
IN_WORDS: dict[str | None, tuple[IfChanged, str]] = {
    None: ("tell", "Its choices lead to the same position with these packs."),
    "position": ("position", "The game goes on from the position as it was saved."),
    "log": ("log", "The game goes on from where its choices lead with these packs."),
}


def play(
    *,
    packs: str | None,
    players: str | None,
    bots: str | None,
    seed: str | None,
    option: list[str],
    load: Path | None,
    save: Path | None,
    if_changed: str | None,
    json: bool,
) -> int:
    """Start or go on with a game, and see it through."""
    if if_changed is not None and load is None:
        raise output.Wrong("--if-changed goes with --load: it says what counts of a saved game")
    if save is not None:
        check_path(save)
    is_watched = not json and output.is_terminal(sys.stdin)
    if packs is None and load is None and arguments.usual_packs() != ALL:
        packs = arguments.usual_packs()
    if load is not None:
        game, who = _resumed(packs, players, bots, seed, option, load, if_changed)
    else:
        game, who = _started(packs, players, bots, seed, option, is_watched)
    if not is_watched:
        return _by_bots(game, who, save, json)
    from kfdsl.cli.table.session import HotSeat

    keeper = Keeper(save or load)
    return HotSeat(game, who, keeper, packs).play()


def _started(
    packs: str | None, players: str | None, bots: str | None, seed: str | None, option: list[str], is_watched: bool
) -> tuple[Game, Seats]:
    seats(players, bots, is_watched)  # what is typed wrongly is told before anything is loaded
    number = secrets.randbelow(1_000_000) if seed is None else arguments.seed(seed)
    rules = load_packs(split(packs if packs is not None else ALL))
    who = seats(players, bots, is_watched, rules.seats)
    try:
        return rules.new_game(list(who.names), number, arguments.settled(option, "--set", rules.options)), who
    except ValueError as mistake:
        raise output.Wrong(str(mistake)) from mistake


def _resumed(
    packs: str | None,
    players: str | None,
    bots: str | None,
    seed: str | None,
    option: list[str],
    path: Path,
    if_changed: str | None,
) -> tuple[Game, Seats]:
    counts = IN_WORDS.get(if_changed)
    if counts is None:
        raise output.Wrong(f"--if-changed is position or log, not {if_changed}")
    for word, given in (("--players", players), ("--seed", seed), ("--set", option or None)):
        if given is not None:
            raise output.Wrong(f"{word} does not go with --load: a saved game has its own")
    try:
        if not path.is_file():
            raise output.Wrong(f"{path} is a folder; name a file" if path.is_dir() else f"there is no file {path}")
        data = take_in(path)
        wanted = split(packs) if packs is not None else [pack["name"] for pack in data["packs"]]
        game = load_packs(wanted).resume(data, counts[0])
    except SaveDiffers as difference:
        raise output.Broken(f"{path}: {difference.told}\n{_what_to_say(difference)}") from difference
    except SaveError as mistake:
        said = str(mistake)
        raise output.Broken(said if said.startswith(str(path)) else f"{path}: {said}") from mistake
    except OSError as problem:
        raise output.Wrong(f"{path} cannot be read: {problem.strerror or problem}") from problem
    if game.changed_packs:
        output.complain(f"{path}: {'; '.join(map(str, game.changed_packs))}. {counts[1]}")
    return game, those_of_a_save(game.names, bots)


def _what_to_say(difference: SaveDiffers) -> str:
    """How to go on all the same."""
    said = "--if-changed position goes on from the position as it was saved"
    return said + (", --if-changed log from where its choices lead now" if difference.is_playable else "")


def _by_bots(game: Game, who: Seats, save: Path | None, json: bool) -> int:
    """Everybody is a bot; the sheet is what there is to see."""
    try:
        _see_through(game, who)
    finally:
        if save is not None:  # also what came to no end: the save leads to the line that is at fault
            save_to(game, save)
    if json:
        output.say_json(sheet_values(game))
        return output.FINE
    packs = ", ".join(f"{name} {version}" for name, version, _ in game.rules.marks)
    output.say(f"{packs}; seed {game.seed}; {output.count(len(game.log), 'choice')} by bots")
    tell_sheet(game)
    return output.FINE


def _see_through(game: Game, who: Seats) -> None:
    while not game.over:
        game.play(BOTS[who.bots.get(game.player, USUAL)](game))
        if len(game.log) > ENDLESS:
            raise Endless(f"the game does not come to an end: {ENDLESS} choices were made", game.question.line)
