"""A match of the arena as a record: what everybody may read of it, and what its shuffles prove."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import msgspec

from croupier.arena.fairness import Shuffled, verify
from croupier.games.holdem import GAME
from croupier.history import Status, check, read_phh
from croupier.kernel.contract.record import MatchRecord, replay
from croupier.kernel.vocabulary.cards import UNKNOWN, format_cards
from croupier.simulate.export.rows import hands_of

from .loops import in_loop
from .network import Client, arena, client, holdem, http


async def play_at_random(one: Client, rng: random.Random) -> None:
    while (frame := await one.next())["type"] != "match_end":
        if frame["type"] == "act":
            action = rng.choice(frame["legal"])
            amount = rng.choice([frame["min_raise_to"], frame["max_raise_to"]]) if action == "RAISE_TO" else None
            more = {} if amount is None else {"amount": amount}
            await one.say("action", action=action, act_id=frame["act_id"], **more)


def read(text: str) -> tuple[MatchRecord, list[Shuffled], list[list[int]]]:
    """A record, its shuffles, and what the house drew."""
    head, match, *remarks = text.splitlines()
    shuffles = [line for line in remarks if line.startswith('{"croupier":"shuffle"')]
    record = MatchRecord.from_json(f"{head}\n{match}\n")
    drawn = [cards for _, kind, _, cards in record.played.moves if kind == "DRAWN"]
    return record, [msgspec.json.decode(line, type=Shuffled) for line in shuffles], drawn


async def played(folder: Path) -> tuple[str, str, str, list[dict[str, Any]]]:
    """A match of three: its record for everybody and for the host, its hand histories, and what a spectator saw."""
    table = holdem(options={"hands": 8}, seats=3, least=3, god_view=1)
    async with arena(folder, table) as room, client(room) as a, client(room) as b, client(room) as c, client(room) as d:
        await d.hello("Watcher", "T-1", role="spectator")
        for number, each in enumerate((a, b, c)):
            await each.hello(f"Team {number}")
        rng = random.Random(5)
        await asyncio.gather(*(play_at_random(each, rng) for each in (a, b, c)), d.until("match_end"))
        everybody = (await http(room, "/api/matches/T-1-M1"))[1]
        host = (await http(room, "/api/matches/T-1-M1?cards=all", Authorization=f"Bearer {room.host_token}"))[1]
        return everybody, host, (await http(room, "/api/matches/T-1-M1?format=phh"))[1], d.seen


@in_loop
async def test_a_record_for_everybody_has_only_what_a_spectator_saw_and_is_proved_fair(tmp_path: Path) -> None:
    everybody, host, histories, seen = await played(tmp_path)
    shown = {card for frame in seen for card in frame.get("cards", []) + frame.get("hand", [])}
    shown |= {frame["card"] for frame in seen if "card" in frame}
    record, shuffles, drawn = read(everybody)
    named = {card for cards in drawn for card in cards} - {UNKNOWN}
    assert {format_cards([card]) for card in named} <= shown
    assert any(UNKNOWN in cards for cards in drawn)
    report = verify(shuffles, drawn)
    assert report.fair and report.proved > 0 and report.closed > 0
    whole, decks, all_drawn = read(host)
    assert not any(UNKNOWN in cards for cards in all_drawn)
    report = verify(decks, all_drawn)
    assert report.fair and report.closed == 0 and report.whole == len(decks)
    assert [*replay(GAME, *whole)][-1].state.owed == 0
    assert record.played.scores == whole.played.scores
    hands = list(read_phh(histories))
    assert len(hands) == 8
    assert {check(hand).status for hand in hands} <= {Status.EQUAL, Status.UNCHECKED}
    assert "????" in histories
    exported = [[*hands_of("x", 1, GAME, *one)] for one in (record, whole)]
    for seen, known in zip(*exported, strict=True):
        assert not seen.bare and seen.hands != known.hands
        for row, all_of_it in zip(seen.hands, known.hands, strict=True):
            assert {**all_of_it, "cards": row["cards"], "last_cards": row["last_cards"]} == row
            assert row["cards"] == (all_of_it["cards"] if row["shown"] else None)
