"""How fast a table goes on for people: the exact pauses."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from croupier.arena.tables.inputs import WATCHING
from croupier.arena.tables.pace import (
    BREATHS_BETWEEN,
    BREATHS_OF_SUSPENSE,
    NEXT_KEY,
    breath,
    take_rest,
    wait_before,
)
from croupier.arena.tables.session import Viewers


def table(person: bool = True, pace_ms: int = 300, shows: bool = False, between_ms: int = 0, due: int = 50) -> Any:
    set_timers: dict[str, int] = {}
    return SimpleNamespace(
        table=SimpleNamespace(plan=SimpleNamespace(pace_ms=pace_ms, shows=shows, between_ms=between_ms)),
        viewers=Viewers({"a person" if person else "a spectator": 0 if person else WATCHING}),
        voice=SimpleNamespace(outbox=SimpleNamespace(due=lambda now: now + due)),
        now=1_000,
        timers=set_timers,
        set_timer=set_timers.__setitem__,
    )


def moment(sentence: str = "Beta calls.", pause_ms: int = 0, share: float | None = None, **fact: int) -> Any:
    scene = SimpleNamespace(seats=(SimpleNamespace(share=share),))
    return SimpleNamespace(sentence=sentence, pause_ms=pause_ms, fact=SimpleNamespace(**fact), scene=scene)


def test_only_a_person_takes_breath() -> None:
    assert breath(table()) == 300 and breath(table(person=False)) == 0


def test_a_person_may_want_another_pace_and_of_several_the_slowest_counts() -> None:
    one = table()
    for pace, breath_ms in (("slow", 600), ("usual", 300), ("fast", 120)):
        one.viewers.paces["a person"] = pace
        assert breath(one) == breath_ms
    one.viewers.wanted["another"] = 1
    assert breath(one) == 300, "who says nothing wants the usual"
    one.viewers.paces["another"] = "slow"
    assert breath(one) == 600
    one.viewers.gone.add(1)
    assert breath(one) == 120, "who has no part any more waits for nothing"
    one.viewers.wanted["a spectator"] = WATCHING
    one.viewers.paces["a spectator"] = "slow"
    assert breath(one) == 120


def test_moves_of_others_are_shown_after_a_pause_and_ones_own_at_once() -> None:
    for seat, waits in ((0, 300), (1, 0), (2, 300)):
        assert wait_before(table(), seat, moment(seat=1)) == waits
    for seat in (WATCHING, 0, 1):
        assert wait_before(table(), seat, moment("The flop.")) == 300, "what nobody did is everybody's to see"
    assert wait_before(table(), 0, moment("", seat=1)) == 0, "what is not told in words is no moment to look at"
    assert wait_before(table(person=False), 0, moment(seat=1)) == 0


def test_a_card_that_decides_between_open_hands_is_waited_for() -> None:
    assert wait_before(table(), 0, moment("The river.", share=0.7)) == 300 * BREATHS_OF_SUSPENSE
    assert wait_before(table(), 0, moment(share=0.7, seat=1)) == 300, "what a seat does is no card"
    assert wait_before(table(person=False), 0, moment("The river.", share=0.7)) == 0


@pytest.mark.parametrize(
    ("person", "shows", "waits"), [(True, False, 900), (True, True, 900), (False, True, 900), (False, False, 0)]
)
def test_pauses_of_the_game_are_kept_for_people_and_where_the_table_shows_them(
    person: bool, shows: bool, waits: int
) -> None:
    assert wait_before(table(person, shows=shows), 0, moment(pause_ms=900, seat=1)) == waits
    assert wait_before(table(person, shows=shows), 1, moment(pause_ms=900, seat=1)) == waits


def test_the_longer_of_a_breath_and_a_pause_counts() -> None:
    assert wait_before(table(), 0, moment(pause_ms=100, seat=1)) == 300


@pytest.mark.parametrize(
    ("person", "between_ms", "rests"),
    [
        (False, 0, None),
        (False, 500, 1_550),
        (True, 0, 1_050 + BREATHS_BETWEEN * 300),
        (True, 500, 1_050 + BREATHS_BETWEEN * 300),
        (True, 9_000, 10_050),
    ],
)
def test_a_table_rests_for_the_longer_of_both_after_what_is_still_being_shown(
    person: bool, between_ms: int, rests: int | None
) -> None:
    one = table(person, between_ms=between_ms)
    take_rest(one)
    assert one.timers.get(NEXT_KEY) == rests
