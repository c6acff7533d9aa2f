"""Sentences: what they do with any menu, how they are fitted, what the cheats come to, and what is said about them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from croupier.evolve.canonical import canonical
from croupier.evolve.fitness import depth as depths
from croupier.evolve.fitness.depth import beyond, depth
from croupier.evolve.fitness.findings import (
    always_done,
    choice_findings,
    dead_share,
    diagnosed,
    merged,
    sentence_of,
    stale_rounds,
)
from croupier.evolve.fitness.tiers import LAST_SEARCHED, evaluate
from croupier.evolve.play.bench import Bench
from croupier.evolve.play.driver import ASKED, Thought, pick_choices, surely_best_of
from croupier.evolve.play.fitting import (
    NEVER,
    NO_GAIN,
    Fit,
    Fitting,
    changed,
    first_sentence,
    fitted,
    groups_of,
    in_sigmas,
    places_of,
)
from croupier.evolve.play.hand import Seating
from croupier.evolve.play.players import BEYOND, SENTENCE
from croupier.evolve.play.sentences import (
    BELOW,
    BLUFF,
    EVERYTHING,
    GREEDILY,
    HIGHEST,
    LOW_SIZE,
    LOWEST,
    MANNER,
    MEMO,
    MOST,
    NONE,
    RISE,
    SIZE,
    STAY,
    WHOLE_POT,
    lay_in_order,
    packed_cards,
    size_as_said,
    unpack_cards,
)
from croupier.games.genome import classics, find, validate
from croupier.games.genome.language.genome import BettingPhase, DealPhase
from croupier.games.genome.language.parts import replaced
from croupier.games.genome.machine.choices import DISCARD, PASS
from croupier.games.genome.machine.records import View
from croupier.games.genome.machine.wagers import CALL, FOLD
from croupier.kernel.statistics import Estimate, Sample
from croupier.kernel.vocabulary.menu import FIRST_KIND, Action, Menu, candidate, clear, offer_amount, offer_cards
from croupier.kernel.vocabulary.rng import Rng

from .cheats import cheats

CHEATS = cheats()
NOTHING = Estimate(0.0, -0.01, 0.01)


def cards_of(*cards: int, fewest: int = 1, most: int = 1) -> Menu:
    """A menu of cards to throw away."""
    m = Menu()
    clear(m)
    offer_cards(m, DISCARD, 7, fewest, most, 0)
    for card in cards:
        candidate(m, card)
    return m


def test_a_choice_of_cards_is_kept_in_one_number_with_its_order() -> None:
    for cards in ([], [51], [0, 51, 3], list(range(44, 52))):
        a, other = Action(), Action()
        a.kind, a.count = (DISCARD if cards else PASS), len(cards)
        a.cards[: len(cards)] = cards
        unpack_cards(packed_cards(a), other)
        assert (other.kind, other.count, other.cards[: len(cards)]) == (a.kind, a.count, cards)


def test_lowest_and_highest_lay_the_fewest_cards_they_may() -> None:
    for sign, wanted in ((1, [4, 9]), (-1, [50, 30])):
        a = Action()
        lay_in_order(View(), cards_of(30, 4, 50, 9, fewest=2, most=3), 0, a, sign)
        assert a.cards[: a.count] == wanted


def test_sizes_of_bets_stay_within_what_is_offered() -> None:
    v, m = View(), Menu()
    clear(m)
    offer_amount(m, FIRST_KIND, 4, 40, 4)
    v.current_bet, v.pot = 6, 21
    assert [size_as_said(v, m, 0, size) for size in range(LOW_SIZE, EVERYTHING + 1)] == [4, 16, 24, 40]
    v.pot = 1_000
    assert size_as_said(v, m, 0, WHOLE_POT) == 40


def test_beyond_keeps_to_the_usual_choice_unless_another_is_surely_better() -> None:
    thought, m = Thought(), cards_of(1, 2, 3)
    pick_choices(m, thought, Rng(), True)
    assert thought.choice[: thought.count] == [-1, 0, 1, 2]
    pick_choices(m, thought, Rng(), False)
    assert thought.choice[: thought.count] == [0, 1, 2]
    thought.more[:3], thought.squares[:3] = [0, 4, 5], [0, 16, 20]
    assert surely_best_of(thought) == 2, "25 is more than 20, and 16 no more than 16"
    thought.more[1:3], thought.squares[1:3] = [-9, 2], [9, 9]
    assert surely_best_of(thought) == 0


def test_places_are_those_that_ask_and_know_what_may_be_said() -> None:
    bets, draw, last = places_of(find("five_card_draw"))
    assert (bets.phase, draw.phase, last.phase) == (0, 1, 2) and bets.betting and not draw.betting
    assert draw.manners == (GREEDILY, LOWEST, HIGHEST, NONE, MOST)
    assert BELOW in places_of(find("twenty_one"))[1].manners
    assert places_of(find("hearts"))[-1].manners == (GREEDILY, LOWEST, HIGHEST)


def test_a_sentence_is_changed_at_one_place_or_at_all_bets_together() -> None:
    places = places_of(find("leduc"))
    first = first_sentence(places)
    groups = list(groups_of(places))
    assert len(groups[0][0]) == 2 and {len(some) for some, _ in groups[4:]} == {1}
    other = changed(first, places[:1], {RISE: 900})
    assert other[places[0].at][RISE] == 900 and other[places[1].at] == first[places[1].at]


def test_numbers_go_one_step_at_a_time_towards_the_best() -> None:
    fit = Fitting(Bench(find("kuhn")), 1)
    some, values = next(groups_of(fit.places))
    tried = [changed(fit.sentence, some, one) for one in values]
    known = tried.index(fit.sentence)
    assert fit.one_step(tried, known + 4) == known + 1 and fit.one_step(tried, 0) == known - 1


def test_figures_of_a_fit_are_finite_as_files_need_them() -> None:
    assert in_sigmas(NO_GAIN, 2.0) == Estimate(0.0, 0.0, 0.0)
    assert in_sigmas(Sample(1, 3.0, 0.0), 2.0) == Estimate(1.5, 1.5 - 1e6, 1.5 + 1e6)
    assert in_sigmas(Sample.of([1.0, 3.0, 2.0]), 2.0) == Sample.of([1.0, 3.0, 2.0]).estimate(0.5)


def test_memory_changes_no_result() -> None:
    """The same hands with an empty memo and with a full one; and a sentence among its own players wins nothing."""
    bench = Bench(find("five_card_draw"))
    bench.tell(SENTENCE, first_sentence(places_of(bench.genome)))
    fresh = bench.play([SENTENCE], 30, 5).leads
    bench.play([SENTENCE], 60, 6)
    assert (bench.play([SENTENCE], 30, 5).leads == fresh).all()
    assert bench.ladder(SENTENCE, SENTENCE, 12, 5).mean() == pytest.approx(0)
    assert len(Seating().memo_key) == MEMO


def test_a_fit_finds_what_pays_and_says_so() -> None:
    """A player that lays cards loses, and drawing costs nothing: the sentence says it, and thinking adds nothing."""
    form = canonical(CHEATS["always draw three"])
    bench = Bench(form)
    fit = fitted(bench, 1, rounds=1, hands=60)
    assert {fit.sentence[place.at][MANNER] for place in fit.places[1:]} == {GREEDILY, MOST}
    assert fit.hasty.high < 0
    assert "The third draw: always draw." in sentence_of(form, fit)
    bench.assume(SENTENCE)
    played = bench.play([SENTENCE], 40, 1, steps=400_000, looking=True)
    assert dead_share(fit, played) > 0.7 and 0.9 < played.hidden / played.held <= 1
    found = {finding.place: finding.text for finding in choice_findings(form, fit, played)}
    for number, name in ((1, "first"), (3, "third")):
        assert f"In the {name} draw everybody draws (100 % of" in found[f"$.turn_structure.phases[{number}]"]


def test_thinking_beats_a_sentence_where_there_is_something_to_think_about() -> None:
    bench = Bench(canonical(find("sixty_six")))
    fit = fitted(bench, 1, rounds=1, hands=60)
    assert beyond(bench, fit, 1, times=1).low > 0.1
    assert beyond(bench, fit, 1, only=0, times=1).mean == pytest.approx(0), "nobody is asked at the start"


def fit_of(gain: float, hasty: float = -0.1) -> Fit:
    return Fit([], {}, {}, Estimate(gain, gain - 0.01, gain + 0.01), Estimate(hasty, hasty - 0.01, hasty + 0.01), 1.0)


def hands(bets: int = 0, news: int = 0) -> Any:
    played = Bench(find("kuhn")).play([0], 2, 1)
    return played._replace(bets=bets, decisions=np.array([5, 5]), news=news, bets_again=10)


@pytest.mark.parametrize(
    ("fit", "wins", "bets", "news", "known"),
    [
        (fit_of(0.0), 0.3, 0, 0, 0.3),
        (fit_of(0.05), 0.3, 0, 0, 0.25),
        (fit_of(0.051), 0.3, 0, 0, None),
        (fit_of(0.051), 0.12, 0, 0, 0.069),
        (fit_of(0.0, 0.2), 0.3, 0, 0, 0.1),
        (fit_of(0.0), 0.0, 10, 0, 0.0),
        (fit_of(0.0), 0.0, 10, 300, None),
        (fit_of(0.0), 0.0, 3, 300, 0.0),
        (fit_of(0.0), 0.3, 10, 300, 0.3),
    ],
)
def test_depth_is_unknown_if_the_fit_is_no_answer_to_itself_or_the_thinker_too_weak(
    fit: Fit, wins: float, bets: int, news: int, known: float | None
) -> None:
    found = depth(fit, Estimate(wins, wins - 0.02, wins + 0.02), hands(bets, news))
    assert (found is None) if known is None else (found is not None and found.mean == pytest.approx(known))


def test_more_hands_are_played_while_the_verdict_is_open() -> None:
    asked: list[int] = []

    class Thinking:
        seats = 2

        def __init__(self, spread: float) -> None:
            self.rng, self.spread = np.random.default_rng(1), spread

        def assume(self, usual: int, *, only: int = -1) -> None:
            pass

        def ladder(self, one: int, others: int, deals: int, key: int, *, steps: int) -> Any:
            assert (one, others) == (BEYOND, SENTENCE)
            asked.append(key)
            return self.rng.normal(0.1, self.spread, (deals, 2))

    for spread, times in ((0.01, 1), (3.0, depths.TIMES)):
        asked.clear()
        bench: Any = Thinking(spread)
        beyond(bench, fit_of(0.0), 1)
        assert len(asked) == len(set(asked)) == times


# Findings that need no play.


def test_no_classic_has_a_stale_round() -> None:
    assert [name for name in classics() if stale_rounds(find(name))] == []


@pytest.mark.parametrize(
    ("once", "rounds", "phases", "stale", "left"),
    [
        (0, 0, "BdB", [], 3),
        (0, 0, "BBdB", [1], 3),
        (0, 1, "BB", [1], 1),
        (0, 4, "B", [0], 1),
        (0, 4, "BdB", [0], 3),
        (1, 4, "BB", [1], 1),
        (1, 4, "dBdB", [1], 4),
        (2, 4, "BdB", [2], 3),
    ],
)
def test_stale_rounds_are_found_and_merged(once: int, rounds: int, phases: str, stale: list[int], left: int) -> None:
    kinds = {"B": BettingPhase(min_bet=1), "d": DealPhase(1)}
    made = replaced(find("leduc"), ("turn_structure", "phases"), tuple(kinds[phase] for phase in phases))
    made = replaced(replaced(made, ("turn_structure", "once"), once), ("turn_structure", "rounds"), rounds)
    assert stale_rounds(made) == stale
    fresh = merged(made)
    assert stale_rounds(fresh) == [] and validate(fresh) == [] and len(fresh.turn_structure.phases) == left


def test_a_bet_that_is_always_made_alike_is_found() -> None:
    [place] = places_of(find("kuhn"))
    counts = np.zeros(16, np.int64)
    counts[[CALL - FIRST_KIND, FOLD - FIRST_KIND, ASKED]] = 99, 1, 100
    assert always_done(place, (0,) * 7, counts) == ("checks or calls", 0.99)
    counts[[CALL - FIRST_KIND, FOLD - FIRST_KIND]] = 50, 50
    assert always_done(place, (0,) * 7, counts) is None


def test_bets_are_said_in_words() -> None:
    form = find("kuhn")
    fit = Fit(places_of(form), first_sentence(places_of(form)), {}, NOTHING, NOTHING, 1.0)
    [at] = fit.sentence

    def said(**values: int) -> str:
        entry = list(fit.sentence[at])
        for name, value in values.items():
            entry[{"stay": STAY, "rise": RISE, "bluff": BLUFF, "size": SIZE}[name]] = value
        return sentence_of(form, fit._replace(sentence={at: tuple(entry)}))[0]  # type: ignore[dict-item]

    start = "The round of betting: "
    assert said() == f"{start}raise with a hand that beats 70 % of the others, stay with one that beats 30 %."
    assert said(rise=NEVER, stay=0) == f"{start}never raise, never fold."
    assert said(rise=0) == f"{start}always raise."
    assert said(stay=900, bluff=80).endswith("fold everything else to a bet, bluff 8 times in a hundred.")


# The bench of cheats: a sample; `scripts/cheats` measures all of them in full.


def test_there_are_a_dozen_cheats_and_all_can_be_played() -> None:
    assert len(CHEATS) >= 12
    assert {name: validate(game) for name, game in CHEATS.items() if validate(game)} == {}


@pytest.mark.parametrize("name", ["twenty raises", "the round again", "too late"])
def test_cheats_that_repeat_a_round_are_seen_without_play(name: str) -> None:
    assert stale_rounds(CHEATS[name])


@pytest.mark.parametrize("name", ["the first wins", "endless passing"])
def test_cheats_that_run_into_a_gate_of_the_search(name: str) -> None:
    assert evaluate(canonical(CHEATS[name]), LAST_SEARCHED).failed in {"fairness", "turns"}


def test_a_game_is_diagnosed_with_sentences_and_figures() -> None:
    found = diagnosed(canonical(find("kuhn")), 1)
    assert found.sentence and (found.depth is None) == bool(found.unknown)
    assert {"seat", "hidden"} <= {finding.kind for finding in found.findings}
    assert all(finding.text.endswith(".") and finding.place.startswith("$.") for finding in found.findings)
