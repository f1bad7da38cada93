"""What a person may type beside an answer: to look, to ask, to keep.

In:   a line.      Out:  whether it was such a word; what it asks for is shown.
Everything that is shown comes from what the person at the terminal may see.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from rich.console import Group, RenderableType
from rich.text import Text

from kfdsl.api import Game
from kfdsl.cli.draw.card import drawn_card
from kfdsl.cli.draw.overview import View
from kfdsl.cli.draw.visible import LANGUAGE
from kfdsl.cli.table.ask.typed import Typed
from kfdsl.cli.table.autosave import check_path, save_to
from kfdsl.cli.table.score_sheet import standing
from kfdsl.cli.terminal import output
from kfdsl.engine.choices.why_not import Reason
from kfdsl.inspect.in_words import describe_in_words

HELP = """\
  a number or title    that choice; Enter lists the choices again
  {amounts:<20} where pieces are asked for, so many of each
  a whole answer       in the notation of the log
  back                 take back the last part (not across chance, a reveal or another player)
  look                 the overview again; look NAME: a place, a card or a player; look all
  map                  your planes as maps; map NAME: those of a player
  log                  what happened; log 100: the last hundred lines
  score                how it stands, and why
  ? NAME               what a card, an action or a word of the rules says; ? 3: the third choice
  ? ANSWER             why an answer is not possible, or none that begins like this
  confirm              read answers of several parts back before they are final, or no longer
  save FILE            keep a copy and go on
  quit                 keep the game and stop"""
LONG = 40  # lines of the log that are shown unless more are wanted


class Seat(Protocol):
    """Where somebody sits."""

    game: Game
    confirms: bool

    def view(self) -> View: ...

    def show(self, part: RenderableType) -> None: ...

    def tell(self, text: str) -> None: ...

    def told_so_far(self) -> list[str]: ...

    def leave(self) -> None: ...


class Commands:
    """The words that are no answers."""

    def __init__(self, seat: Seat) -> None:
        self.seat, self.game = seat, seat.game
        self.words: dict[str, Callable[[str], None]] = {
            "help": lambda _: self.help(),
            "look": self.look,
            "map": self.map,
            "log": self.log,
            "score": self.score,
            "confirm": self.confirm,
            "save": self.save,
            "quit": lambda _: self.seat.leave(),
            "exit": lambda _: self.seat.leave(),
        }

    def done(self, line: str) -> bool:
        """Whether a line was such a word."""
        if line.startswith("?"):
            self.explain(line.lstrip("?").strip())
            return True
        word, _, rest = line.partition(" ")
        found = self.words.get(word)
        if found is not None:
            found(rest.strip())
        return found is not None

    def help(self) -> None:
        """All of them."""
        tokens = [token.name for token in self.game.table.program.tokens[:2]]
        amounts = " + ".join(f"{count} {name}" for count, name in zip((2, 1), tokens, strict=False))
        self.seat.tell(HELP.format(amounts=amounts or "amounts"))

    # ---- looking

    def look(self, name: str) -> None:
        """The overview, everything, or something by its name."""
        view = self.seat.view()
        if name in ("", "all"):
            self.seat.show(view.overview() if not name else view.everything())
            return
        found = view.named(name)
        if found is None:
            self.seat.tell(f"Nothing that you can see is called `{name[:40]}`; look at a place, a card or a player.")
        else:
            self.seat.show(found)

    def map(self, name: str) -> None:
        """The planes of somebody."""
        view = self.seat.view()
        seat = view.seat_of(name) if name else view.seat
        if seat is None:
            self.seat.tell(f"Nobody is called `{name[:40]}`; there are {', '.join(self.game.names)}.")
            return
        planes = [plane for plane in [*view.maps.planes(None), *view.maps.planes(seat)] if view.holds(plane)]
        if not planes:
            self.seat.tell("There is nothing to draw.")
        for plane in planes:
            self.seat.show(view.plane(plane))

    def log(self, words: str) -> None:
        """What happened, as far as the person may know it."""
        most = int(words) if words.isdecimal() and len(words) < 6 else LONG
        lines = self.seat.told_so_far()
        self.seat.show(Group(*(Text(line) for line in lines[-most:])) if lines[-most:] else Text("Nothing yet."))

    def score(self, _: str) -> None:
        """How it stands."""
        for line in standing(self.game, self.seat.view().visible.player):
            self.seat.tell(line)

    # ---- asking

    def explain(self, words: str) -> None:
        """Help, what something is, or why not."""
        if not words:
            self.help()
            return
        view = self.seat.view()
        card = view.card_of(words)
        if card is not None:
            program = self.game.rules.program
            self.seat.show(drawn_card(program, program.cards[card], [LANGUAGE], view.width))
            for note in program.cards[card].provisional:
                self.seat.tell(f"provisional: {note}")
            self.seat.show(view.state(card))
            return
        described = describe_in_words(self.game.rules, words)
        if described:
            self.seat.tell(described)
        if words in self.game.table.numbering.actions:
            self.seat.tell(self.offered(words))
        elif not described:
            self.seat.tell(self.why_not(words))

    def offered(self, action: str) -> str:
        """Whether an action can be taken at all."""
        reason = self.game.why_none(action)
        return "It is possible now." if reason is None else f"Not now: {_because(reason)}."

    def why_not(self, words: str) -> str:
        """Why an answer, or every answer that begins like this, is impossible."""
        reason: Reason | None = None
        for text in Typed(self.game).readings(words, ""):
            reason = self.game.why_not(text)
            if reason is None:
                return "That is possible."
            if text.partition(" ")[0] in self.game.table.numbering.actions and not reason.need:
                reason = self.game.why_none(text)
                if reason is None:
                    return "That is possible; choose it, and the rest is asked."
        assert reason is not None
        return f"No: {_because(reason)}."

    # ---- keeping

    def confirm(self, _: str) -> None:
        """Ask before something is final, or no longer."""
        self.seat.confirms = not self.seat.confirms
        self.seat.tell(
            "Answers of several parts are read back before they are final."
            if self.seat.confirms
            else "Answers are final at once."
        )

    def save(self, words: str) -> None:
        """A copy where the person wants it."""
        if not words:
            self.seat.tell("Name a file: save evening.save.json")
            return
        try:
            path = Path(words).expanduser()
            check_path(path)
            save_to(self.game, path)
            self.seat.tell(f"Saved in {path}.")
        except (output.Wrong, RuntimeError) as mistake:
            self.seat.tell(f"{str(mistake)[:1].upper()}{str(mistake)[1:]}.")


def _because(reason: Reason) -> str:
    place = f" ({', '.join(part for part in (reason.need, reason.span.place) if part)})" if reason.span else ""
    return reason.words.rstrip(".") + place
