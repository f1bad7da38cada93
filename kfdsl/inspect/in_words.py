"""What a name of the content stands for, in words.

In:   rules and a name.      Out:  lines of text, for whoever only wants to print them.
"""

from __future__ import annotations

from kfdsl.api import Rules
from kfdsl.inspect.definition import describe
from kfdsl.inspect.lookup import named
from kfdsl.inspect.other_names import declared, declared_names
from kfdsl.inspect.rule_lines import Line


def describe_in_words(rules: Rules, name: str) -> str:
    """What a name stands for, as text; nothing if it stands for nothing."""
    found = [describe(rules.program, each) for each in named(rules.program, name)]
    found = found or (declared(rules, name) if name in declared_names(rules) else [])
    return "\n".join(
        f"  {line.text}"
        for each in found
        for line in (*each.lines, *(Line(text=note, span=None) for note in each.notes))
    )
