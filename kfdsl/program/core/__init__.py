"""The core program: all that the engine ever sees.

In:   nothing; data only.      Out:  the program, and all its nodes under one name; their rooms are core_expr, core_stmt, core_rule
and core_proof. Packs, menus' origins, amendments and sugar are gone. Two programs are the same when they mean the same.
"""

from __future__ import annotations

from kfdsl.program.core.declare import (
    ActionDef,
    BoardDef,
    CardDef,
    ClauseDef,
    CompanyDef,
    FieldDef,
    KindDef,
    MenuDef,
    Named,
    NeedDef,
    ParamDef,
    PlaceDef,
    QueryDef,
    RoleDef,
    RuleDef,
    ShapeDef,
    Spoken,
    StandsDef,
    TokenDef,
    TraitDef,
    ValuesDef,
    VarDef,
)
from kfdsl.program.core.example import CheckDef, DoDef, DrawDef, ExampleDef, GivenDef, PositionDef
from kfdsl.program.core.expr import (
    Ask,
    Before,
    Const,
    Expr,
    FieldOf,
    Fold,
    IfElse,
    LetIn,
    Local,
    Pick,
    PlaceAt,
    PlacesWith,
    Prim,
    Trial,
    VarOf,
    core,
)
from kfdsl.program.core.stmt import (
    Apart,
    AskFor,
    Block,
    CallRule,
    Choose,
    Ensure,
    For,
    If,
    Lay,
    Let,
    Move,
    OneOf,
    Perform,
    Repeat,
    Reset,
    Score,
    ScoreLeft,
    ScoreSets,
    Settle,
    SetVar,
    Show,
    Shuffle,
    Step,
    Stmt,
    Together,
)


@core
class Program:
    """Everything, in canonical order."""

    packs: tuple[tuple[str, str], ...]  # name and version
    tokens: tuple[TokenDef, ...]
    traits: tuple[TraitDef, ...]
    values: tuple[ValuesDef, ...]
    places: tuple[PlaceDef, ...]
    vars: tuple[VarDef, ...]
    fields: tuple[FieldDef, ...]
    kinds: tuple[KindDef, ...]
    cards: tuple[CardDef, ...]
    stands: tuple[StandsDef, ...]
    companies: tuple[CompanyDef, ...]
    roles: tuple[RoleDef, ...]
    ledgers: tuple[str, ...]  # the main one first
    nouns: tuple[tuple[str, str, tuple[str, ...]], ...]  # language, name, singular and plural
    queries: tuple[QueryDef, ...]
    rules: tuple[RuleDef, ...]
    shapes: tuple[ShapeDef, ...]
    menus: tuple[MenuDef, ...]
    actions: tuple[ActionDef, ...]
    main: str
    closing: str  # the rule that says what the game would score if it ended now, or ""
    ties: tuple[str, ...]  # queries over a player that decide among equals, the larger first, one after the other
    positions: tuple[PositionDef, ...]
    examples: tuple[ExampleDef, ...]


__all__ = [
    "ActionDef",
    "Apart",
    "Ask",
    "AskFor",
    "Before",
    "Block",
    "BoardDef",
    "CallRule",
    "CardDef",
    "CheckDef",
    "Choose",
    "ClauseDef",
    "CompanyDef",
    "Const",
    "DoDef",
    "DrawDef",
    "Ensure",
    "ExampleDef",
    "Expr",
    "FieldDef",
    "FieldOf",
    "Fold",
    "For",
    "GivenDef",
    "If",
    "IfElse",
    "KindDef",
    "Lay",
    "Let",
    "LetIn",
    "Local",
    "MenuDef",
    "Move",
    "Named",
    "NeedDef",
    "OneOf",
    "ParamDef",
    "Perform",
    "Pick",
    "PlaceAt",
    "PlaceDef",
    "PlacesWith",
    "PositionDef",
    "Prim",
    "Program",
    "QueryDef",
    "Repeat",
    "Reset",
    "RoleDef",
    "RuleDef",
    "Score",
    "ScoreLeft",
    "ScoreSets",
    "SetVar",
    "Settle",
    "ShapeDef",
    "Show",
    "Shuffle",
    "Spoken",
    "StandsDef",
    "Step",
    "Stmt",
    "Together",
    "TokenDef",
    "TraitDef",
    "Trial",
    "ValuesDef",
    "VarDef",
    "VarOf",
    "core",
]
