"""`kfdsl new`: a small pack to begin with.

In:   a name, perhaps a thing to begin with a copy of.      Out:  a folder with a manifest and a text, which load and hold.
"""

from __future__ import annotations

import json
import re
import shlex
from dataclasses import dataclass
from pathlib import Path

from kfdsl.api import Rules, load_into
from kfdsl.cli.terminal import output
from kfdsl.cli.terminal.load import load, split
from kfdsl.examples.run import run
from kfdsl.inspect.lookup import named, names
from kfdsl.packs.find import ALL, shipped_packs
from kfdsl.packs.shipped import content_folder
from kfdsl.program import core
from kfdsl.program.things import things
from kfdsl.text.diagnostic import Report, nearest
from kfdsl.text.render import render

_NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
_LONGEST = 60

GAME = """\
# {title}: say in plain words what it is about. The manual is grammar/README.md.

token clay "lump of clay" "lumps of clay"
place pit of tokens, seen by all, holds 20 clay
place shelf per player of tokens, seen by owner
place yard of kiln, in order, seen by all

# What every card of a kind has.
kind kiln starts in yard {{ work: effect = none }}

# A card: short, in words that the rules below explain.
kiln old_kiln "Old kiln" {{ work: dig 2 clay }}

# A rule: what such a word does, and how it reads.
effect dig(what: bundle) says en "dig {{what}}" {{ move up to what from pit to shelf(me) }}

# What a player may do, and when not.
menu day(me: player)
action rest in day {{ }}
action tend in day(k: kiln in yard) {{
  need worth: not idle k.work by me at k else "nothing would come of it"
  do {{ perform k.work by me at k }}
}}

# How the game goes, from its beginning to its end.
var days: number = 0
main flow week {{
  middle: repeat {{
    for p in players {{ choose day(p) }}
    days := days + 1
  }} until days >= 3
  finish: for p in players {{ score size(shelf(p)) to p for "clay" }}
}}

# Examples are played by `kfdsl test`.
position morning for ann, ben {{ shelf(ann) = 1 clay; days = 0 }}
example "a kiln gives clay" {{
  given morning
  then ann can "tend old_kiln"
  when ann "tend old_kiln"
  then shelf(ann) = 3 clay; ben to act
}}
"""

THING = """\
# {title}: begun as a copy of {like}. What `{kind}` has, tells `kfdsl show {kind}`; the manual is grammar/README.md.

{thing}
"""

PROOF = """
example "{title} is there" {{
  given {position}
  then cards({kind}) has {name}
}}
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """What is to be written: the manifest, where the text goes, and the text."""

    manifest: dict[str, object]
    place: str
    text: str


def new(name: str, folder: Path | None, like: str | None, packs: str) -> int:
    """Write a pack and see whether it is fine."""
    target = folder or Path(name)
    _check(name, target)
    draft = _game(name) if like is None else _copy(name, like, load(split(packs)))
    _write(name, target, draft)
    others = split(packs) if like is not None and packs != ALL else []
    wanted = [*others, str(target) if target.is_absolute() else f"./{target.as_posix()}"]
    _prove(wanted, draft)
    output.say(f"{target} holds the pack `{name}`: {target / draft.place}")
    output.say("It loads, and its example holds. Go on with:")
    words = shlex.join(wanted)
    output.say(f"  kfdsl check {words}\n  kfdsl test {words}\n  kfdsl play --packs {shlex.quote(','.join(wanted))}")
    return output.FINE


def _check(name: str, target: Path) -> None:
    if not _NAME.fullmatch(name) or len(name) > _LONGEST or name == ALL:
        raise output.Wrong(
            f"`{name[:_LONGEST]}` is no name for a pack; use small letters, digits and `_`, a letter first"
        )
    if name in {pack.name for pack in shipped_packs(content_folder(), Report())}:
        raise output.Wrong(f"a pack called `{name}` is shipped already; choose another name")
    try:
        if target.exists() and (not target.is_dir() or any(target.iterdir())):
            raise output.Wrong(f"{target} is there already; name another folder with --in")
    except (OSError, ValueError) as problem:
        raise output.Wrong(f"{target} cannot be read: {getattr(problem, 'strerror', None) or problem}") from problem


def _title(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _game(name: str) -> Draft:
    """A game of its own."""
    return Draft(
        manifest=_manifest(name, {}) | {"players": [1, 4]},
        place=f"rules/{name}/{name}.kf",
        text=GAME.format(title=_title(name)),
    )


def _copy(name: str, like: str, rules: Rules) -> Draft:
    """A thing for a game that is there."""
    program = rules.program
    card = next((each for each in named(program, like) if isinstance(each, core.CardDef)), None)
    if card is None:
        known = [card.name for card in things(program)]
        hint = nearest(like, known) or "`kfdsl packs PACK` lists those of a pack"
        raise output.Wrong(f"--like: no thing is called `{like}`; {hint}")
    if name in names(program):
        raise output.Wrong(f"something is called `{name}` already, and the copy would be called like the pack")
    title = _title(name)
    text = THING.format(title=title, like=card.name, kind=card.kind, thing=_renamed(card, name, title))
    position = next((each.name for each in program.positions if each.pack == card.pack), None)
    if position is not None:
        text += PROOF.format(title=title, position=position, name=name, kind=card.kind)
    needed = {card.pack, *(kind.pack for kind in program.kinds if kind.name == card.kind)}
    versions = {pack.name: pack.manifest.version for pack in rules.packs if pack.name in needed}
    requires = {pack: f"^{version}" for pack, version in sorted(versions.items())}
    return Draft(manifest=_manifest(name, requires), place=f"{card.kind}s/{name}/{name}.kf", text=text)


def _renamed(card: core.CardDef, name: str, title: str) -> str:
    """The words of a thing with another name and title."""
    words = card.span.words
    head, brace, rest = words.partition("{")
    nouns = f' "{title}"' if card.nouns else ""
    assert brace and card.name in head.split()
    return f"{card.kind} {name}{nouns} {{{rest}"


def _manifest(name: str, requires: dict[str, str]) -> dict[str, object]:
    return {"name": name, "version": "0.1.0", "title": _title(name), "languages": ["en"], "requires": requires}


def _write(name: str, target: Path, draft: Draft) -> None:
    try:
        (target / draft.place).parent.mkdir(parents=True)
        (target / draft.place).write_text(draft.text, encoding="utf-8")
        manifest = json.dumps(draft.manifest, indent=2) + "\n"
        (target / f"{name}.pack.json").write_text(manifest, encoding="utf-8")
    except OSError as problem:
        raise output.Wrong(f"{target} cannot be written: {problem.strerror or problem}") from problem


def _prove(wanted: list[str], draft: Draft) -> None:
    """Load what was written, and play its example."""
    report = Report()
    rules = load_into(wanted, report)
    if rules is None:
        raise output.Broken(f"{render(report.diagnostics)}\n\nthis was written, but needs your hand")
    own = [example for example in rules.examples() if example.span.source.name == draft.place]
    found = [run(rules.table(len(example.players)), example) for example in own]
    failed = [each for each in found if each is not None]
    if failed or not own:
        raise output.Broken(f"{render(failed)}\n\nthis was written, but has no example that holds yet")
