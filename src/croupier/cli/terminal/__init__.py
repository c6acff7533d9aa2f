"""What the verbs share: options, the screen, the keyboard, and how things are told on them."""
