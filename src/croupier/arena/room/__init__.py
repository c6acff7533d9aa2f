"""All tables of one arena: the one place where tables, store, sockets, timers and bots of the house meet.

    room = await Room.open(store, pepper, house)      every table as it was, with the time that was left
    room.offer(Offer(id="T-1", game="holdem"))        what can be joined, and by which code
    guest = Guest(room, connection)                   somebody at the door
    guest.hear(data)                                  a frame of a client, whatever it is
    guest.leave()                                     its connection has ended
    await room.close()

`offers` is what a host can offer, `hosted` one table with its mailbox, `desks` who sits down where, `guests` a client
from its first frame to its last, `memory` what is kept beside the lines of tables, `reopening` a restart.
"""

from __future__ import annotations
