"""How fast in all: against a game that others wrote, and against earlier revisions of this one."""
