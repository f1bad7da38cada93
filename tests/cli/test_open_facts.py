"""What is shown of a card is what everybody could work out."""

from __future__ import annotations

import pytest

from kfdsl.cli.draw.open_facts import Facts
from kfdsl.engine.rules.table import Table
from kfdsl.program.numbering import Numbering
from kfdsl.text.render import render
from tests.lang.loading import load

FARM = """
values Border open_side, path
token seed
kind plot starts in plots { edges: list of Border }
place plots of plot, in order, seen by all
place barn of tokens, seen by all, holds 2 seed
plane farm per player of plot edged by edges, seen by SEEN
plot lane { edges: path, path, path, path, path, path }
open query told(k: plot) -> player? = ANSWER
menu work(me: player)
action rest in work { do { move up to 1 seed from barn to barn } }
main flow day { choose work(seat(1)) }
"""


def open_queries(seen: str, answer: str) -> list[str]:
    program, report = load(FARM.replace("SEEN", seen).replace("ANSWER", answer))
    assert program is not None, render(report.diagnostics)
    return [query.name for query in Facts(Table(Numbering(program), 2)).open]


@pytest.mark.parametrize(
    "answer",
    [
        "if neighbours(k) is not empty then seat(1) else none",
        "if size(reach(k, path)) > 1 then seat(1) else none",
        "if laid(k) then seat(1) else none",
        "if size(loop(farm(seat(1)), path)) > 2 then seat(1) else none",
        "owner(k)",
        "if size(farm(seat(1))) > 1 then seat(1) else none",
    ],
)
def test_a_query_about_a_plane_is_open_only_if_everybody_sees_the_plane(answer: str) -> None:
    assert open_queries("all", answer) == ["told"]
    assert open_queries("owner", answer) == []


def test_a_query_about_what_lies_open_is_open() -> None:
    assert open_queries("owner", "if barn has seed and plots has k then seat(1) else none") == ["told"]
