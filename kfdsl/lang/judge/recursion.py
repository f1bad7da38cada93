"""That nothing comes back to where it began, and no chain of calls is too long to be carried out.

In:   the graph of calls.      Out:  a report, of a cycle with every step of it.
"""

from __future__ import annotations

from collections.abc import Mapping

from kfdsl.analysis.calls import Call, Calls, Node
from kfdsl.program import core, made_names
from kfdsl.text.diagnostic import Aside, Report
from kfdsl.text.source import Span

DEEPEST = 100  # times that queries stand in themselves
LONGEST = 60  # calls inside one another; a program of content has about ten
MOST = 100  # names from which a way back is looked for


def recursion(found: Calls, report: Report) -> None:
    """Report cycles; without any, chains and nests that are too deep."""
    _cycles(found, report)
    if not found.cycles:
        _chains(found, report)
        _nests(found, report)


def _chains(found: Calls, report: Report) -> None:
    depth: dict[Node, int] = {}
    inside: dict[Node, int] = {}  # how often queries stand in themselves, one in the other
    for node in found.order:
        deep = found.queries[node[1]].deep if node[0] == "query" else 0
        inside[node] = deep + max((inside[target] for target in found.before[node]), default=0)
        if deep and inside[node] > DEEPEST:
            report.error(
                "too-deep",
                f"`{made_names.widened(node[1])}` and the queries it asks stand in themselves {inside[node]} times together",
                _span(node, found),
                label=f"there may be {DEEPEST} of them",
                help="let them be less deep",
            )
        calls_by_itself = node[0] not in ("printed", "purpose")  # these only stand for others
        depth[node] = calls_by_itself + max((depth[target] for target in found.before[node]), default=0)
        if calls_by_itself and depth[node] == LONGEST + 1:
            report.error(
                "too-deep",
                f"`{node[1]}` stands on more than {LONGEST} others, each calling the next",
                _span(node, found),
                label="the chain begins here",
                help="join some of them into one",
            )


def _nests(found: Calls, report: Report) -> None:
    """So many effects that may be performed inside one another must not stand in each other."""
    for members in found.rounds:
        effects = sorted(name for sort, name in members if sort == "rule" and name in found.nested)
        if sum(found.printed_on[name] for name in effects) > LONGEST:
            report.error(
                "too-deep",
                f"more than {LONGEST} effects of cards could be performed one inside the other",
                found.rules[effects[min(LONGEST, len(effects) - 1)]].span,
                label="this is one of them",
                help="let fewer cards perform what is printed on others",
            )


def _cycles(found: Calls, report: Report) -> None:
    left, told = found.cycles, set[Node]()
    for node in list(left)[:MOST]:
        start = _repeated(node, found, left)
        if start not in told:
            cycle = _cycle(start, found, left)
            told.update(call.target for call in cycle)
            _report_cycle(cycle, report)


def _repeated(node: Node, found: Calls, left: Mapping[Node, set[Node]]) -> Node:
    """A node on a cycle: every node that is left calls another one that is left."""
    seen: set[Node] = set()
    while node not in seen:
        seen.add(node)
        node = next(call.target for call in found.calls[node] if call.target in left[node])
    return node


def _cycle(start: Node, found: Calls, left: Mapping[Node, set[Node]]) -> list[Call]:
    """The shortest way from a node back to it."""
    came: dict[Node, tuple[Node, Call]] = {}
    waiting = [start]
    for node in waiting:  # grows while it is read
        for call in found.calls[node]:
            if call.target in left[node] and call.target not in came:
                came[call.target] = (node, call)
                waiting.append(call.target)
    way: list[Call] = []
    at = start
    while not way or at != start:
        at, step = came[at]
        way.append(step)
    return way[::-1]


def _report_cycle(cycle: list[Call], report: Report) -> None:
    sort, name = cycle[-1].target
    asides = [Aside(span=call.span, label=call.words) for call in cycle[1:]]
    hint = "write it without calling itself: with `for`, `sum of` or `repeat`"
    if sort == "menu" or any(call.target[0] == "menu" for call in cycle):
        hint = "an action ends and the menu is opened again by `repeat { choose … } until …`"
    if len(cycle) == 1 and sort == "query":
        hint = f"say how deep it may stand in itself, `query {name}(…) -> … up to 20 deep = …`, or use `sum of` or `reach(…)`"
    report.error(
        "recursion", f"`{name}` comes back to itself", cycle[0].span, label=cycle[0].words, asides=asides, help=hint
    )


def _span(node: Node, found: Calls) -> Span:
    tables: dict[str, dict[str, core.Named]] = {
        "query": dict(found.queries),
        "rule": dict(found.rules),
        "shape": dict(found.shapes),
        "menu": dict(found.menus),
        "action": dict(found.actions),
    }
    return tables[node[0]][node[1]].span
