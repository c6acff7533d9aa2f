"""Whole tournaments at real tables in which anything may happen at any moment: clients drop and come back, players
enter late and again and buy chips, the host pauses, goes on to the next level and disqualifies, tables fail, and the
arena is killed. What has to be true is checked after every step."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from croupier.arena.events.felts import in_hand
from croupier.arena.events.tournament import TournamentDesk
from croupier.arena.tables.plan import Level
from croupier.kernel.errors import BadInput

from .evenings import BLINDS, CODE, check, evening, join
from .virtual import Client, Hall, calls, folds, hall, shoves, silent

STYLES = (calls, folds, shoves, silent)
LEVELS = [
    Level(minutes=0.1, changes={"small_blind": 50, "big_blind": 100}),
    Level(minutes=0.05, rest=True),
    *(
        Level(hands=2 if at + 1 < len(BLINDS) else 0, changes={"small_blind": small, "big_blind": big})
        for at, (small, big) in enumerate(BLINDS)
    ),
]
TERMS = {"players": 9, "fee": 2, "added": 5, "late_levels": 2, "reentries": 1, "rebuys": 1, "addon": 4_000}
CALM = 120
"""The number of steps after which nothing odd happens any more, so that it ends."""


class Night:
    """One tournament, and what happens to it."""

    def __init__(self, one: Hall, rng: random.Random) -> None:
        self.one, self.rng, self.did = one, rng, Counter[str]()
        evening(one, 5, rng.choice([2, 3, 4]), code=CODE, levels=LEVELS, terms=TERMS, options={"stack": 2_000},
                move_time_ms=300, between_ms=rng.choice([0, 200]), least=4)  # fmt: skip
        self.clients: dict[str, Client] = join(one, 4)
        for client in self.clients.values():
            client.style = rng.choice(STYLES)

    @property
    def desk(self) -> TournamentDesk:
        desk = self.one.events.desks["cup"]
        assert isinstance(desk, TournamentDesk)
        return desk

    def play(self) -> None:
        """Play to the end."""
        for step in range(20_000):
            self.one.pass_time(self.rng.choice([1, 20, 200]) if step < CALM else 500)
            check(self.one, self.desk)
            if self.desk.book.over is not None:
                return
            if step < CALM and self.rng.random() < 0.3:
                self.happen()
            elif step == CALM:
                self.calm()
        raise AssertionError("it does not end")

    def happen(self) -> None:
        """Something odd, if it is possible now."""
        what = self.rng.choice(["drop", "back", "late", "again", "buy", "pause", "level", "caught", "fault", "kill"])
        try:
            done = getattr(self, f"_{what}")()
        except BadInput:
            return
        self.did[what] += done is not False
        check(self.one, self.desk)

    def calm(self) -> None:
        """From now on everybody is there, and the clock runs."""
        for name, client in self.clients.items():
            if client.guest is None and not self.desk.done(name.lower()):
                self.one.do(client.connect)
        if self.desk.t.started and not self.desk.t.runs:
            self.one.do(lambda: self.desk.order("start"))

    def _client(self) -> Client:
        return self.clients[self.rng.choice(sorted(self.clients))]

    def _drop(self) -> bool:
        client = self._client()
        self.one.do(client.cut)
        return client.closed is None

    def _back(self) -> bool:
        client = self._client()
        if client.guest is not None or self.desk.done(client.team.lower()):
            return False
        self.one.do(client.connect)
        return True

    def _late(self) -> bool:
        if len(self.clients) > 7 or not self.desk.t.is_open or not self.desk.t.started:
            return False
        name = f"Late {len(self.clients)}"
        self.clients[name] = self.one.join(name, CODE, self.rng.choice(STYLES))
        return True

    def _wish(self, *wishes: str) -> None:
        key, what = self._client().team.lower(), self.rng.choice(wishes)
        self.one.do(lambda: self.desk.wish(key, what))  # type: ignore[arg-type]

    def _again(self) -> None:
        key = self._client().team.lower()
        self.one.do(lambda: self.desk.wish(key, "reenter"))

    def _buy(self) -> None:
        self._wish("rebuy", "addon")

    def _pause(self) -> None:
        self.one.do(lambda: self.desk.order("pause" if self.desk.t.runs else "start"))

    def _level(self) -> bool:
        number = self.desk.t.level + 2
        if self.rng.random() < 0.7:
            return False
        self.one.do(lambda: self.desk.order("level", values={"number": number}))
        return True

    def _caught(self) -> bool:
        if self.rng.random() < 0.8 or self.desk.t.left < 3:
            return False
        key = self.rng.choice(self.desk.t.playing)
        self.one.do(lambda: self.desk.order("withdraw", team=self.desk.t.players[key].name, why="caught"))
        return True

    def _fault(self) -> bool:
        tables = [hosted for hosted in self.desk.tables() if in_hand(hosted) and not hosted.broken]
        if not tables or self.rng.random() < 0.5:
            return False
        hosted = self.rng.choice(tables)
        self.one.do(lambda: hosted._break("a bug"))
        return True

    def _kill(self) -> bool:
        self.one.kill()
        for client in self.clients.values():
            client.guest = None
            if self.rng.random() < 0.7 and not self.desk.done(client.team.lower()):
                self.one.do(client.connect)
        return True


@pytest.mark.parametrize("seed", range(3))
def test_whatever_happens_every_player_has_one_seat_or_one_place_and_no_chip_or_token_is_lost(seed: int) -> None:
    with hall() as one:
        night = Night(one, random.Random(seed))
        night.play()
        assert one.room.bank.accounts.stakes("cup") == {}, "all tokens of the pool are paid out"
        assert not night.desk.tables()
