"""What comes with kfdsl is found in a checkout as in a wheel."""

from __future__ import annotations

from pathlib import Path

import pytest

from kfdsl.packs import shipped


def test_in_a_checkout_it_lies_beside_the_package() -> None:
    top = Path(__file__).resolve().parents[2]
    assert shipped.content_folder() == top / "content"
    assert shipped.grammar_file() == top / "grammar" / "kfdsl.lark"
    assert shipped.grammar_file().is_file()


def test_in_a_wheel_it_lies_inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "_content").mkdir()
    (tmp_path / "_grammar").mkdir()
    monkeypatch.setattr(shipped, "PACKAGE", tmp_path)
    assert shipped.content_folder() == tmp_path / "_content"
    assert shipped.grammar_file() == tmp_path / "_grammar" / "kfdsl.lark"
