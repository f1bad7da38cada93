"""A stranger's zip that changes tiles of two expansions loads on top of all, and says what it misses where one is not there."""

from __future__ import annotations

import json
import shutil
import zipfile
from pathlib import Path

import pytest

import kfdsl
from kfdsl.examples.run import run
from kfdsl.packs.shipped import content_folder

CHANGES = """
patch tile assayer { upgraded.points: 4 }
patch winter_tile builder { scoring: worth_annexes 4 }
with farmers { patch tile ranch { price: 1 wood } }

position tuned for ann, ben, cleo { workday }
example "the Assayer is worth 4" { given tuned; then assayer.upgraded.points = 4 }
with farmers { example "the Ranch is cheap" { given tuned; then size(ranch.price) = 1 } }
"""
ALL = ("keyflower", "merchants", "farmers", "keymelequin", "key_celeste", "emporium")


def zipped(folder: Path, **manifest: object) -> Path:
    """The stranger's pack."""
    path = folder / "house_rules.zip"
    said = {
        "name": "house_rules",
        "version": "1.0.0",
        "title": "House rules",
        "languages": ["en"],
        "requires": {"merchants": ">=0.2"},
        "follows": {"farmers": ">=0.2"},
        **manifest,
    }
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("house_rules.pack.json", json.dumps(said))
        archive.writestr("rules/house_rules/changes.kf", CHANGES)
    return path


def field(rules: kfdsl.Rules, card: str) -> str:
    return repr(next(each for each in rules.program.cards if each.name == card))


def test_it_loads_on_top_of_all(tmp_path: Path) -> None:
    rules = kfdsl.load(*ALL, zipped(tmp_path))
    mine = [example for example in rules.examples() if example.pack == "house_rules"]
    assert [example.name for example in mine] == ["the Assayer is worth 4", "the Ranch is cheap"]
    assert [run(rules.table(len(example.players)), example) for example in mine] == [None, None]
    assert field(rules, "ranch") != field(kfdsl.load(*ALL), "ranch")


def test_without_the_farmers_it_loads_without_that_part(tmp_path: Path) -> None:
    rules = kfdsl.load(zipped(tmp_path))
    assert {pack.name for pack in rules.packs} == {"keyflower", "merchants", "house_rules"}
    assert [example.name for example in rules.examples() if example.pack == "house_rules"] == ["the Assayer is worth 4"]


def test_where_its_manifest_requires_them_it_says_what_it_misses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path / "content"
    shutil.copytree(content_folder(), root)
    (root / "farmers.pack.json").unlink()
    for folder in root.glob("*/farmers"):
        shutil.rmtree(folder)
    monkeypatch.setattr("kfdsl.loading.content_folder", lambda: root)
    wanted = zipped(tmp_path, requires={"merchants": ">=0.2", "farmers": ">=0.2"}, follows={})
    with pytest.raises(kfdsl.ContentError, match="farmers"):
        kfdsl.load(wanted)
    assert kfdsl.load(zipped(tmp_path)).packs  # the one that only follows them does without


def test_a_version_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(kfdsl.ContentError, match=r"merchants"):
        kfdsl.load(zipped(tmp_path, requires={"merchants": ">=9"}))


def test_removing_packs_from_the_folder_leaves_the_base_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KFDSL_CACHE", "")
    before = kfdsl.load("keyflower").dump()
    root = tmp_path / "content"
    shutil.copytree(content_folder(), root)
    for manifest in root.glob("*.pack.json"):
        name = manifest.name.removesuffix(".pack.json")
        if name != "keyflower":
            manifest.unlink()
            for folder in root.glob(f"*/{name}"):
                shutil.rmtree(folder)
    monkeypatch.setattr("kfdsl.loading.content_folder", lambda: root)
    assert kfdsl.load("keyflower").dump() == before
