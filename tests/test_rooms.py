"""Rooms import one way, and code speaks no game."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.game_words import content_words, speaks, spoken

TOP = Path(__file__).resolve().parent.parent
CODE = TOP / "kfdsl"
SPLIT = {"lang", "engine", "cli"}  # their folders are rooms of their own
TABLE = re.compile(r"^\| \[([\w/]+)\]\([\w/.]+\) \|[^|]*\|([^|]*)\|", re.MULTILINE)


def rooms_of_the_map() -> dict[str, set[str]]:
    """Room → the rooms that it may import, as the table of kfdsl/README.md says."""
    said = {room: may.strip() for room, may in TABLE.findall((CODE / "README.md").read_text(encoding="utf-8"))}
    return {room: {each.strip() for each in may.split(",") if each.strip()} for room, may in said.items()}


# Libraries that stay in a few modules, and what some rooms must not reach for at all.
ONLY_IN = {
    "lark": (
        "kfdsl.lang.syntax.parse",
        "kfdsl.lang.syntax.parser",
        "kfdsl.lang.syntax.mistakes",
        "kfdsl.lang.syntax.build",
    ),
    "jsonschema": ("kfdsl.packs", "kfdsl.record"),
    "rich": ("kfdsl.cli",),
    "typer": ("kfdsl.cli",),
}
OUTSIDE = {"os", "pathlib", "io", "sys", "time", "datetime", "random", "secrets", "socket", "subprocess", "threading"}
NEVER = {
    "text": OUTSIDE | {"json"},
    "program": OUTSIDE | {"json"},
    "analysis": OUTSIDE | {"json"},
    "lang": OUTSIDE | {"json"},
    "engine": OUTSIDE | {"json"},
    "examples": OUTSIDE | {"json"},
    "bots": OUTSIDE | {"json"},
    "sim": OUTSIDE | {"json"},
}

# The words of the language itself (DESIGN.md, section 13), which content may use as ids as well.
BUILT_IN = """
    move set show lay shuffle reveal happens up to all at random least different ask choose repeat together apart settle
    if for let then one of perform cover proceed size kinds has meets common sum most the only any every possible idle
    owner neighbours joined reach chain walk areas across score per each once must left unfilled
    token trait kind place values value field var slot face query effect action need ensure menu flow moment shape
    purpose number bool text player list area bundle want group card game rules me here first second who what none
    true false
""".split()

# Plain English that code cannot do without although a pack uses it as an id, each with its reason. Fewer than 25.
EXCUSED: dict[str, str] = {
    "pass": "a keyword of Python, and the name of a stage in a compiler",
    "colour": "terminals have it",
    "take": "what a function does with its parameters",
    "draw": "what chance does with hidden pieces; the core of the design has it",
    "well": "as well as; an adverb",
    "carry": "what one does with a rule when it is carried out",
    "stable": "what stays the same; a tile is called so in print",
    "builder": "what builds; a tile is called so in print",
    "worth": "what an allocation comes to; content says of each tile what it is worth",
    "store": "what memory does with a number; WebAssembly calls it so",
    "use": "what one does with a thing; there is no plainer word",
}

MODULES = sorted(path for path in CODE.rglob("*.py") if not {"_content", "_grammar"} & set(path.parts))
ROOMS = rooms_of_the_map()
SILENT = {"program", "analysis", "lang", "engine", "bots", "sim"}  # rooms that must not know a game
SPEAKING = [path for path in MODULES if path.relative_to(CODE).parts[0] in SILENT]


def dotted(path: Path) -> str:
    return ".".join(path.relative_to(TOP).with_suffix("").parts)


def imports(path: Path) -> Iterator[str]:
    """Whole names of what a module imports, relative ones made absolute."""
    package = dotted(path).split(".")[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            near = package[: len(package) - node.level + 1] if node.level else []
            start = ".".join([*near, *([node.module] if node.module else [])])
            yield from (f"{start}.{alias.name}" for alias in node.names)


def room_of(module: str) -> str:
    """`kfdsl.engine.play.game` is in `engine/play`, `kfdsl.engine` and `kfdsl.lang.compile` in `engine` and `lang`."""
    first, *rest = module.split(".")[1:] or ["__init__"]
    if first in SPLIT and rest and f"{first}/{rest[0]}" in ROOMS:
        return f"{first}/{rest[0]}"
    return first


def is_allowed(module: str, imported: str) -> bool:
    room, target = room_of(module), imported.split(".")
    if target[0] == "kfdsl":
        reached = room_of(imported)
        return room.startswith("__") or reached in ("__init__", room) or reached in ROOMS[room]
    homes = ONLY_IN.get(target[0])
    is_home = homes is None or any(module == home or module.startswith(f"{home}.") for home in homes)
    return is_home and target[0] not in NEVER.get(room.split("/")[0], ())


@pytest.mark.parametrize("path", MODULES, ids=dotted)
def test_a_room_imports_only_what_it_may(path: Path) -> None:
    module = dotted(path)
    wrong = sorted({name for name in imports(path) if not is_allowed(module, name)})
    assert not wrong, f"{module} imports {wrong}; see the table of rooms in kfdsl/README.md"


def test_every_folder_of_code_is_a_room() -> None:
    folders = {room_of(dotted(path)) for path in MODULES if path.parent != CODE}
    assert folders - {"engine"} == {room for room in ROOMS if (CODE / room).is_dir()}


def test_rooms_import_one_way() -> None:
    """There is an order of rooms in which each imports only earlier ones."""
    left = {room: {each for each in may if each != room} for room, may in ROOMS.items()}
    while left:
        free = {room for room, may in left.items() if not may & set(left)}
        assert free, f"these rooms import each other in a circle: {sorted(left)}"
        left = {room: may for room, may in left.items() if room not in free}


def test_the_map_leads_to_places_that_are_there() -> None:
    said = (CODE / "README.md").read_text(encoding="utf-8")
    named = re.findall(r"`([\w./]+(?:/|\.(?:py|json|lark|md)))`", said)
    assert len(named) > 50
    gone = [name for name in named if not (CODE / name).exists() and not (CODE.parent / name).exists()]
    gone += [
        f"{room}.{name}"
        for room, name in re.findall(r"`((?:[a-z_]+\.)+)([a-z_]+)`", said)
        if not _is_module(room + name)
    ]
    assert not gone, f"kfdsl/README.md speaks of {gone}, which are not there"


def _is_module(name: str) -> bool:
    at = CODE.joinpath(*name.split("."))
    return name.endswith((".py", ".md", ".kf", ".lark", ".json")) or at.with_suffix(".py").exists()


def test_a_folder_shows_about_a_dozen_files() -> None:
    crowded = {
        str(folder.relative_to(TOP)): len(found)
        for folder in {path.parent for path in MODULES}
        if len(found := [path for path in MODULES if path.parent == folder and path.name != "__init__.py"]) > 14
    }
    assert not crowded, "look for the seam"


@pytest.mark.parametrize(
    ("module", "imported", "is_fine"),
    [
        ("kfdsl.engine.play", "kfdsl.program.core", True),
        ("kfdsl.engine.play", "kfdsl.lang.nodes", False),
        ("kfdsl.engine.play", "kfdsl.load", False),
        ("kfdsl.lang.syntax.build.expr", "lark.Token", True),
        ("kfdsl.lang.link.link", "lark.Token", False),
        ("kfdsl.engine.play", "random", False),
        ("kfdsl.cli.main", "kfdsl.engine.play", True),
        ("kfdsl.api", "kfdsl.packs.find", True),
    ],
)
def test_the_guard_of_rooms_tells_right_from_wrong(module: str, imported: str, is_fine: bool) -> None:
    assert is_allowed(module, imported) == is_fine


@pytest.fixture(scope="module")
def game_words() -> set[str]:
    return content_words(TOP / "content").difference(BUILT_IN, EXCUSED)


@pytest.mark.parametrize("path", SPEAKING, ids=lambda path: str(path.relative_to(TOP)))
def test_code_speaks_no_game(path: Path, game_words: set[str]) -> None:
    said = spoken(path)
    known = sorted(name for name in game_words if speaks(said, name))
    assert not known, f"{path.relative_to(TOP)} knows {known}; declare it in content instead"


def test_few_words_are_excused_each_with_a_reason_and_a_need() -> None:
    assert len(EXCUSED) < 25
    assert all(EXCUSED.values())
    assert set(EXCUSED) <= content_words(TOP / "content"), "a word that no pack declares needs no excuse"


def test_declarations_of_every_sort_are_found(tmp_path: Path) -> None:
    (tmp_path / "a.kf").write_text("""
        trait earth "token fake"   # token comment
        token clay "clay"; token grog is earth
        values Firing low, high
        trait spot { place shelf of tokens; var heat: number = 0 }
        kind oven is spot { size: number }
        open kind lid { }
        main flow firing { stoke(); first_heat: repeat { inner: x } until y; cool := 1 }
        price effect pay(what: want) { ask coin: x }
        action wedge in turn { need x: y }
        oven deep_kiln "Deep kiln" { size: 3 }
        lid l7 { }
        moment cracked(c: oven)
        menu turn(me: player)
        extend action other { }
        """)
    assert content_words(tmp_path) == {
        "earth",
        "clay",
        "grog",
        "firing",
        "low",
        "high",
        "spot",
        "shelf",
        "oven",
        "lid",
        "first_heat",
        "inner",
        "pay",
        "wedge",
        "deep_kiln",
        "l7",
        "cracked",
        "turn",
    }


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("deep_kiln = 1", True),
        ("# a deep kiln", False),
        ('"""Of a deep kiln."""', False),
        ('x = "deep-kiln"', True),
        ('f"deep {kiln}"', False),
        ('f"deep kiln {x}"', True),
        ("DEEP_KILN", True),
        ("deep_kilns", False),
        ("kiln_deep", False),
        ("deep, kiln", False),
        ("deep\nkiln", False),
        ("x.deep_kiln", True),
        ("def f(deep_kiln): pass", True),
        ("f(deep_kiln=1)", True),
        ("import deep_kiln", True),
        ("class DeepKiln: pass", True),
        ("my_deep_kiln_too", True),
    ],
)
def test_an_id_is_heard_as_consecutive_words(tmp_path: Path, code: str, found: bool) -> None:
    (tmp_path / "a.py").write_text(code)
    assert speaks(spoken(tmp_path / "a.py"), "deep_kiln") == found
