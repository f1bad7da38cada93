"""What a rule costs at most, in words."""

from __future__ import annotations

import pytest

from kfdsl.lang.judge.judge import bounds
from tests.lang.loading import load, pack
from tests.lang.samples import YARD


@pytest.mark.parametrize(
    ("body", "bound"),
    [
        ("heat := 1", "1"),
        ("for p in players { heat := wealth(p) }", "players"),
        ("for p in players { for k in yard { show k lit } }", "cards(kiln) · players"),
        ("for p in players { for q in players { heat := 1 } }", "players^2"),
        ("for p in players { heat := 1 } for k in yard { heat := 1 }", "cards(kiln) + players"),
        ("for k in first(2, yard) { heat := 1 }", "2"),
        ("heat := sum of wealth(q) for q in players where any k in yard where true", "cards(kiln) · players"),
        ("for p in players { twice() }", "players^3"),
        ("repeat { choose work(master) } until any k in yard where true", "cards(kiln)"),
        ("ask by master some: hand(master)", "groups"),
        ("if possible old_kiln.work by master at old_kiln { heat := 1 }", "trial"),
    ],
)
def test_a_bound_is_the_product_of_the_loops_in_one_another(body: str, bound: str) -> None:
    text = f"open effect twice() {{ for p in players {{ for q in players {{ heat := 1 }} }} }}\nopen effect tested() {{ {body} }}\naction stoke in work {{ do {{ heat := 1 }} }}"
    program, _ = load(pack("yard", YARD), pack("hollow", text, after=("yard",)))
    assert program is not None
    assert bounds(program)["tested"] == bound


def test_loops_through_many_calls_are_called_very_many() -> None:
    parts = [f"open effect e{i}() {{ for p in players {{ e{i + 1}() }} }}" for i in range(20)]
    program, _ = load(
        pack("yard", YARD), pack("hollow", "\n".join([*parts, "open effect e20() { heat := 1 }"]), after=("yard",))
    )
    assert program is not None
    assert bounds(program)["e0"] == "very many"
