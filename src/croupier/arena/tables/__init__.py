"""One table of the arena, without a socket, a clock or a file: values go in, values come out.

    table = Table(plan, game)
    effects = table.handle(now, Seated("Alpha", "Alpha"))       `inputs` has all that can be put in
    for effect in effects: …                                    `effects` all that comes out, in order

Whoever runs it appends lines, sends frames, sets timers and asks bots of the house, in the order of the effects: a
frame goes out when every line before it is kept. After a crash the table is made again from its lines (`recovery`),
in the same hand, with the same cards, and every frame has the number that it had.
"""

from __future__ import annotations
