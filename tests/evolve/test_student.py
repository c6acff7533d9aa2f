"""The student of a sentence: how it answers in a mode, what it learns, and when its word counts for the depth."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from croupier.evolve.canonical import canonical
from croupier.evolve.fitness import depth as depths
from croupier.evolve.fitness.depth import Depth, measured
from croupier.evolve.fitness.findings import choice_findings, depth_findings, seat_finding
from croupier.evolve.play.bench import Bench, Played
from croupier.evolve.play.classes import (
    AS_SAID,
    CLASSES,
    MODES,
    NOT_LEARNT,
    RAISING,
    STAYING,
    STOPPING,
    TRIES,
    bet_in_mode,
    find_class,
    is_possible,
    note_mode,
    surely_ahead,
)
from croupier.evolve.play.driver import ASKED, DONE
from croupier.evolve.play.fitting import Fit, first_sentence, places_of
from croupier.evolve.play.hand import Seating
from croupier.evolve.play.players import ANSWER, BEYOND, SENTENCE, STUDENT
from croupier.evolve.play.sentences import GREEDILY, HIGHEST, LOWEST, MOST, NONE, TAKING
from croupier.games.genome import find
from croupier.games.genome.machine.choices import DISCARD, DRAW, PASS, TAKE
from croupier.games.genome.machine.program import CHOOSE_TO, PROGRAM, TO_TRICK
from croupier.games.genome.machine.records import View
from croupier.games.genome.machine.wagers import ALL_IN, BET, CALL, CHECK, FOLD, RAISE
from croupier.kernel.statistics import Estimate
from croupier.kernel.vocabulary.menu import FIRST_KIND, Action, Menu, candidate, clear, offer, offer_amount, offer_cards

EVEN = Estimate(0.0, -0.01, 0.01)


def menu_of(*kinds: int, sized: int = 0, cards: tuple[int, int] | None = None) -> Menu:
    """A menu of kinds, of which one may be sized, and one may take cards from `fewest` to `most`."""
    m = Menu()
    clear(m)
    for kind in kinds:
        if kind == sized:
            offer_amount(m, kind, 2, 20, 2)
        elif kind == DISCARD and cards:
            offer_cards(m, kind, 7, *cards, 0)
            for card in range(4):
                candidate(m, card)
        else:
            offer(m, kind)
    return m


def possible(m: Menu, *, trick: bool = False) -> list[int]:
    """The modes in which a decision can be answered."""
    v = View()
    v.prospects.instruction[CHOOSE_TO] = TO_TRICK if trick else TO_TRICK + 1
    return [mode for mode in range(MODES) if is_possible(v, m, mode)]


@pytest.mark.parametrize(
    ("m", "modes"),
    [
        (menu_of(CHECK, BET), [AS_SAID, STOPPING, RAISING]),
        (menu_of(CHECK, BET, sized=BET), [AS_SAID, STOPPING, *range(RAISING, MODES)]),
        (menu_of(FOLD, CALL), [AS_SAID, STOPPING, STAYING]),
        (menu_of(FOLD, ALL_IN), [AS_SAID, STOPPING, STAYING, RAISING]),
        (menu_of(FOLD, CALL, RAISE, sized=RAISE), list(range(MODES))),
        (menu_of(DRAW, PASS), [AS_SAID, *(1 + one for one in (GREEDILY, NONE, MOST))]),
        (menu_of(DRAW, TAKE), [AS_SAID, *(1 + one for one in (GREEDILY, MOST, TAKING))]),
        (menu_of(DISCARD, cards=(2, 2)), [AS_SAID, *(1 + one for one in (GREEDILY, LOWEST, HIGHEST))]),
        (menu_of(DISCARD, cards=(1, 2)), [AS_SAID, *(1 + one for one in (GREEDILY, NONE, MOST, LOWEST, HIGHEST))]),
        (
            menu_of(DISCARD, PASS, cards=(2, 2)),
            [AS_SAID, *(1 + one for one in (GREEDILY, NONE, MOST, LOWEST, HIGHEST))],
        ),
    ],
)
def test_modes_are_those_that_the_menu_allows(m: Menu, modes: list[int]) -> None:
    assert possible(m) == modes


def test_a_card_for_a_trick_is_chosen_greedily_or_by_its_height() -> None:
    assert possible(menu_of(DISCARD, cards=(1, 2)), trick=True) == [0, 1 + GREEDILY, 1 + LOWEST, 1 + HIGHEST]


@pytest.mark.parametrize(
    ("kinds", "mode", "kind"),
    [
        ((CHECK, BET), STOPPING, CHECK),
        ((FOLD, CALL, RAISE), STOPPING, FOLD),
        ((FOLD, CALL, RAISE), STAYING, CALL),
        ((FOLD, CALL, RAISE), RAISING, RAISE),
        ((FOLD, ALL_IN), STAYING, ALL_IN),
        ((FOLD, ALL_IN), RAISING, ALL_IN),
    ],
)
def test_a_mode_of_betting_is_one_action(kinds: tuple[int, ...], mode: int, kind: int) -> None:
    a = Action()
    bet_in_mode(View(), menu_of(*kinds), a, mode)
    assert a.kind == kind


def test_a_class_is_entered_once_and_left_out_where_there_is_no_room() -> None:
    seating = Seating()
    assert find_class(seating, 1 << 7, False) == NOT_LEARNT
    assert find_class(seating, 1 << 7, True) == find_class(seating, 1 << 7, False) == 1
    same_place = [(CLASSES * number + CLASSES - 1) << 7 for number in range(1, TRIES + 2)]
    found = [find_class(seating, key, True) for key in same_place]
    assert found == [CLASSES - 1, 0, *range(2, TRIES - 1), NOT_LEARNT, NOT_LEARNT], "one of the places is taken"


def test_the_sentence_is_left_for_the_mode_that_leads_it_most_by_more_than_a_standard_error() -> None:
    seating = Seating()
    assert surely_ahead(seating, 5) == surely_ahead(seating, NOT_LEARNT) == AS_SAID
    note_mode(seating, 5, 2, 3)
    assert surely_ahead(seating, 5) == AS_SAID, "9 is no more than 9"
    note_mode(seating, 5, 2, 1)
    assert surely_ahead(seating, 5) == 2
    for more in (3, 3):
        note_mode(seating, 5, 4, more)
    assert surely_ahead(seating, 5) == 4
    note_mode(seating, 5, 4, -20)
    assert surely_ahead(seating, 5) == 2
    note_mode(seating, NOT_LEARNT, 1, 9)
    assert surely_ahead(seating, CLASSES - 1) == AS_SAID


def test_a_student_plays_the_sentence_until_it_was_taught_and_then_wins_from_it() -> None:
    bench = Bench(canonical(find("kuhn")))
    bench.tell(SENTENCE, first_sentence(places_of(bench.genome)))
    bench.assume(SENTENCE)
    assert not bench.ladder(STUDENT, SENTENCE, 100, 1).sum(axis=1).any()
    bench.teach(7, 40_000)
    assert bench.ladder(STUDENT, SENTENCE, 800, 1).mean() > 0.1
    bench.assume(SENTENCE, only=0)
    assert not bench.ladder(STUDENT, SENTENCE, 100, 1).sum(axis=1).any(), "nobody is asked at the start"
    bench = Bench(canonical(find("kuhn")))
    assert not bench.seating["class_key"].any() and not bench.seating["class_more"].any(), "another bench begins anew"


def fit_of(gain: float = 0.0) -> Fit:
    """A fit of a sentence whose best answer wins `gain`."""
    return Fit([], {}, {}, Estimate(gain, gain - 0.01, gain + 0.01), Estimate(-1.0, -1.1, -0.9), 1.0)


class Taught:
    """A bench that counts lessons."""

    def __init__(self) -> None:
        self.lessons: list[int] = []

    def teach(self, key: int, steps: int) -> None:
        self.lessons.append(steps)


POKER = Played(np.zeros((2, 2)), np.array([5, 5]), 2, 0, 10, 0, 0, 0, 0, news=300, bets_again=10)
CARDS = POKER._replace(bets=0)


@pytest.mark.parametrize(
    ("played", "gain", "thinks", "learns", "wanted"),
    [
        (CARDS, 0.0, 0.05, 0.3, Depth(Estimate(0.05, 0.03, 0.07), Estimate(0.05, 0.03, 0.07), BEYOND)),
        (POKER, 0.0, 0.2, 0.3, Depth(Estimate(0.2, 0.18, 0.22), Estimate(0.2, 0.18, 0.22), BEYOND)),
        (POKER, 0.0, 0.05, 0.3, Depth(Estimate(0.3, 0.28, 0.32), Estimate(0.3, 0.28, 0.32), STUDENT)),
        (POKER, 0.0, 0.05, 0.11, Depth(Estimate(0.05, 0.03, 0.07), None, BEYOND)),
        (POKER, 0.06, 0.05, 0.3, Depth(Estimate(0.05, 0.03, 0.07), None, BEYOND)),
    ],
)
def test_a_student_is_asked_where_thinking_cannot_tell_and_heard_if_it_is_surely_ahead(
    monkeypatch: pytest.MonkeyPatch, played: Played, gain: float, thinks: float, learns: float, wanted: Depth
) -> None:
    wins = {BEYOND: thinks, STUDENT: learns, ANSWER: -0.1}

    def valued(player: int, *_: Any) -> Estimate:
        return Estimate(wins[player], wins[player] - 0.02, wins[player] + 0.02)

    monkeypatch.setattr(depths, "_valued", valued)
    bench: Any = Taught()
    found = measured(bench, fit_of(gain), played, 1, lesson=123)
    assert found.strongest == wanted.strongest and (found.depth is None) == (wanted.depth is None)
    assert tuple(found.wins) == pytest.approx(tuple(wanted.wins))
    asked = played is POKER and thinks < 0.1 and gain <= depths.MOST_GAIN
    assert bench.lessons == [123] * asked, "a lesson takes seconds"


def test_what_a_simple_answer_wins_counts_as_it_is_known_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    wins = {BEYOND: 0.0, STUDENT: 0.3, ANSWER: 0.04}
    monkeypatch.setattr(depths, "_valued", lambda player, *_: Estimate(wins[player], wins[player], wins[player]))
    bench: Any = Taught()
    found = measured(bench, fit_of(), POKER, 1)
    assert found.depth is not None and found.depth.mean == pytest.approx(0.26)
    wins[ANSWER] = 0.06
    assert measured(bench, fit_of(), POKER, 1).depth is None, "the fit has not converged after all"


# Findings.


def test_what_the_rules_allow_and_nobody_does_is_found() -> None:
    form = find("five_card_draw")
    places = places_of(form)
    fit = Fit(places, first_sentence(places), {}, EVEN, EVEN, 1.0)
    done = np.zeros((PROGRAM, DONE), np.int64)
    for place, kinds in zip(places, ((CALL, RAISE), (PASS, DISCARD), (CHECK, FOLD)), strict=True):
        done[place.at][[kind - FIRST_KIND for kind in kinds]] = 30
        done[place.at][ASKED] = 60
    done[places[2].at][[CALL - FIRST_KIND, ASKED]] = 30, 90
    found = [one.text for one in choice_findings(form, fit, POKER._replace(done=done)) if one.kind == "never"]
    assert found == [
        "In 2 hands nobody ever folded in the first round of betting, 60 times a choice.",
        "In 2 hands nobody ever bet or raised in the second round of betting, 90 times a choice.",
    ]


def test_an_advantage_by_seat_is_told_among_sentences_and_among_those_who_think() -> None:
    even = POKER._replace(leads=np.array([[1.0, -1.0], [-1.0, 1.0]] * 50))
    uneven = POKER._replace(leads=np.array([[1.0, -1.0], [0.9, -0.9]] * 50))
    assert [one.text.split("hand among ")[1] for one in seat_finding(even, uneven, 1.0)] == ["players who think."]
    assert len(list(seat_finding(uneven, uneven, 1.0))) == 2 and not list(seat_finding(even, even, 1.0))


def test_what_a_phase_adds_is_told_by_the_strongest_player(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def valued(player: int, *_: Any) -> Estimate:
        asked.append(player)
        return EVEN

    monkeypatch.setattr(depths, "_valued", valued)
    form = find("leduc")
    fit = Fit(places_of(form), {}, {}, EVEN, EVEN, 1.0)
    for strongest in (BEYOND, STUDENT):
        bench: Any = Taught()
        found = list(depth_findings(form, bench, fit, 1, Depth(EVEN, EVEN, strongest)))
        assert len(found) == 2 and found[0].text.endswith("nothing to think about.")
    assert asked == [BEYOND, BEYOND, STUDENT, STUDENT]
    assert not list(depth_findings(form, bench, fit, 1, Depth(EVEN, None, BEYOND))), "unknown as a whole"
