"""The command line: the only room that prints, reads arguments and exits."""
