"""Tests of the page in a real browser: a real arena with house bots, and people in Chromium."""
