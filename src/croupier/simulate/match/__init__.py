"""A series of matches between bots: seated, asked, counted."""
