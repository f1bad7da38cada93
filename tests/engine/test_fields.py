"""Whatever is printed on a card is what rules read of it: on every face, in every type, after every patch."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kfdsl.engine.play.game import Game
from kfdsl.engine.play.view import view
from kfdsl.engine.rules.table import Table
from kfdsl.program import made_names
from kfdsl.program.numbering import Numbering
from kfdsl.text.render import render
from tests.lang.loading import load, pack

TOKENS = ("clay", "straw", "grog")
TINTS = ("red", "blue", "green")
START = """
token clay is earth  token straw is earth  token grog is earth  trait earth
open values Tint red, blue, green
place stock of piece, in order, seen by all
trait piece
open var heat: number = 0
main flow day { }
"""


@dataclass(frozen=True)
class Sort:
    """A type of fields: how a value is written, what the engine holds for it, and how it is changed by a patch."""

    type: str
    value: Callable[[int], str]  # a number as a value of this type
    held: Callable[[int], Any]
    read: Callable[[Any], Any] = lambda value: value
    adds: bool = False


def amount(n: int) -> dict[str, int]:
    return {token: count for token, count in zip(TOKENS, (n % 3, n // 3 % 3, n // 9 % 3), strict=True) if count}


def written_amount(n: int) -> str:
    return " + ".join(f"{count} {token}" for token, count in amount(n).items()) or "none"


def want_read(value: Any) -> dict[str, int]:
    return {TOKENS[mask.bit_length() - 1]: count for count, mask, _ in value}


def bundle_read(value: Any) -> dict[str, int]:
    return {TOKENS[at]: count for at, count in enumerate(value) if count}


def tints(n: int) -> tuple[str, ...]:
    return tuple(tint for at, tint in enumerate(TINTS) if n >> at & 1) or ("red",)


SORTS = {
    "number": Sort("number", str, int, adds=True),
    "bool": Sort("bool", lambda n: "true" if n % 2 else "false", lambda n: n % 2 == 1),
    "text": Sort("text", lambda n: f'"text {n}"', lambda n: f"text {n}"),
    "token": Sort("token", lambda n: TOKENS[n % 3], lambda n: TOKENS[n % 3], lambda value: TOKENS[value]),
    "value": Sort("Tint", lambda n: TINTS[n % 3], lambda n: TINTS[n % 3], lambda value: TINTS[value]),
    "maybe": Sort(
        "Tint?",
        lambda n: TINTS[n % 3] if n % 4 else "none",
        lambda n: TINTS[n % 3] if n % 4 else None,
        lambda value: None if value is None else TINTS[value],
    ),
    "want": Sort("want", written_amount, amount, want_read, adds=True),
    "bundle": Sort("bundle", written_amount, amount, bundle_read, adds=True),
    "want?": Sort(
        "want?",
        written_amount,
        lambda n: amount(n) or None,
        lambda value: None if value is None else want_read(value),
    ),
    "list": Sort("list of Tint", lambda n: ", ".join(tints(n)), tints, lambda value: tuple(TINTS[at] for at in value)),
    "wants": Sort(
        "list of want",
        lambda n: f"{written_amount(n % 26 + 1)}, {written_amount(27 - n)}",
        lambda n: [amount(n % 26 + 1), amount(27 - n)],
        lambda value: [want_read(each) for each in value],
    ),
    "set": Sort(
        "set of Tint",
        lambda n: "{" + ", ".join(tints(n)) + "}",
        lambda n: set(tints(n)),
        lambda value: {tint for at, tint in enumerate(TINTS) if value >> at & 1},
    ),
    "effect": Sort("effect", lambda n: f"do {{ heat := {n} }}" if n % 4 else "none", lambda n: n if n % 4 else None),
}
numbers = st.integers(1, 26)


@dataclass(frozen=True)
class Field:
    name: str
    owner: str
    sort: str
    faced: bool
    default: int | None


@dataclass(frozen=True)
class Card:
    name: str
    kind: str
    printed: dict[tuple[str, str], int]  # field and face → a number
    patched: dict[tuple[str, str], int]


@dataclass(frozen=True)
class Printed:
    """A small world of kinds, and all that is printed on their cards."""

    faces: dict[str, tuple[str, ...]]  # of kinds, and of the trait that all of them have
    fields: tuple[Field, ...]
    cards: tuple[Card, ...]

    def faces_of(self, kind: str) -> tuple[str, ...]:
        return (*self.faces[kind], *self.faces["tower"])

    def fields_of(self, kind: str) -> list[Field]:
        return [each for each in self.fields if each.owner in (kind, "tower")]


@st.composite
def worlds(draw: st.DrawFn) -> Printed:
    faces = {"tower": tuple(draw(st.sampled_from([(), (), ("top",), ("top", "back")])))}
    kinds = ["oven", "oven_b", "b"][: draw(st.integers(1, 3))]
    for kind in kinds:
        faces[kind] = draw(st.sampled_from([(), ("cold",), ("cold", "hot"), ("hot", "cold", "ash")]))
    fields: list[Field] = []
    for owner in ("tower", *kinds):
        for at in range(draw(st.integers(0, 3))):
            faced = bool(faces[owner]) and draw(st.booleans())
            sort = draw(st.sampled_from(sorted(SORTS)))
            default = draw(st.none() | numbers)
            fields.append(Field(f"{owner}_{at}", owner, sort, faced, default))
    world = Printed(faces, tuple(fields), ())
    cards = []
    for at in range(draw(st.integers(1, 3))):
        kind = draw(st.sampled_from(kinds))
        printed, patched = {}, {}
        for field in world.fields_of(kind):
            for face in world.faces_of(kind) if field.faced else ("",):
                if field.default is None or draw(st.booleans()):
                    printed[field.name, face] = draw(numbers)
                if draw(st.integers(0, 3)) == 0:
                    patched[field.name, face] = draw(numbers)
        cards.append(Card(f"card_{at}", kind, printed, patched))
    return Printed(faces, tuple(fields), tuple(cards))


def text_of(world: Printed) -> tuple[str, str]:
    """The world as content, and the patches of another pack."""
    lines = [START]
    for owner, faces in world.faces.items():
        mine = [field for field in world.fields if field.owner == owner]
        parts = [declared(field) for field in mine if not field.faced]
        if faces:
            parts.append(f"face {', '.join(faces)} {{ {'  '.join(declared(field) for field in mine if field.faced)} }}")
        head = "trait tower is piece" if owner == "tower" else f"kind {owner} is tower starts in stock"
        lines.append(f"open {head} {{ {'  '.join(parts)} }}")
    for card in world.cards:
        lines.append(f"{card.kind} {card.name} {{ {'  '.join(values(card.printed, world))} }}")
        for face in world.faces_of(card.kind):
            lines.append(f"open effect turn_{card.name}_{face}() {{ show {card.name} {face} }}")
        for field in world.fields_of(card.kind):
            for name, place in readers(card, field, world):
                lines.append(
                    f"open effect {name}() {{ heat := 0  if {place} is there {{ perform {place} by seat(1) at {card.name} }} }}"
                    if field.sort == "effect"
                    else f"open query {name}() -> {SORTS[field.sort].type} = {place}"
                )
    patches = [
        f"patch {card.kind} {card.name} {{ {'  '.join(values(card.patched, world, card))} }}"
        for card in world.cards
        if card.patched
    ]
    return "\n".join(lines), "\n".join(patches)


def declared(field: Field) -> str:
    sort = SORTS[field.sort]
    return f"{field.name}: {sort.type}" + (f" = {sort.value(field.default)}" if field.default is not None else "") + ";"


def values(numbers: dict[tuple[str, str], int], world: Printed, patched: Card | None = None) -> list[str]:
    sorts = {field.name: SORTS[field.sort] for field in world.fields}
    return [
        f"{face + '.' if face else ''}{name}: {'add ' * (patched is not None and sorts[name].adds)}{sorts[name].value(number)};"
        for (name, face), number in numbers.items()
    ]


def readers(card: Card, field: Field, world: Printed) -> list[tuple[str, str]]:
    """Names of queries or effects, and the place that each reads: on the face that shows, and on each by its name."""
    found = [(f"read_{card.name}_{field.name}", f"{card.name}.{field.name}")]
    if field.faced:
        found += [
            (f"read_{card.name}_{field.name}_{face}", f"{card.name}.{face}.{field.name}")
            for face in world.faces_of(card.kind)
        ]
    return found


def expected(card: Card, field: Field, face: str) -> Any:
    key = (field.name, face if field.faced else "")
    sort = SORTS[field.sort]
    number = card.printed.get(key, field.default)
    assert number is not None
    if key not in card.patched:
        return sort.held(number)
    if not sort.adds:
        return sort.held(card.patched[key])
    if field.sort == "number":
        return number + card.patched[key]
    one, other = amount(number), amount(card.patched[key])
    return {token: one.get(token, 0) + other.get(token, 0) for token in TOKENS if token in one or token in other}


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(worlds())
def test_rules_read_what_is_printed(world: Printed) -> None:
    text, patches = text_of(world)
    program, report = load(pack("hollow", text), pack("ridge", patches, after=("hollow",)))
    assert program is not None, render(report.diagnostics)
    game = Game(Table(Numbering(program), 2), ["Ann", "Ben"], 0)
    for card in world.cards:
        for shown in world.faces_of(card.kind) or ("",):
            if shown:
                game.table.begin(game.state, f"turn_{card.name}_{shown}")
            for field in world.fields_of(card.kind):
                for name, place in readers(card, field, world):
                    face = place.split(".")[1] if place.count(".") == 2 else shown
                    assert found(game, name, field) == expected(card, field, face), f"{place} while it shows {shown}"


def found(game: Game, name: str, field: Field) -> Any:
    if field.sort != "effect":
        return SORTS[field.sort].read(game.table.query(game.state, name))
    game.table.begin(game.state, name)
    return game.state.cells[game.table.layout.tables[made_names.var_cells("heat")]] or None


def test_a_card_without_faces_shows_none_and_a_card_with_one_shows_that() -> None:
    cards = "open kind bare is piece starts in stock { }  open kind lone is piece starts in stock { face cold }"
    turned = "lone low { }  bare flat { }  open query cold_ones() -> list of piece = all c in stock where c shows cold"
    program, report = load(START + cards + turned)
    assert program is not None, render(report.diagnostics)
    game = Game(Table(Numbering(program), 2), ["Ann", "Ben"], 0)
    shown = game.table.query(game.state, "cold_ones")
    assert [program.cards[card].name for card in shown] == ["low"]
    assert view(game, 0)["faces"] == {"low": "cold"}


def test_amounts_are_wants_wherever_wants_are_wanted() -> None:
    asked = """
    open query prices() -> list of want joined by list { add 1 clay  add 2 straw + 1 clay }
    open query price(cold: bool) -> want? = if cold then 1 clay else none
    open query handed_on(cold: bool) -> want? = price(cold)
    open query kept(amounts: list of bundle) -> list of want = amounts
    open query first_kept() -> list of want = kept(list of pit(p) for p in players)
    place pit per player of tokens, seen by all
    """
    program, report = load(START + asked)
    assert program is not None, render(report.diagnostics)
    game = Game(Table(Numbering(program), 2), ["Ann", "Ben"], 0)

    def answer(query: str, *args: Any) -> Any:
        return game.table.query(game.state, query, *args)

    assert [want_read(each) for each in answer("prices")] == [{"clay": 1}, {"straw": 2, "clay": 1}]
    assert want_read(answer("price", True)) == want_read(answer("handed_on", True)) == {"clay": 1}
    assert answer("price", False) is None and answer("handed_on", False) is None
    assert answer("first_kept") == ((), ())
