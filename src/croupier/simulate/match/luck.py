"""Removes the luck after the last decision: the rest is redrawn several times, and the mean of all ends counts.

The mean of these ends, with the real one among them, has the same expectation as the real one and less variance. A
redraw that leads to a decision (in games where that depends on the cards) is replaced by the real end, which keeps the
mean unbiased.

**It reveals nothing.** A new end is drawn from all cards that were never public, including those that a seat folded or
mucked: if they were left out, as in the real deck, the figure would reveal which they were. So it is the same, to the
last digit, whatever was folded.
"""

# ruff: noqa: F821 - `bind` gives the declared names their values
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from croupier.agents.search_rules import blindfold
from croupier.kernel.contract.drive import STEP_LIMIT, names_for
from croupier.kernel.contract.game import Game, State
from croupier.kernel.language.jit import bind, rule
from croupier.kernel.vocabulary.events import SILENT, Out
from croupier.kernel.vocabulary.ledger import Ledger, imagine, room
from croupier.kernel.vocabulary.menu import NEXT_HAND, Action, Menu
from croupier.kernel.vocabulary.rng import Rng, seed
from croupier.kernel.vocabulary.turns import CLOCK_BIT, HOUSE_BIT, SPECTATOR

ENDS = 16
"""The number of ends over which luck is averaged, including the real one."""

# Names of a core, declared here and given their values by `bind`.
owing: Callable[..., int]
act: Callable[..., None]
next_to_act: Callable[..., int]
fault_of: Callable[..., int]


@rule
def hide_the_unshown(t: Any, end: Any) -> bool:
    """Hide, in the state after the last decision, the cards that were not public by the end; False if there are none.

    Cards that lie in a row and were turned up later in the same hand are known from now on; the others are put into a
    fixed order. If all unknown cards are in one zone, such as the deck, nothing has to be hidden.
    """
    if t.hands == end.hands:
        mark_what_was_shown(t.cards, end.cards)
    if not lies_apart(t.cards):
        return False
    blindfold(t.cards, SPECTATOR)
    return True


@rule
def hide_no_card(t: Any, end: Any) -> bool:
    """In a game without cards there is nothing to hide."""
    return False


@rule
def mark_what_was_shown(x: Ledger, end: Ledger) -> None:
    """Make cards of rows public that are public in the end."""
    for card in range(len(x.zone)):
        if room(x, x.zone[card]) > 0 and end.known[card] >> SPECTATOR & 1:
            x.known[card] |= 1 << SPECTATOR


@rule
def lies_apart(x: Ledger) -> bool:
    """Whether cards that are not public lie in more than one zone."""
    zone = -1
    for card in range(len(x.zone)):
        if not x.known[card] >> SPECTATOR & 1:
            if zone >= 0 and x.zone[card] != zone:
                return True
            zone = x.zone[card]
    return False


@rule
def imagine_the_unshown(t: Any, rng: Rng) -> None:
    """Deal anew all cards that are not public."""
    imagine(t.cards, SPECTATOR, rng)


@rule
def imagine_no_card(t: Any, rng: Rng) -> None:
    """In a game without cards nothing is dealt."""


@rule
def end_by_chance(t: Any, out: Out, m: Menu, rng: Rng, a: Action, hand: bool) -> bool:
    """Draw the rest of a match, or of a hand; False if a seat has to decide before it ends."""
    for _ in range(STEP_LIMIT):
        owed = owing(t)
        if owed == 0:
            return True
        if not owed & HOUSE_BIT and owed != CLOCK_BIT:
            return False
        seat = next_to_act(t, owed, m, rng, a)
        if hand and a.kind == NEXT_HAND:
            return True
        act(t, out, seat, a)
        if fault_of(t, out, m):
            return False
    return False


def rules_of_luck(game: Game) -> dict[str, Any]:
    """The rules above for a game, by their names."""
    cards = game.has_cards
    return {
        "end_by_chance": bind(end_by_chance, **names_for(game)),
        "hide_the_unshown": hide_the_unshown if cards else hide_no_card,
        "imagine_the_unshown": imagine_the_unshown if cards else imagine_no_card,
    }


def ends_of_hand(game: Game, decided: State, end: State, key: int) -> list[int]:
    """The sums of the scores over all ENDS of a hand, in plain Python.

    `decided` is the state at the first draw after the last decision of the hand, `end` is its real end. The other ends
    are drawn from the key.
    """
    rules, seats = rules_of_luck(game), range(end.table.seats)
    real = [game.core.score(end.table, seat) for seat in seats]
    before = decided.copy().table
    hidden = rules["hide_the_unshown"](before, end.table)
    out, m, a, rng = Out(), Menu(), Action(), Rng()
    out.mode = SILENT
    seed(rng, key, 0)
    sums = list(real)
    for _ in range(ENDS - 1):
        table = before.copy()
        if hidden:
            rules["imagine_the_unshown"](table, rng)
        ended = rules["end_by_chance"](table, out, m, rng, a, True)
        for seat in seats:
            sums[seat] += game.core.score(table, seat) if ended else real[seat]
    return sums
