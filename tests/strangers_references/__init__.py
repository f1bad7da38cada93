"""The games of tests/strangers again, by hand: they know the printed rules and nothing of kfdsl."""
