"""Sources, spans and diagnostics: what every later stage points at and complains with."""
