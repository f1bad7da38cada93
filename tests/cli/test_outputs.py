"""What commands print, kept as goldens; `pytest --bless` rewrites them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.conftest import Call
from tests.cli.gardens import gardens
from tests.cli.kilns import HOLLOW, write_pack

GOLDEN = Path(__file__).parent / "golden"
WOODS = Path(__file__).parents[1] / "bots" / "woods"
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
    "show_a_hex_in_all_languages": "show herb_bed --packs GARDENS",
    "show_a_hex_in_one_language": "show pond --packs GARDENS --language en",
    "show_a_hex_for_a_program": "show rose_bed --packs GARDENS --json",
    "show_a_purpose": "show paying --packs GARDENS",
    "show_a_value": "show stream --packs GARDENS",
    "show_a_face": "show flowering --packs GARDENS",
    "show_a_step": "show opening --packs GARDENS",
    "why_a_patched_field": "why stove.size --packs ROOT",
    "why_a_field_of_a_face": "why kiln.lit.worth --packs ROOT",
    "why_everything_of_a_thing": "why kiln --packs ROOT",
    "why_a_place_holds_this": "why pit --packs ROOT",
    "why_for_a_program": "why kiln.worth --packs ROOT --json",
    "why_nothing": "why kiln.depth --packs ROOT",
    "why_no_thing": "why fire --packs ROOT",
    "explain_a_code": "explain may-be-none",
    "explain_a_manifest": "explain [bad-json]",
    "explain_for_a_program": "explain secret --json",
    "explain_nothing": "explain may-be-nine",
    "sim": "sim --packs WOODS --players 3 --games 12 --seed 1 --bots greedy,random --jobs 1",
    "sim_for_a_program": "sim --json --packs GAME --players 2 --games 4 --seed 2 --bots random --jobs 1",
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
    roots = {"ROOT": both, "GAME": game, "BROKEN": broken, "GARDENS": gardens(tmp_path / "gardens")}
    said = call(*(roots.get(word, word) for word in CASES[name].split()))
    found = f"$ kfdsl {CASES[name]}\n{said.out}{said.err}exit {said.code}\n"
    for word, path in roots.items():
        found = found.replace(str(path), word)
    found = re.sub(r"\d+\.\d+ seconds", "… seconds", found)
    golden = GOLDEN / f"{name}.txt"
    if is_blessing:
        golden.write_text(found, encoding="utf-8")
    assert found == golden.read_text(encoding="utf-8")


def test_every_golden_has_a_case() -> None:
    assert {path.stem for path in GOLDEN.iterdir()} == set(CASES)
