"""A hold'em bot that counts how often each opponent folds, by id, and plays accordingly.

    croupier match examples/reader.py house:station house:tight --hands 20000
    croupier match examples/reader.py:Forgetful house:station house:tight --hands 20000    # one book for all

The bot bets by how often an opponent folds to a bet after the flop. Against one that hardly ever folds it bets strong
hands and never bluffs; against one that folds often it bets anything. `Forgetful` does the same with one book for the
whole table: the difference is what ids are worth.
"""

from collections import Counter

from croupier import holdem
from croupier.agents.bot import Bot

FIRST_GUESS, WEIGHT = 0.45, 20
"""How often an unknown opponent is believed to fold to a bet, and the number of bets that this belief weighs."""
BLUFF = 0.55
"""From this share of folds on, a bet of two thirds of the pot wins by itself, with some margin."""


class Reader(Bot):
    def __init__(self):
        self.faced, self.folded = Counter(), Counter()

    def page(self, seat):
        """The counts of the player in a seat: ids stay with players when seats change."""
        return self.players[seat].id

    def hand_started(self, view):
        self.seat, self.flop, self.bettor = view.seat, False, None

    def saw(self, fact):
        """Count the answers to bets after the flop."""
        kind = type(fact).__name__
        if kind in ("FlopDealt", "TurnDealt", "RiverDealt"):
            self.flop, self.bettor = True, None
        elif self.flop and kind in ("Folded", "Called", "Raised") and self.bettor not in (None, fact.seat):
            self.faced[self.page(fact.seat)] += 1
            self.folded[self.page(fact.seat)] += kind == "Folded"
        if kind in ("BetPlaced", "Raised"):
            self.bettor = fact.seat

    def folds(self, seat):
        """How often a player folds to a bet, by our counts."""
        page = self.page(seat)
        return (self.folded[page] + WEIGHT * FIRST_GUESS) / (self.faced[page] + WEIGHT)

    def act(self, view, decision):
        raising = decision.named("RAISE_TO")
        others = [seat for seat in range(view.seats) if view.live >> seat & 1 and seat != view.seat]
        share = holdem.share(view, 200)
        fair = 1 / (len(others) + 1)
        all_fold = 1.0
        for seat in others:
            all_fold *= self.folds(seat)
        if raising and view.street > 0 and view.to_call == 0 and all_fold > BLUFF:
            return "RAISE_TO", raising.nearest(view.current_bet + 2 * view.pot // 3)
        stubborn = max(1 - self.folds(seat) for seat in others)
        if raising and share > fair + 0.35 - 0.2 * stubborn:
            return "RAISE_TO", raising.nearest(view.current_bet + int((0.4 + stubborn) * view.pot))
        if view.to_call == 0:
            return "CHECK"
        needed = view.to_call / (view.pot + view.to_call)
        return "CALL" if share > needed + 0.08 else "FOLD"


class Forgetful(Reader):
    def page(self, seat):
        return "all the same"
