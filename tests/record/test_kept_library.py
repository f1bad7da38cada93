"""What the engine itself brings along is read once, and then kept between runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from kfdsl.engine.lower.library import LIBRARY, Library, called_in
from kfdsl.record import kept_library


def test_the_library_is_kept_as_it_was_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KFDSL_CACHE", str(tmp_path))
    monkeypatch.setattr("kfdsl.record.cache.is_settled", lambda: True)
    for _ in range(2):
        found = Library()
        monkeypatch.setattr(kept_library, "LIBRARY", found)
        kept_library.fill_code()
        kept_library.fill_form()
        assert found.module == LIBRARY.module
        assert found.calls == LIBRARY.calls
        assert found.printed == LIBRARY.printed
        assert len(list(tmp_path.glob("*.library"))) == 2
    monkeypatch.setattr(Library, "module", None)
    late = Library()
    monkeypatch.setattr(kept_library, "LIBRARY", late)
    kept_library.fill_code()
    assert late.printed == LIBRARY.printed, "what was kept is enough"


def test_what_is_needed_of_the_library_is_all_that_is_reached() -> None:
    found = LIBRARY.needed(["values_bundle_plus"])
    assert {"values_bundle_plus", "values_within_count", "memory_Arena_reserve"} <= set(found) < set(LIBRARY.module)
    called = {name for function in found.values() for name in called_in(function)}
    assert called <= set(found)
    assert set(found) <= called | {"values_bundle_plus"}, "nothing else"
