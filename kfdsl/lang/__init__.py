"""From text to program: parse, build, link, check, lower."""
