"""A match for those who look on: Scenes and their sentences, one drawing as text, messages, styles of play."""
