"""What a typed line means where something is asked.

In:   a line, and the options that are shown.      Out:  one of them, a choice that the line spells out, or one line on why not.
A key, a title, the beginning of one, or a notation, of which what was already chosen may be left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kfdsl.api import Game
from kfdsl.cli.draw.glyphs import plain
from kfdsl.cli.table.ask.step import Option
from kfdsl.engine.choices.choice import Choice
from kfdsl.engine.choices.why_not import Reason
from kfdsl.program import core
from kfdsl.program.things import thing_of

SHORTEST = 2  # letters that a beginning must have


class Typed:
    """Understands lines of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.spelled = _spellings(game.table.program)

    def named(self, words: str, options: Sequence[Option]) -> Option | None:
        """The option that a line names, by its key or its whole text."""
        wanted = _bare(words)
        found = [option for option in options if words == option.key]
        found = found or [option for option in options if not wanted.isdecimal() and wanted == _bare(option.text)]
        return found[0] if len(found) == 1 else None

    def begun(self, words: str, options: Sequence[Option]) -> Option | None:
        """The option whose text, and no other's, begins with a line."""
        wanted = _bare(words)
        found = [option for option in options if _bare(option.text).startswith(wanted)]
        return found[0] if len(found) == 1 and len(wanted) >= SHORTEST and not wanted.isdecimal() else None

    def choice(self, words: str, prefix: str) -> Choice | Reason:
        """The choice that a line spells out, whole or begun, or why there is none."""
        reason: Reason | None = None
        for text in self.readings(words, prefix):
            begun = self.game.begins(text)
            if begun is not None:
                return begun
            found = self.game.why_not(text)
            if found is None:
                return self.game.read(text)
            if reason is None or reason.unknown:
                reason = found
        assert reason is not None
        return reason

    def readings(self, words: str, prefix: str) -> Iterator[str]:
        """A line as a notation: as it is, with titles for ids, and behind what was already chosen."""
        plain = " ".join(words.split())
        spelled = self.ids(plain)
        found = [plain, spelled]
        if prefix:
            found += [f"{prefix} {plain}", f"{prefix} {_sum(spelled)}"]
        yield from dict.fromkeys(found)

    def ids(self, words: str) -> str:
        """Titles and nouns as ids."""
        pattern = self.spelled.keys()
        if not pattern:
            return words
        titles = "|".join(map(re.escape, pattern))
        return re.sub(rf"(?<!\w)({titles})(?!\w)", lambda found: self.spelled[found[0].casefold()], words, flags=re.I)


def _spellings(program: core.Program) -> dict[str, str]:
    """Titles of cards, nouns of tokens, names of actions in small letters, the longest first, with their ids."""
    nouns = [(thing_of(each), each.nouns or (plain(thing_of(each)),)) for each in program.cards]
    nouns += [(each.name, each.nouns or (plain(each.name),)) for each in program.tokens]
    nouns += [(each.name, (plain(each.name),)) for each in program.actions]
    found = {noun.casefold(): name for name, words in nouns for noun in words if noun.strip()}
    return dict(sorted(found.items(), key=lambda pair: -len(pair[0])))


def _sum(words: str) -> str:
    """`2 clay, 1 straw` as it is written."""
    return re.sub(r"\s*(?:,|\+|\band\b)\s*", " + ", words)


def _bare(text: str) -> str:
    return " ".join(text.removesuffix("…").split()).casefold()
