"""One table of the arena, without a socket, a clock or a file: values go in, values come out.

    session = Session(Table(plan, game))
    effects = handle(session, now, Seated("Alpha", "Alpha"))    `inputs` has all that can be put in
    for effect in effects: …                                    `effects` all that comes out, in order

A `Table` is what is kept, a `Session` what is not. Three functions do everything (`run` loops them):

    decide(session, input)     what comes in is judged: the lines that it leads to
    follow(table, line)        the only way in which a table changes: played, recovered, replayed, in records
    tell(session, news)        what each recipient gets of what a line led to

Whoever runs a table appends lines, sends frames, sets timers and asks bots of the house, in the order of the effects: a
frame goes out when every line before it is kept. After a crash the table is made again from its lines, in the same
hand, with the same cards, and every frame has the number that it had.
"""

from __future__ import annotations
