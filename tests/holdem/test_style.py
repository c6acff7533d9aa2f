"""Style figures: what counts as what, and that counting moves is counting hands."""

from __future__ import annotations

import random

import pytest

from croupier.games.holdem import GAME, configure
from croupier.games.holdem.style import HoldemStyles, places
from croupier.kernel.contract.record import Moved
from croupier.kernel.showing.style import Figure, as_json
from tests.simulate.records import a_match

NAMES = {
    2: ["BTN", "BB"],
    3: ["BTN", "SB", "BB"],
    4: ["CO", "BTN", "SB", "BB"],
    6: ["UTG", "HJ", "CO", "BTN", "SB", "BB"],
    9: ["UTG", "UTG+1", "UTG+2", "LJ", "HJ", "CO", "BTN", "SB", "BB"],
    10: ["UTG", "UTG+1", "UTG+2", "UTG+3", "LJ", "HJ", "CO", "BTN", "SB", "BB"],
}


@pytest.mark.parametrize("seats", NAMES)
def test_places_are_named_in_order_of_play(seats: int) -> None:
    button = seats // 2
    table = GAME.start(configure(seats=seats, button=button)).state.table
    named = places(table)
    first = (table.big_blind + 1) % seats
    assert [named[(first + i) % seats] for i in range(seats)] == NAMES[seats]
    assert named[button] == "BTN"


def test_a_dead_small_blind_leaves_the_others_their_names() -> None:
    table = GAME.start(configure(seats=4, button=0)).state.table
    table.dealt &= ~(1 << table.small_blind)
    assert places(table) == {2: "BB", 3: "CO", 0: "BTN"}


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_counting_the_moves_is_counting_the_hand_played_again(seats: int) -> None:
    rng = random.Random(seats)
    for key in range(40):
        config = configure(
            stacks=[rng.randint(15, 400) for _ in range(seats)],
            small_blind=5,
            big_blind=10,
            ante=rng.choice([0, 2]),
            straddles=rng.choice([(), (20,)]),
            button=rng.randrange(seats),
            hands=1,
        )
        played = a_match(GAME, config, key)
        quick, slow = HoldemStyles(GAME, config, seats), HoldemStyles(GAME, config, seats)
        quick.count(played.seating, played.moves, played.scores)
        slow._play_again(played.seating, played.moves)
        assert quick.styles() == slow.styles()


def test_every_hand_of_a_longer_match_is_counted() -> None:
    config = configure(seats=3, stack=100_000, hands=5, structure="fixed")
    played = a_match(GAME, config, 1)
    counter = HoldemStyles(GAME, config, 3)
    counter.count([2, 0, 1], played.moves, played.scores)
    overall = [style for style in counter.styles() if not style.place]
    assert [style.hands for style in overall] == [5, 5, 5]
    assert sum(style.hands for style in counter.styles() if style.place) == 15


HOUSE: Moved = ("house", "DRAWN", 0, ())
HAND: list[Moved] = [
    HOUSE,
    (3, "RAISE_TO", 30, ()),  # first to act of four
    (0, "RAISE_TO", 90, ()),  # the button raises the raise
    (1, "FOLD", 0, ()),
    (2, "CALL", 0, ()),
    (3, "FOLD", 0, ()),
    HOUSE,
    (2, "CHECK", 0, ()),
    (0, "RAISE_TO", 100, ()),
    (2, "RAISE_TO", 300, ()),
    (0, "CALL", 0, ()),
    HOUSE,
    (2, "CHECK", 0, ()),
    (0, "CHECK", 0, ()),
    HOUSE,
    (2, "RAISE_TO", 50, ()),
    (0, "CALL", 0, ()),
]


def figures(seat: int) -> dict[str, tuple[int, int]]:
    counter = HoldemStyles(GAME, configure(seats=4, hands=1), 4)
    counter.count([0, 1, 2, 3], HAND, [525, -5, -440, -30])
    style = next(style for style in counter.styles() if style.bot == seat)
    return {figure.key: (figure.times, figure.of) for figure in style.figures}


def test_a_raised_raise_is_a_three_bet_and_calling_it_is_a_chance_missed() -> None:
    assert figures(0)["three_bet"] == (1, 1)
    assert figures(1)["three_bet"] == (0, 0)  # faced two raises
    assert figures(3)["three_bet"] == (0, 0)  # the only raise it could have raised was its own


def test_blinds_are_not_put_in_voluntarily() -> None:
    assert figures(1)["vpip"] == (0, 1)
    assert figures(2)["vpip"] == (1, 1) and figures(2)["pfr"] == (0, 1)


def test_aggression_counts_after_the_flop_only() -> None:
    assert figures(0)["aggression_frequency"] == (1, 3) and figures(0)["aggression_factor"] == (1, 2)
    assert figures(2)["aggression_frequency"] == (2, 2) and figures(3)["aggression_frequency"] == (0, 0)


def test_showdowns_are_of_the_flops_seen() -> None:
    assert figures(0)["went_to_showdown"] == (1, 1) and figures(0)["won_at_showdown"] == (1, 1)
    assert figures(2)["won_at_showdown"] == (0, 1)
    assert figures(3)["went_to_showdown"] == (0, 0)


def test_a_clock_that_acted_is_counted_as_what_it_played() -> None:
    config = configure(seats=2, hands=1)
    moves: list[Moved] = [
        ("house", "DRAWN", 0, (0, 1, 2, 3)),
        ("clock", "TIMEOUT", 0, ()),
        (1, "CHECK", 0, ()),
        ("house", "DRAWN", 0, (10, 11, 12)),
        (1, "RAISE_TO", 100, ()),
        (0, "FOLD", 0, ()),
    ]
    counter = HoldemStyles(GAME, config, 2)
    counter.count([0, 1], moves, [-100, 100])
    assert counter.styles()[0].figures[0] == Figure("vpip", "VPIP", "put chips in before the flop", 1, 1)


def test_json_has_places_below_each_bot() -> None:
    counter = HoldemStyles(GAME, configure(seats=4, hands=1), 4)
    counter.count([0, 1, 2, 3], HAND, [525, -5, -440, -30])
    button = as_json(counter.styles())[0]
    assert button["vpip"] == 1.0 and button["places"]["BTN"]["three_bet"] == 1.0
    assert as_json(counter.styles())[1]["aggression_factor"] is None


@pytest.mark.parametrize(
    ("figure", "text"),
    [
        (Figure("a", "A", "", 1, 3), "33.3%"),
        (Figure("a", "A", "", 3, 2, False), "1.50"),
        (Figure("a", "A", "", 0, 0), "–"),
    ],
)
def test_a_figure_without_occasion_is_a_dash(figure: Figure, text: str) -> None:
    assert str(figure) == text
