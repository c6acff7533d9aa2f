"""Measuring by play: any players in any seats of any genome, in code that is compiled once for all of them."""
