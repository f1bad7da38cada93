"""Core expressions and plain statements as Python lines.

In:   core nodes.      Out:  lines of source; every identifier is ours and every literal goes through repr.
An expression may need lines before it (a loop, a shared value); where it stands behind `and` or in a branch, those lines go
into that branch, so nothing is read that the rule would not read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from kfdsl.engine.inline import inlined, unrolled
from kfdsl.engine.layout import Numbering
from kfdsl.program import core
from kfdsl.program.types import Type
from kfdsl.text.source import Span


class Book:
    """What all rules of one program share: numbering, constants, lines of content."""

    def __init__(self, numbering: Numbering, telling: bool) -> None:
        self.numbering = numbering
        self.telling = telling
        self.constants: dict[str, Any] = {}
        self.names: dict[Any, str] = {}
        self.lines: list[Span] = []
        self.line_numbers: dict[tuple[str, int, int], int] = {}

    def constant(self, value: Any) -> str:
        """A name for a value that is written once."""
        name = self.names.get((type(value), value))
        if name is None:
            name = f"K{len(self.constants)}"
            self.constants[name] = value
            self.names[type(value), value] = name
        return name

    def line(self, span: Span) -> int:
        """The number under which events remember a line of content."""
        at = (span.source.name, span.start, span.end)
        if at not in self.line_numbers:
            self.line_numbers[at] = len(self.lines)
            self.lines.append(span)
        return self.line_numbers[at]


def local(name: str) -> str:
    """A local of content as a local of Python."""
    return "x_" + name


def safe(name: str) -> str:
    """A dotted name of content as part of an identifier."""
    return name.replace(".", "_").replace("#", "_n")


class Emitter:
    """Writes the body of one function."""

    def __init__(self, book: Book, price: bool = False) -> None:
        self.book = book
        self.numbering = book.numbering
        self.price = price
        self.lines: list[str] = []
        self.depth = 1
        self.temporaries = 0

    # ---- lines

    def put(self, line: str) -> None:
        """One line at the present depth."""
        self.lines.append("    " * self.depth + line)

    @contextmanager
    def indented(self, head: str) -> Iterator[None]:
        """Lines below a head such as `if x:`."""
        self.put(head)
        self.depth += 1
        before = len(self.lines)
        yield
        if len(self.lines) == before:
            self.put("pass")
        self.depth -= 1

    def fresh(self) -> str:
        """A name that nobody has yet."""
        self.temporaries += 1
        return f"t{self.temporaries}"

    def named(self, code: str) -> str:
        """The code as a name, so that it is worked out once."""
        if code.isidentifier():
            return code
        name = self.fresh()
        self.put(f"{name} = {code}")
        return name

    def apart(self, make: Callable[[], str]) -> tuple[list[str], str]:
        """The lines and the code of an expression, not yet written."""
        kept, self.lines = self.lines, []
        code = make()
        lines, self.lines = self.lines, kept
        return lines, code

    # ---- expressions

    def expr(self, expr: core.Expr, wanted: Type | None = None) -> str:
        """Code for an expression, of the type that is wanted."""
        code = self._expr(expr)
        head = expr.type.head
        if wanted is not None and wanted.head == "want" and head in ("bundle", "group"):
            bundle = f"bundle_of({code}, ZERO)" if head == "group" else code
            return f"want_of({bundle})"
        if wanted is not None and wanted.head == "bundle" and head == "group":
            return f"bundle_of({code}, ZERO)"
        return code

    def bundle(self, expr: core.Expr) -> str:
        """Code for a bundle, also of a group."""
        return f"bundle_of({self._expr(expr)}, ZERO)" if expr.type.head == "group" else self._expr(expr)

    def _expr(self, expr: core.Expr) -> str:
        match expr:
            case core.Const():
                return self.literal(self.numbering.literal(expr.value, expr.type))
            case core.Local():
                return local(expr.name)
            case core.PlaceAt() if self.numbering.places[expr.place].per_corner:
                return f"total(s, {self.corners(expr)}, ZERO)"
            case core.PlaceAt():
                return f"s[{self.cell(expr)}]"
            case core.PlacesWith():
                return f"total(s, T_{expr.trait}[{self.expr(expr.card)}], ZERO)"
            case core.VarOf():
                return f"s[{self.var_cell(expr.var, expr.card)}]"
            case core.FieldOf():
                return self.field(expr)
            case core.Ask():
                query = self.numbering.queries[expr.query]
                body = inlined(expr, self.numbering.queries)
                if body is not None:
                    return self.expr(body, query.result)
                args = [self.expr(arg, type_) for arg, (_, type_) in zip(expr.args, query.params, strict=True)]
                return f"q_{expr.query}({', '.join(['g', *args])})"
            case core.Prim():
                return self.prim(expr)
            case core.IfElse():
                return self.branch(expr)
            case core.Pick():
                return self.pick(expr)
            case core.Fold():
                return self.folded(expr.word, (expr,), expr.otherwise, expr.type)
            case core.Trial():
                rule = self.effect(expr.effect)
                return f"{expr.word}(g, {rule}, {self.expr(expr.by)}, {self.expr(expr.at)})"
            case _:
                raise AssertionError(expr)

    def literal(self, value: Any) -> str:
        """A constant; what is larger than a number gets a name."""
        if value is None or isinstance(value, bool | int | str):
            return repr(value)
        return self.book.constant(value)

    def cell(self, place: core.PlaceAt) -> str:
        """The number of the cell of a place."""
        definition = self.numbering.places[place.place]
        args = [self.expr(arg) for arg in place.args]
        code = f"P_{place.place}"
        if definition.per_corner:
            area = self.named(args[0])
            return f"{code}[{area}[0][0]] + {area}[0][1]"  # what comes into an area lies on its first corner
        if definition.owner:
            code += f"[{args.pop(0)}]"
        return f"{code} + {args[0]}" if args else code

    def corners(self, place: core.PlaceAt) -> str:
        """The cells of an area."""
        return f"tuple([P_{place.place}[card] + corner for card, corner in {self.expr(place.args[0])}])"

    def var_cell(self, var: str, card: core.Expr | None) -> str:
        """The number of the cell of a variable."""
        return f"V_{safe(var)}[{self.expr(card)}]" if card is not None else f"V_{safe(var)}"

    def field(self, expr: core.FieldOf) -> str:
        """What is printed on a card."""
        if expr.type.head == "effect":
            return self.effect(expr)
        definition = self.numbering.fields[expr.field]
        card = self.expr(expr.card)
        if not definition.faced:
            return f"F_{safe(expr.field)}[{card}]"
        if expr.face:
            return f"F_{safe(expr.field)}[{card}][FACES[{card}].index({expr.face!r})]"
        card = self.named(card)
        return f"F_{safe(expr.field)}[{card}][s[FACE[{card}]]]"

    def effect(self, expr: core.FieldOf) -> str:
        """The number of the rule that is printed on a card, or -1."""
        card = self.named(self.expr(expr.card))
        if not self.numbering.fields[expr.field].faced:
            return f"E_{safe(expr.field)}[{card}]"
        face = f"FACES[{card}].index({expr.face!r})" if expr.face else f"s[FACE[{card}]]"
        return f"E_{safe(expr.field)}[{card}][{face}]"

    def branch(self, expr: core.IfElse) -> str:
        """One of two values."""
        test = self.expr(expr.test)
        then_lines, then = self.apart(lambda: self.expr(expr.then, expr.type))
        other_lines, other = self.apart(lambda: self.expr(expr.other, expr.type))
        if not then_lines and not other_lines:
            return f"({then} if {test} else {other})"
        name = self.fresh()
        for head, lines, code in ((f"if {test}:", then_lines, then), ("else:", other_lines, other)):
            with self.indented(head):
                self.lines += ["    " + line for line in lines]
                self.put(f"{name} = {code}")
        return name

    # ---- built-in words

    def prim(self, expr: core.Prim) -> str:
        """A built-in word at work."""
        args = expr.args
        match expr.word:
            case "and" | "or":
                return self.both(expr)
            case "not":
                return f"(not {self.expr(args[0])})"
            case "players":
                return "PLAYERS"
            case "tokens":
                return repr(self.numbering.mask(expr.data))
            case "cards":
                found = tuple(i for i in range(len(self.numbering.cards)) if self.numbering.is_a(i, expr.data))
                return self.literal(found)
            case "size":
                return self.size(args[0])
            case "kinds":
                return self.kinds(args[0])
            case "has":
                return self.has(expr)
            case "only":
                return self.only(expr)
            case "only_token":
                helper = "group_only" if expr.type.head == "group" else "only"
                return f"{helper}({self.expr(args[0])}, 1 << {self.expr(args[1])})"
            case "empty":
                return self.empty(args[0])
            case "there":
                return f"({self.expr(args[0])} {'>= 0' if args[0].type.head == 'effect' else 'is not None'})"
            case "none":
                return f"({self.expr(args[0])} {'< 0' if args[0].type.head == 'effect' else 'is None'})"
            case "kind":
                return f"IS_{expr.data}[{self.expr(args[0])}]"
            case "shows":
                card = self.named(self.expr(args[0]))
                return f"(FACES[{card}][s[FACE[{card}]]] == {expr.data!r})"
            case "slot":
                place = self.named(self.expr(args[0]))
                return f"({place}[0] if {place} else None)"
            case "set":
                if all(isinstance(arg, core.Const) for arg in args):
                    return repr(self.numbering.constant(expr))
                return "(" + " | ".join(f"1 << {self.expr(arg)}" for arg in args) + ")"
            case "join":
                folds = tuple(arg for arg in args if isinstance(arg, core.Fold))
                return self.folded(expr.data, folds, None, expr.type)
            case "in":
                return self.contains(args[1], args[0])
            case "meets":
                return f"({self.expr(args[0])} & {self.expr(args[1])} != 0)"
            case "=" | "!=":
                one, other = (self.bundle(arg) if arg.type.head in ("bundle", "group") else self.expr(arg) for arg in args)
                return f"({one} {'==' if expr.word == '=' else '!='} {other})"
            case _:
                return self.arithmetic(expr)

    def on_plane(self, expr: core.Prim) -> str:
        """A word about hexes: `planes` does the work, given the plane's cell."""
        places = [arg for arg in expr.args if isinstance(arg, core.PlaceAt)]
        args = [self.named(self.expr(arg)) for arg in expr.args if not isinstance(arg, core.PlaceAt) or arg not in places]
        about = 2 if expr.word == "edge_to" else 0  # the card that is already on the plane
        cell = self.cell(places[0]) if places else f"s[WHERE[{args[about]}]]"
        return f"hex_{expr.word}(s, SPOT, LABELS, {cell}, {', '.join(args)})" if args else f"hex_{expr.word}(s, SPOT, LABELS, {cell})"

    def arithmetic(self, expr: core.Prim) -> str:
        """Numbers, players, lists."""
        if expr.word == "+" and expr.type.head == "bundle":
            return f"plus({self.bundle(expr.args[0])}, {self.bundle(expr.args[1])})"
        args = [self.expr(arg, expr.type if expr.type.head == "want" else None) for arg in expr.args]
        head = expr.type.head
        match expr.word:
            case "+":
                return f"({args[0]} {'|' if head == 'set' else '+'} {args[1]})"
            case "-":
                return f"({args[0]} & ~{args[1]})" if head == "set" else f"({args[0]} - {args[1]})"
            case "*" | "<" | "<=" | ">" | ">=":
                return f"({args[0]} {expr.word} {args[1]})"
            case "negative":
                return f"(-{args[0]})"
            case "but":
                return self.but(expr, args)
            case "seat":
                return f"(({args[0]} - 1) % SEATS)"
            case "next":
                if expr.args[0].type.head == "player":
                    return f"(({args[0]} + 1) % SEATS)"
                last = len(self.numbering.value_names[expr.args[0].type.name]) - 1
                item = self.named(args[0])
                return f"({item} + 1 if {item} < {last} else None)"
            case "clockwise":
                first = self.named(args[0])
                return f"(PLAYERS[{first}:] + PLAYERS[:{first}])"
            case "first":
                return f"{args[1]}[:max({args[0]}, 0)]"
            case "owner":
                return f"OWNER[s[WHERE[{args[0]}]]]"
            case "touches":
                return f"any([card == {args[1]} for card, _ in {args[0]}])"
            case "score_of":
                return f"sum([line[1] for line in g.sheet if line[0] == {args[0]}])"
            case "smaller" | "larger":
                return f"{'min' if expr.word == 'smaller' else 'max'}({args[0]}, {args[1]})"
            case "spots" | "beside" | "edge_to" | "edge_from" | "neighbours" | "joined" | "reach" | "chain" | "loop" | "walk" | "areas" | "across":
                return self.on_plane(expr)
            case "takes_from":
                assert isinstance(expr.args[1], core.PlaceAt)
                return f"any([place == {self.cell(expr.args[1])} for place, _ in {args[0]}])"
            case _:
                raise AssertionError(expr.word)

    def both(self, expr: core.Prim) -> str:
        """`and` and `or`, the second only where it is needed."""
        one = self.expr(expr.args[0])
        lines, other = self.apart(lambda: self.expr(expr.args[1]))
        if not lines:
            return f"({one} {expr.word} {other})"
        name = self.fresh()
        self.put(f"{name} = {one}")
        with self.indented(f"if {name}:" if expr.word == "and" else f"if not {name}:"):
            self.lines += ["    " + line for line in lines]
            self.put(f"{name} = {other}")
        return name

    def counts(self, expr: core.Expr) -> tuple[str, tuple[int, ...] | None]:
        """A bundle as a name, and which of its counts matter (None: all)."""
        if isinstance(expr, core.Prim) and expr.word == "only" and expr.type.head == "bundle":
            name, narrower = self.counts(expr.args[0])
            mine = self.numbering.token_traits.get(expr.data, ())
            return name, mine if narrower is None else tuple(i for i in mine if i in narrower)
        return self.named(self.bundle(expr)), None

    def size(self, expr: core.Expr) -> str:
        """How many."""
        match expr.type.head:
            case "bundle":
                name, which = self.counts(expr)
                if which is None:
                    return f"sum({name})"
                return "(" + (" + ".join(f"{name}[{i}]" for i in which) or "0") + ")"
            case "group":
                return f"group_size({self.expr(expr)})"
            case "want":
                return f"want_size({self.expr(expr)})"
            case "set":
                return f"({self.expr(expr)}).bit_count()"
            case _:
                return f"len({self.expr(expr)})"

    def kinds(self, expr: core.Expr) -> str:
        """Which tokens occur."""
        name, which = self.counts(expr)
        if which is None:
            return f"kinds_of({name})"
        return "(" + (" | ".join(f"({1 << i} if {name}[{i}] else 0)" for i in which) or "0") + ")"

    def has(self, expr: core.Prim) -> str:
        """Whether something is among others."""
        whole = expr.args[0]
        if expr.data:
            inner = core.Prim(word="only", args=(whole,), data=expr.data, type=Type("bundle"), span=expr.span)
            name, which = self.counts(inner)
            return "(" + (" + ".join(f"{name}[{i}]" for i in which or ()) or "0") + " > 0)"
        if whole.type.head in ("bundle", "group"):
            return f"({self.bundle(whole)}[{self.expr(expr.args[1])}] > 0)"
        return self.contains(whole, expr.args[1])

    def contains(self, whole: core.Expr, item: core.Expr) -> str:
        """Membership of a list or set."""
        if whole.type.head == "set":
            return f"({self.expr(whole)} >> {self.expr(item)} & 1 == 1)"
        return f"({self.expr(item)} in {self.expr(whole)})"

    def only(self, expr: core.Prim) -> str:
        """The part of a bundle or group that is of a token or trait."""
        if expr.type.head == "group":
            return f"group_only({self.expr(expr.args[0])}, {self.numbering.mask(expr.data)})"
        name, which = self.counts(expr)
        return "(" + "".join(f"{name}[{i}], " if which is None or i in which else "0, " for i in range(len(self.numbering.tokens))) + ")"

    def empty(self, expr: core.Expr) -> str:
        """Whether there is nothing."""
        match expr.type.head:
            case "bundle":
                return f"({self.size(expr)} == 0)"
            case "set":
                return f"({self.expr(expr)} == 0)"
            case _:
                return f"(not {self.expr(expr)})"

    def but(self, expr: core.Prim, args: list[str]) -> str:
        """All but one, which may be nobody."""
        item = self.named(args[1])
        if expr.type.head == "set":
            return f"({args[0]} & ~(1 << {item}) if {item} is not None else {args[0]})"
        return f"tuple([each for each in {args[0]} if each != {item}])"

    # ---- collections

    def items(self, expr: core.Expr) -> str:
        """Something to loop over, in its fixed order."""
        match expr.type.head:
            case "set":
                return f"bits({self.expr(expr)})"
            case "bundle" | "group":
                return f"bits({self.kinds(expr)})"
            case _:
                return self.expr(expr)

    @contextmanager
    def looping(self, name: str, items: core.Expr) -> Iterator[None]:
        """Lines for each item; `all but one` leaves one out on the way instead of making another list."""
        if isinstance(items, core.Prim) and items.word == "but" and items.type.head == "list":
            but = self.named(self.expr(items.args[1]))
            with self.indented(f"for {local(name)} in {self.items(items.args[0])}:"):
                with self.indented(f"if {local(name)} == {but}:"):
                    self.put("continue")
                yield
        else:
            with self.indented(f"for {local(name)} in {self.items(items)}:"):
                yield

    def skip_unless(self, where: core.Expr | None) -> None:
        """In a loop: on to the next item unless a condition holds."""
        if where is not None:
            test = self.expr(where)
            with self.indented(f"if not {test}:"):
                self.put("continue")

    def pick(self, expr: core.Pick) -> str:
        """`any`, `no`, `all`, `only`, `first`"""
        if expr.word == "all":
            return self.all(expr)
        if expr.ranking is not None:
            return self.ranked(expr)
        found, item = self.fresh(), local(expr.name)
        start = {"any": "False", "no": "True"}.get(expr.word, "None")
        self.put(f"{found} = {start}")
        many = self.fresh() if expr.word == "only" else ""
        if many:
            self.put(f"{many} = 0")
        with self.indented(f"for {item} in {self.items(expr.items)}:"):
            self.skip_unless(expr.where)
            self.put(f"{found} = " + {"any": "True", "no": "False"}.get(expr.word, item))
            self.put(f"{many} += 1" if many else "break")
        return f"({found} if {many} == 1 else None)" if many else found

    def ranked(self, expr: core.Pick) -> str:
        """The one with the most or least of something."""
        assert expr.ranking is not None
        found, best, item, tied = self.fresh(), self.fresh(), local(expr.name), self.fresh()
        self.put(f"{found} = {best} = None")
        self.put(f"{tied} = False")
        with self.indented(f"for {item} in {self.items(expr.items)}:"):
            self.skip_unless(expr.where)
            value = self.named(self.expr(expr.ranking))
            with self.indented(f"if {best} is None or {value} {'<' if expr.least else '>'} {best}:"):
                self.put(f"{found}, {best}, {tied} = {item}, {value}, False")
            with self.indented(f"elif {value} == {best}:"):
                self.put(f"{tied} = True")
        return f"(None if {tied} else {found})" if expr.word == "only" else found

    def all(self, expr: core.Pick) -> str:
        """Those for which a condition holds."""
        found, item = self.fresh(), local(expr.name)
        self.put(f"{found} = []")
        whole = self.named(self.expr(expr.items)) if expr.type.head in ("bundle", "group") else ""
        source = core.Local(name=expr.name, type=expr.items.type, span=expr.span) if whole else expr.items
        if whole:
            loop = f"bits(kinds_of(bundle_of({whole}, ZERO)))" if expr.type.head == "group" else f"bits(kinds_of({whole}))"
        else:
            loop = self.items(source)
        with self.indented(f"for {item} in {loop}:"):
            self.skip_unless(expr.where)
            self.put(f"{found}.append({item})")
        if whole:
            return f"{'group_only' if expr.type.head == 'group' else 'only'}({whole}, set_where({found}))"
        return f"set_where({found})" if expr.type.head == "set" else f"tuple({found})"

    def folded(self, word: str, folds: tuple[core.Fold, ...], otherwise: core.Expr | None, type_: Type) -> str:
        """One value made of one for each item of one or several loops."""
        found = self.fresh()
        start = {"sum": "ZERO" if type_.head == "bundle" else "0", "list": "[]", "union": "0", "common": "-1", "any": "False",
                 "all": "True"}.get(word, "None")
        self.put(f"{found} = {start}")
        for fold in folds:
            if not self.unroll(word, fold, found):
                self.loop(fold, 0, partial(self.gather, word, fold, found))
        if word == "list":
            return f"tuple({found})"
        if otherwise is None:
            return found
        nothing = f"{found} == -1" if word == "common" else f"{found} is None"
        lines, other = self.apart(lambda: self.expr(otherwise, type_))
        with self.indented(f"if {nothing}:"):
            self.lines += ["    " + line for line in lines]
            self.put(f"{found} = {other}")
        return found

    def unroll(self, word: str, fold: core.Fold, found: str) -> bool:
        """A fold over the tokens that occur in a bundle, written out token by token where they are few."""
        items = fold.binders[0][1] if len(fold.binders) == 1 else None
        if isinstance(items, core.Prim) and items.word == "kinds":
            items = items.args[0]
        if items is None or items.type.head != "bundle" or not isinstance(items, core.Prim) or items.word != "only":
            return False
        which = self.numbering.token_traits.get(items.data, ())
        folds = unrolled(fold, tuple(self.numbering.program.tokens[i].name for i in which))
        if folds is None:
            return False
        name, kept = self.counts(items)
        for i, each in zip(which, folds, strict=True):
            if kept is None or i in kept:
                with self.indented(f"if {name}[{i}]:"):
                    self.loop(each, 0, partial(self.gather, word, each, found))
        return True

    def loop(self, fold: core.Fold, at: int, inside: Callable[[], None]) -> None:
        """Loops for the binders of a fold, one in the other."""
        if at < len(fold.binders):
            name, items = fold.binders[at]
            with self.looping(name, items):
                if at == len(fold.binders) - 1:
                    self.skip_unless(fold.where)
                    inside()
                else:
                    self.loop(fold, at + 1, inside)
        elif fold.where is None:
            inside()
        else:
            with self.indented(f"if {self.expr(fold.where)}:"):
                inside()

    def gather(self, word: str, fold: core.Fold, found: str) -> None:
        """Take one item's value into the whole."""
        value = self.expr(fold.value, Type("bundle") if fold.value.type.head == "group" else None)
        match word:
            case "sum":
                self.put(f"{found} = plus({found}, {value})" if fold.value.type.head in ("bundle", "group") else f"{found} += {value}")
            case "list":
                self.put(f"{found}.append({value})")
            case "union":
                self.put(f"{found} |= {value}")
            case "common":
                self.put(f"{found} &= {value}")
            case "any":
                with self.indented(f"if {value}:"):
                    self.put(f"{found} = True")
            case "all":
                with self.indented(f"if not {value}:"):
                    self.put(f"{found} = False")
            case _:
                value = self.named(value)
                with self.indented(f"if {found} is None or {value} {'>' if word == 'most' else '<'} {found}:"):
                    self.put(f"{found} = {value}")

    def give(self, expr: core.Expr, wanted: Type) -> None:
        """End a function with a value."""
        if isinstance(expr, core.IfElse):
            with self.indented(f"if {self.expr(expr.test)}:"):
                self.give(expr.then, wanted)
            self.give(expr.other, wanted)
        else:
            self.put(f"return {self.expr(expr, wanted)}")
