"""A hold'em bot that looks ahead: it plays each of its options out on a copy of the hand, with `hand.copy()`.

    croupier match examples/ahead.py house:station --hands 1000

A view is no hand, but a hand can be dealt that agrees with it: our cards and the board on top of the deck, the cards of
the others unknown ("??"), and every action of the hand made again. Each imagined hand draws other cards for them.
"""

from croupier import holdem
from croupier.agents.bot import Bot

DREAMS = 20
ACTIONS = {"Folded": "fold", "GaveUp": "fold", "Checked": "check", "Called": "call"}


class Ahead(Bot):
    def hand_started(self, view):
        self.stacks = [view.stack[seat] + view.total[seat] for seat in range(view.seats)]  # before the blinds
        self.actions = []

    def saw(self, fact):
        """Keep all actions, as calls of a `Hand`."""
        kind = type(fact).__name__
        if kind in ACTIONS:
            self.actions.append((ACTIONS[kind],))
        elif kind in ("BetPlaced", "Raised"):
            self.actions.append(("raise_to", fact.total))

    def dream(self, view, number):
        """The hand so far, with random cards for the others and for the streets to come."""
        order = [(view.button + 1 + at) % view.seats for at in range(view.seats)]  # who is dealt first
        own = holdem.hole(view)
        deck = [own[card] if seat == view.seat else "??" for card in (0, 1) for seat in order]
        deck += holdem.board(view)
        hand = holdem.deal(self.stacks, view.blinds, button=view.button, deck=deck, seed=number)
        for name, *amount in self.actions:
            getattr(hand, name)(*amount)
        return hand

    def act(self, view, decision):
        options = [(option.name, 0) for option in decision.owed if option.name != "RAISE_TO"]
        if raising := decision.named("RAISE_TO"):
            options.append(("RAISE_TO", raising.nearest(view.current_bet + view.pot)))
        worth = dict.fromkeys(options, 0)
        for _ in range(DREAMS):
            hand = self.dream(view, self.random.randrange(2**50))
            for option in options:
                worth[option] += self.played_out(hand.copy(), view.seat, *option)
        name, amount = max(options, key=worth.__getitem__)
        return (name, amount) if amount else name

    def played_out(self, hand, seat, name, amount):
        """The chips that an option wins if everybody checks and calls afterwards."""
        if name == "RAISE_TO":
            hand.raise_to(amount)
        else:
            getattr(hand, name.lower())()
        while not hand.over:
            hand.check() if hand.to_call == 0 else hand.call()
        return hand.payoffs[seat]
