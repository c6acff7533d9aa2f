"""The host's pages, and the wall (a table for everybody to see)."""

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
    """The form for the host's token."""
    await visitor.go("host")
    await visitor.page.get_by_label("The host's token").wait_for()


async def host(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """The host's page with a table."""
    await enter(room, visitor)
    await visitor.go("host/finals")
    await visitor.page.get_by_role("heading", name="CS 285 finals").wait_for()
    begins = visitor.page.get_by_role("button", name="Begin")
    if await begins.count():
        await begins.click()
    await visitor.page.get_by_role("row").filter(has_text="oracle").wait_for()


async def host_empty(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """The host's page before any client has come, with the default offers only."""
    folder = others.enter_context(TemporaryDirectory())
    offered = Offer(id="holdem", game="holdem", kind="house", code="HOLDEM", public=True)
    empty = await others.enter_async_context(arena(Path(folder), [offered]))
    visitor.url = empty.url
    await enter(Room(empty, room.browser), visitor)


async def host_event(who: str, room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """The host's page with a running event: bots have played, and a person plays."""
    await enter(room, visitor)
    bots = ["tight", "station", "random"]  # they wait for the player: alone they would be done at once
    league = {"id": "league", "title": "Friday league", "kind": "robin", "code": "LEAGUE", "hands": 6, "deals": 4}
    await visitor.page.request.post(
        f"{room.arena.url}/api/events",
        headers={"Authorization": f"Bearer {room.arena.host_token}"},
        data={**league, "bots": bots, "least": len(bots) + 1, "move_time_ms": 60_000},
    )
    player = await others.enter_async_context(room.visitor(who))
    await player.go("table/LEAGUE")
    await player.my_turn()
    table = [frame["table_id"] for frame in player.heard if frame["type"] == "welcome"][-1]
    await visitor.go(f"host/{table}")
    await visitor.page.get_by_role("heading", name="Friday league").wait_for()


async def event(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """The event's own page, with the orders of its host."""
    await host_event("Bela", room, visitor, others)
    await visitor.go("event/league")
    await visitor.page.get_by_role("heading", name="Standings").wait_for()


async def new_event(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """The form for a new event."""
    await host(room, visitor, others)
    await visitor.page.get_by_role("button", name="New event").click()


async def new_tournament(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """The form for a new tournament, with the details that most hosts leave alone."""
    await new_event(room, visitor, others)
    dialog = visitor.page.get_by_role("dialog", name="A new event")
    await dialog.get_by_role("combobox", name="Kind").select_option("tournament")
    await dialog.get_by_text("Stacks, breaks, prizes, late entries").click()
    await dialog.get_by_label("Chips of the add-on").scroll_into_view_if_needed()


async def new_table(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """The form for a new table."""
    await host(room, visitor, others)
    await visitor.page.get_by_role("button", name="New table").click()


async def order(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """The orders at a table."""
    await host(room, visitor, others)
    await visitor.page.get_by_role("button", name="More orders").click()


async def wall(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """The wall with a table of six."""
    player = await others.enter_async_context(room.visitor("Mara"))
    await six(room, player, others)
    await enter(room, visitor)
    await visitor.go("projector/six")
    await visitor.until(lambda: visitor.scenes)
