"""The players by seat, and sentences about them that fit the reader."""

from __future__ import annotations

import pytest

from croupier.games import load
from croupier.kernel.contract.nameplate import nameplates
from croupier.kernel.showing.cast import Cast, cast_for, third_person

HOLDEM, DEAL = load("holdem"), load("deal")


def seated(*names: str, eyes: int | None = None) -> Cast:
    return cast_for(HOLDEM, eyes, nameplates(names))


@pytest.mark.parametrize(
    ("verb", "conjugated"),
    [
        ("call", "calls"),
        ("raise", "raises"),
        ("pass", "passes"),
        ("go", "goes"),
        ("be", "is"),
        ("have", "has"),
        ("play", "plays"),
        ("carry", "carries"),
        ("muck", "mucks"),
    ],
)
def test_a_verb_agrees_with_its_subject(verb: str, conjugated: str) -> None:
    assert third_person(verb) == conjugated


def test_the_others_are_told_of_and_you_are_spoken_to() -> None:
    assert seated("Mara", "Bluffalo", eyes=0).does(1, "call", "200") == "Bluffalo calls 200"
    assert seated("Mara", "Bluffalo", eyes=1).does(1, "call", "200") == "you call 200"
    assert seated("Mara", "Bluffalo", eyes=1).does(1, "be", "out") == "you are out"
    assert seated("Mara", "Bluffalo").does(0, "have", "the button") == "Mara has the button"


def test_a_second_verb_agrees_with_its_subject_too() -> None:
    cast = seated("Mara", "Bluffalo", eyes=0)
    assert cast.does(0, "be", f"struck and {cast.also(0, 'have', '7 HP')}") == "you are struck and have 7 HP"
    assert cast.does(1, "be", f"struck and {cast.also(1, 'have', '7 HP')}") == "Bluffalo is struck and has 7 HP"


def test_names_keep_their_first_letter_and_other_sentences_get_a_capital() -> None:
    cast = seated("Mara", "house:shark", eyes=0)
    assert cast.sentence(cast.does(0, "fold")) == "You fold."
    assert cast.sentence(cast.does(1, "fold")) == "house:shark folds."
    assert cast.sentence("50 uncalled go back to you") == "50 uncalled go back to you."
    assert Cast().sentence(Cast().does(2, "fold")) == "Seat 2 folds."
    assert cast.sentence("") == ""
    assert cast.sentence("what now?") == "What now?"


def test_a_seat_that_has_no_name_is_a_number_or_a_role() -> None:
    assert seated("", "Bluffalo").plate(0) == Cast().plate(0) == "seat 0"
    assert cast_for(DEAL).name(0) == "the Narc" and cast_for(DEAL).plate(0) == "Narc"
    assert cast_for(DEAL, 0).whose(0) == "your" and cast_for(DEAL, 1).whose(0) == "the Narc's"


def test_no_two_plates_are_alike() -> None:
    assert [seated("shark", "tight", "shark").plate(seat) for seat in range(3)] == ["shark 0", "tight", "shark 2"]


def test_where_seats_have_roles_sentences_tell_of_those() -> None:
    cast = cast_for(DEAL, 2, nameplates(["house:narc", "house:customer", "Mara"]))
    assert cast.does(0, "check") == "the Narc checks" and cast.does(2, "check") == "you check"
    assert cast.plate(0) == "house:narc" and cast.role(0) == "Narc" and cast.identity(0) == "player-1"


def test_a_tag_beside_a_name_needs_no_subject() -> None:
    tags = seated("Mara", "Bluffalo", eyes=0).without_subjects()
    assert tags.does(0, "call", "200") == tags.does(1, "call", "200") == "calls 200"


def test_a_viewer_with_anothers_eyes_is_not_spoken_to() -> None:
    cast = cast_for(HOLDEM, 0, nameplates(["Mara", "Bluffalo"]), spoken_to=False)
    assert cast.does(0, "fold") == "Mara folds"
