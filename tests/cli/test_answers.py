"""What a person types: options by key, name and start of a name; amounts; cards by what stands beside them."""

from __future__ import annotations

import pytest

from croupier.cli.terminal.answers import read_answer
from croupier.kernel.errors import BadInput
from croupier.kernel.showing.scene import Candidate, Choice, Preset, Scene
from tests.cli.table import scene_of, taking

NAMED = (Preset(label="min", amount=200), Preset(label="half pot", amount=450), Preset(label="pot", amount=700))
RAISE = Choice(
    name="RAISE_TO",
    words="Raise to",
    key="r",
    low=200,
    high=2_000_000,
    step=1,
    presets=(*NAMED, Preset(label="all-in", amount=2_000_000)),
    costly="That is all you have.",
    costly_from=2_000_000,
)
BETTING = scene_of(Choice(name="FOLD", words="Fold", key="f"), Choice(name="CALL", words="Call 100", key="c"), RAISE)
DEAL_HAND = ("Plea Bargain", "Alibi", "Alibi", "Bribe", "Bribed Witness")
DEALING = scene_of(Choice(name="CHECK", words="Check", key="c"), taking("RAISE", "r", DEAL_HAND), hand=DEAL_HAND)
SWAPPED = ("Ah", "Kd", "Tc")
SWAPPING = scene_of(
    taking("SWAP", "s", SWAPPED, fewest=1, most=2), Choice(name="PASS", words="Stand pat", key="p"), hand=SWAPPED
)
LAID = ("attack", "attack", "heal", "counter")
LAYING = scene_of(
    taking("CONFIRM", "c", LAID, fewest=3, most=3, ordered=True, gaps=True),
    Choice(name="LEAVE", words="Leave the match", aside=True, costly="Leaving loses the match."),
    hand=LAID,
)


def answered(scene: Scene, typed: str) -> tuple[str, int, tuple[int | None, ...]]:
    answer = read_answer(scene, typed)
    return answer.choice.name, answer.amount, answer.cards


@pytest.mark.parametrize("typed", ["c", "C", "call", "Call 100", "ca"])
def test_an_option_goes_by_its_key_its_name_its_words_or_their_start(typed: str) -> None:
    assert answered(BETTING, typed) == ("CALL", 0, ())


@pytest.mark.parametrize(
    ("typed", "amount"),
    [
        ("raise 300", 300),
        ("r 300", 300),
        ("r to 300", 300),
        ("raise to 300", 300),
        ("raise-to 300", 300),
        ("raise_to 300", 300),
        ("bet 300", 300),
        ("r 1,250,000", 1_250_000),
        ("raise 1_000", 1_000),
        ("r min", 200),
        ("r max", 2_000_000),
        ("raise pot", 700),
        ("r half", 450),
        ("half pot", 450),
        ("half", 450),
        ("pot", 700),
        ("all in", 2_000_000),
        ("All-in", 2_000_000),
        ("allin", 2_000_000),
        ("raise all in", 2_000_000),
    ],
)
def test_an_amount_goes_by_its_digits_or_by_its_name(typed: str, amount: int) -> None:
    assert answered(BETTING, typed) == ("RAISE_TO", amount, ())


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("", "Nothing was typed"),
        ("3", "Nothing has the number 3. For an amount, type r 3."),
        ("raise", "takes an amount from 200 to 2,000,000: r 200"),
        ("raise much", "takes an amount"),
        ("raise -300", "takes an amount"),
        ("raise 1,00", "takes an amount"),
        ("raise 5", "Raise to 5 is not possible: it takes 200 to 2,000,000"),
        ("call 5", "Call 100 takes nothing more"),
        ("chekc", "is none of the options"),
        ("flod", "Did you mean fold?"),
    ],
)
def test_a_word_that_is_no_answer_is_refused_with_the_answers_that_are_possible(typed: str, why: str) -> None:
    with pytest.raises(BadInput, match=".*" + why.replace("?", r"\?").replace(".", r"\.")):
        read_answer(BETTING, typed)


def test_a_number_is_never_an_option() -> None:
    for typed in ("1", "2", "3"):
        with pytest.raises(BadInput):
            read_answer(BETTING, typed)


def test_all_in_is_no_amount_that_leaves_chips_behind() -> None:
    limited = scene_of(Choice(name="RAISE_TO", words="Raise to", key="r", low=2, high=9, step=1, presets=NAMED[:1]))
    with pytest.raises(BadInput):
        read_answer(limited, "all in")
    assert answered(limited, "r max") == ("RAISE_TO", 9, ())


def test_a_games_own_words_come_before_those_of_the_table() -> None:
    own = scene_of(
        Choice(name="BET", words="Bet 10", key="b"), RAISE, Choice(name="ALL_IN", words="All-in with 9", key="a")
    )
    assert answered(own, "bet") == ("BET", 0, ())
    assert answered(own, "all in") == ("ALL_IN", 0, ())


@pytest.mark.parametrize(
    ("typed", "card"),
    [
        ("plea bargain", 0),
        ("raise plea bargain", 0),
        ("Plea", 0),
        ("r plea b", 0),
        ("1", 0),
        ("bribed", 4),
        ("bribe", 3),
    ],
)
def test_cards_of_two_words_go_by_their_names_and_unambiguous_starts(typed: str, card: int) -> None:
    assert answered(DEALING, typed) == ("RAISE", 0, (card,))


def test_a_start_that_two_kinds_have_is_refused_naming_both() -> None:
    with pytest.raises(BadInput, match="'brib' could be Bribe or Bribed Witness"):
        read_answer(DEALING, "raise brib")
    with pytest.raises(BadInput, match=r"'alibbi' is none of .* Did you mean Alibi\?"):
        read_answer(DEALING, "raise alibbi")


def test_of_equal_cards_any_will_do() -> None:
    assert answered(DEALING, "alibi") == ("RAISE", 0, (1,))
    assert answered(LAYING, "attack attack -") == ("CONFIRM", 0, (0, 1, None))
    with pytest.raises(BadInput, match="There is no other attack"):
        read_answer(LAYING, "attack attack attack")


@pytest.mark.parametrize(
    ("typed", "cards"),
    [("swap Ah Tc", (0, 2)), ("Ah, Tc", (0, 2)), ("1 3", (0, 2)), ("s 3 1", (2, 0)), ("A♥ 10c", (0, 2)), ("kd", (1,))],
)
def test_several_cards_go_by_name_or_number(typed: str, cards: tuple[int, ...]) -> None:
    assert answered(SWAPPING, typed) == ("SWAP", 0, cards)


@pytest.mark.parametrize(
    ("typed", "why"),
    [("swap", "one or two cards, not 0"), ("1 2 3", "not 3"), ("1 1", "Ah is named twice"), ("9", "there are 1, 2, 3")],
)
def test_too_many_cards_or_the_same_twice_are_refused(typed: str, why: str) -> None:
    with pytest.raises(BadInput, match=why):
        read_answer(SWAPPING, typed)


def test_a_dash_leaves_a_place_empty() -> None:
    assert answered(LAYING, "attack - heal") == ("CONFIRM", 0, (0, None, 2))
    assert answered(LAYING, "- - -") == ("CONFIRM", 0, (None, None, None))
    assert answered(LAYING, "confirm 3 - 4") == ("CONFIRM", 0, (2, None, 3))
    with pytest.raises(BadInput, match="Type - for a place that stays empty: 3 in all"):
        read_answer(LAYING, "attack")


def test_a_single_letter_is_no_start_of_a_name() -> None:
    """`l` once was LEAVE, and gave up the match."""
    with pytest.raises(BadInput):
        read_answer(LAYING, "l")
    assert answered(LAYING, "leave") == ("LEAVE", 0, ())


def test_a_card_that_is_refused_says_why() -> None:
    refused = Candidate(zone=1, slot=1, name="Kd", why_not="does not follow hearts")
    scene = scene_of(taking("PLAY", "p", ["Ah"], refuses=(refused,)), hand=("Ah", "Kd"))
    for typed in ("2", "play Kd"):
        with pytest.raises(BadInput, match="Kd cannot be chosen: does not follow hearts"):
            read_answer(scene, typed)
    assert answered(scene, "p") == ("PLAY", 0, (0,)), "the only one need not be named"


def test_an_option_with_a_price_names_it_with_its_amount() -> None:
    assert read_answer(BETTING, "r 300").costs == ""
    assert read_answer(BETTING, "all in").costs == "That is all you have."
    assert read_answer(LAYING, "leave").costs == "Leaving loses the match."
    assert read_answer(BETTING, "r 3000").words == "Raise to 3,000"
    assert read_answer(LAYING, "attack - heal").words == "Confirm: attack, -, heal"


def test_a_number_is_the_card_it_stands_beside_and_not_the_rank() -> None:
    hand = ("3c", "Kd", "2h", "Th")
    table = scene_of(taking("PLAY", "p", hand), hand=hand)
    typed = {"3": 2, "2": 1, "4": 3, "3c": 0, "10": 3, "t": 3}
    assert {said: answered(table, f"p {said}")[2] for said in typed} == {said: (at,) for said, at in typed.items()}
