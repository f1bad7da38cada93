"""Who calls whom.

In:   a Program.      Out:  Calls: the graph, an order in which callees stand first, and which effects a card may have.
A query asks queries; a rule calls rules, lets a player pick among branches, opens menus and performs what is printed on
cards. Nothing comes back to where it began; what does is for the judge to report. A query that counts down how deep it stands in itself may:
it does not stand among its own calls, and whoever works out something of each query meets it before that is known.
Only what is printed on a card may come back to itself: which card it is shows in the game, and there it is never performed while
it is under way. Such effects are `nested`; who follows calls in `order` meets what they perform before it is worked out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from kfdsl.program import core, made_names
from kfdsl.program.core.walk import children, expressions, statements
from kfdsl.text.diagnostic import Report
from kfdsl.text.source import Span

Node = tuple[str, str]  # sort and name: ("query", "heat_of")


@dataclass(frozen=True, slots=True)
class Call:
    """One step from a node to another, where it stands, and how to say it."""

    target: Node
    span: Span
    words: str


class Calls:
    """The graph of a program."""

    def __init__(self, program: core.Program, report: Report) -> None:
        self.program = program
        self.spend = report.spend  # for all who follow calls and gather what is behind them
        self.calls: dict[Node, list[Call]] = {}
        # callees before callers, but for what is printed on a card; nothing where there are cycles
        self.order: list[Node] = []
        self.before: Mapping[Node, set[Node]] = {}  # what has to stand before a node in this order
        self.cycles: Mapping[Node, set[Node]] = {}  # nodes that come back to themselves, and what they call of these
        self.rounds: list[set[Node]] = []  # all that comes back to itself together, by way of what is printed on cards
        self.nested: frozenset[str] = frozenset()  # effects of cards that could come to be performed inside themselves
        self.returning: frozenset[Node] = frozenset()  # all that lies between such an effect and itself
        self.printed_on = Counter(rule for card in program.cards for _, _, rule in card.effects)  # copies have the same
        self.kinds = {kind.name: frozenset(kind.traits) for kind in program.kinds}
        self.queries = {query.name: query for query in program.queries}
        self.rules = {rule.name: rule for rule in program.rules}
        self.shapes = {shape.name: shape for shape in program.shapes}
        self.menus = {menu.name: menu for menu in program.menus}
        self.actions = {action.name: action for action in program.actions}
        self._effects: dict[tuple[str, str, str, str], tuple[str, ...]] = {}

    def printed(self, effect: core.FieldOf) -> Node:
        """The node that stands for all rules that an effect printed on some card may be."""
        node = ("printed", " ".join(_which(effect)))
        if node not in self.calls:
            self.calls[node] = [
                Call(("rule", rule), self.rules[rule].span, f"and that may be `{rule}`")
                for rule in self.effects(effect)
            ]
        return node

    def effects(self, effect: core.FieldOf) -> tuple[str, ...]:
        """The rules that an effect printed on some card may be."""
        key = _which(effect)
        if key not in self._effects:
            _, _, sort, known = key
            self._effects[key] = tuple(
                dict.fromkeys(
                    rule
                    for card in self.program.cards
                    for name, face, rule in card.effects
                    if name == effect.field
                    and effect.face in ("", face)
                    and sort in self.kinds[card.kind]
                    and known in ("", card.name)
                )
            )
        return self._effects[key]

    def tries(self, expr: core.Expr) -> bool:
        """Whether an expression asks what would come of an effect, through queries too."""
        waiting = [call.target for call in _of_expr(expr, self)]
        seen = set(waiting)
        for node in waiting:  # grows while it is read
            if node[0] == "printed":
                return True
            more = {call.target for call in self.calls[node]} - seen
            seen |= more
            waiting += more
        return False

    def may_be_missing(self, effect: core.FieldOf) -> bool:
        """Whether a card may have no such effect printed on it, on the face that shows or on a given one."""
        _, _, sort, known = _which(effect)
        faced = any(field.name == effect.field and field.faced for field in self.program.fields)
        faces = {kind.name: kind.faces if faced else ("",) for kind in self.program.kinds}
        return any(
            (effect.field, face) not in {(name, on) for name, on, _ in card.effects}
            for card in self.program.cards
            if sort in self.kinds[card.kind] and known in ("", card.name)
            for face in ((effect.face,) if effect.face else faces[card.kind])
        )


def _which(effect: core.FieldOf) -> tuple[str, str, str, str]:
    """A printed effect as far as it is known: field, face, kind or trait, and the card if it is named."""
    known = effect.card.value if isinstance(effect.card, core.Const) and isinstance(effect.card.value, str) else ""
    return effect.field, effect.face, effect.card.type.name, known


def calls_of(program: core.Program, report: Report | None = None) -> Calls:
    """The graph of calls; the report counts the steps of all who follow it, if the program was not judged before."""
    found = Calls(program, Report() if report is None else report)
    for query in program.queries:
        node = ("query", query.name)
        found.calls[node] = [call for call in _of_expr(query.body, found) if not query.deep or call.target != node]
    for shape in program.shapes:
        found.calls["shape", shape.name] = [call for clause in shape.clauses for call in _of_parts(clause, found)]
    for each in program.stands:
        found.calls.setdefault(("purpose", each.purpose), []).extend(_of_parts(each.where, found))
    for rule in program.rules:
        found.calls["rule", rule.name] = [call for stmt in statements(rule.body) for call in of_stmt(stmt, found)]
    for menu in program.menus:
        found.calls["menu", menu.name] = [
            Call(("action", name), found.actions[name].span, f"`{name}` is one of its actions")
            for name in menu.actions
            if name in found.actions
        ]
    for action in program.actions:
        parts: list[object] = [*action.params]
        for need in action.needs:
            parts += [need.test, *(part for part in need.message if isinstance(part, core.Expr))]
        found.calls["action", action.name] = [call for part in parts for call in _of_parts(part, found)]
        found.calls["action", action.name].append(
            Call(("rule", action.rule), action.span, f"`{action.name}` is carried out")
        )
    _arrange(found)
    return found


# ---- what calls what


def _of_parts(node: object, found: Calls) -> Iterator[Call]:
    if isinstance(node, core.Expr):
        yield from _of_expr(node, found)
        return
    if isinstance(node, core.ParamDef) and node.shape:
        yield Call(("shape", node.shape), node.span, f"`{node.shape}` is picked from")
    for child in children(node):
        yield from _of_expr(child, found)


def _of_expr(expr: core.Expr, found: Calls) -> Iterator[Call]:
    for part in expressions(expr):
        if isinstance(part, core.Ask):
            yield Call(("query", part.query), part.span, f"`{made_names.widened(part.query)}` is asked")
        elif isinstance(part, core.Trial):
            yield Call(found.printed(part.effect), part.span, "what is printed on a card is tried")


def of_stmt(stmt: core.Stmt, found: Calls) -> Iterator[Call]:
    """What a statement calls, apart from those inside it."""
    for child in children(stmt):
        yield from _of_expr(child, found)
    match stmt:
        case core.CallRule():
            yield Call(("rule", stmt.rule), stmt.span, f"`{stmt.rule}` is called")
        case core.OneOf():
            for branch in stmt.branches:
                yield Call(("rule", branch), found.rules[branch].span, "one of several")
        case core.Perform():
            yield Call(found.printed(stmt.effect), stmt.span, "what is printed on a card is performed")
        case core.Choose():
            yield Call(("menu", stmt.menu), stmt.span, f"`{stmt.menu}` is opened")
        case core.AskFor() if stmt.shape:
            yield Call(("shape", stmt.shape), stmt.span, f"`{stmt.shape}` is picked from")
            if ("purpose", stmt.purpose) in found.calls:
                yield Call(("purpose", stmt.purpose), stmt.span, f"something stands in for `{stmt.purpose}`")
        case _:
            pass


# ---- callees first


def _arrange(found: Calls) -> None:
    """Put callees before callers, as far as nothing stands in the way."""
    targets = {node: {call.target for call in out} for node, out in found.calls.items()}
    order = _callees_first(targets)
    if len(order) < len(targets):
        done = set(order)
        found.rounds = _rounds({node: out for node, out in targets.items() if node not in done})
        for members in found.rounds:
            for node in members:
                targets[node] = {to for to in targets[node] if to not in members or to[0] != "printed"}
        order = _callees_first(targets)
        left = targets.keys() - set(order)
        if left:
            found.cycles = {node: targets[node] & left for node in targets if node in left}
            return
        found.returning = frozenset[Node]().union(*found.rounds)
        found.nested = frozenset(name for sort, name in found.returning if sort == "rule" and name in found.printed_on)
    found.order, found.before = order, targets


def _callees_first(targets: Mapping[Node, set[Node]]) -> list[Node]:
    """Nodes behind all that they call; those that come back to themselves are left out, with all that call them."""
    missing = {node: len(out) for node, out in targets.items()}
    callers: dict[Node, list[Node]] = {node: [] for node in targets}
    for node, out in targets.items():
        for target in out:
            callers[target].append(node)
    ready = [node for node, count in missing.items() if not count]
    for node in ready:  # grows while it is read
        for caller in callers[node]:
            missing[caller] -= 1
            if not missing[caller]:
                ready.append(caller)
    return ready


def _rounds(targets: Mapping[Node, set[Node]]) -> list[set[Node]]:
    """Nodes that come back to themselves, each with all that it comes by."""
    place = {node: number for number, node in enumerate(targets)}
    callers: dict[Node, list[Node]] = {node: [] for node in targets}
    for node, out in targets.items():
        for target in out & targets.keys():
            callers[target].append(node)
    found: list[set[Node]] = []
    seen: set[Node] = set()
    for node in reversed(_left_behind(targets)):  # nobody comes back to it who was not met before it
        if node not in seen:
            members = _reached(node, callers, seen)
            seen |= members
            if len(members) > 1 or node in targets[node]:
                found.append(members)
    return sorted(found, key=lambda members: min(map(place.__getitem__, members)))


def _left_behind(targets: Mapping[Node, set[Node]]) -> list[Node]:
    """All nodes, as a walk that goes on to what is called leaves them behind."""
    found: list[Node] = []
    seen: set[Node] = set()
    for start in targets:
        under_way = [(start, iter(targets[start]))] if start not in seen else []
        seen.add(start)
        while under_way:
            node, more = under_way[-1]
            new = next((to for to in more if to in targets and to not in seen), None)
            if new is None:
                found.append(node)
                under_way.pop()
            else:
                seen.add(new)
                under_way.append((new, iter(targets[new])))
    return found


def _reached(node: Node, ways: Mapping[Node, list[Node]], without: set[Node]) -> set[Node]:
    found = {node}
    waiting = [node]
    while waiting:
        more = {to for to in ways[waiting.pop()] if to not in found and to not in without}
        found |= more
        waiting += more
    return found
