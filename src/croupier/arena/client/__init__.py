"""The client: lets a bot play in a seat of an arena.

    client = Client("ws://127.0.0.1:8000/ws", team="Alpha", code="HOLDEM")
    tally = await client.play(MyBot())           any bot of a local match, unchanged, at any table of any game
    tally = await client.answer(callback)        or a function from the frame of a question to a message
    tallies = await MultiTableClient("ws://…", "Alpha", "HOLDEM", 8).play(make_bot)        eight tables at once

`session` is a connection that reconnects by itself, `minds` has what answers questions, in a thread of its own,
`reading` turns frames into views, decisions and facts, `tokens` stores the tokens of seats, `tally` has the counts,
`multi_table` plays in several seats of one team at once.
"""

from __future__ import annotations

from .client import Client
from .multi_table import MultiTableClient
from .session import Refused, SeatLost, Unreachable, address
from .tally import Tally
from .tokens import SeatToken, state_folder

__all__ = [
    "Client",
    "MultiTableClient",
    "Refused",
    "SeatLost",
    "SeatToken",
    "Tally",
    "Unreachable",
    "address",
    "state_folder",
]
