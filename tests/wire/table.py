"""A table for tests that makes the same messages as a table of the arena, for all recipients."""

from __future__ import annotations

from typing import Any

import msgspec

from croupier.kernel.contract.dealers import RandomDealer, StackedDealer
from croupier.kernel.contract.game import Game, Move
from croupier.kernel.showing.wire import OWN, Balance, Context, Heard, Said, Seated, dialect_of, next_actor
from croupier.kernel.vocabulary.cards import parse_cards
from croupier.kernel.vocabulary.turns import CLOCK, HOUSE, SPECTATOR
from tests.wire.produced import note, sent

TEAMS = ("Alpha", "Beta", "Gamma", "Delta", "Epsilon", "Zeta", "Eta", "Theta", "Iota", "Kappa")
ROOT = "f0e1d2c3b4a5968778695a4b3c2d1e0f" * 2
SECRET = "00112233445566778899aabbccddeeff" * 2


class WireTable:
    """A match with its messages. The house deals by itself and stops between two hands."""

    named = OWN
    """The dialect that it speaks."""

    def __init__(self, game: Game, config: Any, deck: str = "", seed: int = 1, **context: Any) -> None:
        self.game, self.dialect = game, dialect_of(game, self.named)
        self.announcer = self.dialect.announcer()
        self.dealer = StackedDealer(parse_cards(deck), RandomDealer(seed))
        self.options = context
        self.log: dict[int | None, list[Any]] = {}
        self.said: list[Said] = []
        self.hands = 1
        self.state, events = game.start(config)
        self._put(self.announcer.begin(self.context(), self.state, events))
        self._deal()

    @property
    def seats(self) -> int:
        seats: int = self.state.table.seats
        return seats

    def context(self, **changes: Any) -> Context:
        """The context of the table now."""
        plain = Context(
            table_id="T-1",
            match_id="M-7",
            hand_id=f"H-{self.hands}",
            hand_number=self.hands,
            players=[Seated(seat, f"id-{seat}", TEAMS[seat], seat != 1) for seat in range(self.seats)],
            move_time_ms=15_000,
            time_ms=15_000,
            deadline_ms=1_700_000_020_000,
            commitment=ROOT,
            next_commitment=SECRET,
            balances={0: Balance(11, 1)},
        )
        return msgspec.structs.replace(plain, **{**self.options, **changes})

    @property
    def between(self) -> bool:
        return self.game.between_hands(self.state)

    def make(self, seat: int, move: Move) -> None:
        """Make a move, and the moves that the house owes after it."""
        self.log.clear()
        self.said.clear()
        self._make(seat, move)
        self._deal()

    def do(self, seat: int, name: str, amount: int = 0, cards: tuple[int, ...] = ()) -> None:
        """Make a move by name."""
        self.make(seat, Move(self.game.kind(name), amount, cards))

    def next_hand(self) -> None:
        self.do(HOUSE, "NEXT_HAND")

    def time_out(self) -> None:
        self.do(CLOCK, "TIMEOUT")

    def tell(self, seat: int, **message: Any) -> Heard:
        """Handle a message of a seat; if it is a move, make it."""
        frame = self.dialect.read(msgspec.json.encode(message))
        note(frame, message)
        heard = self.dialect.hear(self.context(), frame, self.game.decision(self.state, seat))
        if heard.move is not None:
            self.make(seat, heard.move)
        return heard

    def to(self, who: int | None, kind: str = "", ev: str = "") -> list[Any]:
        """The messages to a recipient after the last move: all, or those of a type, or events of a name."""
        log = self.log.get(who, [])
        return [one for one in log if kind in ("", one["type"]) and (not ev or one.get("ev") == ev)]

    def one(self, who: int | None, kind: str, ev: str = "") -> Any:
        """The only such message; fails if there are several."""
        (found,) = self.to(who, kind, ev)
        return found

    def act(self, seat: int, **context: Any) -> Any:
        """The question to a seat."""
        frame = self.dialect.act(self.context(**context), self.view(seat), self.game.decision(self.state, seat))
        return sent(frame)

    def snapshot(self, who: int | None, **context: Any) -> Any:
        """The snapshot for a client that has just joined."""
        decision = None if who is None else self.game.decision(self.state, who)
        actor = next_actor(self.game.pending(self.state))
        return sent(self.dialect.snapshot(self.context(**context), self.view(who), decision, actor))

    def view(self, who: int | None) -> Any:
        return self.game.view(self.state, who)

    def _make(self, seat: int, move: Move) -> None:
        events = self.game.advance(self.state, seat, move)
        begins = seat == HOUSE and self.game.kinds[move.kind] == "NEXT_HAND"
        self.hands += begins
        say = self.announcer.begin if begins else self.announcer.go_on
        self._put(say(self.context(), self.state, events))

    def _deal(self) -> None:
        while (pending := self.game.pending(self.state)) and pending[0].seat == HOUSE and not self.between:
            self._make(HOUSE, self.dealer.deal(self.state, pending[0]))

    def _put(self, said: list[Said]) -> None:
        self.said += said
        for one in said:
            message = sent(one.frame)
            for who in (*range(self.seats), None):
                if one.audience >> (SPECTATOR if who is None else who) & 1:
                    self.log.setdefault(who, []).append(message)


def reply(heard: Heard) -> Any:
    """The answer to a client's message."""
    return heard.reply
