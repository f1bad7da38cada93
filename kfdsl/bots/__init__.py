"""Those who play by themselves."""
