"""The manual is checked: every block loads, every example in it holds, every mistake is the one it says.

A block stands on the first game and its position `morning`, unless a comment above it says otherwise:

    <!-- block: name -->         gives it a name, so that others can stand on it
    <!-- on: name, name -->      what it stands on; `nothing` for a block that is a game of its own

A line `# pack glaze` in a block begins another pack, which requires what the block stands on; `# pack frost after glaze`
requires a pack of the same block as well. A fence `kf-error code` holds what does not load, or does not hold, for that
reason alone.

`python -m tests.test_manual` writes grammar/WORDS.md anew.
"""

from __future__ import annotations

import ast
import json
import random
import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from lark import Lark, Token, Tree

from kfdsl.engine.play.game import Game
from kfdsl.engine.rules.table import Table
from kfdsl.examples.run import run
from kfdsl.lang.compile import PackSource, compile_packs
from kfdsl.lang.link.model import OptionText
from kfdsl.packs.manifest import read_manifest
from kfdsl.program import core
from kfdsl.program.numbering import Numbering
from kfdsl.program.words import OPERATORS, VERBS, WORDS, Word
from kfdsl.text.diagnostic import Diagnostic, Report
from kfdsl.text.render import render
from kfdsl.text.source import Source
from tests.words_page import words_page

TOP = Path(__file__).resolve().parent.parent
MANUAL = TOP / "grammar" / "README.md"
WORDS_PAGE = TOP / "grammar" / "WORDS.md"
GRAMMAR = (TOP / "grammar" / "kfdsl.lark").read_text(encoding="utf-8")

FENCE = re.compile(
    r"(?:^<!--(?P<marks>[^>]*)-->\n+)?^```(?P<sort>[a-z-]+)(?: (?P<code>[a-z-]+))?\n(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
PACK = re.compile(r"^# pack (?P<name>\w+)(?: after (?P<after>[\w, ]+))?$", re.MULTILINE)
BASE = "pottery"
FIRST = "morning"


@dataclass(frozen=True)
class Block:
    """A fenced block: where it stands, what it is, what it stands on."""

    line: int
    sort: str
    code: str
    name: str
    on: tuple[str, ...]
    text: str

    def __str__(self) -> str:
        return f"line {self.line}"


def blocks() -> list[Block]:
    page = MANUAL.read_text(encoding="utf-8")
    found = []
    for fence in FENCE.finditer(page):
        marks = dict(part.strip().split(": ", 1) for part in (fence["marks"] or "").split(";") if ": " in part)
        on = tuple(name for name in re.split(r",\s*", marks.get("on", FIRST)) if name != "nothing")
        line = page.count("\n", 0, fence.start("text")) + 1
        found.append(Block(line, fence["sort"], fence["code"] or "", marks.get("block", ""), on, fence["text"]))
    return found


BLOCKS = blocks()
NAMED = {block.name: block for block in BLOCKS if block.name}


def shown(sort: str) -> list[Block]:
    return [block for block in BLOCKS if block.sort == sort]


def standing_on(block: Block) -> list[Block]:
    """The blocks below a block, the lowest first."""
    found: list[Block] = []
    for name in block.on:
        below = NAMED[name]
        if below is not block:
            found += [each for each in (*standing_on(below), below) if each not in found]
    return found


def sources(block: Block) -> list[tuple[str, frozenset[str], Source]]:
    """The packs that a block is part of: name, what it comes after, text."""
    where = f"grammar/README.md, line {block.line}"
    found, pack, after, start = [], BASE, frozenset[str](), 0
    for mark in (*PACK.finditer(block.text), None):
        text = " " * start + block.text[start : mark.start() if mark else len(block.text)]
        if text.strip():
            found.append((pack, after, Source(where, pack, re.sub(r"\S", " ", block.text[:start]) + text[start:])))
        if mark:
            pack, start = mark["name"], mark.end()
            after = frozenset(re.findall(r"\w+", mark["after"] or ""))
    return found


def own(block: Block) -> set[str]:
    """The names under which a block's own text is loaded."""
    return {source.name for _, _, source in sources(block)}


def packs(block: Block) -> list[PackSource]:
    """All packs to load for a block, in an order that their requirements allow."""
    texts: dict[str, list[Source]] = {}
    afters: dict[str, frozenset[str]] = {}
    for each in (*standing_on(block), block):
        before = frozenset(texts)
        for name, after, source in sources(each):
            texts.setdefault(name, []).append(source)
            afters[name] = (afters.get(name, frozenset()) | after | before | {BASE}) - {name}
    manifest = json.loads(shown("json")[0].text)
    options = tuple(
        OptionText(name=key, default=said["default"], choices=tuple(said.get("choices", ())))
        for key, said in manifest["options"].items()
    )
    return [
        PackSource(
            name=name,
            version="1.0.0",
            after=afters[name],
            sources=tuple(files),
            options=options if name == BASE else (),
            known=frozenset({BASE, *texts, *manifest["follows"], *manifest["conflicts"]}),
        )
        for name, files in sorted(texts.items(), key=lambda item: (len(afters[item[0]]), item[0]))
    ]


def loaded(block: Block, report: Report) -> core.Program | None:
    return compile_packs(packs(block), GRAMMAR, report)


def failures(program: core.Program, block: Block) -> list[Diagnostic]:
    """What does not hold of the examples in a block itself; those it stands on may be changed by it."""
    tables = {players: Table(Numbering(program), players) for players in {len(each.players) for each in program.examples}}
    examples = [example for example in program.examples if example.span.source.name in own(block)]
    found = [run(tables[len(example.players)], example) for example in examples]
    return [each for each in found if each is not None]


@pytest.mark.parametrize("block", shown("kf"), ids=str)
def test_a_block_loads_holds_and_plays(block: Block) -> None:
    report = Report()
    program = loaded(block, report)
    assert program is not None, render(report.diagnostics)
    warnings = [each for each in report.diagnostics if each.span and each.span.source.name in own(block)]
    assert not warnings, render(warnings)
    wrong = failures(program, block)
    assert not wrong, render(wrong)
    play(program, players=2, seed=block.line)


def play(program: core.Program, players: int, seed: int) -> Game:
    game = Game(Table(Numbering(program), players), ["Ann", "Ben", "Cleo"][:players], seed)
    dice = random.Random(seed)
    for _ in range(400):
        if game.over:
            break
        game.play(dice.choice(game.choices()))
    return game


@pytest.mark.parametrize("block", shown("kf-error"), ids=str)
def test_a_mistake_is_told_as_the_manual_says(block: Block) -> None:
    report = Report()
    program = loaded(block, report)
    found = report.diagnostics if program is None else failures(program, block)
    assert {each.code for each in found} == {block.code}, render(found)


@pytest.mark.parametrize("block", shown("json"), ids=str)
def test_a_manifest_is_in_order(block: Block) -> None:
    report = Report()
    manifest = read_manifest(block.text, f"{json.loads(block.text)['name']}.pack.json", report)
    assert manifest is not None, render(report.diagnostics)


@pytest.mark.parametrize("block", shown("python"), ids=str)
def test_python_in_the_manual_runs(block: Block, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = tmp_path / "my_pots"
    (root / "rules" / BASE).mkdir(parents=True)
    (root / f"{BASE}.pack.json").write_text(shown("json")[0].text, encoding="utf-8")
    (root / "rules" / BASE / "game.kf").write_text(NAMED[BASE].text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    exec(compile(block.text, f"grammar/README.md, line {block.line}", "exec"), {})


def test_no_block_is_of_a_sort_that_nobody_checks() -> None:
    page = MANUAL.read_text(encoding="utf-8")
    assert page.count("\n```") == 2 * len(BLOCKS)
    assert {block.sort for block in BLOCKS} <= {"kf", "kf-error", "json", "python"}


def test_the_first_game_ends_with_points_for_somebody() -> None:
    program = loaded(NAMED[BASE], Report())
    assert program is not None
    games = [play(program, players, seed) for players in (2, 3) for seed in range(10)]
    assert all(game.over for game in games)
    assert any(sum(game.totals()) > 0 for game in games)


# ---- completeness


def parser() -> Lark:
    return Lark(
        GRAMMAR, parser="lalr", lexer="contextual", start="start", keep_all_tokens=True, maybe_placeholders=False
    )


def test_every_construct_of_the_grammar_is_shown() -> None:
    lark = parser()
    trees = [lark.parse(source.text) for block in shown("kf") for _, _, source in sources(block)]
    used = {str(part.data) for tree in trees for part in tree.iter_subtrees()}
    kept = {str(rule.alias or rule.origin.name) for rule in lark.rules if rule.alias or not rule.options.expand1}
    missing = {name for name in kept if not name.startswith("_")} - used
    assert not missing, f"the manual shows no {sorted(missing)}"


def test_every_keyword_of_the_grammar_is_shown() -> None:
    lark = parser()
    used: set[str] = set()
    for block in shown("kf"):
        for _, _, source in sources(block):
            used |= {leaf.type for leaf in _leaves(lark.parse(source.text))}
    known = {terminal.name for terminal in lark.terminals} - set(lark.ignore_tokens)
    assert not known - used, f"the manual shows no {sorted(known - used)}"


def _leaves(tree: Tree[Token]) -> list[Token]:
    return list(tree.scan_values(lambda leaf: isinstance(leaf, Token)))


def test_every_mistake_that_the_language_tells_is_listed() -> None:
    """The first argument of whatever reports something is its code."""
    calls = [
        node
        for path in (TOP / "kfdsl" / "lang").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ("error", "warning", "wrong")
        and node.args
    ]
    said = {
        part.value
        for call in calls
        for part in ast.walk(call.args[0])
        if isinstance(part, ast.Constant) and isinstance(part.value, str)
    }
    codes = {code for code in said if re.fullmatch(r"[a-z]+(-[a-z]+)*", code)}
    manual = MANUAL.read_text(encoding="utf-8")
    assert {code for code in codes if f"`{code}`" not in manual} == set()


def test_the_page_of_words_is_fresh() -> None:
    assert WORDS_PAGE.read_text(encoding="utf-8") == words_page(), "run `python -m tests.test_manual`"


def test_every_word_has_its_row_and_its_chapter() -> None:
    page, manual = WORDS_PAGE.read_text(encoding="utf-8"), MANUAL.read_text(encoding="utf-8")
    names = [*WORDS, *OPERATORS, *(name for name, _, _ in VERBS)]
    assert [name for name in names if f"| `{name}` |" not in page] == []
    assert [name for name in WORDS if f"`{name}(" not in manual] == []


@pytest.mark.parametrize("word", [*WORDS.values(), *OPERATORS.values()], ids=lambda word: word.name)
def test_the_example_of_a_word_is_well_formed(word: Word) -> None:
    judged(f"let tried = {word.example}")


@pytest.mark.parametrize(("name", "example"), [(name, example) for name, _, example in VERBS])
def test_the_example_of_a_verb_is_well_formed(name: str, example: str) -> None:
    judged(example, instead=name == "proceed")


def judged(line: str, instead: bool = False) -> None:
    """Compile a line on top of the first game, a plane and a reckoning; whether it is wise is not asked."""
    text = (
        f"extend effect dig instead {{ {line} }}"
        if instead
        else f"""
        action trying in work(with group: purse(me), at s: spot in spots(pond, garden(me)), to a: area in areas(garden(me), {{path}})) {{
          do {{ {line} }}
        }}"""
    )
    report = Report()
    loaded(Block(0, "kf", "", "", ("lawns", "fair"), text), report)
    wrong = [
        each
        for each in report.diagnostics
        if each.code in ("syntax", "wrong-type", "wrong-arguments", "unknown-name", "no-plane")
    ]
    assert not wrong, render(wrong)


if __name__ == "__main__":
    WORDS_PAGE.write_text(words_page(), encoding="utf-8")
