"""What was made of something of the content, as Python that people can read.

In:   a program in flat form, and a name.      Out:  the functions that were made of it, each with its line of content above it.
"""

from __future__ import annotations

from collections.abc import Iterator

from kfdsl.engine.flat.print_python import python_text
from kfdsl.engine.lower.lowered import Lowered
from kfdsl.program import core, made_names
from kfdsl.text.source import Span


def readable(lowered: Lowered, name: str) -> str:
    """All that was made of a query, a shape, an action, a rule, or of what is printed on a card."""
    program = lowered.layout.layout.numbering.program
    found: dict[str, Span] = {}
    for query in program.queries:
        if query.name == name:
            found[made_names.query(name)] = query.span
    for shape in program.shapes:
        if shape.name == name:
            found[made_names.shape(name)] = shape.span
    for action in program.actions:
        if action.name == name:
            found |= dict.fromkeys(_of_action(action), action.span)
    for rule in program.rules:
        if rule.name == name or rule.name.startswith(name + "."):
            found |= dict.fromkeys(_of_rule(lowered, rule.name), rule.span)
    texts = (
        f"# {span.place}\n{python_text({made: lowered.functions[made]}).strip()}"
        for made, span in found.items()
        if made in lowered.functions
    )
    return "\n\n\n".join(texts)


def _of_action(action: core.ActionDef) -> Iterator[str]:
    for at in range(len(action.params)):
        yield made_names.domain(action.name, at)
    for at in range(len(action.needs)):
        yield made_names.need_test(action.name, at)


def _of_rule(lowered: Lowered, rule: str) -> Iterator[str]:
    yield made_names.rule(rule)
    for number, block in enumerate(lowered.blocks):
        if block.rule == rule:
            yield made_names.block(number)
    for number, ask in enumerate(lowered.asks):
        if ask.rule == rule:
            yield from (made_names.asked_player(number), made_names.asked_items(number), made_names.asked_want(number))
