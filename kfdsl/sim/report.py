"""What many games tell, as plain data.

In:   a Tally and the program.      Out:  dicts and lists for JSON, in a fixed order; nothing in them depends on time.
"""

from __future__ import annotations

from typing import Any

from kfdsl.program import core, made_names
from kfdsl.program.things import thing_of
from kfdsl.sim.result import PICKED, Reason
from kfdsl.sim.statistics import DIGITS, Numbers, interval, ratio
from kfdsl.sim.tally import WIN, OfCard, Scored, Side, Tally


def report(tally: Tally, program: core.Program) -> dict[str, Any]:
    """All that was counted."""
    cards = [_card(tally, program, at) for at, card in enumerate(program.cards) if is_first(program, at, card)]
    return {
        "totals": {"mean": tally.totals.mean, "spread": tally.totals.spread, **_ends(tally.totals)},
        "seats": [{"seat": seat + 1, **_side(tally.seats[seat])} for seat in sorted(tally.seats)],
        "bots": [{"bot": bot, **_side(tally.bots[bot])} for bot in sorted(tally.bots)],
        "choices": {"mean": tally.choices.mean, **_ends(tally.choices)},
        "answers": {"mean": tally.answers.mean, **_ends(tally.answers)},
        "longest_list": {"choices": tally.longest, "at": tally.longest_at},
        "points": _points(tally, program),
        "cards": cards,
        "idle": [card["card"] for card in cards if is_idle(card)],
        "games": [
            {"number": number, "seed": seed, "bots": list(bots), "totals": list(totals), "choices": choices}
            for number, seed, bots, totals, choices in tally.games
        ],
    }


def is_first(program: core.Program, number: int, card: core.CardDef) -> bool:
    """Whether a card stands for its thing: the first of all copies."""
    return not card.thing or number == 0 or program.cards[number - 1].thing != card.thing


def is_idle(card: dict[str, Any]) -> bool:
    """Whether nobody ever had, named, turned or scored with a card."""
    return not (card["owned"] or card["named_games"] or card["turned"] or card["scored"])


def title(program: core.Program, card: int) -> str:
    """A card's printed name."""
    found = program.cards[card]
    return found.nouns[0] if found.nouns else made_names.in_words(thing_of(found))


def _ends(numbers: Numbers) -> dict[str, int]:
    return {"least": numbers.least, "most": numbers.most}


def _side(side: Side) -> dict[str, Any]:
    games = side.totals.many
    return {
        "games": games,
        "mean": side.totals.mean,
        "spread": side.totals.spread,
        **_ends(side.totals),
        "wins": ratio(side.wins, WIN),
        "win_rate": ratio(side.wins, WIN * games),
        "win_interval": list(interval(side.wins / WIN, games)),
    }


def _points(tally: Tally, program: core.Program) -> list[dict[str, Any]]:
    every = sum(abs(each.winners + each.others) for each in tally.reasons.values())
    rows = [_reason(tally, program, reason, scored, every) for reason, scored in tally.reasons.items()]
    return sorted(rows, key=lambda row: (-row["mean"], row["reason"], row["card"] or ""))


def _reason(tally: Tally, program: core.Program, reason: Reason, scored: Scored, every: int) -> dict[str, Any]:
    sort, what = reason
    number = what if sort == "card" and isinstance(what, int) else None
    others = tally.totals.many - tally.winners
    return {
        "reason": str(what) if number is None else title(program, number),
        "card": None if number is None else thing_of(program.cards[number]),
        "games": scored.games,
        "mean": ratio(scored.winners + scored.others, len(tally.games)),
        "share": ratio(scored.winners + scored.others, every),
        "by_winners": ratio(scored.winners, tally.winners),
        "by_others": ratio(scored.others, others),
    }


def _card(tally: Tally, program: core.Program, number: int) -> dict[str, Any]:
    card = program.cards[number]
    kind = next(kind for kind in program.kinds if kind.name == card.kind)
    found = tally.cards[number] if number in tally.cards else OfCard()
    owned = found.owners.total()
    usual = sum(count * tally.bots[bot].wins / tally.bots[bot].totals.many for bot, count in found.owners.items())
    return {
        "card": thing_of(card),
        "title": title(program, number),
        "kind": kind.thing_of or kind.name,
        "pack": card.pack,
        "part": found.part,
        "places": dict(sorted(found.places.items())),
        "named": {action: count for action, count in sorted(found.named.items()) if action != PICKED},
        "picked": found.named[PICKED],
        "named_games": found.named_games,
        "turned": found.turned,
        "faces": {face: found.faces[face] for face in kind.faces if found.faces[face]},
        "scored": found.scored,
        "points": found.points,
        "owned": owned,
        "wins": ratio(found.wins, WIN),
        "win_rate": ratio(found.wins, WIN * owned),
        "win_interval": list(interval(found.wins / WIN, owned)),
        "usual_rate": round(usual / WIN / owned, DIGITS) if owned else 0.0,
        "mean": ratio(found.had, owned),
        "mean_of_others": ratio(found.had_not, found.without),
    }
