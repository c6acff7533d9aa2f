"""Deck files: what they may say, and how each fault is refused, naming the file, the card and the field."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from croupier.games.deal import GAME, configure, decks, for_config
from croupier.games.deal.decks import load_deck, names_of, read_deck
from croupier.games.deal.events import CardFlipped
from croupier.games.deal.traits import LOCATION, cover_of, evidence_of, heat_of, kind_of
from croupier.games.deal.words import ROLES
from croupier.kernel.errors import BadInput
from croupier.kernel.showing.cast import Cast

from .table import SHORT, totals

GOOD = '{ name = "Alibi", kind = "cover", cover = 30 }'
OTHERS = '{ name = "Bribe", kind = "cover" }, { name = "Lookout", kind = "modifier" }'


def deck_text(card: str = GOOD, *, narc: str = "", more: str = "") -> str:
    """A deck file of three cards each, the Player's first card being the one given."""
    three = f"[ {GOOD}, {OTHERS} ]"
    return f"narc = {narc or three}\ncustomer = {three}\nplayer = [ {card}, {OTHERS} ]\n{more}\n"


def test_a_deck_file_of_three_cards_each_can_be_played() -> None:
    deck = read_deck(deck_text(), "mine.toml")
    assert deck.first == (0, 3, 6, 9)
    assert deck.names[6:] == ("Alibi", "Bribe", "Lookout")


def test_missing_numbers_of_a_card_are_zero() -> None:
    trait = read_deck(deck_text('{ name = "Void", kind = "location" }'), "mine.toml").traits[6]
    assert (kind_of(trait), evidence_of(trait), cover_of(trait), heat_of(trait)) == (LOCATION, 0, 0, 0)


@pytest.mark.parametrize(
    ("card", "complaint"),
    [
        ("7", r"player card 1: is 7, not a card. Write \{ name"),
        ('{ kind = "cover" }', "player card 1: name is missing. Write name ="),
        ('{ name = 3, kind = "cover" }', "player card 1: name is 3"),
        ('{ name = " ", kind = "cover" }', "player card 1: name is ' '"),
        ('{ name = "A name that is far too long for a card", kind = "cover" }', "name is .* at most 24"),
        ('{ name = "X" }', r"player card 1 \(X\): kind is missing. Write one of product, location"),
        ('{ name = "X", kind = "joker" }', r"player card 1 \(X\): kind is 'joker'. Write one of"),
        ('{ name = "X", kind = ["cover"] }', r"player card 1 \(X\): kind is \['cover'\]"),
        (
            '{ name = "X", kind = "cover", colour = 1 }',
            r"\(X\): colour is nothing that a card of this kind has. Write only name",
        ),
        ('{ name = "X", kind = "cover", evidence = 1 }', r"\(X\): evidence is nothing that a card of this kind has"),
        ('{ name = "X", kind = "evidence", price = 1 }', r"\(X\): price is nothing that a card of this kind has"),
        ('{ name = "X", kind = "product" }', r"\(X\): price is missing. Write price = 100"),
        ('{ name = "X", kind = "insurance", cover = 5 }', r"\(X\): cost is missing. Write cost = 1000"),
        ('{ name = "X", kind = "conviction" }', r"\(X\): threshold is missing. Write threshold = 40"),
        ('{ name = "X", kind = "product", price = -1 }', r"\(X\): price is -1. Write a whole number from 0 to 999999"),
        ('{ name = "X", kind = "product", price = "1" }', r"\(X\): price is '1'"),
        ('{ name = "X", kind = "product", price = true }', r"\(X\): price is True"),
        (
            '{ name = "X", kind = "cover", cover = 1000 }',
            r"\(X\): cover is 1000. Write a whole number from -999 to 999",
        ),
        ('{ name = "X", kind = "cover", heat = 1.5 }', r"\(X\): heat is 1.5"),
        ('{ name = "X", kind = "location", evidence = -1000 }', r"\(X\): evidence is -1000"),
        ('{ name = "X", kind = "modifier", multiplier = 1.5 }', r"\(X\): multiplier is 1.5. .*in tenths: 15 is ×1.5"),
        ('{ name = "X", kind = "modifier", multiplier = 0 }', r"\(X\): multiplier is 0"),
        ('{ name = "X", kind = "conviction", threshold = -1 }', r"\(X\): threshold is -1"),
        ('{ name = "X", kind = "insurance", cost = -1 }', r"\(X\): cost is -1"),
        ('{ name = "X", kind = "cover", copies = 0 }', r"\(X\): copies is 0. Write a whole number from 1 to 80"),
        ('{ name = "Bribe", kind = "cover" }', r"player card 2 \(Bribe\): name stands twice .* copies = 2"),
    ],
)
def test_a_bad_card_is_refused_naming_file_card_and_field(card: str, complaint: str) -> None:
    with pytest.raises(BadInput, match=f"^mine.toml: .*{complaint}"):
        read_deck(deck_text(card), "mine.toml")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("narc = [", "mine.toml is not TOML"),
        ("narc = 3", "mine.toml: the deck narc is missing. Write narc = "),
        (deck_text(more="dealer = []"), "mine.toml: there is no deck 'dealer'. Write narc, customer, player"),
        (deck_text(narc=f"[ {GOOD} ]"), "mine.toml: the deck narc has 1 cards. Write at least 3"),
        (
            deck_text('{ name = "X", kind = "cover", copies = 75 }'),
            "mine.toml: the three decks have 83 cards. Write at most 80",
        ),
        (
            deck_text('{ name = "X", kind = "modifier", multiplier = 9, copies = 19 }'),
            "mine.toml: the 19 cards with a multiplier",
        ),
        (
            deck_text(
                '{ name = "X", kind = "modifier", multiplier = 100, copies = 7 }, '
                '{ name = "Gold", kind = "product", price = 999999 }'
            ),
            "mine.toml: the 7 cards with a multiplier could together make a profit too large",
        ),
    ],
)
def test_a_bad_file_is_refused_naming_it(text: str, complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        read_deck(text, "mine.toml")


def test_a_missing_file_is_refused_with_the_names_there_are(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"There is no deck file .*none.toml.*or a name: classic"):
        configure(decks=tmp_path / "none.toml")


def test_an_unreadable_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadInput, match="cannot be read"):
        configure(decks=tmp_path / "binary.toml")
    with pytest.raises(BadInput, match="cannot be read"):
        configure(decks=tmp_path)


def test_largest_profit_that_is_allowed_is_exact(tmp_path: Path) -> None:
    gold = '{ name = "Gold", kind = "product", price = 999999 }'
    mine = tmp_path / "mine.toml"
    mine.write_text(deck_text(f'{{ name = "X", kind = "modifier", multiplier = 99, copies = 6 }}, {gold}'))
    assert totals("Gold", *["X"] * 6, decks=mine)[3] == 999999 * 99**6 // 10**6


def test_card_names_come_from_the_deck_that_is_configured(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(deck_text('{ name = "Moonshine", kind = "product", price = 7 }'))
    config = configure(decks=mine)
    assert GAME.words.card_name(6) == "Moonshine"
    assert "Moonshine" in GAME.describe_option(
        msgspec.structs.replace(GAME.decision(GAME.start(config).state, 30).options[0], cards=(6,))
    )
    configure()
    assert GAME.words.card_name(6) == "Donut Break"
    assert for_config(config).words.card_name(6) == "Moonshine"
    tell = for_config(config).words.tell
    assert tell is not None
    assert tell(CardFlipped(2, 6, 0), Cast(roles=ROLES)) == "the Player turns up Moonshine"


def test_cards_without_a_name_still_have_something_to_call_them() -> None:
    classic = load_deck("classic")
    assert (classic.card_name(-1), classic.card_name(79)) == ("??", "no card")
    assert names_of(0).card_name(12) == "card 12"


def test_every_deck_has_a_number_of_its_own() -> None:
    assert load_deck("classic").number != load_deck(SHORT).number
    assert load_deck("classic").number == configure().deck


def test_the_rule_book_names_every_classic_card() -> None:
    book = " ".join(GAME.words.rule_book().split())
    assert all(name in book for name in load_deck("classic").names)


def test_a_replay_finds_the_names_of_a_deck_in_the_box(monkeypatch: pytest.MonkeyPatch) -> None:
    deck = load_deck("classic")
    monkeypatch.setattr(decks, "_known", {})
    assert decks.names_of(deck.number) == deck
    assert decks.names_of(deck.number + 1).card_name(3) == "card 3"
