"""Benchmarks of language models (`croupier models`)."""
