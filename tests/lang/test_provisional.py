"""What is not sure of a thing is carried into the program, whoever says it."""

from __future__ import annotations

from tests.lang.loading import load, pack
from tests.lang.samples import YARD

OWN = """
kiln worn_kiln { provisional "the whole print"; glow: warm; lit { points: 1 provisional "the points" } }
"""
PATCHES = """
patch kiln worn_kiln { lit { points: add 1; provisional "one more" } provisional "a guess" }
patch table kiln (glow) { provisional "a glow that was seen once"; old_kiln: warm tall_kiln: warm }
"""


def test_notes_of_things_and_patches_are_gathered_in_the_order_of_packs() -> None:
    packs = [pack("yard", YARD), pack("hollow", OWN, after=("yard",)), pack("ash", PATCHES, after=("yard", "hollow"))]
    program, report = load(*packs)
    assert program is not None, report.diagnostics
    notes = {card.name: card.provisional for card in program.cards}
    assert notes["worn_kiln"] == ("the whole print", "lit: the points", "lit: one more", "a guess")
    assert notes["old_kiln"] == notes["tall_kiln"] == ("a glow that was seen once",)
