"""Makes the offers of the config. An offer that the config had at the last start and no longer has is withdrawn, if
nobody sits there.

An offer that the host made over the API stays until the host takes it down: it was never in a config.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ..store import Value
from . import memory
from .offers import Offer
from .room import Room


async def offer_all(room: Room, offers: Sequence[Offer]) -> None:
    """Make the offers of the config, and withdraw those that it no longer has."""
    kept = await room.store.values(memory.CONFIGURED)
    named = {offer.id for offer in offers}
    before = msgspec.json.decode(kept.get(memory.CONFIGURED, b"[]"), type=list[str])
    stays = [id for id in before if id in room.desks and id not in named and not _withdraw(room, id)]
    for offer in offers:
        room.offer(offer)
    await room.keep(Value(memory.CONFIGURED, msgspec.json.encode(sorted({*named, *stays}))))


def _withdraw(room: Room, id: str) -> bool:
    """Withdraw an offer; False if a player sits there."""
    desk = room.desks[id]
    if any(chair.taken and not chair.policy for hosted in desk.tables() for chair in hosted.table.chairs):
        room.notes.append(f"The config offers {id} no more, but somebody sits there: it stays until it is empty.")
        return False
    for hosted in desk.tables():
        if hosted.id != id:
            room.take_down(hosted)
        else:  # the store keeps it, for the case that it is offered again
            hosted.stop()
            del room.tables[id]
    room.keep(*desk.withdraw())
    return True
