"""The rules of tournaments over many tables: seats, levels, balancing, places and prizes.

    t = Tournament(terms, seats=9, stack=10_000, stages=[Stage(minutes=10), …])
    t.follow(line)                              the state of a tournament is a fold over its lines
    while line := next_line(t, felts, draw, name, now):
        t.follow(line)                          what the director does now, one line after the other
    may_deal(t, felts, table)                   whether a table may begin its next hand
    results(t)                                  the place and the prize of every player

`terms` has the settings, `lines` the lines, `tournament` the state, `directing` the director's decisions, `places` the
seats of blinds and newcomers, `prizes` places and payouts. Nothing here knows of servers, clocks or randomness: times,
tables (`Felt`) and draws are given. The rulings are listed in docs/tournaments.md.
"""

from __future__ import annotations
