"""Fitness: what makes a game worth playing, measured by play, every figure with its interval."""
