"""People at one terminal, bots between them.

In:   a game, who is a bot, where to keep it.      Out:  the game played to its end, or kept for later.
What is hidden stays hidden: where another person comes next, the terminal is cleared and waits. Every question is written to
the save first, so neither Ctrl-C, nor the end of the input, nor a closed window loses anything.
"""

from __future__ import annotations

import shlex
import sys
from contextlib import suppress
from pathlib import Path

from rich.text import Text

from kfdsl.api import Game
from kfdsl.bots.names import BOTS
from kfdsl.cli import say
from kfdsl.cli.keep import Keeper, check_path, save_to
from kfdsl.cli.picture import Picture
from kfdsl.cli.seats import Seats, those_of_a_save, written
from kfdsl.cli.sheet import tell_sheet
from kfdsl.cli.show import describe_in_words
from kfdsl.engine.game import Choice, IllegalChoice

HELP = """\
  a number       that choice
  a whole answer in the notation of the log
  back           take back the last part (not across chance, a reveal or another player)
  ? NAME         what a thing or rule says
  ? ANSWER       why an answer is not possible
  log            what was answered so far
  save FILE      keep a copy and go on
  quit           keep the game and stop"""
QUIT = ("quit", "exit")
INTERRUPTED = 130
MOST_NEWS = 40


class Leave(Exception):
    """Somebody wants to stop; the code says how."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class HotSeat:
    """One session at a terminal."""

    def __init__(self, game: Game, who: Seats, keeper: Keeper, packs: str | None) -> None:
        self.game, self.who, self.keeper, self.packs = game, who, keeper, packs
        self.console = say.console()
        self.picture = Picture(game)
        self.news: dict[str, list[str]] = {name: [] for name in who.people}
        self.has_seen = ""  # who was shown the position last
        self.at_seat = who.people[0] if len(who.people) == 1 else ""
        with suppress(ImportError):
            import readline  # noqa: F401  # lines can be edited and called back

    def play(self) -> int:
        """Until the game is over or somebody leaves."""
        try:
            while not self.game.over:
                if self.game.player in self.who.bots:
                    self.do(BOTS[self.who.bots[self.game.player]](self.game))
                else:
                    self.ask_one()
        except Leave as leave:
            return self.leave(leave.code)
        except KeyboardInterrupt:
            return self.leave(INTERRUPTED)
        self.console.print()
        tell_sheet(self.game)
        if self.keeper.is_named:
            self.keeper.keep(self.game)
        self.keeper.drop()
        return say.FINE

    def leave(self, code: int) -> int:
        """Tell where the game is."""
        if self.keeper.trouble:
            say.complain(f"\nkfdsl: the game is not kept: {self.keeper.trouble}")
            return say.CALLED_WRONGLY
        if self.keeper.path is None:
            return code
        options = ["--packs", self.packs] if self.packs else []
        if self.who.bots != those_of_a_save(self.who.names, None).bots:
            options += ["--bots", written(self.who.bots)]
        say.say(f"\nThe game is kept in {self.keeper.path}")
        say.say(f"Go on with: {shlex.join(['kfdsl', 'play', '--load', str(self.keeper.path), *options])}")
        return code

    # ---- one question

    def ask_one(self) -> None:
        """Put one question to a person, until it has an answer."""
        self.keep()
        name = self.game.player
        self.hand_over(name)
        if not self.game.atoms or self.has_seen != name:
            self.show_position(name)
            self.has_seen = name
        choices: list[Choice] = self.game.choices()
        self.show_choices(choices)
        while not self.answered(self.read(f"{name}> "), choices):
            pass

    def keep(self) -> None:
        """Write the game down before anybody is asked; say so once if that fails."""
        before = self.keeper.trouble
        self.keeper.keep(self.game)
        if self.keeper.trouble and not before:
            say.complain(f"kfdsl: the game is not kept: {self.keeper.trouble}")

    def hand_over(self, name: str) -> None:
        """Let nobody see what is not theirs."""
        if name == self.at_seat:
            return
        if self.at_seat:
            self.wait(f"{self.at_seat}, press Enter when you have seen this. ")
        self.clear()
        self.wait(f"{name}, press Enter when you sit here. ")
        self.clear()
        self.at_seat = name

    def wait(self, prompt: str) -> None:
        """Until somebody is ready, or wants to stop."""
        if self.read(prompt) in QUIT:
            raise Leave(say.FINE)

    def clear(self) -> None:
        """Empty the terminal, and what could be scrolled back to."""
        if say.is_terminal(sys.stdout):
            print("\x1b[2J\x1b[3J\x1b[H", end="", flush=True)

    def show_position(self, name: str) -> None:
        """What happened since, and how things are."""
        news = self.news[name]
        for line in ["…", *news[-MOST_NEWS:]] if len(news) > MOST_NEWS else news:
            self.console.print(Text(line))
        news.clear()
        self.console.print(self.picture.of(self.game, name))

    def show_choices(self, choices: list[Choice]) -> None:
        """Numbered, in readable words."""
        if self.game.atoms:
            self.console.print(Text(f"so far: {self.game.so_far.removesuffix(' ...')}", style="dim"))
        width = len(str(len(choices)))
        for number, choice in enumerate(choices, start=1):
            self.console.print(Text(f"{number:>{width + 2}}  {choice.text}{'' if choice.whole else ' …'}"))

    def read(self, prompt: str) -> str:
        """A line from the person."""
        try:
            return input(prompt).strip()
        except EOFError:
            raise Leave(say.FINE) from None

    # ---- answers

    def answered(self, words: str, choices: list[Choice]) -> bool:
        """Whether a line moved the game on; otherwise something was said about it."""
        command, _, rest = words.partition(" ")
        rest = rest.strip()
        match command:
            case "":
                say.say(f"Type a number from 1 to {len(choices)}, or ? for help.")
            case _ if words in QUIT:
                raise Leave(say.FINE)
            case "back" | "undo":
                return self.back()
            case "help":
                say.say(HELP)
            case "log":
                self.show_log()
            case "save":
                self.save(rest)
            case _ if command.startswith("?"):
                self.explain(words[1:].strip())
            case _ if words.isdecimal():
                return self.number(words, choices)
            case _:
                return self.notation(words)
        return False

    def number(self, words: str, choices: list[Choice]) -> bool:
        """A choice by its number."""
        if len(words) > 9 or not 1 <= int(words) <= len(choices):
            say.say(f"There is no choice {words[:20]}; type a number from 1 to {len(choices)}.")
            return False
        self.do(choices[int(words) - 1])
        return True

    def notation(self, words: str) -> bool:
        """A whole answer."""
        try:
            self.do(words)
        except IllegalChoice as mistake:
            say.say(f"{str(mistake)[:1].upper()}{str(mistake)[1:]}.")
            return False
        return True

    def back(self) -> bool:
        """Take back a part."""
        try:
            self.game.undo()
        except IllegalChoice as mistake:
            say.say(f"{str(mistake)[:1].upper()}{str(mistake)[1:]}.")
            return False
        return True

    def save(self, words: str) -> None:
        """A copy where the person wants it."""
        if not words:
            say.say("Name a file: save evening.save.json")
            return
        try:
            path = Path(words).expanduser()
            check_path(path)
            save_to(self.game, path)
            say.say(f"Saved in {path}.")
        except (say.Wrong, RuntimeError) as mistake:
            say.say(f"{str(mistake)[:1].upper()}{str(mistake)[1:]}.")

    def explain(self, words: str) -> None:
        """Help, what something is, or why not."""
        if not words:
            say.say(HELP)
            return
        described = describe_in_words(self.game.rules.program, words)
        if described:
            say.say(described)
            return
        reason = self.game.why_not(words)
        if reason is None:
            say.say("That is possible.")
        else:
            place = f" ({reason.need}, {reason.span.place})" if reason.need and reason.span else ""
            say.say(f"No: {reason.words}{place}.")

    def show_log(self) -> None:
        """Who answered what, as far as the person may know it."""
        for line in self.game.log[-MOST_NEWS:]:
            is_own = self.game.names[line.player] == self.at_seat
            say.say(f"  {self.game.names[line.player]}: {line.notation if is_own else self.deed(line.notation)}")

    def deed(self, notation: str) -> str:
        """As much of an answer as everybody may know: which action it is, not what of one's own it takes."""
        first = notation.partition(" ")[0]
        return first.replace("_", " ") if first in self.game.table.numbering.actions else "…"

    # ---- doing

    def do(self, choice: Choice | str) -> None:
        """Play, and remember for each person what came of it."""
        name, before = self.game.player, len(self.game.log)
        self.game.play(choice)
        if len(self.game.log) == before:
            return
        for person in self.who.people:
            told = [
                f"    {each.text}"
                for event, each in zip(self.game.events, self.game.told(person), strict=True)
                if event[0] != "set"
            ]
            deeds = [
                f"{self.game.names[line.player]}: {self.deed(line.notation)}"
                for line in self.game.lines
                if not line.alone
            ]
            self.news[person] += [*deeds, *told]
        if name in self.who.people and name != self._next():
            for line in self.news[name]:
                self.console.print(Text(line, style="dim"))
            self.news[name].clear()

    def _next(self) -> str:
        return "" if self.game.over else self.game.player
