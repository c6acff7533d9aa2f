"""The line: it comes back by itself and says so, a stale tab never acts, and no card is sent that may not be shown."""

from __future__ import annotations

import random
import re

from playwright.async_api import expect

from .driver import answer, choices, some_deed
from .room import Room
from .visitor import Frame, Visitor

CUT = """
(() => {
  const Socket = window.WebSocket;
  window.sockets = [];
  window.WebSocket = class extends Socket {
    constructor(...given) {
      if (window.isCut) given[0] = String(given[0]).replace("/ws", "/nowhere");
      super(...given);
      window.sockets.push(this);
    }
  };
})();
"""

BEAT = """window.sockets.at(-1).dispatchEvent(new MessageEvent("message", { data: '{"type":"beat","v":1}' }))"""
"""A beat as from the house; no other follows in tests, where pages have clocks of their own."""
SILENT_MS = 5_000


async def sit_down(visitor: Visitor) -> None:
    await visitor.page.add_init_script(CUT)
    await visitor.go("table/DUEL")
    await visitor.my_turn()


async def test_a_silent_line_is_told_and_comes_back_in_the_same_hand(room: Room) -> None:
    async with room.visitor() as visitor:
        page = visitor.page
        await sit_down(visitor)
        shown = await visitor.my_turn()
        assert shown is not None
        amount = page.locator("[data-amount]")
        await amount.fill("1,234")
        await page.evaluate(f"window.isCut = true; {BEAT}")
        await page.clock.fast_forward(SILENT_MS)
        alert = page.get_by_role("alert")
        await expect(alert).to_contain_text("The line to the house is lost. Your seat is kept.")
        lost = page.get_by_role("region", name="Not connected")
        await expect(lost.get_by_role("status")).to_contain_text("Not sent: Raise to 1,234. It stands ready here.")
        await expect(lost.get_by_role("button", name="Fold")).to_be_disabled()
        said = len(visitor.said)
        await page.keyboard.press("f")
        await page.evaluate("window.isCut = false")
        await alert.get_by_role("button", name="Try now").click()
        await expect(page.get_by_text("You missed nothing.")).to_be_visible()
        await expect(page.get_by_text("It is still your turn.")).to_be_visible()
        (hello,) = visitor.said[said:]
        assert hello["token"] and hello["resume"], "with its token, after the last message that it had; no key counted"
        assert hello["resume_match"] == shown["hand_id"].rpartition("-H")[0]
        assert hello["resume_match"].startswith(hello["resume_table"]) and hello["resume_table"]
        again = visitor.scenes[-1]
        assert (again["hand_id"], again["act_id"]) == (shown["hand_id"], shown["act_id"])
        await expect(amount).to_have_value("1,234")
        await visitor.settle()
        await page.keyboard.press("f")
        await visitor.until(lambda: visitor.scenes[-1]["hand_id"] != shown["hand_id"])
        visitor.flaws.clear()  # the browser complains about the line, as it should


async def test_after_a_reload_the_log_is_there(room: Room) -> None:
    async with room.visitor() as visitor:
        await visitor.go("table/DUEL")
        await visitor.my_turn()
        lines = visitor.page.get_by_role("log").locator("p")
        before = await lines.all_inner_texts()
        assert len(before) >= 4
        visitor.heard.clear()
        await visitor.page.reload()
        await visitor.my_turn()
        assert await lines.all_inner_texts() == before


async def test_leaving_in_ones_turn_is_held_and_the_lobby_leads_back(room: Room) -> None:
    async with room.visitor() as visitor:
        page = visitor.page
        await visitor.go("table/DUEL")
        shown = await visitor.my_turn()
        assert shown is not None
        leave = page.get_by_role("button", name="Croupier, to the lobby")
        await leave.click()
        await expect(page).to_have_url(re.compile("#/table/"))
        await visitor.hold(leave)
        back = page.get_by_role("link", name="Back to the table")
        await expect(page.get_by_text("your turn")).to_be_visible()
        await back.click()
        await expect(page).to_have_url(re.compile(f"#/table/DUEL.at={shown['hand_id'].rpartition('-M')[0]}"))
        await expect(visitor.button("Fold")).to_be_enabled()


async def test_the_back_button_asks_again_in_ones_turn(room: Room) -> None:
    async with room.visitor() as visitor:
        page = visitor.page
        await visitor.go()
        await visitor.go("table/DUEL")
        await visitor.my_turn()
        await page.go_back()
        await expect(page.get_by_role("alert")).to_have_text("Your turn: press again to leave.")
        await expect(page).to_have_url(re.compile("#/table/DUEL"))
        await expect(visitor.button("Fold")).to_be_enabled()
        await page.go_back()
        await expect(page.get_by_role("link", name="Back to the table")).to_be_visible()


NOTICES = """
window.away = false;
Object.defineProperty(document, "hidden", { get: () => window.away });
window.Notification = class {
  static permission = "default";
  static requestPermission() {
    Notification.permission = "granted";
    return Promise.resolve("granted");
  }
  constructor(title) {
    window.notified = title;
  }
  close() {}
};
"""


async def test_it_is_asked_once_whether_notifications_are_wanted_when_a_turn_came_unseen(room: Room) -> None:
    async with room.visitor() as visitor:
        page = visitor.page
        await page.add_init_script(NOTICES)
        await visitor.go("table/DUEL")
        question = page.get_by_text("Should a notification tell you?")
        for away in (False, True):
            shown = await visitor.my_turn()
            assert shown is not None, "the match is not over"
            await expect(question).to_have_count(int(away))
            await page.evaluate("(away) => (window.away = away)", not away)
            if not away:
                await stay_in(visitor, shown)
        await page.get_by_role("button", name="Notify me").click()
        await expect(question).to_have_count(0)
        assert await page.evaluate("window.notified") is None
        await page.evaluate("window.away = true")
        await stay_in(visitor, shown)
        await page.wait_for_function("() => window.notified === 'Your turn'")


SOUNDS = """
window.sounds = [];
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) {
  window.sounds.push(this.frequency.value);
  return start.apply(this, when);
};
"""
TURN = [660, 880]
"""The pitches of the sound that tells of one's turn."""


async def test_ones_turn_is_heard_once_and_in_a_tab_in_the_background_too(room: Room) -> None:
    async with room.visitor() as visitor:
        page = visitor.page
        await page.add_init_script(NOTICES + SOUNDS)
        await visitor.go("table/DUEL")
        shown = await visitor.my_turn()
        assert shown is not None
        await page.get_by_role("button", name="Preferences").click()
        await page.get_by_label("On", exact=True).check()
        await page.wait_for_function("window.sounds.length >= 2")
        assert await page.evaluate("window.sounds") == TURN, "a sample, and nothing else: the turn came long before"
        await page.keyboard.press("Escape")
        await page.evaluate("window.away = true; window.sounds.length = 0")
        await stay_in(visitor, shown)
        assert await visitor.my_turn() is not None
        await page.wait_for_function("window.sounds.includes(880)")
        assert [pitch for pitch in await page.evaluate("window.sounds") if pitch in TURN] == TURN


async def stay_in(visitor: Visitor, shown: Frame) -> None:
    """Check, or call."""
    names = [choice["name"] for choice in choices(shown)]
    await answer(visitor, shown, some_deed(shown, random.Random(1), "CHECK" if "CHECK" in names else "CALL"))


async def test_a_tab_whose_seat_another_took_never_acts(room: Room) -> None:
    async with room.visitor() as visitor:
        await sit_down(visitor)
        other = await visitor.page.context.new_page()
        await other.goto(f"{visitor.url}/#/table/DUEL")
        alert = visitor.page.get_by_role("alert")
        await expect(alert).to_contain_text("You are playing in another tab.")
        said = len(visitor.said)
        await visitor.settle()
        await visitor.page.keyboard.press("f")
        await expect(visitor.page.get_by_role("button", name="Fold")).to_be_disabled()
        assert len(visitor.said) == said
        await alert.get_by_role("button", name="Play here").click()
        await expect(other.get_by_text("You are playing in another tab.")).to_be_visible()
        assert await visitor.my_turn() is not None
        await expect(visitor.button("Fold")).to_be_enabled()


async def test_a_page_is_never_sent_a_card_that_it_may_not_show(room: Room) -> None:
    """Until the showdown nothing that the page was sent names a card of the other hand, and what looks on sees none."""
    async with room.visitor() as visitor, room.visitor() as onlooker:
        await sit_down(visitor)
        table = next(frame["table_id"] for frame in visitor.heard if frame["type"] == "welcome")
        await onlooker.go(f"watch/{table}")
        await onlooker.until(lambda: onlooker.scenes)
        first = visitor.scenes[0]["hand_id"]
        while (shown := await visitor.my_turn()) and shown["hand_id"] == first:
            names = [choice["name"] for choice in choices(shown)]
            await visitor.button("Check" if "CHECK" in names else "Call").click()
            await visitor.answered(shown)
        played = room.arena.room.tables[table].table
        assert played.hand >= 2, "the second hand is dealt, and nobody has shown anything of it"
        hidden = _hidden_cards(visitor)
        later = [str(frame) for frame in visitor.heard if frame.get("hand_id") == visitor.scenes[-1]["hand_id"]]
        own = _own_cards(visitor)
        assert own and all(not set(_cards_in(text)) - own - _board(visitor) for text in later)
        assert hidden == set()
        assert not [card for frame in onlooker.scenes for card in _held_by_anybody(frame) if frame["hand_id"] != first]


def _own_cards(visitor: Visitor) -> set[str]:
    scene = visitor.scene
    return {card["name"] for zone in scene["zones"] if zone.get("owner") == scene.get("eyes") for card in zone["cards"]}


def _board(visitor: Visitor) -> set[str]:
    cards = [card for zone in visitor.scene["zones"] if zone.get("owner", -1) < 0 for card in zone.get("cards", [])]
    return {card["name"] for card in cards if card.get("name")}


def _hidden_cards(visitor: Visitor) -> set[str]:
    scene = visitor.scene
    others = [zone for zone in scene["zones"] if zone.get("owner", -1) not in (-1, scene.get("eyes"))]
    return {card["name"] for zone in others for card in zone.get("cards", []) if card.get("name")}


def _held_by_anybody(frame: dict[str, object]) -> list[str]:
    zones = frame["scene"]["zones"]  # type: ignore[index]
    held = [card for zone in zones if zone.get("owner", -1) >= 0 for card in zone.get("cards", [])]
    return [card["name"] for card in held if card.get("name")]


def _cards_in(text: str) -> list[str]:
    return re.findall(r"'([2-9TJQKA][shdc])'", text)


async def test_a_match_can_be_watched_afterwards(room: Room) -> None:
    luck = random.Random(5)
    async with room.visitor() as visitor:
        await visitor.go("table/DUEL")
        while (shown := await visitor.my_turn()) is not None:
            await answer(visitor, shown, some_deed(shown, luck, "FOLD"))
        await visitor.page.get_by_role("link", name="Replay").click()
        await expect(visitor.page).to_have_url(re.compile("#/replay/"))
        await expect(visitor.page.get_by_role("region", name=re.compile("The table"))).to_be_visible()


async def test_a_page_that_cannot_be_loaded_says_so_and_loads_when_it_can(room: Room) -> None:
    async with room.visitor() as visitor:
        await visitor.go("")
        await visitor.page.route("**/assets/HostPage*", lambda route: route.abort())
        await visitor.go("host")
        await expect(visitor.page.get_by_text("This page could not be loaded.")).to_be_visible()
        await visitor.page.unroute("**/assets/HostPage*")
        await visitor.page.get_by_role("button", name="Load again").click()
        await expect(visitor.page.get_by_text("This page could not be loaded.")).to_be_hidden()
        await expect(visitor.page.get_by_role("heading", level=1)).to_be_visible()
        visitor.flaws.clear()  # the browser complains about the file, as it should


async def test_the_first_visit_loads_the_lobby_alone(room: Room) -> None:
    async with room.visitor() as visitor:
        loaded: list[str] = []
        visitor.page.on("request", lambda request: loaded.append(request.url))
        await visitor.go("")
        await expect(visitor.page.get_by_role("heading", level=1)).to_be_visible()
        assert any("/assets/index-" in url for url in loaded)
        assert not [url for url in loaded if re.search(r"/assets/(Table|Host|Event|Replay|Projector)", url)]
