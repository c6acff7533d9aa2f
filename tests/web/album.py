"""Every page of the room, brought to the screen one after the other, for `scripts/screenshots`.

A page is a function that leads a visitor there; somebody else who is needed comes with `others`.
"""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from typing import Any

from croupier.arena.room.offers import Offer
from croupier.games.genome import checked, read, to_json

from .driver import Deed, answer, choices, some_deed, takes_amount
from .room import HOUR_MS, Room
from .test_host import enter
from .test_line import CUT
from .visitor import Frame, Visitor

CLASSICS = {"hearts": 5, "rummy": 3, "crazy_eights": 3, "five_card_draw": 2, "speed": 1}
"""Tricks, drawing, shedding, betting, piles; and how many decisions before their pictures."""
CHAMPIONS = Path(__file__).resolve().parents[2] / "docs/champions"
CHAMPION = "TIMBER_WHARF"
"""The code of the evolved game that is best to play (docs/evolution.md)."""
CALM = ("CHECK", "CALL", "CONTINUE")
"""What somebody chooses who wants to see more."""
PEOPLE = ("Ada", "Bela", "Chen", "Dara", "Emil")
FOLDING = ("Chen", "Emil")
TURN = 4
"""Cards on the board by then."""

Page = Callable[[Room, Visitor, AsyncExitStack], Awaitable[None]]


def offers() -> list[Offer]:
    """What a bare `scripts/serve` offers, as far as it is in a picture; nobody waits for anybody."""
    plain: dict[str, Any] = {"public": True, "pace_ms": 0, "move_time_ms": HOUR_MS}
    against = {**plain, "kind": "house", "move_time_ms": 60_000}
    named = [Offer(id=name, game=name, code=name.upper().ljust(4, "_"), **against) for name in CLASSICS]
    evolved = [
        Offer(
            id=f"g-{path.stem}",
            game="genome",
            genome=to_json(checked(read(path), path.name)),
            code=path.stem.upper(),
            **against,
        )
        for path in sorted(CHAMPIONS.glob("*.json"))
    ]
    bots = ["oracle", "tight", "station", "random"]
    return [
        Offer(id="friday", game="holdem", title="Friday night", seats=6, code="FRIDAY", public=True),
        Offer(
            id="six",
            game="holdem",
            seats=6,
            code="SIX_MAX",
            title="Friday six-max",
            least=6,
            public=True,
            pace_ms=0,
            move_time_ms=40_000,
        ),
        Offer(
            id="finals",
            game="holdem",
            title="CS 285 finals",
            seats=4,
            bots=bots,
            matches=6,
            again=True,
            options={"hands": 12},
            **plain,
        ),
        Offer(id="holdem", game="holdem", code="HOLDEM", **against),
        Offer(id="short", game="holdem", seats=3, code="SHORT", policy="station", options={"hands": 2}, **against),
        Offer(id="deal", game="deal", code="DEAL", **against),
        Offer(id="bust", game="deal", code="BUST", options={"heat": 60}, **against),
        Offer(id="battle", game="battle", code="BATTLE", **against),
        Offer(id="reveal", game="battle", code="REVEAL", options={"reveal_ms": HOUR_MS}, **{**against, "pace_ms": 1}),
        Offer(id="sudden", game="battle", code="SUDDEN", options={"rounds": 1}, **plain),
        Offer(id="queue", game="battle", kind="queue", code="QUEUE", public=True),
        *named,
        *evolved,
    ]


def calm(shown: Frame) -> str:
    """What to choose to see more."""
    names = [choice["name"] for choice in choices(shown)]
    return next((name for name in CALM if name in names), "")


async def play(visitor: Visitor, code: str, turns: int, chooses: Callable[[Frame], str] = calm) -> Frame | None:
    """Sit down and decide so often; what is asked then, None where the match is over before."""
    luck = random.Random(7)
    visitor.heard.clear()
    await visitor.go(f"table/{code}")
    for _ in range(turns):
        shown = await visitor.my_turn()
        if shown is None:
            return None
        await answer(visitor, shown, some_deed(shown, luck, chooses(shown)))
    return await visitor.my_turn()


async def over(visitor: Visitor, code: str, chooses: Callable[[Frame], str] = calm) -> None:
    """Play a match to its end."""
    await play(visitor, code, 10_000, chooses)
    await visitor.page.get_by_role("region", name="The match is over").wait_for()


async def lobby(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """With a match behind one and matches of bots in the standings."""
    await over(visitor, "SHORT")
    await visitor.go()
    await visitor.page.get_by_role("heading", name="Sit down").wait_for()


async def first_visit(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """The lobby of somebody who has never been here."""
    await visitor.go()
    await visitor.page.get_by_role("heading", name="Sit down").wait_for()


async def preferences(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """The menu of every page."""
    await first_visit(room, visitor, others)
    await visitor.page.get_by_role("button", name="Preferences").click()


async def join(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """Somebody follows a link."""
    await visitor.go("join/FRIDAY")
    await visitor.page.get_by_role("button", name="Sit down").wait_for()


async def wrong_code(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """There is no such table."""
    await visitor.go("join/NOWHERE")
    await visitor.page.get_by_role("button", name="Sit down").click()
    await visitor.page.get_by_role("alert").wait_for()


async def waiting(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """Alone at a table."""
    await visitor.go("table/FRIDAY")
    await visitor.page.get_by_label("The link to this table").wait_for()


async def queue(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """Alone in the queue."""
    await visitor.go("table/QUEUE")
    await visitor.page.get_by_role("heading", name="Waiting for somebody").wait_for()


async def at_table(code: str, turns: int, room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """In the middle of a game."""
    await play(visitor, code, turns)


async def six(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """Six people: four come to the turn, where somebody bets, and the visitor is asked."""
    people = [await others.enter_async_context(room.visitor(name)) for name in PEOPLE]
    for each in (visitor, *people):
        await each.go("table/SIX_MAX")
        await each.until(partial(_is_welcome, each))
    while True:
        acting, shown = await _asked(visitor, *people)
        turn, bets = len(_board(shown)) == TURN, any(seat.get("bet") for seat in shown["scene"]["seats"])
        if acting is visitor and turn and bets:
            await visitor.my_turn()
            return
        await acting.my_turn()
        bet = next((choice for choice in choices(shown) if takes_amount(choice)), None)
        if bet and turn and not bets and acting is not visitor:
            deed = Deed(bet, (), bet["presets"][1]["amount"])
        else:
            folds = acting.name in FOLDING and not _may(shown, "CHECK")
            deed = some_deed(shown, random.Random(7), "FOLD" if folds else calm(shown))
        await answer(acting, shown, deed)


async def _asked(*people: Visitor) -> tuple[Visitor, Frame]:
    """Who is asked next, and what they are shown."""
    waiting = {asyncio.ensure_future(each.until(each.owed)): each for each in people}
    done, rest = await asyncio.wait(waiting, return_when=asyncio.CHAMPION_COMPLETED)
    for one in rest:
        one.cancel()
    first = done.pop()
    return waiting[first], first.result()


def _board(shown: Frame) -> list[Any]:
    return next((zone.get("cards", []) for zone in shown["scene"]["zones"] if zone["label"] == "board"), [])


def _is_welcome(visitor: Visitor) -> bool:
    return any(frame["type"] == "welcome" for frame in visitor.heard)


async def showdown(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """A hand of hold'em is over and the cards are on the table; the next waits for somebody who is away."""
    await over(visitor, "SHORT")


async def deal_end(code: str, last: str, room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """A run of the Deal until it ends: by going home, or by a bust."""

    def chooses(shown: Frame) -> str:
        names = [choice["name"] for choice in choices(shown)]
        return last if last in names else calm(shown)

    await over(visitor, code, chooses)


async def lay(visitor: Visitor, count: int) -> None:
    """Lay so many cards of a Battle, and confirm."""
    shown = await visitor.my_turn()
    assert shown is not None
    hand = visitor.dock.get_by_role("list", name="Your hand").get_by_role("button")
    for place in range(count):
        await hand.nth(place).click()
    await visitor.dock.get_by_role("button", name="Confirm").click()
    await visitor.answered(shown, "CONFIRM")


async def reveal(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """The first places are turned up."""
    await visitor.go("table/REVEAL")
    asked = await visitor.my_turn()
    await lay(visitor, 3)
    assert asked is not None
    await visitor.until(lambda: visitor.scenes[-1].get("act_id") != asked["act_id"])


async def sudden_death(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """Nobody has lost anything in the last regular round."""
    other = await others.enter_async_context(room.visitor("Ada"))
    for each in (visitor, other):
        await each.go("table/SUDDEN")
    for each in (visitor, other):
        await lay(each, 0)
    await visitor.until(lambda: visitor.scene.get("round", 0) > 1 or "udden" in visitor.scene.get("phase", ""))
    await visitor.my_turn()


async def battle_over(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """A Battle to its end."""
    await visitor.go("table/BATTLE")
    while (shown := await visitor.my_turn()) is not None:
        await lay(visitor, 3)
        await visitor.until(partial(_is_past, visitor, shown))
        if visitor.is_over():
            break
    await visitor.page.get_by_role("region", name="The match is over").wait_for()


def _is_past(visitor: Visitor, shown: Frame) -> bool:
    return visitor.is_over() or visitor.scenes[-1].get("act_id") != shown["act_id"]


async def rules(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """The rule book beside a classic."""
    await play(visitor, "RUMMY", 1)
    await visitor.settle()
    await visitor.page.keyboard.press("b")
    await visitor.page.get_by_role("region", name="Rule book").get_by_role("heading").first.wait_for()


async def replay(code: str, room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """A match is looked at, at its second street or so."""
    await over(visitor, code, lambda shown: "GO_HOME" if _may(shown, "GO_HOME") else calm(shown))
    await visitor.page.get_by_role("link", name="Replay").click()
    await visitor.page.locator(".count").wait_for()
    await visitor.page.keyboard.press("Home")
    for _ in range(2):
        await visitor.page.keyboard.press("Shift+ArrowRight")


def _may(shown: Frame, name: str) -> bool:
    return any(choice["name"] == name for choice in choices(shown))


async def host_enter(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """The token is asked for."""
    await visitor.go("host")
    await visitor.page.get_by_label("The host's token").wait_for()


async def host(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """A table before him."""
    await enter(room, visitor)
    await visitor.go("host/finals")
    await visitor.page.get_by_text(re.compile("CS 285 finals")).first.wait_for()


async def new_table(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """What a host is asked who sets up a table."""
    await host(room, visitor, others)
    await visitor.page.get_by_role("button", name="New table").click()


async def order(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """What can be ordered at a table."""
    await host(room, visitor, others)
    await visitor.page.get_by_role("button", name="More orders").click()


async def wall(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """The table of six for everybody to see."""
    player = await others.enter_async_context(room.visitor("Mara"))
    await six(room, player, others)
    await enter(room, visitor)
    await visitor.go("projector/six")
    await visitor.until(lambda: visitor.scenes)


async def line_lost(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """The house does not answer."""
    await visitor.page.add_init_script(CUT)
    await play(visitor, "HOLDEM", 1)
    await visitor.page.evaluate("window.isCut = true; window.sockets.at(-1).close()")
    await visitor.page.get_by_text("Reconnecting.").wait_for()


async def no_table(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """A table that is no longer there."""
    await visitor.go("table/GONEBY")
    await visitor.page.get_by_role("alert").wait_for()


async def no_match(room: Room, visitor: Visitor, others: AsyncExitStack) -> None:
    """A replay of nothing."""
    await visitor.go("replay/nowhere-M1")
    await visitor.page.get_by_role("alert").wait_for()


PAGES: Mapping[str, Page] = {
    "first-visit": first_visit,
    "lobby": lobby,
    "preferences": preferences,
    "join": join,
    "waiting": waiting,
    "queue": queue,
    "holdem": partial(at_table, "HOLDEM", 2),
    "six": six,
    "over": showdown,
    "deal": partial(at_table, "DEAL", 2),
    "deal-home": partial(deal_end, "DEAL", "GO_HOME"),
    "deal-bust": partial(deal_end, "BUST", "CONTINUE"),
    "battle": partial(at_table, "BATTLE", 0),
    "battle-reveal": reveal,
    "battle-sudden": sudden_death,
    "battle-over": battle_over,
    **{name: partial(at_table, name.upper().ljust(4, "_"), turns) for name, turns in CLASSICS.items()},
    "champion": partial(at_table, CHAMPION, 3),
    "champion-over": lambda room, visitor, others: over(visitor, CHAMPION),
    "rules": rules,
    "replay": partial(replay, "SHORT"),
    "replay-deal": partial(replay, "DEAL"),
    "replay-champion": partial(replay, CHAMPION),
    "host-enter": host_enter,
    "host": host,
    "host-new-table": new_table,
    "host-order": order,
    "wall": wall,
    "wrong-code": wrong_code,
    "line-lost": line_lost,
    "no-table": no_table,
    "no-match": no_match,
}
"""By the names of their pictures."""
