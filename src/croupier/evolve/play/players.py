"""The players that games are measured with, by number, so that another seating needs no compilation.

    RANDOM    any option
    HASTY     greedy with 4 imagined deals, the usual player
    GREEDY    greedy with 60 imagined deals
    CARDS     hasty with its cards; ignores them in betting: bets once in a round, else calls
    FOLDING   constant: passes, checks or folds
    CALLING   constant: passes, checks or calls
    BETTING   constant: bets once in a round, then calls
    PRESSING  constant: raises as often as it may, and lays as many cards as it may
    FLAT      flat Monte Carlo: the best of a few choices over 16 imagined worlds, everybody hasty afterwards
    DEEP      the same over 64 worlds

and, if the game has been learnt (`study`):

    LEARNT    plays the average strategy of self-play: the top of the ladder
    RIVAL     plays the best moves found in training against LEARNT

and, if sentences were fitted (`fitting`):

    SENTENCE  plays the best sentence that was found: somebody who plays
    ANSWER    plays a sentence that is tried against it
    BEYOND    plays SENTENCE, unless another choice is surely better over 16 imagined worlds in which all others play it
    STUDENT   plays SENTENCE, unless it has learnt another mode for such a situation (`classes`)

A constant player ignores its cards. A game in which a constant player is ahead of all others offers nothing to learn.
"""

from __future__ import annotations

from typing import Any

from croupier.agents.space import is_forced
from croupier.games.genome.machine.choices import PASS
from croupier.games.genome.machine.machine import observe
from croupier.games.genome.machine.wagers import ALL_IN, BET, CALL, CHECK, FOLD, RAISE
from croupier.games.genome.players.greedy import play_greedily, play_hastily
from croupier.kernel.language.jit import rule
from croupier.kernel.vocabulary.menu import Action, Menu, choose_randomly, option_of, take
from croupier.kernel.vocabulary.rng import Rng

from .classes import speak_as_learnt
from .sentences import is_betting, speak

RANDOM, HASTY, GREEDY, CARDS, FOLDING, CALLING, BETTING, PRESSING, FLAT, DEEP = range(10)
CONSTANT = (FOLDING, CALLING, BETTING, PRESSING)
LEARNT, RIVAL = 10, 11
SENTENCE, ANSWER, BEYOND, STUDENT = 12, 13, 14, 15
NAMES = ("random", "hasty", "greedy", "cards", "folding", "calling", "betting", "pressing", "flat", "deep")


@rule
def choose(player: int, t: Any, seat: int, v: Any, m: Menu, rng: Rng, a: Action, seating: Any) -> None:
    """Fill in the move of a player, from its menu and, if it uses one, the view of its seat."""
    if player == RANDOM:
        choose_randomly(m, rng, a)
    elif player == GREEDY:
        observe(t, seat, v)
        play_greedily(v, m, rng, a)
    elif player == HASTY or player >= SENTENCE or (player == CARDS and not is_betting(m)):
        glance(player, t, seat, v, m, rng, a, seating)
    elif is_betting(m):
        bet_constantly(player, m, a)
    else:
        lay_constantly(player, m, a)


@rule
def glance(player: int, t: Any, seat: int, v: Any, m: Menu, rng: Rng, a: Action, seating: Any) -> None:
    """Play a sentence, or hastily; a forced move is taken without making a view."""
    if is_forced(m):
        take(a, m.kind[0])
    else:
        observe(t, seat, v)
        if player == STUDENT:
            speak_as_learnt(v, m, rng, a, seating)
        elif player >= SENTENCE:
            speak(v, m, rng, a, seating, player - SENTENCE)
        else:
            play_hastily(v, m, rng, a)


@rule
def bet_constantly(player: int, m: Menu, a: Action) -> None:
    """The move of a constant player in a betting round."""
    a.amount = 0
    a.count = 0
    raises = max(option_of(m, BET), option_of(m, RAISE))
    opens = option_of(m, CHECK) >= 0 and player != CALLING
    if raises >= 0 and player != FOLDING and (player == PRESSING or (opens and player != CALLING)):
        a.kind = m.kind[raises]
        if m.step[raises]:
            a.amount = m.low[raises]
    elif option_of(m, CHECK) >= 0:
        a.kind = CHECK
    elif player == FOLDING:
        a.kind = FOLD
    elif option_of(m, CALL) >= 0:
        a.kind = CALL
    elif option_of(m, ALL_IN) >= 0:
        a.kind = ALL_IN
    else:
        a.kind = FOLD


@rule
def lay_constantly(player: int, m: Menu, a: Action) -> None:
    """The move of a constant player outside betting: pass, else the first option with as few cards as possible;
    PRESSING takes the first option with as many cards as possible."""
    a.amount = 0
    a.count = 0
    option = 0
    if player != PRESSING and option_of(m, PASS) >= 0:
        option = option_of(m, PASS)
    a.kind = m.kind[option]
    if m.most[option]:
        wanted = m.most[option] if player == PRESSING else m.fewest[option]
        for i in range(min(wanted, m.choices[option])):
            a.cards[i] = m.candidate[m.first[option] + i]
            a.count += 1
