"""What every test may ask for."""

from __future__ import annotations

import gc
import os

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--bless", action="store_true", help="rewrite goldens with what comes out now; read the diff afterwards"
    )


def pytest_configure(config: pytest.Config) -> None:
    """What is compiled lies beside what pytest keeps, for all who run tests at once: the person's own cache is not touched."""
    os.environ.setdefault("KFDSL_CACHE", str(config.rootpath / ".pytest_cache" / "kfdsl"))


def pytest_collection_finish() -> None:
    """All that was collected stays to the end: it need not be looked through for waste in every test.

    Little of what tests make holds itself, and programs are many objects that all stay: looked for as often as Python does by
    itself, waste took a tenth of the time.
    """
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


@pytest.fixture
def is_blessing(request: pytest.FixtureRequest) -> bool:
    """Whether goldens are to be rewritten."""
    return bool(request.config.getoption("--bless"))
