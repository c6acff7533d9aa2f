"""The room in a real browser: a real arena with bots of the house, and people in Chromium."""
