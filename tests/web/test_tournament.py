"""A tournament in a browser: a player sees the clock and its place at its table, buys chips and enters again there, and
finds its results in its profile."""

from __future__ import annotations

import asyncio

import msgspec
from playwright.async_api import expect

from croupier.arena.events.event import Event
from croupier.arena.events.felts import Felts, in_hand, rests
from croupier.arena.events.tournament import TournamentDesk
from croupier.arena.room.players import Placing, of_placing
from croupier.arena.tables.plan import Level
from croupier.simulate.tournament import lines as said
from croupier.simulate.tournament.terms import Terms

from .room import Room
from .visitor import Visitor

HOUR_MS = 3_600_000
TERMS = Terms(players=3, fee=2, late_levels=1, rebuys=1, addon=5_000)


def open_event(room: Room, id: str, terms: Terms, *, public: bool = False) -> TournamentDesk:
    event = Event(kind="tournament", id=id, code=id.upper(), seats=3, bots=["station"], house=2, practice="",
                  levels=[Level(minutes=60), Level()], move_time_ms=HOUR_MS, tournament=terms,
                  public=public)  # fmt: skip
    desk = room.arena.events.open(event)
    assert isinstance(desk, TournamentDesk)
    desk.plan = msgspec.structs.replace(desk.plan, pace_ms=0)
    return desk


async def test_a_player_that_enters_before_play_begins_waits_for_its_seat(room: Room) -> None:
    open_event(room, "early", Terms(players=4))
    async with room.visitor("Abe") as abe, room.visitor("Bob") as bob:
        await abe.go("table/EARLY?as=Abe")
        await expect(abe.page.get_by_role("status")).to_contain_text("You are in.")
        await expect(abe.page.get_by_role("link", name="Who plays, and when")).to_have_attribute(
            "href", "#/event/early"
        )
        await bob.go("table/EARLY?as=Bob")
        await abe.until(lambda: [frame for frame in abe.heard if frame["type"] == "scene"])
        assert [frame for frame in abe.heard if frame["type"] == "error"] == []


async def test_a_player_sees_its_place_and_buys_chips_at_the_table(room: Room) -> None:
    desk = open_event(room, "addon", TERMS)
    async with room.visitor("Ada") as ada:
        await ada.go("table/ADDON?as=Ada")
        assert await ada.my_turn() is not None
        await ada.page.get_by_role("button", name="Chips").click()
        sheet = ada.page.get_by_role("dialog", name="Level 1")
        await expect(sheet).to_contain_text("1st of 3 who play")
        await sheet.get_by_role("button", name="Add 5,000").click()
        await expect(sheet.get_by_role("status")).to_have_text("Your chips come with the next hand.")
        assert desk.book.tournament.players["ada"].addons == 0, "it comes between two hands"


async def finish_hand(visitor: Visitor, desk: TournamentDesk) -> None:
    """Check and fold to the end of the hand, and wait until the table has shown it."""
    (hosted,) = desk.tables()
    while await visitor.until(lambda: visitor.owed() or not in_hand(hosted)) and in_hand(hosted):
        shown = await visitor.my_turn()
        assert shown is not None
        checks = any(one["name"] == "CHECK" for one in shown["scene"]["question"]["options"])
        await (visitor.button("Check").click() if checks else visitor.hold(visitor.button("Fold")))
        await visitor.answered(shown)
    while not rests(hosted):
        await asyncio.sleep(0)


async def test_a_player_asks_for_a_re_buy_and_is_told_why_it_does_not_come(room: Room) -> None:
    desk = open_event(room, "rebuy", TERMS)
    async with room.visitor("Bea") as bea:
        await bea.go("table/REBUY?as=Bea")
        assert await bea.my_turn() is not None
        await bea.page.get_by_role("button", name="Chips").click()
        sheet = bea.page.get_by_role("dialog", name="Level 1")
        await expect(sheet).to_contain_text("Each costs 2 tokens. Entries close after the first level.")
        await sheet.get_by_role("button", name="Re-buy 10,000").click()
        await expect(sheet.get_by_role("status")).to_have_text("Your chips come with the next hand.")
        await expect(sheet.get_by_role("button", name="Re-buy 10,000")).to_have_count(0)
        assert desk.book.tournament.players["bea"].wishes == ("rebuy",)
        desk.order("late", values={"levels": 0})
        desk.order("pause")
        await sheet.get_by_role("button", name="Close").click()
        await finish_hand(bea, desk)
        why = "Chips can be bought only in a seat, as long as players may enter."
        await expect(bea.page.get_by_role("status").filter(has_text=why)).to_be_visible()
        await bea.page.get_by_role("button", name="Understood").click()
        await bea.page.clock.fast_forward(6_000)
        await bea.page.get_by_role("button", name="Paused").click()
        await expect(bea.page.get_by_role("dialog", name="Level 1").get_by_role("status")).to_have_text(why)


def put_out(desk: TournamentDesk, key: str) -> None:
    """Let a player lose its chips between two hands, whatever its cards were."""
    player = desk.t.players[key]
    desk._say(said.Out(player.table, Felts(desk)[player.table].hand, {key: player.chips}, desk.room.wall()))
    desk._soon()


async def test_a_player_that_is_out_is_asked_whether_it_enters_again_and_sits_down_by_itself(room: Room) -> None:
    desk = open_event(room, "again", Terms(players=3, fee=2, late_levels=1, reentries=1))
    async with room.visitor("Cyd") as cyd:
        await cyd.go("table/AGAIN?as=Cyd")
        assert await cyd.my_turn() is not None
        desk.order("pause")
        await finish_hand(cyd, desk)
        put_out(desk, "cyd")
        dialog = cyd.page.get_by_role("dialog", name="You are out")
        await cyd.page.clock.fast_forward(6_000)
        await expect(dialog).to_contain_text("Each costs 2 tokens.")
        await dialog.get_by_role("button", name="Enter again").click()
        await expect(dialog).to_have_count(0)
        assert (desk.t.players["cyd"].entries, desk.t.pool) == (2, 8)
        desk.order("start")
        assert await cyd.my_turn() is not None, "it has a seat again, and plays"


async def test_a_player_enters_on_the_page_of_a_tournament_and_finds_back_when_it_is_out(room: Room) -> None:
    desk = open_event(room, "once", Terms(players=3, fee=2), public=True)
    async with room.visitor("Eva") as eva:
        await eva.go("event/once")
        await eva.page.get_by_role("link", name="Enter").click()
        await eva.page.get_by_label("Your name at the table").fill("Eva")
        await eva.page.get_by_role("button", name="Sit down").click()
        assert await eva.my_turn() is not None
        desk.order("pause")
        await finish_hand(eva, desk)
        put_out(desk, "eva")
        await expect(eva.page.get_by_role("status").filter(has_text="You are out: place 3 of 3.")).to_be_visible()
        assert await eva.page.get_by_role("alert").count() == 0, "this is no error"
        await eva.page.get_by_role("link", name="Places and results").click()
        await expect(eva.page.get_by_role("row").filter(has_text="Eva")).to_contain_text("3rd")


async def test_a_profile_shows_tournaments_with_places_prizes_and_what_they_won_so_far(room: Room) -> None:
    arena = room.arena.room
    arena.keep(*arena.players.keep("Dee", arena.wall(), [])[1])
    for number, (place, prize) in enumerate([(4, 0), (1, 30), (2, 12)], 1):
        placing = Placing(
            f"old-{number}", f"Evening {number}", number * 86_400_000, place, 9, number, 5 * number, prize
        )
        arena.keep(of_placing("dee", placing))
    async with room.visitor("Guest") as guest:
        await guest.go("player/Dee")
        part = guest.page.get_by_role("region", name="Tournaments")
        await expect(part).to_contain_text("+12 tokens")
        await expect(part).to_contain_text("3 tournaments · 1 won · 2 with a prize")
        await expect(part.get_by_role("img", name="+12 tokens after 3 tournaments.")).to_be_visible()
        rows = part.get_by_role("listitem")
        await expect(rows.first).to_contain_text("2nd of 9 · 3 entries")
        await expect(rows).to_have_count(3)
        await expect(rows.nth(1).get_by_role("link", name="Results of Evening 2")).to_have_attribute(
            "href", "#/event/old-2"
        )
