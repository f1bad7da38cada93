"""The score sheet.

In:   a game that is over, or not yet.      Out:  every line of it: who, how many points, for what; totals and places.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kfdsl.api import Game, Points, Scores
from kfdsl.cli.terminal import output

WORLDS = 8  # that differ in what others hide


def tell_sheet(game: Game) -> None:
    """Print the sheet, the best first, and who has won."""
    scores = game.scores()
    for name, rows in _by_player(game, scores):
        output.say(f"{scores.places[name]}. {name}: {output.count(scores.totals[name], 'point')}")
        if rows:
            output.say_rows(rows, indent=2)
    first = [name for name in game.names if scores.places[name] == 1]
    output.say(f"Winner: {first[0]}" if len(first) == 1 else f"Tied for the first place: {', '.join(first)}")


def standing(game: Game, player: str) -> Iterator[str]:
    """How a game stands that is not over, for a player: what is on the sheet, and what would be if it ended now."""
    scores = game.scores()
    for name, rows in _by_player(game, scores):
        yield f"{name}: {output.count(scores.totals[name], 'point')}"
        yield from (f"  {points}  {reason}" for points, reason in rows)
    if game.table.program.closing and not game.over:
        yield from _if_ended(game, player)


def _if_ended(game: Game, player: str) -> Iterator[str]:
    """The own points are sure; those of others are looked at in several worlds that the player cannot tell from this one."""
    try:
        worlds = [game.redealt(player, number).scores_if_ended() for number in range(WORLDS)]
    except RuntimeError as mistake:
        yield f"What it would be if it ended now cannot be told: {mistake}"
        return
    yield "If it ended now:"
    for name in (player, *(other for other in game.names if other != player)):
        totals = [world.totals[name] for world in worlds]
        low, high = min(totals), max(totals)
        yield f"{name}: {output.count(low, 'point') if low == high else f'{low} to {high} points, by what you can see'}"
        rows = next(rows for who, rows in _by_player(game, worlds[0]) if who == name)
        yield from (f"  {points}  {reason}" for points, reason in rows if name == player)


def _by_player(game: Game, scores: Scores) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Each player's lines, the best player first: points, and what gave them, with the pieces that were given to it."""
    for name in sorted(game.names, key=lambda name: (scores.places[name], game.names.index(name))):
        lines = [line for line in scores.lines if line.player == name and line.points]
        yield name, [(f"{line.points:>4}", _reason(line)) for line in lines]


def _reason(line: Points) -> str:
    """`Long kiln (score 1 per pot): 3 pots`"""
    reads = line.reads.removesuffix(".")
    counted = f" ({reads[0].lower()}{reads[1:]})" if reads else ""
    return line.reason + counted + (f": {line.allocated}" if line.allocated else "")


def sheet_values(game: Game) -> dict[str, Any]:
    """The sheet for a program."""
    scores = game.scores()
    return {
        "players": list(game.names),
        "seed": game.seed,
        "over": game.over,
        "choices": len(game.log),
        "totals": scores.totals,
        "places": scores.places,
        "lines": [
            {
                "player": line.player,
                "points": line.points,
                "reason": line.reason,
                "at": line.at,
                "with": line.allocated,
                "reads": line.reads,
            }
            for line in scores.lines
        ],
        "log": [{"player": game.names[line.player], "choice": line.notation} for line in game.log],
    }
