"""How each option of a question is made: with the pointer, and with keys alone.

A driver does what somebody at the screen would do; what it wants to do it reads in the question. A page that holds its
answers back (`HOLD_BACK`) is told that they were refused, and can make the next option of the same question.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from playwright.async_api import Locator, Position

from .visitor import Frame, Visitor

LEFT_EDGE: Position = {"x": 8, "y": 24}
"""What can be seen of a card that others lie on."""
HOLD_BACK = """
(() => {
  const send = WebSocket.prototype.send;
  window.heldBack = [];
  window.holdsBack = false;
  WebSocket.prototype.send = function (data) {
    const frame = JSON.parse(data);
    if (!window.holdsBack || frame.type !== "action") return send.call(this, data);
    window.heldBack.push(frame);
    const refusal = { type: "error", v: 1, code: "INVALID_ACTION", msg: "Held back." };
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(refusal) }));
    window.onHeldBack?.();
    window.onHeldBack = null;
  };
})();
"""


class Deed(NamedTuple):
    """An option with what it is made with."""

    choice: Any
    picks: tuple[int, ...] = ()
    amount: int | None = None

    @property
    def costly(self) -> bool:
        """Whether one is asked first."""
        least = self.choice.get("costly_from", 0)
        return bool(self.choice.get("costly")) and (not least or (self.amount or 0) >= least)

    def is_said_by(self, frame: Frame) -> bool:
        """Whether an answer says just this."""
        same_cards = sorted(frame["picks"] or ()) == sorted(self.picks)
        return frame["action"] == self.choice["name"] and same_cards and self.amount in (None, frame["amount"])


def choices(shown: Frame) -> list[Any]:
    """The options of a question that are owed."""
    return [choice for choice in shown["scene"]["question"]["options"] if not choice.get("aside")]


def does_itself(shown: Frame) -> bool:
    """Whether there is nothing to decide, so that the page checks by itself."""
    free = [choice for choice in choices(shown) if not choice.get("costly")]
    plain = not any(choice.get("most") or takes_amount(choice) for choice in choices(shown))
    return plain and [choice["name"] for choice in free] == ["CHECK"]


def takes_amount(choice: Any) -> bool:
    """Whether there is an amount to choose."""
    return bool(choice.get("step")) and choice.get("low", 0) < choice.get("high", 0)


def deeds(choice: Any, luck: random.Random) -> Iterator[Deed]:
    """What an option can be made with: every card where it takes one, some hands where it takes several, its least and
    its greatest amount and every preset."""
    if takes_amount(choice):
        presets = [preset["amount"] for preset in choice.get("presets", [])]
        yield from (Deed(choice, (), amount) for amount in dict.fromkeys([choice["low"], choice["high"], *presets]))
        return
    cards = range(len(choice.get("takes", [])))
    fewest, most = choice.get("fewest", 0), min(choice.get("most", 0), len(cards))
    if most == 1:
        yield from (Deed(choice, (pick,)) for pick in cards)
    for count in dict.fromkeys([fewest, most]) if most != 1 else ([0] if fewest == 0 else []):
        yield Deed(choice, tuple(sorted(luck.sample(cards, count))))


def some_deed(shown: Frame, luck: random.Random, prefer: str = "") -> Deed:
    """Any of them."""
    offered = choices(shown)
    wanted = [choice for choice in offered if choice["name"] == prefer]
    return luck.choice(list(deeds((wanted or [luck.choice(offered)])[0], luck)))


async def answer(visitor: Visitor, shown: Frame, deed: Deed) -> Frame:
    """Answer a question with the pointer, and wait until it is said."""
    if not does_itself(shown):
        await make_by_pointer(visitor, deed)
    else:
        await visitor.page.clock.fast_forward(1_300)
    return await visitor.answered(shown)


async def make_by_pointer(visitor: Visitor, deed: Deed) -> None:
    """Make an option with the pointer."""
    if deed.amount is not None:
        await visitor.dock.locator("[data-amount]").fill(str(deed.amount))
    for card in await _cards_to_tap(visitor, deed):
        await card.click(position=LEFT_EDGE)
    button = await the_button(visitor, deed)
    if deed.costly and not await button.get_attribute("data-place"):
        await visitor.hold(button)
    else:
        await button.click()


async def make_by_keys(visitor: Visitor, deed: Deed) -> None:
    """Make an option with keys alone."""
    keyboard = visitor.page.keyboard
    await visitor.settle()
    for card in await _cards_to_tap(visitor, deed):
        await card.focus()
        await keyboard.press("Space")
    button = await the_button(visitor, deed)
    if deed.amount is not None:
        await button.focus()
        for digit in f".{deed.amount}":
            await keyboard.press(digit)
        key = "Enter"
    else:
        key = await button.get_attribute("aria-keyshortcuts") or "Enter"
        await button.focus()
    await keyboard.press(key)
    if deed.costly and not await button.get_attribute("data-place"):
        await keyboard.press(key)


async def take_back(visitor: Visitor) -> None:
    """Choose no card."""
    chosen = visitor.dock.locator('[aria-label="Your hand"] button[aria-pressed="true"]')
    while await chosen.count():
        await chosen.first.click(position=LEFT_EDGE)


async def the_button(visitor: Visitor, deed: Deed) -> Locator:
    """The button that makes an option: one of several where each card has its own."""
    group = visitor.dock.get_by_role("group", name="What you may do", exact=True)
    name = deed.choice["name"]
    own = group.locator(f'[data-choice="{name}"][data-place]')
    if not deed.picks or not await own.count():
        return group.locator(f'[data-choice="{name}"]:not([data-place])')
    card = deed.choice["takes"][deed.picks[0]]
    return group.locator(f'[data-choice="{name}"][data-place="{card["zone"]} {card["slot"]}"]')


async def _cards_to_tap(visitor: Visitor, deed: Deed) -> list[Locator]:
    if not deed.picks or await (await the_button(visitor, deed)).get_attribute("data-place"):
        return []
    places = [deed.choice["takes"][pick] for pick in deed.picks]
    return [visitor.dock.locator(f'button[data-anchor="card {one["zone"]} {one["slot"]}"]') for one in places]
