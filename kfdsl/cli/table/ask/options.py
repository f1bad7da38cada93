"""Options below one another.

In:   options, and what the person sees.      Out:  something rich can print: what to type, how it reads, what is printed on a card.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType
from rich.table import Table

from kfdsl.cli.draw.card import what_differs
from kfdsl.cli.draw.visible import Visible
from kfdsl.cli.table.ask.step import Option


def listed(options: Sequence[Option], visible: Visible) -> RenderableType:
    """All options; of cards, what tells one from another."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(justify="right", min_width=4)
    table.add_column(overflow="fold")
    cards = list(dict.fromkeys(option.card for option in options if option.card is not None))
    printed = {card: dict(visible.printed(card)) for card in cards}
    if cards:
        table.add_column(overflow="fold", style="dim")
    for option in options:
        said = printed.get(option.card, {}) if option.card is not None else {}
        table.add_row(option.key, option.text, *([what_differs(said, printed.values())] if cards else []))
    return table
