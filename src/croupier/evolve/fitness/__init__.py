"""Fitness: measures games by play; every figure has its interval."""
