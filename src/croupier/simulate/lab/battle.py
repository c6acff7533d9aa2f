"""The laboratory's report on the Battle: equilibria, how matches end, what search wins, exploitable bots."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from croupier.agents.bot import PolicyBot
from croupier.agents.random import play_randomly
from croupier.agents.search import Search
from croupier.agents.search_bot import search_for
from croupier.games.battle import GAME, SIMULATION
from croupier.games.battle.equilibrium import FILE, MAX_HP, PARTS, ROUNDS, SIZES, Position, exploitability, ranges, read
from croupier.games.battle.layouts import NAMES
from croupier.games.battle.policies import play_equilibrium, read_patterns
from croupier.games.battle.records import Table
from croupier.kernel.contract.game import Decision, Move, State
from croupier.kernel.language.jit import rule
from croupier.kernel.language.records import Record
from croupier.kernel.showing.playthrough import play_out
from croupier.kernel.statistics import Sample
from croupier.kernel.vocabulary.events import Out

from ..loop import Loop, sample_of
from .figures import Figure, Section, differs, exact, mean, measured, share

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


def play(one: str, other: str, matches: int, seed: int, hp: int = MAX_HP) -> tuple[Notes, Figure]:
    """Matches between two bots: how they ended, and what the first won per match."""
    config = GAME.configure(**SIMULATION, start_hp=hp, max_hp=hp)
    loop = Loop(GAME, config, list(BOTS.values()), watch=take_notes, notes=Notes)
    loop.seat([BOTS[one], BOTS[other]])
    tally = loop.run(seed, 0, matches)
    assert isinstance(loop.notes, Notes)
    return loop.notes, measured(f"{one} against {other}: stakes per match", sample_of(tally, 0))


def study(matches: int = 50_000, *, seed: int, searched: int = 400, iterations: int = 2_000) -> list[Section]:
    """The answers to all questions."""
    return [
        equilibrium(),
        value(matches, seed),
        endings(matches, seed),
        search_wins(searched, seed, iterations),
        exploits(searched, seed, iterations),
    ]


def equilibrium() -> Section:
    """All optimal mixes of the first round, and by how much the one that is played can be beaten."""
    mixes = read(FILE.read_text("utf-8"))
    figures: list[Figure] = []
    for hp in SIZES:
        for kinds, (least, most) in ranges(hp).items():
            cards = ", ".join(NAMES[kind] for kind in kinds)
            first = mixes[Position(ROUNDS - 1, hp, hp, hp)]
            shipped = sum(parts for layout, parts in first.items() if tuple(sorted(layout)) == kinds) / PARTS
            name = f"{hp} HP, round 1: {cards}"
            figures.append(exact(name, shipped, share=True, low=float(least), high=float(most)))
        figures.append(exact(f"{hp} HP: most `equilibrium` can lose per match, in stakes", exploitability(mixes, hp)))
    return Section(
        "How is the Battle played in equilibrium?",
        "No bots play: computed by linear programming, for two perfect players.",
        tuple(figures),
        "Every mix within these ranges that is optimal does as well; the first figure is what `equilibrium` plays.",
    )


def value(matches: int, seed: int) -> Section:
    """What the bots win from each other."""
    pairs = (("equilibrium", "random"), ("reader", "random"), ("equilibrium", "reader"), ("equilibrium", "equilibrium"))
    figures = tuple(play(one, other, matches, seed)[1] for one, other in pairs)
    answer = "Equilibrium beats predictable bots; against itself neither side wins."
    return Section("What is each bot worth against another?", "The house bots named, with 10 HP.", figures, answer)


def endings(matches: int, seed: int) -> Section:
    """How often a match ends by knock-out, by HP, or in sudden death."""
    figures: list[Figure] = []
    pairs = [("random", MAX_HP), *(("equilibrium", hp) for hp in reversed(SIZES))]
    for name, hp in pairs:
        notes, _ = play(name, name, matches, seed, hp)
        pair = f"{name} v {name}, {hp} HP"
        figures += [
            share(f"{pair}: knock-out", notes.knocked_out, notes.matches),
            share(f"{pair}: by HP after round {ROUNDS}", notes.by_hp, notes.matches),
            share(f"{pair}: sudden death", notes.sudden, notes.matches),
            share(f"{pair}: draws", notes.drawn, notes.matches),
            measured(f"{pair}: rounds per match", Sample.from_sums(notes.matches, notes.rounds, notes.rounds_squared)),
        ]
    common = max(figures[5:8], key=lambda figure: figure.value)
    answer = f"Between perfect players with 10 HP most matches end this way: {common.name.split(': ')[1]}."
    players = "Two of the same house bot, in matches of their own, with as many HP as stated."
    return Section("How do matches end?", players, tuple(figures), answer)


def search_wins(matches: int, seed: int, iterations: int) -> Section:
    """What the house's search wins without being told its opponent."""
    figures = []
    for name in BOTS:
        search = search_for(GAME, 0, iterations, seed)
        scores = [_searched(search, BOTS[name], seed + number) for number in range(matches)]
        figures.append(mean(f"search against {name}: stakes per match", scores))
    beaten = _beaten(figures)
    lost = [figure for figure in figures if differs(figure) and figure.value < 0]
    answer = (f"Search beats {' and '.join(beaten)}" if beaten else "Search beats no bot significantly") + (
        ", and loses to another." if lost else "; no bot beats it significantly."
    )
    players = f"`house:search:{iterations}` as it ships, which is not told who it plays, with 10 HP."
    return Section("What does search win?", players, tuple(figures), answer)


def exploits(matches: int, seed: int, iterations: int) -> Section:
    """How far each bot can be exploited by an opponent that knows its policy."""
    figures = []
    for name, policy in BOTS.items():
        knowing = Search(GAME, iterations=iterations, models={1: policy}, below={0: policy}, hands=0, key=seed)
        scores = [_searched(knowing, policy, seed + number) for number in range(matches)]
        figures.append(mean(f"handed the policy of {name}: stakes per match", scores))
    beaten = _beaten(figures)
    answer = "No bot can be exploited."
    if beaten:
        answer = f"An opponent that knows their policies beats {' and '.join(beaten)}."
    players = f"A search of {iterations} iterations that is handed its opponent's policy, a lower bound, with 10 HP."
    return Section("How far can each house bot be exploited?", players, tuple(figures), answer)


def _beaten(figures: Sequence[Figure]) -> list[str]:
    """The opponents against which a figure is significantly above zero."""
    return [figure.name.split(":")[0].split()[-1] for figure in figures if differs(figure) and figure.value > 0]


def _searched(search: Search, policy: Callable[..., None], key: int) -> int:
    """What a search in seat 0 wins in one match."""
    rival = PolicyBot(policy, key, 1)

    def choose(state: State, decision: Decision) -> Move:
        if decision.seat == 0:
            return search.think(state, 0).move
        return rival.act(GAME.view(state, 1), decision)

    return GAME.core.score(play_out(GAME, GAME.configure(**SIMULATION), choose, key).state.table, 0)
