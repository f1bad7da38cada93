"""What was measured when, and on what.

In:   nothing.      Out:  names and values for the head of a page.
"""

from __future__ import annotations

import os
import platform
import subprocess
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

TOP = Path(__file__).resolve().parents[1]
ROUGH = "a quick run, in few and short rounds: it shows that all works, no figures to quote"


def surroundings(**more: str) -> dict[str, str]:
    """When, of which revision, and on what."""
    return {
        "date": datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        "revision": _revision(),
        "Python": f"{platform.python_implementation()} {platform.python_version()}",
        "wasmtime": _version("wasmtime"),
        **more,
        "processor": _processor(),
        "cores": str(os.cpu_count()),
        "load before": load_now(),
    }


def load_now() -> str:
    """How many processes wanted to run, in the last minute, five and fifteen."""
    return ", ".join(f"{each:.2f}" for each in os.getloadavg())


def git(*words: str) -> str:
    """What git says; nothing where there is none."""
    try:
        done = subprocess.run(["git", *words], cwd=TOP, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return ""
    return done.stdout.strip()


def _revision() -> str:
    found = git("rev-parse", "--short", "HEAD") or "not known"
    return f"{found}, changed" if git("status", "--porcelain", "--untracked-files=no") else found


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def _processor() -> str:
    about = Path("/proc/cpuinfo")
    lines = about.read_text(encoding="utf-8").splitlines() if about.exists() else []
    return next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), platform.machine())
