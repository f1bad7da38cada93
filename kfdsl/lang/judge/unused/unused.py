"""Things nobody uses, fields nobody reads, conditions that never hold, and needs that an example only imagines.

In:   a Program and its model.      Out:  warnings, and an error for a need that is not there.
Tokens, things, actions and examples are there to be played with; all other declarations are there to be used by some rule.
What is meant for packs yet to come says `open`.
"""

from __future__ import annotations

from collections.abc import Iterator

from kfdsl.analysis.disjoint import are_disjoint
from kfdsl.lang import nodes
from kfdsl.lang.link.model import Model
from kfdsl.program import core
from kfdsl.program.core.walk import expressions, statements
from kfdsl.text.diagnostic import Report, nearest

SORTS: dict[type[nodes.Decl], str] = {
    nodes.Trait: "trait",
    nodes.Values: "values",
    nodes.Place: "place",
    nodes.Var: "variable",
    nodes.Kind: "kind",
    nodes.Moment: "moment",
    nodes.Purpose: "purpose",
    nodes.Query: "query",
    nodes.Effect: "effect",
    nodes.Menu: "menu",
    nodes.Shape: "shape",
    nodes.Position: "position",
}


def unused(program: core.Program, model: Model, report: Report) -> None:
    """Report what is there for nothing."""
    everything = list(_expressions(program))
    used = _Used(program, everything)
    for name, entry in model.declared.items():
        sort = SORTS.get(type(entry.node))
        if sort is not None and not entry.node.open and not _is_used(name, entry.node, used, model):
            how = "is set, but nothing reads it" if name in used.set else "is never used"
            hint = (
                "remove it"
                if sort == "position"
                else "remove it, or write `open` in front of it if it is meant for other packs"
            )
            report.warning(
                "unused",
                f"the {sort} `{name}` {how}",
                entry.span.word(name),
                label="no example begins with it" if sort == "position" else "no rule of any pack asks for it",
                help=hint,
            )
    _members(program, model, used, report)
    _parameters(program, model, report)
    _never(program, everything, report)
    _because(program, report)


class _Used:
    """The names that rules, queries, cards and examples speak of."""

    def __init__(self, program: core.Program, everything: list[core.Expr]) -> None:
        self.names: set[str] = {program.main, program.closing}
        self.fields: set[str] = {place.edged for place in program.places if place.edged}
        self.vars: set[str] = set()
        self.set: set[str] = set()
        for expr in everything:
            self.expr(expr)
        for rule in program.rules:
            for stmt in statements(rule.body):
                self.stmt(stmt)
        self.names |= {param.shape for action in program.actions for param in action.params}
        self.fields |= {word for kind in program.kinds for word in kind.start_at}
        self.names |= {kind.start for kind in program.kinds} | {card.kind for card in program.cards}
        self.names |= {each.purpose for each in program.stands}

    def expr(self, expr: core.Expr) -> None:
        """Take down what an expression speaks of."""
        match expr:
            case core.Ask():
                self.names.add(expr.query)
            case core.PlaceAt():
                self.names.add(expr.place)
            case core.VarOf():
                self.vars.add(expr.var)
            case core.FieldOf():
                self.fields.add(expr.field)
            case _:
                pass

    def stmt(self, stmt: core.Stmt) -> None:
        """Take down what a statement speaks of."""
        match stmt:
            case core.CallRule():
                self.names.add(stmt.rule)
            case core.Choose():
                self.names.add(stmt.menu)
            case core.AskFor() | core.Settle():
                self.names |= {stmt.shape, stmt.purpose}
            case core.SetVar():
                self.set.add(stmt.var)
            case _:
                pass


def _expressions(program: core.Program) -> Iterator[core.Expr]:
    """Every expression of a program, examples included."""
    roots: list[object] = [query.body for query in program.queries]
    roots += [stmt for rule in program.rules for stmt in statements(rule.body)]
    roots += [clause for shape in program.shapes for clause in shape.clauses]
    roots += [stand.where for stand in program.stands]
    for action in program.actions:
        roots += action.params
        for need in action.needs:
            roots += [need.test, *need.message]
    parts = {id(part): part for example in program.examples for part in example.parts}  # positions are shared
    for part in parts.values():
        roots += (
            [part.target, *part.values]
            if isinstance(part, core.GivenDef)
            else [part.expr, *part.items]
            if isinstance(part, core.CheckDef)
            else []
        )
    for root in roots:
        yield from expressions(root)


def _is_used(name: str, node: nodes.Decl, used: _Used, model: Model) -> bool:
    match node:
        case nodes.Var():
            return name in used.vars
        case nodes.Trait() | nodes.Values() | nodes.Kind() | nodes.Position():
            return name in model.used or name in used.names
        case nodes.Place() if any(trait in model.used for trait in node.traits):
            return True  # found by its trait
        case nodes.Moment():
            return name in used.names
        case _:
            return name in used.names


def _members(program: core.Program, model: Model, used: _Used, report: Report) -> None:
    """Fields, variables and places that belong to kinds and traits."""
    for each in program.fields:
        if each.name not in used.fields and not _is_open(each.owner, model):
            name = each.name.rpartition(".")[2]
            report.warning(
                "unread-field",
                f"no rule reads the field `{name}` of `{each.owner}`",
                each.span.word(name),
                label="printed on cards, and that is all",
                help="remove it, or use it in a rule",
            )
    for var in program.vars:
        if var.owner and var.name not in used.vars and not _is_open(var.owner, model):
            how = "is set, but nothing reads it" if var.name in used.set else "is never used"
            report.warning(
                "unused",
                f"the variable `{var.name.rpartition('.')[2]}` of `{var.owner}` {how}",
                var.span.word(var.name.rpartition(".")[2]),
                label="no rule asks for it",
                help="remove it",
            )
    for place in program.places:
        by_trait = any(trait in model.used for trait in place.traits)
        if place.owner and place.name not in used.names and not by_trait and not _is_open(place.owner, model):
            report.warning(
                "unused",
                f"the place `{place.name}` of `{place.owner}` is never used",
                place.span.word(place.name),
                label="no rule asks for it",
                help="remove it",
            )


def _parameters(program: core.Program, model: Model, report: Report) -> None:
    """What an effect is given and neither reads nor speaks of; that of a query is there for what other packs say of it."""
    rules = {rule.name: rule for rule in program.rules}
    for name, entry in model.declared.items():
        if not isinstance(entry.node, nodes.Effect) or entry.node.open or name not in rules:
            continue
        read = {part.strip("{}") for _, parts in rules[name].says for part in parts if part.startswith("{")}
        read.update(*(_locals(stmt) for stmt in statements(rules[name].body)))
        for param in entry.node.params:
            if param.name not in read:
                report.warning(
                    "unused",
                    f"`{name}` does not read its parameter `{param.name}`",
                    param.span.word(param.name),
                    label="whatever is given for it, nothing changes",
                    help="remove it, or write `open` in front of the whole if other packs are to read it",
                )


def _locals(root: object) -> set[str]:
    return {expr.name for expr in expressions(root) if isinstance(expr, core.Local)}


def _is_open(owner: str, model: Model) -> bool:
    entry = model.declared.get(owner)
    return entry is not None and entry.node.open


# ---- conditions


def _never(program: core.Program, everything: list[core.Expr], report: Report) -> None:
    """Warn of conditions that cannot hold, wherever a condition stands."""
    for test in _tests(program, everything):
        if _truth(test) is False:
            report.warning(
                "never",
                "this condition can never hold",
                test.span,
                label="always false",
                help="remove what depends on it, or correct it",
            )


def _tests(program: core.Program, everything: list[core.Expr]) -> Iterator[core.Expr]:
    for rule in program.rules:
        for stmt in statements(rule.body):
            if isinstance(stmt, core.If | core.Ensure):
                yield stmt.test
            elif isinstance(stmt, core.For | core.AskFor) and stmt.where is not None:
                yield stmt.where
    for action in program.actions:
        yield from (need.test for need in action.needs)
        yield from (param.where for param in action.params if param.where is not None)
    for shape in program.shapes:
        yield from (clause.where for clause in shape.clauses if clause.where is not None)
    for expr in everything:
        if isinstance(expr, core.IfElse):
            yield expr.test
        elif isinstance(expr, core.Pick | core.Fold) and expr.where is not None:
            yield expr.where


def _truth(test: core.Expr) -> bool | None:
    """Whether a condition always or never holds, as far as its form shows."""
    match test:
        case core.Const(value=bool() as value):
            return value
        case core.Prim(word="not"):
            inner = _truth(test.args[0])
            return None if inner is None else not inner
        case core.Prim(word="and" | "or" as word):
            one, other = _truth(test.args[0]), _truth(test.args[1])
            decisive = word == "or"
            if decisive in (one, other):
                return decisive
            if word == "and" and are_disjoint(test.args[0], test.args[1]):
                return False
            return (not decisive) if one is other is (not decisive) else None
        case core.Prim(
            word="=" | "!=" | "<" | "<=" | ">" | ">=" as word,
            args=(core.Const(value=int() as left), core.Const(value=int() as right)),
        ):
            return {
                "=": left == right,
                "!=": left != right,
                "<": left < right,
                "<=": left <= right,
                ">": left > right,
                ">=": left >= right,
            }[word]
        case _:
            return None


# ---- examples


def _because(program: core.Program, report: Report) -> None:
    """Report needs that an example names and no action has."""
    needs = [need.name for action in program.actions for need in action.needs]
    needs += [stmt.name for rule in program.rules for stmt in statements(rule.body) if isinstance(stmt, core.Ensure)]
    for example in program.examples:
        for part in example.parts:
            if isinstance(part, core.CheckDef) and part.because and part.because not in needs:
                own = [need for need in needs if need.partition(".")[0] == part.because.partition(".")[0]]
                report.error(
                    "unknown-name",
                    f"no need is called `{part.because}`",
                    part.span,
                    label="nothing can be refused because of it",
                    help=nearest(part.because, needs)
                    or (f"its needs are {', '.join(own)}" if own else "write `action.need`"),
                )
