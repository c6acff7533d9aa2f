"""What a seat may do with its cards, what becomes of them, and who is told."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.games.genome.language.genome import (
    BettingPhase,
    Condition,
    DiscardPhase,
    DrawPhase,
    EmptyHand,
    HigherRank,
    LowerRank,
    MostCaptured,
    NextRank,
    PlayPhase,
    RankIs,
    SameRank,
    SameSuit,
    ShowdownPhase,
    SuitIs,
)
from croupier.games.genome.machine.events import (
    CardsCaptured,
    CardsDiscarded,
    CardsPlayed,
    CardsThrownAway,
    CouldNotPlay,
    DeckRefilled,
    Drew,
    Passed,
    TookDiscard,
)
from croupier.games.genome.machine.records import CAPTURED, DECK, HAND, MUCK, PILE, TOP
from croupier.kernel.vocabulary.cards import UNKNOWN, format_cards
from croupier.kernel.vocabulary.turns import PUBLIC

from .table import GenomeTable, cards, genome

CHECK_ROUND = BettingPhase(10, 1)
SIX = {"initial_deck": "leduc_6", "cards": 3}
"""Two hands of three: the whole deck."""


# Which cards fit.


@pytest.mark.parametrize(
    ("last", "condition", "fitting"),
    [
        ("9h", SameSuit(), "Ah"),
        ("9h", SameRank(), "9d"),
        ("9h", HigherRank(), "Tc Ah"),
        ("9h", LowerRank(), "2c 8s"),
        ("9h", NextRank(), "8s Tc"),
        ("As", NextRank(), "2c"),
        ("2s", NextRank(), "Ah"),
        ("Ks", NextRank(), "Ah"),
        ("3s", NextRank(), "2c"),
    ],
)
def test_how_a_card_stands_to_the_last_one(last: str, condition: Condition, fitting: str) -> None:
    played = genome(PlayPhase(conditions=(condition,)), cards=5, initial_discard_count=1)
    table = GenomeTable(played, f"2c 4c 9d 4d 8s 4s Tc 5c Ah 5d {last}")
    assert table.cards_for("PLAY") == fitting


@pytest.mark.parametrize(
    ("match", "conditions", "fitting"),
    [
        ("any", (SameSuit(), LowerRank()), "2c 8s Ah"),
        ("all", (HigherRank(), NextRank()), "Tc"),
        ("any", (HigherRank(), SuitIs(("spades",))), "8s Tc Ah"),
        ("all", (LowerRank(), SuitIs(("spades",))), "8s"),
        ("all", (LowerRank(), SuitIs(("spades", "clubs")), RankIs(("2", "T"))), "2c"),
        ("any", (RankIs(("A",)), SuitIs(("diamonds",))), "9d Ah"),
        ("all", (SameSuit(), HigherRank(), RankIs(("A", "K"))), "Ah"),
    ],
)
def test_any_or_all_conditions(match: Any, conditions: tuple[Condition, ...], fitting: str) -> None:
    played = genome(PlayPhase(conditions=conditions, match=match), cards=5, initial_discard_count=1)
    assert GenomeTable(played, "2c 4c 9d 4d 8s 4s Tc 5c Ah 5d 9h").cards_for("PLAY") == fitting


def test_a_second_seat_plays_onto_what_the_first_has_played() -> None:
    played = genome(PlayPhase(conditions=(SameSuit(),)), players=3, cards=2, initial_discard_count=1)
    table = GenomeTable(played, "2c 3c 4d 5c 6d 7h 8c").do("PLAY 2c", "PLAY 3c")
    assert table.told(CouldNotPlay) == [CouldNotPlay(2)]
    assert (table.actor, table.cards_for("PLAY")) == (0, "5c")
    assert table.view(2).cards.row[table.table.cards.first[TOP]] == cards("3c")[0]


def test_a_card_that_was_not_told_cannot_be_chosen() -> None:
    table = GenomeTable(genome(PlayPhase(), cards=3), "2c 3c ?? 4c 5c 6c")
    assert table.cards_for("PLAY") == "2c 5c"


@pytest.mark.parametrize(
    ("fewest", "most", "fitting", "bounds"),
    [
        (1, 1, "2c", (1, 1)),
        (1, 3, "2c 3c", (1, 2)),
        (2, 3, "2c 3c", (2, 2)),
        (2, 3, "2c 3c 4c", (2, 3)),
        (2, 2, "2c 3c 4c", (2, 2)),
        (2, 9, "2c 3c 4c 5c", (2, 4)),
        (2, 2, "2c", None),
        (3, 3, "2c 3c", None),
    ],
)
def test_enough_cards_must_fit(fewest: int, most: int, fitting: str, bounds: tuple[int, int] | None) -> None:
    """Seat 1 has some of clubs and fills up with hearts; so does seat 0, which passes by."""
    hand = [*fitting.split(), "2h", "3h", "4h", "5h"][:4]
    other = ["6h", "7h", "8h", "9h"]
    deck = " ".join(card for pair in zip(other, hand, strict=True) for card in pair)
    table = GenomeTable(genome(PlayPhase(fewest, most, conditions=(SuitIs(("clubs",)),)), cards=4, rounds=1), deck)
    if bounds is None:
        assert table.told(CouldNotPlay) == [CouldNotPlay(0), CouldNotPlay(1)]
    else:
        option = table.option("PLAY")
        assert (table.actor, format_cards(option.cards), option.zone) == (1, fitting, HAND + 1)
        assert (option.fewest, option.most) == bounds


def test_a_seat_that_holds_fewer_than_it_must_play_plays_all_if_all_fit() -> None:
    clubs = PlayPhase(3, 3, conditions=(SuitIs(("clubs",)),))
    assert GenomeTable(genome(clubs, cards=2, rounds=1), "2c 3h 4c 5c").option("PLAY").fewest == 2
    table = GenomeTable(genome(clubs, cards=2, rounds=1), "2h 3h 4c 5c")
    assert table.told(CouldNotPlay) == [CouldNotPlay(0), CouldNotPlay(1)]


@pytest.mark.parametrize(("mandatory", "bounds"), [(True, (3, 3)), (False, (1, 3))])
def test_discards_are_exactly_or_at_most_the_given_number(mandatory: bool, bounds: tuple[int, int]) -> None:
    table = GenomeTable(genome(DiscardPhase(3, mandatory=mandatory), cards=4))
    option = table.option("DISCARD")
    assert (option.fewest, option.most, len(option.cards)) == (*bounds, 4)
    assert table.moves == (["DISCARD"] if mandatory else ["DISCARD", "PASS"])


# What there is to draw, and to take.


def test_nothing_is_drawn_where_only_the_last_discard_is_left() -> None:
    table = GenomeTable(genome(DiscardPhase(face="up"), DrawPhase(mandatory=False), CHECK_ROUND, chips=100, **SIX))
    table.do(f"DISCARD {table.cards_for('DISCARD').split()[0]}")
    assert (table.actor, table.moves) == (1, ["DISCARD"]), "the deck is empty, and one card lies on the pile"
    table.do(f"DISCARD {table.cards_for('DISCARD').split()[0]}")
    assert (table.actor, table.moves) == (1, ["DRAW", "PASS"]), "now one lies below it"
    table.do("DRAW")
    assert (table.told(DeckRefilled), len(table.hands()[1].split())) == ([DeckRefilled(1)], 3)


def test_cards_thrown_away_face_down_can_be_drawn() -> None:
    table = GenomeTable(genome(DiscardPhase(face="down"), DrawPhase(mandatory=False), CHECK_ROUND, chips=100, **SIX))
    thrown = table.cards_for("DISCARD").split()[0]
    table.do(f"DISCARD {thrown}")
    assert (table.actor, table.moves) == (0, ["DRAW", "PASS"])
    assert table.do("DRAW").zone(HAND).split()[-1] == thrown


def test_a_seat_that_can_neither_draw_nor_take_is_not_asked() -> None:
    source: Any
    for source in ("deck", "discard", "deck_or_discard"):
        table = GenomeTable(genome(DrawPhase(source=source, mandatory=False), CHECK_ROUND, chips=100, **SIX))
        assert table.moves == ["CHECK", "BET"]
        assert table.told(Passed) == []


@pytest.mark.parametrize("source", ["deck", "discard", "deck_or_discard"])
@pytest.mark.parametrize("full", [0, 1])
def test_only_the_seat_with_a_full_hand_is_not_asked(full: int, source: Any) -> None:
    """Twenty cards are all there is room for."""
    phases = DiscardPhase(face="up", mandatory=False), DrawPhase(source=source, mandatory=False)
    table = GenomeTable(genome(*phases, CHECK_ROUND, cards=20, chips=100, initial_discard_count=1))
    for seat in range(2):
        assert (table.actor, table.moves) == (seat, ["DISCARD", "PASS"])
        if seat == full:
            table.do("PASS")
        else:
            table.do(f"DISCARD {table.cards_for('DISCARD').split()[0]}")
            assert (table.actor, table.moves[-1]) == (seat, "PASS")
            table.do("PASS")
    assert table.moves == ["CHECK", "BET"]


def test_a_draw_by_choice_and_a_discard_that_is_taken_are_told_to_all() -> None:
    played = genome(DrawPhase(source="deck_or_discard"), CHECK_ROUND, chips=100, initial_discard_count=1)
    table = GenomeTable(played, "2c 3c 4c 5c").do("DRAW", "TAKE")
    for seat in (0, 1, None):
        assert table.told_to(seat, Drew) == [Drew(0)]
        assert table.told_to(seat, TookDiscard) == [TookDiscard(1, cards("4c")[0])]
    assert table.hands() == ["2c 5c", "3c 4c"]
    assert table.table.cards.known[cards("4c")[0]] == PUBLIC


def test_pass_is_told_to_all() -> None:
    table = GenomeTable(genome(PlayPhase(mandatory=False), players=3, cards=2)).do("PASS", "PASS")
    assert table.told_to(None, Passed) == table.told_to(2, Passed) == [Passed(0), Passed(1)]


# Where cards go, and who is told.


def test_cards_discarded_face_down_are_known_to_their_seat_alone() -> None:
    table = GenomeTable(
        genome(DiscardPhase(2), CHECK_ROUND, players=3, cards=3, chips=100), "2c 3c 4c 5c 6c 7c 8c 9c Tc"
    )
    table.do("DISCARD 2c 8c", "DISCARD 3c 6c")
    own, hidden = CardsThrownAway(1, cards("3c 6c")), CardsThrownAway(1, (UNKNOWN, UNKNOWN))
    assert [table.told_to(seat, CardsThrownAway)[1] for seat in (0, 1, 2, None)] == [hidden, own, hidden, hidden]
    assert len(table.told_to(1, CardsThrownAway)) == 2, "everybody is told once"
    assert table.pool(MUCK) == {"2c", "8c", "3c", "6c"}
    assert [table.table.cards.known[card] for card in cards("2c 3c")] == [0b001, 0b010]
    assert table.table.picked[:3] == [0, 0, 0], "nothing else remembers them"


def test_cards_discarded_face_up_are_told_to_all_and_the_last_lies_on_top() -> None:
    table = GenomeTable(genome(DiscardPhase(2, face="up"), players=3, cards=3), "2c 3c 4c 5c 6c 7c 8c 9c Tc")
    table.do("DISCARD 2c 8c", "DISCARD 9c 3c")
    for seat in (0, 1, 2, None):
        assert table.told_to(seat, CardsDiscarded) == [
            CardsDiscarded(0, cards("2c 8c")),
            CardsDiscarded(1, cards("9c 3c")),
        ]
    assert (table.zone(TOP), table.pool(PILE)) == ("3c", {"2c", "8c", "9c"})
    assert all(table.table.cards.known[card] == PUBLIC for card in cards("2c 8c 9c 3c"))


def test_played_cards_are_told_to_all_wherever_they_go() -> None:
    target: Any
    for target, kind in (("discard", CardsPlayed), ("captured", CardsCaptured)):
        table = GenomeTable(genome(PlayPhase(1, 2, target=target), cards=3), "2c 3c 4c 5c 6c 7c").do(
            "PLAY 2c", "PLAY 5c 3c"
        )
        for seat in (0, 1, None):
            assert table.told_to(seat, kind) == [kind(0, cards("2c")), kind(1, cards("5c 3c"))]
        assert all(table.table.cards.known[card] == PUBLIC for card in cards("2c 3c 5c"))
    assert [table.pool(CAPTURED + seat) for seat in range(2)] == [{"2c"}, {"3c", "5c"}]


def test_many_cards_are_told_eight_at_a_time() -> None:
    table = GenomeTable(genome(DiscardPhase(20, mandatory=False), cards=17))
    for seat, count in ((0, 17), (1, 8)):
        table.do(f"DISCARD {' '.join(table.cards_for('DISCARD').split()[:count])}")
        assert table.actor == 1 - seat or table.actor is None
    for listener in (0, 1, None):
        assert [len(fact.cards) for fact in table.told_to(listener, CardsThrownAway)] == [8, 8, 1, 8]


def test_others_are_told_which_place_a_card_leaves_where_they_know_some_card_of_the_hand() -> None:
    phases = DrawPhase(source="discard"), DiscardPhase(), DiscardPhase(face="up")
    table = GenomeTable(genome(*phases, cards=3, initial_discard_count=1), "2c 3c 4c 5c 6c 7c 8c 9c").do(
        "TAKE", "DISCARD 4c", "DISCARD 8c"
    )
    assert table.told_to(1, CardsThrownAway) == [CardsThrownAway(0, (UNKNOWN,), 0b0010)]
    assert table.told_to(1, CardsDiscarded) == [CardsDiscarded(0, cards("8c"), 0b100)]
    table.do("TAKE", "DISCARD 3c")
    assert table.told_to(0, CardsThrownAway)[1:] == [CardsThrownAway(1, (UNKNOWN,), 0b0001)]


def test_a_seat_that_has_nothing_to_exchange_gets_nothing() -> None:
    phases = PlayPhase(1, 2, target="captured"), DiscardPhase(2, replace=True)
    table = GenomeTable(genome(*phases, CHECK_ROUND, cards=2, chips=100), "2c 3c 4c 5c 6c").do("PLAY 2c", "DISCARD 4c")
    table.do("PLAY 3c 5c")
    assert (table.moves, table.hands()) == (["CHECK", "BET"], ["6c", ""])


def test_a_seat_that_does_not_exchange_gets_nothing() -> None:
    exchange = DiscardPhase(2, mandatory=False, replace=True)
    table = GenomeTable(genome(exchange, CHECK_ROUND, players=3, cards=2, chips=100), "2c 3c 4c 5c 6c 7c 8c 9c Tc")
    table.do("DISCARD 2c 5c", "PASS", "DISCARD 4c")
    assert table.hands() == ["8c 9c", "3c 6c", "7c Tc"]


@pytest.mark.parametrize(("count", "refilled"), [(4, []), (5, [DeckRefilled(1)])])
def test_exchange_from_a_deck_that_is_just_enough_shuffles_nothing_in(count: int, refilled: list[DeckRefilled]) -> None:
    """Of 24 cards nineteen are dealt or exchanged by seat 0, and four are left, or five wanted."""
    exchange = DiscardPhase(5, mandatory=False, replace=True)
    table = GenomeTable(
        genome(exchange, CHECK_ROUND, cards=9, chips=100, initial_deck="euchre_24", initial_discard_count=1)
    )
    table.do(f"DISCARD {table.cards_for('DISCARD').split()[0]}")
    assert table.table.cards.count[DECK] == 4
    table.do(f"DISCARD {' '.join(table.cards_for('DISCARD').split()[:count])}")
    assert table.told(DeckRefilled) == refilled
    assert len(table.hands()[1].split()) == 9


def test_discard_before_a_draw_shuffles_nothing_in_that_the_draw_does_not_need() -> None:
    phases = DiscardPhase(2, face="down"), DrawPhase(1), CHECK_ROUND
    table = GenomeTable(genome(*phases, cards=11, chips=100, initial_deck="euchre_24"))
    for _ in range(2):
        table.do(f"DISCARD {' '.join(table.cards_for('DISCARD').split()[:2])}")
    assert (table.told(DeckRefilled), table.table.cards.count[DECK]) == ([], 0), "two cards were left for two draws"


def test_discard_that_is_not_replaced_shuffles_nothing_in() -> None:
    table = GenomeTable(genome(DiscardPhase(2), CHECK_ROUND, chips=100, **SIX))
    for _ in range(2):
        table.do(f"DISCARD {' '.join(table.cards_for('DISCARD').split()[:2])}")
    assert (table.told(DeckRefilled), table.table.cards.count[MUCK]) == ([], 4)


# Who cannot play.


def test_that_a_seat_cannot_play_is_told_once_in_its_turn_and_to_all() -> None:
    hearts = PlayPhase(conditions=(SuitIs(("hearts",)),))
    table = GenomeTable(genome(hearts, hearts, players=3, cards=2, win=EmptyHand()), "2c 3h 4c 5c 6c 7c")
    told = [CouldNotPlay(0), CouldNotPlay(1), CouldNotPlay(2), CouldNotPlay(0), CouldNotPlay(1), CouldNotPlay(2)]
    assert table.told_to(None, CouldNotPlay) == [CouldNotPlay(0)]
    table.do("PLAY 3h")
    assert table.actor is None
    assert table.told_to(None, CouldNotPlay) == table.told_to(1, CouldNotPlay) == told


def test_that_a_seat_still_cannot_play_is_told_again_after_it_has_drawn() -> None:
    hearts = PlayPhase(conditions=(SuitIs(("hearts",)),))
    for draw in (DrawPhase(), DrawPhase(source="deck_or_discard", mandatory=False)):
        table = GenomeTable(genome(hearts, draw, hearts, rounds=1), "2c 3c 4c 5c")
        while table.actor is not None:
            table.do("DRAW")
        assert table.told(CouldNotPlay) == [CouldNotPlay(0), CouldNotPlay(0), CouldNotPlay(1), CouldNotPlay(1)]


def test_a_seat_without_cards_is_not_said_to_be_unable_to_play() -> None:
    played = genome(PlayPhase(1, 2, target="captured"), ShowdownPhase(), cards=2, win=MostCaptured(), rounds=2)
    table = GenomeTable(played, "2c 3c 4c 5c").do("PLAY 2c 4c", "PLAY 3c")
    assert table.told(CouldNotPlay) == []


# The clock.


def test_clock_passes_where_one_may() -> None:
    source: Any
    phases = [PlayPhase(mandatory=False), DiscardPhase(mandatory=False)]
    for source in ("deck", "discard", "deck_or_discard"):
        phases.append(DrawPhase(source=source, mandatory=False))  # type: ignore[arg-type]
    for phase in phases:
        table = GenomeTable(genome(phase, CHECK_ROUND, players=3, cards=2, chips=100, initial_discard_count=1)).do(
            "PASS"
        )
        assert table.default == "PASS"
        assert table.wait().told(Passed) == [Passed(0), Passed(1)]


def test_clock_plays_the_first_cards_that_fit_and_no_more_than_it_must() -> None:
    clubs = PlayPhase(2, 4, target="captured", conditions=(SuitIs(("clubs",)),))
    table = GenomeTable(genome(clubs, cards=4), "2h 3h 4c 5c 6h 7c 8c 9c Tc Jc")
    assert table.default == "PLAY"
    assert table.wait().pool(CAPTURED) == {"4c", "8c"}
    assert table.wait().pool(CAPTURED + 1) == {"5c", "7c"}


def test_clock_plays_all_cards_of_a_seat_that_holds_fewer_than_it_must_play() -> None:
    table = GenomeTable(genome(PlayPhase(3, 3, target="captured"), cards=2), "2c 3c 4c 5c").wait()
    assert table.pool(CAPTURED) == {"2c", "4c"}


def test_clock_draws_or_else_takes_where_one_must() -> None:
    both = genome(DrawPhase(source="deck_or_discard"), CHECK_ROUND, chips=100, initial_discard_count=1)
    table = GenomeTable(both, "2c 3c 4c 5c")
    assert table.default == "DRAW"
    assert table.wait().hands() == ["2c 5c", "3c"]
    table = GenomeTable(
        genome(DrawPhase(source="discard"), CHECK_ROUND, chips=100, initial_discard_count=1), "2c 3c 4c"
    )
    assert table.default == "TAKE"
    assert table.wait().hands() == ["2c 4c", "3c"]
    empty = genome(DiscardPhase(face="up"), DrawPhase(source="deck_or_discard"), CHECK_ROUND, chips=100, **SIX)
    table = GenomeTable(empty)
    table.do(f"DISCARD {table.cards_for('DISCARD').split()[0]}")
    assert table.moves == ["TAKE"], "the deck is empty"
    assert len(table.wait().hands()[0].split()) == 3
