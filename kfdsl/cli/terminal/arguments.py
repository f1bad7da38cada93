"""What is typed behind an option, read.

In:   words of the command line.      Out:  numbers and settled options, or Wrong with one line.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from kfdsl.cli.terminal.output import Wrong
from kfdsl.packs.find import ALL
from kfdsl.packs.manifest import Option
from kfdsl.packs.shipped import content_folder

YES_OR_NO = {"true": True, "yes": True, "false": False, "no": False}
DIGITS = 20  # of the largest seed

HERE = "."  # the packs of the folder that one stands in


def usual_packs() -> str:
    """What is meant where no packs are named: those of this folder; all that are shipped where it holds none."""
    here = Path.cwd()
    return HERE if here.resolve() != content_folder().resolve() and any(here.glob("*.pack.json")) else ALL



def seed(words: str) -> int:
    """A seed that a save can hold."""
    return number(words, "--seed", 0, (1 << 64) - 1)


def number(words: str, option: str, least: int, most: int) -> int:
    """A whole number within bounds."""
    plain = words.strip()
    if not (plain.isascii() and plain.isdecimal()) or len(plain) > DIGITS or not least <= int(plain) <= most:
        raise Wrong(f"{option}: `{words[:DIGITS]}` is not a whole number from {least} to {most}")
    return int(plain)


def settled(words: list[str], option: str, known: Mapping[str, Option]) -> dict[str, bool | str]:
    """`NAME=VALUE` as the manifest means it; whether there is such an option is for the rules to say."""
    found: dict[str, bool | str] = {}
    for word in words:
        name, sign, value = (part.strip() for part in word.partition("="))
        if not sign or not name or not value:
            raise Wrong(f"{option}: write `name=value`, not `{word}`")
        if name in found:
            raise Wrong(f"{option}: `{name}` is settled twice")
        is_bool = name in known and known[name].type == "bool"
        found[name] = YES_OR_NO.get(value, value) if is_bool else value
    return found
