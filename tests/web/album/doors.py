"""Pages on the way to a table: the lobby, links, tables for friends, and pages about links that do not work."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

from croupier.arena.room.private import PrivateDesk

from ..room import Room
from ..test_line import CUT
from ..visitor import Visitor
from .playing import leave, over, play


async def first_visit(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """The lobby at a first visit."""
    await visitor.go()
    await visitor.page.get_by_role("heading", name="Sit down").wait_for()


async def lobby(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """The lobby after a match, with matches of bots in the standings."""
    await over(visitor, "SHORT")
    await visitor.go()
    await visitor.page.get_by_role("heading", name="Sit down").wait_for()


async def preferences(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """The menu of preferences, which every page has."""
    await first_visit(room, visitor, others)
    await visitor.page.get_by_role("button", name="Preferences").click()


async def join(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """The page of a link to a table."""
    await visitor.go("join/FRIDAY")
    await visitor.page.get_by_role("button", name="Sit down").wait_for()


async def wrong_code(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """The page of a link whose table does not exist."""
    await visitor.go("join/NOWHERE")
    await visitor.page.get_by_role("heading", name="This invitation leads nowhere").wait_for()


async def waiting(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """A table with nobody else."""
    await visitor.go("table/FRIDAY")
    await visitor.page.get_by_label("The link to this table").wait_for()


async def queue(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """A queue with nobody else."""
    await visitor.go("table/QUEUE")
    await visitor.page.get_by_role("heading", name="Waiting for somebody").wait_for()


async def friends(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """The form for a table for friends."""
    await first_visit(room, visitor, others)
    await visitor.page.get_by_role("button", name="Invite friends").click()
    await visitor.page.get_by_role("dialog", name="A table for friends").wait_for()


async def friends_waiting(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """A table for friends that nobody has joined."""
    await friends(room, visitor, others)
    await visitor.page.get_by_role("button", name="Open the table").click()
    await visitor.page.get_by_label("The link to this table").wait_for()


async def friend_late(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """The page of a link to a table whose match has begun."""
    opener = await others.enter_async_context(room.visitor("Ada"))
    await friends_waiting(room, opener, others)
    link = await opener.page.get_by_label("The link to this table").input_value()
    await opener.page.get_by_role("button", name="Begin now").click()
    await opener.until(lambda: opener.scenes)
    await visitor.page.goto(link)
    await visitor.page.get_by_role("heading", name="The house keeps your chair").wait_for()


async def used_up(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """The page of a link to a table that everybody has left."""
    opener = await others.enter_async_context(room.visitor("Ada"))
    await friends_waiting(room, opener, others)
    link = await opener.page.get_by_label("The link to this table").input_value()
    await opener.go()
    desk = room.arena.room.desk_for("", link.rpartition("/")[2])
    assert isinstance(desk, PrivateDesk)
    while desk.table_there and desk.table_there.people:
        await asyncio.sleep(0)
    assert desk.table_there is not None
    desk._take_down(desk.table_there)
    await visitor.page.goto(link)
    await visitor.page.get_by_role("heading", name="This invitation is used up").wait_for()


async def nowhere(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """The not-found page."""
    await visitor.go("tabel/friday-sixmax")
    await visitor.page.get_by_role("heading", name="No page at this address").wait_for()


async def own_tables(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """The lobby after leaving a table in mid-hand, under a name that no other page has left a seat under."""
    await play(visitor, "HOLDEM?as=Wren", 1)
    await leave(visitor)
    await visitor.page.get_by_role("link", name="Back to the table").wait_for()


async def line_lost(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """The banner while the server does not answer."""
    await visitor.page.add_init_script(CUT)
    await play(visitor, "HOLDEM", 1)
    await visitor.page.evaluate("window.isCut = true; window.sockets.at(-1).close()")
    await visitor.page.get_by_text("The line to the house is lost.").wait_for()


async def no_table(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """The page of a table that no longer exists."""
    await visitor.go("table/GONEBY")
    await visitor.page.get_by_role("alert").wait_for()


async def no_match(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """The page of a match that does not exist."""
    await visitor.go("replay/nowhere-M1")
    await visitor.page.get_by_role("alert").wait_for()
