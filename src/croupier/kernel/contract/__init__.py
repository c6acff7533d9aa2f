"""What everybody outside of the rules holds on to: a game, its states, decisions and records."""
