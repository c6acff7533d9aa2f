"""Players: house bots, bots from files and programs, search, solver and learner."""
