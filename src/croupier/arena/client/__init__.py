"""The other end of the line: a seat in an arena, for bots.

    client = Client("ws://127.0.0.1:8000/ws", team="Alpha", code="HOLDEM")
    tally = await client.play(MyBot())           any bot of a local match, unchanged, at any table of any game
    tally = await client.answer(callback)        or a function from the frames of a question to a message
    tallies = await Tables("ws://…", "Alpha", "HOLDEM", 8).play(make_bot)        eight tables at once

`session` is a line that mends itself, `minds` what answers, `thinking` a thread for it, `reading` turns frames into
views, decisions and facts, `tokens` keeps what proves a seat, `tally` what is counted, `tables` has several seats of
one team at once.
"""

from __future__ import annotations

from .client import Client
from .session import Refused, SeatLost, Unreachable, address
from .tables import Tables
from .tally import Tally
from .tokens import SeatToken, state_folder

__all__ = ["Client", "Refused", "SeatLost", "SeatToken", "Tables", "Tally", "Unreachable", "address", "state_folder"]
