"""A table that plays faster than anybody can follow: the page shows where it stands, and moves nothing for nobody."""

from __future__ import annotations

from playwright.async_api import expect

from .room import Room
from .stage import Stage
from .visitor import Frame


class Rush(Stage):
    """A table at which more happens than can be followed."""

    shown = 0

    async def begin(self) -> None:
        """Come in, and see the first Scene."""
        await self.open()
        await self.play(1)

    async def play(self, scenes: int) -> None:
        """A number of Scenes at once: in each somebody bets one more chip, and the other has another card."""
        first, self.shown = self.shown + 1, self.shown + scenes
        frame = {"type": "scene", "hand_id": "table-M1-H1"}
        await self.hear([{**frame, "told": at, "scene": _scene(at)} for at in range(first, self.shown + 1)])

    async def see(self) -> None:
        """The last Scene is on the table."""
        words = f"Ada, {1000 - self.shown} chips, {self.shown} bet"
        await expect(self.page.get_by_role("listitem", name="Ada")).to_have_accessible_name(words)

    async def moved(self) -> int:
        """How many things have been moved since this was asked last."""
        moved: int = await self.page.evaluate("() => { const moved = window.moved; window.moved = 0; return moved; }")
        return moved


def _scene(at: int) -> Frame:
    ada = {"seat": 0, "name": "Ada", "chips": 1000 - at, "bet": at}
    ben = {"seat": 1, "name": "Ben", "chips": 1000, "to_act": True}
    cards = [{"name": "Ah" if at % 2 else "Kd"}, {}]
    return {
        **{"game": "holdem", "title": "Hold'em", "phase": "Hand 1", "sentence": f"Ada bets {at}: Ah, Kd."},
        **{"seats": [ada, ben], "zones": [{"id": 1, "label": "hand", "owner": 1, "count": 2, "cards": cards}]},
    }


async def test_scenes_at_a_followable_pace_move_and_a_rush_does_not(room: Room) -> None:
    async with room.visitor(reduced_motion="no-preference") as visitor:
        stage = Rush(visitor)
        await stage.begin()
        await stage.play(3)
        await stage.pass_time()
        await stage.see()
        assert await stage.moved()
        await stage.play(1)
        await stage.see()
        assert await stage.moved(), "what comes first is not known to be the beginning of a rush"
        await stage.play(200)
        await stage.pass_time()
        await stage.see()
        assert not await stage.moved()
        await stage.play(1)
        await stage.see()
        assert await stage.moved(), "and when it is calm again, things move again"


async def test_motion_in_progress_ends_when_the_table_jumps(room: Room) -> None:
    async with room.visitor(reduced_motion="no-preference") as visitor:
        stage = Rush(visitor)
        await stage.begin()
        await stage.pass_time()
        await visitor.page.evaluate(
            "document.querySelector('[data-anchor=\"seat 1\"]').animate([{ opacity: 0 }, { opacity: 1 }], 3600000)"
        )
        await stage.play(200)
        await stage.pass_time()
        await stage.see()
        assert await visitor.page.evaluate("document.getAnimations().length") == 0


async def test_nothing_that_rushes_by_is_missing_in_the_log(room: Room) -> None:
    async with room.visitor() as visitor:
        stage = Rush(visitor)
        await stage.begin()
        await stage.play(150)
        await stage.pass_time()
        log = visitor.page.get_by_role("log")
        await expect(log.get_by_text("Ada bets", exact=False)).to_have_count(stage.shown)
        status = visitor.page.get_by_role("status").filter(has_text="Ada bets")
        await expect(status).to_contain_text(f"Ada bets {stage.shown}")


async def test_a_visitor_with_reduced_motion_sees_nothing_move(room: Room) -> None:
    async with room.visitor(reduced_motion="reduce") as visitor:
        stage = Rush(visitor)
        await stage.begin()
        await stage.play(3)
        await stage.pass_time()
        await stage.see()
        assert not await stage.moved()


async def test_a_long_log_does_not_make_the_page_longer(room: Room) -> None:
    async with room.visitor() as visitor:
        stage = Rush(visitor)
        await stage.begin()
        await stage.play(300)
        await stage.pass_time()
        await expect(visitor.page.get_by_role("log")).to_contain_text(f"Ada bets {stage.shown}")
        assert await visitor.page.evaluate("document.documentElement.scrollHeight <= innerHeight")


async def test_the_log_can_be_read_back_while_play_goes_on(room: Room) -> None:
    async with room.visitor() as visitor:
        stage = Rush(visitor)
        await stage.begin()
        await stage.play(100)
        await stage.pass_time()
        log = visitor.page.get_by_role("log")
        await expect(log.get_by_text(f"Ada bets {stage.shown}:")).to_be_in_viewport()
        await log.evaluate("(box) => { box.scrollTop = 0; box.dispatchEvent(new Event('scroll')); }")
        below = visitor.page.get_by_role("button", name="new lines below")
        await stage.play(2)
        await stage.pass_time()
        await expect(below).to_have_text("2 new lines below")
        assert await log.evaluate("(box) => box.scrollTop") == 0, "it stays where it is read"
        await below.click()
        await expect(log.get_by_text(f"Ada bets {stage.shown}:")).to_be_in_viewport()
        await expect(below).to_be_hidden()
