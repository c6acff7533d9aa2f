"""Records of series: written during play, read, replayed, reviewed."""
