"""How diagnostics look, character by character."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from kfdsl.text.diagnostic import Aside, Diagnostic, Severity
from kfdsl.text.render import render, to_json
from kfdsl.text.source import Source, Span

KILN = """\
# Clay in, glaze out.
thing kiln "Kiln" {
  basic {
    use
    pay 1 clya
    gain 2 glaze
"""


def source(text: str, name: str = "rules/hollow/kiln.kf") -> Source:
    return Source(name, "hollow", text)


def span(within: Source, words: str) -> Span:
    start = within.text.index(words)
    return Span(within, start, start + len(words))


def error(at: Span | None, message: str = "this is wrong", severity: Severity = "error", **rest: Any) -> Diagnostic:
    return Diagnostic(severity=severity, code="slip", message=message, span=at, **rest)


def excerpt_of(text: str, words: str) -> tuple[str, str]:
    lines = render([error(span(source(text), words))]).split("\n")
    return lines[-2], lines[-1]


def test_a_diagnostic_shows_message_place_excerpt_carets_label_and_help() -> None:
    found = error(span(source(KILN), "clya"), label="nobody declares this", help="did you mean `clay`?")
    assert (
        render([found])
        == """\
error[slip]: this is wrong
  --> rules/hollow/kiln.kf:5:11
   |
 5 |     pay 1 clya
   |           ^^^^ nobody declares this
help: did you mean `clay`?"""
    )


def test_asides_stand_on_their_own_lines_sorted_by_line_and_the_gutter_fits_the_longest_number() -> None:
    text = source("one\ntwo glaze\n" + "\n" * 8 + "    then 1 glaze\n")
    found = error(
        Span(text, 31, 38),
        label="expected 1",
        note="it held 2",
        asides=(Aside(span=span(text, "glaze"), label="these came from here"),),
    )
    assert (
        render([found])
        == """\
error[slip]: this is wrong
   --> rules/hollow/kiln.kf:11:10
    |
  2 | two glaze
    |     ----- these came from here
 11 |     then 1 glaze
    |          ^^^^^^^ expected 1
note: it held 2"""
    )


def test_two_marks_on_one_line_share_the_excerpt() -> None:
    text = source("pay 1 clay\n")
    found = error(span(text, "clay"), label="here", asides=(Aside(span=span(text, "pay"), label="because of this"),))
    assert render([found]).split("\n")[3:] == [" 1 | pay 1 clay", "   |       ^^^^ here", "   | --- because of this"]


def test_an_aside_in_another_file_names_that_file() -> None:
    other = source("token clay\n", "rules/hollow/pieces.kf")
    found = error(span(source(KILN), "clya"), asides=(Aside(span=span(other, "clay"), label="declared here"),))
    assert render([found]).split("\n")[5:] == [
        "  ::: rules/hollow/pieces.kf:1:7",
        "   |",
        " 1 | token clay",
        "   |       ---- declared here",
    ]


def test_diagnostics_are_parted_by_an_empty_line_and_none_give_nothing() -> None:
    assert render([error(None), error(None, severity="warning")]) == (
        "error[slip]: this is wrong\n\nwarning[slip]: this is wrong"
    )
    assert render([]) == ""


def test_without_a_span_the_path_is_shown() -> None:
    assert render([error(None, where="hollow.zip/a.kf", help="say so")]) == (
        "error[slip]: this is wrong\n  --> hollow.zip/a.kf\nhelp: say so"
    )


def test_a_span_at_the_end_of_the_file_points_past_the_last_character() -> None:
    for text, line, place in (("pay", " 1 | pay", "1:4"), ("pay\n", " 2 |", "2:1"), ("", " 1 |", "1:1")):
        lines = render([error(Span(source(text), len(text), len(text)))]).split("\n")
        assert lines[1].endswith(place)
        assert lines[3] == line
        assert lines[4].endswith("^")


def test_a_span_outside_the_text_is_drawn_at_its_end() -> None:
    assert "1:4" in render([error(Span(source("pay"), 50, 60))])


def test_a_span_over_several_lines_underlines_the_first() -> None:
    assert excerpt_of("say {\n  more\n}\n", "{\n  more\n}") == (" 1 | say {", "   |     ^")


def test_tabs_are_shown_as_spaces_and_carets_stay_below_their_words() -> None:
    assert excerpt_of("\tpay\tclay", "clay") == (" 1 |     pay    clay", "   |            ^^^^")


def test_wide_characters_take_two_cells_and_combining_ones_none() -> None:
    assert excerpt_of("窯 e\u0301 clay", "clay") == (" 1 | 窯 e\u0301 clay", "   |      ^^^^")
    assert excerpt_of("a 窯窯 b", "窯窯")[1] == "   |   ^^^^"


def test_characters_that_would_steer_the_terminal_are_replaced() -> None:
    line, carets = excerpt_of("a\x1b[31m\u202e b", "b")
    assert line == " 1 | a\ufffd[31m\ufffd b"
    assert carets == "   |         ^"
    assert "\x1b" not in render([error(None, message="no \x1b[2J", where="\x1b.kf", help="\x1b")])


def test_a_long_line_is_cut_around_the_caret() -> None:
    line, carets = excerpt_of("x" * 5000 + " clay " + "y" * 5000, "clay")
    assert len(line) < 140
    assert line[carets.index("^") :].startswith("clay ")
    assert carets.count("^") == 4
    assert line[5] == line[-1] == "…"


def test_a_long_span_in_a_long_line_is_cut_as_well() -> None:
    line, carets = excerpt_of("x" * 5000, "x" * 5000)
    assert len(carets) <= len(line)


def test_two_marks_far_apart_in_a_long_line_each_get_an_excerpt() -> None:
    text = source("pay" + " " * 1000 + "clay")
    lines = render([error(span(text, "clay"), asides=(Aside(span=span(text, "pay"), label="x"),))]).split("\n")
    assert [line[5:8] for line in lines if line.startswith(" 1 |")] == ["…  ", "pay"]


def test_help_of_several_lines_is_indented() -> None:
    assert render([error(None, help="write\nthis")]).endswith("help: write\n      this")


def test_colours_are_added_only_when_asked_for_and_change_nothing_else() -> None:
    found = error(span(source(KILN), "clya"), label="here", help="so")
    coloured = render([found], colour=True)
    assert "\x1b[1;31m^^^^ here\x1b[0m" in coloured
    for colour in ("1;31", "1;34", "1;36", "1", "0"):
        coloured = coloured.replace(f"\x1b[{colour}m", "")
    assert coloured == render([found])


def test_json_counts_lines_and_columns_from_one() -> None:
    found = error(span(source(KILN), "clya"), label="here", help="so")
    assert to_json([found]) == [
        {
            "severity": "error",
            "code": "slip",
            "message": "this is wrong",
            "file": "rules/hollow/kiln.kf",
            "line": 5,
            "column": 11,
            "end_line": 5,
            "end_column": 15,
            "label": "here",
            "help": "so",
            "note": "",
        }
    ]


def test_json_without_a_span_has_no_line() -> None:
    (found,) = to_json([error(None, where="a.zip")])
    assert (found["file"], found["line"], found["end_column"]) == ("a.zip", None, None)


@given(st.text(alphabet=st.characters(), max_size=300), st.integers(-3, 310), st.integers(-3, 310))
def test_any_text_and_any_span_can_be_shown(text: str, start: int, end: int) -> None:
    at = Span(source(text), start, end)
    found = error(at, asides=(Aside(span=at, label=text),), label=text, note=text)
    assert "^" in render([found])
    json.dumps(to_json([found]))
