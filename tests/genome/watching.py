"""A loop over a genome with a check after every step, at both speeds: the invariants of every game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from croupier.agents.random import play_randomly
from croupier.evolve.play.players import CALLING, bet_constantly, is_betting, lay_constantly
from croupier.games.genome import GAME
from croupier.games.genome.language.genome import GameGenome, SessionLength
from croupier.games.genome.machine.events import FOLDED, HAND_STARTED, HAND_WON, POT_AWARDED
from croupier.games.genome.machine.translate import to_config, translate
from croupier.games.genome.measures import Notes as Measured
from croupier.games.genome.measures import watch as measure
from croupier.games.genome.players.greedy import play_greedily, play_hastily
from croupier.games.genome.players.watchful import play_watchfully
from croupier.kernel.language.jit import rule
from croupier.kernel.language.records import Record
from croupier.kernel.vocabulary.events import LOUD, Out, mix
from croupier.kernel.vocabulary.ledger import disorder
from croupier.kernel.vocabulary.menu import Action, Menu
from croupier.kernel.vocabulary.rng import Rng
from croupier.kernel.vocabulary.turns import has
from croupier.simulate.loop import Loop, PerSeat


class Notes(Record):
    """Counts of broken invariants, and a hash of all facts."""

    folded: int
    folded_winners: int
    lost_chips: int
    negative_stacks: int
    disorders: int
    told: int
    trace: PerSeat
    """A hash of the facts that each seat was told, with the cards."""
    measured: Measured
    """The counts of `genome simulate`."""


@rule
def watch(t: Any, out: Out, seat: int, notes: Any) -> None:
    """Check the state and the facts after a step."""
    for row in range(out.count):
        kind = out.kind[row]
        notes.told = mix(notes.told, (kind << 40) ^ (out.seat[row] << 32) ^ out.amount[row])
        if kind == HAND_STARTED:
            notes.folded = 0
        elif kind == FOLDED:
            notes.folded |= 1 << out.seat[row]
        elif (kind == POT_AWARDED or kind == HAND_WON) and has(notes.folded, out.seat[row]):  # noqa: SIM109
            notes.folded_winners += 1
    chips = 0
    for player in range(t.seats):
        chips += t.betting.stack[player] + t.betting.total[player]
        if t.betting.stack[player] < 0:
            notes.negative_stacks += 1
    if chips != t.seats * t.config.chips:
        notes.lost_chips += 1
    if disorder(t.cards):
        notes.disorders += 1
    for player in range(t.seats):
        notes.trace[player] = mix(notes.trace[player], out.trace[player])
    measure(t, out, seat, notes.measured)


@rule
def play_calling(v: Any, m: Menu, rng: Rng, a: Action) -> None:
    """The calling player of evolution as a policy."""
    if is_betting(m):
        bet_constantly(CALLING, m, a)
    else:
        lay_constantly(CALLING, m, a)


EVERYBODY = (play_randomly, play_hastily, play_greedily, play_watchfully, play_calling)


def watched(genome: GameGenome, *policies: Callable[..., None], hands: int | None = None) -> Loop:
    """A watched loop with some policies of EVERYBODY, by default random players. The genome must be valid.

    The seating is data, so that all loops of these tests share compiled code.
    """
    if hands is not None:
        genome = replace(genome, session=SessionLength(hands=hands))
    loop = Loop(GAME, to_config(genome, translate(genome)), EVERYBODY, mode=LOUD, watch=watch, notes=Notes)
    loop.seat(policies or (play_randomly,))
    return loop


def mistakes(loop: Loop) -> dict[str, int]:
    """The invariants that were broken in the matches of a loop."""
    notes: Any = loop.notes
    names = ("folded_winners", "lost_chips", "negative_stacks", "disorders")
    return {name: getattr(notes, name) for name in names if getattr(notes, name)}
