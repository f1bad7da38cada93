"""What came of many mutants.

In:   a mutant, what is said of it, and what a run of it raised.      Out:  figures by way, and what is not as it should be.
A word that stands nowhere else in all packs, such as the label of a step, may be any other: where nothing is said of it, it is counted apart.
A diagnostic is on the line if it, or another place that it shows, is there. The word that stood there is suggested if a diagnostic names it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from kfdsl.text.diagnostic import Diagnostic
from tests.mutants.words import WAYS, Mutant

TOLD, ON_THE_LINE, SUGGESTED = 1.0, 0.95, 0.90  # how many of the misspelt words at least


@dataclass(slots=True)
class Figures:
    """Counts, and some mutants of each sort that are not as they should be."""

    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    misses: list[tuple[str, str, str]] = field(default_factory=list)

    def add(self, file: str, mutant: Mutant, said: Sequence[Diagnostic] | str, is_unspoken: bool = False) -> None:
        """Count a mutant of which something was said, or that raised something; an unspoken word stands nowhere else."""
        way = mutant.way
        if not said and is_unspoken:  # called otherwise, and nobody minds: that is another game, and none is wrong
            self.counts[way, "renamed"] += 1
            return
        self.counts[way, "all"] += 1
        if isinstance(said, str):
            self._miss("a traceback", file, mutant, said)
            return
        if not said:
            self._miss("silent", file, mutant, "")
            return
        self.counts[way, "told"] += 1
        told = "; ".join(f"{each.code}: {each.message} ({each.help})" for each in said[:3])
        for what, holds in (("on the line", is_on_line(mutant, file, said)), ("suggested", is_suggested(mutant, said))):
            if holds:
                self.counts[way, what] += 1
            else:
                self._miss(f"not {what}", file, mutant, told)

    def _miss(self, what: str, file: str, mutant: Mutant, told: str) -> None:
        change = f"{mutant.word} → {mutant.typed}" if mutant.word else mutant.way
        self.counts[mutant.way, what] += 1
        if mutant.word or what == "a traceback":
            self.misses.append((what, f"{file}:{mutant.line} {change}", told))

    def join(self, other: Figures) -> None:
        """Count what was counted elsewhere as well."""
        self.counts += other.counts
        self.misses += other.misses

    def share(self, what: str) -> float:
        """Of all misspelt words, how many."""
        return sum(self.counts[way, what] for way in WAYS) / max(1, sum(self.counts[way, "all"] for way in WAYS))

    def is_good(self, slack: float = 0) -> bool:
        """Whether the targets are met; of few words, a part may fall short of what holds of all."""
        tracebacks = sum(count for (_, what), count in self.counts.items() if what == "a traceback")
        return (
            not tracebacks
            and self.share("told") >= TOLD
            and self.share("on the line") >= ON_THE_LINE - slack
            and self.share("suggested") >= SUGGESTED - slack
        )

    def table(self) -> str:
        """All figures; `renamed` are words that stand nowhere else, and mishaps that are silent are other programs."""
        ways = list(dict.fromkeys(way for way, _ in self.counts))
        lines = [
            f"{'':16}{'all':>8}{'told':>8}{'on line':>9}{'suggested':>11}{'silent':>8}{'traceback':>11}{'renamed':>9}"
        ]
        for way in ways:
            count = {what: self.counts[way, what] for _, what in self.counts}
            lines.append(
                f"{way:16}{count['all']:8}{count.get('told', 0):8}{count.get('on the line', 0):9}"
                + (f"{count.get('suggested', 0):11}" if way in WAYS else f"{'':11}")
                + f"{count.get('silent', 0):8}{count.get('a traceback', 0):11}{count.get('renamed', 0):9}"
            )
        told, on_line, suggested = (self.share(what) for what in ("told", "on the line", "suggested"))
        lines.append(f"of misspelt words told {told:.2%}, on the line {on_line:.2%}, suggested {suggested:.2%}")
        return "\n".join(lines)


def is_on_line(mutant: Mutant, file: str, said: Sequence[Diagnostic]) -> bool:
    """Whether something that is said shows the line that was changed."""
    spans = [span for each in said for span in (each.span, *(aside.span for aside in each.asides)) if span is not None]
    return any(span.source.name == file and span.source.position(span.start)[0] == mutant.line for span in spans)


def is_suggested(mutant: Mutant, said: Sequence[Diagnostic]) -> bool:
    """Whether the word that stood there is named."""
    return any(f"`{mutant.word}" in part for each in said for part in (each.help, each.message, each.label))
