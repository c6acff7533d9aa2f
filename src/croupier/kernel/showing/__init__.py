"""A match for those who look on: words, pictures, messages, styles of play."""
