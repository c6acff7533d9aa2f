"""What the verbs share: options, the screen, the keyboard, and the formats of results."""
