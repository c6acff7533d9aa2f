"""One table of the arena, without a socket, a clock or a file: values go in, values come out.

    session = Session(Table(plan, game))
    effects = handle(session, now, Seated("Alpha", "Alpha"))    `inputs` has all that can be put in
    for effect in effects: …                                    `effects` all that comes out, in order

A `Table` is the state that is kept in the store, a `Session` the state that is not. Three functions do everything
(`run` calls them in a loop):

    decide(session, input)     judges an input and yields the lines that it leads to
    follow(table, line)        applies a line: the only way to change a table, in play, recovery, replays and records
    tell(session, news)        makes the frames that each recipient gets because of a line

The caller appends lines, sends frames, sets timers and asks house bots, in the order of the effects: a frame goes out
when every line before it is kept. After a crash the table is rebuilt from its lines, in the same hand, with the same
cards, and every frame has the number that it had.
"""

from __future__ import annotations
