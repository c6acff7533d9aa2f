"""What a recipient may not know changes no byte that it is sent, nor the moment at which it is sent.

A match is played at a table, and then again with all cards that an observer never came to know swapped for each other,
in what the house dealt and in what the others chose. Where that is possible, the observer must be sent the same.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from typing import Any, NamedTuple

import pytest

from croupier.arena.tables import table as tables_table
from croupier.arena.tables.inputs import Answered
from croupier.kernel.contract.game import Decision, Move, State
from croupier.kernel.errors import CroupierError
from croupier.kernel.showing.playthrough import random_chooser
from croupier.kernel.vocabulary.menu import DRAWN
from croupier.kernel.vocabulary.turns import SPECTATOR

from .room import Room
from .test_restarts import TABLES

GAMES: dict[str, dict[str, Any]] = {
    **TABLES,
    "five_card_draw": {"seats": 4, "options": {"hands": 2}},
    "hearts": {"seats": 4, "options": {"hands": 1}},
}
BY_CARDS = ("gin_rummy", "crazy_eights", "hearts")
"""Games in which what one may do hangs on the cards that one holds."""
STEPS = 150
FEWEST, MOST, ENOUGH = 5, 12, 40
"""Matches that are played, so that everybody observes one; and how many frames are compared in them at least."""


class Dealing(NamedTuple):
    """A dealer without commitments, which would differ: it draws at random, with some cards swapped."""

    rng: random.Random
    swapped: Mapping[int, int]
    commitments: tuple[Any, ...] = ()
    draws: tuple[Any, ...] = ()
    secret: bytes = bytes(32)
    context: str = ""

    def deal(self, state: State, decision: Decision) -> Move:
        option = decision.options[0]
        back = {new: old for old, new in self.swapped.items()}
        pool = sorted(back.get(card, card) for card, zone in enumerate(state.table.cards.zone) if zone == option.zone)
        return Move(DRAWN, 0, tuple(self.swapped.get(card, card) for card in self.rng.sample(pool, option.most)))

    def follow(self, state: State) -> None:
        pass


class Played(NamedTuple):
    """A step of the first match: at a time, a seat's move, or nothing but time passing."""

    ms: int
    seat: int
    move: Move | None


class Watched(Room):
    """A room whose observer's frames are kept with their times, until something lawfully tells of hidden cards."""

    def __init__(self, name: str, observer: int, swapped: Mapping[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
        self.rng, self.swapped, self.observer = random.Random(name), swapped, observer
        monkeypatch.setattr(tables_table, "FairDealer", lambda secret, context: Dealing(self.rng, self.swapped))
        super().__init__(name, secrets=lambda: bytes(32), **GAMES[name])
        self.known: set[int] = set()
        self._sent: list[str] = []
        for seat in range(self.plan.seats):
            self.join(f"p{seat}")
        self.watch("nobody")

    def look(self) -> None:
        """Note what the observer knows by now."""
        if (state := self.table.state) is not None:
            bit = SPECTATOR if self.observer < 0 else self.observer
            self.known |= {card for card, known in enumerate(state.table.cards.known) if known >> bit & 1}

    def sent(self) -> list[str]:
        inbox = self.inboxes["nobody" if self.observer < 0 else f"p{self.observer}"]
        self._sent += [json.dumps(frame) for frame in inbox[len(self._sent) :]]
        return self._sent

    def step(self, played: Played) -> None:
        if played.move is None:
            self.wait(played.ms)
            return
        question = self.session.clocks.of(played.seat)
        if question is None:
            raise CroupierError("the other cards ask somebody else")
        cards = tuple(self.swapped.get(card, card) for card in played.move.cards)
        move = Move(played.move.kind, played.move.amount, cards)
        state = self.table.state
        assert state is not None
        self.game.apply(state, played.seat, move)
        self.put(Answered(played.seat, self.table.asked_before + question.decision.number, move))


def first_match(room: Watched, key: int) -> tuple[list[Played], list[int]]:
    """Play at random; the steps, and how many frames the observer had after each."""
    rng, choose, steps, frames = random.Random(key), random_chooser(room.game, key), list[Played](), list[int]()
    while room.table.state is not None and len(steps) < STEPS:
        state = room.table.state
        owed = [decision for decision in room.game.pending(state) if decision.seat < room.plan.seats]
        if not owed or rng.random() < 0.05:
            step = Played(rng.choice([1_000, 20_000]), 0, None)
        else:
            decision = owed[rng.randrange(len(owed))]
            step = Played(0, decision.seat, choose(state, decision))
        before = state.copy()
        room.look()
        room.step(step)
        room.look()
        steps.append(step)
        frames.append(len(room.sent()))
        if tells(room, before):
            break
    return steps, frames


def tells(room: Watched, before: State) -> bool:
    """Whether the last step may lawfully tell something of hidden cards: a hand has ended."""
    return room.table.state is None or room.table.state.table.hands != before.table.hands


@pytest.mark.parametrize("name", GAMES)
def test_frames_depend_on_nothing_that_their_recipient_may_not_know(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    compared = key = 0
    while key < FEWEST or (compared <= ENOUGH and key < MOST):
        observer = key % (GAMES[name]["seats"] + 1) - 1
        room = Watched(name, observer, {}, monkeypatch)
        steps, frames = first_match(room, key)
        sent = room.sent()
        state = room.table.state or room.table.full
        kin = state.table.cards.kin
        rng = random.Random(key)
        swapped: dict[int, int] = {}
        for deck in set(kin):
            free = [card for card in range(len(kin)) if kin[card] == deck and card not in room.known]
            swapped |= zip(free, rng.sample(free, len(free)), strict=True)
        twin = Watched(name, observer, swapped, monkeypatch)
        for step, count in zip(steps[:-1], frames, strict=False):
            try:
                twin.step(step)
            except CroupierError:
                break  # the other cards do not allow the same play: nothing to compare
            seen = twin.sent()
            if name in BY_CARDS and len(seen) != count:
                break  # whose turn it is, or who can play, hangs on cards, and is told
            assert seen == sent[:count], (name, key, observer)
            compared += count
        key += 1
    assert compared > ENOUGH, "the cards hardly ever allowed the same play"
