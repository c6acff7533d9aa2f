"""A betting card game as data: written, read, checked, compared, made up at random."""
