"""Scenes of genome games: who wins a trick, why a card does not fit, what a hand is worth, and options in words."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from croupier.games import load
from croupier.games.genome import to_json
from croupier.games.genome.language.genome import AnyPhase, DiscardPhase, DrawPhase, PlayPhase, ShowdownPhase, SuitIs
from croupier.kernel.contract.dealers import RandomDealer
from croupier.kernel.contract.game import Decision, Game, Move, State
from croupier.kernel.showing.cast import cast_for
from croupier.kernel.showing.playthrough import random_chooser
from croupier.kernel.showing.scene import Candidate, Choice, Scene, Zone
from croupier.kernel.showing.scenes import scene
from croupier.kernel.vocabulary.turns import HOUSE

from .table import genome

PASSES = ("PASS", "CHECK", "CALL")


def game_of(name: str) -> tuple[Game, State]:
    game = load(name)
    config = game.configure()
    assert game.for_config is not None
    return game.for_config(config), game.start(config).state


def played(name: str, until: Callable[[Scene], bool]) -> Scene:
    """A random session until somebody who decides sees what is looked for."""
    for key in range(200):
        game, state = game_of(name)
        dealer, choose = RandomDealer(key), random_chooser(game, key)
        for _ in range(300):
            pending = game.pending(state)
            if not pending:
                break
            if pending[0].seat == HOUSE:
                game.advance(state, HOUSE, dealer.deal(state, pending[0]))
                continue
            shown = _seen(game, state, pending[0])
            if until(shown):
                return shown
            game.advance(state, pending[0].seat, choose(state, pending[0]))
    raise AssertionError(f"{name} never shows it")


def _seen(game: Game, state: State, decision: Decision) -> Scene:
    return scene(game, state, cast_for(game, decision.seat))


def zone(shown: Scene, label: str) -> Zone:
    return next(one for one in shown.zones if one.label == label)


def choice(shown: Scene, name: str) -> Choice:
    assert shown.question is not None
    return next((one for one in shown.question.options if one.name == name), Choice(name="", words=""))


def _refused(shown: Scene) -> tuple[Candidate, ...]:
    return choice(shown, "PLAY").refuses


def test_a_trick_tells_who_played_what_and_who_is_winning() -> None:
    shown = played("hearts", lambda shown: zone(shown, "trick").count == 3)
    trick = zone(shown, "trick")
    led = trick.cards[0].name[1]
    order = "23456789TJQKA"
    best = max((card for card in trick.cards if card.name[1] == led), key=lambda card: order.index(card.name[0]))
    assert [card.name for card in trick.cards if card.marks == ("winning",)] == [best.name]
    seats = [card.by for card in trick.cards]
    assert seats == [(shown.eyes + 1 + at) % 4 for at in range(3)], "those who come before, in turn"


def test_a_trump_is_winning_whatever_was_led() -> None:
    def trumped(shown: Scene) -> bool:
        cards = zone(shown, "trick").cards
        return any(card.name.endswith("s") for card in cards) and not cards[0].name.endswith("s")

    shown = played("bourre", trumped)
    best = next(card for card in zone(shown, "trick").cards if card.marks)
    assert "Spades are trumps" in shown.phase and best.name.endswith("s")


def test_a_card_that_does_not_follow_says_so() -> None:
    shown = played("hearts", lambda shown: bool(choice(shown, "PLAY").refuses))
    led = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}[zone(shown, "trick").cards[0].name[1]]
    assert {candidate.why_not for candidate in choice(shown, "PLAY").refuses} == {f"does not follow {led}"}
    assert shown.question is not None and shown.question.says == f"{led.capitalize()} were led: follow if you can."


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("crazy_eights", "needs the suit of {}, the rank of {} or to be an eight"),
        ("durak", "needs the suit of {} and a rank higher than {}"),
        ("speed", "needs a rank next to {}"),
    ],
)
def test_a_card_that_does_not_fit_says_what_would(name: str, why: str) -> None:
    shown = played(name, lambda shown: any("rank" in one.why_not for one in _refused(shown)))
    top = zone(shown, "discard pile").cards[-1].name
    assert {candidate.why_not for candidate in choice(shown, "PLAY").refuses} == {why.replace("{}", top)}


def test_trumps_that_may_be_played_instead_are_named() -> None:
    shown = played("durak", lambda shown: any("spade" in one.why_not for one in _refused(shown)))
    assert {candidate.why_not for candidate in choice(shown, "PLAY").refuses} == {"needs to be a spade"}


def test_kinds_of_which_any_fits_are_told_as_such(tmp_path: Path) -> None:
    shedding = PlayPhase(conditions=(SuitIs(("clubs", "hearts")),), match="all", mandatory=False)
    file = tmp_path / "shedding.json"
    file.write_text(to_json(genome(shedding, cards=5)))
    shown = played(str(file), lambda shown: bool(_refused(shown)))
    assert {candidate.why_not for candidate in _refused(shown)} == {"needs to be a club or a heart"}


@pytest.mark.parametrize(
    ("name", "holds"),
    [
        ("five_card_draw", "pair of"),
        ("twenty_one", " points in hand"),
        ("three_card_brag", "high card"),
        ("rummy", "3 cards in melds"),
    ],
)
def test_a_hand_that_one_sees_has_a_name(name: str, holds: str) -> None:
    shown = played(name, lambda shown: holds in shown.seats[shown.eyes].holds)
    others = [seat.holds for seat in shown.seats if seat.seat != shown.eyes]
    assert all(other == "" for other in others)


def test_a_bust_is_told() -> None:
    shown = played("twenty_one", lambda shown: "bust" in shown.seats[shown.eyes].holds)
    assert int(shown.seats[shown.eyes].holds.split()[0]) > 21


def test_bets_of_one_size_say_how_much() -> None:
    shown = played("kuhn", lambda shown: choice(shown, "BET").name != "")
    assert choice(shown, "BET").words == "Bet 1"
    shown = played("leduc", lambda shown: choice(shown, "RAISE").name != "" and not zone(shown, "community").count)
    assert choice(shown, "RAISE").words == "Raise to 4" and choice(shown, "CALL").words == "Call 2"


def test_drawn_taken_and_exchanged_cards_are_named() -> None:
    shown = played("rummy", lambda shown: choice(shown, "TAKE").name != "")
    top = zone(shown, "discard pile").cards[-1].name
    assert choice(shown, "TAKE").words == f"Take {top} from the discard pile"
    shown = played("five_card_draw", lambda shown: choice(shown, "DISCARD").name != "")
    assert (
        choice(shown, "DISCARD").words == "Exchange one to three cards" and choice(shown, "PASS").words == "Stand pat"
    )


def test_captured_points_are_counted_where_they_decide() -> None:
    shown = played("hearts", lambda shown: any(meter.value for meter in shown.meters))
    assert len(shown.meters) == 4
    for meter in shown.meters:
        assert meter.label == ("point captured" if meter.value == 1 else "points captured")


def test_the_zones_are_those_of_the_game() -> None:
    game, state = game_of("five_card_draw")
    labels = {one.label for one in scene(game, state, cast_for(game)).zones}
    assert labels == {"deck", "hand"}


def test_a_bet_before_an_exchange_is_in_the_pot_by_then() -> None:
    shown = played("five_card_draw", lambda shown: "Exchange" in shown.phase and shown.pots[0].chips > 20)
    assert all(seat.bet == 0 for seat in shown.seats) and shown.clause == "A hand"


def test_side_pots_of_a_game_that_has_them_say_who_can_win_them() -> None:
    shown = played("rummy", lambda shown: len(shown.pots) > 1)
    assert set(shown.pots[1].seats) < set(shown.pots[0].seats)


@pytest.mark.parametrize(("name", "room"), [("holdem_fixed_limit", 5), ("crazy_pineapple", 5), ("leduc", 1)])
def test_a_board_has_a_place_for_every_card_that_is_turned_up(name: str, room: int) -> None:
    shown = played(name, lambda shown: True)
    assert next(zone.room for zone in shown.zones if zone.label == "community") == room


@pytest.mark.parametrize(
    ("name", "seats", "room"),
    [
        *(("gin_rummy", 2, 11), ("hearts", 4, 13), ("seven_card_stud", 4, 7), ("five_card_draw", 4, 5)),
        *(("thirty_one", 2, 4), ("rolling_stone", 4, 8), ("put", 2, 3), ("twenty_one", 3, 2), ("crazy_eights", 2, 5)),
    ],
)
def test_a_hand_has_room_for_all_cards_that_a_seat_must_hold_at_one_time(name: str, seats: int, room: int) -> None:
    game = load(name)
    config = game.configure(seats=seats)
    state = game.start(config).state
    assert game.for_config is not None
    shown = scene(game.for_config(config), state, cast_for(game, 0))
    assert {one.room for one in shown.zones if one.label == "hand"} == {room}


TWO_OF_ANY = DrawPhase(count=2, source="deck_or_discard", mandatory=True)
DRAW, DISCARD = DrawPhase(mandatory=True), DiscardPhase(mandatory=True)


@pytest.mark.parametrize(
    ("phases", "rounds", "room"),
    [
        ((DRAW,), 3, 4),
        ((DRAW, DISCARD), 3, 2),
        ((DISCARD, DRAW, DRAW), 1, 2),
        ((TWO_OF_ANY,), 2, 5),
        ((TWO_OF_ANY, DISCARD), 2, 4),
        ((DrawPhase(mandatory=False), DrawPhase(mandatory=True, only_if_passed=True)), 1, 2),
        ((DrawPhase(mandatory=False, count=3),), 1, 1),
        ((DRAW, PlayPhase(mandatory=False), DrawPhase(mandatory=True, only_if_passed=True)), 1, 3),
        ((DrawPhase(mandatory=True, count=5),), 9, 20),
        ((DRAW, ShowdownPhase(), DRAW), 1, 2),
    ],
)
def test_the_room_of_a_hand_is_counted_along_its_phases(
    phases: tuple[AnyPhase, ...], rounds: int, room: int, tmp_path: Path
) -> None:
    file = tmp_path / "drawing.json"
    file.write_text(to_json(genome(*phases, rounds=rounds)))
    game, state = game_of(str(file))
    assert zone(scene(game, state, cast_for(game, 0)), "hand").room == room


@pytest.mark.parametrize("name", ["gin_rummy", "rummy", "seven_card_stud", "sixty_six", "speed", "bourre"])
def test_a_seat_that_passes_wherever_it_may_comes_to_hold_as_many_cards_as_its_hand_has_room_for(name: str) -> None:
    game, state = game_of(name)
    dealer, choose, most, rooms = RandomDealer(1), random_chooser(game, 1), 0, set()
    for _ in range(200):
        hands = [one for one in scene(game, state, cast_for(game, 0)).zones if one.label == "hand"]
        rooms |= {hand.room for hand in hands}
        most = max(most, *(hand.count for hand in hands))
        if not (pending := game.pending(state)):
            break
        decision = pending[0]
        passes = (Move(option.kind) for option in decision.options if game.describe(Move(option.kind)) in PASSES)
        chosen = dealer.deal(state, decision) if decision.seat == HOUSE else next(passes, None)
        game.advance(state, decision.seat, chosen or choose(state, decision))
    assert rooms == {most}
