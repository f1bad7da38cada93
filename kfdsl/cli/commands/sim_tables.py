"""What a simulation tells, as tables and bars.

In:   a report as `kfdsl.sim.report` makes it.      Out:  text on standard output.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from shutil import get_terminal_size
from typing import Any

from kfdsl.cli.terminal import output

BAR, GAUGE = 24, 25
LONGEST = 28  # of names
EIGHTHS = " ▏▎▍▌▋▊▉"


def tell(found: dict[str, Any], seconds: float) -> None:
    """Print everything."""
    games = len(found["games"])
    settled = "".join(f"; {name} {value}" for name, value in found["options"].items())
    output.say(f"{', '.join(found['packs'])}; seed {found['seed']}{settled}")
    output.say(
        f"{output.count(games, 'game')} by {output.count(found['players'], 'player')}, {seconds / games:.2f} seconds a game"
    )
    _sides(found)
    _length(found)
    _points(found)
    _owners(found)
    _actions(found)
    _faces(found)
    _idle(found)


def _sides(found: dict[str, Any]) -> None:
    rows = [(f"bot {each['bot']}", each) for each in found["bots"]]
    rows += [(f"seat {each['seat']}", each) for each in found["seats"]]
    table(
        ("", "points", "spread", "least", "most", "wins", ""),
        [
            (
                name,
                f"{each['mean']:.1f}",
                f"{each['spread']:.1f}",
                str(each["least"]),
                str(each["most"]),
                percent(each["win_rate"]),
                bar(each["win_rate"], 1),
            )
            for name, each in rows
        ],
    )


def _length(found: dict[str, Any]) -> None:
    choices, answers, longest = found["choices"], found["answers"], found["longest_list"]
    output.say(
        f"\n{choices['mean']:.0f} choices a game ({choices['least']} to {choices['most']}), {answers['mean']:.0f} with those that"
        f" made themselves; the longest list had {longest['choices']} choices (asked by {longest['at']})"
    )


LEGEND = (
    "  part: games it took part in; had: somebody had it at the end; points, wins: of those who had it; others: of the others;",
    "  usual: what such bots win, whatever they have. ●: wins, within ├─┤ in 19 of 20 cases. Where the usual is outside, │",
    "  instead of ┼, having it goes with winning, or with losing.",
)


def _points(found: dict[str, Any]) -> None:
    if not found["points"]:
        return
    most = max(abs(row["mean"]) for row in found["points"])
    table(
        ("points for", "a game", "share", "winner", "others", ""),
        [
            (
                row["reason"],
                f"{row['mean']:.2f}",
                percent(row["share"]),
                f"{row['by_winners']:.2f}",
                f"{row['by_others']:.2f}",
                bar(abs(row["mean"]), most),
            )
            for row in found["points"]
        ],
    )


def _owners(found: dict[str, Any]) -> None:
    """Those who had a card at the end, against what was to be expected of them."""
    cards = [card for card in found["cards"] if card["owned"]]
    games = len(found["games"])
    if not cards:
        return
    scale = max(card["win_interval"][1] for card in cards)
    table(
        (
            "card, had at the end",
            "part",
            "had",
            "points",
            "others",
            "wins",
            "usual",
            f"0 %{percent(scale):>{GAUGE - 3}}",
        ),
        [
            (
                card["title"],
                percent(card["part"] / games),
                percent(card["owned"] / games),
                f"{card['mean']:.1f}",
                f"{card['mean_of_others']:.1f}",
                percent(card["win_rate"]),
                percent(card["usual_rate"]),
                gauge(card["win_rate"], card["win_interval"], card["usual_rate"], scale),
            )
            for card in cards
        ],
    )
    output.say("\n".join(LEGEND))


def _actions(found: dict[str, Any]) -> None:
    """How often each card was named, in each game it took part in."""
    cards = [card for card in found["cards"] if card["named_games"]]
    names = sorted({name for card in cards for name in card["named"]})
    columns = [(name, {card["card"]: card["named"].get(name, 0) for card in cards}) for name in names]
    if any(card["picked"] for card in cards):
        columns.append(("picked", {card["card"]: card["picked"] for card in cards}))
    for some in _fitting(columns):
        table(
            ("card, times a game", *(name for name, _ in some), ""),
            [
                (
                    card["title"],
                    *(_often(counts[card["card"]], card["part"]) for _, counts in some),
                    "",
                )
                for card in cards
            ],
        )


def _often(count: int, games: int) -> str:
    return f"{count / games:.2f}" if count else "·"


def _fitting(columns: list[tuple[str, dict[str, int]]]) -> list[list[tuple[str, dict[str, int]]]]:
    """Columns in as many tables as the terminal is too narrow for."""
    room = (get_terminal_size().columns if output.is_terminal(sys.stdout) else 200) - LONGEST
    tables: list[list[tuple[str, dict[str, int]]]] = []
    left = 0
    for name, counts in columns:
        width = max(len(name), 5) + 2
        if not tables or width > left:
            tables.append([])
            left = room
        tables[-1].append((name, counts))
        left -= width
    return tables


def _faces(found: dict[str, Any]) -> None:
    cards = [card for card in found["cards"] if card["turned"]]
    if cards:
        table(
            ("card, turned", "in games", "at the end"),
            [
                (
                    card["title"],
                    str(card["turned"]),
                    ", ".join(
                        f"{face.replace('_', ' ')} {percent(count / card['part'])}"
                        for face, count in card["faces"].items()
                    ),
                )
                for card in cards
            ],
        )


def _idle(found: dict[str, Any]) -> None:
    titles = {card["card"]: card["title"] for card in found["cards"]}
    if found["idle"]:
        output.say("\nNever had at the end, named in an answer, turned, nor scored with:")
        output.say_rows([(", ".join(titles[name] for name in found["idle"]),)], indent=2)


# ---- drawing


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Columns below one another: names to the left, numbers to the right, what is drawn behind them."""
    shown = [head, *((_short(row[0]), *row[1:]) for row in rows)]
    widths = [max(len(cell) for cell in column) for column in zip(*shown, strict=True)]
    output.say()
    for row in shown:
        numbers = "".join(f"  {cell:>{width}}" for cell, width in zip(row[1:-1], widths[1:], strict=False))
        output.say(f"{row[0]:<{widths[0]}}{numbers}  {row[-1]}".rstrip())


def _short(name: str) -> str:
    return name if len(name) <= LONGEST else name[: LONGEST - 1] + "…"


def percent(share: float) -> str:
    """`12.5 %`"""
    return f"{100 * share:.1f} %"


def bar(value: float, most: float) -> str:
    """A bar as long as a value is large."""
    eighths = round(8 * BAR * value / most) if most else 0
    return ("█" * (eighths // 8) + EIGHTHS[eighths % 8]).strip()


def gauge(rate: float, reach: Sequence[float], usual: float, most: float) -> str:
    """A rate, how far it may be off, and what is usual: `  ├──●─┼───┤`."""
    at = [min(round((GAUGE - 1) * value / most), GAUGE - 1) if most else 0 for value in (*reach, rate, usual)]
    low, high, here, mark = at
    row = [" "] * GAUGE
    row[low : high + 1] = "─" * (high - low + 1)
    row[low], row[high] = "├", "┤"
    row[mark] = "┼" if low <= mark <= high else "│"
    row[here] = "●"
    return "".join(row).rstrip()
