"""The engine against the same rules written by hand in Python."""
