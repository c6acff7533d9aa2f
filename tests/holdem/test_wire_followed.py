"""A client that knows no rules and only reads messages has the stacks, bets, pot and board of the table."""

from __future__ import annotations

import random
from typing import Any

import pytest

from croupier import holdem
from croupier.games.holdem.for_bots import board
from croupier.kernel.showing.playthrough import random_chooser
from croupier.kernel.vocabulary.turns import CLOCK
from tests.wire.table import WireTable

GAME = holdem.GAME
POSTS = ("POST_BLIND", "POST_STRADDLE", "CALL")
DEAD = ("POST_ANTE", "POST_DEAD_BLIND")


class Reader:
    """Adds up what it reads."""

    def __init__(self) -> None:
        self.stack: dict[int, int] = {}
        self.bet: dict[int, int] = {}
        self.pot = 0
        self.board: list[str] = []

    def read(self, message: dict[str, Any]) -> None:
        if message["type"] == "start_hand":
            self.stack |= {one["seat"]: one["stack"] for one in message["stacks"]}
            self.bet, self.pot, self.board = {}, 0, []
        elif message["type"] == "end_hand":
            assert {one["seat"]: one["stack"] for one in message["stacks"]}.items() <= self.stack.items()
        elif message["type"] == "event":
            self._happened(message["ev"], message)

    def _happened(self, ev: str, message: dict[str, Any]) -> None:
        seat, amount = message.get("seat", -1), message.get("amount", 0)
        if ev == "POST_BLINDS":
            self._put_in(message["sb_seat"], message["sb"])
            self._put_in(message["bb_seat"], message["bb"])
        elif ev in POSTS:
            self._put_in(seat, amount)
        elif ev == "BET":
            self._put_in(seat, amount - self.bet.get(seat, 0))
        elif ev == "BET_RETURNED":
            self._put_in(seat, -amount)
        elif ev in DEAD or ev == "POT_AWARD":
            paid = amount if ev in DEAD else -amount
            self.stack[seat] -= paid
            self.pot += paid
        elif ev in ("FLOP", "TURN", "RIVER"):
            self.bet = {}
            self.board += message.get("cards") or [message["card"]]
        elif ev == "RAKE":
            self.pot -= amount
        elif ev == "TOP_UP":
            self.stack[seat] = self.stack.get(seat, 0) + amount
        elif ev == "SIT":
            self.stack[seat] = amount
        elif ev == "LEAVE":
            assert self.stack.get(seat, 0) == amount
            self.stack[seat] = 0

    def _put_in(self, seat: int, chips: int) -> None:
        if chips:
            self.stack[seat] -= chips
            self.bet[seat] = self.bet.get(seat, 0) + chips
            self.pot += chips


@pytest.mark.parametrize("key", range(40))
def test_messages_alone_tell_stacks_bets_and_pot(key: int) -> None:
    rng = random.Random(key)
    table, choose = WireTable(GAME, GAME.any_config(rng), seed=key), random_chooser(GAME, key)  # type: ignore[misc]
    readers: dict[int | None, Reader] = {who: Reader() for who in (*range(table.seats), None)}
    for _ in range(80):
        for who, reader in readers.items():
            for message in table.to(who):
                reader.read(message)
            check(reader, table)
        if not (owed := GAME.pending(table.state)):
            return
        aside = GAME.decision(table.state, rng.randrange(table.seats))
        if rng.random() < 0.3 and aside.options and not aside.owed:
            option = rng.choice(aside.options)
            table.do(aside.seat, option.name, option.low)
        elif owed[0].seat == CLOCK:
            table.time_out()
        elif table.between:
            table.next_hand()
        else:
            table.make(owed[0].seat, choose(table.state, owed[0]))


def check(reader: Reader, table: WireTable) -> None:
    view = table.view(None)
    if not reader.stack:
        return
    assert reader.pot == view.pot
    for seat, stack in reader.stack.items():
        assert stack == view.stack[seat]
        assert table.between or GAME.over(table.state) or reader.bet.get(seat, 0) == view.bet[seat]
    assert tuple(reader.board) == board(view)
