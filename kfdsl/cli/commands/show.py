"""`kfdsl show`: something of the content, each line with the pack that wrote it.

In:   a name, packs.      Out:  pack, place and text of every line; notes; the generated Python if wanted.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType
from rich.padding import Padding

from kfdsl.api import Rules
from kfdsl.cli.draw.card import drawn_card, faces, title
from kfdsl.cli.draw.glyphs import Strokes
from kfdsl.cli.terminal import output
from kfdsl.cli.terminal.load import load, split
from kfdsl.inspect.as_written import linked
from kfdsl.inspect.definition import Shown, describe
from kfdsl.inspect.field_history import patches
from kfdsl.inspect.lookup import named, names
from kfdsl.inspect.other_names import declared, declared_names
from kfdsl.inspect.rule_lines import Line, inside
from kfdsl.program import core
from kfdsl.text.diagnostic import nearest

WIDEST, MARGIN = 100, 2  # of a drawing
BOLD, DIM = "1", "2"


def show(name: str, packs: str, language: str | None, code: bool, json: bool) -> int:
    """Print what a name stands for."""
    rules = load(split(packs), json)
    languages = _languages(rules, language)
    definitions = named(rules.program, name)
    found = [describe(rules.program, each) for each in definitions] or declared(rules, name)
    cards = {each.name: each for each in definitions if isinstance(each, core.CardDef)}
    if not found:
        raise output.Wrong(f"nothing is called `{name}`" + _hint(name, rules))
    made = source(rules, found) if code else ""
    changes = {card: list(patches(linked(rules), card)) for card in cards if is_changed(rules.program, cards[card])}
    if json:
        values = [
            _values(each)
            | (_card_values(rules.program, cards[each.name], languages) if each.name in cards else {})
            | ({"changes": changes[each.name]} if each.name in changes else {})
            for each in found
        ]
        output.say_json({"found": values, **({"code": made} if code else {})})
        return output.FINE
    for number, each in enumerate(found):
        if number:
            output.say()
        _tell(each, _picture(rules.program, cards.get(each.name), languages), changes.get(each.name, ()))
    if code:
        output.say()
        output.say(made or f"# no Python is made for `{name}` by itself")
    return output.FINE


def _languages(rules: Rules, wanted: str | None) -> list[str]:
    """Those that packs are written in, or the one that is wanted."""
    there = list(dict.fromkeys(language for pack in rules.packs for language in pack.manifest.languages))
    if wanted is not None and wanted not in there:
        raise output.Wrong(f"--language: these packs speak {', '.join(there)}, not `{wanted}`")
    return there if wanted is None else [wanted]


def is_changed(program: core.Program, card: core.CardDef) -> bool:
    """Whether some of what is printed on a card stands neither in its own text nor in that of its kind."""
    rules = {rule.name: rule.span for rule in program.rules}
    defaults = [field.span for field in program.fields]
    spans = [value.span for _, _, value in card.values if value is not None]
    spans += [rules[rule] for _, _, rule in card.effects]
    words = card.span.source.text[: card.span.start].split()[-4:]
    is_replacing = words[:1] == ["replace"] and words[-1:] == ["with"]
    return is_replacing or any(
        not inside(span, card.span) and not any(inside(span, other) for other in defaults) for span in spans
    )


def _picture(program: core.Program, card: core.CardDef | None, languages: Sequence[str]) -> RenderableType | None:
    if card is None:
        return None
    width = min(output.console().width, WIDEST) - MARGIN
    return Padding(drawn_card(program, card, languages, width), (0, 0, 0, MARGIN))


def _card_values(program: core.Program, card: core.CardDef, languages: Sequence[str]) -> dict[str, object]:
    strokes = Strokes(program)
    return {
        "edges": {field.rpartition(".")[2]: list(strokes.edges(card, field)) for field in strokes.fields(card)},
        "reads": {
            language: {
                "title": title(program, card, language),
                "faces": {face: dict(said) for face, said in faces(program, card, language)},
            }
            for language in languages
        },
    }


def _hint(name: str, rules: Rules) -> str:
    if name in {pack.name for pack in rules.packs}:
        return f"; to see the pack, say `kfdsl packs {name}`"
    found = nearest(name, [*names(rules.program), *declared_names(rules)])
    return f"; {found}" if found else " in these packs"


def source(rules: Rules, found: list[Shown]) -> str:
    """The generated Python of everything found, for as many players as are needed at least."""
    names = dict.fromkeys(each.name for each in found)
    return "\n\n\n".join(text for name in names if (text := rules.code_of(name)))


def _tell(shown: Shown, picture: RenderableType | None, changes: Sequence[str]) -> None:
    output.say_painted((f"{shown.sort} {shown.name}", BOLD), (f", declared by {shown.pack} at {shown.place}", ""))
    if picture is not None:
        output.draw(picture)
    packs = max((len(line.pack) for line in shown.lines), default=0)
    places = max((len(line.place) for line in shown.lines), default=0)
    for line in shown.lines:
        left = f"{line.pack:<{packs}}  {line.place:<{places}}"
        output.say_painted(("  ", ""), (left, DIM if line.pack in ("", shown.pack) else BOLD), (f"  {line.text}", ""))
    for note in (*shown.notes, *changes):
        output.say(f"  {note}")


def _values(shown: Shown) -> dict[str, object]:
    return {
        "sort": shown.sort,
        "name": shown.name,
        "pack": shown.pack,
        "place": shown.place,
        "notes": list(shown.notes),
        "lines": [_line(line) for line in shown.lines],
    }


def _line(line: Line) -> dict[str, object]:
    file, _, number = line.place.rpartition(":")
    return {"pack": line.pack, "file": file, "line": int(number) if number else None, "text": line.text}
