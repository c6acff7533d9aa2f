"""Bots to start from, one for each language that `croupier new-bot` knows; NAME and TITLE stand for the bot's name."""
