"""Words that nothing can be called, since an expression would read them as something else.

In:   nothing; data only.      Out:  KEYWORDS for all names, RESERVED for declarations, CALLED for what is named with brackets,
DONE for effects, MAIN_LEDGER for ledgers.
"""

from __future__ import annotations

from kfdsl.program import types
from kfdsl.program.words import VERBS, WORDS

_BETWEEN = "if then else or and not is in has meets shows but where for of otherwise different"
_BEFORE = "before idle possible any no all the sum most least common union list"
_CONSTANT = "none there empty true false"

KEYWORDS = frozenset([*_BETWEEN.split(), *_BEFORE.split(), *_CONSTANT.split()])
RESERVED = KEYWORDS | {"me", "here", "players", "owner", "this", *types.PLAIN}
CALLED = frozenset(WORDS)
MAIN_LEDGER = "main"
DONE = frozenset(word.split()[0] for word, _, _ in VERBS)
