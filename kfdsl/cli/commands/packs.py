"""`kfdsl packs`: which packs there are, and what each declares and changes.

In:   nothing, or names, folders or zips.      Out:  a list, or all about the packs named.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence

from kfdsl.cli.terminal import output
from kfdsl.inspect.pack_contents import Contents, contents
from kfdsl.packs.find import Pack, find, shipped_packs
from kfdsl.packs.manifest import Relation
from kfdsl.packs.shipped import content_folder
from kfdsl.text.diagnostic import Report
from kfdsl.text.render import to_json


def packs(wanted: Sequence[str], json: bool) -> int:
    """List the shipped packs, or tell everything about some."""
    report = Report()
    found = _found(wanted, report)
    read = [(pack, contents(pack, report)) for pack in found]
    if json:
        output.say_json(
            {"packs": [_values(pack, inside) for pack, inside in read], "diagnostics": to_json(report.diagnostics)}
        )
        return output.code_of(report.diagnostics)
    if wanted:
        for number, (pack, inside) in enumerate(read):
            _tell(pack, inside, is_first=not number)
    else:
        _list(read)
    output.diagnostics(report.diagnostics, sys.stderr)
    return output.code_of(report.diagnostics)


def _found(wanted: Sequence[str], report: Report) -> tuple[Pack, ...]:
    """The packs that are meant, without those that they only require."""
    if not wanted:
        return shipped_packs(content_folder(), report)
    all_found = find(wanted, content_folder(), report)
    if report.failed:
        return ()
    inside = content_folder().as_posix()
    return tuple(pack for pack in all_found if pack.name in wanted or pack.root != inside or "all" in wanted)


def _list(read: Sequence[tuple[Pack, Contents]]) -> None:
    rows = []
    for pack, inside in read:
        rows.append((pack.name, str(pack.manifest.version), pack.manifest.title))
        rows += [("", "", line) for line in _brief(pack, inside)]
    output.say_rows(rows)


def _brief(pack: Pack, inside: Contents) -> Iterable[str]:
    if pack.manifest.requires:
        yield f"requires {_relations(pack.manifest.requires)}"
    yield f"declares {output.count(len(inside.declared), 'name')}, with {output.count(inside.examples, 'example')}"
    if inside.changed:
        yield f"changes {', '.join(dict.fromkeys(each.name for each in inside.changed))}"


def _tell(pack: Pack, inside: Contents, is_first: bool) -> None:
    if not is_first:
        output.say()
    output.say(f"{pack.name} {pack.manifest.version}  {pack.manifest.title}")
    output.say_rows(list(_about(pack, inside)), indent=2)
    if inside.declared:
        output.say("  declares")
        sorts = dict.fromkeys(each.sort for each in inside.declared)
        output.say_rows(
            [(sort, ", ".join(each.name for each in inside.declared if each.sort == sort)) for sort in sorts], indent=4
        )
    if inside.changed:
        output.say("  changes")
        output.say_rows(
            [
                (each.how, each.name, each.span.place + (f", with {each.beside}" if each.beside else ""))
                for each in inside.changed
            ],
            indent=4,
        )


def _about(pack: Pack, inside: Contents) -> Iterable[tuple[str, str]]:
    manifest = pack.manifest
    for word, relations in (
        ("requires", manifest.requires),
        ("follows", manifest.follows),
        ("conflicts with", manifest.conflicts),
    ):
        if relations:
            yield word, _relations(relations)
    if manifest.players:
        yield "players", f"{manifest.players[0]} to {manifest.players[1]}"
    for option in manifest.options:
        choices = f" ({', '.join(option.choices)})" if option.choices else ""
        yield "option", f"{option.name}: {option.title}{choices}, {option.default} unless said otherwise"
    yield "in", f"{pack.root}: {output.count(len(pack.sources), 'text')}, {', '.join(manifest.languages)}"
    if manifest.authors or manifest.licence:
        yield "by", ", ".join([*manifest.authors, manifest.licence]).strip(", ")
    yield "hash", pack.digest[:16]
    yield "proof", output.count(inside.examples, "example")


def _relations(relations: Iterable[Relation]) -> str:
    return ", ".join(f"{relation.pack} {relation.range}" for relation in relations)


def _values(pack: Pack, inside: Contents) -> dict[str, object]:
    manifest = pack.manifest
    return {
        "name": manifest.name,
        "version": str(manifest.version),
        "title": manifest.title,
        "languages": list(manifest.languages),
        "requires": {each.pack: str(each.range) for each in manifest.requires},
        "follows": {each.pack: str(each.range) for each in manifest.follows},
        "conflicts": {each.pack: str(each.range) for each in manifest.conflicts},
        "options": {
            each.name: {"title": each.title, "default": each.default, "choices": list(each.choices)}
            for each in manifest.options
        },
        "players": list(manifest.players) if manifest.players else None,
        "authors": list(manifest.authors),
        "licence": manifest.licence,
        "root": pack.root,
        "digest": pack.digest,
        "declares": [{"sort": each.sort, "name": each.name, "place": each.span.place} for each in inside.declared],
        "changes": [
            {"how": each.how, "name": each.name, "with": each.beside, "place": each.span.place}
            for each in inside.changed
        ],
        "examples": inside.examples,
    }
