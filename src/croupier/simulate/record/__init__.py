"""Records of series: written as they are played, read, walked through, questioned."""
