"""Matches in words, for every game."""

from __future__ import annotations

from croupier import holdem
from croupier.games.holdem.events import HoleDealt, TurnPassed
from croupier.kernel.contract.dealers import RandomDealer
from croupier.kernel.showing.cast import cast_for
from croupier.kernel.showing.text import face_up, tell, told_face_up
from croupier.kernel.vocabulary.cards import UNKNOWN
from croupier.kernel.vocabulary.turns import HOUSE
from tests.toys.kuhn import GAME as KUHN


def test_face_up_shows_every_card_and_changes_nothing() -> None:
    game = holdem.GAME
    state = game.start(holdem.configure(seats=3)).state
    game.advance(state, HOUSE, RandomDealer(1).deal(state, game.pending(state)[0]))
    before = state.hash()
    assert UNKNOWN not in face_up(state).cards.row[5:11]
    assert UNKNOWN in game.view(state, None).cards.row[5:11]
    assert state.hash() == before


def test_of_an_event_told_twice_the_best_informed_is_told() -> None:
    game = holdem.GAME
    state = game.start(holdem.configure(seats=3)).state
    told = game.advance(state, HOUSE, RandomDealer(1).deal(state, game.pending(state)[0]))
    assert len(told) == 7
    *facts, turn = told_face_up(told)
    assert len(facts) == 3 and isinstance(turn, TurnPassed)
    assert all(isinstance(fact, HoleDealt) and UNKNOWN not in fact.cards for fact in facts)


def test_a_game_without_words_is_told_by_its_names() -> None:
    step = KUHN.start()
    assert [tell(KUHN, fact) for fact in step.events][1:] == ["Seat 0: anted chips 1.", "Seat 1: anted chips 1."]
    assert [tell(KUHN, fact, cast_for(KUHN, 0)) for fact in step.events][1] == "You: anted chips 1."
