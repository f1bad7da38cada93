"""The cache of compiled rules: it saves time, and nothing else can be told of it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pytest

import kfdsl
from kfdsl.analysis.program_facts import ProgramFacts
from kfdsl.lang import compile as language
from kfdsl.lang.syntax import parser
from kfdsl.lang.syntax.read import _files, read, remembered
from kfdsl.loading import keep, recall
from kfdsl.packs.find import Pack, find
from kfdsl.packs.shipped import content_folder, grammar_file
from kfdsl.record import cache
from kfdsl.text.diagnostic import Report
from kfdsl.text.render import render
from kfdsl.text.source import Source
from tests.lang.samples import FIRING
from tests.laws.games_for_laws import snapshot, walk
from tests.record.pottery import ASKING, POTTERY, write_pack

TOP = Path(__file__).resolve().parent.parent.parent
EXAMPLE = """
position bench for ann, ben { shelf(ann) = 3 clay; shelf(ben) = 3 clay }
example "a kiln wants clay" { given bench; when ann "throw flat_kiln with 2 clay" then yard = 2 clay }
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of its own, in a process whose code counts as settled."""
    monkeypatch.setenv("KFDSL_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(cache, "_BORN", float("inf"))
    return tmp_path / "cache"


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    return write_pack(tmp_path / "root", POTTERY + ASKING + EXAMPLE)


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Grows by one whenever packs are really compiled."""
    found: list[int] = []
    real = language.compile_packs

    def counted(*args: object) -> object:
        found.append(1)
        return real(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(language, "compile_packs", counted)
    return found


def entries(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.rules"))


def played(rules: kfdsl.Rules) -> dict[str, object]:
    game = rules.new_game(["Ann", "Ben"], seed=5)
    for _ in walk(game, 5):
        pass
    return snapshot(game) | {"scores": game.scores(), "told": game.told("Ann")}


def test_what_is_kept_is_not_compiled_again_and_is_the_same(pack: Path, folder: Path, compiled: list[int]) -> None:
    first, second = kfdsl.load(pack), kfdsl.load(pack)
    assert len(compiled) == len(entries(folder)) == 1
    assert second.program == first.program
    assert second.dump() == first.dump()
    assert second.table(2).with_functions.module == first.table(2).with_functions.module
    assert second.facts.play == ProgramFacts(second.numbering).play
    assert [span.place for span in second.table(2).lines] == [span.place for span in first.table(2).lines]
    assert [diagnostic.message for diagnostic in second.warnings] == [
        diagnostic.message for diagnostic in first.warnings
    ]
    assert played(second) == played(first)
    assert second.examples() == first.examples()
    assert second.check_examples() == ()


def test_what_is_said_of_files_is_said_once_also_of_rules_that_were_kept(pack: Path, compiled: list[int]) -> None:
    (pack / "rules" / "hollow" / "more.txt").write_text("kiln x { }")
    told = [[warning.code for warning in kfdsl.load(pack).warnings] for _ in range(3)]
    assert len(compiled) == 1
    assert told == [["unread-file"]] * 3


def test_a_save_from_before_goes_on_with_what_was_kept(pack: Path) -> None:
    game = kfdsl.load(pack).new_game(["Ann", "Ben"], seed=5)
    game.play("throw ...")
    assert snapshot(kfdsl.load(pack).resume(game.save())) == snapshot(game)


def test_an_edit_is_always_seen_also_one_that_is_taken_back(pack: Path, compiled: list[int]) -> None:
    assert kfdsl.load(pack).new_game(["Ann"]).table.program.cards[0].name == "deep_kiln"
    before = kfdsl.load(pack).dump()
    write_pack(pack, (POTTERY + ASKING).replace("heat: 3", "heat: 1"))
    changed = kfdsl.load(pack).dump()
    write_pack(pack, POTTERY + ASKING + EXAMPLE)
    assert changed != before
    assert kfdsl.load(pack).dump() == before
    assert len(compiled) == 2


def test_another_grammar_or_other_code_or_another_python_has_another_key(monkeypatch: pytest.MonkeyPatch) -> None:
    keys = {cache.key(["grammar", "pack"]), cache.key(["another grammar", "pack"]), cache.key(["grammarpack"])}
    monkeypatch.setattr(cache, "_code_digest", lambda: "other code")
    keys.add(cache.key(["grammar", "pack"]))
    monkeypatch.setattr(sys, "version", "4.0")
    keys.add(cache.key(["grammar", "pack"]))
    assert len(keys) == 5
    assert None not in keys


def test_code_that_was_edited_while_the_process_ran_is_neither_kept_nor_looked_up(
    pack: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "_BORN", 0.0)
    assert cache.key(["anything"]) is None
    assert kfdsl.load(pack).packs
    assert entries(folder) == []


@pytest.mark.parametrize(
    "damage", [b"", b"x", b"kfdsl cache 1\n", b"\x80\x05."], ids=["empty", "short", "a head", "a bare pickle"]
)
def test_a_damaged_entry_is_ignored_and_written_again(
    pack: Path, folder: Path, compiled: list[int], damage: bytes
) -> None:
    kfdsl.load(pack)
    (entry,) = entries(folder)
    whole = entry.read_bytes()
    entry.write_bytes(damage)
    kfdsl.load(pack)
    assert len(compiled) == 2
    assert entry.read_bytes() == whole


def test_an_entry_cut_off_or_changed_anywhere_is_ignored(pack: Path, folder: Path, compiled: list[int]) -> None:
    kfdsl.load(pack)
    (entry,) = entries(folder)
    whole = entry.read_bytes()
    for odd in (whole[:-1], whole[:-200], whole[:60] + bytes([whole[60] ^ 1]) + whole[61:]):
        entry.write_bytes(odd)
        before = len(compiled)
        kfdsl.load(pack)
        assert len(compiled) == before + 1


def test_an_entry_that_is_whole_but_holds_something_else_is_ignored(
    pack: Path, folder: Path, compiled: list[int]
) -> None:
    kfdsl.load(pack)
    (entry,) = entries(folder)
    cache.keep(entry.stem, b"not what rules are frozen to")
    kfdsl.load(pack)
    assert len(compiled) == 2


def test_entries_are_private_and_one_that_others_could_write_is_not_read(
    pack: Path, folder: Path, compiled: list[int]
) -> None:
    kfdsl.load(pack)
    (entry,) = entries(folder)
    assert folder.stat().st_mode & 0o777 == 0o700
    assert entry.stat().st_mode & 0o777 == 0o600
    entry.chmod(0o666)
    kfdsl.load(pack)
    assert len(compiled) == 2
    assert entry.stat().st_mode & 0o777 == 0o600
    entry.chmod(0o644)
    kfdsl.load(pack)
    assert len(compiled) == 3
    folder.chmod(0o777)
    kfdsl.load(pack)
    assert len(compiled) == 4


def test_an_entry_of_another_user_is_not_read(pack: Path, compiled: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    kfdsl.load(pack)
    monkeypatch.setattr(os, "getuid", lambda: 12345, raising=False)
    kfdsl.load(pack)
    assert len(compiled) == 2


def test_a_folder_that_cannot_be_made_costs_only_time(
    pack: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, compiled: list[int]
) -> None:
    (tmp_path / "file").write_text("in the way")
    for where in (tmp_path / "file", tmp_path / "file" / "below", Path("/proc/nowhere/cache")):
        monkeypatch.setenv("KFDSL_CACHE", str(where))
        assert kfdsl.load(pack).packs
    assert len(compiled) == 3


def test_nothing_is_kept_where_the_setting_is_empty(
    pack: Path, monkeypatch: pytest.MonkeyPatch, compiled: list[int]
) -> None:
    monkeypatch.setenv("KFDSL_CACHE", "")
    assert cache.folder() is None
    kfdsl.load(pack)
    kfdsl.load(pack)
    assert len(compiled) == 2


def test_the_folder_follows_the_custom_of_the_system(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("KFDSL_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache.folder() == tmp_path / "kfdsl"
    monkeypatch.setenv("XDG_CACHE_HOME", "")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache.folder() == tmp_path / ".cache" / "kfdsl"


@pytest.mark.parametrize("told", ["cache", "./cache", "../cache", "~/cache"])
def test_a_path_that_is_not_whole_is_never_used(
    told: str, pack: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, compiled: list[int]
) -> None:
    monkeypatch.chdir(tmp_path)
    before = sorted(tmp_path.rglob("*"))
    monkeypatch.setenv("KFDSL_CACHE", told)
    assert cache.folder() is None
    kfdsl.load(pack)
    monkeypatch.delenv("KFDSL_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", told)
    monkeypatch.setenv("HOME", told)
    assert cache.folder() is None
    kfdsl.load(pack)
    assert len(compiled) == 2
    assert sorted(tmp_path.rglob("*")) == before


def test_a_variable_of_another_name_is_not_listened_to(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("KFDSL_CACHE")
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_", "/elsewhere")
    monkeypatch.setenv("XDG_CACHE_OTHER", "/elsewhere")
    assert cache.folder() == tmp_path / ".cache" / "kfdsl"


@pytest.mark.parametrize("way", ["pipe", "folder", "endless device"])
def test_what_is_no_file_in_the_place_of_an_entry_costs_only_time(
    way: str, pack: Path, folder: Path, compiled: list[int]
) -> None:
    kfdsl.load(pack)
    (entry,) = entries(folder)
    entry.unlink()
    match way:
        case "pipe":
            os.mkfifo(entry, 0o600)
        case "folder":
            entry.mkdir(0o700)
        case _:
            entry.symlink_to("/dev/zero")
    assert kfdsl.load(pack).packs
    assert len(compiled) == 2
    assert list(folder.glob("*.new")) == []


def test_a_full_disk_costs_only_time_and_leaves_nothing_half_written(pack: Path, folder: Path) -> None:
    code = (
        "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))\n"  # no file may grow beyond that
        "from kfdsl.record import cache; cache._BORN = float('inf'); import kfdsl\n"
        f"print(len(kfdsl.load({str(pack)!r}).dump()))"
    )
    done = subprocess.run([sys.executable, "-B", "-c", code], cwd=TOP, capture_output=True, text=True, check=True)
    assert int(done.stdout) > 0
    assert sorted(folder.iterdir()) == []


def test_a_home_that_cannot_be_written_to_costs_only_time(
    pack: Path, monkeypatch: pytest.MonkeyPatch, compiled: list[int]
) -> None:
    monkeypatch.delenv("KFDSL_CACHE")
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("HOME", "/proc/self")
    kfdsl.load(pack)
    kfdsl.load(pack)
    assert len(compiled) == 2


def test_old_entries_make_room_and_one_that_is_used_stays(folder: Path) -> None:
    for number in range(70):
        cache.keep(f"{number:064x}", b"x")
        assert cache.read(f"{0:064x}") == b"x"
    assert len(entries(folder)) == 64


def test_it_may_be_deleted_at_any_time(pack: Path, folder: Path) -> None:
    rules = kfdsl.load(pack)
    kept = kfdsl.load(pack)
    shutil.rmtree(folder)
    assert kept.examples() == rules.examples()
    assert kfdsl.load(pack).program == rules.program


def test_processes_that_write_at_once_leave_a_whole_entry(pack: Path, folder: Path) -> None:
    code = f"from kfdsl.record import cache; cache._BORN = float('inf'); import kfdsl; print(len(kfdsl.load({str(pack)!r}).dump()))"
    top = Path(__file__).resolve().parent.parent.parent
    running = [
        subprocess.Popen([sys.executable, "-c", code], cwd=top, env=os.environ, stdout=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    told = {each.communicate(timeout=60)[0] for each in running}
    assert len(told) == 1
    assert [each.returncode for each in running] == [0, 0, 0]
    assert len(entries(folder)) == 1
    assert list(folder.glob("*.new")) == []


def test_texts_that_were_read_are_known_in_the_next_run(tmp_path: Path) -> None:
    """Without reading them again they are the same, spans included; a text that was changed is read anew."""
    grammar = grammar_file().read_text(encoding="utf-8")
    root = tmp_path / "game"
    shutil.copytree(TOP / "tests" / "strangers" / "isles", root)

    def packs() -> tuple[Pack, ...]:
        report = Report()
        found = find([str(root)], content_folder(), report)
        assert not report.failed
        return found

    def nodes_of(found: tuple[Pack, ...]) -> list[tuple[object, str]]:
        """What is remembered, and where it says that it stands."""
        files = [remembered(source, grammar) for pack in found for source in pack.sources]
        return [(file, file.items[0].span.place) for file in files if file is not None]

    first = packs()
    for source in (source for pack in first for source in pack.sources):
        read(source, grammar, Report())
    expected = nodes_of(first)
    assert expected
    keep(first, grammar)
    _files.clear()
    recall(packs(), grammar)
    assert nodes_of(packs()) == expected
    text = next(root.rglob("*.kf"))
    text.write_text(text.read_text(encoding="utf-8") + "\n# one more line\n", encoding="utf-8")
    _files.clear()
    recall(packs(), grammar)
    assert nodes_of(packs()) == []


def test_a_parser_that_was_kept_reads_and_explains_like_the_one_that_was_made() -> None:
    grammar = grammar_file().read_text(encoding="utf-8")
    texts = [FIRING, *(FIRING[:at] for at in range(0, len(FIRING), 300))]
    texts += [FIRING.replace(word, "", 1) for word in ("{", "}", ":=", "need", "in ", '"')]

    def told(kept: bytes | None) -> tuple[list[object], bytes | None]:
        for known in (parser._made, parser._new, _files):
            known.clear()
        parser.kept_at(grammar, lambda: None if kept is None else BytesIO(kept))
        said: list[object] = []
        for text in texts:
            report = Report()
            said += [read(Source("a.kf", "a", text), grammar, report), render(report.diagnostics)]
        file = BytesIO()
        return said, file.getvalue() if parser.write_new(grammar, file) else None

    said, data = told(None)
    assert data is not None
    assert told(data) == (said, None)
    assert told(data[:-100])[0] == said
