"""Scenes of genome games."""
