"""House bots of the Deal: rules that get a seat's view and menu, nothing else.

`house` plays each seat as it should be played. A policy for one seat also plays legally in the others.
"""

from __future__ import annotations

from collections.abc import Callable

from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.menu import Action, Menu, option_of, take
from croupier.kernel.vocabulary.rng import Rng, below

from .appraisal import bargain, harm, in_force
from .players import NEAR, cautious, greedy, patient, steady, take_card
from .records import BETTING, CUSTOMER, NARC, SEATS, View
from .rules import CHECK, FOLD, RAISE
from .traits import CONVICTION, kind_of

HUNDRED = 100
BOLDER = 20
ALARMING_EVIDENCE = 60


@rule
def stage(v: View) -> int:
    """1, 2 or 3: the first, a middle and the last round of a hand, however many it has."""
    if v.round >= v.rounds:
        return 3
    return 1 if v.round <= 1 else 2


@rule
def is_first_turn(v: View) -> bool:
    """Whether the seat has not acted in this round: only seats before it have raised so far, and none of them twice."""
    last = -1
    own = place_of(v, v.seat)
    for i in range(v.raises):
        place = place_of(v, v.raised_by[i])
        if place <= last or place >= own:
            return False
        last = place
    return True


@rule
def place_of(v: View, seat: int) -> int:
    """The place of a seat in turn order, from 0; SEATS for NOBODY, which marks a raise that was folded away."""
    place = 0
    while place < SEATS and v.order[place] != seat:
        place += 1
    return place


@rule
def narc(v: View, m: Menu, rng: Rng, a: Action) -> None:
    """ "Raises in 40 / 60 / 80 % of rounds 1 / 2 / 3, more as evidence nears cover", with what harms most.

    It decides on its first turn of a round; on every further turn it checks.
    """
    option = option_of(m, RAISE)
    if v.phase != BETTING:
        take(a, m.kind[m.default])
        return
    chance = 20 + 20 * stage(v)
    if v.evidence > 0:
        gap = max(0, v.cover - v.evidence)
        chance += BOLDER * max(0, NEAR - gap) // NEAR
    take(a, CHECK)
    if option < 0 or not is_first_turn(v) or below(rng, HUNDRED) >= chance:
        return
    most = 0
    equals = 0
    for at in range(m.first[option], m.first[option] + m.choices[option]):
        harms = eagerness(v, m.candidate[at])
        if harms > most:
            most = harms
            equals = 0
        if harms == most and harms > 0:
            equals += 1
            if below(rng, equals) == 0:
                take_card(a, m.candidate[at])


@rule
def eagerness(v: View, card: int) -> int:
    """How gladly the Narc plays a card: by its harm. 0 for a card that helps the Player, which is never played; 1 for a
    Conviction that is not in force, which is played only if there is nothing better."""
    harms = harm(v, card)
    if harms < 0:
        return 0
    if kind_of(v.trait[card]) == CONVICTION and not in_force(v, card):
        return 1
    return harms + 2


@rule
def customer(v: View, m: Menu, rng: Rng, a: Action) -> None:
    """ "Mostly checks early and raises late; in round 3, with evidence over 60, folds in 30 % of hands."

    It decides on its first turn of a round, as the Narc does, and looks for a bargain.
    """
    option = option_of(m, RAISE)
    if v.phase != BETTING:
        take(a, m.kind[m.default])
        return
    take(a, CHECK)
    if not is_first_turn(v):
        return
    if stage(v) == 3 and v.evidence > ALARMING_EVIDENCE and below(rng, HUNDRED) < 30:
        take(a, FOLD)
        return
    chance = 70
    if stage(v) == 1:
        chance = 20
    elif stage(v) == 2:
        chance = 40
    if option < 0 or below(rng, HUNDRED) >= chance:
        return
    best = m.first[option]
    for at in range(best + 1, m.first[option] + m.choices[option]):
        if bargain(v, m.candidate[at]) > bargain(v, m.candidate[best]):
            best = at
    take_card(a, m.candidate[best])


@rule
def house(v: View, m: Menu, rng: Rng, a: Action) -> None:
    """The bot of each seat: the Narc, the Customer, and a steady Player."""
    if v.seat == NARC:
        narc(v, m, rng, a)
    elif v.seat == CUSTOMER:
        customer(v, m, rng, a)
    else:
        steady(v, m, rng, a)


POLICIES: dict[str, Callable[..., None]] = {
    "house": house,
    "narc": narc,
    "customer": customer,
    "cautious": cautious,
    "greedy": greedy,
    "steady": steady,
    "patient": patient,
}
