"""The laboratory's report on the Deal: the questions of its design that only play can answer.

House bots sit in the seats of Narc and Customer. The Player is `steady`, or the bot that is named. "The same seeds"
means that both rules are played with the same random numbers, so that the difference is measured in pairs.
"""

from __future__ import annotations

from croupier.games.deal.decks import CLASSIC, OWNERS, load_deck
from croupier.games.deal.records import CUSTOMER, NARC, PLAYER, Config
from croupier.kernel.statistics import Sample

from .deal_notes import AIMS, GROUPS, PLAYERS, STEP, Notes, cash, gained, options, scores, share_of, watched
from .deal_search import best_actions, endings, searched_runs
from .figures import Figure, Section, differs, mean, share_of_runs

HOUSE = "Narc and Customer are the house bots, which know what their seats know, and draw no conclusions from raises."
CERTAIN = 0.001
STEADY = f"{HOUSE} The Player is `steady`, which weighs the cards that are face down when it acts last."


def study(runs: int = 10_000, *, seed: int, searched: int = 40, iterations: int = 1_000) -> list[Section]:
    """The answers to all questions."""
    searches = searched_runs(searched, seed, iterations)
    return [
        tension(runs, seed),
        best_actions(searches, iterations),
        endings(searches, iterations),
        going_home(runs, seed),
        folding(runs, seed),
        initiative(runs, seed),
        acting_last(runs, seed),
        length(runs, seed),
        cards(runs, seed),
        ladder(runs, seed, [found.cash for found in searches], iterations),
    ]


def tension(runs: int, seed: int) -> Section:
    """Does tension rise from round to round?"""
    notes = watched(runs, seed, "steady", options())
    played = max(1, runs // GROUPS) * GROUPS
    figures: list[Figure] = []
    for number in (1, 2, 3):
        counts = [(note.raises[number], _acted(note, number)) for note in notes]
        figures.append(share_of_runs(f"round {number}: actions that are raises", counts, runs=played))
    for number in (1, 2):
        counts = [(note.danger[number], note.points[number]) for note in notes]
        figures.append(share_of_runs(f"after flip {number}: in danger", counts, runs=played))
    resolved = [(note.busted + note.insured, note.busted + note.banked) for note in notes]
    figures.append(share_of_runs("after flip 3: in danger", resolved, runs=played))
    for number in (1, 2):
        at_stake = [note.at_stake[number] / note.points[number] for note in notes if note.points[number]]
        figures.append(cash(f"after flip {number}: profit on the table", runs, at_stake))
    rising = figures[0].high < figures[1].low and figures[1].high < figures[2].low
    answer = "Betting gets hotter from round to round." if rising else "Betting does not get hotter in every round."
    return Section("Does tension rise from round 1 to round 3?", STEADY, tuple(figures), answer)


def _acted(note: Notes, number: int) -> int:
    return note.raises[number] + note.checks[number] + note.folds[number]


def going_home(runs: int, seed: int) -> Section:
    """What is the best rule for going home?"""
    figures: list[Figure] = []
    best: list[str] = []
    for player in ("steady", "patient"):
        notes = watched(runs, seed, player, options())
        size = max(1, runs // GROUPS)
        stays = scores(runs, seed, player, options())
        rules = [[note.taken[aim] / size for note in notes] for aim in range(AIMS)]
        figures.append(cash(f"{player}: never goes home: cash per run", runs, stays))
        gains = [
            gained(f"{player}: with {STEP * (aim + 1)} in cash: more than never", runs, rule, stays)
            for aim, rule in enumerate(rules)
        ]
        figures += gains
        top = max(gains, key=lambda figure: figure.value)
        rule = top.name.split(": ")[1] if top.value > 0 and differs(top) else "never"
        best.append(f"{rule} for {player}")
    answer = f"The best of these rules: {', '.join(best)}."
    players = f"{HOUSE} The Player is as named, and goes home with the cash stated (same seeds)."
    return Section("What is the best rule for going home?", players, tuple(figures), answer)


def folding(runs: int, seed: int) -> Section:
    """How often does each Player give a hand up, and when?"""
    figures: list[Figure] = []
    for player in PLAYERS:
        notes = watched(runs, seed, player, options())
        figures += [
            share_of(f"{player}: hands given up", runs, notes, lambda n: n.abandoned, lambda n: n.hands),
            share_of(f"{player}: hands that bust", runs, notes, lambda n: n.busted, lambda n: n.hands),
        ]
    best = figures[-2]
    answer = f"The best Player, {best.name.split(':')[0]}, gives up {best.value:.0%} of hands."
    return Section("What is folding for?", f"{HOUSE} The Player is as named.", tuple(figures), answer)


def initiative(runs: int, seed: int) -> Section:
    """What is initiative worth?"""
    worth = [
        gained(
            f"{player}: with it, more than without: cash per run",
            runs,
            scores(runs, seed, player, options()),
            scores(runs, seed, player, options(initiative=False)),
        )
        for player in ("greedy", "steady", "patient")
    ]
    told = [f"{figure.name.split(':')[0]} {figure.value:+.0f}" for figure in worth if differs(figure)]
    answer = f"It matters to {', '.join(told)}." if told else "No significant difference was found."
    question = "What is initiative worth to the Player (same seeds, with and without it)?"
    return Section(question, f"{HOUSE} The Player is as named.", tuple(worth), answer)


def acting_last(runs: int, seed: int) -> Section:
    """What is acting last worth?"""
    figures: list[Figure] = []
    for player in ("greedy", "steady", "patient"):
        last = scores(runs, seed, player, options())
        middle = scores(runs, seed, player, options(order=("narc", "player", "customer")))
        first = scores(runs, seed, player, options(order=("player", "narc", "customer")))
        figures += [
            gained(f"{player}: last instead of in the middle", runs, last, middle),
            gained(f"{player}: last instead of first", runs, last, first),
        ]
    told = [f"{figure.name} {figure.value:+.0f}" for figure in figures[1::2] if differs(figure)]
    answer = f"{'; '.join(told)} a run." if told else "No significant difference was found."
    players = f"{HOUSE} `steady` and `patient` look at what lies face down before they stay in; `greedy` hardly does."
    return Section("What is acting last worth (same seeds, other orders)?", players, tuple(figures), answer)


def length(runs: int, seed: int) -> Section:
    """Two, three or four rounds?"""
    figures: list[Figure] = []
    for rounds in (2, 3, 4):
        notes = watched(runs, seed, "steady", options(rounds=rounds))
        figures += [
            cash(f"{rounds} rounds: cash per run", runs, scores(runs, seed, "steady", options(rounds=rounds))),
            share_of(f"{rounds} rounds: hands that bust", runs, notes, lambda n: n.busted, lambda n: n.hands),
            share_of(f"{rounds} rounds: hands given up", runs, notes, lambda n: n.abandoned, lambda n: n.hands),
        ]
    best = max((2, 3, 4), key=lambda rounds: figures[3 * (rounds - 2)].value)
    answer = f"A steady Player banks most with {best} rounds."
    return Section("Two, three or four rounds?", STEADY, tuple(figures), answer)


def cards(runs: int, seed: int) -> Section:
    """What is each card worth: to have it in the deck, and to turn it up in each round?"""
    deck = load_deck(CLASSIC)
    base = options()
    notes = watched(runs, seed, "steady", base)
    whole = scores(runs, seed, "steady", base)
    figures: list[Figure] = []
    for seat in (PLAYER, NARC, CUSTOMER):
        own = range(deck.first[seat], deck.first[seat + 1])
        for name in dict.fromkeys(deck.names[card] for card in own):
            copies = [card for card in own if deck.names[card] == name]
            title = f"{OWNERS[seat]}: {name}"
            fewer = scores(runs, seed, "steady", without(base, copies[0]))
            figures.append(gained(f"{title}: one of it more in the deck", runs, whole, fewer))
            for number in (1, 2, 3):
                brought = [
                    sum(note.brought[card][number] for card in copies) / times
                    for note in notes
                    if (times := sum(note.times[card][number] for card in copies))
                ]
                turned_up = sum(note.times[card][number] for note in notes for card in copies)
                figures.append(mean(f"{title}: hands with it from round {number}: cash", brought)._replace(n=turned_up))
    worth = sorted(figures[::4], key=lambda figure: figure.value)
    answer = f"The dearest card to lose is {_card(worth[-1])}, the best one to be rid of is {_card(worth[0])}."
    return Section(
        "What is each card worth to the Player (same seeds, with and without it)?", STEADY, tuple(figures), answer
    )


def _card(figure: Figure) -> str:
    owner, name, _ = figure.name.split(": ", 2)
    return f"the {owner}'s {name}"


def without(config: Config, card: int) -> Config:
    """The same config with one card less in its deck."""
    less: Config = config.copy()
    less.trait[card:] = [*config.trait[card + 1 :], 0]
    less.first[:] = [first - (first > card) for first in config.first]
    less.deck = 0
    return less


def ladder(runs: int, seed: int, searched: list[int], iterations: int) -> Section:
    """How do the bots of the Player's seat do?"""
    figures: list[Figure] = []
    below: list[float] = []
    chance = 0.0
    for player in PLAYERS:
        banked = scores(runs, seed, player, options())
        notes = watched(runs, seed, player, options())
        size = max(1, runs // GROUPS)
        figures.append(cash(f"{player}: cash per run", runs, banked))
        figures.append(
            share_of_runs(f"{player}: runs that bust", [(note.busted, size) for note in notes], runs=size * GROUPS)
        )
        if below:
            more = gained(f"{player}: more than the one before, same seeds", runs, banked, below)
            gains = [one - two for one, two in zip(banked, below, strict=True)]
            chance = max(chance, Sample.of(gains).chance() if more.value > 0 else 1.0)
            figures.append(more)
        below = banked
    figures.append(mean(f"search:{iterations}: cash per run", searched))
    certain = chance < CERTAIN
    answer = f"Each is better than the one before, p < {CERTAIN}." if certain else "The order is not certain."
    return Section(
        "How do the bots in the Player's seat do?", f"{HOUSE} The Player is as named.", tuple(figures), answer
    )
