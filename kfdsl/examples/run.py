"""Play an example: make its position, do what it says, see whether it holds.

In:   a Table for as many players as the example has, and the example.      Out:  diagnostics; none means it holds.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from weakref import WeakKeyDictionary

from kfdsl.engine.machine.cannot_go_on import Unscripted
from kfdsl.engine.machine.chance import stream
from kfdsl.engine.play.game import CannotGoOn, Game, IllegalChoice, Line
from kfdsl.engine.rules.table import Impossible, Table
from kfdsl.engine.words.script import ComesFirst, Scripted, Turned
from kfdsl.examples.ask_again import ask_again
from kfdsl.examples.checks import check
from kfdsl.examples.givens import make_position
from kfdsl.examples.playing import Fails, Playing
from kfdsl.examples.story import Story
from kfdsl.program import core
from kfdsl.text.diagnostic import Aside, Diagnostic
from kfdsl.text.source import Span

LUCK = 3  # how often an example is played in which chance is not scripted


def run(table: Table, example: core.ExampleDef) -> Diagnostic | None:
    """What is wrong with an example, if anything."""
    try:
        if _once(table, example, 0):
            for luck in range(1, LUCK):
                _again(table, example, luck)
    except Fails as failure:
        return Diagnostic(
            severity="error",
            code="example-failed",
            message=f'"{example.name}" does not hold',
            span=failure.span,
            label=failure.label,
            note=failure.note,
            asides=(*failure.asides, Aside(span=example.span, label="in this row"))
            if example.is_row
            else failure.asides,
        )
    return None


def story_of(table: Table, example: core.ExampleDef) -> Story:
    """An example played once more and told step by step, up to where it fails, if it does."""
    for luck in range(LUCK):
        story = Story()
        try:
            if not _once(table, example, luck, story):
                break
        except Fails:
            break
    return story


def _once(table: Table, example: core.ExampleDef, luck: int, story: Story | None = None) -> bool:
    """Play an example; whether chance brought anything that is not scripted."""
    with _leading_on(example.span):
        game = _first_game(table, tuple(sorted(dict(example.options).items())))
    game.names = tuple(example.players)
    at = Playing(table, example, game, story)
    try:
        return _play_through(at, luck)
    except Fails as failure:
        if story is not None:
            story.fails(at, failure)
        raise


_GAMES: WeakKeyDictionary[Table, dict[tuple[tuple[str, bool | str], ...], Game]] = WeakKeyDictionary()


def _first_game(table: Table, options: tuple[tuple[str, bool | str], ...]) -> Game:
    """A game at its first question, which is the same for all examples with the same options."""
    games = _GAMES.setdefault(table, {})
    if options not in games:
        games[options] = Game(table, [str(seat) for seat in range(table.layout.players)], seed=0, options=dict(options))
    return games[options].clone()


def _again(table: Table, example: core.ExampleDef, luck: int) -> None:
    """What is shuffled or turned at random without a script may come as it likes: the example has to hold all the same."""
    try:
        _once(table, example, luck)
    except Fails as failure:
        note = (
            "it holds for one order that chance may bring and not for another; script what matters: "
            "`drawing k` for a card that comes first, `drawing k shows lit` for a face"
        )
        raise Fails(failure.span, failure.label, note, failure.asides) from failure


@contextmanager
def _leading_on(span: Span) -> Iterator[None]:
    """Rules that lead nowhere fail the example where that comes out, and show the line that is at fault."""
    try:
        yield
    except CannotGoOn as mistake:
        asides = (Aside(span=mistake.span, label=mistake.what),) if mistake.span is not None else ()
        raise Fails(span, "the rules do not go on from here", "" if asides else mistake.what, asides) from mistake
    except Impossible as mistake:
        raise Fails(span, "what comes next cannot be done in this position") from mistake


def _play_through(at: Playing, luck: int) -> bool:
    """Given, when, then; whether chance brought something that is not scripted."""
    begun = at.game.state.copy()
    make_position(at)
    with _leading_on(at.example.span):
        _reset(at)
    if at.story is not None:
        at.story.position(at, begun)
    if luck:
        at.game.state.chance = stream(luck)
    before = at.game.state.chance
    for part in at.example.parts:
        with _leading_on(part.span):
            if isinstance(part, core.DoDef):
                _do(at, part)
            elif isinstance(part, core.CheckDef):
                check(at, part)
                if at.story is not None:
                    at.story.holds(part)
    return at.game.state.chance != before


def _reset(at: Playing) -> None:
    """Forget what was asked before the position was made, and ask again: the menu may be another player's."""
    ask_again(at.table, at.game.state)
    before = len(at.game.log)
    at.game.fresh()
    at.silent = [line for line in at.game.log[before:] if line.alone]


def _do(at: Playing, part: core.DoDef) -> None:
    """One move."""
    game = at.game
    if _answered_itself(at, part):
        return
    if game.over:
        raise Fails(part.span, "the game is over")
    if game.names[part.player] not in game.to_act:
        raise Fails(part.span, at.asked())
    game.face(part.player)
    if at.story is not None:
        at.story.offered(at, part)
    game.script = [_scripted(at, draw) for draw in part.draws]
    try:
        game.play(part.text)
    except IllegalChoice as mistake:
        raise Fails(part.span, str(mistake)) from mistake
    except Unscripted as mistake:
        made = "; ".join(f"`{line.notation}` was done by itself, as nothing else was possible" for line in _alone(at))
        note = "write `drawing …` behind it" + (f"; {made}" if made else "")
        raise Fails(part.span, "chance is not scripted far enough here", note) from mistake
    at.silent = _alone(at)
    if at.story is not None:
        at.story.happened(game, game.lines)
    for draw in game.script:
        _left_over(at, draw, part.span)
    game.script = None
    at.last = part.text


def _scripted(at: Playing, draw: core.DrawDef) -> Scripted:
    """What chance is to bring, in numbers."""
    if not draw.card:
        return at.table.numbering.bundle(draw.tokens)
    copies = at.table.numbering.copies.get(draw.card)
    if copies is not None:
        return ComesFirst(copies.start, len(copies))
    card = at.table.numbering.cards[draw.card]
    if not draw.face:
        return ComesFirst(card)
    faces = at.table.numbering.faces(card)
    return Turned(at.table.layout.tables["FACE"][card], faces.index(draw.face))


def _left_over(at: Playing, draw: Scripted, span: Span) -> None:
    """Refuse a script that goes further than chance."""
    match draw:
        case ComesFirst():
            raise Fails(span, f"{at.table.wording.title(draw.card)} was scripted, but not shuffled then")
        case Turned():
            raise Fails(span, "a face was scripted, but the card was not turned by chance then")
        case _:
            if any(draw):
                raise Fails(span, f"{at.table.wording.bundle(draw)} was scripted but not drawn")


def _alone(at: Playing) -> list[Line]:
    """What the last move brought that was the only answer there was."""
    return [line for line in at.game.lines if line.alone]


def _answered_itself(at: Playing, part: core.DoDef) -> bool:
    """Whether this move was the only one that its player had, and so was made already; others may be passed over."""
    made = [(line.player, line.notation) for line in at.silent]
    if (part.player, part.text) not in made:
        return False
    if part.draws:
        raise Fails(
            part.span,
            "nothing else was possible, so this was done before chance was scripted",
            "let the player have a choice, or script chance at the move before",
        )
    del at.silent[: made.index((part.player, part.text)) + 1]
    return True
