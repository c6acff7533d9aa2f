"""A player: the profile of a kept name, the hands of a session, and the cards that would have come."""

from __future__ import annotations

from contextlib import AsyncExitStack

from croupier.arena.room.private import PrivateDesk
from croupier.arena.tables.inputs import Ordered

from ..room import Room
from ..visitor import Visitor
from . import doors
from .playing import over, play, to_the_end

MATCHES, DECISIONS = 4, 12
"""How many matches of hold'em a profile has, and how many decisions a session."""
NAME = "Nora"
"""A name that nobody else has on other pages: only such a one can be kept."""


async def profile(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """The profile of a player that keeps its name, after matches of two games."""
    await doors.preferences(room, visitor, others)
    await visitor.page.get_by_label("Name", exact=True).fill(NAME)
    await visitor.page.get_by_role("button", name=f"Keep the name {NAME}").click()
    await visitor.page.get_by_role("button", name="Take it elsewhere").wait_for()
    await visitor.page.keyboard.press("Escape")
    await over(visitor, "SHORT")
    for _ in range(MATCHES - 1):
        await visitor.play_on()
        await to_the_end(visitor)
    visitor.leave()
    await over(visitor, "FIVE_CARD_DRAW")
    await visitor.go(f"player/{NAME}")
    await visitor.page.get_by_role("heading", name="Best hands").wait_for()


async def profile_missing(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """The page of a name that nobody keeps."""
    await visitor.go("player/Nobody")
    await visitor.page.get_by_role("heading").first.wait_for()


async def session(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """The hands of a session, beside the table; on phones there is the table alone."""
    await play(visitor, "HOLDEM", DECISIONS)
    await visitor.page.get_by_role("tab", name="Session").click()
    await visitor.page.get_by_role("region", name="This session").wait_for()


async def session_sheet(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """The same in the sheet of a phone."""
    await visitor.page.set_viewport_size({"width": 390, "height": 844})
    await play(visitor, "HOLDEM", DECISIONS)
    await visitor.page.get_by_role("button", name="What happened").click()
    sheet = visitor.page.get_by_role("dialog", name="Beside the table")
    await sheet.get_by_role("tab", name="Session").click()
    await sheet.get_by_role("region", name="This session").wait_for()


async def hint(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """The house's advice at a table for practice."""
    await doors.friends(room, visitor, others)
    dialog = visitor.page.get_by_role("dialog", name="A table for friends")
    await dialog.get_by_role("combobox", name="For people").select_option("1")
    await dialog.get_by_label("For practice").check()
    await dialog.get_by_role("button", name="Open the table").click()
    await visitor.my_turn()
    await visitor.page.get_by_role("button", name="Hint").click()
    await visitor.page.get_by_role("button", name="What would the house do?").click()
    await visitor.page.get_by_text("would choose").wait_for()


async def rabbit(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """A table for friends after a fold: the cards that would have come have been asked for."""
    await doors.friends(room, visitor, others)
    dialog = visitor.page.get_by_role("dialog", name="A table for friends")
    await dialog.get_by_role("combobox", name="Chairs", exact=True).select_option("2")
    await dialog.get_by_role("combobox", name="For people").select_option("1")
    await dialog.get_by_label("After a fold, everybody may ask").check()
    await dialog.get_by_role("button", name="Open the table").click()
    await visitor.my_turn()
    desk = room.arena.room.desk_for("", visitor.page.url.rpartition("/")[2])
    assert isinstance(desk, PrivateDesk) and desk.table_there is not None
    desk.table_there.put(Ordered("pause"))
    await visitor.button("Fold").click()
    await visitor.page.get_by_role("button", name="What would have come?").click()
    await visitor.page.get_by_role("img", name="not dealt").wait_for()
