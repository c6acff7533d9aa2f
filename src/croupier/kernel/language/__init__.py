"""How rules are written and run: records of integers, marked functions, one source for two speeds."""
