"""Collections in generated code: every loop is written out, so that nothing is built that is not needed.

In:   picks, folds, items.      Out:  lines and code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from kfdsl.engine.codegen.expr.bundles import Bundles
from kfdsl.engine.codegen.inline import unrolled
from kfdsl.program import core
from kfdsl.program.made_names import local
from kfdsl.program.types import Type


class Loops(Bundles):
    """Writes loops."""

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

    def all_best(self, expr: core.Pick) -> str:
        """All that share the most or least of something."""
        assert expr.ranking is not None
        found, best, item = self.fresh(), self.fresh(), local(expr.name)
        self.put(f"{found}, {best} = [], None")
        with self.looping(expr.name, expr.items):
            self.skip_unless(expr.where)
            value = self.named(self.expr(expr.ranking))
            with self.indented(f"if {best} is None or {value} {'<' if expr.least else '>'} {best}:"):
                self.put(f"{found}, {best} = [], {value}")
            with self.indented(f"if {value} == {best}:"):
                self.put(f"{found}.append({item})")
        return f"set_where({found})" if expr.type.head == "set" else f"tuple({found})"

    def all(self, expr: core.Pick) -> str:
        """Those for which a condition holds."""
        if expr.ranking is not None:
            return self.all_best(expr)
        found, item = self.fresh(), local(expr.name)
        self.put(f"{found} = []")
        whole = self.named(self.expr(expr.items)) if expr.type.head in ("bundle", "group") else ""
        source = core.Local(name=expr.name, type=expr.items.type, span=expr.span) if whole else expr.items
        if whole:
            loop = (
                f"bits(kinds_of(bundle_of({whole}, ZERO)))" if expr.type.head == "group" else f"bits(kinds_of({whole}))"
            )
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
        start = {
            "sum": "ZERO" if type_.head == "bundle" else "0",
            "list": "[]",
            "union": "0",
            "common": "-1",
            "any": "False",
            "all": "True",
        }.get(word, "None")
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

    def cells(self, places: core.Expr) -> str:
        """All cells of a place or a sum of places, as a row: six a card of an area, otherwise one."""
        match places:
            case core.PlaceAt():
                per_corner = self.numbering.places[places.place].per_corner
                return self.corners(places) if per_corner else f"({self.cell(places)},)"
            case core.Prim(args=(one, other)):
                return f"({self.cells(one)} + {self.cells(other)})"
            case core.Fold():
                found = self.fresh()
                self.put(f"{found} = ()")
                self.loop(places, 0, lambda: self.put(f"{found} += {self.cells(places.value)}"))
                return found
            case _:
                raise AssertionError(places)

    def gather(self, word: str, fold: core.Fold, found: str) -> None:
        """Take one item's value into the whole."""
        value = self.expr(fold.value, Type("bundle") if fold.value.type.head == "group" else None)
        match word:
            case "sum":
                self.put(
                    f"{found} = plus({found}, {value})"
                    if fold.value.type.head in ("bundle", "group")
                    else f"{found} += {value}"
                )
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
