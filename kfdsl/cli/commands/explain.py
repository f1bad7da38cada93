"""`kfdsl explain`: what a code of a mistake means, with an example.

In:   a code.      Out:  its part of the page of codes; without a code, all codes.
"""

from __future__ import annotations

import re

from kfdsl.cli.terminal import output
from kfdsl.packs.shipped import codes_file
from kfdsl.text.diagnostic import nearest

_SECTION = re.compile(r"^## ([a-z-]+)\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
_FENCE = re.compile(r"(?:<!--[^>]*-->\n)?```[a-z-]*[^\n]*\n(.*?)```\n?", re.DOTALL)


def explain(code: str | None, json: bool) -> int:
    """Print what a code means."""
    sections = dict(_SECTION.findall(codes_file().read_text(encoding="utf-8")))
    if code is None:
        if json:
            output.say_json({"codes": list(sections)})
        else:
            output.say_rows([(name, _first(text)) for name, text in sections.items()])
        return output.FINE
    wanted = code.strip("[]`")
    if wanted not in sections:
        hint = nearest(wanted, list(sections)) or "`kfdsl explain` lists them"
        raise output.Wrong(f"no mistake has the code `{code}`; {hint}")
    meaning, examples = _parts(sections[wanted])
    if json:
        output.say_json({"code": wanted, "meaning": meaning, "examples": examples})
        return output.FINE
    output.say(f"{wanted}: {meaning}")
    for example in examples:
        output.say("\nFor example, this is wrong:\n")
        output.say("\n".join(f"    {line}" for line in example.splitlines()))
    return output.FINE


def _parts(text: str) -> tuple[str, list[str]]:
    """What is said, in one paragraph, and the examples."""
    examples = [example.rstrip() for example in _FENCE.findall(text)]
    return " ".join(_FENCE.sub("", text).split()), examples


def _first(text: str) -> str:
    """The first sentence."""
    return _parts(text)[0].partition(". ")[0].rstrip(".") + "."
