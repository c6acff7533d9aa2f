"""Play as a yardstick: any players in any seats of any genome, compiled once, and what was seen of it."""
