"""Takes each option of a question on the page: with the pointer, and with keys alone.

A driver acts like a person at the screen, and reads the options in the question. A page that holds its answers back
(`HOLD_BACK`) is told that they were refused, so that it can take the next option of the same question.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from playwright.async_api import Error

from .visitor import Frame, Visitor

HOLD_BACK = """
(() => {
  const send = WebSocket.prototype.send;
  window.heldBack = [];
  window.holdsBack = true;
  WebSocket.prototype.send = function (data) {
    const frame = JSON.parse(data);
    if (!window.holdsBack || !["action", "aside"].includes(frame.type)) return send.call(this, data);
    window.heldBack.push(frame);
    const refusal = { type: "error", v: 1, code: "INVALID_ACTION", msg: "Held back." };
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(refusal) }));
  };
})();
"""
AIM = """
([css, edge]) => {
  const button = document.querySelector(css);
  if (!button || button.disabled) return button ? "it is disabled" : "it is not there";
  button.scrollIntoView({ block: "nearest", inline: "nearest" });
  const box = button.getBoundingClientRect();
  const point = edge ? [box.left + 8, box.top + 24] : [box.left + box.width / 2, box.top + box.height / 2];
  const hit = document.elementFromPoint(...point);
  return button.contains(hit) ? point : `it lies under ${hit?.outerHTML.slice(0, 120)}`;
}
"""
"""The point of a button: its middle, or its left edge, the visible part of a card that others cover."""
FOCUS = """
(css) => {
  const button = document.querySelector(css);
  if (!button || button.disabled) return null;
  button.focus();
  return button.getAttribute("aria-keyshortcuts") ?? "Enter";
}
"""
"""Focuses a button, as Tab does; returns the key that presses it."""
DOCK = 'section[aria-label="Your turn"]'


class Deed(NamedTuple):
    """An option with its amount or its cards."""

    choice: Any
    picks: tuple[int, ...] = ()
    amount: int | None = None

    @property
    def costly(self) -> bool:
        """Whether the page asks for confirmation: an option without a choice of amounts has the least amount."""
        amount = self.choice.get("low", 0) if self.amount is None else self.amount
        return bool(self.choice.get("costly")) and amount >= self.choice.get("costly_from", 0)

    @property
    def kind(self) -> tuple[Any, ...]:
        """The kind of deed: deeds of a kind have the same name and are made in the same way."""
        return self.choice["name"], len(self.picks), self.amount is None, self.costly

    @property
    def button(self) -> str:
        """The CSS selector of its button: one of several if each card has its own."""
        of_choice = f'{DOCK} [aria-label="What you may do"] [data-choice="{self.choice["name"]}"]'
        if len(self.picks) != 1:
            return f"{of_choice}:not([data-place])"
        card = self.choice["takes"][self.picks[0]]
        return f'{of_choice}:is([data-place="{card["zone"]} {card["slot"]}"], :not([data-place]))'

    @property
    def cards(self) -> list[str]:
        """The CSS selectors of its cards, which are tapped if they have no buttons of their own."""
        places = [self.choice["takes"][pick] for pick in self.picks]
        return [f'{DOCK} button[data-anchor="card {place["zone"]} {place["slot"]}"]' for place in places]

    def is_said_by(self, frame: Frame) -> bool:
        """Whether an answer is exactly this deed."""
        same_cards = sorted(frame["picks"] or ()) == sorted(self.picks)
        return frame["action"] == self.choice["name"] and same_cards and self.amount in (None, frame["amount"])


def choices(shown: Frame) -> list[Any]:
    """The options of a question that answer it: each has a button."""
    options = shown["scene"]["question"]["options"]
    return [choice for choice in options if not choice.get("aside") and not choice.get("unlisted")]


def does_itself(shown: Frame) -> bool:
    """Whether CHECK is the only answer that costs nothing, so that the page gives it by itself."""
    acts = choices(shown)
    if any(choice.get("most") or takes_amount(choice) for choice in acts):
        return False
    return [one["name"] for one in acts if not one.get("costly")] == ["CHECK"]


def takes_amount(choice: Any) -> bool:
    """Whether an option has several amounts to choose from."""
    return bool(choice.get("step")) and choice.get("low", 0) < choice.get("high", 0)


def deeds(choice: Any, luck: random.Random) -> Iterator[Deed]:
    """The deeds of an option to try: every card if it takes one, some sets if it takes several, the least and the
    greatest amount and every preset."""
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
    """A random deed of a question."""
    offered = choices(shown)
    wanted = [choice for choice in offered if choice["name"] == prefer]
    return luck.choice(list(deeds((wanted or [luck.choice(offered)])[0], luck)))


async def answer(visitor: Visitor, shown: Frame, deed: Deed) -> Frame:
    """Answer a question with the pointer, and wait until the page has sent the answer."""
    if not does_itself(shown):
        await make_by_pointer(visitor, deed)
    else:
        await visitor.page.clock.fast_forward(1_300)
    return await visitor.answered(shown)


async def make_by_pointer(visitor: Visitor, deed: Deed) -> None:
    """Take an option with the pointer."""
    if deed.amount is not None:
        await visitor.dock.locator("[data-amount]").fill(str(deed.amount))
    for card in await cards_to_tap(visitor, deed):
        await _click(visitor, card, edge=True)
    if deed.costly:
        await visitor.page.mouse.move(*await aim(visitor, deed.button))
        await visitor.hold_down()
    else:
        await _click(visitor, deed.button)


async def make_by_keys(visitor: Visitor, deed: Deed) -> None:
    """Take an option with keys alone. The question must have been on screen for a moment (`settle`)."""
    keyboard = visitor.page.keyboard
    for card in await cards_to_tap(visitor, deed):
        await _focus(visitor, card)
        await keyboard.press("Space")
    key = await _focus(visitor, deed.button)
    if deed.amount is not None:
        for digit in f".{deed.amount}":
            await keyboard.press(digit)
        key = "Enter"
    await keyboard.press(key)
    if deed.costly:
        await keyboard.press(key)


async def cards_to_tap(visitor: Visitor, deed: Deed) -> list[str]:
    """The cards of a deed that are tapped first: none where each has a button of its own."""
    if not deed.picks or await visitor.page.locator(f"{deed.button}[data-place]").count():
        return []
    return deed.cards


async def _click(visitor: Visitor, css: str, edge: bool = False) -> None:
    await visitor.click_at(*await aim(visitor, css, edge))


async def aim(visitor: Visitor, css: str, edge: bool = False) -> tuple[float, float]:
    """Where to point at a button."""
    x, y = await _once(visitor, AIM, [css, edge], "Array.isArray", f"cannot be pointed at: {css}")
    return x, y


async def _focus(visitor: Visitor, css: str) -> str:
    return str(await _once(visitor, FOCUS, css, "Boolean", f"cannot be gone to: {css}"))


async def _once(visitor: Visitor, script: str, given: Any, such: str, otherwise: str) -> Any:
    """The value of a script as soon as it fulfils a condition, nearly always at once."""
    found = await visitor.page.evaluate(
        f"(given) => {{ const found = ({script})(given); return [{such}(found), found] }}", given
    )
    if found[0]:
        return found[1]
    try:
        handle = await visitor.page.wait_for_function(
            f"(given) => {{ const found = ({script})(given); return {such}(found) && [found] }}", arg=given
        )
    except Error as error:
        raise AssertionError(f"{otherwise}: {found[1]}") from error
    return (await handle.json_value())[0]
