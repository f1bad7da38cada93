"""The contract between language and engine: types, built-in words, and the core program."""
