"""Whole matches with keys alone or with fingers alone, and over a slow line that is cut.

Keys go to everything with Tab, as nothing else says that the focus is never lost; fingers touch what they see.
"""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, NamedTuple

from playwright.async_api import CDPSession, expect

from croupier.arena.room.offers import Offer
from croupier.games.genome import checked, read, to_json

from .driver import Deed, aim, answer, cards_to_tap, choices, does_itself, some_deed
from .room import HOUR_MS
from .test_line import CUT
from .visitor import BEAT_MS, HELD_MS, Frame, Visitor

CHAMPIONS = Path(__file__).resolve().parents[2] / "docs/champions"
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
MOST_TABS = 60
"""The farthest that the focus may be from what is wanted."""
MOST_BEATS = 600
"""The most moments after which the end of a match is shown."""
SLOW_3G = {"latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
"""Milliseconds, and bytes a second."""
CUTS = (1, 2, 3)
"""Before which decisions the line is cut."""
RAISES = 0.15
"""How often a raise is wanted."""
AUTOMATIC_MS = 1_300
"""The page checks by itself after a little less, where one can only check."""

Hands = Callable[[Visitor, Deed], Awaitable[None]]
"""How a deed is made."""


class Kind(NamedTuple):
    """A kind of match, with how many pots and how many seats that are out have to be seen."""

    code: str
    game: str
    more: dict[str, Any]
    pots: int = 0
    out: int = 0

    def is_seen(self, scenes: list[Any]) -> bool:
        """Whether these Scenes have as many pots, and as many seats that are out."""
        return most_pots(scenes) >= self.pots and most_out(scenes) >= self.out


def most_pots(scenes: list[Any]) -> int:
    """The most pots of a Scene."""
    return max((len(scene.get("pots", ())) for scene in scenes), default=0)


def most_out(scenes: list[Any]) -> int:
    """The most seats of a Scene that are out of the match."""
    return max((sum(bool(seat.get("gone")) for seat in scene["seats"]) for scene in scenes), default=0)


UNEQUAL = {"hands": 40, "stacks": [1_500, 400, 900, 2_600]}
KINDS = (
    Kind("SIDEPOTS", "holdem", {"seats": 4, "policy": "random", "options": UNEQUAL}, pots=2, out=1),
    Kind("DEAL", "deal", {}),
    Kind("BATTLE", "battle", {}),
    *(Kind(name.upper(), name, {"options": {"hands": 2}}) for name in ("gin_rummy", "hearts", "seven_card_stud")),
    *(Kind(name.upper(), "genome", {}) for name in ("timber_wharf", "frost_arcade")),
)


def offers() -> list[Offer]:
    """An offer of each kind of match, without pauses."""
    plain: dict[str, Any] = {"public": True, "pace_ms": 0, "move_time_ms": HOUR_MS, "kind": "house"}
    made = []
    for code, game, more, *_ in KINDS:
        path = CHAMPIONS / f"{code.lower()}.json"
        genome = {"genome": to_json(checked(read(path), path.name))} if game == "genome" else {}
        made.append(Offer(id=code.lower(), game=game, code=code, **{**plain, **genome, **more}))
    return made


async def by_keys(visitor: Visitor, deed: Deed) -> None:
    """Make a deed with Tab, the space bar, Enter and digits."""
    keyboard = visitor.page.keyboard
    await visitor.settle()
    for card in await cards_to_tap(visitor, deed):
        await tab_to(visitor, card)
        await keyboard.press("Space")
    if deed.amount is None:
        await tab_to(visitor, deed.button)
    else:
        await tab_to(visitor, "[data-amount]")
        await keyboard.press("Control+a")
        await keyboard.type(str(deed.amount))
    for _ in range(1 + deed.costly):
        await keyboard.press("Enter")


async def tab_to(visitor: Visitor, css: str) -> None:
    """Press Tab until the focus is there."""
    for _ in range(MOST_TABS):
        if await visitor.page.evaluate("(css) => document.activeElement.matches(css)", css):
            return
        await visitor.page.keyboard.press("Tab")
    raise AssertionError(f"{MOST_TABS} times Tab do not come to {css}")


class Touch:
    """The fingers of a visitor."""

    def __init__(self, visitor: Visitor, input_: CDPSession) -> None:
        self.visitor, self._input = visitor, input_

    @classmethod
    async def of(cls, visitor: Visitor) -> Touch:
        """The fingers of a visitor whose device has a screen to touch."""
        return cls(visitor, await visitor.page.context.new_cdp_session(visitor.page))

    async def make(self, visitor: Visitor, deed: Deed) -> None:
        """Make a deed: tap cards, an amount, and the button; a costly one is held."""
        for card in await cards_to_tap(visitor, deed):
            await self.tap(card, edge=True)
        if deed.amount is not None:
            await self.tap("[data-amount]")
            await visitor.page.locator("[data-amount]").fill(str(deed.amount))  # as the keyboard of a screen does
        await self.tap(deed.button, HELD_MS if deed.costly else 0)

    async def tap(self, css: str, held_ms: int = 0, edge: bool = False) -> None:
        """Touch a button, for a moment or longer."""
        x, y = await aim(self.visitor, css, edge)
        await self._input.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        if held_ms:
            await self.visitor.page.clock.fast_forward(held_ms)
        await self._input.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


async def play(visitor: Visitor, code: str, hands: Hands, luck: random.Random) -> list[Any]:
    """Sit down and play a match to its end; returns the Scenes of all decisions, and the last."""
    await visitor.go(f"table/{code}")
    return await to_the_end(visitor, hands, luck)


async def to_the_end(visitor: Visitor, hands: Hands, luck: random.Random) -> list[Any]:
    """Play a match to its end; returns the Scenes of all decisions, and the last."""
    seen = []
    while (shown := await visitor.my_turn()) is not None:
        seen.append(shown["scene"])
        if does_itself(shown):
            await visitor.page.clock.fast_forward(AUTOMATIC_MS)
        else:
            await hands(visitor, some_deed(shown, luck, _wanted(shown, luck)))
        await visitor.answered(shown)
        if any(choice["gaps"] for choice in choices(shown) if "gaps" in choice):
            await visitor.until(lambda: visitor.is_over() or visitor.scenes[-1].get("act_id") != shown["act_id"])
    result = visitor.page.get_by_role("region", name="The match is over")
    for _ in range(MOST_BEATS):
        if await result.count():
            return [*seen, visitor.scene]
        await visitor.page.clock.fast_forward(BEAT_MS)
    raise AssertionError("the end of the match is never shown")


def _wanted(shown: Frame, luck: random.Random) -> str:
    """The option that a whole match needs: to go home; to stay in and to raise, so that somebody is out in the end."""
    names = [choice["name"] for choice in choices(shown)]
    raises = "RAISE_TO" if luck.random() < RAISES else "CALL"
    return next((name for name in ("GO_HOME", raises, "CHECK") if name in names), "")


async def slow_down(visitor: Visitor) -> None:
    """Give a visitor the line of a phone in the country, which can be cut."""
    await visitor.page.add_init_script(CUT)
    network = await visitor.page.context.new_cdp_session(visitor.page)
    await network.send("Network.enable")
    await network.send("Network.emulateNetworkConditions", {"offline": False, **SLOW_3G})


class Cutting:
    """A visitor whose line is cut before some of its decisions; every deed is made by pointer."""

    def __init__(self) -> None:
        self.decisions = self.cuts = 0

    async def make(self, visitor: Visitor, deed: Deed) -> None:
        """Make a deed, after the line was cut and has come back if that is its time."""
        self.decisions += 1
        shown = visitor.owed()
        assert shown is not None
        if self.decisions in CUTS:
            self.cuts += 1
            await visitor.page.evaluate("window.isCut = true; window.sockets.at(-1).close()")
            alert = visitor.page.get_by_role("alert")
            await expect(alert).to_contain_text("The line to the house is lost.")
            await visitor.page.evaluate("window.isCut = false")
            await alert.get_by_role("button", name="Try now").click()
            await expect(visitor.page.get_by_text("It is still your turn.")).to_be_visible()
            await visitor.settle()
        await answer(visitor, shown, deed)
