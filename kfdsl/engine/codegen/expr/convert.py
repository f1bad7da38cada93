"""Values of one type where another is wanted: a bundle serves as a want, a group as a bundle, alone or inside others.

In:   code and its type.      Out:  code of the type that is wanted; the same where both are held alike.
"""

from __future__ import annotations

from kfdsl.engine.codegen.lines import Lines
from kfdsl.program.numbering import is_converted
from kfdsl.program.types import Type


def converted(out: Lines, code: str, given: Type, wanted: Type) -> str:
    """Code of the type that is wanted."""
    if not is_converted(given, wanted):
        return code
    if wanted.head == "maybe" and wanted.inner is not None:
        if given.head != "maybe" or given.inner is None:
            return converted(out, code, given, wanted.inner)
        name = out.named(code)
        return f"(None if {name} is None else {converted(out, name, given.inner, wanted.inner)})"
    if wanted.head == "list" and given.inner is not None and wanted.inner is not None:
        return f"tuple([{converted(out, 'each', given.inner, wanted.inner)} for each in {code}])"
    bundle = f"bundle_of({code}, ZERO)" if given.head == "group" else code
    return f"want_of({bundle})" if wanted.head == "want" else bundle
