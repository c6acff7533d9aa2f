"""The host's pages, and the wall."""

from __future__ import annotations

from contextlib import AsyncExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from croupier.arena.room.offers import Offer

from ..room import Room, arena
from ..test_host import enter
from ..visitor import Visitor
from .tables import six


async def host_enter(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """The token is asked for."""
    await visitor.go("host")
    await visitor.page.get_by_label("The host's token").wait_for()


async def host(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """A table before him."""
    await enter(room, visitor)
    await visitor.go("host/finals")
    await visitor.page.get_by_role("heading", name="CS 285 finals").wait_for()
    begins = visitor.page.get_by_role("button", name="Begin")
    if await begins.count():
        await begins.click()
    await visitor.page.get_by_role("row").filter(has_text="oracle").wait_for()


async def host_empty(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """Nobody has come, and nothing is set up but what the house offers."""
    folder = others.enter_context(TemporaryDirectory())
    offered = Offer(id="holdem", game="holdem", kind="house", code="HOLDEM", public=True)
    empty = await others.enter_async_context(arena(Path(folder), [offered]))
    visitor.url = empty.url
    await enter(Room(empty, room.browser), visitor)


async def host_event(who: str, room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """An event is under way: bots have played, and somebody plays."""
    await enter(room, visitor)
    bots = ["tight", "station", "random"]
    league = {"id": "league", "title": "Friday league", "kind": "robin", "code": "LEAGUE", "hands": 6, "deals": 4}
    await visitor.page.request.post(
        f"{room.arena.url}/api/events",
        headers={"Authorization": f"Bearer {room.arena.host_token}"},
        data={**league, "bots": bots, "move_time_ms": 60_000},
    )
    player = await others.enter_async_context(room.visitor(who))
    await player.go("table/LEAGUE")
    await player.my_turn()
    table = [frame["table_id"] for frame in player.heard if frame["type"] == "welcome"][-1]
    await visitor.go(f"host/{table}")
    await visitor.page.get_by_role("heading", name="Friday league").wait_for()


async def event(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """The same on its own page, with what its host orders."""
    await host_event("Bela", room, visitor, others)
    await visitor.go("event/league")
    await visitor.page.get_by_role("heading", name="Standings").wait_for()


async def new_event(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """What a host is asked who opens an event."""
    await host(room, visitor, others)
    await visitor.page.get_by_role("button", name="New event").click()


async def new_table(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """What a host is asked who sets up a table."""
    await host(room, visitor, others)
    await visitor.page.get_by_role("button", name="New table").click()


async def order(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """What can be ordered at a table."""
    await host(room, visitor, others)
    await visitor.page.get_by_role("button", name="More orders").click()


async def wall(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """The table of six for everybody to see."""
    player = await others.enter_async_context(room.visitor("Mara"))
    await six(room, player, others)
    await enter(room, visitor)
    await visitor.go("projector/six")
    await visitor.until(lambda: visitor.scenes)
