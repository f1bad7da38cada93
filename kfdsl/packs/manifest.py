"""What a pack says about itself.

In:   the text of `<pack>.pack.json`.      Out:  a Manifest, or nothing and the reasons.
The form is judged by manifest.schema.json, which editors read as well; here stands only what a schema cannot say.
Refuses to know of other packs; see find.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Literal, cast

from kfdsl.packs.json_spans import Located, Steps, locate
from kfdsl.packs.manifest_schema import judge
from kfdsl.packs.version import Range, Version, read_range, read_version
from kfdsl.text.diagnostic import Diagnostic, Report
from kfdsl.text.source import Source, Span

SUFFIX = ".pack.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Relation:
    """Another pack, in some versions: `"hollow": "^1.2"`."""

    pack: str
    range: Range
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """Something that players settle before a game."""

    name: str
    type: Literal["bool", "choice"]
    default: bool | str
    choices: tuple[str, ...]
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """A checked manifest; `source` is its text."""

    name: str
    version: Version
    title: str
    languages: tuple[str, ...]
    requires: tuple[Relation, ...]
    follows: tuple[Relation, ...]
    conflicts: tuple[Relation, ...]
    options: tuple[Option, ...]
    players: tuple[int, int] | None  # how few and how many may play
    authors: tuple[str, ...]
    licence: str
    name_span: Span = field(compare=False, repr=False)
    source: Source = field(compare=False, repr=False)

    @property
    def relations(self) -> tuple[Relation, ...]:
        """All that it says of other packs."""
        return (*self.requires, *self.follows, *self.conflicts)


def read_manifest(text: str, where: str, report: Report) -> Manifest | None:
    """Read a manifest; `where` is the path of its file, whose name has to agree with the pack's."""
    manifest, said = _judged(text, where)
    for each in said:
        report.add(each)
    return manifest


@lru_cache(maxsize=32)  # whoever loads packs looks at the same shipped ones each time
def _judged(text: str, where: str) -> tuple[Manifest | None, tuple[Diagnostic, ...]]:
    report = Report()
    manifest = _read(text, where, report)
    return manifest, report.diagnostics


def _read(text: str, where: str, report: Report) -> Manifest | None:
    source = Source(where, _stem(where), text)
    located = locate(source, report)
    if located is None or not judge(located, report):
        return None
    manifest = _manifest(cast(dict[str, Any], located.value), located, source, report)
    return manifest if manifest is not None and _agrees(manifest, where, report) else None


def _manifest(value: dict[str, Any], located: Located, source: Source, report: Report) -> Manifest | None:
    version = read_version(value["version"])
    relations = {part: _relations(value, part, located, report) for part in ("requires", "follows", "conflicts")}
    options = tuple(_option(name, said) for name, said in sorted(value.get("options", {}).items()))
    faults = [option for option in options if not _default_is_a_choice(option, located, report)]
    if version is None:
        report.error("bad-version", "this is not a version", located.values["version",], help="write e.g. `1.0.0`")
    if version is None or faults or None in relations.values():
        return None
    return Manifest(
        name=value["name"],
        version=version,
        title=value["title"],
        languages=tuple(value["languages"]),
        requires=relations["requires"] or (),
        follows=relations["follows"] or (),
        conflicts=relations["conflicts"] or (),
        options=options,
        players=cast(tuple[int, int], tuple(value["players"])) if "players" in value else None,
        authors=tuple(value.get("authors", ())),
        licence=value.get("licence", ""),
        name_span=located.values["name",],
        source=source,
    )


def _relations(value: dict[str, Any], part: str, located: Located, report: Report) -> tuple[Relation, ...] | None:
    found = []
    for pack, text in sorted(value.get(part, {}).items()):
        path: Steps = (part, pack)
        read = read_range(text)
        if read is None:
            report.error(
                "bad-version",
                "this is not a range of versions",
                located.values[path],
                help="write one such as `^1.2`, `>=1.2 <2` or `*`",
            )
            return None
        found.append(Relation(pack=pack, range=read, span=located.keys[path].to(located.values[path])))
    return tuple(found)


def _option(name: str, said: dict[str, Any]) -> Option:
    return Option(
        name=name,
        type=said["type"],
        default=said["default"],
        choices=tuple(said.get("choices", ())),
        title=said["title"],
    )


def _default_is_a_choice(option: Option, located: Located, report: Report) -> bool:
    if option.type == "bool" or option.default in option.choices:
        return True
    report.error(
        "bad-manifest",
        f"`{option.default}` is not a choice of the option `{option.name}`",
        located.values["options", option.name, "default"],
        help=f"write one of {', '.join(option.choices)}",
    )
    return False


def _agrees(manifest: Manifest, where: str, report: Report) -> bool:
    if manifest.name == _stem(where):
        return True
    report.error(
        "bad-manifest",
        f"the pack is called `{manifest.name}` but its file is not",
        manifest.name_span,
        help=f"name the file `{manifest.name}{SUFFIX}`, or the pack `{_stem(where)}`",
    )
    return False


def _stem(where: str) -> str:
    return where.replace("\\", "/").rsplit("/", 1)[-1].removesuffix(SUFFIX)
