"""Coverage-guided fuzzing of one door: `python -m tests.fuzz.guided parser --seconds 60`.

Inputs begin with tests/fuzz/corpus/<door>, which is not written to; what is found on the way stays in a folder that is named at the end. A
crash leaves its input there and ends with an exit code of its own. `make fuzz` runs every door, an hour in all.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["kfdsl", "lark"]):
    from kfdsl.lang.syntax.keywords import KEYWORDS
    from kfdsl.program.words import WORDS
    from tests.fuzz.targets import TARGETS

TOP = Path(__file__).resolve().parent.parent.parent
CORPUS = TOP / "tests" / "fuzz" / "corpus"
MEGABYTES = 2000  # that a process may take
A_WHILE = 20  # seconds for one input


def dictionary(folder: Path) -> Path:
    """Words of the language and of manifests and saves, which letters alone would hardly make."""
    schemas = (TOP / "kfdsl" / "packs" / "manifest.schema.json", TOP / "kfdsl" / "record" / "save.schema.json")
    keys = {word for file in schemas for word in re.findall(r'"(\w+)":', file.read_text(encoding="utf-8"))}
    path = folder / "words.dict"
    path.write_text("".join(f'"{word}"\n' for word in sorted({*KEYWORDS, *WORDS, *keys})), encoding="utf-8")
    return path


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("door", choices=sorted(TARGETS))
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--found", type=Path, default=None, help="where new inputs are kept")
    said = parser.parse_args()
    found = said.found or Path(tempfile.mkdtemp(prefix=f"fuzz-{said.door}-"))
    (inputs := found / "inputs").mkdir(parents=True, exist_ok=True)
    print(f"{said.door}: what is found stays in {found}", flush=True)
    target = TARGETS[said.door]
    for seed in sorted((CORPUS / said.door).iterdir()):  # what is read once is kept; only the rest is to be counted
        target(seed.read_bytes())
    atheris.Setup(
        [
            sys.argv[0],
            f"-max_total_time={said.seconds}",
            f"-timeout={A_WHILE}",
            f"-rss_limit_mb={MEGABYTES}",
            "-max_len=20000",
            f"-artifact_prefix={found}/crash-",
            "-print_final_stats=1",
            "-verbosity=1",
            f"-dict={dictionary(found)}",
            str(inputs),
            str(CORPUS / said.door),
        ],
        target,
    )
    atheris.Fuzz()


if __name__ == "__main__":
    main()
