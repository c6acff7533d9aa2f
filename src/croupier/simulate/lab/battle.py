"""What simulation says about the Battle: its value, its equilibrium mix, and how matches end."""

from __future__ import annotations

from collections.abc import Callable

from croupier.agents.bot import PolicyBot
from croupier.agents.random import play_randomly
from croupier.agents.search import Search
from croupier.games.battle import GAME, SIMULATION
from croupier.games.battle.equilibrium import FILE, MAX_HP, PARTS, ROUNDS, Position, exploitability, read
from croupier.games.battle.layouts import NAMES
from croupier.games.battle.policies import play_equilibrium, read_patterns
from croupier.games.battle.records import Table
from croupier.kernel.contract.game import Decision, Move, State
from croupier.kernel.language.jit import rule
from croupier.kernel.language.records import Record
from croupier.kernel.showing.playthrough import play_out
from croupier.kernel.vocabulary.events import Out

from ..loop import Loop
from .figures import Figure, Section, differs, mean, mean_of_sums, share

BOTS: dict[str, Callable[..., None]] = {
    "random": play_randomly,
    "reader": read_patterns,
    "equilibrium": play_equilibrium,
}


class Notes(Record):
    """How matches ended."""

    matches: int
    knocked_out: int
    by_hp: int
    sudden: int
    drawn: int
    rounds: int
    rounds_squared: int


@rule
def take_notes(t: Table, out: Out, seat: int, notes: Notes) -> None:
    """Count a match that has just ended."""
    if t.over:
        notes.matches += 1
        notes.rounds += t.hands
        notes.rounds_squared += t.hands * t.hands
        if t.winner < 0:
            notes.drawn += 1
        if t.sudden_death:
            notes.sudden += 1
        elif t.hp[0] == 0 or t.hp[1] == 0:
            notes.knocked_out += 1
        else:
            notes.by_hp += 1


def play(one: str, other: str, matches: int, seed: int) -> tuple[Notes, Figure]:
    """Matches between two bots: how they ended, and what the first won per match."""
    loop = Loop(GAME, GAME.configure(**SIMULATION), [BOTS[one], BOTS[other]], watch=take_notes, notes=Notes)
    tally = loop.run(seed, 0, matches)
    assert isinstance(loop.notes, Notes)
    squares = tally.square_low[0] + (tally.square_high[0] << 32)
    return loop.notes, mean_of_sums(f"{one} against {other}: stakes per match", tally.score[0], squares, matches)


def study(matches: int = 50_000, *, seed: int, searched: int = 100, iterations: int = 2_000) -> list[Section]:
    """Every question, answered."""
    return [equilibrium(), value(matches, seed), endings(matches, seed), search_wins(searched, seed, iterations)]


def equilibrium() -> Section:
    """The mix of the first round, and how much it can be beaten by."""
    mixes = read(FILE.read_text("utf-8"))
    first = mixes[Position(ROUNDS - 1, MAX_HP, MAX_HP)]
    by_cards: dict[str, int] = {}
    for layout, parts in first.items():
        cards = ", ".join(NAMES[kind] for kind in sorted(layout))
        by_cards[cards] = by_cards.get(cards, 0) + parts
    lost = exploitability(mixes)
    figures = tuple(
        Figure(f"round 1: {cards} in any order", parts / PARTS, parts / PARTS, parts / PARTS, 0, True)
        for cards, parts in sorted(by_cards.items(), key=lambda item: -item[1])
    )
    worst = Figure("most it can lose per match, in stakes", lost, lost, lost, 0)
    answer = f"Worked out, not sampled: {len(first)} layouts are mixed in round 1; the match is worth 0 to both."
    return Section("How is the Battle played in equilibrium?", (*figures, worst), answer)


def value(matches: int, seed: int) -> Section:
    """What the bots win from each other."""
    pairs = (("equilibrium", "random"), ("reader", "random"), ("equilibrium", "reader"), ("equilibrium", "equilibrium"))
    figures = tuple(play(one, other, matches, seed)[1] for one, other in pairs)
    answer = "Equilibrium beats what is predictable; against itself nobody wins."
    return Section("What is each bot worth against another?", figures, answer)


def endings(matches: int, seed: int) -> Section:
    """How often a match ends by knock-out, by HP, or in sudden death."""
    figures: list[Figure] = []
    for one, other in (("random", "random"), ("equilibrium", "equilibrium")):
        notes, _ = play(one, other, matches, seed)
        pair = f"{one} v {other}"
        figures += [
            share(f"{pair}: knock-out", notes.knocked_out, notes.matches),
            share(f"{pair}: by HP after round {ROUNDS}", notes.by_hp, notes.matches),
            share(f"{pair}: sudden death", notes.sudden, notes.matches),
            share(f"{pair}: draws", notes.drawn, notes.matches),
            mean_of_sums(f"{pair}: rounds per match", notes.rounds, notes.rounds_squared, notes.matches),
        ]
    common = max(figures[5:8], key=lambda figure: figure.value)
    answer = f"Between good players most matches end this way: {common.name.split(': ')[1]}."
    return Section("How do matches end?", tuple(figures), answer)


def search_wins(matches: int, seed: int, iterations: int) -> Section:
    """What search wins from the simple bots."""
    figures = []
    for name in ("random", "reader"):
        scores = [_searched(BOTS[name], iterations, seed + number) for number in range(matches)]
        figures.append(mean(f"search against {name}: stakes per match", scores))
    beaten = [figure.name.split()[2].rstrip(":") for figure in figures if differs(figure) and figure.value > 0]
    answer = f"Search beats {' and '.join(beaten)}." if beaten else "Search beats nobody, as far as this can tell."
    return Section("What does search win?", tuple(figures), answer)


def _searched(policy: Callable[..., None], iterations: int, key: int) -> int:
    search = Search(GAME, iterations=iterations, models={1: policy}, hands=0, key=key)
    rival = PolicyBot(policy, key, 1)

    def choose(state: State, decision: Decision) -> Move:
        if decision.seat == 0:
            return search.think(state, 0).move
        return rival.act(GAME.view(state, 1), decision)

    return GAME.core.score(play_out(GAME, GAME.configure(**SIMULATION), choose, key).state.table, 0)
