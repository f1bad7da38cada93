"""A content root is read whole from a folder as from a zip, and what is wrong with it is said, never raised."""

from __future__ import annotations

import os
import struct
from collections.abc import Callable
from pathlib import Path
from zipfile import ZIP_BZIP2, ZIP_STORED, ZipFile, ZipInfo

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kfdsl.packs import limits
from kfdsl.packs.root import RootPack, read_root
from kfdsl.text.diagnostic import Report
from tests.packs.roots_for_tests import codes, folder, manifest, pack, zipped

MIB = 1 << 20


def read(path: Path) -> tuple[tuple[RootPack, ...], Report]:
    report = Report()
    return read_root(path, report), report


def read_zip(tmp_path: Path, data: bytes) -> tuple[tuple[RootPack, ...], Report]:
    (tmp_path / "root.zip").write_bytes(data)
    return read(tmp_path / "root.zip")


def in_folder(tmp_path: Path, files: dict[str, bytes]) -> tuple[tuple[RootPack, ...], Report]:
    return read(folder(tmp_path / "root", files))


def in_zip(tmp_path: Path, files: dict[str, bytes]) -> tuple[tuple[RootPack, ...], Report]:
    return read_zip(tmp_path, zipped(files))


Reader = Callable[[Path, dict[str, bytes]], tuple[tuple[RootPack, ...], Report]]
both = pytest.mark.parametrize("read_files", [in_folder, in_zip])


@both
def test_packs_and_texts_come_sorted_with_forward_slashes(tmp_path: Path, read_files: Reader) -> None:
    files = (
        pack("moor")
        | pack()
        | {
            "things/hollow/deep/b.kf": b"b",
            "README.md": b"\xff",
            "things/hollow/a.kf": b"a",
            ".git/x.kf": b"\xff",
            "art/hollow/kiln.png": b"\0",
        }
    )
    packs, report = read_files(tmp_path, files)
    assert codes(report) == []
    assert [found.manifest.name for found in packs] == ["hollow", "moor"]
    assert [source.name for source in packs[0].sources] == [
        "rules/hollow/kiln.kf",
        "things/hollow/a.kf",
        "things/hollow/deep/b.kf",
    ]
    assert {source.pack for source in packs[0].sources} == {"hollow"}


@both
def test_what_lies_among_texts_and_is_not_read_is_told(tmp_path: Path, read_files: Reader) -> None:
    """A text that was saved as `.txt` would be missed in silence."""
    others = {
        "rules/hollow/oven.kf.txt": b"kiln x { }",
        "rules/hollow/deep/notes": b"",
        "rules/hollow/README.md": b"",
        "rules/hollow/kiln.PNG": b"",
        "rules/hollow/LICENSE.txt": b"",
        "rules/hollow/.draft.txt": b"",
        "notes.txt": b"",
        "drafts/notes.txt": b"",
        "rules/elsewhere/oven.txt": b"",
    }
    packs, report = read_files(tmp_path, pack() | others)
    assert [found.manifest.name for found in packs] == ["hollow"]
    assert not report.failed
    assert [(found.code, found.where.partition("/rules/")[2]) for found in report.diagnostics] == [
        ("unread-file", "hollow/deep/notes"),
        ("unread-file", "hollow/oven.kf.txt"),
    ]


@both
def test_marks_and_carriage_returns_are_kept_out(tmp_path: Path, read_files: Reader) -> None:
    files = pack() | {"rules/hollow/kiln.kf": b"\xef\xbb\xbfa\r\nb\rc"}
    (found,), report = read_files(tmp_path, files)
    assert codes(report) == []
    assert found.sources[0].text == "a\nb\nc"


@both
@pytest.mark.parametrize(
    ("name", "data", "code"),
    [
        ("rules/hollow/bad.kf", b"one\r\ntwo \xff", "not-text"),
        ("rules/hollow/bad.kf", "clay".encode("utf-16"), "not-text"),
        ("rules/hollow/bad.kf", b"a\0b", "not-text"),
        ("hollow.pack.json", b"\xff", "not-text"),
        ("hollow.pack.json", b"{", "bad-json"),
        ("rules/hollow/big.kf", os.urandom(MIB + 1), "file-too-big"),
        ("rules/moor/a.kf", b"", "stray-file"),
        ("rules/a.kf", b"", "stray-file"),
        ("a.kf", b"", "stray-file"),
        ("rules/hollow/A.KF", b"", "stray-file"),
        ("rules/hollow/moor.pack.json", b"", "stray-file"),
        ("rules/hollow/KILN.kf", b"", "duplicate-file"),
        ("rules/hollow/a\nb.kf", b"", "bad-file-name"),
        ("rules/hollow/" + "d/" * 20 + "a.kf", b"", "bad-file-name"),
        ("rules/hollow/con.kf", b"", "bad-file-name"),
        ("rules/hollow/Aux.kf", b"", "bad-file-name"),
        ("rules/hollow/nul.old.kf", b"", "bad-file-name"),
        ("rules/hollow/com¹.kf", b"", "bad-file-name"),
        ("rules/hollow/prn /a.kf", b"", "bad-file-name"),
        ("rules/hollow/lpt9/a.kf", b"", "bad-file-name"),
    ],
)
def test_a_bad_file_is_reported(tmp_path: Path, read_files: Reader, name: str, data: bytes, code: str) -> None:
    _, report = read_files(tmp_path, pack() | {name: data})
    assert codes(report) == [code]


def test_bytes_that_are_no_text_are_shown_at_their_line(tmp_path: Path) -> None:
    _, report = in_folder(tmp_path, pack() | {"rules/hollow/bad.kf": b"one\r\ntwo \xff"})
    (found,) = report.diagnostics
    assert found.span is not None and found.span.place == "rules/hollow/bad.kf:2:5"


@both
def test_a_root_without_manifest_is_reported_once(tmp_path: Path, read_files: Reader) -> None:
    assert codes(read_files(tmp_path, {"rules/hollow/a.kf": b""})[1]) == ["no-manifest"]


@both
def test_too_many_files_are_reported_once(tmp_path: Path, read_files: Reader) -> None:
    _, report = read_files(tmp_path, pack() | {f"rules/hollow/{n}.kf": b"" for n in range(limits.MOST_FILES)})
    assert codes(report) == ["root-too-big"]


def test_too_much_text_in_a_folder_is_reported_once(tmp_path: Path) -> None:
    _, report = in_folder(tmp_path, pack() | {f"rules/hollow/{n}.kf": b" " * MIB for n in range(40)})
    assert codes(report) == ["root-too-big"]


def test_where_nothing_is_there_is_no_root(tmp_path: Path) -> None:
    assert codes(read(tmp_path / "none")[1]) == ["no-root"]
    assert codes(read(Path("a\0b"))[1]) == ["no-root"]


def test_a_link_out_of_the_root_is_refused_and_one_within_is_read(tmp_path: Path) -> None:
    root = folder(tmp_path / "root", pack())
    (tmp_path / "secret.kf").write_text("secret")
    (root / "rules/hollow/out.kf").symlink_to(tmp_path / "secret.kf")
    (root / "rules/hollow/same.kf").symlink_to(root / "rules/hollow/kiln.kf")
    (found,), report = read(root)
    assert codes(report) == ["link-outside"]
    assert [source.name for source in found.sources] == ["rules/hollow/kiln.kf", "rules/hollow/same.kf"]


def test_links_to_folders_to_nothing_and_to_themselves_are_reported(tmp_path: Path) -> None:
    root = folder(tmp_path / "root", pack())
    (root / "rules/hollow/circle").symlink_to(root)
    (root / "rules/hollow/none.kf").symlink_to(root / "none")
    (root / "rules/hollow/self.kf").symlink_to(root / "rules/hollow/self.kf")
    assert sorted(codes(read(root)[1])) == ["linked-folder", "unreadable", "unreadable"]


def test_folders_and_pipes_named_like_texts_are_reported(tmp_path: Path) -> None:
    root = folder(tmp_path / "root", pack() | {"rules/hollow/dir.kf/a.txt": b""})
    os.mkfifo(root / "rules/hollow/pipe.kf")
    assert codes(read(root)[1]) == ["not-a-file", "not-a-file"]
    assert codes(in_zip(tmp_path, pack() | {"rules/hollow/dir.kf/": b""})[1]) == ["not-a-file"]


def test_what_cannot_be_read_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = folder(tmp_path / "root", pack() | {"rules/hollow/locked/a.kf": b""})
    scan = os.scandir

    def refuse(path: Path) -> object:
        if path.name == "locked":
            raise PermissionError(13, "Permission denied")
        return scan(path)

    monkeypatch.setattr(os, "scandir", refuse)
    assert codes(read(root)[1]) == ["unreadable"]


@pytest.mark.parametrize("name", ["../a.kf", "/a.kf", "C:/a.kf", "rules\\hollow\\a.kf", "rules/../../a.kf", "..\\a.kf"])
def test_names_that_lead_out_of_a_zip_are_refused(tmp_path: Path, name: str) -> None:
    assert codes(in_zip(tmp_path, pack() | {name: b"x"})[1]) == ["zip-escape"]


def test_links_in_a_zip_are_refused(tmp_path: Path) -> None:
    with ZipFile(tmp_path / "root.zip", "w") as archive:
        for name, data in pack().items():
            archive.writestr(name, data)
        link = ZipInfo("rules/hollow/link.kf")
        link.external_attr = 0o120777 << 16
        archive.writestr(link, "/etc/passwd")
    assert codes(read(tmp_path / "root.zip")[1]) == ["link-outside"]


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_name_twice_in_a_zip_is_reported(tmp_path: Path) -> None:
    with ZipFile(tmp_path / "root.zip", "w") as archive:
        for name, data in [*pack().items(), *pack().items()]:
            archive.writestr(name, data)
    assert codes(read(tmp_path / "root.zip")[1]) == ["duplicate-file", "duplicate-file"]


def test_an_encrypted_member_is_reported(tmp_path: Path) -> None:
    data = bytearray(zipped(pack()))
    at = data.rindex(b"PK\x01\x02") + 8
    data[at] |= 1
    assert codes(read_zip(tmp_path, bytes(data))[1]) == ["zip-encrypted"]


def test_an_unusual_packing_is_refused(tmp_path: Path) -> None:
    assert "zip-method" in codes(read_zip(tmp_path, zipped(pack(), ZIP_BZIP2))[1])


def test_one_file_that_swells_is_a_bomb(tmp_path: Path) -> None:
    _, report = in_zip(tmp_path, pack() | {"rules/hollow/a.kf": b" " * 900_000})
    assert codes(report) == ["zip-bomb"]


def test_many_files_that_swell_are_a_bomb(tmp_path: Path) -> None:
    _, report = in_zip(tmp_path, pack() | {f"rules/hollow/{n}.kf": b" " * 60_000 for n in range(200)})
    assert codes(report) == ["zip-bomb"]


def test_headers_that_lie_about_sizes_do_not_help_a_bomb(tmp_path: Path) -> None:
    bomb = zipped(pack() | {"rules/hollow/z.kf": b" " * (8 * MIB)})
    for claimed in (10, 2**31):
        data = bytearray(bomb)
        at = data.rindex(b"PK\x01\x02") + 24
        data[at : at + 4] = struct.pack("<I", claimed)
        _, report = read_zip(tmp_path, bytes(data))
        assert set(codes(report)) <= {"zip-bomb", "broken-zip"} and codes(report)


def test_members_that_share_their_bytes_are_a_bomb(tmp_path: Path) -> None:
    with ZipFile(tmp_path / "root.zip", "w", ZIP_STORED) as archive:
        for name, data in pack().items():
            archive.writestr(name, data)
        archive.writestr("rules/hollow/a.kf", os.urandom(MIB // 2).hex())
        last = archive.infolist()[-1]
        for n in range(200):
            twin = ZipInfo("rules/hollow/a.kf")
            for slot in ("CRC", "compress_size", "file_size", "header_offset", "external_attr"):
                setattr(twin, slot, getattr(last, slot))
            twin.filename = twin.orig_filename = f"rules/hollow/{n:03}.kf"
            archive.filelist.append(twin)
    _, report = read(tmp_path / "root.zip")
    assert set(codes(report)) <= {"zip-bomb", "broken-zip"} and codes(report)


def test_a_broken_zip_is_reported(tmp_path: Path) -> None:
    good = zipped(pack())
    assert codes(read_zip(tmp_path, good[: len(good) // 2])[1]) == ["broken-zip"]
    assert codes(read_zip(tmp_path, b"")[1]) == ["broken-zip"]


def test_a_changed_byte_in_a_member_is_reported(tmp_path: Path) -> None:
    data = zipped(pack(), ZIP_STORED).replace(b"token clay", b"token CLAY")
    assert codes(read_zip(tmp_path, data)[1]) == ["broken-zip"]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(data=st.binary(max_size=400))
def test_any_bytes_as_a_zip_are_answered_with_a_report(tmp_path: Path, data: bytes) -> None:
    packs, report = read_zip(tmp_path, data)
    assert not packs and report.failed


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(changes=st.lists(st.tuples(st.integers(0, 10_000), st.integers(0, 255)), min_size=1, max_size=6))
def test_any_damage_to_a_zip_is_survived(tmp_path: Path, changes: list[tuple[int, int]]) -> None:
    data = bytearray(zipped(pack() | {"things/hollow/a.kf": b"clay " * 40}))
    for at, byte in changes:
        data[at % len(data)] = byte
    read_zip(tmp_path, bytes(data))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(data=st.binary(max_size=200))
def test_any_bytes_as_files_are_survived(tmp_path: Path, data: bytes) -> None:
    files = {"hollow.pack.json": manifest().encode(), "rules/hollow/a.kf": data, "moor.pack.json": data}
    packs, _ = in_zip(tmp_path, files)
    assert [found.manifest.name for found in packs] == ["hollow"]
