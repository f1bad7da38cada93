"""Content roots made up for tests: folders and zips of an invented pack."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from kfdsl.text.diagnostic import Report


def manifest(name: str = "hollow", **more: Any) -> str:
    return json.dumps({"name": name, "version": "1.0.0", "title": name.title(), "languages": ["en"], **more}, indent=2)


def pack(name: str = "hollow", text: str = "token clay\n", **more: Any) -> dict[str, bytes]:
    return {f"{name}.pack.json": manifest(name, **more).encode(), f"rules/{name}/kiln.kf": text.encode()}


def folder(root: Path, files: dict[str, bytes]) -> Path:
    for name, data in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(data)
    return root


def zipped(files: dict[str, bytes], method: int = ZIP_DEFLATED) -> bytes:
    stream = BytesIO()
    with ZipFile(stream, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return stream.getvalue()


def codes(report: Report) -> list[str]:
    return [found.code for found in report.diagnostics]
