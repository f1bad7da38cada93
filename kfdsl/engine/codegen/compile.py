"""Program to code: Python source in a quiet and a telling form.

In:   a core Program.      Out:  Code. The source is made once, for any number of players; engine/rules binds it to one.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import CodeType
from typing import Any

from kfdsl.analysis.group_classes import size_only
from kfdsl.analysis.program_facts import PlayFacts, ProgramFacts
from kfdsl.engine.codegen.cut.blocks import AskInfo, Block, Blocks, function, tell_apart, write_items
from kfdsl.engine.codegen.cut.cut import cut
from kfdsl.engine.codegen.expr.bundles import cell_of, corners_of
from kfdsl.engine.codegen.expr.expression import give_back, lines
from kfdsl.engine.codegen.expr.loops import nested_loops
from kfdsl.engine.codegen.lines import Book
from kfdsl.engine.codegen.stmt import message, write
from kfdsl.program import core, made_names
from kfdsl.program.numbering import Numbering
from kfdsl.program.types import BOOL
from kfdsl.text.source import Span

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
    facts: PlayFacts
    functions: dict[str, str]  # what → its source, for people


class Code:
    """Everything generated for a program."""

    def __init__(self, program: core.Program, forms: tuple[Form, Form] | None = None) -> None:
        self.program = program
        self.numbering = Numbering(program)
        self.facts = ProgramFacts(self.numbering, forms[0].facts if forms else None)
        self.quiet, self.telling = forms or self._forms()

    def _forms(self) -> tuple[Form, Form]:
        """Both forms; they number lines of content alike, so that a sheet or an event does not depend on which one ran."""
        quiet = _form(self.numbering, self.facts, None)
        return quiet, _form(self.numbering, self.facts, quiet.lines)

    def source(self, name: str) -> str:
        """The quiet functions made for something of the content, readable."""
        return "\n\n\n".join(
            text
            for what, text in self.quiet.functions.items()
            if what == name or what.startswith(name + " ") or what.startswith(name + ".")
        )


def _form(numbering: Numbering, facts: ProgramFacts, spans: list[Span] | None) -> Form:
    """The quiet form, or with the lines of that the telling form."""
    telling = spans is not None
    book = Book(numbering, facts.costs, facts.ranges, telling, facts.group_classes.closer)
    for span in spans or ():
        book.line(span)
    blocks = Blocks(book, facts.asking, facts.effect_asks, facts.can_fail.sure_stmt)
    functions: dict[str, str] = {}
    for query in numbering.program.queries:
        functions[query.name] = _with_line(query.span, _query(query, book))
    for shape in numbering.program.shapes:
        functions[shape.name] = _with_line(shape.span, _shape(shape, book))
    for rule in numbering.program.rules:
        if rule.name in facts.asking:
            first = len(blocks.blocks), len(blocks.asks)
            cut(blocks, rule)
            made = [block.source for block in blocks.blocks[first[0] :]] + [
                ask.source for ask in blocks.asks[first[1] :]
            ]
            functions[f"{rule.name} (rule)"] = _with_line(rule.span, "\n\n\n".join(made))
        else:
            out = lines(book, rule.is_price)
            out.charge(book.costs.entry("rule", rule.name), rule.span)
            write(out, rule.body)
            source = function(made_names.rule(rule.name), [name for name, _ in rule.params], out.lines)
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
        facts.play,
        functions,
    )


def _with_line(span: Span, source: str) -> str:
    return f"# {span.place}\n{source}"


def _query(query: core.QueryDef, book: Book) -> str:
    out = lines(book)
    out.charge(book.costs.entry("query", query.name), query.span)
    give_back(out, query.body, query.result)
    return function(made_names.query(query.name), [name for name, _ in query.params], out.lines)


def _shape(shape: core.ShapeDef, book: Book) -> str:
    out = lines(book)
    out.charge(book.costs.entry("shape", shape.name), shape.span)
    out.put("found = []")

    def take_from(cell: str, clause: core.ClauseDef) -> None:
        have = f"only(s[{cell}], {book.numbering.mask(clause.only)})" if clause.only else f"s[{cell}]"
        have = out.named(have)
        with out.indented(f"if any({have}):"):
            out.put(f"found.append(({clause.whole}, {cell}, {have}))")

    for clause in shape.clauses:
        place = clause.place
        assert isinstance(place, core.PlaceAt)

        def take(clause: core.ClauseDef = clause, place: core.PlaceAt = place) -> None:
            if book.numbering.places[place.place].per_corner:
                with out.indented(f"for cell in {corners_of(out, place)}:"):
                    take_from("cell", clause)
            else:
                take_from(out.named(cell_of(out, place)), clause)

        fold = core.Fold(
            word="list",
            value=place,
            binders=clause.binders,
            where=clause.where,
            otherwise=None,
            type=BOOL,
            span=shape.span,
        )
        nested_loops(out, fold, 0, take)
    out.put("return found")
    return function(made_names.shape(shape.name), [name for name, _ in shape.params], out.lines)


def _action(action: core.ActionDef, numbering: Numbering, book: Book) -> str:
    """The domain of each parameter, each need as a bare test, and in the telling form what it says."""
    outer = ["me", *(name for name, _ in numbering.menus[action.menu].params[1:])]
    made: list[str] = []
    for at, param in enumerate(action.params):
        out = lines(book)
        if param.items is not None:
            out.charge(book.costs.entry_of(param.items, param.where), param.span)
            write_items(out, param.items, param.where, param.name)
        else:
            shape = numbering.shapes[param.shape]
            out.charge(book.costs.entry_of(*param.args), param.span)
            args = [out.expr(arg, type_) for arg, (_, type_) in zip(param.args, shape.params, strict=True)]
            out.put(f"return {made_names.shape(param.shape)}({', '.join(['g', *args])})")
        known = [*outer, *(each.name for each in action.params[:at])]
        made.append(function(made_names.domain(action.name, at), known, out.lines))
    names = [param.name for param in action.params]
    for at, need in enumerate(action.needs):
        params = [*outer, *names[: need.depth]]
        made.append(_test(made_names.need_test(action.name, at), params, need.test, book))
        sized = size_only(need.test, names[-1]) if names and need.depth == len(names) else None
        if sized is not None and action.params[-1].type.head == "group":
            known = [*outer, *names[:-1], made_names.SIZE]
            made.append(_test(made_names.need_of_size(action.name, at), known, sized, book))
        if book.telling:
            out = lines(book)
            out.put(f"return {message(out, need.message)}")
            made.append(function(made_names.need_message(action.name, at), [*outer, *names], out.lines))
    return "\n\n\n".join(made)


def _test(name: str, params: list[str], test: core.Expr, book: Book) -> str:
    out = lines(book)
    out.charge(book.costs.entry_of(test), test.span)
    out.put(f"return {out.expr(test)}")
    return function(name, params, out.lines)
