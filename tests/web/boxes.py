"""What a table looks like by its boxes: those which the layout engine has placed, as the browser has drawn them."""

from __future__ import annotations

from playwright.async_api import Page

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
  const cards = [...document.querySelectorAll('[aria-label="Your hand"] > li')].map((one) => one.getBoundingClientRect());
  for (const [at, card] of cards.entries()) {
    const next = cards[at + 1];
    if (next && next.top < card.bottom - 30 && next.left - card.left < 20)
      flaws.push(`a card of the hand covers the index of the next: ${next.left - card.left}`);
    if (leaves(card, { ...page, top: -1e9, bottom: 1e9 })) flaws.push("a card of the hand leaves the page");
  }
  if (document.documentElement.scrollWidth > innerWidth) flaws.push("the page is wider than the screen");
  for (const button of document.querySelectorAll(".dock button"))
    if (button.checkVisibility() && leaves(button.getBoundingClientRect(), page) && !button.closest("[data-scrolls]"))
      flaws.push(`"${button.textContent.trim() || button.ariaLabel}" leaves the page`);
  return [...flaws, ...(scrolls ? [`the table scrolls: ${scrolls.className} ${scrolls.scrollHeight} in ${scrolls.clientHeight}`] : [])];
}"""
"""Boxes that meet or leave the table, amounts that are cut, cards whose index is covered, buttons out of sight."""


async def flaws(page: Page) -> list[str]:
    """What is wrong with what is drawn."""
    found: list[str] = await page.evaluate(FLAWS)
    return found
