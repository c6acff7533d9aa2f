"""Search as a house bot: `house:search`, or `house:search:5000` with 5,000 iterations for each decision."""

from __future__ import annotations

from croupier.kernel.contract.game import Decision, Game, Move, State
from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.keys import seat_key

from .bot import Bot
from .search import Search

ITERATIONS = 2_000


class SearchBot(Bot):
    """Searches every decision for a number of iterations, in any game, with the game's settings (`searching`)."""

    imagines = True
    ours = True

    def __init__(self, game: Game, iterations: int = ITERATIONS) -> None:
        if iterations < 1:
            raise BadInput(f"A search needs at least one iteration for a decision, not {iterations}.")
        self.game, self.iterations = game, iterations
        self._searches: dict[int, Search] = {}

    def act(self, view: State, decision: Decision) -> Move:
        """The result of the search."""
        return self._of(decision.seat).think(view, decision.seat).move

    def draw_from(self, key: int) -> None:
        """Restart its randomness, so that the same seat of the same deal is always played the same."""
        super().draw_from(key)
        for seat, search in self._searches.items():
            search.draw_from(seat_key(key, 0, seat))

    def _of(self, seat: int) -> Search:
        """The search of a seat, made on first use."""
        if seat not in self._searches:
            self._searches[seat] = search_for(self.game, seat, self.iterations)
            self._searches[seat].draw_from(seat_key(self._drawn_from, 0, seat))
        return self._searches[seat]


def search_for(game: Game, seat: int, iterations: int = ITERATIONS, key: int = 1) -> Search:
    """The house's search for a seat of a game: models play the others, not the seat itself."""
    setup = {**game.house_bots.searching}
    setup["models"] = {other: policy for other, policy in setup.get("models", {}).items() if other != seat}
    return Search(game, iterations=iterations, key=key, **setup)
