"""What search does in the Player's seat of the Deal, in positions that it reached by its own play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from croupier.agents.bot import PolicyBot
from croupier.agents.search import Search
from croupier.agents.search_bot import search_for
from croupier.games.deal import GAME, configure
from croupier.games.deal.policies import customer, narc
from croupier.games.deal.records import BETTING, BY_BUST, BY_CARDS, BY_GOING_HOME, BY_HANDS, DECISION, PLAYER
from croupier.kernel.contract.game import Decision, Move, State
from croupier.kernel.showing.playthrough import play_out

from .figures import Figure, Section, share, share_of_runs

ENDINGS = {"bust": BY_BUST, "going home": BY_GOING_HOME, "no cards left": BY_CARDS, "no hands left": BY_HANDS}


class SearchedRun(NamedTuple):
    """A run of search: its decisions and where it made them, the cash that it banked, and how it ended."""

    did: tuple[tuple[str, str], ...]
    cash: int
    ending: int


def searched_runs(runs: int, seed: int, iterations: int) -> list[SearchedRun]:
    """Runs of the house's search, against the house bots."""
    search = search_for(GAME, PLAYER, iterations, seed)
    return [_run(search, seed + number) for number in range(runs)]


def _run(search: Search, key: int) -> SearchedRun:
    others = [PolicyBot(policy, key, seat) for seat, policy in enumerate((narc, customer))]
    did: list[tuple[str, str]] = []

    def choose(state: State, decision: Decision) -> Move:
        if decision.seat != PLAYER:
            return others[decision.seat].act(GAME.view(state, decision.seat), decision)
        move = search.think(state, PLAYER).move
        if len(decision.owed) > 1:
            did.append((where(state), GAME.kinds[move.kind]))
        return move

    table = play_out(GAME, configure(), choose, key).state.table
    return SearchedRun(tuple(did), table.cash, table.ending)


def where(state: State) -> str:
    """The kind of decision in a state."""
    if state.table.phase == BETTING:
        return f"betting in round {state.table.round}"
    return "decision point" if state.table.phase == DECISION else "between hands"


def players(iterations: int) -> str:
    """Which bots play, and what each knows."""
    return (
        f"The Player is `house:search:{iterations}`, in positions of its own runs. It sees what its seat sees, is "
        "handed the policies of Narc and Customer (the house bots that it plays) and expects to be `steady` later on."
    )


def best_actions(found: Sequence[SearchedRun], iterations: int) -> Section:
    """How often is each action the best one?"""
    kinds = sorted({did for run in found for did in run.did})
    figures: list[Figure] = []
    for place, kind in kinds:
        counts = [
            (sum(did == (place, kind) for did in run.did), sum(spot == place for spot, _ in run.did)) for run in found
        ]
        figures.append(share_of_runs(f"{place}: {kind}", counts))
    rare = [figure.name for figure in figures if figure.high < 0.05]
    answer = f"Hardly ever the best: {'; '.join(rare)}." if rare else "Every action has its place."
    return Section(
        "How often is each action of the Player the best one, by search?", players(iterations), tuple(figures), answer
    )


def endings(found: Sequence[SearchedRun], iterations: int) -> Section:
    """How do the runs of search end?"""
    figures = [
        share(f"runs that end by {name}", sum(run.ending == ending for run in found), len(found))
        for name, ending in ENDINGS.items()
    ]
    most = max(figures, key=lambda figure: figure.value)
    answer = f"Most often by {most.name.removeprefix('runs that end by ')}."
    return Section("How do the runs of search end?", players(iterations), tuple(figures), answer)
