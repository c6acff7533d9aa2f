"""Golden playthroughs of the classics: the program of each, and some hands with all options, moves and facts."""

from __future__ import annotations

from croupier.games.genome import GAME, classics, configure, find
from croupier.games.genome.machine.listing import as_text, listing
from croupier.games.genome.machine.wagers import FOLD
from croupier.games.genome.rulebook import rule_book
from croupier.kernel.contract.dealers import RandomDealer
from croupier.kernel.contract.game import Decision, Move, State
from croupier.kernel.showing.cast import Cast
from croupier.kernel.showing.playthrough import random_chooser
from croupier.kernel.vocabulary.events import Events
from croupier.kernel.vocabulary.turns import HOUSE, PUBLIC

KEY = 1
HANDS = 2
RULE_BOOKS = ("bourre", "crazy_eights", "holdem_fixed_limit")
"""The classics whose rule book is kept as well."""
LONG = {
    "bango",
    "crazy_eights",
    "durak",
    "gin_rummy",
    "hearts",
    "kings_in_the_corner",
    "rolling_stone",
    "rummy",
    "speed",
}
"""The classics of which one hand is kept instead of several."""


def golden() -> dict[str, str]:
    """The text of each file, by its name."""
    rule_books = {f"rules/{name}.md": rule_book(find(name), GAME) for name in RULE_BOOKS}
    return {f"{name}.txt": _text(name) for name in classics()} | rule_books


def _text(name: str) -> str:
    genome = find(name)
    return "\n".join([genome.title, "", as_text(listing(genome)), "", *_hands(name), ""])


def _hands(name: str) -> list[str]:
    """Hands of random play in which folds are rare."""
    at_random, dealer = random_chooser(GAME, KEY), RandomDealer(KEY)

    def choose(state: State, decision: Decision) -> Move:
        move = at_random(state, decision)
        return at_random(state, decision) if move.kind == FOLD else move

    state, events = GAME.start(configure(name, hands=1 if name in LONG else HANDS))
    lines = _told(events, state)
    while pending := GAME.pending(state):
        decision = pending[0]
        if decision.seat == HOUSE:
            move = dealer.deal(state, decision)
        else:
            move = choose(state, decision)
            offered = " | ".join(GAME.describe_option(option) for option in decision.owed)
            lines.append(f"seat {decision.seat}: {offered} > {GAME.describe(move)}")
        lines += _told(GAME.advance(state, decision.seat, move), state)
    outcome = GAME.outcome(state)
    assert outcome is not None
    return [*lines, "", f"scores {outcome.scores}"]


def _told(events: Events, state: State) -> list[str]:
    """The facts of a step as lines; a fact that was not told to everybody begins with its audience."""
    assert GAME.words.tell is not None
    lines = []
    for row, fact in zip(events.rows, events, strict=True):
        hearers = " ".join(str(seat) for seat in range(state.table.seats) if row.seen_by(seat))
        mark = "" if row.audience == PUBLIC else f"[{hearers}] "
        lines.append(f"    {mark}{GAME.words.tell(fact, Cast()) or repr(fact)}")
    return lines
