"""Genome games as tables show them."""
