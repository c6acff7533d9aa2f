"""A table without an arena: a page that gets its Scenes from the test."""

from __future__ import annotations

from typing import Any

from .visitor import Frame, Visitor

SOCKET = """
window.moved = 0;
const animate = Element.prototype.animate;
Element.prototype.animate = function (...given) {
  window.moved += 1;
  return animate.apply(this, given);
};
window.WebSocket = class {
  static OPEN = 1;
  readyState = 1;
  constructor() {
    window.socket = this;
    queueMicrotask(() => this.onopen());
    window.hear = (frames) => frames.forEach((frame) => this.onmessage({ data: JSON.stringify(frame) }));
  }
  send() {}
  close() {}
};
"""
SHOWN_MS = 3_000
"""Longer than any pause before something is shown."""

CLOCK_MS = 99_000
"""The time for each decision: two digits on the chip of the seat that has to decide."""


class Stage:
    """A page whose clock stands still, and which gets its Scenes when the test sends them."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor, self.page = visitor, visitor.page
        self._asked = 0

    async def open(self, seat: int | None = None) -> None:
        """Open the table, as a spectator or in a seat."""
        await self.page.add_init_script(SOCKET)
        await self.visitor.go("watch/table" if seat is None else "table/TABLE")
        await self.page.wait_for_function("() => Boolean(window.socket?.onmessage)")
        where = {"table_id": "table", "game": "holdem", "title": "Hold'em"}
        await self.hear([{"type": "welcome", "token": "", "seat": seat, "god_view": 0, **where}])
        await self.visitor.stop_the_clock()

    async def hear(self, frames: list[Frame]) -> None:
        """Send the page frames, all at once."""
        await self.page.evaluate("(frames) => window.hear(frames)", frames)

    async def show(self, scene: dict[str, Any]) -> None:
        """Draw a Scene, with its question if it has one."""
        self._asked += 1
        asked = {"act_id": self._asked} if scene.get("question") else {}
        frame = {"type": "scene", "hand_id": "table-M1-H1", "told": self._asked}
        seat = next((seat["seat"] for seat in scene["seats"] if seat.get("to_act")), scene.get("eyes"))
        clock = {"type": "clock", "seat": seat, "left_ms": CLOCK_MS, "limit_ms": CLOCK_MS, "bank_ms": 0}
        await self.hear([{**frame, "scene": scene, **asked}, clock])
        await self.pass_time()

    async def pass_time(self) -> None:
        """Move the clock on until everything is shown."""
        await self.page.clock.run_for(SHOWN_MS)
