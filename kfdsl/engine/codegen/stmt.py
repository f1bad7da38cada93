"""Plain statements, those that ask nobody, as Python lines.

In:   core statements.      Out:  lines; in the telling form each deed also leaves an event with its line of content.
"""

from __future__ import annotations

from kfdsl.engine.codegen.expr.emit import Emitter
from kfdsl.program import core, made_names
from kfdsl.program.made_names import local
from kfdsl.program.types import Type
from kfdsl.text.source import Span


class StmtEmitter(Emitter):
    """Writes statements."""

    def tell(self, *parts: str, span: Span, spends: bool = False) -> None:
        """Leave an event, in the telling form; last whether it only spends: a price, or a menu's own variable."""
        if self.book.telling:
            self.put(f"g.events.append(({', '.join(parts)}, {self.book.line(span)}, {self.price or spends}))")

    def stmt(self, stmt: core.Stmt) -> None:
        """One statement."""
        match stmt:
            case core.Block():
                for part in stmt.body:
                    self.stmt(part)
            case core.Step():
                self.stmt(stmt.body)
            case core.Move():
                self.move(stmt)
            case core.SetVar():
                self.set_var(stmt)
            case core.Let():
                is_read = self.book.telling or not stmt.only_told
                self.put(f"{local(stmt.name)} = {self.expr(stmt.value) if is_read else 'None'}")
            case core.If():
                self.if_(stmt)
            case core.For():
                with self.indented(f"for {local(stmt.name)} in {self.items(stmt.items)}:"):
                    self.skip_unless(stmt.where)
                    self.stmt(stmt.body)
            case core.CallRule():
                args = self.arguments(stmt)
                self.put(f"{made_names.rule(stmt.rule)}({', '.join(['g', *args])})")
            case core.Perform():
                self.put(f"begin(g, {self.effect(stmt.effect)}, ({self.expr(stmt.by)}, {self.expr(stmt.at)}))")
            case core.Shuffle():
                assert isinstance(stmt.place, core.PlaceAt)
                self.put(f"shuffle(g, {self.cell(stmt.place)})")
                self.tell("'shuffle'", self.cell(stmt.place), "None", "None", span=stmt.span)
            case core.Show():
                card = self.named(self.expr(stmt.card))
                if stmt.face:
                    self.put(f"s[FACE[{card}]] = FACES[{card}].index({stmt.face!r})")
                else:
                    self.put(f"toss(g, FACE[{card}], len(FACES[{card}]))")
                self.tell("'show'" if stmt.face else "'toss'", card, f"s[FACE[{card}]]", "None", span=stmt.span)
            case core.Lay():
                card, target = self.named(self.expr(stmt.card)), self.named(self.cell(stmt.plane))
                source = self.named(f"move_card(s, WHERE[{card}], {card}, {target})")
                self.put(f"s[SPOT[{card}]] = {self.expr(stmt.spot)}")
                self.tell("'card'", source, target, card, span=stmt.span)
            case core.Score():
                points = self.named(self.expr(stmt.value))
                entry = f"({self.expr(stmt.to)}, {points}, {self.reason(stmt.reason)}, {self.book.line(stmt.span)}, '')"
                with self.indented(f"if {points}:"):
                    self.put(f"g.sheet += ({entry},)")
            case core.ScoreSets() | core.ScoreLeft():
                self.put(f"g.tallies += (Tally({', '.join(self.tally(stmt))}),)")
            case core.Settle():
                shape = self.numbering.shapes[stmt.shape]
                args = [self.expr(arg, type_) for arg, (_, type_) in zip(stmt.args, shape.params, strict=True)]
                found = f"{made_names.shape(stmt.shape)}({', '.join(['g', *args])})"
                self.put(f"settle(g, {self.expr(stmt.who)}, {found}, {stmt.purpose!r})")
            case core.Reset():
                self.reset(stmt)
            case core.Ensure():
                self.ensure(stmt)
            case _:
                raise AssertionError(stmt)

    def reason(self, reason: core.Expr) -> str:
        """What points are for."""
        return f"({('card' if reason.type.head == 'card' else 'text')!r}, {self.expr(reason)})"

    def tally(self, stmt: core.ScoreSets | core.ScoreLeft) -> list[str]:
        """A scorer that comes into force, with its values as they are now."""
        ledgers = (stmt.ledger,) if isinstance(stmt, core.ScoreLeft) else stmt.ledgers
        marks: tuple[object, ...] = (False, False, None, True)
        if isinstance(stmt, core.ScoreLeft):
            want = self.literal(((1, self.numbering.mask(stmt.name), False),))
        else:
            want, marks = self.expr(stmt.want, Type("want")), (stmt.once, stmt.alike, stmt.spare, stmt.roles)
        unfilled = self.expr(stmt.unfilled) if isinstance(stmt, core.ScoreSets) and stmt.unfilled is not None else "0"
        return [
            self.expr(stmt.to),
            repr(isinstance(stmt, core.ScoreSets)),
            self.expr(stmt.value),
            want,
            self.cells(stmt.within) if stmt.within is not None else "()",
            *map(repr, marks),
            repr(tuple(map(self.numbering.program.ledgers.index, ledgers))),
            unfilled,
            self.reason(stmt.reason),
            repr(self.book.line(stmt.span)),
        ]

    def arguments(self, stmt: core.CallRule) -> list[str]:
        """Arguments of a rule, each of the type it takes."""
        rule = self.numbering.rules[stmt.rule]
        return [self.expr(arg, type_) for arg, (_, type_) in zip(stmt.args, rule.params, strict=True)]

    def set_var(self, stmt: core.SetVar) -> None:
        """A variable gets a value."""
        value = self.expr(stmt.value, self.numbering.vars[stmt.var].type)
        cell = self.var_cell(stmt.var, stmt.card)
        if self.book.telling:
            cell = self.named(cell)
        self.put(f"s[{cell}] = {value}")
        self.tell("'set'", cell, f"s[{cell}]", "None", span=stmt.span, spends=bool(self.numbering.vars[stmt.var].menu))

    def if_(self, stmt: core.If) -> None:
        """One of two."""
        with self.indented(f"if {self.expr(stmt.test)}:"):
            self.note_closer(stmt.then)
            self.stmt(stmt.then)
        if stmt.other is not None:
            with self.indented("else:"):
                self.note_closer(stmt.other)
                self.stmt(stmt.other)

    def note_closer(self, branch: core.Stmt) -> None:
        """A trial that comes to a branch that looks closer at groups says so."""
        if id(branch) in self.book.closer:
            self.put("g.fine = True")

    def reset(self, stmt: core.Reset) -> None:
        """Variables get their defaults back."""
        for name in stmt.vars:
            var = self.numbering.vars[name]
            default, cells = self.literal(self.numbering.constant(var.default)), made_names.var_cells(name)
            if var.owner:
                with self.indented(f"for cell in {cells}:"), self.indented("if cell >= 0:"):
                    self.put(f"s[cell] = {default}")
            else:
                self.put(f"s[{cells}] = {default}")

    def ensure(self, stmt: core.Ensure) -> None:
        """Stop where a need does not hold."""
        with self.indented(f"if not {self.expr(stmt.test)}:"):
            if self.book.telling:
                self.put(f"raise Refused({stmt.name!r}, {self.message(stmt.message)}, {self.book.line(stmt.span)})")
            else:
                self.put("raise Impossible")

    def message(self, parts: tuple[str | core.Expr, ...]) -> str:
        """Code that makes a text."""
        made = [
            repr(part) if isinstance(part, str) else f"word({self.expr(part)}, {self.book.constant(part.type)})"
            for part in parts
        ]
        return " + ".join(made) or "''"

    # ---- moving

    def move(self, stmt: core.Move) -> None:
        """Pieces from places to a place."""
        assert isinstance(stmt.target, core.PlaceAt)
        target = self.named(self.cell(stmt.target)) if self.book.telling else self.cell(stmt.target)
        if stmt.source is None:
            assert stmt.what is not None
            if stmt.what.type.head == "group":
                self.move_group(stmt, target)
            else:
                self.move_card(stmt, self.expr(stmt.what), target)
        elif stmt.source.type.head == "list":
            with self.indented(f"for card in {self.expr(stmt.source)}:"):
                if stmt.only:
                    with self.indented(f"if not {made_names.is_a(stmt.only)}[card]:"):
                        self.put("continue")
                self.move_card(stmt, "card", target)
        elif isinstance(stmt.source, core.PlaceAt) and self.numbering.places[stmt.source.place].per_corner:
            self.move_from_area(stmt, stmt.source, target)
        elif isinstance(stmt.source, core.PlacesWith):
            cells = made_names.trait_cells(stmt.source.trait)
            with self.indented(f"for place in {cells}[{self.expr(stmt.source.card)}]:"):
                self.move_tokens(stmt, "place", target)
        else:
            assert isinstance(stmt.source, core.PlaceAt)
            source = self.named(self.cell(stmt.source)) if self.book.telling else self.cell(stmt.source)
            self.move_tokens(stmt, source, target)

    def move_from_area(self, stmt: core.Move, source: core.PlaceAt, target: str) -> None:
        """Tokens of an area, which lie on several corners: they are first put on one."""
        cells = self.named(self.corners(source))
        self.put(f"gather(s, {cells})")
        self.move_tokens(stmt, f"{cells}[0]", target)

    def move_tokens(self, stmt: core.Move, source: str, target: str) -> None:
        """Tokens from one cell to another."""
        if stmt.strength == "every":
            which = self.numbering.token_traits.get(stmt.only, ())
            flags = (
                self.book.constant(tuple(int(i in which) for i in range(len(self.numbering.tokens))))
                if stmt.only
                else "None"
            )
            code = f"move_every(s, {source}, {target}, {flags})"
            if not self.book.telling:
                # mostly there is nothing: looking is cheaper than calling
                source = self.named(source)
                have = self.named(f"s[{source}]")
                test = " or ".join(f"{have}[{i}]" for i in which) if 0 < len(which) <= 6 else f"any({have})"
                with self.indented(f"if {test}:"):
                    self.put(f"move_every(s, {source}, {target}, {flags})")
                return
        else:
            assert stmt.what is not None
            if stmt.at_random:
                arguments = f"g, {source}, {target}, {self.expr(stmt.what, Type('want'))}, {stmt.strength == 'up_to'}"
                code = f"drawn({arguments}, {self.book.line(stmt.span)})" if self.book.telling else f"draw({arguments})"
            else:
                arguments = f"s, {source}, {target}, {self.expr(stmt.what, Type('bundle'))}"
                code = f"move_{'up_to' if stmt.strength == 'up_to' else 'exactly'}({arguments})"
                if self.book.telling and stmt.strength != "up_to":
                    code = f"moved_exactly({arguments}, {self.book.line(stmt.span)})"
        if not self.book.telling:
            self.put(code)
            return
        moved = self.named(code)
        with self.indented(f"if any({moved}):"):
            self.tell("'draw'" if stmt.at_random else "'move'", source, target, moved, span=stmt.span)

    def move_group(self, stmt: core.Move, target: str) -> None:
        """What was picked up."""
        assert stmt.what is not None
        group = self.named(self.expr(stmt.what))
        self.put(f"move_group(s, {group}, {target})")
        if self.book.telling:
            with self.indented(f"for place, part in {group}:"):
                self.tell("'move'", "place", target, "part", span=stmt.span)

    def move_card(self, stmt: core.Move, card: str, target: str) -> None:
        """One card; a slot takes only one."""
        assert isinstance(stmt.target, core.PlaceAt)
        card = self.named(card)
        if self.numbering.places[stmt.target.place].single:
            with self.indented(f"if s[{target}]:"):
                words = f"{stmt.target.place.replace('_', ' ')} is taken"
                refused = f"Refused('', {words!r}, {self.book.line(stmt.span)})"
                self.put(f"raise {refused if self.book.telling else 'Impossible'}")
        code = f"move_card(s, WHERE[{card}], {card}, {target})"
        source = self.named(code) if self.book.telling else ""
        if not source:
            self.put(code)
        self.take_up(card, stmt.target.place)
        self.tell("'card'", source, target, card, span=stmt.span)

    def take_up(self, card: str, place: str) -> None:
        """A card that was moved has no spot any more, wherever it came from; only `lay` gives it one."""
        content, cards = self.numbering.places[place].content, range(len(self.numbering.cards))
        spotted = [at in self.numbering.spotted for at in cards if self.numbering.is_a(at, content)]
        if all(spotted):
            self.put(f"s[SPOT[{card}]] = None")
        elif any(spotted):
            with self.indented(f"if SPOT[{card}] >= 0:"):
                self.put(f"s[SPOT[{card}]] = None")
