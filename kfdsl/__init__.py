"""A rule language for board games and an interpreter that knows none of them."""
