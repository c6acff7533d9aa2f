"""A series of matches between bots: seating, play, results."""
