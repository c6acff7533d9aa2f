"""Events: a roster plays many matches, at tables of the room like any others, and there are standings.

    events = Events(room)                        beside a room; `Room.open(…, events=events.remember)` after a restart
    desk = events.open(Event(kind="robin", …))   what a host starts with one command
    desk.order("begin"), desk.order("void", match="cup-3-M2", why="…")
    events.told(desk)                            the standings, live

`event` is what a host can ask for, `lines` what is kept of an event, `book` what follows from these lines, `schedule`
who plays whom next, `measure` what a match says beyond its scores, `standings` and `cross_table` what all of them say,
`desk` the door and the tables, `export` an event to take home with its `printed` page. Only the desk knows the room;
everything else takes values and gives values.
"""

from __future__ import annotations
