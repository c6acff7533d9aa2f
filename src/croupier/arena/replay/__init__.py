"""Replays of matches: hand by hand, moment by moment, as seen by a seat or a spectator.

A match is played again on the server, from the table's lines with every card in them, and each pair of eyes is shown
what it may know by the game's own contract. (The public record is not enough: without the cards that were discarded
unseen, it can be verified but not played again.) This is done in a separate process, by `worker`; `clerk` asks it.
"""
