"""Records as tables for data frames: `rows` makes them, `formats` writes them."""
