"""Slips of lists, of what stands behind them, and of what there are several of: forgotten commas, `sorted by`, `per`, `copies`.

In:   a Stop.      Out:  a Slip, or nothing if the slip is another. A docstring shows the slip.
"""

from __future__ import annotations

import re

from kfdsl.lang.syntax.keywords import KEYWORDS
from kfdsl.lang.syntax.mistakes.braces import is_open
from kfdsl.lang.syntax.mistakes.stop import DECLARED, Slip, Stop

_WORD = re.compile(r"[A-Za-z_]\w*|\d+")
_NO_ITEMS = KEYWORDS | {"as", "at", "by", "from", "into", "per", "sorted", "to", "with"}


def items(stop: Stop) -> Slip | None:
    """`edges: road, road grass, road`, `most(1 2)`, `{old_kiln tall_kiln}`"""
    if not _WORD.fullmatch(stop.found) or stop.found in _NO_ITEMS or re.match(r"\s*[:({]", stop.after):
        return None
    before = re.search(r"(\w+|[)\]])$", stop.part)
    is_row = re.fullmatch(r"\w+(, \w+)*", stop.part) and ("," in stop.part or re.match(r"\s*,", stop.after))
    is_listed = {"COMMA", "RPAR"} <= stop.expected or {"COMMA", "RSQB"} <= stop.expected
    if before is None or not (is_listed or (is_row and "FIELD" in stop.expected)):
        return None
    return Slip(
        message=f"a comma is missing before `{stop.found}`",
        label="expected a comma before this",
        help=f"write `{before[1]}, {stop.found}`" if re.fullmatch(r"\w+", before[1]) else f"write `, {stop.found}`",
    )


def names(stop: Stop) -> Slip | None:
    """`values Glow cold warm`, `token clay is soft wet`"""
    lines = stop.text[: stop.at if stop.line.strip() else len(stop.text[: stop.at].rstrip())]
    line = lines[lines.rfind("\n") + 1 :] + (stop.found if stop.line.strip() else "")
    found = re.match(
        r"\s*(?:extend )?(?:values [A-Z]\w*|(?:token|trait|kind) \w+[^{]*? is) (\w+(?:, \w+)*) (\w+)\b", line
    )
    if found is None or found[2] in ("starts", "and", "in"):
        return None
    at = stop.text.rfind(line, 0, stop.end) + found.start(2)
    return Slip(
        message=f"a comma is missing before `{found[2]}`",
        label="expected a comma before this",
        help=f"write `{found[1]}, {found[2]}`",
        at=(at, at + len(found[2])),
    )


def sorting(stop: Stop) -> Slip | None:
    """`yard sorted by heat`, `all k in yard where k is there sorted by k.room`, `sorted by heat`"""
    is_first = stop.found == "by" and stop.previous == "sorted"
    if stop.found not in ("sorted", "sort") and not is_first:
        return None
    late = re.search(r"\ball (\w+) in [^{};]*\bwhere\b", stop.part)
    if late:
        return Slip(
            message="`sorted by` stands before `where`",
            label="too late for this",
            help=f"write `all {late[1]} in … sorted by … where …`",
        )
    listed = re.search(r"([\w.]+(?:\([^()]*\))?)\s*$", stop.part)
    what = listed[1] if listed and not is_first else "xs"
    at = stop.line.rfind("sorted")
    return Slip(
        message="`sorted by` stands behind `all x in xs`, and says what each `x` is put in order by",
        label="not behind this" if not is_first else "nothing to put in order",
        help=f"write `all x in {what} sorted by x.field`, or another number that `x` has",
        at=(stop.at - len(stop.line) + at, stop.end) if is_first and at >= 0 else None,
    )


def per(stop: Stop) -> Slip | None:
    """`place shelf of tokens per player`, `var debt per player: number`, `var debt: number = 0 per player`"""
    lines = stop.text[: stop.end].rstrip() + stop.after if stop.line.strip() else stop.text[: stop.at].rstrip()
    line = lines[lines.rfind("\n") + 1 :]
    place = re.match(r"\s*(?:open )?(place|plane) (\w+) (of \w+[^{]*?),? per (\w+)", line)
    index = re.match(r"\s*(?:open )?var (\w+) per (\w+)\s*:\s*(\w+)", line)
    late = re.match(r"\s*(?:open )?var (\w+)\s*:\s*(\w+\??) (=.*?) per (\w+)", line)
    if place:
        form, word = f"{place[1]} {place[2]} per {place[4]} {place[3].rstrip(', ')}", place[4]
    elif index:
        form, word = f"var {index[1]}: {index[3]} per {index[2]} = …", index[2]
    elif late:
        form, word = f"var {late[1]}: {late[2]} per {late[4]} {late[3]}", late[4]
    else:
        return None
    start = len(lines) - len(line) if stop.line.strip() else lines.rfind("\n") + 1
    at = start + line.index(" per ") + 1
    return Slip(
        message="`per` stands behind the name of a place" if place else "`per` stands behind the type of a variable",
        label="not here",
        help=f"write `{form}`",
        at=(at, at + len("per ") + len(word)),
    )


def copies(stop: Stop) -> Slip | None:
    """`kiln old_kiln copies 3 "Old kiln" { … }`, `kiln copies 3 old_kiln`, `kiln old_kiln x3`, `copies 3` between braces"""
    line = stop.line + stop.found + stop.after
    token = re.match(r"\s*token (\w+).*\bcopies (\d+)", line)
    if token:
        return Slip(
            message="only cards have copies; how many there are of a token is what places hold",
            label="a token has none",
            help=f"leave it out, and write `holds {token[2]} {token[1]}` behind a place",
        )
    inside = re.search(r"[{;\n]\s*copies $", stop.text[: stop.at]) or stop.found == "copies"
    if inside and is_open(stop.text, stop.at) and re.search(r"\bcopies \d", line):
        form = re.search(r"\bcopies \d+", line)
        return _copied(form[0] if form else "copies 2", "the name of a card")
    thing = re.match(r"\s*(?:\d+ )?([a-z_]\w*) ([^{}:=]*?)\{", line)
    count = re.search(r"(?<!\w)(?:copies (\d+)|x(\d+)|(\d+)(?: copies|x| x)?)(?!\w)", line.partition("{")[0])
    if thing is None or count is None or is_open(stop.text, stop.at) or thing[1] in DECLARED:
        return None
    nouns = re.findall(r'"[^"]*"', thing[2])
    names = [
        word
        for word in re.findall(r"[a-z_]\w*", re.sub(r'"[^"]*"', "", thing[2]))
        if not re.match(r"copies|x\d*$", word)
    ]
    if len(names) != 1:
        return None
    return _copied(f"copies {next(filter(None, count.groups()))}", f"`{' '.join([thing[1], names[0], *nouns])}`")


def _copied(form: str, card: str) -> Slip:
    return Slip(
        message="how many there are of a card stands behind its names, before the `{`",
        label="not here",
        help=f"write `{form} {{ … }}` behind {card}",
    )
