"""Packs are found by name or path, with what they require, in an order that asking cannot change."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path
from random import Random

import pytest

from kfdsl.packs.find import Pack, find, shipped_packs
from kfdsl.text.diagnostic import Report
from kfdsl.text.render import render
from tests.packs.roots_for_tests import codes, folder, pack, zipped


@pytest.fixture
def shipped(tmp_path: Path) -> Path:
    return folder(
        tmp_path / "shipped",
        pack("hollow")
        | pack("moor", requires={"hollow": "^1"})
        | pack("fen", requires={"hollow": "*"}, follows={"moor": "*"})
        | pack("apex", follows={"fen": "*"}),
    )


def found(wanted: list[str], shipped: Path) -> tuple[list[str], list[str]]:
    report = Report()
    packs = find(wanted, shipped, report)
    render(report.diagnostics)
    return [pack.name for pack in packs], codes(report)


def test_a_pack_brings_what_it_requires(shipped: Path) -> None:
    assert found(["fen"], shipped) == (["hollow", "fen"], [])


def test_all_are_all_that_are_shipped_each_after_what_it_requires_or_follows(shipped: Path) -> None:
    assert found(["all"], shipped) == (["hollow", "moor", "fen", "apex"], [])
    assert found([shipped.as_posix()], shipped) == (["hollow", "moor", "fen", "apex"], [])


def test_the_order_of_asking_never_matters(shipped: Path, tmp_path: Path) -> None:
    root = folder(tmp_path / "mine", pack("mire", requires={"fen": "*"})).as_posix()
    assert {tuple(found(list(words), shipped)[0]) for words in permutations(["apex", "moor", root, "hollow"])} == {
        ("hollow", "moor", "fen", "apex", "mire")
    }


def test_a_folder_or_a_zip_brings_all_its_packs(shipped: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.zip").write_bytes(zipped(pack("mire", requires={"hollow": "*"}) | pack("bog")))
    assert found([str(tmp_path / "mine.zip")], shipped) == (["bog", "hollow", "mire"], [])


def test_a_pack_knows_of_all_that_lie_where_was_looked(shipped: Path, tmp_path: Path) -> None:
    mine = folder(tmp_path / "mine", pack("mire") | pack("bog")).as_posix()
    packs = find([mine, "hollow"], shipped, Report())
    assert {name for each in packs for name in each.beside} == {"apex", "bog", "fen", "hollow", "mire", "moor"}


def test_a_root_named_twice_is_read_once(shipped: Path, tmp_path: Path) -> None:
    root = folder(tmp_path / "mine", pack("bog")).as_posix()
    assert found([root, root + "/", root + "/../mine"], shipped) == (["bog"], [])


def test_a_folder_of_the_working_directory_can_be_named_without_slash(
    shipped: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder(tmp_path / "bog", pack("bog"))
    monkeypatch.chdir(tmp_path)
    assert found(["bog"], shipped) == (["bog"], [])


def test_an_unknown_name_is_answered_with_the_nearest(shipped: Path) -> None:
    report = Report()
    assert find(["holow"], shipped, report) == ()
    assert [said.help for said in report.diagnostics] == ["did you mean `hollow`?"]


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ([], "no-packs"),
        ([""], "unknown-pack"),
        (["\0"], "unknown-pack"),
        (["x" * 5000], "unknown-pack"),
        (["./none"], "no-root"),
        (["none.zip"], "no-root"),
    ],
)
def test_what_is_not_there_is_reported(shipped: Path, wanted: list[str], code: str) -> None:
    assert found(wanted, shipped) == ([], [code])


def with_pack(shipped: Path, tmp_path: Path, files: dict[str, bytes]) -> list[str]:
    return found([folder(tmp_path / "mine", files).as_posix(), "moor"], shipped)[1]


def test_a_missing_requirement_is_reported(shipped: Path, tmp_path: Path) -> None:
    assert with_pack(shipped, tmp_path, pack("bog", requires={"holow": "*"})) == ["missing-pack"]


def test_a_version_out_of_range_is_reported(shipped: Path, tmp_path: Path) -> None:
    assert with_pack(shipped, tmp_path, pack("bog", requires={"hollow": "^2"})) == ["pack-version"]
    assert with_pack(shipped, tmp_path, pack("bog", follows={"moor": "<1"})) == ["pack-version"]


def test_a_conflict_is_reported_if_the_version_is_meant(shipped: Path, tmp_path: Path) -> None:
    assert with_pack(shipped, tmp_path, pack("bog", conflicts={"moor": "^1"})) == ["pack-conflict"]
    assert with_pack(shipped, tmp_path, pack("bog", conflicts={"moor": "^2", "fen": "*"})) == []


def test_a_circle_is_reported_with_every_step(shipped: Path, tmp_path: Path) -> None:
    files = pack("a", requires={"b": "*"}) | pack("b", follows={"c": "*"}) | pack("c", requires={"a": "*"})
    report = Report()
    names = [pack.name for pack in find([folder(tmp_path / "mine", files).as_posix()], shipped, report)]
    assert names == ["a", "b", "c"]
    (said,) = report.diagnostics
    assert said.message == "packs wait for one another: `a` after `b` after `c` after `a`"
    assert len(said.asides) == 2


def test_a_pack_that_requires_itself_is_a_circle(shipped: Path, tmp_path: Path) -> None:
    assert with_pack(shipped, tmp_path, pack("bog", requires={"bog": "*"})) == ["pack-circle"]


def test_the_same_name_in_two_roots_is_reported(shipped: Path, tmp_path: Path) -> None:
    assert with_pack(shipped, tmp_path, pack("hollow")) == ["duplicate-pack"]
    roots = [folder(tmp_path / name, pack("bog")).as_posix() for name in ("one", "two")]
    assert found(roots, shipped)[1] == ["duplicate-pack"]


def digest(tmp_path: Path, files: dict[str, bytes]) -> str:
    (packed,) = shipped_packs(folder(tmp_path / str(Random().random()), files), Report())
    return packed.digest


def test_a_digest_tells_contents_apart_and_nothing_else(tmp_path: Path) -> None:
    first = digest(tmp_path, pack())
    assert first == digest(tmp_path, pack()) == digest(tmp_path, pack(text="token clay\r\n"))
    others = [
        pack(text="token clat\n"),
        pack(title="Other"),
        pack() | {"rules/hollow/b.kf": b""},
        {name.replace("kiln", "oven"): data for name, data in pack().items()},
    ]
    assert len({first, *(digest(tmp_path, files) for files in others)}) == 5


def test_a_pack_is_the_same_in_a_folder_and_in_a_zip(shipped: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.zip").write_bytes(zipped(pack("bog")))
    packs: list[tuple[Pack, ...]] = [
        find([str(path)], shipped, Report()) for path in (tmp_path / "mine.zip", folder(tmp_path / "mine", pack("bog")))
    ]
    assert packs[0] == packs[1]
