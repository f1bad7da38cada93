"""Hold a manifest against the schema and say in plain words what differs.

In:   JSON with spans.      Out:  whether it has the form of a manifest; each difference is reported at its place.
What to write instead is the schema's own description of the part. Refuses to know what the parts are for.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator, ValidationError

from kfdsl.packs.json_spans import Located, Steps
from kfdsl.text.diagnostic import Report, nearest
from kfdsl.text.source import Span

SCHEMA = Path(__file__).with_name("manifest.schema.json")
CODE = "bad-manifest"
KINDS = {
    "object": "an object `{ … }`",
    "array": "a list `[ … ]`",
    "string": "a text",
    "boolean": "`true` or `false`",
    "integer": "a whole number",
    "number": "a number",
    "null": "`null`",
}


def judge(located: Located, report: Report) -> bool:
    """Report every way in which a value is not a manifest."""
    faults = list(_validator().iter_errors(located.value))
    for fault in faults:
        _tell(fault, located, report)
    return not faults


@cache
def _validator() -> Draft202012Validator:
    return Draft202012Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))


def _tell(fault: ValidationError, located: Located, report: Report) -> None:
    path: Steps = tuple(fault.absolute_path)
    tell = {"additionalProperties": _tell_extra, "required": _tell_missing}.get(str(fault.validator))
    if tell is not None:
        tell(fault, path, located, report)
    elif "propertyNames" in fault.absolute_schema_path:
        report.error(
            CODE,
            f"`{_short(fault.instance)}` cannot be a name",
            located.keys[(*path, str(fault.instance))],
            help=_form(fault),
        )
    else:
        report.error(CODE, _said(fault, path), _head(located.values[path]), help=_form(fault))


def _tell_extra(fault: ValidationError, path: Steps, located: Located, report: Report) -> None:
    known = sorted(_schema(fault).get("properties", {}))
    given: Any = fault.instance
    for key in given:
        if key not in known:
            report.error(
                CODE,
                f"a manifest has no `{_short(key)}` here",
                located.keys[(*path, key)],
                help=nearest(key, known) or f"known here are {', '.join(known)}",
            )


def _tell_missing(fault: ValidationError, path: Steps, located: Located, report: Report) -> None:
    wanted: Any = fault.validator_value
    given: Any = fault.instance
    for key in wanted:
        if key not in given:
            report.error(
                CODE,
                f"`{key}` is missing",
                _head(located.values[path]),
                label="it belongs in here",
                help=f'add `"{key}": …`',
            )


def _named(path: Steps) -> str:
    """What a value is called: by its key, or by its place in a list."""
    if not path:
        return "a manifest"
    last = path[-1]
    return f"number {last + 1} of {_named(path[:-1])}" if isinstance(last, int) else f"`{_short(last)}`"


def _said(fault: ValidationError, path: Steps) -> str:
    name = _named(path)
    limit: Any = fault.validator_value
    match fault.validator:
        case "type":
            wanted = [limit] if isinstance(limit, str) else limit
            return f"{name} must be {' or '.join(KINDS[kind] for kind in wanted)}"
        case "enum":
            return f"{name} must be one of {', '.join(map(str, limit))}"
        case "minItems":
            return f"{name} needs at least {limit}"
        case "minimum":
            return f"{name} must be at least {limit}"
        case "maximum":
            return f"{name} must be at most {limit}"
        case "uniqueItems":
            return f"{name} says something twice"
        case "maxLength":
            return f"{name} is longer than {limit} characters"
        case _:
            return f"{name} is not well formed"


def _form(fault: ValidationError) -> str:
    form = _schema(fault).get("description")
    return f"write {form}" if form else ""


def _schema(fault: ValidationError) -> Mapping[str, Any]:
    return fault.schema if isinstance(fault.schema, Mapping) else {}


def _head(span: Span) -> Span:
    """The first bracket alone, where a whole object would be marked."""
    return Span(span.source, span.start, span.start + 1) if span.words[:1] in ("{", "[") else span


def _short(word: object) -> str:
    text = str(word)
    return text if len(text) < 40 else f"{text[:40]}…"
