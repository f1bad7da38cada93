"""What language and engine agree on: types, built-in words, and the core program."""
