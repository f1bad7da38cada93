"""Find the packs of a game, and those that they need.

In:   names of shipped packs, paths of content roots, or `all`.
Out:  packs, each after those it requires or follows.
The order in which packs are asked for never matters; where nothing else decides, names do.
Refuses to know what a pack says.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from os.path import realpath
from pathlib import Path

from kfdsl.packs.manifest import Manifest, Relation
from kfdsl.packs.order import arrange
from kfdsl.packs.root import RootPack, read_root
from kfdsl.text.diagnostic import Aside, Report, nearest
from kfdsl.text.source import Source

ALL = "all"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pack:
    """A pack that is to be loaded; `digest` changes with any character of it, `beside` are all that lie where was looked."""

    manifest: Manifest
    sources: tuple[Source, ...] = field(repr=False)
    digest: str
    root: str = field(compare=False)
    beside: frozenset[str] = field(default=frozenset(), compare=False, repr=False)

    @property
    def name(self) -> str:
        """What other packs and players call it."""
        return self.manifest.name


def find(wanted: Sequence[str], shipped: Path, report: Report) -> tuple[Pack, ...]:
    """Read the wanted packs and what they require; whatever keeps them from being loaded together is reported."""
    known = {pack.name: pack for pack in shipped_packs(shipped, report)}
    names, roots = _sorted_out(wanted, known, shipped, report)
    given = [pack for root in roots for pack in map(_pack, read_root(root, report))]
    for pack in given:
        _meet(pack, known, report)
    chosen = _with_required({*names, *(pack.name for pack in given)}, known, report)
    for pack in chosen.values():
        _judge(pack, chosen, report)
    order = arrange({name: _before(pack, chosen) for name, pack in chosen.items()}, report)
    beside = frozenset(known)
    return tuple(replace(chosen[name], beside=beside) for name in order)


def shipped_packs(shipped: Path, report: Report) -> tuple[Pack, ...]:
    """All packs of the shipped content root, by name."""
    return tuple(map(_pack, read_root(shipped, report)))


def _sorted_out(
    wanted: Sequence[str], known: Mapping[str, Pack], shipped: Path, report: Report
) -> tuple[set[str], list[Path]]:
    names: set[str] = set()
    roots: dict[str, Path] = {}
    listed = ", ".join([*sorted(known), ALL])
    for word in sorted(set(wanted)):
        path = None if word in known or word == ALL else _path(word)
        if word in known:
            names.add(word)
        elif word == ALL or (path is not None and realpath(path) == realpath(shipped)):
            names |= set(known)
        elif path is not None:
            roots.setdefault(realpath(path), path)
        else:
            report.error(
                "unknown-pack",
                f"no pack is called `{word}`",
                None,
                help=nearest(word, [*known, ALL]) or f"known are {listed}; or name a folder or zip",
            )
    if not wanted:
        report.error("no-packs", "no pack was named", None, help=f"name one of {listed}, or a folder or zip")
    return names, list(roots.values())


def _path(word: str) -> Path | None:
    """The content root that a word names: something that exists, or that can only be a path."""
    looks_like_one = "/" in word or "\\" in word or word.endswith(".zip") or word in (".", "..")
    try:
        return Path(word) if word and (looks_like_one or Path(word).exists()) and "\0" not in word else None
    except (OSError, ValueError):
        return None


def _pack(found: RootPack) -> Pack:
    digest = sha256()
    for source in (found.manifest.source, *found.sources):
        for part in (source.name, source.text):
            data = part.encode("utf-8")
            digest.update(b"%d:" % len(data) + data)
    return Pack(manifest=found.manifest, sources=found.sources, digest=digest.hexdigest(), root=found.root)


def _meet(pack: Pack, known: dict[str, Pack], report: Report) -> None:
    other = known.setdefault(pack.name, pack)
    if other is not pack:
        report.error(
            "duplicate-pack",
            f"two packs are called `{pack.name}`",
            pack.manifest.name_span,
            label=f"one is in {pack.root}, the other in {other.root}",
            help="rename one of them, with its folders and its manifest, or leave one out",
        )


def _with_required(names: Iterable[str], known: Mapping[str, Pack], report: Report) -> dict[str, Pack]:
    chosen: dict[str, Pack] = {}
    waiting = sorted(names)
    while waiting:
        pack = known[waiting.pop()]
        chosen[pack.name] = pack
        for relation in pack.manifest.requires:
            if relation.pack not in known:
                report.error(
                    "missing-pack",
                    f"`{pack.name}` requires `{relation.pack}`: not found",
                    relation.span,
                    help=nearest(relation.pack, list(known)) or "name the folder or zip that holds it as well",
                )
            elif relation.pack not in chosen:
                waiting.append(relation.pack)
    return dict(sorted(chosen.items()))


def _judge(pack: Pack, chosen: Mapping[str, Pack], report: Report) -> None:
    for relation in (*pack.manifest.requires, *pack.manifest.follows):
        other = chosen.get(relation.pack)
        if other is not None and not relation.range.allows(other.manifest.version):
            _tell_pair(
                "pack-version",
                f"`{pack.name}` does not go with `{other.name}` {other.manifest.version}",
                "this asks for other versions",
                relation,
                other,
                report,
            )
    for relation in pack.manifest.conflicts:
        other = chosen.get(relation.pack)
        if other is not None and relation.range.allows(other.manifest.version):
            _tell_pair(
                "pack-conflict",
                f"`{pack.name}` and `{other.name}` cannot be loaded together",
                "this says so",
                relation,
                other,
                report,
            )


def _tell_pair(code: str, message: str, label: str, relation: Relation, other: Pack, report: Report) -> None:
    aside = Aside(span=other.manifest.name_span, label=f"this is {other.manifest.version}")
    report.error(
        code, message, relation.span, label=label, asides=[aside], help="leave one out, or try another version of one"
    )


def _before(pack: Pack, chosen: Mapping[str, Pack]) -> dict[str, Relation]:
    """The packs that come before this one, and where it says so."""
    return {
        relation.pack: relation
        for relation in (*pack.manifest.follows, *pack.manifest.requires)
        if relation.pack in chosen
    }
