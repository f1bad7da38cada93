"""Many games by bots, and what became of every card in them."""
