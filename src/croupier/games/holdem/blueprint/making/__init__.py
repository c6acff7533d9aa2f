"""How the blueprint is made: tables of cards, regrets by self-play, the file. `scripts/blueprint` runs it."""
