"""Checks the boxes that the layout engine has placed, as the browser has drawn them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from playwright.async_api import Page

from .room import Room
from .stage import Stage

Size = tuple[int, int]
SIZES: tuple[Size, ...] = ((320, 568), (390, 844), (568, 320), (844, 390), (640, 400), (1280, 800))
"""Phones upright and on their side, a page at twice its size, a laptop."""
WALLS: tuple[Size, ...] = ((768, 1024), (1920, 1080), (3840, 2160))
"""A tablet, a screen, and a wall."""

FLAWS = """async () => {
  // What is observed first is told first: when this is told, the table has been laid out.
  await new Promise((done) => {
    const observer = new ResizeObserver(() => done(observer.disconnect()));
    observer.observe(document.body);
  });
  await new Promise((done) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = done;
    channel.port2.postMessage(0);
  });
  const flaws = [];
  const table = document.querySelector("section.table").getBoundingClientRect();
  const page = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const scrolls = [...document.querySelectorAll("section.table *")].find(
    (one) => /auto|scroll/.test(getComputedStyle(one).overflowY) && one.scrollHeight > one.clientHeight + 1,
  );
  const boxes = [...document.querySelectorAll("section.table [data-box]")]
    .filter((one) => one.checkVisibility())
    .map((element) => ({ element, name: element.dataset.box, box: element.getBoundingClientRect() }));
  const told = ({ name, element, box }) =>
    `${name} "${element.textContent.trim().slice(0, 30)}" ${[box.x, box.y, box.width, box.height].map(Math.round)}`;
  const leaves = (box, area) =>
    box.left < area.left - 1 || box.right > area.right + 1 || box.top < area.top - 1 || box.bottom > area.bottom + 1;
  for (const one of boxes) {
    if (!scrolls && leaves(one.box, table)) flaws.push(`${told(one)} leaves the table`);
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = one.element;
    const fits = scrollWidth <= clientWidth + 1 && scrollHeight <= clientHeight + 1;
    if (!fits && !["did", "facts"].includes(one.name))
      flaws.push(`${told(one)} holds ${scrollWidth} × ${scrollHeight}`);
  }
  for (const [at, one] of boxes.entries()) {
    for (const other of boxes.slice(0, at)) {
      if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
      const [a, b] = [one.box, other.box];
      const apart = a.left >= b.right - 1 || b.left >= a.right - 1 || a.top >= b.bottom - 1 || b.top >= a.bottom - 1;
      if (!apart) flaws.push(`${told(one)} meets ${told(other)}`);
    }
  }
  for (const whole of document.querySelectorAll("[data-whole]"))
    if (whole.checkVisibility() && whole.scrollWidth > whole.clientWidth + 1)
      flaws.push(`"${whole.textContent}" is cut: ${whole.scrollWidth} in ${whole.clientWidth}`);
  const hand = document.querySelectorAll('[aria-label="Your hand"] > li');
  const cards = [...hand].map((one) => one.getBoundingClientRect());
  for (const [at, card] of cards.entries()) {
    const next = cards[at + 1];
    if (next && next.top < card.bottom - 30 && next.left - card.left < 20)
      flaws.push(`a card of the hand covers the index of the next: ${next.left - card.left}`);
    if (leaves(card, { ...page, top: -1e9, bottom: 1e9 })) flaws.push("a card of the hand leaves the page");
  }
  if (document.documentElement.scrollWidth > innerWidth) flaws.push("the page is wider than the screen");
  for (const button of document.querySelectorAll(".dock button"))
    if (button.checkVisibility() && leaves(button.getBoundingClientRect(), page))
      flaws.push(`"${button.textContent.trim() || button.ariaLabel}" leaves the page`);
  if (scrolls) flaws.push(`the table scrolls: ${scrolls.scrollHeight} in ${scrolls.clientHeight}`);
  return flaws;
}"""
"""Finds boxes that overlap or leave the table, cut amounts, cards with a covered index, and invisible buttons."""


async def flaws(page: Page) -> list[str]:
    """The flaws of the table that is drawn."""
    found: list[str] = await page.evaluate(FLAWS)
    return found


Named = Iterable[tuple[str, dict[str, Any]]]
"""Scenes, each with a name."""


async def flaws_of(room: Room, whose: str, scenes: Named, sizes: Iterable[Size]) -> list[str]:
    """The flaws of Scenes on pages of some sizes, drawn one after the other on the page of a player or a spectator."""
    found = []
    async with room.visitor() as visitor:
        stage = Stage(visitor)
        await stage.open(0 if whose == "player" else None)
        for name, scene in scenes:
            await stage.show(scene)
            for width, height in sizes:
                await visitor.page.set_viewport_size({"width": width, "height": height})
                await visitor.page.clock.run_for(100)
                found += [f"{name} at {width} × {height}: {flaw}" for flaw in await flaws(visitor.page)]
        visitor.flaws.clear()  # the table is not in the arena, which is asked for its rules
    return found
