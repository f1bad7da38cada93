"""What is installed is whole: a wheel carries the code, the grammar and the shipped packs."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent


def run(*words: str | Path, cwd: Path) -> str:
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "COV_"))}
    done = subprocess.run(list(map(str, words)), cwd=cwd, env=clean, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_an_installed_wheel_lists_the_shipped_packs_from_any_folder(tmp_path: Path) -> None:
    # Without the network: built with the hatchling that is here, and the libraries are lent from here by a .pth file.
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", tmp_path, TOP, cwd=tmp_path)
    (wheel,) = tmp_path.glob("kfdsl-*.whl")
    venv.create(tmp_path / "empty", with_pip=False, symlinks=os.name != "nt")
    python = tmp_path / "empty" / ("Scripts" if os.name == "nt" else "bin") / "python"
    run(sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", "--no-index", wheel, cwd=tmp_path)
    site = Path(run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=tmp_path).strip())
    (site / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n")

    home = run(python, "-c", "import kfdsl; print(kfdsl.__file__)", cwd=tmp_path)
    assert Path(home.strip()).is_relative_to(site)
    listed = run(python.with_name("kfdsl"), "packs", cwd=tmp_path)
    names = [path.name.removesuffix(".pack.json") for path in (TOP / "content").glob("*.pack.json")]
    assert names
    assert [name for name in names if name not in listed] == []
