"""Streams: what is worked out once a match starts the same stream as the whole number of it would."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from croupier.kernel.vocabulary.rng import Rng, seed_mixed
from croupier.kernel.vocabulary.streams import (
    FIRST_DRAW,
    MOST_DEALS,
    STEP_BITS,
    Luck,
    Source,
    open_luck,
    open_source,
    open_stream,
    stream,
    turn_to_hand,
    turn_to_seat,
)
from croupier.kernel.vocabulary.turns import SEATS

keys = st.integers(-(2**62), 2**62)
deals = st.integers(0, MOST_DEALS - 1)
steps = st.integers(0, (1 << STEP_BITS) - 1)


@given(keys, deals, st.integers(0, FIRST_DRAW + SEATS - 1), steps)
def test_a_stream_is_opened_as_its_number_says(key: int, deal: int, drawer: int, step: int) -> None:
    source, opened, seeded = Source(), Rng(), Rng()
    open_source(source, key, deal)
    open_stream(opened, source, drawer, step)
    seed_mixed(seeded, key, stream(deal, drawer, step))
    assert opened == seeded


def test_a_hand_begins_its_stream_once_and_a_seat_one_for_each_draw() -> None:
    luck = Luck()
    open_luck(luck, 5, 7)
    turn_to_hand(luck, 0)
    first = luck.table.copy()
    turn_to_seat(luck, 0, 2)
    own = luck.own.copy()
    turn_to_seat(luck, 0, 2)
    assert luck.own != own and luck.table == first and luck.drawn[2] == 2
    turn_to_hand(luck, 1)
    assert luck.table != first and luck.drawn[2] == 0
    open_luck(luck, 5, 7)
    turn_to_seat(luck, 0, 2)
    assert (luck.own, luck.table) == (own, first)
