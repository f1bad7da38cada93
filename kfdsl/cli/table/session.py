"""People at one terminal, bots between them.

In:   a game, who is a bot, where to keep it.      Out:  the game played to its end, or kept for later.
What is hidden stays hidden: where another person comes next, the terminal is cleared and waits. Every question is written to
the save first, so neither Ctrl-C, nor the end of the input, nor a closed window loses anything.
"""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from contextlib import suppress

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from kfdsl.api import Game
from kfdsl.bots import BOTS
from kfdsl.cli.draw.overview import Picture, View
from kfdsl.cli.draw.plane import Maps
from kfdsl.cli.table.ask.dialogue import Asking
from kfdsl.cli.table.ask.options import listed
from kfdsl.cli.table.ask.step import Option
from kfdsl.cli.table.autosave import Keeper
from kfdsl.cli.table.commands import Commands
from kfdsl.cli.table.news import News
from kfdsl.cli.table.score_sheet import tell_sheet
from kfdsl.cli.table.seats import Seats, those_of_a_save, written
from kfdsl.cli.terminal import output
from kfdsl.engine.play.game import CannotGoOn, Choice, IllegalChoice

QUIT = ("quit", "exit")
INTERRUPTED = 130


class Leave(Exception):
    """Somebody wants to stop; the code says how."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class HotSeat:
    """One session at a terminal."""

    def __init__(self, game: Game, who: Seats, keeper: Keeper, packs: str | None) -> None:
        self.game, self.who, self.keeper, self.packs = game, who, keeper, packs
        self.console = output.console()
        self.picture = Picture(game)
        self.news = News(game, who.people)
        self.confirms = True  # answers of several parts are read back
        self.has_seen = ("", -1)  # who was shown the position last, and when
        self.at_seat = who.people[0] if len(who.people) == 1 else ""
        self.asking, self.commands = Asking(self), Commands(self)
        forget_lines()

    def play(self) -> int:
        """Until the game is over or somebody leaves."""
        try:
            while not self.game.over:
                if self.game.player in self.who.bots:
                    self.do(BOTS[self.who.bots[self.game.player]](self.game))
                else:
                    self.ask_one()
        except Leave as leave:
            return self.kept(leave.code)
        except KeyboardInterrupt:
            return self.kept(INTERRUPTED)
        except CannotGoOn as mistake:
            self.keep()  # the game stands before the answer that led there
            output.complain(f"\nkfdsl: the rules do not go on: {mistake}")
            return self.kept(output.AT_FAULT)
        if self.at_seat:
            self.tell_news(self.at_seat)
        self.console.print()
        tell_sheet(self.game)
        if self.keeper.is_named:
            self.keeper.keep(self.game)
        self.keeper.drop()
        return output.FINE

    def kept(self, code: int) -> int:
        """Tell where the game is."""
        if self.keeper.trouble:
            output.complain(f"\nkfdsl: the game is not kept: {self.keeper.trouble}")
            return output.CALLED_WRONGLY
        if self.keeper.path is None:
            return code
        options = ["--packs", self.packs] if self.packs else []
        if self.who.bots != those_of_a_save(self.who.names, None).bots:
            options += ["--bots", written(self.who.bots)]
        output.say(f"\nThe game is kept in {self.keeper.path}")
        output.say(f"Go on with: {shlex.join(['kfdsl', 'play', '--load', str(self.keeper.path), *options])}")
        return code

    # ---- one question

    def ask_one(self) -> None:
        """Put one question to a person, until it has an answer."""
        self.keep()
        name = self.game.player
        self.hand_over(name)
        self.show_position(name)
        choice = self.asking.ask()
        if choice is None:
            self.back()
        else:
            self.do(choice)

    def keep(self) -> None:
        """Write the game down before anybody is asked; say so once if that fails."""
        before = self.keeper.trouble
        self.keeper.keep(self.game)
        if self.keeper.trouble and not before:
            output.complain(f"kfdsl: the game is not kept: {self.keeper.trouble}")

    def hand_over(self, name: str) -> None:
        """Let nobody see what is not theirs."""
        if name == self.at_seat:
            return
        if self.at_seat:
            self.wait(f"{self.at_seat}, press Enter when you have seen this. ")
        self.clear()
        self.wait(f"{name}, press Enter when you sit here. ")
        self.clear()
        forget_lines()
        self.at_seat = name

    def wait(self, prompt: str) -> None:
        """Until somebody is ready, or wants to stop."""
        if self.read(prompt) in QUIT:
            raise Leave(output.FINE)

    def clear(self) -> None:
        """Empty the terminal, and what could be scrolled back to."""
        if output.is_terminal(sys.stdout):
            print("\x1b[2J\x1b[3J\x1b[H", end="", flush=True)

    def show_position(self, name: str) -> None:
        """What happened since, and how things are: at a new decision, and to somebody who has just sat down."""
        self.tell_news(name)
        is_inside = self.game.atoms or self.game.question.info.sort != "menu"
        if self.has_seen[0] == name and (is_inside or self.has_seen[1] == len(self.game.log)):
            return
        self.has_seen = (name, len(self.game.log))
        self.show(self.view().overview())

    def do(self, choice: Choice) -> None:
        """Play; who hands over the terminal sees first what came of it."""
        name = self.game.player
        self.news.play(choice)
        if name in self.who.people and (self.game.over or self.game.player != name):
            self.tell_news(name, "dim")
            self.has_seen = ("", -1)

    def tell_news(self, name: str, style: str = "") -> None:
        """What a person was not shown yet."""
        for line in self.news.fresh(name):
            margin = len(line) - len(line.lstrip())
            self.console.print(Padding(Text(line.lstrip(), style=style), (0, 0, 0, margin), expand=False))

    def back(self) -> None:
        """Take back a part."""
        try:
            self.game.undo()
            self.news.undone()
        except IllegalChoice as mistake:
            self.tell(f"{str(mistake)[:1].upper()}{str(mistake)[1:]}.")

    # ---- what asking and commands need

    def read(self, prompt: str) -> str:
        """A line from the person."""
        try:
            return input(prompt).strip()
        except EOFError:
            raise Leave(output.FINE) from None

    def line(self, prompt: str) -> str:
        """The same; what takes place meanwhile is none of theirs."""
        return self.read(prompt)

    def leave(self) -> None:
        """Stop here."""
        raise Leave(output.FINE)

    def show(self, part: RenderableType) -> None:
        """Something drawn."""
        self.console.print(part)

    def tell(self, text: str) -> None:
        """A line or some."""
        output.say(text)

    def command(self, words: str) -> bool:
        """Whether a line was a word that is no answer."""
        return self.commands.done(words)

    def told_so_far(self) -> list[str]:
        """What the person at the terminal was told since the game began."""
        return self.news.told[self.at_seat].lines

    def view(self) -> View:
        """What the person at the terminal sees."""
        return self.picture.view(self.game, self.at_seat, self.console.width, self.console.height)

    def maps(self) -> Maps:
        """Maps of it."""
        return self.view().maps

    def options(self, options: Sequence[Option]) -> RenderableType:
        """Numbered options; cards with what is printed on them."""
        return listed(options, self.view().visible)


def forget_lines() -> None:
    """Let lines be edited and called back, but not those of somebody else."""
    with suppress(ImportError):
        import readline

        readline.clear_history()
