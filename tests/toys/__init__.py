"""Three games small enough to know everything about: what proves the kernel before a real game stands on it."""
