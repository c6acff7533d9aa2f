"""House bots of the Deal: rules that get what a seat sees and what it may do, nothing else.

`house` plays each seat as it should be played. A policy for one seat also plays legally in the others.
"""

from __future__ import annotations

from collections.abc import Callable

from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.menu import Action, Menu, option_of, take
from croupier.kernel.vocabulary.rng import Rng, below

from .appraisal import bargain, harm, margin, product_on_its_way, reserve, safety
from .records import BETTING, BETWEEN, CUSTOMER, DECISION, DECK, NARC, NO_CARD, PLAYER, View
from .rules import CHECK, CONTINUE, FOLD, GO_HOME, RAISE
from .traits import PRODUCT, heat_of, kind_of, value_of

HUNDRED = 100
NEAR = 30
"""Evidence this close to Cover makes the Narc bolder."""
BOLDER = 20
ALARMING_EVIDENCE = 60

CAUTIOUS_CASH = 200
GREEDY_CASH = 600
CAUTIOUS_MARGIN = 0
GREEDY_MARGIN = -15
CAUTIOUS_CARDS = 9
GREEDY_CARDS = 6


@rule
def take_card(a: Action, card: int) -> None:
    """Raise with a card."""
    a.kind = RAISE
    a.amount = 0
    a.count = 1
    a.cards[0] = card


@rule
def stage(v: View) -> int:
    """1, 2 or 3: the first, a middle and the last round of a hand, however many it has."""
    if v.round >= v.rounds:
        return 3
    return 1 if v.round <= 1 else 2


@rule
def narc(v: View, m: Menu, rng: Rng, a: Action) -> None:
    """ "Raises with 40 / 60 / 80 % in rounds 1 / 2 / 3, more as evidence nears cover", with what harms most."""
    option = option_of(m, RAISE)
    if v.phase != BETTING or option < 0:
        take(a, m.kind[m.default])
        return
    chance = 20 + 20 * stage(v)
    if v.evidence > 0:
        gap = max(0, v.cover - v.evidence)
        chance += BOLDER * max(0, NEAR - gap) // NEAR
    if below(rng, HUNDRED) >= chance:
        take(a, CHECK)
        return
    best = m.first[option]
    for at in range(best + 1, m.first[option] + m.choices[option]):
        if harm(v, m.candidate[at]) > harm(v, m.candidate[best]):
            best = at
    take_card(a, m.candidate[best])


@rule
def customer(v: View, m: Menu, rng: Rng, a: Action) -> None:
    """ "Mostly checks early and raises late; in round 3, with evidence over 60, folds 30 %." Looks for a bargain."""
    option = option_of(m, RAISE)
    if v.phase != BETTING:
        take(a, m.kind[m.default])
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
        take(a, CHECK)
        return
    best = m.first[option]
    for at in range(best + 1, m.first[option] + m.choices[option]):
        if bargain(v, m.candidate[at]) > bargain(v, m.candidate[best]):
            best = at
    take_card(a, m.candidate[best])


@rule
def cautious(v: View, m: Menu, rng: Rng, a: Action) -> None:
    """Cover first, then a product; fold when it looks thin, and go home with a little money."""
    play_for_profit(v, m, a, CAUTIOUS_MARGIN, CAUTIOUS_CASH, CAUTIOUS_CARDS)


@rule
def greedy(v: View, m: Menu, rng: Rng, a: Action) -> None:
    """The same with nerves of steel: a product at once, fold only what is nearly lost, go home late."""
    play_for_profit(v, m, a, GREEDY_MARGIN, GREEDY_CASH, GREEDY_CARDS)


@rule
def play_for_profit(v: View, m: Menu, a: Action, wanted: int, enough: int, cards: int) -> None:
    """Play the Player's seat: want Cover so much above Evidence, and go home with enough cash or few cards."""
    if v.phase == BETWEEN:
        tired = v.cash >= enough or v.cards.count[DECK + PLAYER] < cards
        take(a, GO_HOME if tired and v.cash > 0 else CONTINUE)
    elif v.phase == DECISION:
        take(a, CONTINUE if margin(v) + reserve(v) >= wanted else FOLD)
    else:
        bet_for_profit(v, m, a, wanted)


@rule
def bet_for_profit(v: View, m: Menu, a: Action, wanted: int) -> None:
    """Mend the margin if it is short, else put a product on the table, else keep the cards for later hands."""
    option = option_of(m, RAISE)
    best = NO_CARD
    product = NO_CARD
    if option >= 0:
        for at in range(m.first[option], m.first[option] + m.choices[option]):
            card = m.candidate[at]
            if kind_of(v.trait[card]) == PRODUCT:
                if product == NO_CARD or worth(v, card) > worth(v, product):
                    product = card
            elif safety(v, card) > 0 and (best == NO_CARD or safety(v, card) > safety(v, best)):
                best = card
    sold = product_on_its_way(v)
    if margin(v) >= wanted and product != NO_CARD and (sold == NO_CARD or worth(v, product) > worth(v, sold)):
        take_card(a, product)
    elif margin(v) < wanted + NEAR and best != NO_CARD:
        take_card(a, best)
    elif v.round >= v.rounds and margin(v) < wanted:
        take(a, FOLD)
    else:
        take(a, CHECK)


@rule
def worth(v: View, product: int) -> int:
    """What a product brings, less what its Heat may cost later."""
    return value_of(v.trait[product]) - heat_of(v.trait[product])


@rule
def house(v: View, m: Menu, rng: Rng, a: Action) -> None:
    """Every seat in its own way: the Narc, the Customer, and a cautious Player."""
    if v.seat == NARC:
        narc(v, m, rng, a)
    elif v.seat == CUSTOMER:
        customer(v, m, rng, a)
    else:
        cautious(v, m, rng, a)


POLICIES: dict[str, Callable[..., None]] = {
    "house": house,
    "narc": narc,
    "customer": customer,
    "cautious": cautious,
    "greedy": greedy,
}
