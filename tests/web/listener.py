"""A blind visitor: hears what a screen reader says, finds things by role and name, and uses keys, no pointer.

A screen reader speaks changes of live regions by itself: the whole of a status, and additions to a log.
"""

from __future__ import annotations

import re

from playwright.async_api import Locator

from .visitor import Visitor

LISTEN = """
(() => {
  window.spoken = [];
  const LIVE = '[role="status"], [role="alert"], [role="timer"][aria-live]';
  const words = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.data;
    if (node.nodeType !== Node.ELEMENT_NODE || node.getAttribute("aria-hidden") === "true") return "";
    if (!node.checkVisibility()) return "";
    return [...node.childNodes].map(words).join("");
  };
  const say = (text) => {
    const said = text.replace(/\\s+/g, " ").trim();
    if (said && window.spoken.at(-1) !== said) window.spoken.push(said);
  };
  new MutationObserver((changes) => {
    const whole = new Set();
    for (const { target, addedNodes } of changes) {
      const at = target.nodeType === Node.ELEMENT_NODE ? target : target.parentElement;
      if (at?.closest('[aria-hidden="true"]')) continue;
      const region = at?.closest(`${LIVE}, [role="log"]`);
      if (region?.getAttribute("role") === "log") addedNodes.forEach((node) => say(words(node)));
      else if (region) whole.add(region);
      for (const node of addedNodes) node.querySelectorAll?.(LIVE).forEach((one) => whole.add(one));
    }
    whole.forEach((region) => region.isConnected && say(words(region)));
  }).observe(document, { subtree: true, childList: true, characterData: true });
})();
"""
MOST_TABS = 60


class Listener:
    """A visitor with a screen reader and a keyboard."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor, self.page = visitor, visitor.page
        self.heard = 0
        """How many spoken texts have been heard."""

    async def begin(self) -> None:
        """Listen from the first page on."""
        await self.page.add_init_script(LISTEN)

    async def hear(self, pattern: str) -> str:
        """Wait until a text that matches is spoken; returns all texts since the last call, up to this one."""
        found = await self.page.wait_for_function(
            "([from, pattern]) => {"
            "  const at = window.spoken.findIndex((said, at) => at >= from && new RegExp(pattern).test(said));"
            "  return at < 0 ? null : { next: at + 1, said: window.spoken.slice(from, at + 1) };"
            "}",
            arg=[self.heard, pattern],
        )
        told = await found.json_value()
        self.heard = told["next"]
        return " ".join(told["said"])

    async def tab_to(self, role: str, name: str) -> Locator:
        """Press Tab until the focus is on an element of a role and name."""
        wanted = self.page.get_by_role(role, name=re.compile(name))  # type: ignore[arg-type]
        for _ in range(MOST_TABS):
            if await wanted.count() and await wanted.first.evaluate("(one) => one === document.activeElement"):
                return wanted.first
            await self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab never comes to a {role} named {name}.")

    async def seats(self) -> list[str]:
        """The spoken names of the seats."""
        items = self.page.get_by_role("list", name="Seats").get_by_role("listitem")
        return [await _name(item) for item in await items.all()]

    async def board(self) -> str:
        """The spoken name of the board."""
        table = self.page.get_by_role("region", name="The table")
        return await _name(table.get_by_role("img", name=re.compile("^board")))


async def _name(one: Locator) -> str:
    """The accessible name of an element."""
    read = re.match(r"""- '?\w+ "(.*?)"'?:?$""", (await one.aria_snapshot()).splitlines()[0])
    assert read is not None, await one.aria_snapshot()
    return read[1]
