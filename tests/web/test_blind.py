"""A blind player can play a hand: everything by roles, names, what is said by itself, and keys."""

from __future__ import annotations

import re
from typing import Any

from .listener import Listener
from .room import Room

NAMES = "two three four five six seven eight nine ten jack queen king ace"
RANKS = dict(zip("23456789TJQKA", NAMES.split(), strict=True))
SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
FLOP = 3
"""Cards that are turned up together."""
HAND_ENDS = r"\bwins?\b|\bsplit"


def spoken(card: Any) -> str:
    """A card as it is read out."""
    rank, suit = card["name"]
    return f"{RANKS[rank]} of {SUITS[suit]}"


def cards_of(scene: Any, owner: int) -> list[str]:
    """The cards of a seat, or of the middle (-1), as they are read out."""
    zones = [zone for zone in scene["zones"] if zone.get("owner", -1) == owner]
    return [spoken(card) for zone in zones for card in zone.get("cards", []) if card.get("name", "-") != "-"]


def _held(scene: Any) -> str:
    """The name of the viewer's hand."""
    return str(next(seat for seat in scene["seats"] if seat.get("you")).get("holds", ""))


async def test_a_blind_player_plays_a_hand_from_the_lobby_to_the_showdown(room: Room) -> None:
    async with room.visitor() as visitor:
        listener = Listener(visitor)
        await listener.begin()
        await visitor.go()
        await visitor.page.get_by_role("heading", name="Sit down").wait_for()
        await listener.tab_to("link", "Play against the house")
        await visitor.page.keyboard.press("Enter")
        told, turns = "", 0
        while True:
            heard = await listener.hear(f"^Your turn|{HAND_ENDS}")
            told += f" {heard}"
            if re.search(HAND_ENDS, heard):
                break
            turns += 1
            shown = visitor.owed()
            assert shown is not None
            scene = shown["scene"]
            own = cards_of(scene, scene["eyes"])
            mine = next(seat for seat in await listener.seats() if ", you, " in seat)
            assert "to act" in mine and all(card in mine for card in own) and len(own) == 2
            assert f"the {own[0]}, the {own[1]}" in told, "one's cards are said as they are dealt, and told apart"
            board = cards_of(scene, -1)
            assert await listener.board() == f"board: {', '.join(board) or 'empty'}"
            assert all(card in told for card in board), "and so are those of the board"
            assert ", ".join(f"the {card}" for card in board[:FLOP]) in told
            pot = f"pot {sum(pot['chips'] for pot in scene['pots']):,}"
            assert await visitor.page.get_by_role("region", name="The table").get_by_text(pot).count()
            assert re.search(r"to call\.|Nothing to call\.", heard)
            asked = f"Your turn. {scene['question']['says']}" + (
                f" Your hand: {held}." if (held := _held(scene)) else ""
            )
            assert heard.endswith(asked), "what happened is said once, by the log; the dock only asks"
            name = "Check" if "Nothing to call" in heard else "Call"
            if turns == 1:
                await listener.tab_to("button", f"^{name}")
                await visitor.page.keyboard.press("Enter")
            else:
                await visitor.settle()
                await visitor.page.keyboard.press("c")
            assert (await visitor.answered(shown))["action"] == name.upper()
            await visitor.page.wait_for_function("document.activeElement.matches('.dock, .dock *')")
        assert turns >= 2 and re.search(r"\bshows?\b", told)
        other = next(seat["name"] for seat in visitor.scene["seats"] if not seat.get("you"))
        assert re.search(rf"{re.escape(other)} \w+", told), "and what the others do is said, by name"


async def test_a_raise_is_typed_and_what_is_costly_is_asked_aloud_first(room: Room) -> None:
    async with room.visitor() as visitor:
        listener = Listener(visitor)
        await listener.begin()
        await visitor.go("table/DUEL")
        await listener.hear("^Your turn")
        await visitor.stop_the_clock()
        shown = visitor.owed()
        assert shown is not None
        raises = next(one for one in shown["scene"]["question"]["options"] if one["name"] == "RAISE_TO")
        field = await listener.tab_to("textbox", f"^Raise to, {raises['low']:,} to {raises['high']:,}$")
        await visitor.page.keyboard.press("Control+a")
        await visitor.page.keyboard.type("1")
        await listener.hear(f"{raises['low']:,}")
        await visitor.page.keyboard.press("Control+a")
        await visitor.page.keyboard.type(str(raises["high"]))
        assert await field.input_value() == str(raises["high"])
        await visitor.page.keyboard.press("Enter")
        await listener.hear("Press again")
        assert visitor.owed() is shown, "a first press only asks"
        await visitor.page.keyboard.press("Enter")
        answer = await visitor.answered(shown)
        assert (answer["action"], answer["amount"]) == ("RAISE_TO", raises["high"])
        await listener.hear("^Sent|all-in|all in|raise")
