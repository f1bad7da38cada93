"""Program to code: Python source in a quiet and a telling form, and that source bound to a number of players.

In:   a core Program.      Out:  Code, whose `bind` gives everything that a game runs on.
The source is made once; binding executes it with the tables of a layout as its globals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from types import CodeType
from typing import Any

from kfdsl.analysis.aspects import Aspects, size_only
from kfdsl.engine.codegen.cut.blocks import AskInfo, Block, Blocks, function, tell_apart, write_items
from kfdsl.engine.codegen.cut.cut import cut
from kfdsl.engine.codegen.expr.emit import Book
from kfdsl.engine.codegen.stmt import StmtEmitter
from kfdsl.engine.hexes import words
from kfdsl.engine.machine import runtime, state
from kfdsl.engine.machine.at_once import begin_parts, face_next, next_part
from kfdsl.engine.machine.layout import Layout
from kfdsl.engine.score.settle import Tally
from kfdsl.program import core, made_names
from kfdsl.program.numbering import Numbering
from kfdsl.program.types import BOOL
from kfdsl.text.source import Span

_HELPERS = (
    "bits",
    "plus",
    "kinds_of",
    "only",
    "amount",
    "enough",
    "total",
    "bundle_of",
    "group_size",
    "group_only",
    "want_of",
    "want_only",
    "want_kinds",
    "want_size",
    "set_where",
    "gather",
    "move_exactly",
    "moved_exactly",
    "move_up_to",
    "move_every",
    "move_group",
    "move_card",
    "draw",
    "drawn",
    "shuffle",
    "numbers",
    "toss",
)


UNDER_WAY = (
    "(under way)"  # the frame below a card's effect that could come to be performed inside itself; it names the effect
)


@dataclass(slots=True)
class Form:
    """One form of the code, quiet or telling."""

    source: str
    code: CodeType
    constants: dict[str, Any]
    blocks: list[Block]
    asks: list[AskInfo]
    entries: dict[str, int]
    lines: list[Span]
    functions: dict[str, str] = field(default_factory=dict)  # what → its source, for people


class Code:
    """Everything generated for a program."""

    def __init__(self, program: core.Program, forms: tuple[Form, Form] | None = None) -> None:
        self.program = program
        self.numbering = Numbering(program)
        self.aspects = Aspects(self.numbering)
        self.quiet, self.telling = forms or self._forms()

    def _forms(self) -> tuple[Form, Form]:
        """Both forms; they number lines of content alike, so that a sheet or an event does not depend on which one ran."""
        quiet = _form(self.numbering, self.aspects, None)
        return quiet, _form(self.numbering, self.aspects, quiet.lines)

    def source(self, name: str) -> str:
        """The quiet functions made for something of the content, readable."""
        return "\n\n\n".join(
            text
            for what, text in self.quiet.functions.items()
            if what == name or what.startswith(name + " ") or what.startswith(name + ".")
        )


def _form(numbering: Numbering, aspects: Aspects, lines: list[Span] | None) -> Form:
    """The quiet form, or with the lines of that the telling form."""
    telling = lines is not None
    book = Book(numbering, telling, aspects.kinds.closer)
    for span in lines or ():
        book.line(span)
    blocks = Blocks(book, aspects.asking, aspects.effects_ask, aspects.sure_stmt)
    functions: dict[str, str] = {}
    for query in numbering.program.queries:
        functions[query.name] = _with_line(query.span, _query(query, book))
    for shape in numbering.program.shapes:
        functions[shape.name] = _with_line(shape.span, _shape(shape, book))
    for rule in numbering.program.rules:
        if rule.name in aspects.asking:
            first = len(blocks.blocks), len(blocks.asks)
            cut(blocks, rule)
            made = [block.source for block in blocks.blocks[first[0] :]] + [
                ask.source for ask in blocks.asks[first[1] :]
            ]
            functions[f"{rule.name} (rule)"] = _with_line(rule.span, "\n\n\n".join(made))
        else:
            emitter = StmtEmitter(book, rule.is_price)
            emitter.stmt(rule.body)
            source = function(made_names.rule(rule.name), [name for name, _ in rule.params], emitter.lines)
            functions[f"{rule.name} (rule)"] = _with_line(rule.span, source)
    for action in numbering.program.actions:
        functions[f"{action.name} (choices)"] = _with_line(action.span, _action(action, numbering, book))
    tell_apart(blocks.blocks)
    tell_apart(blocks.asks)
    nested = [book.line(rule.span) for rule in numbering.program.rules if rule.nested]  # told where one is refused
    if nested:
        functions[UNDER_WAY] = function(made_names.block(len(blocks.blocks)), (made_names.EFFECT,), [])
        blocks.blocks.append(Block(UNDER_WAY, "", (made_names.EFFECT,), source=""))
    again = made_names.RULE, made_names.LABEL
    key = ", ".join(map(made_names.local, again))
    functions["(again)"] = function(made_names.block(len(blocks.blocks)), again, [f"    g.ask = ASKS[{key}]"])
    blocks.blocks.append(Block("(again)", "ask", again, source=""))
    for at, stand in enumerate(numbering.program.stands):
        if stand.where is not None:
            functions[f"{stand.token} (stands {at})"] = _with_line(
                stand.where.span, _test(made_names.stand_in(at), ["me"], stand.where, book)
            )
    source = "\n\n\n".join(functions.values())
    name = "<rules, telling>" if telling else "<rules>"
    return Form(
        source,
        compile(source, name, "exec"),
        book.constants,
        blocks.blocks,
        blocks.asks,
        blocks.entries,
        book.lines,
        functions,
    )


def _with_line(span: Span, source: str) -> str:
    return f"# {span.place}\n{source}"


def _query(query: core.QueryDef, book: Book) -> str:
    emitter = StmtEmitter(book)
    emitter.give(query.body, query.result)
    return function(made_names.query(query.name), [name for name, _ in query.params], emitter.lines)


def _shape(shape: core.ShapeDef, book: Book) -> str:
    emitter = StmtEmitter(book)
    emitter.put("found = []")

    def take_from(cell: str, clause: core.ClauseDef) -> None:
        have = f"only(s[{cell}], {book.numbering.mask(clause.only)})" if clause.only else f"s[{cell}]"
        have = emitter.named(have)
        with emitter.indented(f"if any({have}):"):
            emitter.put(f"found.append(({clause.whole}, {cell}, {have}))")

    for clause in shape.clauses:
        place = clause.place
        assert isinstance(place, core.PlaceAt)

        def take(clause: core.ClauseDef = clause, place: core.PlaceAt = place) -> None:
            if book.numbering.places[place.place].per_corner:
                with emitter.indented(f"for cell in {emitter.corners(place)}:"):
                    take_from("cell", clause)
            else:
                take_from(emitter.named(emitter.cell(place)), clause)

        fold = core.Fold(
            word="list",
            value=place,
            binders=clause.binders,
            where=clause.where,
            otherwise=None,
            type=BOOL,
            span=shape.span,
        )
        emitter.loop(fold, 0, take)
    emitter.put("return found")
    return function(made_names.shape(shape.name), [name for name, _ in shape.params], emitter.lines)


def _action(action: core.ActionDef, numbering: Numbering, book: Book) -> str:
    """The domain of each parameter, each need as a bare test, and in the telling form what it says."""
    outer = ["me", *(name for name, _ in numbering.menus[action.menu].params[1:])]
    made: list[str] = []
    for at, param in enumerate(action.params):
        emitter = StmtEmitter(book)
        if param.items is not None:
            write_items(emitter, param.items, param.where, param.name)
        else:
            shape = numbering.shapes[param.shape]
            args = [emitter.expr(arg, type_) for arg, (_, type_) in zip(param.args, shape.params, strict=True)]
            emitter.put(f"return {made_names.shape(param.shape)}({', '.join(['g', *args])})")
        known = [*outer, *(each.name for each in action.params[:at])]
        made.append(function(made_names.domain(action.name, at), known, emitter.lines))
    names = [param.name for param in action.params]
    for at, need in enumerate(action.needs):
        params = [*outer, *names[: need.depth]]
        made.append(_test(made_names.need_test(action.name, at), params, need.test, book))
        sized = size_only(need.test, names[-1]) if names and need.depth == len(names) else None
        if sized is not None and action.params[-1].type.head == "group":
            known = [*outer, *names[:-1], made_names.SIZE]
            made.append(_test(made_names.need_of_size(action.name, at), known, sized, book))
        if book.telling:
            emitter = StmtEmitter(book)
            emitter.put(f"return {emitter.message(need.message)}")
            made.append(function(made_names.need_message(action.name, at), [*outer, *names], emitter.lines))
    return "\n\n\n".join(made)


def _test(name: str, params: list[str], test: core.Expr, book: Book) -> str:
    emitter = StmtEmitter(book)
    emitter.put(f"return {emitter.expr(test)}")
    return function(name, params, emitter.lines)


def program_tables(numbering: Numbering) -> dict[str, Any]:
    """Tables that do not depend on how many play."""
    program = numbering.program
    cards = range(len(program.cards))
    rule_numbers = {rule.name: i for i, rule in enumerate(program.rules)}
    tables: dict[str, Any] = {
        "ZERO": numbering.zero,
        "FACES": tuple(numbering.faces(card) for card in cards),
        "RULE_NUMBERS": rule_numbers,
        "ACTION_RULES": tuple(rule_numbers[action.rule] for action in program.actions),
    }
    for name in {trait for kind in program.kinds for trait in kind.traits} | {trait.name for trait in program.traits}:
        tables[made_names.is_a(name)] = tuple(numbering.is_a(card, name) for card in cards)
    for field_ in program.fields:
        values: dict[tuple[str, str, str], Any] = {}
        for card in program.cards:
            values |= {
                (card.name, name, face): numbering.constant(value, field_.type)
                for name, face, value in card.values
                if name == field_.name and value is not None
            }
            values |= {
                (card.name, name, face): rule_numbers[rule] for name, face, rule in card.effects if name == field_.name
            }
        default = -1 if field_.type.head == "effect" else None
        rows: list[Any] = []
        for number in cards:
            name = program.cards[number].name
            if field_.faced:
                rows.append(tuple(values.get((name, field_.name, face), default) for face in numbering.faces(number)))
            else:
                rows.append(values.get((name, field_.name, ""), default))
        tables[made_names.printed(field_.name)] = tuple(rows)
    return tables


class Bound:
    """One form of the code with a layout: functions that a game calls."""

    def __init__(self, form: Form, layout: Layout, tables: dict[str, Any], sure: Callable[[str], bool]) -> None:
        self.form = form
        self.layout = layout
        names: dict[str, Any] = {name: getattr(runtime, name) for name in _HELPERS}
        names |= {"Refused": state.Refused, "Impossible": state.Impossible}
        names |= form.constants | tables | layout.tables
        names["Tally"] = Tally
        names |= {made_names.plane_word(word): getattr(words, word) for word in words.WORDS}
        names["LABELS"] = {cell: tables[made_names.printed(edges)] for cell, edges in layout.planes.items()}
        names["ENTRY"] = form.entries
        names["ASKS"] = {(ask.rule, ask.label): at for at, ask in enumerate(form.asks)}
        exec(form.code, names)
        self.names = names
        self.blocks: list[Callable[..., None]] = [names[made_names.block(i)] for i in range(len(form.blocks))]
        rules = layout.numbering.program.rules
        self.asks_rule = [rule.name in form.entries for rule in rules]
        self.nested = {at: rule.name for at, rule in enumerate(rules) if rule.nested}
        self.under_way = next((at for at, block in enumerate(form.blocks) if block.rule == UNDER_WAY), -1)
        self.rules: list[Callable[..., None]] = [
            names[made_names.rule(rule.name)] if rule.name not in form.entries else _impossible for rule in rules
        ]
        self.sure = [sure(rule.name) for rule in rules]
        self.rule_entries = [form.entries.get(rule.name, -1) for rule in rules]
        names["RULES"] = (*self.rules, _impossible)
        names["begin"] = self.begin
        names["begin_parts"] = begin_parts
        names["next_part"] = partial(next_part, loose=layout.loose)

    def begin(self, g: state.State, rule: int, args: tuple[Any, ...]) -> None:
        """Carry out a rule, at once or by leaving its first frame."""
        if g.trial and not self.sure[rule]:
            g.fine = True
        self.start(g, rule, args)

    def start(self, g: state.State, rule: int, args: tuple[Any, ...]) -> None:
        """The same for what a trial is about: only what it goes on to perform may look closer at a group than it does."""
        if rule < 0:
            raise state.Impossible
        if self.asks_rule[rule]:
            if rule in self.nested:
                self.mark(g, self.nested[rule])
            g.frame = (self.rule_entries[rule], args, g.frame)
        else:
            self.rules[rule](g, *args)

    def mark(self, g: state.State, effect: str) -> None:
        """Take note that a card's effect is under way; it cannot be performed inside itself."""
        if any(each == effect for each in self.effects_under_way(g.frame)):
            raise state.UnderWay(effect)
        g.frame = (self.under_way, (effect,), g.frame)

    def effects_under_way(self, frame: state.Frame) -> Iterator[str]:
        """The effects in which something is done now, of those that could be performed inside themselves."""
        while frame is not None:
            if frame[0] == self.under_way:
                yield frame[1][0]
            frame = frame[2]

    def scratch(self, g: state.State) -> state.State:
        """A copy to try something on: nothing is under way but what cannot be performed again."""
        trial = g.scratch()
        if self.nested:
            for effect in self.effects_under_way(g.frame):
                trial.frame = (self.under_way, (effect,), trial.frame)
        return trial

    def run(self, g: state.State) -> None:
        """Go on until somebody is asked or nothing is left to do."""
        blocks = self.blocks
        while True:
            while g.ask < 0:
                frame = g.frame
                if frame is None:
                    return
                g.frame = frame[2]
                blocks[frame[0]](g, *frame[1])
            if g.apart is None or g.trial:
                return
            face_next(g, self.layout.loose)
            if g.ask >= 0:
                return

    def function(self, name: str, params: list[str], expr: core.Expr) -> Callable[..., Any]:
        """A function for an expression that stands outside the rules, such as in an example."""
        book = Book(self.layout.numbering, telling=False)
        emitter = StmtEmitter(book)
        emitter.put(f"return {emitter.expr(expr)}")
        names = self.names | book.constants
        exec(compile(function(name, params, emitter.lines), "<expression>", "exec"), names)
        made: Callable[..., Any] = names[name]
        return made


def _impossible(*_: Any) -> None:
    raise state.Impossible


__all__ = ["Bound", "Code", "Form", "program_tables"]
