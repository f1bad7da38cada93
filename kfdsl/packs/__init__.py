"""Which texts make up a game's content, and in which order: roots, manifests, versions, requirements."""
