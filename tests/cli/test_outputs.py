"""What commands print, kept as goldens; `pytest --bless` rewrites them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Call
from tests.cli.kilns import HOLLOW, write_pack

GOLDEN = Path(__file__).parent / "golden"
CASES = {
    "packs_of_a_folder": "packs ROOT",
    "packs_for_a_program": "packs --json ROOT",
    "check_fine": "check ROOT",
    "check_broken": "check BROKEN",
    "check_for_a_program": "check --json BROKEN",
    "test_fine": "test ROOT -k kiln",
    "test_failing": "test ROOT -k brick",
    "show_an_action": "show fire --packs ROOT",
    "show_an_action_of_one_pack": "show fire --packs GAME",
    "show_for_a_program": "show full --packs ROOT --json",
    "show_a_thing": "show kiln --packs ROOT",
    "show_a_patched_thing": "show Stove --packs ROOT",
    "show_a_query": "show full --packs ROOT",
    "show_a_flow": "show day --packs ROOT",
    "show_a_kind": "show oven --packs ROOT",
    "show_code": "show mould --code --packs ROOT",
    "play_by_bots": "play --seed 1 --packs ROOT",
    "play_for_a_program": "play --seed 1 --json --packs GAME --players ann,ben",
}


@pytest.mark.parametrize("name", CASES)
def test_a_command_prints_what_it_printed(
    name: str, call: Call, game: Path, both: Path, tmp_path: Path, is_blessing: bool
) -> None:
    broken = write_pack(
        tmp_path / "broken", "hollow", HOLLOW.replace("heap(o, me)\n", "heep(o, me)\n").replace("size: 2", "seize: 2")
    )
    roots = {"ROOT": both, "GAME": game, "BROKEN": broken}
    said = call(*(roots.get(word, word) for word in CASES[name].split()))
    found = f"$ kfdsl {CASES[name]}\n{said.out}{said.err}exit {said.code}\n"
    for word, path in roots.items():
        found = found.replace(str(path), word)
    golden = GOLDEN / f"{name}.txt"
    if is_blessing:
        golden.write_text(found, encoding="utf-8")
    assert found == golden.read_text(encoding="utf-8")


def test_every_golden_has_a_case() -> None:
    assert {path.stem for path in GOLDEN.iterdir()} == set(CASES)
