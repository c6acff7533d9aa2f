"""A table to be played in a test: its clock stands still, and its clients keep what they were sent."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import msgspec

from croupier.arena.signing import Signer
from croupier.arena.tables import lines
from croupier.arena.tables.effects import Append, Ask, Close, Effect, Finished, Send, Timer, Voided
from croupier.arena.tables.inputs import WATCHING, Answered, Attached, Detached, Input, Rang, Said, Seated, Sent
from croupier.arena.tables.plan import Plan
from croupier.arena.tables.run import handle, restore
from croupier.arena.tables.session import Session
from croupier.arena.tables.table import Table
from croupier.games import GAMES, load
from croupier.games.genome.game import from_file
from croupier.kernel.contract.game import Move

EPOCH = 1_700_000_000_000


class Room:
    """Runs one table by hand. `log` has the stored lines, `inboxes` what each connection was sent."""

    def __init__(self, game: str = "holdem", secrets: Any = None, signer: Signer | None = None, **plan: Any) -> None:
        self.game = load(game) if game in GAMES else from_file(game)
        plan.setdefault("seats", 6)
        self.plan = Plan(id="T-1", game=game, **plan)
        counter = iter(range(1, 10**6))
        self.secrets = secrets or (lambda: next(counter).to_bytes(32))
        self.signer = signer
        self.session = self._fresh()
        self.now = 0
        self.log: list[lines.Lines] = []
        self.inboxes: dict[str, list[dict[str, Any]]] = {}
        self.timers: dict[str, int] = {}
        self.asked: list[Ask] = []
        self.closed: list[Close] = []
        self.finished: list[Finished] = []
        self.voided: list[Voided] = []
        self._later: list[Input] = []

    def _fresh(self) -> Session:
        table = Table(self.plan, self.game)
        return Session(table, epoch_ms=EPOCH, secrets=self.secrets, signer=self.signer)

    @property
    def table(self) -> Table:
        return self.session.table

    def put(self, *given: Input) -> None:
        """Handle an input, and do its effects."""
        self.do(handle(self.session, self.now, *given))

    def do(self, effects: list[Effect]) -> None:
        for effect in effects:
            match effect:
                case Append(number, line):
                    assert number == len(self.log) + 1
                    self.log.append(lines.decode(lines.encode(line)))
                case Send(connection, frames, receipts):
                    self.inboxes.setdefault(connection, []).extend(map(msgspec.json.decode, frames))
                    for receipt in receipts:
                        self.put_later(Sent(receipt))
                case Timer(key, at):
                    self.timers.pop(key, None)
                    if at is not None:
                        self.timers[key] = at
                case Ask():
                    self.asked.append(effect)
                case Close():
                    self.closed.append(effect)
                case Finished():
                    self.finished.append(effect)
                case Voided():
                    self.voided.append(effect)
        while self._later:
            self.put(self._later.pop(0))

    def put_later(self, given: Input) -> None:
        self._later.append(given)

    def join(self, name: str, seat: int | None = None, **more: Any) -> int:
        """Seat a player, with a connection of the same name; returns the seat."""
        chair = self.table.free_chair(seat)
        self.put(Seated(name, name, seat=chair.seat), Attached(name, chair.seat, **more))
        return chair.seat

    def put_back(self, name: str) -> None:
        """Reconnect a player to its chair."""
        seat = next(chair.seat for chair in self.table.chairs if chair.id == name)
        self.put(Attached(name, seat))

    def watch(self, name: str) -> None:
        self.put(Attached(name, WATCHING))

    def drop(self, name: str) -> None:
        self.put(Detached(name))

    def send(self, name: str, **message: Any) -> None:
        """Send a client's message."""
        self.put(Said(name, self.session.dialects.own.read(json.dumps({"v": 1, **message}))))

    def act(self, name: str, action: str, **more: Any) -> None:
        self.send(name, type="action", action=action, **more)

    @property
    def wall(self) -> int:
        return EPOCH + self.now

    def table_move(self, seat: int, move: Move) -> None:
        """Give the table a seat's move as an answer, without a frame."""
        question = self.session.clocks.of(seat)
        assert question is not None
        self.put(Answered(seat, self.table.asked_before + question.decision.number, move))

    def wait(self, ms: int) -> None:
        """Let time pass, and fire timers when they are due."""
        end = self.now + ms
        while due := [(at, key) for key, at in self.timers.items() if at <= end]:
            at, key = min(due)
            del self.timers[key]
            self.now = max(self.now, at)
            self.put(Rang(key))
        self.now = end

    def answer(self, ask: Ask, move: Move) -> None:
        self.put(Answered(ask.seat, ask.act_id, move))

    def restart(self, downtime: int = 5_000) -> None:
        """Recover the table from its lines alone. All connections are gone."""
        starts = [number for number, line in enumerate(self.log) if isinstance(line, lines.Snapshot)]
        kept = self.log[starts[-1] if starts else 0 :]
        stopped = EPOCH + self.now
        self.now += downtime
        self.start_again(lambda session: restore(session, kept, len(self.log), stopped, self.now))

    def start_again(self, make: Callable[[Session], list[Effect]]) -> None:
        """Recover a fresh table by a function that returns the effects with which it goes on."""
        self.timers, self._later, self.asked = {}, [], []
        self.session = self._fresh()
        self.do(make(self.session))

    def last(self, name: str, type_: str) -> dict[str, Any]:
        """The last message of a type that a connection was sent."""
        return next(frame for frame in reversed(self.inboxes[name]) if frame["type"] == type_)

    def types(self, name: str) -> list[str]:
        return [frame["type"] + (":" + frame["ev"] if "ev" in frame else "") for frame in self.inboxes.get(name, [])]
