"""Allocation problems built of words are word for word those that are built of tallies, and so is what they come to."""

from __future__ import annotations

from random import Random

import pytest

from kfdsl.engine.flat.memory import Memory, using
from kfdsl.engine.flat.print_python import bind
from kfdsl.engine.flat.read.module import read
from kfdsl.engine.flat.read.sources import flat_name
from kfdsl.engine.library.allocating.customs import Company, Customs, customs_of
from kfdsl.engine.library.allocating.problem import new_workspace, tallies_of, write_problem
from kfdsl.engine.library.machine import MACHINE, Machine, State
from kfdsl.engine.library.machine import Tally as TallyWords
from kfdsl.engine.score.allocate import write
from kfdsl.engine.score.allocate.search import records
from kfdsl.engine.score.settle import Customs as Said
from kfdsl.engine.score.settle import Tally, _Settling
from tests.laws.games_for_laws import FULL

PLACES, PLAYER, OTHER = 7, 1, 2
STATE = 1 << 12  # where the state begins, in numbers; tables come before it
COUNTS = 2 * State.record_size()  # in words behind the state
TALLIES = 600
SCRATCH = 1 << 14
EIGHTS = SCRATCH + 2 * records.Workspace.record_size() + 4 * records.ARENA_EIGHTS
ROUNDS = 4000 if FULL else 400


class Words:
    """A memory in which there is one player with scorers, and pieces in a few places."""

    def __init__(self, tokens: int) -> None:
        self.tokens = tokens
        self.memory = Memory(bytearray(EIGHTS * 8))
        self.top = MACHINE + Machine.record_size()
        self.customs = 0
        functions = bind(
            read([write_problem, tallies_of, new_workspace]),
            self.memory,
            {flat_name(customs_of): lambda _: self.customs},
        )
        self.write, self.tallies_of, self.room = (
            functions[flat_name(each)] for each in (write_problem, tallies_of, new_workspace)
        )
        with using(self.memory):
            machine = Machine(MACHINE)
            machine.tokens, machine.counts_at = tokens, COUNTS
            machine.sheet_at, machine.tallies_at = (COUNTS + PLACES * tokens + 1) // 2, TALLIES
            machine.scratch.top, machine.scratch.end = SCRATCH, EIGHTS
            machine.growing.top, machine.growing.end = SCRATCH - 4096, SCRATCH

    def place(self, cell: int) -> int:
        return COUNTS + cell * self.tokens

    def put(self, numbers: list[int]) -> int:
        at, self.top = self.top, self.top + (len(numbers) or 1)
        for far, number in enumerate(numbers):
            self.memory.seen[8][at + far] = number
        assert self.top < STATE
        return at

    def put_words(self, words: list[int]) -> int:
        at, self.top = self.top * 2, self.top + (len(words) + 1) // 2
        for far, word in enumerate(words):
            self.memory.seen[4][at + far] = word
        return at

    def put_customs(self, said: Said) -> None:
        rows = [
            {"host": host, "guests": sum(1 << t for t in guests), "counts_as": sum(1 << t for t in counts_as)}
            for host, guests, counts_as in said.companies
        ]
        lists = [self.put([len(said.roles[t]), *said.roles[t]]) if t in said.roles else 0 for t in range(self.tokens)]
        hosts = 0
        for row in rows:
            hosts |= 1 << row["host"]
        values = {
            "companies": self.put([row[name] for row in rows for name in Company.record_fields()]),
            "company_count": len(rows),
            "hosts": hosts,
            "jokers": sum(1 << token for token in said.roles),
            "roles": self.put(lists),
        }
        self.customs = self.put([values[name] for name in Customs.record_fields()])

    def put_tallies(self, tallies: list[Tally]) -> None:
        at = STATE + TALLIES
        for tally in tallies:
            holes = [int(number) for hole in tally.want for number in hole]
            values = {name: getattr(tally, name, 0) for name in TallyWords.record_fields()} | {
                "size": TallyWords.record_size() + len(holes) + len(tally.within),
                "spare": -1 if tally.spare is None else tally.spare,
                "ledgers": sum(1 << ledger for ledger in tally.ledgers),
                "is_card": tally.reason[0] == "card",
                "reason": tally.reason[1] if tally.reason[0] == "card" else 0,
                "holes": len(tally.want),
                "cells": len(tally.within),
            }
            row = [*(int(values[name]) for name in TallyWords.record_fields()), *holes, *map(self.place, tally.within)]
            for far, number in enumerate(row):
                self.memory.seen[8][at + far] = number
            at += len(row)
        with using(self.memory):
            State(STATE).tallies = at - STATE - TALLIES


def some(random: Random, items: range, least: int = 0) -> tuple[int, ...]:
    return tuple(sorted(random.sample(items, random.randint(least, len(items)))))


def mask(random: Random, tokens: int) -> int:
    return random.randint(1, (1 << tokens) - 1)


def tally(random: Random, tokens: int, player: int) -> Tally:
    sets, alike = random.random() < 0.8, random.random() < 0.15
    want: tuple[tuple[int, int, bool], ...] = ((1, mask(random, tokens), False),)
    if sets:
        want = tuple(hole(random, tokens) for _ in range(1 if alike else random.randint(0, 2)))
    within = random.choice([(), (), tuple(random.sample(range(PLACES), random.randint(1, 4)))])
    return Tally(
        player=player,
        sets=sets,
        value=random.randint(-2, 9),
        want=want,
        within=within,
        once=random.random() < 0.3,
        alike=alike and sets,
        spare=random.choice([None, None, 0, 1]) if sets else None,
        roles=not sets or random.random() < 0.7,
        ledgers=some(random, range(3), 1),
        unfilled=random.choice([0, 0, -3, 2]) if sets else 0,
        reason=("card", random.randint(0, 2)) if random.random() < 0.7 else ("text", ""),
        line=0,
    )


def hole(random: Random, tokens: int) -> tuple[int, int, bool]:
    wanted = mask(random, tokens)
    count = random.randint(1, min(3, wanted.bit_count()))
    return count, wanted, random.random() < 0.3


def customs(random: Random, tokens: int) -> Said:
    joker, every = random.randrange(tokens), range(tokens)
    others = [token for token in every if token != joker]
    companies = [
        (random.choice(others), some(random, every, 1), some(random, every, 1))
        for _ in range(random.choice([0, 0, 1, 2]))
    ]
    roles = {joker: tuple(random.sample(others, random.randint(1, len(others))))} if random.random() < 0.6 else {}
    return Said({t: mask(random, tokens) for t in every if random.random() < 0.2}, companies, roles)


def rows_of(memory: Memory, room: int) -> list[list[int]]:
    """What the search reads of a problem; places as how far they are from the workspace."""
    fields = records.Workspace.record_fields()
    numbers = memory.seen[8]

    def field(name: str) -> int:
        found: int = numbers[room + fields[name].at]
        return found

    def table(name: str, count: int, record: type, pointers: tuple[str, ...]) -> list[list[int]]:
        size, start = record.record_size(), room + fields[name].at
        found = []
        for at in range(start, start + count * size, size):
            row = numbers[at : at + size].tolist()
            for pointer in pointers:
                row[record.record_fields()[pointer].at] -= room
            found.append(row)
        return found

    heads = ["scorer_count", "class_count", "all_ledgers", "host_count", "fit_count", "role_count"]
    scorers = table("scorers", field("scorer_count"), records.Scorer, ("wants",))
    wants = table(
        "wants", sum(row[records.Scorer.record_fields()["want_count"].at] for row in scorers), records.Want, ("holes",)
    )
    holes = table(
        "holes", sum(row[records.Want.record_fields()["hole_count"].at] for row in wants), records.Hole, ("fits",)
    )
    roles = table("roles", field("role_count"), records.Role, ("lodgings",))
    lodgings = sum(row[records.Role.record_fields()["lodging_count"].at] for row in roles)
    worth = [row[: records.CLASSES] for row in table("ledgers", field("all_ledgers"), records.Ledger, ())]
    return [
        [field(name) for name in heads],
        numbers[room + fields["counts"].at :][: field("class_count")].tolist(),
        numbers[room + fields["host_classes"].at :][: field("host_count")].tolist(),
        *scorers,
        *wants,
        *holes,
        *table("fits", field("fit_count"), records.Fit, ("scorer",)),
        *roles,
        *table("lodgings", lodgings, records.Lodging, ("fit",)),
        *worth,
    ]


@pytest.mark.parametrize("part", range(4))
def test_problems_of_words_are_those_of_tallies(part: int) -> None:
    random = Random(part)
    built = refused = with_roles = with_hosts = 0
    for _ in range(ROUNDS // 4):
        tokens = random.randint(2, 5)
        words, said = Words(tokens), customs(random, tokens)
        tallies = [tally(random, tokens, random.choice([PLAYER, PLAYER, OTHER])) for _ in range(random.randint(0, 8))]
        cells = random.sample(range(PLACES), random.randint(0, PLACES))
        sources = []
        for cell in cells:
            have = [0 if t in said.roles else random.choice([0, 0, 1, 3]) for t in range(tokens)]
            sources.append((False, cell, have))
        if said.roles and sources and random.random() < 0.8:
            random.choice(sources)[2][next(iter(said.roles))] = random.choice([1, 1, 1, 2])
        words.put_customs(said)
        words.put_tallies(tallies)
        listed = [
            number for whole, cell, have in sources for number in (int(whole), words.place(cell), words.put_words(have))
        ]
        at = words.put([len(sources), *listed])
        stands = words.put([said.stands.get(token, 0) for token in range(tokens)])
        room = words.room()
        is_built = words.write(words.tallies_of(STATE, PLAYER), at, stands, 0, room)
        mine = [each for each in tallies if each.player == PLAYER]
        plain = [(whole, cell, tuple(have)) for whole, cell, have in sources]
        expected, there = Memory(bytearray(EIGHTS * 8)), 8
        try:
            write.write(_Settling(mine, plain, said, None).problem(), expected, there)  # type: ignore[arg-type]
        except (write.TooLarge, AssertionError):
            assert not is_built
            refused += 1
            continue
        assert is_built
        assert rows_of(words.memory, room) == rows_of(expected, there)
        built += 1
        heads = rows_of(expected, there)[0]
        with_hosts, with_roles = with_hosts + (heads[3] > 0), with_roles + (heads[5] > 1)
    assert built > refused
    assert with_hosts > built // 20
    assert with_roles > built // 20
