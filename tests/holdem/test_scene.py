"""A Scene of hold'em: what somebody who knows no rule can draw and play."""

from __future__ import annotations

from croupier import holdem
from croupier.games.holdem.hand import Hand
from croupier.kernel.showing.cast import cast_for
from croupier.kernel.showing.draw import draw
from croupier.kernel.showing.moments import moments
from croupier.kernel.showing.onlooker import Onlooker
from croupier.kernel.showing.scene import Choice, Scene
from croupier.kernel.showing.scenes import scene

GAME = holdem.GAME


def seen(hand: Hand, eyes: int | None = None) -> Scene:
    """The table with some eyes; with those of the seat to act, if nobody says whose."""
    looking = Onlooker(GAME, cast_for(GAME, hand.actor if eyes is None else eyes))
    for events in hand._told:
        looking.hear(looking.facts(events))
    return looking.see(hand._state)


def choices(shown: Scene) -> dict[str, Choice]:
    assert shown.question is not None
    return {choice.name: choice for choice in shown.question.options}


def three(**options: object) -> Hand:
    return holdem.deal([1_000] * 3, (10, 20), seed=1, **options)  # type: ignore[arg-type]


def test_options_say_what_they_cost() -> None:
    hand = three()
    offered = choices(seen(hand))
    assert [choice.words for choice in offered.values()] == ["Fold", "Call 20", "Raise to"]
    assert (offered["RAISE_TO"].low, offered["RAISE_TO"].high) == (40, 1_000)
    assert seen(hand).question.says == "20 to call."  # type: ignore[union-attr]
    hand.call()
    hand.call()
    assert [choice.words for choice in choices(seen(hand)).values()] == ["Fold", "Check", "Raise to"]
    hand.check()
    assert choices(seen(hand))["RAISE_TO"].words == "Bet"


def test_presets_are_the_least_half_the_pot_the_pot_and_all_in() -> None:
    hand = three()
    hand.raise_to(60)
    hand.call()
    hand.call()
    named = {preset.label: preset.amount for preset in choices(seen(hand))["RAISE_TO"].presets}
    assert named == {"min": 20, "half pot": 90, "pot": 180, "all-in": 940}
    hand.bet(90)
    named = {preset.label: preset.amount for preset in choices(seen(hand))["RAISE_TO"].presets}
    assert named == {"min": 180, "half pot": 270, "pot": 450, "all-in": 940}, "the pot is counted after calling"


def test_amounts_are_counted_in_big_blinds() -> None:
    assert choices(seen(three()))["RAISE_TO"].stride == 20


def test_a_board_has_five_places() -> None:
    board = next(zone for zone in seen(three()).zones if zone.label == "board")
    assert (board.room, board.cards) == (5, ())


def test_the_hand_keeps_its_number_until_the_next_begins() -> None:
    hand = three()
    eyes, before = Onlooker(GAME, cast_for(GAME, 0)), GAME.view(hand._state, 0)
    hand.fold()
    hand.fold()
    shown = moments(eyes, before, eyes.facts(hand._told[-1]), hand._state)
    assert {moment.scene.phase.partition(" · ")[0] for moment in shown} == {"Hand 1"}


def test_presets_beyond_what_is_legal_are_left_out() -> None:
    hand = holdem.deal([1_000] * 2, (10, 20), seed=1, structure="pot_limit")
    named = {preset.label: preset.amount for preset in choices(seen(hand))["RAISE_TO"].presets}
    assert named == {"min": 40, "max": 60}, "in a pot limit the pot is the most, and half of it is the least"


def test_options_that_give_something_up_ask_first() -> None:
    hand = three()
    offered = choices(seen(hand))
    assert offered["FOLD"].costly == "" == offered["CALL"].costly
    assert (offered["RAISE_TO"].costly, offered["RAISE_TO"].costly_from) == ("That is all you have.", 1_000)
    hand.raise_to(1_000)
    assert choices(seen(hand))["CALL"].costly == "That is all you have."
    hand = three()
    hand.call()
    hand.call()
    free = choices(seen(hand))["FOLD"]
    assert (free.aside, free.unlisted, free.key, free.costly) == (False, True, "f", "Checking is free.")


def test_seats_have_their_marks_and_what_they_did_last_on_this_street() -> None:
    hand = three()
    hand.raise_to(60)
    hand.fold()
    shown = seen(hand)
    assert [seat.marks for seat in shown.seats] == [("button",), ("small blind",), ("big blind",)]
    assert [seat.last for seat in shown.seats] == ["raises to 60", "folds", "posts 20"]
    assert [seat.out for seat in shown.seats] == [False, True, False]
    hand.call()
    shown = seen(hand)
    assert [seat.last for seat in shown.seats] == ["", "", ""]
    assert shown.seats[1].marks == ("small blind", "folded")
    assert [seat.to_act for seat in shown.seats] == [False, False, True]


def test_cards_that_were_folded_unseen_are_gone() -> None:
    hand = three()
    hand.fold()
    assert {zone.owner for zone in seen(hand, 1).zones} == {-1, 1, 2}
    assert {zone.owner for zone in seen(hand, 0).zones} == {-1, 0, 1, 2}, "but not those that one knows"


def test_hands_that_one_sees_have_their_names() -> None:
    hand = three(deck="Ah Kd 7c As Qc 2d Ad 8h 3s")
    assert [seat.holds for seat in seen(hand, 1).seats] == ["", "pair of aces", ""]
    assert [seat.holds for seat in seen(hand, 2).seats] == ["", "", ""]
    hand.call()
    hand.call()
    hand.check()
    assert [seat.holds for seat in seen(hand, 1).seats] == ["", "three of a kind, aces", ""]


def test_side_pots_say_who_can_win_them() -> None:
    hand = holdem.deal([1_000, 60, 1_000], (10, 20), seed=1)
    hand.raise_to(200)
    hand.call()
    hand.call()
    pots = [(pot.label, pot.chips, pot.seats) for pot in seen(hand).pots]
    assert pots == [("main pot", 180, (0, 1, 2)), ("side pot 1", 280, (0, 2))]
    assert seen(hand).seats[1].marks == ("small blind", "all-in")
    assert draw(seen(hand)).splitlines()[0] == "Hand 1 · Flop   main pot 180, side pot 1 280 (seat 0, seat 2)"


def test_the_pot_has_the_bets_of_this_street_in_it() -> None:
    hand = three()
    assert [pot.chips for pot in seen(hand).pots] == [30]
    hand.fold()
    hand.fold()
    assert seen(hand, 0).pots == ()


def test_asides_say_what_they_do_and_have_no_key() -> None:
    config = holdem.configure(3, 1_000, seating="open", bank=5_000)
    state = GAME.start(config).state
    shown = choices(scene(GAME, state, cast_for(GAME, 1)))
    assert [(choice.words, choice.key, choice.aside) for choice in shown.values()] == [
        ("Leave the table", "", True),
        ("Sit out", "", True),
    ]
    assert shown["LEAVE"].costly and not shown["AWAY"].costly
