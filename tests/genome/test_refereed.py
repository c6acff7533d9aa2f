"""Whole sessions refereed by programs that were written from rule books alone: what may be done, and who wins what."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable
from functools import partial

import pytest

from croupier.games.genome import GAME, GameGenome, configure
from croupier.games.genome.language.genome import BettingPhase
from croupier.games.genome.rulebook.example import greedy_player
from croupier.kernel.contract.dealers import RandomDealer
from croupier.kernel.contract.game import Decision, State
from croupier.kernel.showing.playthrough import Chooser, random_chooser
from croupier.kernel.vocabulary.turns import HOUSE

from . import referees
from .referee import Chosen, Deal, Options, Play
from .table import genome

FORCED = BettingPhase(5, 2, ante=3, blinds=(4, 8))
ONE_POT = genome(FORCED, players=3, hands=8, chips=20)
SIDE_POTS = genome(FORCED, players=3, hands=8, chips=20, side_pots=True)
Setup = tuple[str | GameGenome, dict[str, int], Callable[[], Play]]
GAMES: dict[str, Setup] = {
    "hold'em with blinds": ("holdem_fixed_limit", {}, referees.holdem_fixed_limit),
    "hold'em, short of chips": ("holdem_fixed_limit", {"chips": 37}, partial(referees.holdem_fixed_limit, 37)),
    "a draw, no limit": ("lowball", {}, referees.lowball),
    "a draw, short of chips": ("lowball", {"chips": 23}, partial(referees.lowball, 23)),
    "short antes and blinds, one pot": (ONE_POT, {}, partial(referees.one_card, 20, True)),
    "short antes and blinds, side pots": (SIDE_POTS, {}, partial(referees.one_card, 20, False)),
    "tricks for a pot": ("bourre", {}, referees.bourre),
    "tricks for points": ("briscola", {}, referees.briscola),
    "shedding": ("crazy_eights", {}, referees.crazy_eights),
    "melds": ("gin_rummy", {}, referees.gin_rummy),
    "points of cards": ("thirty_one", {}, referees.thirty_one),
}
MATCHES = 4
GREEDY = 1
CARE = 100_000
"""So that greedy players think about their first cards, and play the rest of a session quickly."""


def at_random(key: int) -> Chooser:
    return random_chooser(GAME, key)


def greedily(key: int) -> Chooser:
    return greedy_player(GAME, CARE, key)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("players", "matches"), [(at_random, MATCHES), (greedily, GREEDY)])
def test_referee_and_machine_agree(game: str, players: Callable[[int], Chooser], matches: int) -> None:
    name, options, referee = GAMES[game]
    for key in range(matches):
        state = GAME.start(configure(name, **options)).state
        payoffs = Refereed(state, RandomDealer(key), players(key)).play(referee())
        outcome = GAME.outcome(state)
        assert outcome is not None, "the referee says that it is over"
        assert tuple(payoffs) == outcome.scores, key


def test_short_stacks_come_to_all_ins_and_side_pots() -> None:
    """What the referees are there for does happen in the matches that they judge."""
    seen = Counter[str]()
    for game in ("hold'em, short of chips", "a draw, short of chips", "short antes and blinds, side pots"):
        name, options, referee = GAMES[game]
        for key in range(MATCHES):
            state = GAME.start(configure(name, **options)).state
            watched = Refereed(state, RandomDealer(key), at_random(key))
            watched.play(referee())
            seen += watched.seen
    assert seen["ALL_IN"] > 6
    assert seen["short blind"] > 2


def test_referee_who_has_misread_the_rule_book_is_found_out() -> None:
    state = GAME.start(configure("bourre")).state
    with pytest.raises(AssertionError):
        Refereed(state, RandomDealer(1), at_random(1)).play(referees.bourre(chips=39))


class Refereed:
    """A session that a machine plays and a referee follows; they must agree at every step."""

    def __init__(self, state: State, dealer: RandomDealer, choose: Chooser) -> None:
        self.state, self.dealer, self.choose = state, dealer, choose
        self.dealt = deque[int]()
        self.seen = Counter[str]()

    def play(self, referee: Play) -> list[int]:
        """Play to the end; what the referee pays out."""
        answer: object = None
        try:
            while True:
                wanted = referee.send(answer)
                answer = self.deal(wanted) if isinstance(wanted, Deal) else self.ask(wanted.seat, wanted.options)
        except StopIteration as over:
            assert GAME.over(self.state)
            payoffs: list[int] = over.value
            return payoffs

    def deal(self, wanted: Deal) -> list[int]:
        """The cards that a referee wants, which the house must want to deal."""
        while len(self.dealt) < wanted.count:
            decision = GAME.pending(self.state)[0]
            assert decision.seat == HOUSE, f"{wanted.count} cards are dealt"
            move = self.dealer.deal(self.state, decision)
            assert {*move.cards} <= wanted.deck
            GAME.advance(self.state, HOUSE, move)
            self.dealt += move.cards
        return [self.dealt.popleft() for _ in range(wanted.count)]

    def ask(self, seat: int, options: Options) -> Chosen:
        """What a player chooses, who must be in turn and may do just that."""
        assert not self.dealt, "no card is dealt that the rule book does not tell of"
        decision = GAME.pending(self.state)[0]
        assert (decision.seat, _offered(decision)) == (seat, options)
        move = self.choose(self.state, decision)
        chosen = Chosen(GAME.kinds[move.kind], move.amount, move.cards)
        self.seen[chosen.name] += 1
        self.seen["short blind"] += self.state.table.betting.nominal
        GAME.advance(self.state, seat, move)
        return chosen


def _offered(decision: Decision) -> Options:
    """What a decision offers, as a referee would say it."""
    return {
        option.name: (frozenset(option.cards), option.fewest, option.most)
        if option.cards
        else (option.low, option.high)
        if option.step
        else None
        for option in decision.owed
    }
