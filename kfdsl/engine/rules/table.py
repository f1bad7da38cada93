"""Rules for a number of players: what a game, a bot or an example works with.

In:   a program and how many play.      Out:  Table: states, what is asked in them, answers, and running on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from kfdsl.engine.flat.wasm.native import available
from kfdsl.engine.library.allocating.remembered import ROOM
from kfdsl.engine.library.playing import doors
from kfdsl.engine.library.playing.next_part import HEAD, give_and_look
from kfdsl.engine.library.under_way.running import run, start_rule
from kfdsl.engine.lower.cut.waits import AskInfo
from kfdsl.engine.lower.lowered import Lowered
from kfdsl.engine.machine.cannot_go_on import Stuck
from kfdsl.engine.machine.chance import signed
from kfdsl.engine.machine.layout import Layout
from kfdsl.engine.machine.wording import Wording
from kfdsl.engine.rules.allocating import allocating
from kfdsl.engine.words.first_state import first_words
from kfdsl.engine.words.instance import ROW, Instance, Made, make
from kfdsl.engine.words.layout import StateLayout
from kfdsl.engine.words.script import Scripted, follow, left_over
from kfdsl.engine.words.state import State
from kfdsl.engine.words.told import Listener, Told
from kfdsl.program import core, made_names
from kfdsl.program.limits import Limits
from kfdsl.program.numbering import Numbering
from kfdsl.program.reading import Reader
from kfdsl.text.source import Span

if TYPE_CHECKING:
    from kfdsl.analysis.program_facts import ProgramFacts
    from kfdsl.engine.words.outside import Outside

WORTH_COMPILING = 6_000_000  # steps in Python that take about as long as to compile a program for ever quicker ones
MANY_RULES = 100  # with which a game takes long enough that whoever plays a second one wants it compiled
LOOKED_AHEAD = 1_500_000  # steps that looking ahead takes, as far as that decides whether to compile
FREE = 1_000_000  # added to the number of an action that is taken beside what is asked
NOBODY = -1


class Impossible(Exception):
    """Something could not be carried out; with what stood in the way, where somebody listened."""


class Kept:
    """Where compiled rules are kept between runs: nowhere, unless somebody knows where."""

    def read(self, table: Table) -> Made | None:
        """What was kept."""
        return None

    def keep(self, table: Table, made: Made) -> None:
        """Keep something."""

    is_worth_compiling = False  # at once, since the same rules are used again

    def fill_code(self) -> None:
        """Have the engine's library as code of Python, if it was kept."""

    def fill_form(self) -> None:
        """Have it in flat form, if it was kept."""


class Table:
    """Everything about a program for a number of players."""

    def __init__(
        self,
        numbering: Numbering,
        players: int,
        limits: Limits | None = None,
        facts: Callable[[], ProgramFacts] | None = None,
        compiled: Kept | None = None,
        marked: bool = False,
    ) -> None:
        """`marked`: it is to be known what of the rules was come to, see `reached`; Python goes through them then."""
        self.numbering = numbering
        self.program = numbering.program
        self.limits = limits or Limits()
        self.layout = Layout(numbering, players)
        self.wording = Wording(self.layout)
        self.reader = Reader(self.program, "en")
        self._facts = facts or self._facts_alone
        self._compiled = compiled or Kept()
        self._worked = 0  # steps that Python went through
        self.is_marked = marked
        self.is_native_sound = not marked
        self.first_choices: dict[int, Any] = {}  # that say which action it is, as they are offered
        self._first: dict[tuple[Any, ...], State] = {}
        # which values of an action are picked in parts
        self.groups = [tuple(p.type.head == "group" for p in action.params) for action in self.program.actions]
        actions = list(enumerate(self.program.actions))
        self.menu_actions = {
            menu.name: [i for i, a in actions if a.menu == menu.name and not a.is_free] for menu in self.program.menus
        }

    def _facts_alone(self) -> ProgramFacts:
        from kfdsl.analysis.program_facts import ProgramFacts

        return ProgramFacts(self.numbering)

    def lowered(self) -> Lowered:
        """The program in flat form, made anew."""
        from kfdsl.engine.lower.program import lowered  # rules that were kept compiled have no need of it

        return lowered(self._facts(), self.layout, self.is_marked)

    @cached_property
    def made(self) -> Lowered:
        """The program in flat form; without its functions, if it was kept compiled."""
        return self.lowered() if self._kept is None else self._kept.lowered

    @cached_property
    def _kept(self) -> Made | None:
        return None if self.is_marked else self._compiled.read(self)

    @cached_property
    def native_code(self) -> Made:
        """The same compiled, which takes a while; it is kept then, where rules are kept."""
        if self._kept is not None:
            return self._kept
        self._compiled.fill_form()
        found = make(self.with_functions, native=True)
        self._compiled.keep(self, found)
        return found

    @cached_property
    def words(self) -> StateLayout:
        """Where in words everything lies."""
        return StateLayout(self.made)

    @cached_property
    def engine(self) -> Instance:
        """Rules at work: compiled if that was kept, otherwise in Python until enough was done that compiling is worth it."""
        is_large = len(self.program.rules) >= MANY_RULES
        is_worth_it = self._kept is not None or (self._compiled.is_worth_compiling and is_large and available())
        is_worth_it = is_worth_it and self.is_native_sound
        found = self.new_engine(is_native=is_worth_it)
        self.listener = Listener(found)
        return found

    def new_engine(self, is_native: bool) -> Instance:
        """Rules at work in a memory of their own."""
        if not is_native:
            self._compiled.fill_code()
        made = self.native_code if is_native else Made(self.with_functions)
        return Instance(made, self.words, lambda instance: allocating(self, instance), self.limits.steps)

    def go_on_in_python(self) -> None:
        """Never run natively again: that broke off, and what it had begun is forgotten."""
        self.engine.drop()
        self.is_native_sound = False
        self.engine = self.new_engine(is_native=False)
        self.listener = Listener(self.engine)
        self.__dict__.pop("outside", None)

    def compile_now(self) -> None:
        """Go on natively from here."""
        self.engine.forget()
        self.engine = self.new_engine(is_native=True)
        self.listener = Listener(self.engine)
        self.__dict__.pop("outside", None)

    def reached(self) -> list[bool]:
        """Of each mark whether rules came to it."""
        start = self.engine.number_at("remembered") + ROOM
        return [bool(each) for each in self.engine.numbers(start, len(self.made.marks))]

    @property
    def asks(self) -> list[AskInfo]:
        """All that can be asked."""
        return self.made.asks

    @property
    def lines(self) -> list[Span]:
        """Lines of content by number."""
        return self.made.spans

    # ---- states

    def state(self, cells: Sequence[Any], chance: int) -> State:
        """A state in which nothing is under way."""
        found = State(self.words)
        found.stretches = self.words.parted(first_words(self.words, cells))
        found.chance = chance
        return found

    def first_state(self, cells: tuple[Any, ...], chance: int) -> State:
        """The same with cells that many games begin with: they differ only by what was settled beforehand."""
        found = self._first.get(cells)
        if found is None:
            found = self._first[cells] = self.state(cells, 0)
        found = found.copy()
        found.chance = chance
        return found

    def start(self, g: State) -> None:
        """Have the main flow to go on with; if it asks nobody, it is carried out at once."""
        self.begin(g, self.program.main)

    def begin(self, g: State, rule: str, *args: int) -> None:
        """Carry out a rule with players, cards and the like, at once or by leaving its first frame."""
        number = self.words.stacks.rule_numbers[rule]
        if self.engine.change(start_rule, g, number, self.engine.put_row(args) + 1):
            raise Impossible

    def run(self, g: State) -> None:
        """Go on until somebody is asked or nothing is left to do."""
        if self.engine.change(run, g):
            raise Impossible

    def run_still(self, g: State) -> None:
        """Go on in the same way, and change nothing that lies anywhere."""
        self._still.fill()
        self._still.count_anew()
        if self._still.change(run, g):
            raise Impossible

    @cached_property
    def _still(self) -> Instance:
        self._compiled.fill_code()
        made = Made(self.with_functions)
        return Instance(made, self.words, lambda instance: allocating(self, instance), self.limits.steps, is_still=True)

    @cached_property
    def with_functions(self) -> Lowered:
        """The program in flat form with its functions, which rules that were kept compiled have not."""
        found = self.made
        if found.functions:
            return found
        anew = self.lowered()
        return replace(found, functions=anew.functions, library=anew.library)

    def run_telling(self, g: State) -> Told:
        """The same, and what happened."""
        return self.told(lambda: self.engine.change(run, g))

    def told(self, does: Callable[[], int]) -> Told:
        """What happens while something is done, unless that is impossible."""
        told = self.heard(does)
        if told.answer:
            raise Impossible(*told.obstacles)
        return told

    @contextmanager
    def scripted(self, script: list[Scripted]) -> Iterator[None]:
        """Let chance bring what is said beforehand; what is left of that comes into the script."""
        follow(self.engine, script)
        try:
            yield
        finally:
            script[:] = left_over(self.engine)

    def heard(self, does: Callable[[], int]) -> Told:
        """What is told while something is done."""
        self.listener.listen()
        answer = 0
        try:
            answer = does()
        finally:
            told = self.listener.hear(answer)
        return told

    def fill(self) -> None:
        """All steps anew, before the next choice."""
        engine = self.engine
        if not engine.is_native:
            self._worked += engine.steps - engine.steps_left
            if self._worked > WORTH_COMPILING and self.is_native_sound and available():
                self.compile_now()
        self.engine.fill()

    def facing(self, g: State, seat: int | None) -> State:
        """The state as somebody who is asked faces it, with their own rules on top; the same state if they are."""
        acting = g.acting
        if seat is None or not acting or acting[-1].seat == seat:
            return g
        other = g.copy()
        self.face(other, seat)
        return other

    def face(self, g: State, seat: int) -> None:
        """Put the rules of one of those who act at once on top."""
        self.engine.change(doors.face_seat, g, seat)

    # ---- what rules say

    def query(self, g: State, name: str, *args: int) -> Any:
        """What a query answers, asked about cards, players and the like by number."""
        query = self.numbering.queries[name]
        found = self.engine.call_named(self.engine.names, made_names.query(name), g, *args)
        return self.words.values.held(self.engine.memory, found, query.result)

    def evaluate(self, expr: core.Expr, g: State) -> Any:
        """What an expression that stands outside the rules is worth, such as one in an example."""
        return self.outside.value(expr, g)

    @cached_property
    def outside(self) -> Outside:
        """Who evaluates such expressions."""
        from kfdsl.engine.lower.extra import Extras
        from kfdsl.engine.words.outside import Outside

        self._compiled.fill_code()
        return Outside(self.engine, Extras(self.made, self._facts()), self.with_functions.functions)

    @property
    def facts(self) -> ProgramFacts:
        """What is known of the program before anything is played."""
        return self._facts()

    # ---- asks

    def ask(self, g: State) -> AskInfo:
        """What is asked."""
        return self.asks[g.ask]

    def line(self, g: State) -> Span:
        """The line of content that asks."""
        return self.lines[self.ask(g).line]

    def waiting(self, g: State) -> list[int]:
        """Who is asked: all who have not answered yet where answers are sealed, all who act at once, otherwise one."""
        if self.ask(g).sealed:
            assert g.frame is not None
            *_, asked, answers = g.frame[1]
            given = {seat for seat, _ in answers}
            return [seat for seat in asked if seat not in given]
        acting = g.acting
        if acting:
            return [acting[-1].seat, *(each.seat for each in acting[:-1])]
        return [self.engine.call(doors.who_is_asked, g)]

    def asked(self, g: State) -> int:
        """Who is asked, the first of them."""
        return self.waiting(g)[0]

    def asked_by_rule(self, g: State) -> int:
        """Whom the rule asks that waits, whoever acts at once."""
        return self.engine.call(doors.asked_by_rule, g)

    def answer(self, g: State, codes: Sequence[int], seat: int, looks: bool = False) -> list[int]:
        """Give a whole answer, and go on until somebody is asked or nothing is left to do; what comes then, if `looks`."""
        place = self._answered(g, codes, seat, looks)
        if not place:
            raise Impossible
        return self.engine.row_at(place, HEAD)

    def answer_telling(self, g: State, codes: Sequence[int], seat: int, looks: bool = False) -> tuple[Told, list[int]]:
        """The same, and what happened."""
        told = self.heard(lambda: self._answered(g, codes, seat, looks))
        if not told.answer:
            raise Impossible(*told.obstacles)
        return told, self.engine.row_at(told.answer, HEAD)

    def _answered(self, g: State, codes: Sequence[int], seat: int, looks: bool) -> int:
        acting = g.acting
        if acting and acting[-1].seat != seat:
            self.face(g, seat)
        return self.engine.change(give_and_look, g, seat, self.engine.put_row(codes), int(looks))

    def best_answer(self, g: State, who: int, codes: Sequence[int], dice: int) -> list[int]:
        """The codes behind some of what somebody answers who looks ahead; see `Question.option`."""
        self._worked += LOOKED_AHEAD
        self.fill()
        row = self.engine.put_row(codes)
        return self.engine.listed(self.engine.call(doors.best_row, g, who, row, signed(dice), self.limits.steps))

    def look(self, g: State, who: int, answers: Sequence[Sequence[int]], dice: int, worlds: int) -> list[int]:
        """What whole answers come to for somebody who looks ahead, added up over imagined worlds; an answer is its codes."""
        found: list[int] = []
        while len(found) < len(answers):
            self._worked += LOOKED_AHEAD
            self.fill()
            engine, rows = self.engine, _some_rows(answers[len(found) :])
            place = engine.call(doors.rows_worth, g, who, engine.put_row(rows), signed(dice), worlds, self.limits.steps)
            found += engine.listed(place)
        return found

    def nothing_to_answer(self, g: State) -> Stuck:
        """What is said of a question without an answer."""
        return Stuck(self.ask(g).unanswerable, self.line(g))


def _some_rows(answers: Sequence[Sequence[int]]) -> list[int]:
    """As many answers as there is room for at a time, one behind the other, each with how long it is."""
    found: list[int] = []
    for codes in answers:
        if found and len(found) + 1 + len(codes) >= ROW:
            break
        found += (len(codes), *codes)
    return found
