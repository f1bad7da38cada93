"""The rules of benchmarks/slice, written out in plain Python for speed, without anything of kfdsl.

Made twice on purpose: as a yardstick (what would a good programmer's own engine cost?), and as an independent check, since
tests/laws/test_by_hand.py plays both in step. A state is a flat list of cells, each an immutable value, so that a copy is
one list copy; counts of pieces are tuples. `rules(players, cards)` lays out the cells and gives the functions.
"""

from __future__ import annotations

from dataclasses import dataclass
from operator import add, sub
from types import SimpleNamespace
from typing import Any

BLUE, RED, YELLOW, GREEN, WOOD, STONE, IRON, GOLD, SAW, PICKAXE, ANVIL = range(11)
NOTHING = (0,) * 11
WORKERS = (BLUE, RED, YELLOW, GREEN)
SKILLS = (SAW, PICKAXE, ANVIL)
SPRING, SUMMER, AUTUMN, WINTER = range(4)
ANY_COLOUR = 0b1111


def some(**counts: int) -> tuple[int, ...]:
    """A bundle: `some(wood=2)`."""
    found = [0] * 11
    for name, count in counts.items():
        found[globals()[name.upper()]] = count
    return tuple(found)


@dataclass(frozen=True)
class Use:
    """What a tile does: what it costs (one of these), what it gives, and how."""

    does: str  # "gain", "fetch", "draw", "learn", "take"
    gives: tuple[int, ...] = NOTHING
    count: int = 0
    costs: tuple[int, ...] = ()
    picks: tuple[tuple[int, ...], ...] = ()


# name → season, what it does, points
TILES: dict[str, tuple[int, Use | None, int]] = {
    "keywood": (SPRING, Use("gain", some(wood=1)), 0),
    "keystone_quarry": (SPRING, Use("gain", some(stone=1)), 0),
    "key_mine": (SPRING, Use("gain", some(iron=1)), 0),
    "gold_mine": (SPRING, Use("gain", some(gold=1)), 0),
    "woodcutter": (SPRING, Use("gain", some(wood=2)), 0),
    "quarryman": (SPRING, Use("gain", some(stone=2)), 0),
    "miner": (SPRING, Use("gain", some(iron=2)), 0),
    "workshop": (SPRING, Use("fetch", picks=(some(wood=1), some(stone=1), some(iron=1))), 0),
    "alehouse": (SPRING, Use("draw", count=1), 0),
    "apprentice_hall": (SPRING, Use("learn", count=1), 0),
    "peddler": (SPRING, Use("take", some(green=1), costs=(YELLOW,)), 0),
    "store": (SUMMER, Use("take", some(green=1), costs=(BLUE,)), 0),
    "tavern": (SUMMER, Use("draw", count=2, costs=WORKERS), 0),
    "brewer": (SUMMER, Use("draw", count=2, costs=SKILLS), 0),
    "hiring_fair": (SUMMER, Use("learn", count=2, costs=SKILLS), 0),
    "carpenter": (SUMMER, Use("gain", some(wood=3), costs=(SAW,)), 0),
    "mason": (SUMMER, Use("gain", some(stone=3), costs=(PICKAXE,)), 0),
    "smelter": (SUMMER, Use("gain", some(iron=3), costs=(ANVIL,)), 0),
    "inn": (AUTUMN, Use("draw", count=1), 0),
    "fair": (AUTUMN, Use("take", some(green=1), costs=(RED,)), 0),
    "sawmill": (AUTUMN, None, 3),
    "sculptor": (AUTUMN, None, 3),
    "forge": (AUTUMN, None, 3),
    "well": (AUTUMN, None, 3),
    "goldsmith": (AUTUMN, None, 0),
    "keythedral": (WINTER, None, 12),
}
HOMES = {f"home_{number}": number for number in range(1, 7)}


class State:
    """Cells, chance, points, and what is asked besides the turn: `("pay", tile)` or `("fetch", tile)`."""

    __slots__ = ("asks", "cells", "chance", "over", "points")

    def __init__(self, cells: list[Any], chance: int) -> None:
        self.cells = cells
        self.chance = chance
        self.asks: tuple[str, int] | None = None
        self.over = False
        self.points: list[int] = []

    def copy(self) -> State:
        """An independent state."""
        other = State.__new__(State)
        other.cells = self.cells[:]
        other.chance = self.chance
        other.asks = self.asks
        other.over = self.over
        other.points = self.points[:]
        return other


def rules(n: int, cards: list[str]) -> SimpleNamespace:
    """The functions of the game for `n` players; `cards` gives each card its number."""
    season_of = [TILES[name][0] if name in TILES else -1 for name in cards]
    use_of = [TILES[name][1] if name in TILES else None for name in cards]
    points_of = [TILES[name][2] if name in TILES else 0 for name in cards]
    number_of = [HOMES.get(name, 0) for name in cards]
    is_tile = [name in TILES for name in cards]
    size = len(cards)

    BAG, LEAVES, SUPPLY, PILE, STOCK, HOME_STOCK, RETIRED, AUCTION, SEASON, START, MOVER, PASSES = range(12)
    SCREEN = 12
    SPENT = SCREEN + n
    VILLAGE = SPENT + n
    BID = VILLAGE + n  # + card * n + player
    CREW = BID + size * n
    GOODS = CREW + size
    LAST_USE = GOODS + size
    OWNER = LAST_USE + size
    players = tuple(range(n))

    # ---- chance

    def below(g: State, bound: int) -> int:
        """A number below a bound, the same on every machine."""
        mask = 0xFFFFFFFFFFFFFFFF
        limit = mask - (mask + 1) % bound
        while True:
            g.chance = z = (g.chance + 0x9E3779B97F4A7C15) & mask
            z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
            z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
            z ^= z >> 31
            if z <= limit:
                return z % bound

    def shuffle(g: State, place: int) -> None:
        found = list(g.cells[place])
        for last in range(len(found) - 1, 0, -1):
            other = below(g, last + 1)
            found[last], found[other] = found[other], found[last]
        g.cells[place] = tuple(found)

    def draw_some(g: State, place: int, target: int, count: int, which: tuple[int, ...]) -> None:
        s = g.cells
        have, more = list(s[place]), list(s[target])
        left = sum([have[i] for i in which])
        for stock in range(left, max(left - count, 0), -1):
            at = below(g, stock)
            for i in which:
                at -= have[i]
                if at < 0:
                    have[i] -= 1
                    more[i] += 1
                    break
        s[place], s[target] = tuple(have), tuple(more)

    # ---- questions

    def leader(s: list[Any], lot: int) -> int | None:
        most, found = 0, None
        at = BID + lot * n
        for p in players:
            b = s[at + p]
            bid = b[0] + b[1] + b[2] + b[3]
            if bid > most:
                most, found = bid, p
            elif bid == most:
                found = None
        return found

    def losing(s: list[Any], lot: int, p: int) -> bool:
        b = s[BID + lot * n + p]
        return b[0] + b[1] + b[2] + b[3] > 0 and leader(s, lot) != p

    def to_beat(s: list[Any], lot: int, p: int) -> int:
        most = 0
        at = BID + lot * n
        for q in players:
            if q != p:
                b = s[at + q]
                bid = b[0] + b[1] + b[2] + b[3]
                if bid > most:
                    most = bid
        return most

    def colours(b: tuple[int, ...]) -> int:
        """The colours that all of a bundle can be read as: one, all if there are no workers, none if they are mixed."""
        found = ANY_COLOUR
        if b[0]:
            found &= 1
        if b[1]:
            found &= 2
        if b[2]:
            found &= 4
        if b[3]:
            found &= 8
        return found

    def tints(s: list[Any], card: int) -> int:
        found = colours(s[CREW + card])
        if is_tile[card]:
            at = BID + card * n
            for p in players:
                found &= colours(s[at + p])
        return found

    def usable(s: list[Any]) -> list[int]:
        found = [t for t in s[AUCTION] if use_of[t] is not None] if s[SEASON] != WINTER else []
        for p in players:
            found += [t for t in s[VILLAGE + p] if use_of[t] is not None]
        return found

    def home_of(s: list[Any], p: int) -> int:
        for card in s[VILLAGE + p]:
            if not is_tile[card]:
                return card
        raise AssertionError("everybody has a home")

    def landing(s: list[Any], card: int, p: int) -> int:
        return card if s[OWNER + card] == p else home_of(s, p)

    # ---- what is done

    def move_all(s: list[Any], source: int, target: int) -> None:
        """All workers."""
        b = s[source]
        if b[0] or b[1] or b[2] or b[3]:
            t = s[target]
            s[source] = (0, 0, 0, 0, *b[4:])
            s[target] = (t[0] + b[0], t[1] + b[1], t[2] + b[2], t[3] + b[3], *t[4:])

    def move_up_to(s: list[Any], source: int, target: int, what: tuple[int, ...]) -> None:
        have = s[source]
        moved = [count if count <= there else there for count, there in zip(what, have, strict=True)]
        s[source] = tuple(map(sub, have, moved))
        s[target] = tuple(map(add, s[target], moved))

    def move_group(s: list[Any], group: tuple[tuple[int, tuple[int, ...]], ...], target: int) -> None:
        """What was picked up: cells and what of them."""
        for source, part in group:
            s[source] = tuple(map(sub, s[source], part))
            s[target] = tuple(map(add, s[target], part))

    def draw(g: State, p: int, count: int) -> None:
        draw_some(g, BAG, SCREEN + p, count, WORKERS)

    def learn(g: State, p: int, count: int) -> None:
        draw_some(g, PILE, SCREEN + p, count, SKILLS)

    def take(g: State, p: int, what: tuple[int, ...]) -> None:
        move_up_to(g.cells, LEAVES, SCREEN + p, what)

    def gain(g: State, p: int, card: int, what: tuple[int, ...]) -> None:
        s = g.cells
        move_up_to(s, SUPPLY, GOODS + landing(s, card, p), what)

    def lay_bid(g: State, p: int, lot: int, group: tuple[tuple[int, tuple[int, ...]], ...]) -> None:
        move_group(g.cells, group, BID + lot * n + p)

    def move_card(s: list[Any], card: int, source: int, target: int) -> None:
        s[source] = tuple([each for each in s[source] if each != card])
        s[target] = (*s[target], card)

    def claim(g: State, tile: int, p: int) -> None:
        s = g.cells
        move_all(s, CREW + tile, SCREEN + p)
        move_all(s, BID + tile * n + p, BAG)
        move_card(s, tile, AUCTION, VILLAGE + p)
        s[OWNER + tile] = p

    def retire(g: State, tile: int) -> None:
        move_all(g.cells, CREW + tile, BAG)
        move_card(g.cells, tile, AUCTION, RETIRED)

    def put_away(g: State, p: int) -> None:
        s = g.cells
        paid = s[SPENT + p]
        if any(paid):
            s[BAG] = tuple(map(add, s[BAG], (*paid[:4], *NOTHING[4:])))
            s[PILE] = tuple(map(add, s[PILE], (*NOTHING[:8], *paid[8:])))
            s[SPENT + p] = (*NOTHING[:4], *paid[4:8], *NOTHING[8:])

    # ---- the year

    def begin(g: State) -> None:
        s = g.cells
        for p in players:
            draw(g, p, 8)
        shuffle(g, HOME_STOCK)
        for p in players:
            card = s[HOME_STOCK][0]
            move_card(s, card, HOME_STOCK, VILLAGE + p)
            s[OWNER + card] = p
        s[START] = min(players, key=lambda p: number_of[s[VILLAGE + p][0]])
        begin_season(g)

    def begin_season(g: State) -> None:
        s = g.cells
        shuffle(g, STOCK)
        season = s[SEASON]
        for tile in [t for t in s[STOCK] if season_of[t] == season][: n + 4]:
            move_card(s, tile, STOCK, AUCTION)
        s[MOVER] = s[START]

    def season_end(g: State) -> None:
        s = g.cells
        for lot in s[AUCTION]:
            for p in players:
                if leader(s, lot) != p:  # asked anew each time: where two tie, the second leads once the first has left
                    move_all(s, BID + lot * n + p, SCREEN + p)
        for lot in s[AUCTION]:
            if leader(s, lot) is None:
                retire(g, lot)
        for p in (*players[s[START] :], *players[: s[START]]):
            for lot in s[AUCTION]:
                if leader(s, lot) == p:
                    claim(g, lot, p)
        for p in players:
            for card in s[VILLAGE + p]:
                move_all(s, CREW + card, SCREEN + p)
        s[PASSES] = 0
        s[LAST_USE : LAST_USE + size] = [0] * size

    def reckon(g: State) -> None:
        s = g.cells
        g.points = [sum([points_of[card] + s[GOODS + card][GOLD] for card in s[VILLAGE + p]]) for p in players]
        g.over = True

    def end_turn(g: State, passed: bool) -> None:
        s = g.cells
        put_away(g, s[MOVER])
        s[PASSES] = s[PASSES] + 1 if passed else 0
        s[MOVER] = (s[MOVER] + 1) % n
        if s[PASSES] >= n:
            season_end(g)
            if s[SEASON] < WINTER:
                s[SEASON] += 1
                begin_season(g)
            else:
                reckon(g)

    # ---- what may be chosen

    def losing_lots(s: list[Any], p: int) -> list[int]:
        return [lot for lot in s[AUCTION] if losing(s, lot, p)]

    def payable(s: list[Any], p: int, costs: tuple[int, ...], lots: list[int], spent: tuple[int, int]) -> bool:
        """Whether one of some pieces is at hand, apart from `spent` (which colour, how many) and all but these lots."""
        screen = s[SCREEN + p]
        for token in costs:
            if screen[token] > (spent[1] if token == spent[0] else 0):
                return True
        return any(s[BID + lot * n + p][token] for lot in lots for token in costs)

    def worth(s: list[Any], tile: int, p: int, lots: list[int]) -> bool:
        """Whether a use would bring anything, and could be paid for, before anybody is placed."""
        use = use_of[tile]
        assert use is not None
        match use.does:
            case "draw":
                there = any(s[BAG])
            case "learn":
                there = any(s[PILE])
            case "take":
                there = s[LEAVES][GREEN] > 0
            case "gain":
                there = any(count and have for count, have in zip(use.gives, s[SUPPLY], strict=True))
            case _:
                there = bool(fetches(s, tile))
        return there and (not use.costs or payable(s, p, use.costs, lots, (-1, 0)))

    def fetches(s: list[Any], tile: int) -> list[int]:
        use = use_of[tile]
        assert use is not None
        return [i for i, what in enumerate(use.picks) if all(a >= b for a, b in zip(s[SUPPLY], what, strict=True))]

    def groups(
        s: list[Any], p: int, lots: list[int], mask: int, least: int, most: int
    ) -> list[tuple[int, tuple[int, ...], int]]:
        """Groups of one of some colours with a size from least to most: colour, whole lots, how many loose."""
        found: list[tuple[int, tuple[int, ...], int]] = []
        screen = s[SCREEN + p]
        for colour in WORKERS:
            if not mask >> colour & 1:
                continue
            sets: list[tuple[tuple[int, ...], int]] = [((), 0)]
            for lot in lots:
                bid = s[BID + lot * n + p][colour]
                if bid:
                    sets += [((*chosen, lot), count + bid) for chosen, count in sets if count + bid <= most]
            for chosen, count in sets:
                low = max(least - count, 0)
                if not chosen and not low:
                    low = 1
                found += [(colour, chosen, loose) for loose in range(low, min(screen[colour], most - count) + 1)]
        return found

    def bids(s: list[Any], p: int, lot: int, lots: list[int]) -> list[tuple[int, tuple[int, ...], int]]:
        b = s[BID + lot * n + p]
        least = to_beat(s, lot, p) - (b[0] + b[1] + b[2] + b[3]) + 1
        return groups(s, p, [each for each in lots if each != lot], tints(s, lot), least, 999)

    def uses(s: list[Any], p: int, tile: int, lots: list[int]) -> list[tuple[int, tuple[int, ...], int]]:
        use = use_of[tile]
        assert use is not None
        crew = s[CREW + tile]
        found = groups(s, p, lots, tints(s, tile), s[LAST_USE + tile] + 1, 6 - crew[0] - crew[1] - crew[2] - crew[3])
        if use.costs:
            found = [
                (colour, chosen, loose)
                for colour, chosen, loose in found
                if payable(s, p, use.costs, [lot for lot in lots if lot not in chosen], (colour, loose))
            ]
        return found

    def wholes(g: State) -> list[tuple[Any, ...]]:
        """Every answer to what is asked: `("pass",)`, `("bid", lot, colour, whole lots, loose)`, …"""
        s = g.cells
        p = s[MOVER]
        if g.asks is not None:
            sort, tile = g.asks
            return (
                [(sort, i) for i in fetches(s, tile)]
                if sort == "fetch"
                else [(sort, way) for way in ways_to_pay(s, p, tile)]
            )
        lots = losing_lots(s, p)
        found: list[tuple[Any, ...]] = [("pass",)]
        for lot in s[AUCTION]:
            found += [("bid", lot, *group) for group in bids(s, p, lot, lots)]
        for tile in usable(s):
            if worth(s, tile, p, lots):
                found += [("use", tile, *group) for group in uses(s, p, tile, lots)]
        return found

    def ways_to_pay(s: list[Any], p: int, tile: int) -> list[tuple[int, int]]:
        """What one piece may be: `(lot, -1)` for a whole group, `(-1, token)` for a loose one."""
        use = use_of[tile]
        assert use is not None
        screen = s[SCREEN + p]
        found = [(lot, -1) for lot in losing_lots(s, p) if any(s[BID + lot * n + p][token] for token in use.costs)]
        return found + [(-1, token) for token in use.costs if screen[token]]

    # ---- playing

    def picked(
        s: list[Any], p: int, colour: int, chosen: tuple[int, ...], loose: int
    ) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """The cells and bundles of a group."""
        found = [(BID + lot * n + p, s[BID + lot * n + p]) for lot in chosen]
        if loose:
            found.append((SCREEN + p, tuple([loose if i == colour else 0 for i in range(11)])))
        return tuple(found)

    def play(g: State, answer: tuple[Any, ...]) -> None:
        """Carry out an answer, up to the next question with more than one."""
        s = g.cells
        p = s[MOVER]
        match answer[0]:
            case "pass":
                end_turn(g, True)
            case "bid":
                lay_bid(g, p, answer[1], picked(s, p, *answer[2:]))
                end_turn(g, False)
            case "use":
                tile = answer[1]
                group = picked(s, p, *answer[2:])
                move_group(s, group, CREW + tile)
                s[LAST_USE + tile] = sum([sum(part) for _, part in group])
                use = use_of[tile]
                assert use is not None
                if use.costs:
                    ways = ways_to_pay(s, p, tile)
                    if len(ways) > 1:
                        g.asks = ("pay", tile)
                    else:
                        pay(g, p, tile, ways[0])
                else:
                    produce(g, p, tile)
            case "pay":
                pay(g, p, g.asks[1] if g.asks else -1, answer[1])
            case "fetch":
                fetch(g, p, g.asks[1] if g.asks else -1, answer[1])
        while not g.over and g.asks is None and only_pass(g):
            end_turn(g, True)

    def only_pass(g: State) -> bool:
        """Whether there is nothing to do but pass."""
        s = g.cells
        p = s[MOVER]
        lots = losing_lots(s, p)
        if any(bids(s, p, lot, lots) for lot in s[AUCTION]):
            return False
        return not any(worth(s, tile, p, lots) and uses(s, p, tile, lots) for tile in usable(s))

    def pay(g: State, p: int, tile: int, way: tuple[int, int]) -> None:
        s = g.cells
        source = BID + way[0] * n + p if way[0] >= 0 else SCREEN + p
        paid = s[source] if way[0] >= 0 else tuple([int(i == way[1]) for i in range(11)])
        move_group(s, ((source, paid),), SPENT + p)
        produce(g, p, tile)

    def fetch(g: State, p: int, tile: int, pick: int) -> None:
        use = use_of[tile]
        assert use is not None
        gain(g, p, tile, use.picks[pick])
        g.asks = None
        end_turn(g, False)

    def produce(g: State, p: int, tile: int) -> None:
        use = use_of[tile]
        assert use is not None
        match use.does:
            case "draw":
                draw(g, p, use.count)
            case "learn":
                learn(g, p, use.count)
            case "take":
                take(g, p, use.gives)
            case "gain":
                gain(g, p, tile, use.gives)
            case _:
                picks = fetches(g.cells, tile)
                if len(picks) > 1:
                    g.asks = ("fetch", tile)
                else:
                    fetch(g, p, tile, picks[0])
                return
        g.asks = None
        end_turn(g, False)

    # ---- whole games

    def fresh(chance: int) -> State:
        """A state before anything was done."""
        s: list[Any] = [NOTHING] * (OWNER + size)
        s[BAG] = some(blue=40, red=40, yellow=40)
        s[LEAVES] = some(green=20)
        s[SUPPLY] = some(wood=24, stone=24, iron=24, gold=48)
        s[PILE] = some(saw=16, pickaxe=16, anvil=16)
        s[STOCK] = tuple([i for i in range(size) if is_tile[i]])
        s[HOME_STOCK] = tuple([i for i in range(size) if not is_tile[i]])
        s[RETIRED] = s[AUCTION] = ()
        s[SEASON] = s[START] = s[MOVER] = s[PASSES] = 0
        for p in players:
            s[VILLAGE + p] = ()
        for card in range(size):
            s[LAST_USE + card] = 0
            s[OWNER + card] = None
        return State(s, chance)

    def new_game(chance: int) -> State:
        g = fresh(chance)
        begin(g)
        while not g.over and only_pass(g):
            end_turn(g, True)
        return g

    return SimpleNamespace(**{name: value for name, value in locals().items() if name != "points_of"})
