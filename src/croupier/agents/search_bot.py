"""Search as a house bot: `house:search`, or `house:search:5000` with as many iterations for each decision."""

from __future__ import annotations

from croupier.kernel.contract.game import Decision, Game, Move, State
from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.keys import seat_key

from .bot import Bot
from .search import Search

ITERATIONS = 2_000


class SearchBot(Bot):
    """Thinks about every decision for some iterations, in any game, as the game's `searching` says."""

    imagines = True

    def __init__(self, game: Game, iterations: int = ITERATIONS) -> None:
        if iterations < 1:
            raise BadInput(f"A search needs at least one iteration for a decision, not {iterations}.")
        self.game, self.iterations = game, iterations
        self._searches: dict[int, Search] = {}

    def act(self, view: State, decision: Decision) -> Move:
        """What it tried most often."""
        return self._of(decision.seat).think(view, decision.seat).move

    def draw_from(self, key: int) -> None:
        """Begin its randomness anew, for the same thoughts whenever the same seat of the same deal is played again."""
        super().draw_from(key)
        for seat, search in self._searches.items():
            search.draw_from(seat_key(key, 0, seat))

    def _of(self, seat: int) -> Search:
        """The search of a seat, made when it is first asked for."""
        if seat not in self._searches:
            self._searches[seat] = search_for(self.game, seat, self.iterations)
            self._searches[seat].draw_from(seat_key(self._drawn_from, 0, seat))
        return self._searches[seat]


def search_for(game: Game, seat: int, iterations: int = ITERATIONS, key: int = 1) -> Search:
    """The search that the house ships for a seat of a game: it models the others, not itself."""
    setup = {**game.house_bots.searching}
    setup["models"] = {other: policy for other, policy in setup.get("models", {}).items() if other != seat}
    return Search(game, iterations=iterations, key=key, **setup)
