"""Items into slots that are known to be fillable, the first choices first.

In:   slots (how many, which classes, in the order in which they are preferred) and a stock.      Out:  who got what.
One way to fill all slots is found first. Then slot after slot takes as much of its best class as it can get, by
changing places with slots behind it, then of its second best, and so on. What a slot has got it keeps.
"""

from __future__ import annotations

from collections.abc import Sequence

from kfdsl.engine.score.allocate.linear.flow import Flow

Slot = tuple[int, Sequence[int]]  # how many, classes by preference


def place(slots: Sequence[Slot], stock: Sequence[int]) -> list[dict[int, int]]:
    """For every slot, how many items of which class."""
    orders = [order for _, order in slots]
    masks = [sum(1 << c for c in order) for order in orders]
    flow = Flow(masks, orders, stock)
    for number in sorted(range(len(slots)), key=lambda number: masks[number].bit_count()):
        lacking = flow.meet(number, slots[number][0]) if slots[number][0] else 0
        assert not lacking, "whoever counted the fills knew that the items suffice"
    for number, order in enumerate(orders):
        for at, c in enumerate(order):
            while _improve(flow, number, c, order[at + 1 :]):
                pass
    return [
        {c: count for c in order if (count := sent.get(c, 0))} for order, sent in zip(orders, flow.sent, strict=True)
    ]


def _improve(flow: Flow, slot: int, wanted: int, worse: Sequence[int]) -> bool:
    """One more of a class for one less of those that are liked less."""
    own = flow.sent[slot]
    held = [c for c in worse if own.get(c)]
    if not held:
        return False
    via: dict[int, tuple[int, int]] = {}
    queue = [wanted]
    for c in queue:
        if flow.spare[c]:
            flow.spare[c] -= 1
            flow.spare[held[-1]] += 1
            own[held[-1]] -= 1
            return _hand_on(flow, own, c, via)
        if c in held:
            own[c] -= 1
            return _hand_on(flow, own, c, via)
        for other in range(slot + 1, len(flow.sent)):
            if flow.sent[other].get(c):
                for new in flow.classes[other]:
                    if new not in via and new != wanted:
                        via[new] = (other, c)
                        queue.append(new)
    return False


def _hand_on(flow: Flow, own: dict[int, int], end: int, via: dict[int, tuple[int, int]]) -> bool:
    c = end
    while c in via:
        other, before = via[c]
        sent = flow.sent[other]
        sent[before] -= 1
        sent[c] = sent.get(c, 0) + 1
        c = before
    own[c] = own.get(c, 0) + 1
    return True
