"""What a chain tells of hidden cards: nothing to anybody who was not shown them, however much it is tried."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from typing import Any

import pytest

from croupier.arena import chain as chains
from croupier.arena.chain import salts_of, seal
from croupier.arena.tables import table as tables_table
from croupier.arena.tables.inputs import Attached, Ordered
from croupier.arena.tables.snapshots import snapshot_of
from croupier.kernel.showing.wire import CONTRACT, OWN
from croupier.kernel.vocabulary.cards import parse_cards
from croupier.kernel.vocabulary.turns import SEATS

from .room import Room
from .signed import SIGNER, opened, played, record, remarks, values_of
from .test_non_interference import Dealing
from .test_restarts import TABLES

CALLS = 5
"""Decisions that are calls and checks; then everybody folds, so no hole card is ever shown."""


def a_hand(name: str, swapped: Mapping[int, int], monkeypatch: pytest.MonkeyPatch) -> Room:
    """A hand, as it is with these cards swapped in what the house deals."""
    rng = random.Random(name)
    monkeypatch.setattr(tables_table, "FairDealer", lambda secret, context: Dealing(rng, swapped))
    room = Room(name, secrets=lambda: bytes(32), signer=SIGNER, **TABLES[name])
    for seat in range(room.plan.seats):
        room.join(f"p{seat}")
    room.watch("nobody")
    for step in range(100):
        state = room.table.state
        assert state is not None
        if room.table.hand > 1:
            return room
        decision = next(one for one in room.game.pending(state) if one.seat < SEATS)
        wanted = ("CHECK", "CALL") if step < CALLS else ("FOLD", "CHECK", "CALL")
        option = next(option for name in wanted if (option := decision.named(name)))
        room.table_move(decision.seat, decision.move(option.name))
    raise AssertionError("the hand does not end")


def hidden(room: Room) -> list[int]:
    """The cards that spectators have not been shown, in a table of two hands."""
    assert room.table.state is not None
    shown = {card for frame in room.inboxes["nobody"] for card in [*frame.get("cards", []), frame.get("card")]}
    return [card for card in range(52) if room.game.words.card_name(card) not in shown]


def test_a_head_depends_on_hidden_cards_by_their_salted_hashes_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = a_hand("holdem", {}, monkeypatch)
    cards = hidden(plain)
    assert len(cards) > 40
    swapped = dict(zip(cards, random.Random(1).sample(cards, len(cards)), strict=True))
    bound = a_hand("holdem", swapped, monkeypatch)
    told, other = (
        [frame for frame in room.inboxes["nobody"] if frame["type"] == "end_hand"] for room in (plain, bound)
    )
    assert told[0]["head"] != other[0]["head"], "the chain binds hidden cards"

    def without_cards(salt: bytes, value: Any) -> bytes:
        return bytes(32) if isinstance(value, int) else seal(salt, value)

    monkeypatch.setattr(chains, "seal", without_cards)
    rooms = [a_hand("holdem", cards, monkeypatch) for cards in ({}, swapped)]
    inboxes = [[json.dumps(frame) for frame in room.inboxes["nobody"]] for room in rooms]
    assert inboxes[0] == inboxes[1] and any('"head"' in frame for frame in inboxes[0])


def test_messages_about_a_chain_have_always_the_same_size() -> None:
    for name in TABLES:
        for frame in played(name).inboxes["p0"]:
            if "head" in frame:
                assert (len(frame["head"]), len(frame["signature"])) == (64, 128)


@pytest.mark.parametrize("name", ["holdem", "leduc", "deal"])
def test_a_closed_card_cannot_be_found_by_trying_all_cards(name: str) -> None:
    """With all salts and secrets that a record has, its own link's and those of other cards."""
    room = played(name)
    for whose in ("", "p1"):
        links = remarks(values_of(record(room, whose=whose)), "signed")
        closed = {told for link in links for *_, told in link.get("hidden", []) if len(told) == 64}
        salts = {link["salt"] for link in links}
        salts |= {told for link in links for *_, told in link.get("hidden", []) if len(told) == 32}
        assert closed
        tried = {seal(salt, card).hex() for salt in [b"", *map(bytes.fromhex, salts)] for card in range(52)}
        assert not closed & tried


@pytest.mark.parametrize("name", TABLES)
def test_a_record_has_no_salt_of_a_card_that_its_reader_was_not_shown(name: str) -> None:
    room = played(name)
    whole = remarks(values_of(record(room, whole=True)), "signed")
    salts = {(link["id"], at, place): told for link in whole for at, place, told in link.get("hidden", [])}
    for whose in ("", "p0", "p1"):
        text = record(room, whose=whose)
        values = values_of(text)
        moves = next(value for value in values if "croupier" not in value)["moves"]
        first = 0
        for link in remarks(values, "signed"):
            for at, place, told in link.get("hidden", []):
                is_open = moves[first + at][3][place] >= 0
                assert is_open == (told == salts[link["id"], at, place])
                assert is_open == (salts[link["id"], at, place].encode() in text)
            first = link["moves"]


@pytest.mark.parametrize("dialect", [OWN, CONTRACT])
@pytest.mark.parametrize("folded", [False, True], ids=["in the hand", "after the hand"])
def test_a_player_that_takes_the_chair_of_one_that_left_is_not_told_its_cards(folded: bool, dialect: str) -> None:
    """Neither at once, nor when it comes back, nor at the end of the hand, nor in the record of its own cards."""
    options = {"stack": 1_000, "small_blind": 5, "big_blind": 10, "seating": "open"}
    room = opened("holdem", seats=4, least=4, between_ms=60_000, options=options)
    for _ in range(3 if folded else 0):
        state = room.table.state
        assert state is not None
        room.act(f"p{room.game.pending(state)[0].seat}", "FOLD")
    hole = room.last("p3", "start_hand")["hole"]
    room.send("p3", type="aside", action="LEAVE")
    room.join("new", seat=3, scenes=True, dialect=dialect)
    assert room.last("new", "scene")["scene"].get("eyes") is None
    room.drop("new")
    room.put(Attached("new", 3, after=0, scenes=True, dialect=dialect))
    assert room.last("new", "snapshot")["next_actor"] == (None if folded else 0), "as spectators see it"
    assert room.table.hand == 1 and snapshot_of(room.session).chairs[3].stranger
    for name in () if folded else ("p0", "p1"):
        room.act(name, "FOLD")
    if not folded:
        assert room.last("new", "end_hand")["hand_id"] == "T-1-M1-H1"
    assert not [frame for frame in room.inboxes["new"] if any(f'"{card}"' in json.dumps(frame) for card in hole)]
    views = [frame["view"]["cards"]["row"] for frame in room.inboxes["new"] if "view" in frame]
    assert not any(card in row for row in views for card in parse_cards(" ".join(hole)))
    room.wait(60_000)
    assert room.table.hand == 2 and room.last("new", "start_hand")["hand_id"] == "T-1-M1-H2"
    assert room.last("new", "scene")["scene"]["eyes"] == 3
    room.put(Ordered("end"))
    room.wait(600_000)
    records = [values_of(record(room, whose=whose)) for whose in ("", "new")]
    drawn = [next(one for one in values if "croupier" not in one)["moves"][0] for values in records]
    assert drawn[0] == drawn[1], "the cards of the first hand"


def test_salts_follow_from_the_secret_and_reveal_neither_it_nor_each_other() -> None:
    secret = bytes(range(32))
    salts = salts_of(secret, "T-1-M1-H1", 5)
    assert salts == salts_of(secret, "T-1-M1-H1", 5) and len({*salts}) == 6
    assert not {*salts} & {*salts_of(secret, "T-2-M1-H1", 5)}, "one secret may be dealt at several tables"
    assert not {*salts} & {*salts_of(secret[::-1], "T-1-M1-H1", 5)}
    assert all(salt not in secret for salt in salts)
