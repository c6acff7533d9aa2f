"""House bots for the Player's seat of the Deal, from the weakest to the strongest.

- `cautious` covers itself, folds what looks thin and goes home with little cash.
- `greedy` does the same, but takes larger risks.
- `steady` never goes home: as it may fold, another hand risks nothing. It covers first, sells in the last round, when
  all but the Narc's last card is known, and stays in only if the profit is worth the risk of losing its cash.
- `patient` plays like `steady`, but plays no card until the Narc has hardly any left.
"""

from __future__ import annotations

from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.menu import Action, Menu, option_of, take
from croupier.kernel.vocabulary.rng import Rng

from .appraisal import bust_chance, lead, margin, product_on_its_way, reserve, safety, sold_for
from .records import BETWEEN, DECISION, DECK, HAND, NARC, NO_CARD, PLAYER, View
from .rules import CHECK, CONTINUE, FOLD, GO_HOME, RAISE
from .traits import PRODUCT, heat_of, kind_of, value_of

NEAR = 30
"""Evidence this close to Cover makes the Narc bolder, and the Player careful."""
CAUTIOUS_CASH = 200
GREEDY_CASH = 600
CAUTIOUS_MARGIN = 0
GREEDY_MARGIN = -15
CAUTIOUS_CARDS = 9
GREEDY_CARDS = 6
STEADY_LEAD = 40
"""Before the last round it is enough if Cover is this far above Evidence."""
PATIENT_LEAD = 20
EVERY_CARD = 1_000
HARMLESS = 12
"""With at most this many cards the Narc has hardly any Evidence left: he plays what harms most first."""
FAIR_PRICE = 700
"""What `patient` wants to gain for a product, in thousandths of its list price: it could be sold in another hand …"""
LAST_HANDS = 10
"""… unless at most this many hands are left in the run."""
CARD_WORTH = 20
"""The rough value of a card in the deck in later hands."""
THOUSAND = 1000


@rule
def take_card(a: Action, card: int) -> None:
    """Raise with a card."""
    a.kind = RAISE
    a.amount = 0
    a.count = 1
    a.cards[0] = card


@rule
def cautious(v: View, m: Menu, rng: Rng, a: Action) -> None:
    """Cover first, then a product; fold when it looks thin, and go home with little cash."""
    play_for_profit(v, m, a, CAUTIOUS_MARGIN, CAUTIOUS_CASH, CAUTIOUS_CARDS)


@rule
def greedy(v: View, m: Menu, rng: Rng, a: Action) -> None:
    """The same with larger risks: a product at once, fold only what is nearly lost, go home late."""
    play_for_profit(v, m, a, GREEDY_MARGIN, GREEDY_CASH, GREEDY_CARDS)


@rule
def play_for_profit(v: View, m: Menu, a: Action, wanted: int, enough: int, cards: int) -> None:
    """Play the Player's seat: keep Cover `wanted` above Evidence, and go home with `enough` cash or few cards."""
    if v.phase == BETWEEN:
        tired = v.cash >= enough or v.cards.count[DECK + PLAYER] < cards
        take(a, GO_HOME if tired and v.cash > 0 else CONTINUE)
    elif v.phase == DECISION:
        take(a, CONTINUE if margin(v) + reserve(v) >= wanted else FOLD)
    else:
        bet_for_profit(v, m, a, wanted)


@rule
def bet_for_profit(v: View, m: Menu, a: Action, wanted: int) -> None:
    """Raise the margin if it is short, else put a product on the table, else keep the cards for later hands."""
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
    """What a product brings, less the cost of its Heat later."""
    return value_of(v.trait[product]) - heat_of(v.trait[product])


@rule
def steady(v: View, m: Menu, rng: Rng, a: Action) -> None:
    """Sell late, stay in if it is worth the risk, never go home."""
    sell_late(v, m, a, STEADY_LEAD, EVERY_CARD, 0)


@rule
def patient(v: View, m: Menu, rng: Rng, a: Action) -> None:
    """Play no card before the Narc has few left; then sell late."""
    sell_late(v, m, a, PATIENT_LEAD, HARMLESS, FAIR_PRICE if v.most_hands - v.hands > LAST_HANDS else 0)


@rule
def sell_late(v: View, m: Menu, a: Action, wanted: int, harmless: int, price: int) -> None:
    """Play the Player's seat once the Narc has no more than `harmless` cards: Cover up to a lead, then a product."""
    waits = v.cards.count[DECK + NARC] + v.cards.count[HAND + NARC] > harmless
    if v.phase == BETWEEN or v.phase == DECISION:
        take(a, CONTINUE)
    elif v.round < v.rounds:
        take(a, CHECK)
        if not waits and sells(v) and lead(v) < wanted:
            card = best_cover(v, m)
            if card != NO_CARD:
                take_card(a, card)
    else:
        close_deal(v, m, a, waits, price)


@rule
def sells(v: View) -> bool:
    """Whether there is a product to sell: on the table, or in the hand."""
    if v.product != NO_CARD:
        return True
    start = v.cards.first[HAND + v.seat]
    for slot in range(v.cards.count[HAND + v.seat]):
        if kind_of(v.trait[v.cards.row[start + slot]]) == PRODUCT:
            return True
    return False


@rule
def best_cover(v: View, m: Menu) -> int:
    """The card that raises Cover over Evidence most; NO_CARD if none does."""
    option = option_of(m, RAISE)
    best = NO_CARD
    if option >= 0:
        for at in range(m.first[option], m.first[option] + m.choices[option]):
            card = m.candidate[at]
            if safety(v, card) > 0 and (best == NO_CARD or safety(v, card) > safety(v, best)):
                best = card
    return best


@rule
def close_deal(v: View, m: Menu, a: Action, waits: bool, price: int) -> None:
    """The last round: fold, check, or raise with the card that has the best prospect."""
    option = option_of(m, RAISE)
    take(a, FOLD)
    best = 0
    gain = prospect(v, NO_CARD)
    if gain > best:
        take(a, CHECK)
        best = gain
    if option >= 0 and not waits:
        for at in range(m.first[option], m.first[option] + m.choices[option]):
            card = m.candidate[at]
            gain = prospect(v, card) - CARD_WORTH * THOUSAND
            if kind_of(v.trait[card]) == PRODUCT:
                gain -= price * value_of(v.trait[card])
            if gain > best:
                take_card(a, card)
                best = gain


@rule
def prospect(v: View, card: int) -> int:
    """The expected gain of the hand after playing a card, in thousandths: the profit, or the loss of all cash and of
    the value of the cards in the deck."""
    ahead = lead(v)
    if card != NO_CARD:
        ahead += safety(v, card)
    risk = bust_chance(v, ahead)
    at_stake = v.cash + CARD_WORTH * v.cards.count[DECK + PLAYER]
    return (THOUSAND - risk) * sold_for(v, card) - risk * at_stake
