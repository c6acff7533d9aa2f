"""What is counted in compiled runs of the Deal, and how the runs are played.

Events within a run depend on each other, so runs are played in GROUPS, and intervals are taken over the groups.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any

from croupier.agents.random import play_randomly
from croupier.games.deal import GAME
from croupier.games.deal.events import (
    BUSTED,
    CARD_FLIPPED,
    CHECKED,
    FOLDED,
    HAND_ABANDONED,
    HAND_ENDED,
    HAND_STARTED,
    INSURANCE_PAID,
    PROFIT_BANKED,
    RAISED,
    ROUND_STARTED,
)
from croupier.games.deal.players import cautious, greedy, patient, steady
from croupier.games.deal.policies import customer, narc
from croupier.games.deal.records import BETWEEN, CARDS, DECISION, MOST_ROUNDS, OVER, PLAYER, Config, Table
from croupier.games.deal.totals import total_cover, total_evidence, total_profit
from croupier.kernel.language.jit import rule
from croupier.kernel.language.records import Record
from croupier.kernel.vocabulary.events import LOUD, Out
from croupier.kernel.vocabulary.turns import SPECTATOR, has

from ..loop import Loop
from .figures import Figure, difference, mean, share_of_runs

PLAYERS: dict[str, Callable[..., None]] = {
    "random": play_randomly,
    "cautious": cautious,
    "greedy": greedy,
    "steady": steady,
    "patient": patient,
}
"""The bots for the Player's seat, from the weakest to the strongest."""
SEATED = [narc, customer, *PLAYERS.values()]
GROUPS = 100

STEP = 100
AIMS = 9
"""Rules for going home: with 100, 200, … or 900 in cash."""

Rounds = Annotated[list[int], MOST_ROUNDS + 1]
"""Counts per round; round 0 is not used."""
PerAim = Annotated[list[int], AIMS]
PerCard = Annotated[list[int], CARDS]
PerCardAndRound = Annotated[list[list[int]], CARDS, MOST_ROUNDS + 1]


class Notes(Record):
    """What is counted over the hands of many runs."""

    hands: int
    banked: int
    busted: int
    insured: int
    abandoned: int
    round: int
    rounds: Rounds
    raises: Rounds
    checks: Rounds
    folds: Rounds
    points: Rounds
    """Decision Points reached after each round."""
    danger: Rounds
    """The number of those with Evidence above Cover."""
    at_stake: Rounds
    """The sum of the profit on the table at them."""
    left: PerAim
    """Whether the present run would have ended by now, had the Player gone home with that much cash."""
    taken: PerAim
    """The cash that going home like that would have brought, over all runs."""
    turned_up: PerCard
    """The round of this hand in which each card was turned up; 0 if it was not."""
    won: int
    """What this hand has brought: its profit, or minus the cash that a bust cost."""
    times: PerCardAndRound
    """How often a card was turned up in a round …"""
    brought: PerCardAndRound
    """… and what such hands brought."""


@rule
def take_notes(t: Table, out: Out, seat: int, notes: Notes) -> None:
    """Count the public events, and look at the table at each Decision Point and between hands."""
    for i in range(out.count):
        if has(out.audience[i], SPECTATOR):
            if out.kind[i] == CARD_FLIPPED:
                notes.turned_up[out.card[i][0]] = notes.round
            else:
                note_event(out.kind[i], out.amount[i], notes)
    if t.phase == DECISION and out.count > 0:
        notes.points[t.round] += 1
        notes.at_stake[t.round] += total_profit(t)
        if total_evidence(t) > total_cover(t):
            notes.danger[t.round] += 1
    if t.phase == BETWEEN or t.phase == OVER:
        note_cash(t, notes)


@rule
def note_event(kind: int, amount: int, notes: Notes) -> None:
    """Count one event."""
    if kind == HAND_STARTED:
        notes.hands += 1
        notes.won = 0
        for card in range(CARDS):
            notes.turned_up[card] = 0
    elif kind == ROUND_STARTED:
        notes.round = amount
        notes.rounds[amount] += 1
    elif kind == RAISED:
        notes.raises[notes.round] += 1
    elif kind == CHECKED and amount == 0:
        notes.checks[notes.round] += 1
    elif kind == FOLDED:
        notes.folds[notes.round] += 1
    elif kind == BUSTED:
        notes.busted += 1
        notes.won = -amount
    elif kind == INSURANCE_PAID:
        notes.insured += 1
    elif kind == PROFIT_BANKED:
        notes.banked += 1
        notes.won = amount
    elif kind == HAND_ABANDONED:
        notes.abandoned += 1
    elif kind == HAND_ENDED:
        for card in range(CARDS):
            notes.times[card][notes.turned_up[card]] += 1
            notes.brought[card][notes.turned_up[card]] += notes.won


@rule
def note_cash(t: Table, notes: Notes) -> None:
    """What going home with a cash target brings: the cash when it is reached, else that at the end of the run."""
    for aim in range(AIMS):
        if not notes.left[aim] and (t.phase == OVER or t.cash >= STEP * (aim + 1)):
            notes.taken[aim] += t.cash
            notes.left[aim] = 1
        if t.phase == OVER:
            notes.left[aim] = 0


def watched(runs: int, seed: int, player: str, config: Config) -> list[Notes]:
    """The notes of many runs, group by group."""
    loop = Loop(GAME, config, SEATED, mode=LOUD, watch=take_notes, notes=Notes)
    loop.seat([narc, customer, PLAYERS[player]])
    size = max(1, runs // GROUPS)
    found = []
    for group in range(GROUPS):
        loop.run(seed, group * size, (group + 1) * size)
        assert isinstance(loop.notes, Notes)
        found.append(loop.notes)
    return found


def scores(runs: int, seed: int, player: str, config: Config) -> list[float]:
    """The Player's cash in a run, as the mean of each group."""
    loop = Loop(GAME, config, SEATED)
    loop.seat([narc, customer, PLAYERS[player]])
    size = max(1, runs // GROUPS)
    return [loop.run(seed, group * size, (group + 1) * size).score[PLAYER] / size for group in range(GROUPS)]


def cash(name: str, runs: int, groups: Sequence[float]) -> Figure:
    """Mean cash per run."""
    return mean(name, groups)._replace(n=max(1, runs // GROUPS) * GROUPS)


def gained(name: str, runs: int, one: Sequence[float], two: Sequence[float]) -> Figure:
    """The mean difference of two rules on the same seeds."""
    return difference(name, one, two)._replace(n=max(1, runs // GROUPS) * GROUPS)


def share_of(
    name: str, runs: int, notes: Sequence[Notes], hits: Callable[[Notes], int], chances: Callable[[Notes], int]
) -> Figure:
    """A share over the groups of runs."""
    counted = [(hits(note), chances(note)) for note in notes]
    return share_of_runs(name, counted, runs=max(1, runs // GROUPS) * GROUPS)


def options(**changes: Any) -> Config:
    """The config of a run with some options changed."""
    made: Config = GAME.configure(**changes)
    return made
