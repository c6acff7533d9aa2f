"""The settings of a tournament that its rules need."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from croupier.kernel.errors import BadInput

MOST_PLAYERS = 10_000
MOST_TOKENS = 10**9
MOST_LEVELS = 1000
MINUTE, DAY = 60_000, 86_400_000
READY_MINUTES = {"turbo": 4, "regular": 10, "deep": 20}
"""The minutes of a level in each of the structures that are ready to be used; their blinds are the same."""
READY_BLINDS = (50, 75, 100, 150, 200, 300, 400, 600, 800, 1_000, 1_500, 2_000, 3_000, 4_000, 6_000, 8_000, 10_000,
                15_000)  # fmt: skip
"""Their small blinds, level by level."""
ANTES_FROM = 4
"""The number of their levels without a big-blind ante."""


class Stage(NamedTuple):
    """A level of blinds, or a break. It lasts some minutes or hands; with neither, it does not end."""

    minutes: float = 0
    hands: int = 0
    rest: bool = False
    """Whether it is a break: no hand begins."""


class Terms(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The terms of a tournament. Without `starts`, it begins when `players` have entered (a sit-and-go)."""

    starts: str = ""
    """When it begins, "20:00" or with a date."""
    players: int = 0
    """The most players at the start; 0 for no limit, which only a scheduled tournament can have."""
    fee: int = 0
    """The tokens that an entry, a re-entry, a re-buy or an add-on costs. All fees go into the prize pool."""
    added: int = 0
    """The tokens that the house adds to the prize pool."""
    late_levels: int = 0
    """The number of levels during which players may still enter, enter again, and buy chips."""
    reentries: int = 0
    """How often a player that is out may enter again."""
    rebuys: int = 0
    """How often a player with no more chips than a starting stack may buy another."""
    addon: int = 0
    """The chips of the add-on, which every player may buy once; 0 for none."""
    payouts: list[float] = []
    """The prizes in percent of the pool, from the first place down; without them, 15 % of the entries are paid."""
    hand_for_hand: bool = True
    """Whether all tables play hand for hand while one player is left to go out before the prizes."""
    redraw: bool = True
    """Whether seats are drawn anew for the final table."""
    bank_grows_ms: int = 0
    """By how much the time bank of every player grows with each level after the first."""


def ready_changes() -> list[dict[str, int]]:
    """The options of hold'em that each level of a ready structure changes."""
    return [
        {"small_blind": small, "big_blind": 2 * small, **({"big_blind_ante": 2 * small} if level >= ANTES_FROM else {})}
        for level, small in enumerate(READY_BLINDS)
    ]


def check_terms(terms: Terms, seats: int, stack: int, stages: Sequence[Stage]) -> None:
    """Check that terms make sense; BadInput says what is wrong."""
    if not terms.starts and not 2 <= terms.players <= MOST_PLAYERS:
        raise BadInput(f'A tournament says when it starts = "20:00", or with how many players: 2 to {MOST_PLAYERS:,}.')
    if not 0 <= terms.players <= MOST_PLAYERS or terms.players == 1:
        raise BadInput(f"A tournament is for 2 to {MOST_PLAYERS:,} players, not for {terms.players}.")
    if not 2 <= seats <= 10:
        raise BadInput(f"A table of a tournament has 2 to 10 seats, not {seats}.")
    if stack < 1:
        raise BadInput(f"A starting stack has at least 1 chip, not {stack}.")
    for name, most in {"fee": MOST_TOKENS, "added": MOST_TOKENS, "late_levels": MOST_LEVELS, "reentries": 1000,
                       "rebuys": 1000, "addon": 2**30, "bank_grows_ms": DAY}.items():  # fmt: skip
        if not 0 <= getattr(terms, name) <= most:
            raise BadInput(f"{name} is from 0 to {most:,}, not {getattr(terms, name)}.")
    if not all(percent > 0 for percent in terms.payouts) or list(terms.payouts) != sorted(terms.payouts, reverse=True):
        raise BadInput("Payouts are percentages above 0, from the first place down, and none is larger than the last.")
    if terms.payouts and abs(sum(terms.payouts) - 100) > 1e-6:
        raise BadInput(f"Payouts sum to 100 percent, not to {sum(terms.payouts):g}.")
    if stages and stages[0].rest:
        raise BadInput("The first level cannot be a break.")
    if any(stage.rest and (not stage.minutes or stage.hands) for stage in stages):
        raise BadInput("A break lasts some minutes.")
    if stages and stages[-1].rest:
        raise BadInput("After a break follows another level.")
    late = terms.late_levels or terms.reentries or terms.rebuys or terms.addon
    if late and not terms.late_levels:
        raise BadInput("Re-entries, re-buys and add-ons are possible during `late_levels`: say how many levels.")
