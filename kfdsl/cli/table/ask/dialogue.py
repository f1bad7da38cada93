"""One answer of one person, asked step by step.

In:   a game, and a way to read lines.      Out:  the choice to be played; None if the last part is to be taken back.
An answer of several parts is read back before it is final; `back` leads from there, and from every step, to the step before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from rich.console import RenderableType

from kfdsl.api import Game
from kfdsl.cli.draw.plane import Maps
from kfdsl.cli.table.ask.area import Areas
from kfdsl.cli.table.ask.group import Narrow
from kfdsl.cli.table.ask.several import Several
from kfdsl.cli.table.ask.spot import Spots
from kfdsl.cli.table.ask.step import Option, Step, next_step, subject
from kfdsl.cli.table.ask.typed import Typed
from kfdsl.engine.choices.choice import Choice, IllegalChoice
from kfdsl.engine.choices.why_not import Reason

BACK = ("back", "undo")
YES = ("", "y", "yes", "ok")
NO = (*BACK, "n", "no")


class Host(Protocol):
    """Who reads and shows."""

    game: Game
    confirms: bool

    def line(self, prompt: str) -> str: ...

    def show(self, part: RenderableType) -> None: ...

    def tell(self, text: str) -> None: ...

    def command(self, words: str) -> bool: ...

    def options(self, options: Sequence[Option]) -> RenderableType: ...

    def maps(self) -> Maps: ...


class Asking:
    """Asks for one answer."""

    def __init__(self, host: Host) -> None:
        self.host, self.game = host, host.game
        self.typed = Typed(host.game)
        self.is_meant_already = False  # a whole answer was typed, or looked at on the map

    def ask(self) -> Choice | None:
        """The next part of an answer, or all of it."""
        while True:
            step = next_step(self.game)
            so_far = self.game.words(self.game.atoms)
            if so_far:
                self.host.tell(f"so far: {so_far}")
            self.is_meant_already = False
            found = self.part(step)
            if found is None or self.is_meant_already or self.is_final(found):
                return found

    def part(self, step: Step) -> Choice | None:
        """The answer to one step."""
        if step.type is not None and step.type.head == "spot":
            return Spots(self).ask(step)
        if step.type is not None and step.type.head == "area":
            return Areas(self).ask(step)
        if step.items is not None:
            return Several(self).ask(step)
        if self.game.question.info.sort == "cover" and not self.game.atoms:
            return Narrow(self).ask(step)
        return self.pick(step.options, step.heading, step.prefix)

    def pick(
        self,
        options: Sequence[Option],
        heading: str,
        prefix: str = "",
        listed: Sequence[Option] | None = None,
        reading: Callable[[str], Choice | str | None] = lambda _: None,
    ) -> Choice | None:
        """One of some options, or whatever else is an answer; None for a step back.

        `reading` understands lines that mean something only here: a choice, what is wrong with it, or nothing of the kind.
        """
        shown = options if listed is None else listed
        self.present(shown, heading)
        while True:
            words = self.host.line(self.prompt())
            if words in BACK:
                return None
            if not words:
                self.present(shown, heading)
                continue
            read = reading(words)
            if isinstance(read, Choice):
                return read
            named = self.typed.named(words, options)
            if named is not None:
                return named.choice
            if isinstance(read, str):
                self.host.tell(read)
                continue
            if self.host.command(self.about(words, shown)):
                continue
            begun = self.typed.begun(words, options)
            if begun is not None:
                return begun.choice
            found = self.typed.choice(words, prefix) if not words.isdecimal() else None
            if isinstance(found, Choice):
                self.is_meant_already = found.whole and not self.game.atoms
                return found
            if found is None or found.not_offered:  # what is listed here has numbers, not notation
                self.host.tell(f"There is no choice {words[:20]}; type one of those listed, or ?")
            else:
                self.host.tell(_refusal(found))

    def about(self, words: str, shown: Sequence[Option]) -> str:
        """`? 3` asks about the card of that number, or the action."""
        key = words[1:].strip() if words.startswith("?") else ""
        option = next((option for option in shown if option.key == key), None)
        if option is None:
            return words
        table = self.game.table
        notation = option.choice.notation.partition(" ")[0]
        is_action = not self.game.atoms and notation in table.numbering.actions
        name = table.program.cards[option.card].name if option.card is not None else notation if is_action else ""
        return f"? {name}" if name else words

    def present(self, options: Sequence[Option], heading: str) -> None:
        """The options, below what is asked."""
        if heading:
            self.host.tell(heading)
        if options:
            self.host.show(self.host.options(options))

    def prompt(self) -> str:
        """What stands before the cursor."""
        return f"{self.game.player}> "

    # ---- before it is final

    def is_final(self, choice: Choice) -> bool:
        """Whether a choice is meant: the last of several steps is read back, unless `back` undoes it anyway."""
        whole = self.game.foreseen(choice)
        is_one_step = len(whole.atoms) < 2 and not self.game.can_undo()
        if not whole.whole or is_one_step or not self.host.confirms or can_be_taken_back(self.game, choice):
            return True
        asker = subject(self.game)
        return self.is_meant(f"{asker}: {self.game.words(whole.atoms)}" if asker else self.game.words(whole.atoms))

    def is_meant(self, text: str) -> bool:
        """Ask once more."""
        self.host.tell(f"{text[:1].upper()}{text[1:]}?  Enter: yes   back: choose again")
        while True:
            words = self.host.line(self.prompt())
            if words.casefold() in YES:
                return True
            if words.casefold() in NO:
                return False
            if not self.host.command(words):
                self.host.tell("Press Enter to do it, or type `back`.")


def can_be_taken_back(game: Game, choice: Choice) -> bool:
    """Whether the same player is asked next and may take the choice back; tried in a world that they cannot tell from this one."""
    trial = game.redealt(game.player, len(game.log))
    try:
        trial.play(choice)
    except (IllegalChoice, RuntimeError):  # told where it really happens
        return False
    return not trial.over and trial.player == game.player and trial.can_undo()


def _refusal(reason: Reason) -> str:
    words = reason.words.rstrip(".")
    return f"{words[:1].upper()}{words[1:]}{f' ({reason.need})' if reason.need else ''}."
