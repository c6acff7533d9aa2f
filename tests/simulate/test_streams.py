"""Chance and the players draw apart: whatever is played, the same seed deals the same cards."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

import msgspec
import pytest

from croupier.agents.bot import FunctionBot
from croupier.agents.loading import Entrant, house_bot
from croupier.agents.random import play_randomly
from croupier.games.genome import GAME as GENOME
from croupier.games.genome import configure, find
from croupier.games.genome.language.genome import BettingPhase, GameGenome
from croupier.games.genome.machine.events import CardsDealt
from croupier.games.genome.machine.events import HandStarted as GenomeHandStarted
from croupier.games.genome.players.greedy import play_greedily
from croupier.games.holdem import GAME as HOLDEM
from croupier.games.holdem import configure as configure_holdem
from croupier.games.holdem.events import HandStarted, HoleDealt
from croupier.games.holdem.policies import POLICIES
from croupier.games.holdem.policies.station import play_station
from croupier.kernel.contract.dealers import RandomDealer
from croupier.kernel.contract.game import Move
from croupier.kernel.contract.record import replay
from croupier.kernel.language.jit import rule
from croupier.kernel.showing.playthrough import play_out, random_chooser
from croupier.kernel.vocabulary.cards import UNKNOWN
from croupier.kernel.vocabulary.events import Fact
from croupier.kernel.vocabulary.menu import Action, Menu
from croupier.kernel.vocabulary.rng import Rng, next32
from croupier.kernel.vocabulary.turns import HOUSE
from croupier.simulate.loop import Loop
from croupier.simulate.match.match import Match
from croupier.simulate.record.storage import read


def with_raises(name: str, most: int) -> GameGenome:
    """A classic in which every betting round allows `most` raises."""
    genome = find(name)
    phases = tuple(
        msgspec.structs.replace(phase, max_raises=most) if isinstance(phase, BettingPhase) else phase
        for phase in genome.turn_structure.phases
    )
    return msgspec.structs.replace(genome, turn_structure=msgspec.structs.replace(genome.turn_structure, phases=phases))


def first_cards(facts: Iterable[Fact], dealt: Any, started: Any) -> dict[tuple[int, int], tuple[int, ...]]:
    """What each seat was dealt first in each hand, as it saw it itself."""
    hand, found = 0, dict[tuple[int, int], tuple[int, ...]]()
    for fact in facts:
        if isinstance(fact, started):
            hand = fact.number
        elif isinstance(fact, dealt) and UNKNOWN not in fact.cards:
            found.setdefault((hand, fact.seat), fact.cards)
    return found


def agree(one: dict[tuple[int, int], Any], other: dict[tuple[int, int], Any], *, hands: int) -> bool:
    """Whether two matches dealt the same cards in every hand that both came to, which must be some."""
    both = one.keys() & other.keys()
    return len({hand for hand, _ in both}) >= hands and all(one[here] == other[here] for here in both)


@pytest.mark.parametrize("name", ["holdem_fixed_limit", "five_card_draw", "seven_card_stud"])
def test_other_rules_of_betting_deal_the_same_cards_in_every_hand(name: str) -> None:
    dealt, played = [], []
    for most in (3, 2):
        config = configure(with_raises(name, most), hands=6, chips=100_000)
        match = play_out(GENOME, config, random_chooser(GENOME, 11), 11).record()
        facts = [fact for step in replay(GENOME, *match) for fact in step.events]
        dealt.append(first_cards(facts, CardsDealt, GenomeHandStarted))
        played.append(match.played.moves)
    assert played[0] != played[1], "they were played differently"
    assert agree(*dealt, hands=6)


def test_the_draw_of_a_seat_does_not_depend_on_the_draws_of_others() -> None:
    """In draw poker the first seat throws away none, one or three cards: the second draws the same three."""
    drawn = set()
    for thrown in (0, 1, 3):
        state, dealer = GENOME.start(configure("five_card_draw", hands=1)).state, RandomDealer(9)
        discards = [thrown, 3, 0, 0]
        seen: list[tuple[int, ...]] = []
        while (pending := GENOME.pending(state)) and len(seen) < 1:
            decision = pending[0]
            if decision.seat == HOUSE:
                move = dealer.deal(state, decision)
            elif (discard := decision.named("DISCARD")) is not None:
                move = Move(discard.kind, 0, discard.cards[: discards[decision.seat]])
                if not move.cards:
                    move = decision.move("PASS")
            else:
                move = decision.move("CHECK" if "CHECK" in decision.legal else "CALL")
            for fact in GENOME.advance(state, decision.seat, move):
                if (
                    isinstance(fact, CardsDealt)
                    and fact.seat == 1
                    and len(fact.cards) == 3
                    and UNKNOWN not in fact.cards
                ):
                    seen.append(fact.cards)
        drawn |= set(seen)
    assert len(drawn) == 1


def test_other_players_are_dealt_the_same_cards_in_every_hand(tmp_path: Any) -> None:
    config = configure_holdem(seats=2, hands=5, stack=1_000_000)
    dealt = []
    for number, names in enumerate((("station", "station"), ("random", "station"), ("station", "station"))):
        entrants = [Entrant(f"{name} {seat}", partial(house_bot, HOLDEM, name)) for seat, name in enumerate(names)]
        if number == 2:
            entrants[0] = Entrant("a Python bot", partial(FunctionBot, lambda view, decision: decision.legal[1]))
        Match(HOLDEM, config, entrants, hands=3, seed=5, out=tmp_path / f"{number}").play()
        series, matches = read(tmp_path / f"{number}")
        told = [[fact for step in replay(HOLDEM, series, match) for fact in step.events] for match in matches]
        dealt.append([first_cards(facts, HoleDealt, HandStarted) for facts in told])
    for deal in range(3):
        assert agree(dealt[0][deal], dealt[1][deal], hands=2) and agree(dealt[0][deal], dealt[2][deal], hands=2)


@rule
def call_wastefully(v: Any, m: Menu, rng: Rng, a: Action) -> None:
    """Calls like a station, and draws a number for nothing."""
    next32(rng)
    play_station(v, m, rng, a)


def test_the_draws_of_one_player_change_nothing_for_the_others() -> None:
    """A player that draws one number more a decision, and otherwise plays the same, changes no score."""
    config = configure_holdem(seats=3, hands=1)
    others = [play_randomly] * 2
    one, other = (Loop(HOLDEM, config, [policy, *others]) for policy in (play_station, call_wastefully))
    assert one.run_plain(3, 0, 50).score == other.run_plain(3, 0, 50).score


def test_another_seating_compiles_nothing_anew() -> None:
    seats = [POLICIES["tight"], POLICIES["station"], play_randomly]
    config = configure_holdem(seats=3, hands=1)
    loops = [Loop(HOLDEM, config, order) for order in (seats, seats[::-1], [*seats[1:], seats[0]])]
    assert len({id(loop.fast) for loop in loops}) == 1
    assert len({tuple(loop.lineup.policy[:3]) for loop in loops}) == 3
    genome = configure("kuhn", hands=1)
    assert (
        Loop(GENOME, genome, [play_greedily, play_randomly]).fast
        is Loop(GENOME, genome, [play_randomly, play_greedily]).fast
    )
