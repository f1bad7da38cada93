"""From program to play: layout, generated code, states, choices, views."""
