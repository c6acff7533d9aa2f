"""The laboratory: questions about a game's design, answered by simulation, each figure with its 95 % interval."""
