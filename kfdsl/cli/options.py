"""Options below one another.

In:   options, and what the person sees.      Out:  something rich can print: what to type, how it reads, what is printed on a card.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from rich.console import RenderableType
from rich.table import Table

from kfdsl.cli.sight import Sight
from kfdsl.cli.steps import Option


def listed(options: Sequence[Option], sight: Sight) -> RenderableType:
    """All options; of cards, what tells one from another."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(justify="right", min_width=4)
    table.add_column(overflow="fold")
    cards = list(dict.fromkeys(option.card for option in options if option.card is not None))
    printed = {card: dict(sight.printed(card)) for card in cards}
    if cards:
        table.add_column(overflow="fold", style="dim")
    for option in options:
        said = printed.get(option.card, {}) if option.card is not None else {}
        table.add_row(option.key, option.text, *([told(said, printed.values())] if cards else []))
    return table


def told(card: dict[str, str], row: Collection[dict[str, str]]) -> str:
    """What a card of a row says that does not stand on all of them."""
    return " · ".join(text.removesuffix(".") for field, text in card.items() if not is_alike(field, row))


def is_alike(field: str, cards: Iterable[dict[str, str]]) -> bool:
    """Whether several cards of a row say the same, which tells nothing."""
    said = [printed[field] for printed in cards if field in printed]
    return len(said) > 1 and len(set(said)) == 1
