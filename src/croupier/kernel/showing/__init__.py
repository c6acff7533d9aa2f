"""What a match shows to players and spectators: Scenes and sentences, one drawing as text, messages, styles of play."""
