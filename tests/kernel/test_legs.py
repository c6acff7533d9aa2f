"""Between two hands: the house begins the next one, and a match may go on in a new leg."""

from __future__ import annotations

import random
from typing import Any

import pytest

from croupier.games import GAMES, load
from croupier.kernel.conformance.walk import random_match
from croupier.kernel.contract.dealers import RandomDealer, StackedDealer
from croupier.kernel.contract.game import Game, Move, State
from croupier.kernel.contract.record import MatchRecord, Recorder, replay
from croupier.kernel.errors import BadInput
from croupier.kernel.showing.playthrough import random_chooser
from croupier.kernel.vocabulary.menu import NEXT_HAND
from croupier.kernel.vocabulary.turns import HOUSE
from tests.toys import kuhn

WITH_HANDS = {name: game for name in GAMES if (game := load(name)).legs}


def seen(game: Game, state: State) -> list[Any]:
    """All that anybody can know of a match."""
    views = [game.view(state, seat) for seat in (None, *range(state.table.seats))]
    return [*views, game.pending(state), game.outcome(state)]


def configs(game: Game, number: int) -> Any:
    rng = random.Random(number)
    return game.any_config(rng) if game.any_config else game.configure()


def at_a_boundary(game: Game, **options: Any) -> State:
    """A match after its first hand, whoever played it."""
    for number in range(100):
        match = random_match(game, game.configure(**options), random.Random(number))
        for moment in match.moments:
            if moment.move.kind == NEXT_HAND:
                return moment.before
    raise AssertionError("no match had a second hand")


@pytest.mark.parametrize("number", range(40))
@pytest.mark.parametrize("name", WITH_HANDS)
def test_a_match_cut_into_legs_plays_as_the_uncut_one(name: str, number: int) -> None:
    game, rng = WITH_HANDS[name], random.Random(1000 + number)
    match = random_match(game, configs(game, number), rng)
    cut = match.moments[0].before.copy() if match.moments else match.end
    for moment, after in zip(match.moments, [m.before for m in match.moments[1:]] + [match.end], strict=True):
        if moment.move.kind == NEXT_HAND and rng.random() < 0.5:
            assert game.between_hands(cut)
            cut, events = game.start(game.carry_over(cut), after=cut)
        else:
            events = game.advance(cut, moment.seat, moment.move)
        assert events.rows == moment.rows
        assert seen(game, cut) == seen(game, after)


@pytest.mark.parametrize("name", WITH_HANDS)
def test_the_random_matches_above_have_boundaries(name: str) -> None:
    game = WITH_HANDS[name]
    matches = [random_match(game, configs(game, number), random.Random(number)) for number in range(40)]
    assert sum(moment.move.kind == NEXT_HAND for match in matches for moment in match.moments) > 20


@pytest.mark.parametrize("name", WITH_HANDS)
def test_between_two_hands_the_house_owes_the_next_one(name: str) -> None:
    game = WITH_HANDS[name]
    state = at_a_boundary(game, **({} if name == "battle" else {"hands": 3}))
    (decision,) = game.pending(state)
    assert decision.seat == HOUSE and decision.legal == ("NEXT_HAND",)
    assert RandomDealer(1).deal(state, decision) == StackedDealer(()).deal(state, decision) == Move(NEXT_HAND)


@pytest.mark.parametrize("name", WITH_HANDS)
def test_to_begin_a_hand_draws_nothing(name: str) -> None:
    """The same cards come whether the next hand was begun at once or much later, and by whomever."""
    game = WITH_HANDS[name]
    state = at_a_boundary(game, **({} if name == "battle" else {"hands": 3}))
    dealer = RandomDealer(5)
    for _ in range(3):
        dealer.deal(state, game.pending(state)[0])
    fresh, (at_once, later) = RandomDealer(5), (game.apply(state, HOUSE, Move(NEXT_HAND)).state for _ in range(2))
    while (owed := game.pending(at_once)) and owed[0].seat == HOUSE and owed[0].options[0].most:
        one, other = dealer.deal(at_once, owed[0]), fresh.deal(later, game.pending(later)[0])
        assert one == other
        game.advance(at_once, HOUSE, one)
        game.advance(later, HOUSE, other)


@pytest.mark.parametrize("name", WITH_HANDS)
def test_a_record_replays_its_legs(name: str) -> None:
    game, rng = WITH_HANDS[name], random.Random(3)
    options: dict[str, Any] = {"genome": {"genome": "leduc", "hands": 4}, "battle": {}}.get(name, {"hands": 4})
    recorder, dealer, choose = Recorder(game, game.configure(**options)), RandomDealer(2), random_chooser(game, 2)
    while pending := game.pending(recorder.state):
        decision = pending[0]
        if game.between_hands(recorder.state) and rng.random() < 0.7:
            recorder.begin_leg()
        elif decision.seat == HOUSE:
            recorder.advance(HOUSE, dealer.deal(recorder.state, decision))
        else:
            recorder.advance(decision.seat, choose(recorder.state, decision))
    record = MatchRecord.from_json(recorder.record().to_json())
    assert record.played.legs
    *_, last = replay(game, *record)
    assert last.state == recorder.state


@pytest.mark.parametrize("name", WITH_HANDS)
def test_only_between_two_hands_may_a_leg_begin(name: str) -> None:
    game = WITH_HANDS[name]
    state = game.start().state
    assert not game.between_hands(state)
    with pytest.raises(BadInput, match="only between two hands"):
        game.carry_over(state)


def test_a_game_of_one_hand_has_no_legs() -> None:
    state = kuhn.GAME.start().state
    assert not kuhn.GAME.between_hands(state)
    with pytest.raises(BadInput, match="cannot go on in a new leg"):
        kuhn.GAME.carry_over(state)


def test_changes_of_fixed_settings_within_a_match_are_refused() -> None:
    deal, battle, genome = (WITH_HANDS[name] for name in ("deal", "battle", "genome"))
    run, fight, session = at_a_boundary(deal), at_a_boundary(battle), at_a_boundary(genome, hands=3)
    for game, state, change, why in (
        (deal, run, {"decks": "classic"}, "the decks that it began with"),
        (deal, run, {"hands": run.table.hands}, "played already"),
        (battle, fight, {"stake": 3}, "only rounds, max_rounds"),
        (battle, fight, {"max_rounds": fight.table.hands}, "played already"),
        (genome, session, {"chips": 3}, "only genome, hands and limit_ms"),
        (genome, session, {"hands": session.table.hands}, "hands are played"),
        (genome, session, {"genome": "leduc", "hands": 0}, "hands are played"),
        (genome, session, {"genome": "hearts"}, "as many seats"),
    ):
        with pytest.raises(BadInput, match=why):
            game.carry_over(state, **change)


def test_the_deal_goes_on_by_other_rules() -> None:
    deal = WITH_HANDS["deal"]
    before = at_a_boundary(deal)
    state = deal.start(deal.carry_over(before, rounds=2, hands=before.table.hands + 1)).state
    view = deal.view(state, 2)
    assert (view.rounds, view.hands, view.cash, view.heat) == (
        2,
        before.table.hands,
        before.table.cash,
        before.table.heat,
    )


def test_a_genome_goes_on_as_another_genome() -> None:
    genome = WITH_HANDS["genome"]
    before = at_a_boundary(genome, genome="kuhn", hands=5)
    state = genome.start(genome.carry_over(before, genome="leduc", hands=9)).state
    assert state.table.betting.stack[:2] == [
        chips - paid for chips, paid in zip(before.table.betting.stack[:2], state.table.betting.total[:2], strict=True)
    ]
    assert state.table.config.hands == 9 and state.table.hands == before.table.hands


def test_the_battle_goes_on_with_more_time() -> None:
    battle = WITH_HANDS["battle"]
    before = at_a_boundary(battle)
    state = battle.start(battle.carry_over(before, prep_ms=60_000)).state
    assert {decision.limit_ms for decision in battle.pending(state)} == {60_000}


def test_nothing_secret_stays_in_the_config_of_a_leg() -> None:
    """A config is not filled in for a seat; what was spent unseen, or who was absent, must not be found there."""
    deal, battle = WITH_HANDS["deal"], WITH_HANDS["battle"]
    config = deal.carry_over(at_a_boundary(deal))
    config.carried.spent[3] = 1
    assert not any(deal.start(config).state.table.config.carried.spent)
    config = battle.carry_over(at_a_boundary(battle))
    config.carried.absent[0] = config.carried.both_absent = 1
    began = battle.start(config).state.table.config.carried
    assert (began.absent, began.both_absent) == ([0, 0], 0)
