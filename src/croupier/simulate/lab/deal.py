"""What simulation says about the Deal: the questions that its design leaves to play-testing.

House bots sit in the seats of Narc and Customer; the Player is cautious unless said otherwise. "The same seeds" means
that both rules are played with the same random numbers, so that the difference is measured in pairs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any

from croupier.agents.bot import PolicyBot
from croupier.agents.random import play_randomly
from croupier.agents.search import Search
from croupier.games.deal import GAME, configure
from croupier.games.deal.events import (
    BUSTED,
    CHECKED,
    FOLDED,
    HAND_ABANDONED,
    HAND_STARTED,
    INSURANCE_PAID,
    PROFIT_BANKED,
    RAISED,
    ROUND_STARTED,
)
from croupier.games.deal.players import cautious, greedy
from croupier.games.deal.policies import customer, narc
from croupier.games.deal.records import BETTING, BY_BUST, DECISION, MOST_ROUNDS, PLAYER, Table
from croupier.games.deal.totals import total_cover, total_evidence, total_profit
from croupier.kernel.contract.game import Decision, Move, State
from croupier.kernel.language.jit import rule
from croupier.kernel.language.records import Record
from croupier.kernel.showing.playthrough import Chooser, play_out
from croupier.kernel.vocabulary.events import LOUD, Out
from croupier.kernel.vocabulary.turns import SPECTATOR, has

from ..loop import Loop
from .figures import Figure, Section, difference, differs, mean, mean_of_sums, share

PLAYERS: dict[str, Callable[..., None]] = {"cautious": cautious, "greedy": greedy, "random": play_randomly}
Rounds = Annotated[list[int], MOST_ROUNDS + 1]
"""Counts per round; round 0 is not used."""


class Notes(Record):
    """What is counted over the hands of many runs."""

    hands: int
    banked: int
    busted: int
    insured: int
    abandoned: int
    round: int
    rounds: Rounds
    raises: Rounds
    checks: Rounds
    folds: Rounds
    points: Rounds
    """Decision Points reached after each round."""
    danger: Rounds
    """Of those, with Evidence above Cover."""
    at_stake: Rounds
    """The profit on the table at them, summed up; and its squares."""
    at_stake_squared: Rounds


@rule
def take_notes(t: Table, out: Out, seat: int, notes: Notes) -> None:
    """Count what was told to everybody, and look at the table at each Decision Point."""
    for i in range(out.count):
        if has(out.audience[i], SPECTATOR):
            note_event(out.kind[i], out.seat[i], out.amount[i], notes)
    if t.phase == DECISION and out.count > 0:
        notes.points[t.round] += 1
        profit = total_profit(t)
        notes.at_stake[t.round] += profit
        notes.at_stake_squared[t.round] += profit * profit
        if total_evidence(t) > total_cover(t):
            notes.danger[t.round] += 1


@rule
def note_event(kind: int, seat: int, amount: int, notes: Notes) -> None:
    """Count one event."""
    if kind == HAND_STARTED:
        notes.hands += 1
    elif kind == ROUND_STARTED:
        notes.round = amount
        notes.rounds[amount] += 1
    elif kind == RAISED:
        notes.raises[notes.round] += 1
    elif kind == CHECKED and amount == 0:
        notes.checks[notes.round] += 1
    elif kind == FOLDED:
        notes.folds[notes.round] += 1
    elif kind == BUSTED:
        notes.busted += 1
    elif kind == INSURANCE_PAID:
        notes.insured += 1
    elif kind == PROFIT_BANKED:
        notes.banked += 1
    elif kind == HAND_ABANDONED:
        notes.abandoned += 1


def watched(runs: int, seed: int, player: Callable[..., None] = cautious, **options: Any) -> Notes:
    """The notes of many runs."""
    loop = Loop(GAME, configure(**options), [narc, customer, player], mode=LOUD, watch=take_notes, notes=Notes)
    loop.run(seed, 0, runs)
    assert isinstance(loop.notes, Notes)
    return loop.notes


def scores(runs: int, seed: int, player: Callable[..., None] = cautious, **options: Any) -> list[int]:
    """What the Player banked in each of many runs."""
    loop = Loop(GAME, configure(**options), [narc, customer, player])
    return [loop.run(seed, run, run + 1).score[PLAYER] for run in range(runs)]


def study(runs: int = 20_000, *, seed: int, searched: int = 300, iterations: int = 2_000) -> list[Section]:
    """Every question, answered."""
    return [
        tension(runs, seed),
        best_actions(searched, seed, iterations),
        initiative(runs, seed),
        acting_last(runs, seed),
        length(runs, seed),
        bots(runs, seed, searched, iterations),
    ]


def tension(runs: int, seed: int) -> Section:
    """Does tension rise from round to round?"""
    notes = watched(runs, seed)
    figures: list[Figure] = []
    for number in (1, 2, 3):
        acted = notes.raises[number] + notes.checks[number] + notes.folds[number]
        figures.append(share(f"round {number}: actions that are raises", notes.raises[number], acted))
    for number in (1, 2):
        figures.append(share(f"after flip {number}: in danger", notes.danger[number], notes.points[number]))
    resolved = notes.busted + notes.banked  # a hand that insurance saved is banked too
    figures.append(share("after flip 3: in danger", notes.busted + notes.insured, resolved))
    for number in (1, 2):
        figures.append(
            mean_of_sums(
                f"after flip {number}: profit on the table",
                notes.at_stake[number],
                notes.at_stake_squared[number],
                notes.points[number],
            )
        )
    rising = figures[0].high < figures[1].low and figures[1].high < figures[2].low
    answer = "Betting gets hotter from round to round." if rising else "Betting does not get hotter in every round."
    return Section("Does tension rise from round 1 to round 3?", tuple(figures), answer)


def best_actions(decisions: int, seed: int, iterations: int) -> Section:
    """How often is each action the best one?"""
    search = searching_player(iterations, seed)
    best: dict[str, dict[str, int]] = {"betting": {}, "decision point": {}, "between hands": {}}
    seen = 0
    run = 0
    while seen < decisions:
        for state in _player_states(seed, run):
            kind = GAME.kinds[search.think(state, PLAYER).move.kind]
            phase = state.table.phase
            where = "betting" if phase == BETTING else "decision point" if phase == DECISION else "between hands"
            best[where][kind] = best[where].get(kind, 0) + 1
            seen += 1
        run += 1
    figures = tuple(
        share(f"{where}: {kind} is best", count, sum(kinds.values()))
        for where, kinds in best.items()
        for kind, count in sorted(kinds.items())
    )
    used = [figure for figure in figures if figure.name.startswith("betting") and figure.value >= 0.05]
    answer = (
        "Check, raise and fold all have their place in the betting."
        if len(used) == 3
        else f"In the betting only {len(used)} of the three actions are the best one in at least 5 % of decisions."
    )
    return Section("How often is each action of the Player the best one, by search?", figures, answer)


def _player_states(seed: int, run: int) -> list[State]:
    """The Player's decisions of one run between house bots."""
    states: list[State] = []
    play_out(GAME, configure(), _chooser([narc, customer, cautious], seed + run, states), seed + run)
    return states


def _chooser(policies: Sequence[Callable[..., None]], key: int, seen: list[State] | None = None) -> Chooser:
    seats = [PolicyBot(policy, key, seat) for seat, policy in enumerate(policies)]

    def choose(state: State, decision: Decision) -> Move:
        if seen is not None and decision.seat == PLAYER and len(decision.owed) > 1:
            seen.append(state.copy())
        return seats[decision.seat].act(GAME.view(state, decision.seat), decision)

    return choose


def initiative(runs: int, seed: int) -> Section:
    """What is initiative worth?"""
    with_it, without = scores(runs, seed), scores(runs, seed, initiative=False)
    notes = [watched(runs, seed, initiative=switch) for switch in (True, False)]
    worth = difference("worth to the Player, cash per run", with_it, without)
    figures = (
        worth,
        *(
            share(f"actions that are raises, {name}", sum(note.raises), sum(note.raises) + sum(note.checks))
            for name, note in zip(("with", "without"), notes, strict=True)
        ),
    )
    if not differs(worth):
        answer = "Initiative changes what is played, but not what the Player gets, as far as this can tell."
    else:
        answer = f"Initiative {'helps' if worth.value > 0 else 'costs'} the Player."
    return Section("What is initiative worth (same seeds, with and without it)?", figures, answer)


def acting_last(runs: int, seed: int) -> Section:
    """What is acting last worth?"""
    last = scores(runs, seed)
    middle = scores(runs, seed, order=("narc", "player", "customer"))
    first = scores(runs, seed, order=("player", "narc", "customer"))
    figures = (
        mean("cash per run, acting last", last),
        difference("last instead of in the middle", last, middle),
        difference("last instead of first", last, first),
    )
    if differs(figures[2]):
        answer = f"Acting last is {'an advantage' if figures[2].value > 0 else 'no advantage'} over acting first."
    else:
        answer = "Acting last or first makes no difference that this can tell."
    return Section("What is acting last worth (same seeds, other orders)?", figures, answer)


def length(runs: int, seed: int) -> Section:
    """Two, three or four rounds?"""
    figures: list[Figure] = []
    for rounds in (2, 3, 4):
        notes = watched(runs, seed, rounds=rounds)
        figures += [
            mean(f"{rounds} rounds: cash per run", scores(runs, seed, rounds=rounds)),
            share(f"{rounds} rounds: hands that bust", notes.busted, notes.hands),
            share(f"{rounds} rounds: hands the Player gives up", notes.abandoned, notes.hands),
        ]
    best = max((2, 3, 4), key=lambda rounds: figures[3 * (rounds - 2)].value)
    answer = f"A cautious Player banks most with {best} rounds."
    return Section("Two, three or four rounds?", tuple(figures), answer)


def bots(runs: int, seed: int, searched: int, iterations: int) -> Section:
    """How do the bots of the Player's seat do?"""
    figures: list[Figure] = []
    for name, policy in PLAYERS.items():
        notes = watched(runs, seed, policy)
        figures += [
            mean(f"{name}: cash per run", scores(runs, seed, policy)),
            share(f"{name}: hands given up", notes.abandoned, notes.hands),
            share(f"{name}: runs that bust", notes.busted, runs),
        ]
    banked, busts = search_runs(max(20, searched // 5), seed, iterations)
    figures += [mean("search: cash per run", banked), share("search: runs that bust", busts, len(banked))]
    order = sorted((figure for figure in figures if not figure.share), key=lambda figure: -figure.value)
    answer = "From best to worst: " + ", ".join(figure.name.split(":")[0] for figure in order) + "."
    return Section("How do the bots in the Player's seat do?", tuple(figures), answer)


def searching_player(iterations: int, key: int) -> Search:
    """A search for the Player's seat, two hands ahead: it knows how the house plays, and expects to be greedy."""
    return Search(GAME, iterations=iterations, key=key, **GAME.house_bots.searching)


def search_runs(runs: int, seed: int, iterations: int) -> tuple[list[int], int]:
    """Runs of a searching Player against the house bots: what each banked, and how many ended in a bust."""
    search = searching_player(iterations, seed)
    banked: list[int] = []
    busts = 0
    for run in range(runs):
        others = _chooser([narc, customer, cautious], seed + run)

        def choose(state: State, decision: Decision, others: Chooser = others) -> Move:
            return search.think(state, PLAYER).move if decision.seat == PLAYER else others(state, decision)

        state = play_out(GAME, configure(), choose, seed + run).state
        banked.append(state.table.cash)
        busts += state.table.ending == BY_BUST
    return banked, busts
