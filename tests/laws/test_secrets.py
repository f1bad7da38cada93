"""Nothing that a player is shown depends on what that player cannot know."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator

import kfdsl
from kfdsl.cli.table.news import News
from kfdsl.engine.choices.notation import MORE
from kfdsl.engine.machine.chance import stream
from kfdsl.engine.play.history import reveals
from kfdsl.engine.play.redeal import redeal
from tests.laws.games_for_laws import (
    CONSTRUCTS,
    NAMES,
    each_subset,
    new_game,
    rules_of,
    some_positions,
    subsets,
    times,
    tree,
    walk,
)

COMPARED = times(150, 3200)  # at least, for each set of packs: 100,000 with all of them
POSITIONS = times(2, 6)  # of each game


def tables(packs: tuple[str, ...]) -> Iterator[kfdsl.Game]:
    """Positions of games of 2 to 6 players."""
    few, many = rules_of(*packs).seats
    for players in range(max(few, 2), min(many, 6) + 1, times(4, 1)):
        rnd = random.Random(players)
        game = rules_of(*packs).new_game(NAMES[:players], seed=players)
        every = [each.clone() for each in walk(game, players)]
        yield from rnd.sample(every, min(POSITIONS, len(every)))


def typed(game: kfdsl.Game, rnd: random.Random, most: int) -> list[str]:
    """What somebody may type: what is offered, what was answered before, the same with another word, and nonsense."""
    program = game.table.program
    words = [*(card.name for card in program.cards), *(token.name for token in program.tokens), *"0123459"]
    words += [action.name for action in program.actions]
    offered = tree(game, 60)
    texts = rnd.sample(offered, min(most // 3, len(offered))) + [line.notation for line in game.log[-3:]]
    for _ in range(most - len(texts)):
        parts = rnd.choice(texts or ["pass"]).split()
        parts[rnd.randrange(len(parts))] = rnd.choice(words)
        texts.append(" ".join(parts))
    return ["nonsense", *texts]


def shown(game: kfdsl.Game, name: str, texts: list[str]) -> dict[str, object]:
    """All that the doors show to a player, by what was asked of them."""
    seat = game.names.index(name)
    found: dict[str, object] = {
        "view": game.view(name),
        "to act": game.to_act,
        "told": game.told(name),
        "log": game.log_for(name),
        "news": News(game, [name]).told[name].lines,
        "can undo": game.can_undo(),
        "points": game.scores(),
        "choices": tree(game, times(60, 400)) if game.to_act and seat == game.seat else game.names[seat] in game.to_act,
        "the sheet as it would be": [game.redealt(name, number).scores_if_ended() for number in range(2)],
    }
    for text in texts:
        found[f"why not {text}"] = game.why_not(text, seat)
        if not game.over and seat == game.seat:
            found[f"why none {text}"] = game.why_none(text)
    return found


def same(one: dict[str, object], other: dict[str, object]) -> int:
    """How many things were compared; all of them are the same."""
    assert one.keys() == other.keys()
    for what, found in one.items():
        assert found == other[what], what
    return len(one)


@each_subset
def test_what_a_player_is_shown_is_the_same_in_every_world_that_the_player_cannot_tell_apart(
    packs: tuple[str, ...],
) -> None:
    differed = compared = 0
    for number, game in enumerate(tables(packs)):
        rnd = random.Random(number)
        for name in game.names:
            worlds = [game.redealt(name, stream(number, world)) for world in (76, 77)]
            texts = typed(game, rnd, times(4, 12)) if not game.over and name == game.player else ["pass"]
            known = shown(worlds[0], name, texts)
            compared += same(known, shown(worlds[1], name, texts))
            known.pop("can undo")  # nothing can be taken back in a world that was dealt anew
            real = shown(game, name, texts)
            real.pop("can undo")
            compared += same(real, known)
            differed += worlds[0].state.cells != worlds[1].state.cells
    assert differed or packs == (CONSTRUCTS,), "no world was dealt anew"
    assert compared >= COMPARED


def comes_to_light(world: kfdsl.Game, seat: int, played: str, points: int) -> bool:
    """Whether a play showed somebody something, or that somebody else had no choice: of an answer, or of the rest of one.

    Points that are counted show what they were counted for; `points` says how many lines there were before.
    """
    if len(world.state.sheet) > points:
        return True
    others = [line for line in world.lines if line.player != seat]
    forced = any(line.alone for line in others) or (played.endswith(MORE) and bool(others))
    return forced or any(reveals(deed, world.table.layout) for told in world._told for deed in told.deeds)


def unseen(game: kfdsl.Game, seat: int) -> set[str]:
    """The titles of cards that lie where a player does not see them."""
    cells = enumerate(game.table.layout.cells)
    hidden = [at for at, cell in cells if cell.sort == "cards" and not cell.seen_by(seat)]
    return {game.table.wording.title(card) for at in hidden for card in game.state.cells[at]}


def named(titles: set[str], lines: list[str]) -> list[str]:
    """The titles that stand in some lines as a whole: `Contract 2` does not stand in `Contract 27`."""
    return [title for title in titles if any(re.search(rf"\b{re.escape(title)}\b", line) for line in lines)]


@each_subset
def test_what_a_player_is_shown_of_a_choice_is_the_same_unless_something_comes_to_light(packs: tuple[str, ...]) -> None:
    compared = 0
    for number, game in enumerate(tables(packs)):
        rnd = random.Random(number)
        for seat, name in enumerate(game.names):
            worlds = [game.redealt(name, stream(number, world)) for world in (86, 87)]
            offered = [[choice.notation for choice in world.choices()] for world in worlds]
            if worlds[0].seat == seat:
                assert offered[0] == offered[1]
            both = [notation for notation in offered[0] if notation in offered[1]]
            for notation in rnd.sample(both, min(times(1, 4), len(both))):
                after = [(world.clone(), unseen(world, seat)) for world in worlds]
                known = []
                for world, hidden in after:
                    actor, news = world.seat, News(world, [name])
                    before = len(news.told[name].lines)
                    news.play(next(choice for choice in world.choices() if choice.notation == notation))
                    lines = news.told[name].lines[before:]
                    assert actor == seat or not named(hidden & unseen(world, seat), lines), lines
                    known.append({"what came of it": lines, **shown(world, name, [])})
                if not any(comes_to_light(world, seat, notation, len(game.state.sheet)) for world, _ in after):
                    compared += same(*known)
    assert compared >= times(40, 400)


@each_subset
def test_a_redeal_keeps_what_is_seen_and_counted_and_loses_nothing(packs: tuple[str, ...]) -> None:
    for game in some_positions(packs, 9, times(2, 8)):
        layout = game.table.layout
        for seat in range(len(game.names)):
            other = redeal(game.table, game.state, seat, stream(seat, 3))
            for at, cell in enumerate(layout.cells):
                if cell.sort not in ("tokens", "cards"):
                    assert cell.sort == "where" or other.cells[at] == game.state.cells[at]
                elif cell.seen_by(seat):
                    assert other.cells[at] == game.state.cells[at]
                elif cell.counted_by(seat):
                    assert sum(other.cells[at]) == sum(game.state.cells[at]) or cell.sort == "cards"
                if cell.sort == "cards":
                    assert len(other.cells[at]) == len(game.state.cells[at])
                    assert all(other.cells[layout.tables["WHERE"][card]] == at for card in other.cells[at])
            tokens = [at for at, cell in enumerate(layout.cells) if cell.sort == "tokens"]
            for token in range(len(game.table.program.tokens)):
                assert sum(other.cells[at][token] for at in tokens) == sum(game.state.cells[at][token] for at in tokens)


@each_subset
def test_a_world_dealt_for_a_player_follows_from_what_that_player_may_know(packs: tuple[str, ...]) -> None:
    for number, game in enumerate(some_positions(packs, 14, times(3, 12))):
        for seat in range(len(game.names)):
            real = redeal(game.table, game.state, seat, stream(seat, 4))
            for hidden in (stream(number, 5), stream(number, 6)):
                other = redeal(game.table, redeal(game.table, game.state, seat, hidden), seat, stream(seat, 4))
                assert (other.cells, other.chance) == (real.cells, real.chance)


@each_subset
def test_a_view_is_plain_data_and_one_who_watches_sees_no_more_than_any_player(packs: tuple[str, ...]) -> None:
    for game in some_positions(packs, 10, times(2, 8)):
        watched = json.loads(json.dumps(game.view()))
        for name in game.names:
            view = game.view(name)
            assert json.loads(json.dumps(view)) == view
            for place, shown in watched["places"].items():
                assert view["places"][place] == shown or "hidden" in shown or "count" in shown
            assert watched["variables"].items() <= view["variables"].items()


@each_subset
def test_what_is_told_names_a_hidden_piece_only_to_those_who_see_it(packs: tuple[str, ...]) -> None:
    rnd = random.Random(11)
    game = new_game(packs, 11)
    for _ in range(times(40, 200)):
        if game.over:
            break
        game.play(rnd.choice(game.choices()))
        for seat in (None, *range(len(game.names))):
            lines = game.told(None if seat is None else game.names[seat])
            assert len(lines) == len(game.events)
            for line, event in zip(lines, game.events, strict=True):
                assert line.at.count(":") == 2
                if event[0] in ("move", "draw") and not any(
                    game.table.layout.cells[at].seen_by(-1 if seat is None else seat) for at in event[1:3]
                ):
                    assert line.text.startswith(f"{sum(event[3])} piece")


@each_subset
def test_of_the_answers_of_others_a_player_is_told_no_more_than_which_action_it_was(packs: tuple[str, ...]) -> None:
    told = 0
    for game in some_positions(packs, 15, times(2, 8)):
        actions = {action.name.replace("_", " ") for action in game.table.program.actions}
        for name in (None, *game.names):
            known = game.log_for(name)
            assert {line.words for line in known if line.player != name} <= actions
            own = [line.notation for line in game.log if game.names[line.player] == name and not line.alone]
            assert [line.words for line in known if line.player == name] == own
            told += len(known)
    assert told


def test_somebody_who_never_looks_again_could_not_tell_the_redealt_game_from_the_other() -> None:
    """Playing on in a redealt world goes well: every choice that the player is offered there is accepted."""
    packs = subsets()[-1]
    for number, game in enumerate(some_positions(packs, 12, times(3, 20))):
        for name in game.names:
            other = game.redealt(name, stream(number, 5))
            for _ in walk(other, number):
                pass
            assert other.over
