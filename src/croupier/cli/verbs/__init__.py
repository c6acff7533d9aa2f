"""One module for each verb of the program: `add` declares its options, `run` does it."""
