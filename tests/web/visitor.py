"""A person at a browser: what the page shows, and every frame that it received and sent."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

from playwright.async_api import CDPSession, Locator, Page, WebSocket

Frame = dict[str, Any]
PATIENCE_MS = 120_000
"""The longest wait. Nothing here takes a second, unless the machine is busy."""
BEAT_MS = 200
"""Moments that happen at once are shown a little less than this apart."""
SETTLED_MS = 260
"""How long a question has to be on screen before keys answer it."""
HELD_MS = 510
"""How long a costly button is held down."""


class Visitor:
    """A page, with its frames in order."""

    def __init__(self, page: Page, url: str, name: str) -> None:
        self.page, self.url, self.name = page, url, name
        self.heard: list[Frame] = []
        self.said: list[Frame] = []
        self.flaws: list[str] = []
        """The errors in the browser's console."""
        self._news = asyncio.Event()
        self._input: CDPSession | None = None
        page.on("websocket", self._listen)
        page.on("pageerror", lambda error: self.flaws.append(str(error)))
        page.on("console", lambda told: self.flaws.append(told.text) if told.type == "error" else None)

    def _listen(self, socket: WebSocket) -> None:
        heard, said = self.heard, self.said  # a socket of an earlier page adds nothing to the lists of this one
        socket.on("framereceived", lambda data: self._add(heard, data))
        socket.on("framesent", lambda data: self._add(said, data))

    def _add(self, to: list[Frame], data: str | bytes) -> None:
        to.append(json.loads(data))
        self._news.set()

    async def until(self, such: Callable[[], Any]) -> Any:
        """Wait until a condition on the frames so far is true; its value."""
        try:
            async with asyncio.timeout(PATIENCE_MS / 1000):
                while not (value := such()):
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            raise AssertionError(f"waited in vain; last heard {self.heard[-1:]}, said {self.said[-1:]}") from None
        return value

    def leave(self) -> None:
        """Go to another page: frames of this one are forgotten, also those that still arrive."""
        self.heard, self.said = [], []

    async def stop_the_clock(self) -> None:
        """Stop the clock of this page: time passes only by `fast_forward`."""
        now = await self.page.evaluate("Date.now()") / 1000
        await self.page.clock.pause_at(now + PATIENCE_MS / 1000)  # later than any moment at which this is executed

    async def go(self, address: str = "") -> None:
        """Open a page of the room, by what stands after "#". A table asks again in one's turn, so it is said twice."""
        before = self.page.url
        await self.page.goto(f"{self.url}/#/{address}")
        if await self.page.evaluate("location.href") == before != f"{self.url}/#/{address}":
            await self.page.goto(f"{self.url}/#/{address}")

    @property
    def scenes(self) -> list[Frame]:
        """The Scenes that were shown, with the numbers of their questions."""
        return [frame for frame in self.heard if frame["type"] == "scene"]

    @property
    def scene(self) -> Any:
        """The last Scene that was shown."""
        return self.scenes[-1]["scene"]

    @property
    def dock(self) -> Locator:
        """The dock: the bar in which a player acts."""
        return self.page.get_by_role("region", name="Your turn")

    def button(self, name: str, exact: bool = False) -> Locator:
        """A button of the dock."""
        return self.dock.get_by_role("button", name=name, exact=exact)

    def owed(self) -> Frame | None:
        """The Scene whose question is open; None if none is."""
        if not self.scenes:
            return None
        last = self.scenes[-1]
        question = last["scene"].get("question")
        if question is None or all(choice.get("aside") for choice in question["options"]):
            return None
        answered = {frame.get("act_id") for frame in self.said if frame["type"] == "action"}
        return None if last["act_id"] in answered else last

    async def my_turn(self, step_ms: int = BEAT_MS) -> Frame | None:
        """Wait until a question is on screen; None if the match is over before."""
        shown = await self.until(lambda: self.is_over() or self.owed())
        if shown is True:
            return None
        on_screen = self.page.locator(f'[data-question="{shown["act_id"]}"]')
        try:
            async with asyncio.timeout(PATIENCE_MS / 1000):
                while not await on_screen.count():
                    await self.page.clock.fast_forward(step_ms)  # earlier moments are shown one by one
        except TimeoutError:
            raise AssertionError(f"never on screen: {shown}") from None
        return shown

    def is_over(self) -> bool:
        """Whether a match has ended."""
        return any(frame["type"] == "match_end" for frame in self.heard)

    async def play_on(self, step_ms: int = BEAT_MS) -> None:
        """Close the result of a match, so that the next begins."""
        self.heard[:] = [frame for frame in self.heard if frame["type"] != "match_end"]
        button = self.page.get_by_role("button", name="Play on")
        try:
            async with asyncio.timeout(PATIENCE_MS / 1000):
                while not await button.count():
                    await self.page.clock.fast_forward(step_ms)  # the end is shown one moment later
        except TimeoutError:
            raise AssertionError("the end of the match is never shown") from None
        await button.click()

    async def settle(self) -> None:
        """Let the question be on screen for as long as keys wait for."""
        await self.page.clock.fast_forward(SETTLED_MS)

    async def answered(self, shown: Frame, action: str = "") -> Frame:
        """The answer to a question, once the page has sent it."""

        def sent() -> Frame | None:
            said = (one for one in self.said if one["type"] == "action" and one["act_id"] == shown["act_id"])
            return next((one for one in said if action in ("", one["action"])), None)

        answer: Frame = await self.until(sent)
        return answer

    async def click_at(self, x: float, y: float) -> None:
        """Click at a point of the page at once: a pointer that moves there first waits for the next picture."""
        if self._input is None:
            self._input = await self.page.context.new_cdp_session(self.page)
        click = {"x": x, "y": y, "button": "left", "clickCount": 1}
        await asyncio.gather(
            self._input.send("Input.dispatchMouseEvent", {"type": "mousePressed", "buttons": 1, **click}),
            self._input.send("Input.dispatchMouseEvent", {"type": "mouseReleased", "buttons": 0, **click}),
        )

    async def hold(self, button: Locator) -> None:
        """Hold a costly button down until it counts."""
        await button.hover()
        await self.hold_down()

    async def hold_down(self) -> None:
        """Hold the button under the pointer down until it counts."""
        await self.page.mouse.down()
        await self.page.clock.fast_forward(HELD_MS)
        await self.page.mouse.up()
