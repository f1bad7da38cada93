"""One rule on its way from content to WebAssembly, for whoever wants to see what becomes of it: kfdsl/engine/lower/ONE_RULE.md."""

from __future__ import annotations

from pprint import pformat

from kfdsl.analysis.program_facts import ProgramFacts
from kfdsl.engine.flat.form import Function
from kfdsl.engine.flat.print_python import python_text
from kfdsl.engine.flat.read.sources import flat_name
from kfdsl.engine.flat.wasm.module import wasm_text
from kfdsl.engine.library.settling import allocate
from kfdsl.engine.lower.program import lowered
from kfdsl.engine.machine.layout import Layout
from kfdsl.program import made_names
from kfdsl.program.core.dump import dump_part
from kfdsl.program.numbering import Numbering
from tests.lang.loading import TOP, load

PAGE = TOP / "kfdsl" / "engine" / "lower" / "ONE_RULE.md"
CONTENT = """token clay "clay" "clay"
token pot  "pot"  "pots"
place pit of tokens, seen by all, holds 9 clay + 9 pot
place shelf per player of tokens, seen by all
var fired: number = 0
var day: number = 0

effect fire(p: player) {
  if size(clay in shelf(p)) >= 2 { move 2 clay from shelf(p) to pit; move 1 pot from pit to shelf(p); fired := fired + 1 }
}
menu work(me: player)
action fire_pots in work { do { fire(me) } }
action rest in work { do { } }
main flow days { repeat { for p in players { choose work(p) }  day := day + 1 } until day >= 5 }
"""
HEAD = """# One rule on its way

What becomes of an effect, stage by stage; `pytest --bless tests/engine/lower/test_one_rule.py` writes this page anew. In the flat form a
state begins at `g`, counted in numbers of 64 bits; `w` is the same place counted in words of 32. `m4` and `m8` are the memory seen as words
and as numbers. A rule answers 0, or 1 where it could not be carried out. Number 2 of the memory holds the steps that are left.
"""


def page() -> str:
    program, report = load(CONTENT)
    assert program is not None, report.diagnostics
    numbering = Numbering(program)
    made = lowered(ProgramFacts(numbering), Layout(numbering, 2))
    name = made_names.rule("fire")
    rule = next(each for each in program.rules if each.name == "fire")
    module = {**made.module, flat_name(allocate): Function(flat_name(allocate), (), ())}
    parts = [
        ("Content", "", CONTENT.split("\n\n")[1].split("\nmenu", maxsplit=1)[0]),
        ("Core", "", dump_part(rule)),
        ("Flat form", "python", pformat(made.module[name], width=118)),
        ("Python", "python", python_text({name: made.module[name]})),
        ("WebAssembly", "wat", wasm_text(module, [name])),
    ]
    return HEAD + "".join(f"\n## {title}\n```{kind}\n{text.strip()}\n```\n" for title, kind, text in parts)


def test_the_page_shows_what_becomes_of_a_rule_today(is_blessing: bool) -> None:
    found = page()
    if is_blessing:
        PAGE.write_text(found, encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == found
