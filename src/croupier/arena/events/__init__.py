"""Events: teams play many matches at ordinary tables of the room, and the results make standings.

    events = await open_room(store, …)           a room with its events, new or after a restart
    desk = events.open(Event(kind="robin", …))   opens an event
    desk.order("begin"), desk.order("void", match="cup-3-M2", why="…")
    events.told(desk)                            the event with its current standings

`event` has the settings of an event, `lines` what is stored of it, `book` its state, computed from the lines,
`schedule` the next pairings, `measure` and `judging` further figures of a match, `standings` and `cross_table` the
results, `desk` the door and the tables, `answers` the types of what the API tells, `export` the zip archive of an
event with its `printed` page. A tournament over many tables has a desk of its own: `tournament`, with `felts` (its
tables as they stand), `till` (its money), `tournament_orders` (its host's orders) and `tournament_told`; `contest` is
what both desks have in common. Only desks and `events` use the room; the other modules take values and return values.
"""

from __future__ import annotations
