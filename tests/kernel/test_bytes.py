"""States, views, facts and hands as bytes: what comes back plays on as if it had never been away."""

from __future__ import annotations

import pickle
import random
from typing import Any

import pytest

from croupier import holdem
from croupier.games import GAMES, load
from croupier.kernel.conformance.walk import random_match
from croupier.kernel.contract.state import MARK, State
from croupier.kernel.errors import BadInput
from croupier.kernel.language.layout import layout, layout_hash, pack
from croupier.kernel.language.records import added_places
from croupier.kernel.vocabulary.betting import Betting
from croupier.kernel.vocabulary.cards import DECK

NAMES = [*GAMES, *(f"tests.toys.{toy}" for toy in ("kuhn", "leduc", "pennies", "refill"))]


def through_bytes(state: State) -> State:
    return State.from_bytes(state.game, state.to_bytes())


def through_pickle(state: State) -> State:
    back: State = pickle.loads(pickle.dumps(state))
    return back


@pytest.mark.parametrize("way", [through_bytes, through_pickle])
@pytest.mark.parametrize("name", NAMES)
def test_a_state_that_was_away_plays_on_identically(name: str, way: Any) -> None:
    game = load(name)
    rng = random.Random(7)
    for _ in range(4):
        config = game.any_config(rng) if game.any_config else game.configure()
        match = random_match(game, config, rng)
        away = rng.sample(range(len(match.moments)), min(8, len(match.moments)))
        for number in away:
            state, moment = way(match.moments[number].before), match.moments[number]
            assert state == moment.before and state.hash() == moment.before.hash()
            assert game.pending(state) == game.pending(moment.before)
            for later in match.moments[number:]:
                assert game.advance(state, later.seat, later.move).rows == later.rows
            assert state == match.end and game.outcome(state) == game.outcome(match.end)


def test_a_state_that_was_away_is_a_twin_of_its_own() -> None:
    state = holdem.GAME.start().state
    twin = through_bytes(state)
    twin.table.betting.stack[0] += 1
    assert state != twin


def test_views_facts_and_moves_are_pickled() -> None:
    match = random_match(holdem.GAME, holdem.configure(seats=3, hands=1), random.Random(3))
    for moment in match.moments:
        view = holdem.GAME.view(moment.before, 1)
        assert pickle.loads(pickle.dumps(view)) == view
        assert pickle.loads(pickle.dumps(moment.move)) == moment.move
        facts = list(holdem.GAME.apply(moment.before, moment.seat, moment.move).events)
        assert pickle.loads(pickle.dumps(facts)) == facts


def test_a_hand_is_pickled_and_dealt_the_same_cards() -> None:
    hand = holdem.deal(stacks=[1_000] * 3, blinds=(5, 10), seed=3)
    hand.call()
    away = pickle.loads(pickle.dumps(hand))
    for one in (hand, away):
        while not one.over:
            one.check() if one.to_call == 0 else one.call()
    assert away.board == hand.board and away.payoffs == hand.payoffs and away.events == hand.events


def test_a_game_is_pickled_by_reference() -> None:
    for name in NAMES:
        game = load(name)
        assert pickle.loads(pickle.dumps(game)) is game


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "not the bytes of a match"),
        (b"croupier", "not the bytes of a match"),
        (b"croupier\x04deal" + bytes(80), "of a match of deal, not of holdem"),
        (b"croupier\x06holdem" + bytes(80), "laid out anew"),
        (holdem.GAME.start().state.to_bytes()[:-8], r"takes \d+ numbers; these are \d+"),
        (holdem.GAME.start().state.to_bytes()[:-3], "no integers of eight bytes"),
    ],
)
def test_bytes_that_are_none_of_ours_are_refused(data: bytes, says: str) -> None:
    with pytest.raises(BadInput, match=says):
        State.from_bytes(holdem.GAME, data)


def test_a_layout_tells_names_sizes_and_what_is_nested() -> None:
    assert layout(Betting).startswith("seats structure reopen short_bet cap spread")
    assert "stack[10]" in layout(Betting)
    assert f"cards(fault kin[{DECK}] " in layout(holdem.GAME.Table)


# Fields that were added.


def as_before(state: State) -> bytes:
    """A match as bytes of a release that did not have the fields which were ADDED since."""
    table, values = holdem.GAME.Table, state.table.flat()
    for place in reversed(added_places(table)):
        del values[place]
    name = state.game.name.encode()
    head = MARK + bytes([len(name)]) + name + layout_hash(table, added=False)
    return head + pack(values) + pack(state.trace) + pack(state.questions)


def test_bytes_from_before_a_field_was_added_are_read_with_zeros() -> None:
    state = holdem.GAME.start(holdem.configure(3)).state
    assert len(as_before(state)) < len(state.to_bytes())
    assert State.from_bytes(holdem.GAME, as_before(state)) == state


def test_a_field_that_was_added_counts_in_a_hash_once_it_is_not_zero() -> None:
    state = holdem.GAME.start(holdem.configure(3)).state
    before = state.hash()
    places = added_places(holdem.GAME.Table)
    assert places and not any(any(state.table.flat()[place]) for place in places)
    state.table.raked = 7
    assert state.hash() != before
    state.table.raked, state.table.config.rake = 0, 7
    assert state.hash() != before
