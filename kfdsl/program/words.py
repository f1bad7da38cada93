"""The built-in words, one row each.

In:   nothing; data only.      Out:  WORDS (functions), OPERATORS, and VERBS (what a statement can do).
One row feeds the checker, the suggestions, the generated grammar/WORDS.md and the test that the engine knows each of them.
A type called T in a row stands for any type, the same throughout the row.
"""

from __future__ import annotations

from dataclasses import dataclass

from kfdsl.program.types import (
    AREA,
    BOOL,
    BUNDLE,
    GROUP,
    NUMBER,
    PLAYER,
    SPOT,
    TEXT,
    TOKEN,
    WANT,
    Type,
    list_of,
    maybe,
    set_of,
)

T = Type("var", "T")
CARD = Type("anycard")
VALUE = Type("anyvalue")
TRAIT = Type("trait")  # the name of a trait or token, not a value
VALUES = Type("values")  # the name of a type of declared values
KIND = Type("kind")  # the name of a kind or trait of cards


@dataclass(frozen=True, slots=True)
class Row:
    """One way in which a word may be used: what it takes and what it gives."""

    takes: tuple[Type, ...]
    gives: Type


@dataclass(frozen=True, slots=True)
class Word:
    """A built-in word."""

    name: str
    rows: tuple[Row, ...]
    doc: str
    example: str


def _word(name: str, rows: list[tuple[tuple[Type, ...], Type]], doc: str, example: str) -> Word:
    return Word(name, tuple(Row(takes, gives) for takes, gives in rows), doc, example)


_LIST, _SET = list_of(T), set_of(T)
PLANE = Type("plane")  # the name of a plane, with its arguments
LABEL = Type("label")  # the type of the labels of that plane's edges
_CARDS = list_of(Type("laid"))  # cards of that plane

MOST_NUMBERS = 1000  # of `numbers`; a loop over more is a slip

WORDS: dict[str, Word] = {
    word.name: word
    for word in (
        _word(
            "size",
            [((_LIST,), NUMBER), ((_SET,), NUMBER), ((GROUP,), NUMBER), ((BUNDLE,), NUMBER), ((WANT,), NUMBER)],
            "How many there are.",
            "size(players)",
        ),
        _word(
            "kinds",
            [((BUNDLE,), set_of(TOKEN)), ((WANT,), set_of(TOKEN))],
            "The tokens that occur at all; of a want, those that a hole asks for by name.",
            "kinds(shelf(me))",
        ),
        _word("tokens", [((TRAIT,), set_of(TOKEN))], "All tokens that have a trait.", "tokens(soft)"),
        _word("values", [((VALUES,), _LIST)], "All declared values of a type, in their order.", "values(Rim)"),
        _word("cards", [((KIND,), _LIST)], "All cards of a kind, wherever they are.", "cards(kiln)"),
        _word(
            "seat",
            [((NUMBER,), PLAYER)],
            "The player at a seat, counted from 1; none where fewer play, so `player?`, but for `seat(1)`.",
            "seat(1)",
        ),
        _word(
            "next",
            [((PLAYER,), PLAYER), ((VALUE,), maybe(VALUE))],
            "The next player round the table; the next of declared values, or none after the last.",
            "next(me)",
        ),
        _word("clockwise", [((PLAYER,), list_of(PLAYER))], "All players, beginning with one.", "clockwise(me)"),
        _word("first", [((NUMBER, _LIST), _LIST)], "At most so many from the front of a list.", "first(2, players)"),
        _word("beyond", [((NUMBER, _LIST), _LIST)], "All of a list but so many from its front.", "beyond(1, players)"),
        _word(
            "item",
            [((NUMBER, _LIST), maybe(T))],
            "The item of a list that has a number, counted from 1; none where there is no such item.",
            "item(1, players)",
        ),
        _word(
            "position_of",
            [((T, _LIST), maybe(NUMBER))],
            "The number of the first item of a list that is the same, counted from 1; none if it has no such item.",
            "position_of(me, players)",
        ),
        _word("distinct", [((_LIST,), _LIST)], "The items of a list, each once, where it came first.", "distinct([2, 1, 2])"),
        _word("owner", [((CARD,), maybe(PLAYER))], "The player in one of whose places a card lies.", "owner(old_kiln)"),
        _word("score_of", [((PLAYER,), NUMBER)], "The points that a player has on the sheet so far.", "score_of(me)"),
        _word("least", [((NUMBER, NUMBER), NUMBER)], "The smallest of two or more numbers.", "least(2, 3)"),
        _word("most", [((NUMBER, NUMBER), NUMBER)], "The largest of two or more numbers.", "most(2, 3)"),
        _word(
            "numbers",
            [((NUMBER,), list_of(NUMBER))],
            "The numbers from 1 up to one; more than a thousand is a mistake.",
            "numbers(3)",
        ),
        _word(
            "spots",
            [((CARD, PLANE), list_of(SPOT)), ((PLANE,), list_of(SPOT))],
            "Every empty spot beside a card of a plane in every rotation of a card there, or the middle if the plane is empty; of a plane that "
            "has an end, every empty spot. Without a card, all spots of such a plane.",
            "spots(pond, garden(me))",
        ),
        _word("beside", [((PLANE, SPOT), _CARDS)], "The cards of a plane that touch a spot.", "beside(garden(me), s)"),
        _word(
            "edge_to",
            [((CARD, SPOT, CARD), maybe(LABEL))],
            "What a card would show to another, if it lay at a spot; none where the other does not lie beside it.",
            "edge_to(pond, s, herb_bed)",
        ),
        _word(
            "edge_from",
            [((CARD, SPOT), maybe(LABEL))],
            "What a card of a plane shows to a spot beside it; none where it does not lie there.",
            "edge_from(herb_bed, s)",
        ),
        _word("laid", [((CARD,), BOOL)], "Whether a card lies at a spot of a plane.", "laid(herb_bed)"),
        _word(
            "spot",
            [((NUMBER, NUMBER), SPOT), ((NUMBER, NUMBER, NUMBER), SPOT)],
            "The spot so far across and so far down, and turned so many times.",
            "spot(2, 3)",
        ),
        _word("spot_of", [((CARD,), maybe(SPOT))], "Where a card lies on its plane, and how; none where it has no spot.", "spot_of(herb_bed)"),
        _word(
            "card_at",
            [((PLANE, SPOT), maybe(Type("laid")))],
            "The card of a plane that lies at a spot, however turned.",
            "card_at(garden(me), spot(0, 1))",
        ),
        _word(
            "around",
            [((PLANE, SPOT), list_of(SPOT))],
            "The spots of a plane beside a spot, empty or not.",
            "around(garden(me), s)",
        ),
        _word(
            "line",
            [((PLANE, SPOT, SPOT), list_of(SPOT))],
            "The spots on the straight line from a spot to another: the first is not counted, the other is the last. Nothing where they are not in line.",
            "line(garden(me), s, spot(0, 4))",
        ),
        _word(
            "past",
            [((PLANE, SPOT, SPOT), maybe(SPOT))],
            "The next spot past another on the straight line to it from a spot; none behind the end of the plane, or where they are not in line.",
            "past(garden(me), s, spot(0, 4))",
        ),
        _word("neighbours", [((CARD,), _CARDS)], "The cards that touch a card on its plane.", "neighbours(herb_bed)"),
        _word(
            "side",
            [((CARD, CARD), maybe(LABEL))],
            "What a card shows to another that touches it; none where they do not touch.",
            "side(herb_bed, pond)",
        ),
        _word(
            "joined",
            [((CARD, CARD, VALUE), BOOL)],
            "Whether two cards touch and both show a label there.",
            "joined(herb_bed, pond, path)",
        ),
        _word(
            "reach",
            [((CARD, VALUE), _CARDS), ((CARD, _LIST), _CARDS)],
            "A card and all that hang together with it over a label, nearest first; or all of a list that hang together with it by touching.",
            "reach(herb_bed, path)",
        ),
        _word(
            "chain",
            [((CARD, VALUE), _CARDS)],
            "The longest straight line of cards over a label that begins at a card, which is not counted.",
            "chain(herb_bed, stream)",
        ),
        _word(
            "loop",
            [((PLANE, VALUE), _CARDS)],
            "The cards of the longest closed walk over a label that takes no edge twice.",
            "loop(garden(me), path)",
        ),
        _word(
            "loop_through",
            [((CARD, VALUE), _CARDS)],
            "The cards of the longest closed walk over a label that comes by a card and takes no edge twice.",
            "loop_through(herb_bed, path)",
        ),
        _word(
            "walk",
            [((PLANE, VALUE), _CARDS), ((CARD, VALUE), _CARDS)],
            "The cards of the longest walk over a label that takes no edge twice; of a card, of the longest one from there.",
            "walk(garden(me), path)",
        ),
        _word(
            "areas",
            [((PLANE, set_of(VALUE)), list_of(AREA))],
            "The areas of a plane that labels keep apart: corners hang together along an edge unless its label is among these.",
            "areas(garden(me), {path})",
        ),
        _word("touches", [((AREA, CARD), BOOL)], "Whether an area has a corner of a card.", "touches(a, herb_bed)"),
        _word(
            "across",
            [((AREA, PLANE, set_of(VALUE), VALUE), list_of(AREA))],
            "The areas on the other side of one edge with a label.",
            "across(a, garden(me), {path, stream}, path)",
        ),
        _word(
            "option",
            [((TEXT,), BOOL)],
            "What was chosen for an option of a pack; a word or a yes.",
            "option(long_days)",
        ),
        _word(
            "takes_from",
            [((GROUP, Type("place")), BOOL)],
            "Whether a part of a group was picked up from a place.",
            "takes_from(group, shelf(me))",
        ),
    )
}

# what a word is called in the core where it is used in its second way
SECOND_WAYS = {"walk": "walk_from", "reach": "reach_among", "spots": "all_spots"}
PLANE_WORDS = frozenset(
    name
    for name, word in WORDS.items()
    for row in word.rows
    if {"plane", "label", "laid"}
    & {each.head for each in (*row.takes, row.gives, *([row.gives.inner] if row.gives.inner else []))}
) | {"laid", "joined", "areas", "across", "spot_of", *SECOND_WAYS.values()}
# of the words about a card that lies on a plane, which argument that card is
LYING = dict.fromkeys("neighbours reach reach_among chain loop_through walk_from joined edge_from laid side spot_of".split(), 0) | {"edge_to": 2}

OPERATORS: dict[str, Word] = {
    word.name: word
    for word in (
        _word(
            "+",
            [
                ((NUMBER, NUMBER), NUMBER),
                ((BUNDLE, BUNDLE), BUNDLE),
                ((WANT, WANT), WANT),
                ((_LIST, _LIST), _LIST),
                ((_SET, _SET), _SET),
            ],
            "Added, or put together.",
            "1 + 2",
        ),
        _word(
            "-",
            [((NUMBER, NUMBER), NUMBER), ((BUNDLE, BUNDLE), BUNDLE), ((_SET, _SET), _SET)],
            "Taken away; of tokens no more than are there.",
            "3 - 2",
        ),
        _word(
            "*",
            [((NUMBER, NUMBER), NUMBER), ((NUMBER, BUNDLE), BUNDLE), ((NUMBER, WANT), WANT)],
            "Times; tokens zero times or less are none.",
            "2 * 3",
        ),
        _word("/", [((NUMBER, NUMBER), NUMBER)], "Divided, and rounded down to a whole number.", "7 / 2"),
        _word("mod", [((NUMBER, NUMBER), NUMBER)], "What `/` leaves over: `a - b * (a / b)`.", "7 mod 2"),
        _word("negative", [((NUMBER,), NUMBER)], "Below zero.", "-1"),
        _word("but", [((_LIST, maybe(T)), _LIST), ((_SET, maybe(T)), _SET)], "All but one.", "players but me"),
        _word("and", [((BOOL, BOOL), BOOL)], "Both hold.", "true and false"),
        _word("or", [((BOOL, BOOL), BOOL)], "At least one holds.", "true or false"),
        _word("not", [((BOOL,), BOOL)], "Does not hold.", "not true"),
        _word("<", [((NUMBER, NUMBER), BOOL)], "Less.", "1 < 2"),
        _word("<=", [((NUMBER, NUMBER), BOOL)], "Less or the same.", "1 <= 2"),
        _word(">", [((NUMBER, NUMBER), BOOL)], "More.", "2 > 1"),
        _word(">=", [((NUMBER, NUMBER), BOOL)], "More or the same.", "2 >= 1"),
        _word("=", [((maybe(T), maybe(T)), BOOL)], "The same.", "1 = 1"),
        _word("!=", [((maybe(T), maybe(T)), BOOL)], "Not the same.", "1 != 2"),
        _word(
            "is",
            [((maybe(T), maybe(T)), BOOL)],
            "The same; also `is there`, `is none`, `is empty`, and `is kiln` for a kind or trait.",
            "me is me",
        ),
        _word(
            "in",
            [((T, _LIST), BOOL), ((T, _SET), BOOL)],
            "Is one of; before a bundle, only that token or trait of it.",
            "me in players",
        ),
        _word(
            "has",
            [((_LIST, T), BOOL), ((_SET, T), BOOL), ((BUNDLE, TOKEN), BOOL), ((BUNDLE, BUNDLE), BOOL)],
            "Is there at least one; behind a bundle a token, a trait, or an amount: at least so many.",
            "players has me",
        ),
        _word(
            "at",
            [((_LIST, NUMBER), T)],
            "The item of a list that is written out, counted from 0; beyond its end the last one, below 0 the first.",
            "[0, 2, 5] at size(players)",
        ),
        _word("meets", [((_SET, _SET), BOOL)], "Share at least one.", "tokens(soft) meets tokens(hard)"),
    )
}

VERBS: tuple[tuple[str, str, str], ...] = (
    (
        "move",
        "Pieces go from a place to a place: exactly so many, `up to`, or `all`; `at random` where chance picks.",
        "move up to 2 clay from pit to shelf(me)",
    ),
    (":=", "A variable gets a value.", "heat := heat + 1"),
    ("let", "A name for a value, for the rest of the block.", "let n = size(players)"),
    ("if", "Do one thing or another.", "if heat > 3 { heat := 0 }"),
    (
        "for",
        "Once for each item; the items are fixed at the start, `where` is read before each.",
        "for p in players { }",
    ),
    (
        "repeat",
        "Until something holds; each round must give somebody a choice, or count up to a limit.",
        "repeat { choose work(me) } until heat > 3",
    ),
    ("choose", "A player picks an action of a menu, and it is done.", "choose work(me)"),
    ("ask", "A player picks an item, a group of a shape, or a cover of a want.", "ask k: kiln in yard"),
    (
        "together",
        "Several players answer at once, sealed until all have; then something is done with each answer.",
        "together for p in players ask k: kiln in yard { show k lit }",
    ),
    (
        "apart",
        "Several players act at once, in the open and in any order, each with what is their own.",
        "apart for p in players { ask by p t: token in tokens(soft); move up to 1 t from shelf(p) to pit }",
    ),
    ("one of", "A player picks one of several things that can be done.", "one of { heat := 1 } or { heat := 2 }"),
    ("perform", "Carry out the effect printed on a card.", "perform old_kiln.work by me at old_kiln"),
    ("happens", "A moment has come; whatever answers to it is done.", "happens night()"),
    ("shuffle", "Leave the order of a place to chance.", "shuffle yard"),
    ("show", "A card shows a face, or one that chance picks: `at random`.", "show old_kiln lit"),
    ("lay", "A card comes to lie at a spot of a plane.", "lay pond on garden(me) at s"),
    ("score", "Write points on the sheet.", "score 3 to me for old_kiln"),
    (
        "settle",
        "Give a player's pieces to the scorers in force, each piece once, for the best total.",
        "settle me from wares(me) for counting",
    ),
    ("ensure", "A need about what has become so far.", 'ensure cool: heat < 3 else "too hot"'),
    ("proceed", "Inside `instead`: what was replaced, once.", "proceed"),
)
