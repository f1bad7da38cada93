"""How a printed effect reads, made from what it does.

In:   a Program, a rule and a language.      Out:  a sentence, or nothing where some part has no words.
An effect reads as a clause that its declaration gives (`says`); clauses are only set side by side, never inside one another,
so that no language's word order is broken. Nouns come whole, singular and plural.
"""

from __future__ import annotations

from kfdsl.program import core, made_names
from kfdsl.program.things import thing_of


class Reader:
    """Reads the effects of one program in one language; what has no words in it is read in the first one it has."""

    def __init__(self, program: core.Program, language: str) -> None:
        self.language = language
        self.rules = {rule.name: rule for rule in program.rules}
        self.nouns = {token.name: token.nouns for token in program.tokens} | {
            trait.name: trait.nouns for trait in program.traits
        }
        self.nouns |= {thing_of(card): card.nouns for card in program.cards}
        self.nouns |= {name: words for spoken, name, words in program.nouns if spoken == language}

    def sentence(self, rule: str) -> str | None:
        """What a printed effect does."""
        clause = self.clause(self.rules[rule].body, {})
        return None if not clause else _as_sentence(clause)

    def said(self, card: core.CardDef, face: str) -> str | None:
        """What a card says on a face, or as a whole under no face, besides its effects and values; nothing if it says nothing."""
        printed = {
            field.rpartition(".")[2]: value
            for field, at, value in card.values
            if at in ("", face) and value is not None
        }
        clauses = [self.words(says, printed) for at, says in card.says if at == face]
        return " ".join(_as_sentence(clause) for clause in clauses if clause) or None

    def clause(self, stmt: core.Stmt, known: dict[str, core.Expr]) -> str | None:
        """A statement as a clause."""
        match stmt:
            case core.Block():
                parts = [self.clause(part, known) for part in stmt.body]
                return ", ".join(part for part in parts if part) if all(parts) else None
            case core.Step():
                return self.clause(stmt.body, known)
            case core.CallRule():
                return self.called(stmt, known)
            case core.OneOf():
                branches = [self.clause(self.rules[branch].body, known) for branch in stmt.branches]
                return " / ".join(branch for branch in branches if branch) if all(branches) else None
            case _:
                return None

    def called(self, stmt: core.CallRule, known: dict[str, core.Expr]) -> str | None:
        """An effect in its own words, or, if it has none, in those of what it does."""
        rule = self.rules[stmt.rule]
        args = {
            name: known.get(arg.name, arg) if isinstance(arg, core.Local) else arg
            for (name, _), arg in zip(rule.params, stmt.args, strict=True)
        }
        if not rule.says:
            return self.clause(rule.body, args)
        return self.words(rule.says, args)

    def words(self, says: core.Spoken, known: dict[str, core.Expr]) -> str | None:
        """A text in the language, or else in the first that it has, with its holes filled; nothing if one has no words."""
        parts = dict(says).get(self.language, says[0][1])
        shown = [self.value(known[part[1:-1]]) if part.startswith("{") else part for part in parts]
        return "".join(part for part in shown if part is not None) if None not in shown else None

    def value(self, expr: core.Expr) -> str | None:
        """A printed value in words: `2 jugs and 1 straw`."""
        if isinstance(expr, core.Prim) and expr.word in ("items", "set"):
            shown = [self.value(each) for each in expr.args]
            return ", ".join(each for each in shown if each is not None) if None not in shown else None
        if isinstance(expr, core.Prim) and expr.word == "at":
            return self.value(expr.args[0])  # all that it may be, in order; by what is for the clause to say
        if not isinstance(expr, core.Const):
            return None
        if isinstance(expr.value, tuple):
            return ", ".join(f"{count} {self.noun(name, count)}" for count, name, _ in expr.value)
        return self.noun(str(expr.value), 1) if expr.type.head in ("token", "card", "value") else str(expr.value)

    def noun(self, name: str, count: int) -> str:
        """A noun, singular or plural."""
        name = name.partition("#")[0]  # a copy is called like its thing
        words = self.nouns.get(name) or (made_names.in_words(name),)
        return words[0] if count == 1 else words[-1]


def _as_sentence(clause: str) -> str:
    return clause[0].upper() + clause[1:] + ("" if clause.endswith(".") else ".")
