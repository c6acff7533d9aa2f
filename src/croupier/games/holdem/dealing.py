"""Dealing a single hand: its options, and their checks."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from typing import Any

from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.cards import DECK, UNKNOWN
from croupier.kernel.vocabulary.keys import fresh_seed
from croupier.kernel.vocabulary.rng import Rng, below
from croupier.kernel.vocabulary.rng import seed as seed_rng
from croupier.kernel.vocabulary.streams import LUCK, stream

from .arguments import Cards, cards, whole, wholes
from .hand import Hand
from .options import MOST_CHIPS, configure

OWN_OPTIONS = ("stacks", "blinds", "button", "seed", "deck", "antes", "straddles")
RENAMED = {"ante": "antes", "small_blind": "blinds", "big_blind": "blinds", "stack": "stacks"}
OPTIONS = tuple(
    name for name in inspect.signature(configure).parameters if name not in {*OWN_OPTIONS, *RENAMED, "seats", "hands"}
)
"""The options of a match that `deal` passes on."""


def deal(
    stacks: Sequence[int],
    blinds: Sequence[int] = (50, 100),
    *,
    button: int = 0,
    seed: int | None = None,
    deck: Cards | None = None,
    antes: int = 0,
    straddles: Sequence[int] = (),
    **options: Any,
) -> Hand:
    """Deal one hand. Without a seed the cards are different each time.

    `stacks` has the chips of each seat, 0 for an empty one; `blinds` the small and the big one. `deck` stacks the deck,
    as a text or a list of cards: two rounds of hole cards beginning left of the button, then the board; cards that it
    does not name, or that are "??" in it, are drawn at random. `antes` are paid by every seat, `straddles` by the seats
    after the big blind.

    Further options:

    - `big_blind_ante`: an ante that the big blind pays for all; `blind_before_ante`: a short stack pays the blind first
    - `structure`: no_limit, pot_limit, spread (a raise is at most `spread`) or fixed; `cap`: raises in a street
    - `reopen`: whether short all-ins reopen the betting by their "sum" or only if a "single" one is a full raise
    - `short_bet`: whether an all-in below the least bet "stands" or may be "completed"
    - the rest is for matches: `button_rule`, `timeout`, `limit_ms`, `seating`, `late_until`, `entry`, `bank`
    """
    for name in options:
        if name not in OPTIONS:
            raise BadInput(_no_option(name))
    paid = wholes("blinds", blinds, 0, MOST_CHIPS)
    if len(paid) != 2:
        raise BadInput(f"blinds are two numbers, the small and the big one, not {paid}.")
    config = configure(
        stacks=wholes("stacks", stacks),
        small_blind=paid[0],
        big_blind=paid[1],
        button=button,
        ante=whole("antes", antes, 0, MOST_CHIPS),
        straddles=straddles,
        hands=1,
        **options,
    )
    key = fresh_seed() if seed is None else whole("seed", seed)
    return Hand(config, key, () if deck is None else _filled(cards("deck", deck), key))


def _filled(deck: list[int], key: int) -> list[int]:
    """A deck with a random card for each unknown one, none of those that it names."""
    if len(deck) > DECK:
        raise BadInput(f"A deck has {DECK} cards, not {len(deck)}.")
    rng, left = Rng(), [card for card in range(DECK) if card not in deck]
    seed_rng(rng, key, stream(0, LUCK, 0))
    return [left.pop(below(rng, len(left))) if card == UNKNOWN else card for card in deck]


def _no_option(name: str) -> str:
    if name in RENAMED:
        return f"deal has no option {name!r}; it is called {RENAMED[name]!r} here."
    return f"deal has no option {name!r}; it has {', '.join([*OWN_OPTIONS, *OPTIONS])}."
