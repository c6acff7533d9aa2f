"""Playing many matches, fast, and counting what happened."""
