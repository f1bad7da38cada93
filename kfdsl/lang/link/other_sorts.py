"""A change of something that is there, but is of another sort: what to write instead.

In:   what was declared under the name, and the change.      Out:  a label and a help, or nothing.
"""

from __future__ import annotations

from typing import Any

from kfdsl.lang import nodes

_FORMS: dict[type[nodes.Decl], tuple[str, str]] = {
    nodes.Query: ("a query", "extend query {} when … then …"),
    nodes.Action: ("an action", "extend action {} {{ after {{ … }} }}"),
    nodes.Moment: ("a moment", "on {} {{ … }}"),
    nodes.Kind: ("a kind", "extend kind {} {{ … }}"),
    nodes.Trait: ("a trait", "extend trait {} {{ … }}"),
    nodes.Token: ("a token", "extend token {} is …"),
    nodes.Place: ("a place", "extend place {} holds …"),
    nodes.Values: ("a type of values", "extend values {} …"),
    nodes.Shape: ("a shape", "extend shape {} {{ some of … }}"),
}


def said_otherwise(target: nodes.Decl, change: Any) -> tuple[str, str] | None:
    """What the name stands for, and how that is changed."""
    name = target.name
    match target:
        case nodes.Effect():
            word = change.word if isinstance(change, nodes.EffectChange) else "after"
            sort, form = "a flow" if target.is_flow else "an effect", f"extend effect {name} {word} {{ … }}"
        case nodes.Thing():
            sort, form = f"a {target.kind}", f"patch {target.kind} {name} {{ … }}"
        case _ if type(target) in _FORMS:
            sort, form = _FORMS[type(target)][0], _FORMS[type(target)][1].format(name)
        case _:
            return None
    return f"`{name}` is {sort}", f"write `{form}`"
