"""A hold'em bot that keeps a book on each opponent, by id, and plays against what it has read there.

    croupier match examples/reader.py house:station house:tight --hands 20000
    croupier match examples/reader.py:Forgetful house:station house:tight --hands 20000    # one book for all

How often somebody folds to a bet after the flop decides how we bet against it. Who hardly ever folds is paid off by
strong hands and never bluffed; who folds often is bet into with anything. `Forgetful` does the same with one book for
the whole table: what that is worth less is what names are worth.
"""

from collections import Counter

from croupier import holdem
from croupier.agents.bot import Bot

FIRST_GUESS, WEIGHT = 0.45, 20
"""How often a stranger is believed to fold to a bet, and after how many bets that is half forgotten."""
BLUFF = 0.55
"""From this share of folds on, a bet of two thirds of the pot wins by itself, and some more for safety."""


class Reader(Bot):
    def __init__(self):
        self.faced, self.folded = Counter(), Counter()

    def page(self, seat):
        """Where we write down what the player of a seat does: ids stay, wherever somebody sits."""
        return self.players[seat].id

    def hand_started(self, view):
        self.seat, self.flop, self.bettor = view.seat, False, None

    def saw(self, fact):
        """Note who folds to a bet after the flop, and who does not."""
        kind = type(fact).__name__
        if kind in ("FlopDealt", "TurnDealt", "RiverDealt"):
            self.flop, self.bettor = True, None
        elif self.flop and kind in ("Folded", "Called", "Raised") and self.bettor not in (None, fact.seat):
            self.faced[self.page(fact.seat)] += 1
            self.folded[self.page(fact.seat)] += kind == "Folded"
        if kind in ("BetPlaced", "Raised"):
            self.bettor = fact.seat

    def folds(self, seat):
        """How often a player folds to a bet, as far as we know it."""
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
