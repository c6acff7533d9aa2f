"""Cards as text: what is written is read again, and what cannot be read is named."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.cards import DECK, UNKNOWN, format_card, format_cards, parse_card, parse_cards

hands = st.lists(st.integers(0, DECK - 1), unique=True, max_size=12)


def test_every_card_is_read_as_it_is_written() -> None:
    written = [format_card(card) for card in range(DECK)]
    assert [parse_card(text) for text in written] == list(range(DECK))
    assert len(set(written)) == DECK


def test_cards_are_ordered_by_rank_then_suit() -> None:
    assert parse_cards("2c 2d 2h 2s 3c Ts Jc As") == [0, 1, 2, 3, 4, 35, 36, 51]


@given(hands, st.sampled_from(["", " ", ", ", "  "]))
def test_lists_of_cards_are_read_as_they_are_written(cards: list[int], between: str) -> None:
    assert parse_cards(format_cards(cards, between)) == cards


@pytest.mark.parametrize("text", ["Th", "th", "TH", "tH", "10h", "10H"])
def test_a_ten_may_be_written_in_several_ways(text: str) -> None:
    assert parse_card(text) == parse_card("Th") == 4 * 8 + 2


def test_tens_in_lists() -> None:
    assert parse_cards("10h,10c 9d") == parse_cards("ThTc9d")


def test_an_unknown_card_has_a_text_of_its_own() -> None:
    assert parse_card("??") == UNKNOWN
    assert format_card(UNKNOWN) == "??"


@pytest.mark.parametrize("card", [-2, -52, DECK, 99])
def test_a_number_that_is_no_card_has_no_text(card: int) -> None:
    with pytest.raises(BadInput, match=str(card)):
        format_card(card)


def test_unknown_cards_may_come_twice() -> None:
    assert parse_cards("???? Ah") == [UNKNOWN, UNKNOWN, parse_card("Ah")]


def test_nothing_is_no_card_at_all() -> None:
    assert parse_cards("") == parse_cards(" , ") == []


@pytest.mark.parametrize(
    "text", ["", "A", "h", "1x", "1h", "Ax", "xh", "hA", "Ahh", "AKh", "0h", "1010h", "?", "A?", " h"]
)
def test_an_invalid_card_is_named_in_the_error(text: str) -> None:
    with pytest.raises(BadInput) as error:
        parse_card(text)
    assert repr(text) in str(error.value)
    assert "Ah" in str(error.value), "the error shows how a card is written"


@pytest.mark.parametrize(("text", "named"), [("Ah K", "'Ah K'"), ("Ah Kx", "'Kx'"), ("Ah?", "'Ah?'"), ("AhhA", "'hA'")])
def test_an_invalid_list_of_cards_is_named_in_the_error(text: str, named: str) -> None:
    with pytest.raises(BadInput) as error:
        parse_cards(text)
    assert named in str(error.value)


@pytest.mark.parametrize("text", ["Ah Kd Ah", "AhaH", "Th 10h"])
def test_a_card_that_comes_twice_is_named_in_the_error(text: str) -> None:
    with pytest.raises(BadInput) as error:
        parse_cards(text)
    assert "twice" in str(error.value) and repr(text) in str(error.value)
    assert format_card(parse_cards(text.split()[0][:2])[0]) in str(error.value)


@given(st.text("AaTt10259KchdsS?, x\u0130\u00df", max_size=6))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        cards = parse_cards(text)
    except BadInput:
        return
    assert parse_cards(format_cards(cards)) == cards
