"""Evolution: invents betting card games, measures them by play, and keeps the best of every kind."""
