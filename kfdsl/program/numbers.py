"""How large a number of rules may be, and how much of anything a host may allow.

In:   nothing; data only.      Out:  LEAST and MOST, between which every number lies, and what is smaller for a reason.
A number has 64 bits wherever rules run. The limits of a host and of a
line of the sheet are such that what is counted up one by one, and the points of a whole sheet, cannot come near MOST. A
count of pieces has 32 bits, a set is the bits of one number, and a hex lies less than FARTHEST from the middle.
"""

from __future__ import annotations

MOST = (1 << 63) - 1
LEAST = -MOST  # one less stands for no number
MOST_COPIES = 1000  # of a thing
MOST_WRITTEN = 1_000_000_000  # in a text
MOST_POINTS = 1_000_000_000  # of a line of the sheet, above zero or below
LARGEST_LIMIT = 1 << 35  # that a host may set, of steps and answers
MOST_PIECES = (1 << 31) - 1  # of one token, in a bundle too
MOST_MEMBERS = 62  # of a set, and sorts of tokens
FARTHEST = 1 << 12  # from the middle of a plane, in each direction
MOST_SPOTS = 1000  # of a plane that has an end
MOST_CARDS = FARTHEST - 1  # cards of a plane hang together, so none lies farther off than there are cards
