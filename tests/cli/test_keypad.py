"""Answers key by key: Enter only where something could still follow."""

from __future__ import annotations

import pytest

from croupier.cli.terminal import keys
from croupier.cli.terminal.answers import Answer
from croupier.cli.terminal.keypad import Keypad
from croupier.kernel.errors import BadInput
from croupier.kernel.showing.scene import Choice, Scene
from tests.cli.table import scene_of, taking
from tests.cli.test_answers import BETTING, DEALING, LAYING, SWAPPING

MANY = [f"{rank}{suit}" for suit in "cd" for rank in "23456789"]
TRICK = scene_of(taking("PLAY", "p", MANY[:12]), hand=MANY[:12])


def pressed(scene: Scene, *typed: str) -> Answer | None:
    pad, answer = Keypad(scene), None
    for key in typed:
        assert answer is None, "nothing is left to press"
        answer = pad.press(key)
    return answer


def test_a_letter_is_enough_where_nothing_more_is_needed() -> None:
    answer = pressed(BETTING, "c")
    assert answer is not None and answer.choice.name == "CALL"


def test_an_amount_ends_with_enter_or_is_a_letter() -> None:
    assert pressed(BETTING, "r", "3", "0", "0") is None
    typed = pressed(BETTING, "r", "3", "0", keys.BACKSPACE, "5", "0", keys.ENTER)
    assert typed is not None and typed.amount == 350
    pot = pressed(BETTING, "r", "p")
    assert pot is not None and pot.amount == 700
    all_in = pressed(BETTING, "r", "a")
    assert all_in is not None and all_in.costs


def test_an_amount_out_of_bounds_is_refused_with_the_bounds() -> None:
    with pytest.raises(BadInput, match="Raise to 5 is not possible: it takes 200 to 2,000,000"):
        pressed(BETTING, "r", "5", keys.ENTER)


def test_the_number_of_a_card_is_that_card() -> None:
    third = pressed(DEALING, "3")
    assert third is not None and (third.choice.name, third.cards) == ("RAISE", (2,))
    same = pressed(DEALING, "r", "3")
    assert same == third


def test_a_number_is_no_option() -> None:
    with pytest.raises(BadInput, match="Nothing has a number now: press a letter"):
        pressed(BETTING, "3")


def test_a_digit_waits_only_if_another_number_begins_with_it() -> None:
    two = pressed(TRICK, "2")
    assert two is not None and two.cards == (1,)
    assert pressed(TRICK, "1") is None
    one = pressed(TRICK, "1", keys.ENTER)
    assert one is not None and one.cards == (0,)
    twelve = pressed(TRICK, "1", "2")
    assert twelve is not None and twelve.cards == (11,)


def test_several_cards_are_put_together_and_put_back() -> None:
    swapped = pressed(SWAPPING, "1", "2", "1", "3", keys.ENTER)
    assert swapped is not None and swapped.cards == (1, 2), "pressed once more, the first went back"
    with pytest.raises(BadInput, match="No more than"):
        pressed(SWAPPING, "1", "2", "3")


def test_places_are_filled_in_order_and_shown_while_they_are() -> None:
    pad = Keypad(LAYING)
    for key in ("3", "-", "1"):
        assert pad.press(key) is None
    assert "heal - attack" in pad.shown()
    done = pad.press(keys.ENTER)
    assert done is not None and done.cards == (2, None, 0)


def test_escape_begins_again() -> None:
    pad = Keypad(BETTING)
    pad.press("r")
    pad.press("3")
    pad.press(keys.ESCAPE)
    assert not pad.begun and pad.shown() == ""


def test_an_aside_without_a_key_has_none() -> None:
    with pytest.raises(BadInput, match="'l' is none of the keys: c"):
        pressed(LAYING, "l")


def test_an_option_with_one_amount_needs_none() -> None:
    fixed = scene_of(Choice(name="RAISE", words="Raise to 20", key="r", low=20, high=20, step=1))
    raised = pressed(fixed, "r")
    assert raised is not None and raised.amount == 20
