"""Play an example: make its position, do what it says, see whether it holds.

In:   a Table for as many players as the example has, and the example.      Out:  diagnostics; none means it holds.
What `given` says replaces the contents of a place; pieces come from and go back to where they begin, so nothing is made up.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from kfdsl.engine.machine.chance import stream
from kfdsl.engine.machine.runtime import Unscripted, plus
from kfdsl.engine.machine.state import ComesFirst, Impossible, Scripted, Turned
from kfdsl.engine.play.game import CannotGoOn, Game, IllegalChoice, Line
from kfdsl.engine.play.standing import places
from kfdsl.engine.rules.table import Table
from kfdsl.examples.as_if_asked import why_not_if_asked
from kfdsl.examples.ask_again import ask_again
from kfdsl.program import core, made_names
from kfdsl.text.diagnostic import Aside, Diagnostic
from kfdsl.text.source import Span

LUCK = 3  # how often an example is played in which chance is not scripted


class Fails(Exception):
    """An example that does not hold: where, and what was found."""

    def __init__(self, span: Span, label: str, note: str = "", asides: tuple[Aside, ...] = ()) -> None:
        super().__init__(label)
        self.span, self.label, self.note, self.asides = span, label, note, asides


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


def _once(table: Table, example: core.ExampleDef, luck: int) -> bool:
    """Play an example; whether chance brought anything that is not scripted."""
    with _leading_on(example.span):
        game = Game(table, example.players, seed=0, options=dict(example.options))
    return _Run(table, example, game).all(luck)


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


class _Run:
    def __init__(self, table: Table, example: core.ExampleDef, game: Game) -> None:
        self.table = table
        self.example = example
        self.game = game
        self.last = ""
        self.silent: list[Line] = []  # answers that were the only ones, since the last move

    def all(self, luck: int) -> bool:
        """Given, when, then; whether chance brought something that is not scripted."""
        # the last word on a target counts; what lay in any of them goes back first, so that their order does not matter
        givens: dict[tuple[core.Expr, bool, bool], core.GivenDef] = {}
        for part in self.example.parts:
            if isinstance(part, core.GivenDef):
                what = (part.target, bool(part.face), part.spot is not None)  # a card shows a face and lies at a spot
                givens.pop(what, None)  # also the last in line: a card that is named twice lies where it was named last
                givens[what] = part
        for given in givens.values():
            if isinstance(given.target, core.PlaceAt) and given.target.type.head != "list":
                self.give_tokens(self.cell(given.target), self.table.numbering.zero, given.span)
        for given in sorted(
            givens.values(), key=lambda given: given.spot is not None
        ):  # a card that is put has no spot
            self.given(given)
        for given in givens.values():
            self.nothing_there(given)
            self.alone_at_its_spot(given)
        with _leading_on(self.example.span):
            self.reset()
        if luck:
            self.game.state.chance = stream(luck)
        before = self.game.state.chance
        for part in self.example.parts:
            with _leading_on(part.span):
                if isinstance(part, core.DoDef):
                    self.do(part)
                elif isinstance(part, core.CheckDef):
                    self.check(part)
        return self.game.state.chance != before

    def reset(self) -> None:
        """Forget what was asked before the position was made, and ask again: the menu may be another player's."""
        ask_again(self.table, self.game.state)
        before = len(self.game.log)
        self.game.fresh()
        self.silent = [line for line in self.game.log[before:] if line.alone]

    # ---- given

    def value(self, expr: core.Expr) -> Any:
        """An expression in the position as it is."""
        if isinstance(expr, core.Const):  # most are, and nothing has to be compiled for them
            return self.table.numbering.literal(expr.value, expr.type)
        self.table.fill(self.game.state)
        return self.table.quiet.function("x", [], expr)(self.game.state)

    def cell(self, target: core.PlaceAt) -> int:
        """The cell that is given."""
        definition = self.table.numbering.places[target.place]
        args = [self.value(arg) for arg in target.args]
        table = self.table.layout.tables[made_names.place_cells(target.place)]
        if definition.owner:
            table = table[args.pop(0)]
        if definition.per_corner:
            return int(table + args[0] - 1)
        return int(table + args[0]) if args else int(table)

    def given(self, given: core.GivenDef) -> None:
        """Put one thing where the example wants it."""
        cells = self.game.state.cells
        if given.spot is not None:
            cells[self.table.layout.tables["SPOT"][self.value(given.target)]] = given.spot
        elif given.face:
            card = self.value(given.target)
            cells[self.table.layout.tables["FACE"][card]] = self.table.numbering.faces(card).index(given.face)
        elif isinstance(given.target, core.VarOf):
            table = self.table.layout.tables[made_names.var_cells(given.target.var)]
            at = table if given.target.card is None else table[self.value(given.target.card)]
            cells[at] = self.value(given.values[0])
        elif given.target.type.head == "list":
            assert isinstance(given.target, core.PlaceAt)
            self.give_cards(self.cell(given.target), [self.value(value) for value in given.values])
        else:
            assert isinstance(given.target, core.PlaceAt)
            wanted = self.table.numbering.zero
            for value in given.values:
                wanted = plus(wanted, self.value(value))
            self.give_tokens(self.cell(given.target), wanted, given.span)

    def nothing_there(self, given: core.GivenDef) -> None:
        """A place that is stated to be empty is; what begins there has nowhere else to go."""
        if not isinstance(given.target, core.PlaceAt) or given.values or given.face or given.spot is not None:
            return
        found = self.game.state.cells[self.cell(given.target)]
        if any(found) if given.target.type.head != "list" else found:
            words = self.table.wording.word(found, given.target.type)
            raise Fails(
                given.span,
                f"not empty: {words}; what begins here stays, unless it is given to another place",
                "give it to another place",
            )

    def alone_at_its_spot(self, given: core.GivenDef) -> None:
        """No other card lies where a card does; one that a later word took from its plane has no spot."""
        if given.spot is None:
            return
        cells, tables = self.game.state.cells, self.table.layout.tables
        card = self.value(given.target)
        plane = cells[tables["WHERE"][card]]
        if plane not in self.table.layout.planes:
            cells[tables["SPOT"][card]] = None
            return
        for other in cells[plane]:
            there = cells[tables["SPOT"][other]]
            if other != card and there is not None and there[:2] == given.spot[:2]:
                raise Fails(
                    given.span,
                    f"`{self.table.program.cards[other].name}` lies there as well",
                    "let one of them lie elsewhere",
                )

    def give_cards(self, cell: int, cards: list[int]) -> None:
        """Exactly these cards; others go back to where they begin."""
        cells, layout = self.game.state.cells, self.table.layout
        for card in (*cells[cell], *cards):
            start = layout.tables[
                made_names.place_cells(self.table.numbering.kinds[self.table.program.cards[card].kind].start)
            ]
            where = layout.tables["WHERE"][card]
            at = cells[where]
            cells[at] = tuple(each for each in cells[at] if each != card)
            target = cell if card in cards else start
            cells[target] = (*cells[target], card)
            cells[where] = target
            if card in self.table.numbering.spotted:
                cells[layout.tables["SPOT"][card]] = None

    def give_tokens(self, cell: int, wanted: tuple[int, ...], span: Span) -> None:
        """Exactly these tokens; the rest goes back to, and what is missing comes from, where they begin."""
        cells = self.game.state.cells
        for token, count in enumerate(wanted):
            source = self.source(token, span) if cells[cell][token] != count else cell
            if source == cell:
                if cells[cell][token] != count and any(wanted):
                    raise Fails(
                        span,
                        f"{self.table.wording.noun(token, 2)} begin here, so the others have nowhere to go",
                        "give what is too much to another place instead",
                    )
                continue
            more = count - cells[cell][token]
            if cells[source][token] < more:
                raise Fails(span, f"there are not enough {self.table.wording.noun(token, 2)} for this")
            cells[source] = tuple(have - more * (i == token) for i, have in enumerate(cells[source]))
            cells[cell] = tuple(have + more * (i == token) for i, have in enumerate(cells[cell]))

    def source(self, token: int, span: Span) -> int:
        """Where a token begins."""
        name = self.table.program.tokens[token].name
        for place in self.table.program.places:
            if any(entry[1] == name for entry in place.holds):
                return int(self.table.layout.tables[made_names.place_cells(place.name)])
        raise Fails(span, f"no place holds {name} at the start, so there is none to give")

    # ---- when

    def do(self, part: core.DoDef) -> None:
        """One move."""
        game = self.game
        if self.answered_itself(part):
            return
        if game.over:
            raise Fails(part.span, "the game is over")
        if game.names[part.player] not in game.to_act:
            raise Fails(part.span, self.asked())
        game.face(part.player)
        game.state.script = [self.scripted(draw) for draw in part.draws]
        try:
            game.play(part.text)
        except IllegalChoice as mistake:
            raise Fails(part.span, str(mistake)) from mistake
        except Unscripted as mistake:
            made = "; ".join(
                f"`{line.notation}` was done by itself, as nothing else was possible" for line in self.alone
            )
            note = "write `drawing …` behind it" + (f"; {made}" if made else "")
            raise Fails(part.span, "chance is not scripted far enough here", note) from mistake
        self.silent = self.alone
        for draw in game.state.script:
            self.left_over(draw, part.span)
        game.state.script = None
        self.last = part.text

    def scripted(self, draw: core.DrawDef) -> Scripted:
        """What chance is to bring, in numbers."""
        if not draw.card:
            return self.table.numbering.bundle(draw.tokens)
        card = self.table.numbering.cards[draw.card]
        if not draw.face:
            return ComesFirst(card)
        faces = self.table.numbering.faces(card)
        return Turned(self.table.layout.tables["FACE"][card], faces.index(draw.face))

    def left_over(self, draw: Scripted, span: Span) -> None:
        """Refuse a script that goes further than chance."""
        match draw:
            case ComesFirst():
                raise Fails(span, f"{self.table.wording.title(draw.card)} was scripted, but not shuffled then")
            case Turned():
                raise Fails(span, "a face was scripted, but the card was not turned by chance then")
            case _:
                if any(draw):
                    raise Fails(span, f"{self.table.wording.bundle(draw)} was scripted but not drawn")

    @property
    def alone(self) -> list[Line]:
        """What the last move brought that was the only answer there was."""
        return [line for line in self.game.lines if line.alone]

    def answered_itself(self, part: core.DoDef) -> bool:
        """Whether this move was the only one that its player had, and so was made already; others may be passed over."""
        made = [(line.player, line.notation) for line in self.silent]
        if (part.player, part.text) not in made:
            return False
        if part.draws:
            raise Fails(
                part.span,
                "nothing else was possible, so this was done before chance was scripted",
                "let the player have a choice, or script chance at the move before",
            )
        del self.silent[: made.index((part.player, part.text)) + 1]
        return True

    def asked(self) -> str:
        """Who is to act, in words."""
        who = self.game.to_act
        return f"it is {' and '.join(who)} who {'is' if len(who) == 1 else 'are'} asked" if who else "the game is over"

    # ---- then

    def check(self, part: core.CheckDef) -> None:
        """One thing that must be so."""
        match part.word:
            case "holds":
                assert part.expr is not None
                if not self.value(part.expr):
                    raise Fails(part.span, self.found(part.expr), f"after `{self.last}`" if self.last else "")
            case "lists":
                self.lists(part)
            case "is_over":
                if not self.game.over:
                    raise Fails(part.span, f"it is {self.game.player} who is asked")
            case "wins":
                self.wins(part)
            case "acts":
                if self.game.names[part.player] not in self.game.to_act:
                    raise Fails(part.span, self.asked())
            case "can":
                reason = why_not_if_asked(self.game, part.player, part.text)
                if reason is not None:
                    raise Fails(
                        part.span, f"it is refused: {reason.words}" + (f" ({reason.need})" if reason.need else "")
                    )
            case "cannot":
                self.refused(part)
            case "not_asked":
                self.not_asked(part)
            case _:
                self.sight(part)

    def refused(self, part: core.CheckDef) -> None:
        """Something must not be allowed, for the reason given."""
        reason = why_not_if_asked(self.game, part.player, part.text)
        if reason is None:
            raise Fails(part.span, "it is allowed")
        if reason.unknown:
            raise Fails(part.span, f"this is no move at all: {reason.words}")
        if reason.is_beside:
            raise Fails(
                part.span,
                f"nothing like this is asked now, so nothing refuses it: {reason.words}",
                "state it where it is asked, or write `because not asked` behind it if that is the point",
            )
        if part.because and reason.need != part.because:
            raise Fails(part.span, f"it is refused because of {reason.need or reason.words}")

    def not_asked(self, part: core.CheckDef) -> None:
        """Something must not even be asked of a player: another menu is open, or none, or the game is over."""
        reason = why_not_if_asked(self.game, part.player, part.text)
        if reason is not None and reason.unknown:
            raise Fails(part.span, f"this is no move at all: {reason.words}")
        if reason is None or not reason.is_beside:
            raise Fails(part.span, f"it is asked, and refused: {reason.words}" if reason else "it is allowed")

    def lists(self, part: core.CheckDef) -> None:
        """A list must be exactly this, where order counts in this order."""
        assert part.expr is not None
        found, wanted = list(self.value(part.expr)), [self.value(item) for item in part.items]
        rest = [each for each in found if each not in wanted]
        same = found == wanted if part.ordered else not rest and len(found) == len(wanted)
        if not same:
            words = self.table.wording.word(tuple(found), part.expr.type)
            raise Fails(part.span, f"found {words}", f"after `{self.last}`" if self.last else "")

    def wins(self, part: core.CheckDef) -> None:
        """A player must be alone in the first place at the end."""
        if not self.game.over:
            raise Fails(part.span, f"it is {self.game.player} who is asked, so nobody has won yet")
        ranks = places(self.table, self.game.state)
        first = [self.game.names[seat] for seat, rank in enumerate(ranks) if rank == 1]
        if first != [self.game.names[part.player]]:
            raise Fails(
                part.span, f"{first[0]} wins" if len(first) == 1 else f"{' and '.join(first)} share the first place"
            )

    def sight(self, part: core.CheckDef) -> None:
        """Who may see or count a place."""
        if not isinstance(part.expr, core.PlaceAt):
            raise Fails(part.span, "only places are seen")
        cell = self.table.layout.cells[self.cell(part.expr)]
        sees, counts = cell.seen_by(part.player), cell.counted_by(part.player)
        good = {"sees": sees, "counts": counts and not sees, "cannot_see": not sees}[part.word]
        if not good:
            raise Fails(part.span, "it is seen" if sees else "it is counted" if counts else "it is hidden")

    def found(self, expr: core.Expr) -> str:
        """What a failed comparison found."""
        if isinstance(expr, core.Prim) and expr.word in ("=", "has", "empty", "there", "none") and expr.args:
            value = self.value(expr.args[0])
            return f"found {self.table.wording.word(value, expr.args[0].type)}"
        return "this does not hold"
