"""Matches that were played, to be looked at again: hand by hand, moment by moment, through permitted eyes.

A match is played again on the server, from the table's lines with every card in them, and each pair of eyes is told
what it may know by the game's own contract. (A record for everybody would not do: where cards are thrown away unseen,
it can be verified but not played again.) It is done in a process of its own, by `worker`; `clerk` asks it.
"""
