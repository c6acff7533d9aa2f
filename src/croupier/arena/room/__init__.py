"""All tables of one arena. This package connects tables with the store, sockets, timers and house bots.

    room = await Room.open(store, pepper, house)      every table as it was, with the time that was left
    room.offer(Offer(id="T-1", game="holdem"))        what can be joined, and by which code
    guest = Guest(room, connection)                   a client that has just connected
    guest.hear(data)                                  a frame of a client, whatever it is
    guest.leave()                                     its connection has ended
    await room.close()

`offers` has what a host can offer, `hosted` one table with its mailbox; `desks` decides which client sits where;
`guests` serves a client from its first frame to its last; `memory` has the values that are kept beside the lines of
tables; `recalling` rebuilds a room and its tables after a restart.
"""

from __future__ import annotations
