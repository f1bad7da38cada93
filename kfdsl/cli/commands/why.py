"""`kfdsl why`: who set a value.

In:   `THING.FIELD`, `THING.FACE.FIELD`, a thing, or a place.      Out:  every line that had a say, and which of them counts.
"""

from __future__ import annotations

from collections.abc import Iterator

from kfdsl.api import Rules
from kfdsl.cli.terminal import output
from kfdsl.cli.terminal.load import load, split
from kfdsl.inspect.as_written import linked
from kfdsl.inspect.definition import printed
from kfdsl.inspect.field_history import DEFAULT, OWN, PATCH, Said, history, replaced_by
from kfdsl.inspect.lookup import names
from kfdsl.lang.link.model import Model
from kfdsl.program import core, made_names
from kfdsl.program.numbering import Numbering
from kfdsl.program.things import things
from kfdsl.program.types import BUNDLE
from kfdsl.text.diagnostic import nearest


def why(path: str, packs: str, json: bool) -> int:
    """Tell who set a value."""
    rules = load(split(packs), json)
    program = rules.program
    known = Numbering(program).with_packs
    first = made_names.first_of(path, known)
    path = known.get(first, first) + path[len(first) :]
    name = made_names.first_of(path, {card.name for card in things(program)})
    rest = [part for part in path[len(name) :].split(".") if part]
    card = next((card for card in things(program) if card.name == name), None)
    place = next((place for place in program.places if place.name == path), None)
    if card is None and place is None:
        raise output.Wrong(_unknown(path, rules))
    model = linked(rules)
    found = list(_of_card(program, model, card, rest)) if card is not None else [_of_place(program, model, place)]
    if not found:
        assert card is not None
        fields = dict.fromkeys(field for _, field in history(program, model, card))
        hint = nearest(rest[-1], list(fields)) or f"it has {', '.join(fields)}"
        raise output.Wrong(f"`{name}` has no `{'.'.join(rest)}`; {hint}")
    if json:
        output.say_json({"found": [_values(*each) for each in found]})
        return output.FINE
    for number, (what, value, said) in enumerate(found):
        if number:
            output.say()
        output.say(f"{what} is {value}")
        output.say_rows([(each.pack, each.place, _holds(each), each.text) for each in said], indent=2)
    if card is not None:
        for pack, item in replaced_by(model, card.name):
            output.say(f"{item.by.name} stands in the place of {item.thing}, by {pack} at {item.span.place}")
    return output.FINE


def _unknown(path: str, rules: Rules) -> str:
    name = path.partition(".")[0]
    if name in names(rules.program):
        return f"`{name}` is neither a thing nor a place; `kfdsl show {name}` tells who wrote it"
    hint = nearest(
        name, [*(card.name for card in things(rules.program)), *(place.name for place in rules.program.places)]
    )
    return f"no thing is called `{name}`" + (f"; {hint}" if hint else "; write `thing.field`")


def _of_card(
    program: core.Program, model: Model, card: core.CardDef, rest: list[str]
) -> Iterator[tuple[str, str, list[Said]]]:
    """The fields of a card that are meant: all, one, or one on one face."""
    for (face, field), said in history(program, model, card).items():
        path = [part for part in (face, field) if part]
        if not rest or rest in (path, [field]):
            yield ".".join([card.name, *path]), _value(program, card, face, field), said


def _value(program: core.Program, card: core.CardDef, face: str, field: str) -> str:
    for name, at, value in card.values:
        if at == face and name.rpartition(".")[2] == field and value is not None:
            return printed(value)
    rules = {rule.name: rule for rule in program.rules}
    for name, at, rule in card.effects:
        if at == face and name.rpartition(".")[2] == field:
            return " ".join(rules[rule].span.words.split())
    return "none"


def _of_place(program: core.Program, model: Model, place: core.PlaceDef | None) -> tuple[str, str, list[Said]]:
    """What lies in a place at first, and who put it there."""
    assert place is not None
    said = [Said(pack=place.pack, span=place.span, how=OWN)]
    said += [Said(pack=change.pack, span=change.span, how=PATCH) for change in model.holds_changes.get(place.name, ())]
    holds = core.Const(value=place.holds, type=BUNDLE, span=place.span)
    return f"what lies in {place.name} at first", printed(holds), said


def _holds(said: Said) -> str:
    how = {DEFAULT: "default", OWN: "set", PATCH: "changed"}[said.how]
    return how if said.holds else f"{how}, no longer"


def _values(what: str, value: str, said: list[Said]) -> dict[str, object]:
    return {
        "what": what,
        "value": value,
        "said": [
            {"pack": each.pack, "place": each.span.place, "how": each.how, "holds": each.holds, "text": each.text}
            for each in said
        ],
    }
