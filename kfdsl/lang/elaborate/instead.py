"""What to write instead of an expression that does not fit where it stands.

In:   the expression, and the type that is wanted.      Out:  a help line, in words of the game at hand.
"""

from __future__ import annotations

from kfdsl.lang.elaborate.names import Names
from kfdsl.program import core
from kfdsl.program.types import BOOL, BUNDLE, NUMBER, TOKEN, WANT, Type, fits

AN_ITEM = "say which item of it: "


def instead(names: Names, expr: core.Expr, wanted: Type) -> str:
    """What is likely to be meant, or else what fits."""
    found, words = expr.type, expr.span.words
    if found.head == "maybe" and found.inner and fits(found.inner, wanted, names.lineage):
        return f"it may be none: first ask `{words} is there`"
    if found.head == "card" and wanted.head == "card":
        return f"first ask `{words} is {wanted.name}`"
    if found == TOKEN and wanted in (BUNDLE, WANT):
        return f"say how many: `1 {words}`"
    if found.inner is not None and found.head == "list" and fits(found.inner, wanted, names.lineage):
        written = isinstance(expr, core.Prim) and expr.word == "items"
        return AN_ITEM + ("`[0, 2, 5] at n`" if written else "`item(1, xs)`, or `the first x in xs`")
    if found.head == "group" and wanted.head == "want":
        return "only amounts that are written out can be wanted"
    if found == BOOL and wanted in (BUNDLE, WANT) and isinstance(expr, core.Prim) and expr.word in ("and", "or"):
        return "an amount is one: join what is wanted of it by `+`; what may be any of several is a trait of tokens"
    if wanted == BOOL and found in (BUNDLE, WANT):
        return "only conditions are joined by `and` and `or`; amounts are joined by `+`"
    if found == NUMBER and wanted == BOOL:
        return f"compare it, such as `{words} > 0`"
    if found == WANT and wanted == BUNDLE and (exact := exactly(names, expr)):
        return exact
    return f"write {_form(names, wanted)}"


def exactly(names: Names, expr: core.Expr) -> str:
    """`1 soft` where it must be said which: a help that names a token; nothing if it is not written out."""
    entries = expr.value if isinstance(expr, core.Const) and isinstance(expr.value, tuple) else ()
    for count, name, _ in entries:
        tokens = names.tokens_of(name)
        if name not in names.token_traits and tokens:
            more = "" if len(tokens) < 3 else " or another one"
            listed = " or ".join(f"`{count} {token}`" for token in tokens[:2])
            return f"`{name}` may be any of several tokens: say which, as {listed}{more}"
    return "say which tokens, not `different` ones" if entries else ""


def _form(names: Names, wanted: Type) -> str:
    """What something of a type looks like."""
    token = next(iter(names.token_traits), "clay")
    forms = {
        "number": "a number, or something that counts: `size(players)`",
        "bool": "a condition, such as `n > 3`",
        "player": "a player, such as `me`",
        "token": f"the name of a token, such as `{token}`",
        "bundle": f"an amount of tokens, such as `2 {token}`",
        "want": f"an amount, such as `2 {token}`",
        "group": "what somebody picked",
        "effect": "what is done, such as `do { … }`",
        "text": "a text in quotes",
    }
    return forms.get(wanted.head, f"something of type {wanted}")
