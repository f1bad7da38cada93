"""Names that are no definitions of the merged program: purposes, ledgers, words of values, faces, steps, options.

In:   rules and a name.      Out:  Shown, like for any other name: what stands where, and what belongs to it.
"""

from __future__ import annotations

from collections.abc import Iterator

from kfdsl.api import Rules
from kfdsl.inspect.as_written import linked
from kfdsl.inspect.definition import Shown, sort_of
from kfdsl.inspect.rule_lines import Line, Listing, as_written
from kfdsl.lang import nodes
from kfdsl.lang.link.model import Entry, Model
from kfdsl.program import core
from kfdsl.program.core.walk import statements
from kfdsl.text.source import Span


def declared(rules: Rules, name: str) -> list[Shown]:
    """Everything of that name that is no definition of its own."""
    return [
        *_options(rules, name),
        *_words(rules.program, name),
        *_faces(rules.program, name),
        *_steps(rules.program, name),
        *_by_model(rules, name),
    ]


def declared_names(rules: Rules) -> list[str]:
    """Every name that can be asked for here."""
    program = rules.program
    found = [option.rpartition(".")[2] for option in rules.options]
    found += [word for values in program.values for word in values.names]
    found += [face for kind in program.kinds for face in kind.faces]
    found += [step.label for _, step in _all_steps(program)]
    found += [*program.ledgers, *(stand.purpose for stand in program.stands)]
    return [name for name in dict.fromkeys(found) if name]


def _shown(sort: str, name: str, span: Span, lines: Iterator[Line], *notes: str) -> Shown:
    return Shown(
        sort=sort,
        name=name,
        pack=span.source.pack,
        place=span.place,
        lines=tuple(lines),
        notes=tuple(note for note in notes if note),
    )


def _options(rules: Rules, name: str) -> Iterator[Shown]:
    for full, option in rules.options.items():
        if name in (full, option.name):
            pack = next(pack for pack in rules.packs if pack.name == full.partition(".")[0])
            choices = f" ({', '.join(option.choices)})" if option.choices else ""
            yield Shown(
                sort="option",
                name=full,
                pack=pack.name,
                place=pack.manifest.source.name,
                lines=(),
                notes=(f"{option.title}{choices}; {_said(option.default)} unless said otherwise",),
            )


def _said(value: bool | str) -> str:
    return str(value).lower() if isinstance(value, bool) else value


def _words(program: core.Program, name: str) -> Iterator[Shown]:
    for values in program.values:
        if name in values.names:
            at = values.names.index(name) + 1
            note = f"the {_nth(at)} of {len(values.names)} {values.name}: {', '.join(values.names)}"
            yield _shown("value", name, values.span, as_written(values.span), note)


def _nth(number: int) -> str:
    return {1: "first", 2: "second", 3: "third"}.get(number, f"{number}th")


def _faces(program: core.Program, name: str) -> Iterator[Shown]:
    kinds = [kind for kind in program.kinds if name in kind.faces]
    if kinds:
        fields = [field.name for field in program.fields if field.faced and any(field.owner in k.traits for k in kinds)]
        notes = [f"a face of {kind.name}, one of {', '.join(kind.faces)}" for kind in kinds]
        carried = f"it carries {', '.join(dict.fromkeys(fields))}" if fields else ""
        yield _shown("face", name, kinds[0].span, as_written(kinds[0].span), *notes, carried)


def _all_steps(program: core.Program) -> Iterator[tuple[core.RuleDef, core.Step]]:
    for rule in program.rules:
        yield from ((rule, part) for part in statements(rule.body) if isinstance(part, core.Step))


def _steps(program: core.Program, name: str) -> Iterator[Shown]:
    for rule, step in _all_steps(program):
        if name in (step.label, f"{rule.name}.{step.label}"):
            lines = Listing(program, rule.name).lines(step, 0)
            yield _shown("step", step.label, step.span, lines, f"a step of {sort_of(rule)} {rule.name}")


# ---- what only the text knows


def _by_model(rules: Rules, name: str) -> Iterator[Shown]:
    model = linked(rules)
    entry = model.declared.get(name)
    if entry is None:
        return
    if isinstance(entry.node, nodes.Purpose):
        yield _shown("purpose", name, entry.span, _lines(entry, _customs(model, name)), *_used(rules.program, name))
    elif isinstance(entry.node, nodes.Ledger):
        yield _shown("ledger", name, entry.span, _lines(entry, _scorers(rules.program, name)))


def _lines(entry: Entry[nodes.Decl], spans: Iterator[Span]) -> Iterator[Line]:
    yield from as_written(entry.span)
    for span in spans:
        yield from as_written(span)


def _customs(model: Model, purpose: str) -> Iterator[Span]:
    """What stands for what in a purpose, and the like."""
    for stands in model.stands:
        yield from [stands.span] if stands.node.purpose == purpose else []
    for company in model.companies:
        yield from [company.span] if company.node.purpose == purpose else []
    for role in model.roles:
        yield from [role.span] if role.node.purpose == purpose else []


def _used(program: core.Program, purpose: str) -> Iterator[str]:
    """Which rules ask or settle for a purpose."""
    used = [
        rule.name
        for rule in program.rules
        for part in statements(rule.body)
        if isinstance(part, core.AskFor | core.Settle) and part.purpose == purpose
    ]
    if used:
        yield f"used by {', '.join(dict.fromkeys(used))}"


def _scorers(program: core.Program, ledger: str) -> Iterator[Span]:
    """What is scored on a ledger."""
    for rule in program.rules:
        for part in statements(rule.body):
            is_in_sets = isinstance(part, core.ScoreSets) and ledger in part.ledgers
            if is_in_sets or (isinstance(part, core.ScoreLeft) and part.ledger == ledger):
                yield part.span
