"""The tiers, at a bench that plays nothing: what is asked of it, in which order, and what becomes of its answers."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from croupier.evolve.canonical import canonical, key_of
from croupier.evolve.fitness import metrics, relevance, tiers
from croupier.evolve.fitness.attack import Attack
from croupier.evolve.fitness.depth import Depth
from croupier.evolve.fitness.evaluation import Evaluation, seed_for
from croupier.evolve.play.bench import Played
from croupier.evolve.play.film import Seen
from croupier.evolve.play.fitting import Fit, first_sentence, places_of
from croupier.evolve.play.players import CARDS, CONSTANT, DEEP, FLAT, HASTY, PRESSING, RANDOM, SENTENCE
from croupier.games.genome import GameGenome, find
from croupier.games.genome.language.reading import BadGenome
from croupier.kernel.statistics import Estimate, difference

KUHN = find("kuhn")


class Bench:
    """Hands without play: what each kind of player does is made up."""

    asked: list[tuple[Any, ...]]
    keys: set[int]
    leads: dict[int, float]
    bets: int | None = None
    gain: float = 0.0
    bad: bool = False
    ties: int = 0
    sigma: float = 1.0

    def __init__(self, genome: GameGenome) -> None:
        if self.bad:
            raise BadGenome([])
        self.seats = genome.player_count

    def assume(self, usual: int, *, only: int = -1) -> None:
        self.asked.append(("assume", usual))

    def play(self, players: list[int], hands: int, key: int, *, steps: int, looking: bool = False) -> Played:
        self.asked.append(("play", players, hands, steps))
        self.keys.add(key)
        leads = self.sigma * np.array([[1.0, -1.0], [-1.0, 1.0]] * (hands // 2))
        leads = np.abs(leads) * [1, -1] if players == [CARDS] else leads
        bets = hands if self.bets is None else self.bets
        done = np.zeros((100, 16), np.int64)
        return Played(leads, np.full(hands, 6), hands, 0, bets, hands // 4, 0, 0, self.ties, done=done)

    def ladder(self, one: int, others: int, deals: int, key: int, *, steps: int) -> Any:
        self.asked.append(("ladder", one, others, deals, steps))
        self.keys.add(key)
        return np.array([[1.0, -1.0]] * deals) + self.leads.get(one, 0.0)


BEYOND = Estimate(0.3, 0.2, 0.4)


def fit(gain: float, sigma: float) -> Fit:
    """A fit whose best answer wins `gain`."""
    places = places_of(KUHN)
    return Fit(places, first_sentence(places), {}, tiers.exact(gain), tiers.exact(-0.1), sigma)


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> type[Bench]:
    """The bench in the place of the real one, and nothing that takes long."""
    made: type[Bench] = type("Made", (Bench,), {"asked": [], "keys": set(), "leads": {HASTY: 1.0, DEEP: 0.25}})
    seen = Seen(np.array([[1.0, -1.0]]), [], [np.outer([0.0, 1.0], np.ones(16))] * 9, np.ones(9))
    for name, other in {
        "Bench": made,
        "film": lambda *_, hands: seen,
        "fitted": lambda bench, key, *, steps: fit(made.gain, made.sigma),
        "measured": lambda _, fit, *__, **___: Depth(BEYOND, BEYOND if fit.gain.mean <= 0.05 else None, 14),
        "attacked": lambda *_: Attack({}, Estimate(0.05, 0.0, 0.1)),
        "bluff_value": lambda *_, **__: None,
        "idle_parts": lambda *_: [],
        "top_of_the_ladder": lambda *_: {"left": Estimate(1.0, 1.0, 1.0)},
    }.items():
        monkeypatch.setattr(tiers, name, other)
    return made


def test_each_tier_asks_for_its_hands(bench: type[Bench]) -> None:
    found = tiers.evaluate(canonical(KUHN), tiers.DEEPEST)
    constant = [("ladder", one, HASTY, 60, 5_000) for one in CONSTANT]
    again = [("ladder", one, SENTENCE, 200, 400_000) for one in CONSTANT]
    asked = [entry for entry in bench.asked if entry[0] == "ladder"]
    assert asked == [
        ("ladder", HASTY, RANDOM, 240, 16_000), *constant, *again,
        ("ladder", DEEP, FLAT, 40, 2_000_000),
    ]  # fmt: skip
    plays = [(entry[1], entry[2:]) for entry in bench.asked if entry[0] == "play"]
    assert [one for [one], _ in plays][:3] == [RANDOM, HASTY, SENTENCE]
    assert {how for [one], how in plays if one != SENTENCE} == {(400, 12_000)} and (400, 400_000) in dict(
        (one, how) for [one], how in plays
    ).values()
    assert ("assume", SENTENCE) in bench.asked
    assert (found.tier, found.failed) == (5, "") and {"rung_3", "left", "attack"} <= set(found.measures)
    assert found.quality == tiers.quality_in_full(found.measures) and "bluff_value" not in found.measures


@pytest.mark.parametrize("tier", [1, 2, 3, 4, 5])
def test_a_game_is_measured_up_to_its_tier(bench: type[Bench], tier: int) -> None:
    found = tiers.evaluate(canonical(KUHN), tier)
    marks = ["sigma", "rung_1", "impact", "depth", "rung_3"]
    assert [mark in found.measures for mark in marks] == [number <= tier for number in range(1, 6)]
    qualities = {1: 0.0, 2: tiers.quality_by_play} | dict.fromkeys((3, 4, 5), tiers.quality_in_full)
    quality: Any = qualities[tier]
    assert (found.tier, found.quality) == (tier, quality(found.measures) if tier > 1 else 0)
    assert tiers.evaluate(canonical(KUHN), 9).tier == tiers.DEEPEST


def test_a_gate_ends_it_with_the_name_of_the_gate(bench: type[Bench]) -> None:
    bench.leads = {HASTY: -1.0}
    found = tiers.evaluate(canonical(KUHN), 2)
    assert (found.tier, found.failed, found.quality) == (2, "skill", 0)
    assert tiers.evaluate(canonical(KUHN), 4).failed == "", "hasty players judge nobody who is measured in full"
    bench.ties = 400
    assert tiers.evaluate(canonical(KUHN), 5).failed == "ties" and tiers.evaluate(canonical(KUHN), 5).tier == 1
    bench.bad = True
    assert tiers.evaluate(canonical(KUHN)).failed == "valid" and tiers.evaluate(canonical(KUHN)).tier == 0


def test_a_glance_is_thirty_hands_and_a_quarter_of_the_steps(bench: type[Bench]) -> None:
    form, found = tiers.glanced(KUHN)
    assert bench.asked == [("play", [RANDOM], 30, 3_000)] and bench.keys == {1}
    assert form == canonical(KUHN) and found == Evaluation(key_of(form), 1)
    bench.ties = 30
    form, found = tiers.glanced(KUHN)
    assert form is KUHN and (found.key, found.tier, found.failed) == ("", 1, "ties")


def test_a_course_counts_by_seat(bench: type[Bench]) -> None:
    played = Played(np.array([[3.0, -3.0]] * 4), np.array([2, 4, 6, 8]), 4, 0, 0, 0, 1, 2, 3)
    found = tiers.course_of(played, 2)
    assert {name: one.mean for name, one in found.items()} == {
        "endless": 0.25, "sigma": 3, "out_of_turns": 0.5, "ties": 0.75, "length": 5, "own": 2.5
    }  # fmt: skip
    assert found["own"].high == found["length"].high / 2


def test_thinking_is_worth_what_the_best_constant_player_lacks(bench: type[Bench]) -> None:
    bench.leads = {HASTY: 1.0, PRESSING: -0.25, **dict.fromkeys(CONSTANT[:3], -0.5)}
    found = tiers.evaluate(canonical(KUHN), 2)
    best = metrics.rung(np.array([[1.0, -1.0]] * 60) - 0.25)
    assert found.measures["constant"] == best and found.mean("thinking") > 0
    assert found.measures["thinking"] == metrics.over_an_evening(difference(tiers.exact(0.0), best), 3.0)


def test_constant_players_play_on_until_it_is_narrowly_known_what_thinking_is_worth() -> None:
    noise, asked = np.random.default_rng(1), list[int]()

    def ladder(one: int, *_: int, **__: int) -> Any:
        asked.append(one)
        return noise.normal(0.0 if one == PRESSING else -2.0, 1.0, (50, 2))

    bench: Any = SimpleNamespace(seats=2, ladder=ladder)
    made = tiers._Measured(canonical(KUHN), 0, bench)
    made.measures["own"] = tiers.exact(60)
    made.constant_play(100, 1, parts=1)
    assert asked == list(CONSTANT)
    asked.clear()
    made.constant_play(100, 1, parts=50)
    thinking = made.measures["thinking"]
    assert thinking.high - thinking.low <= 2 * tiers.NARROW and asked[:4] == list(CONSTANT)
    assert set(asked[4:]) == {PRESSING} and 1 < len(asked[4:]) < 49, "those surely behind play no more"


def test_depth_is_what_thinking_wins_beyond_the_sentence(bench: type[Bench]) -> None:
    found = tiers.evaluate(canonical(KUHN), 4)
    assert found.measures["beyond"] == found.measures["depth"] == BEYOND


def test_thinking_is_worth_what_the_strongest_player_wins_more_than_a_constant_one(bench: type[Bench]) -> None:
    before, found = (tiers.evaluate(canonical(KUHN), tier).measures for tier in (3, 4))
    assert before["constant"] == found["constant"] and found["thinking"].mean > before["thinking"].mean
    assert found["thinking"] == metrics.over_an_evening(difference(BEYOND, found["constant"]), found["own"].mean)
    bench.gain = 0.06
    before, found = (tiers.evaluate(canonical(KUHN), tier).measures for tier in (3, 4))
    assert found["thinking"] == before["thinking"], "where depth is unknown, so is the strongest player"


def test_a_fit_that_has_not_converged_leaves_depth_unknown_and_hasty_players_stay(bench: type[Bench]) -> None:
    bench.gain = 0.06
    found = tiers.evaluate(canonical(KUHN), 4)
    assert "depth" not in found.measures and found.mean("gain") == 0.06 and "folded" not in found.measures
    assert [entry for entry in bench.asked if entry[0] == "assume"] == [("assume", HASTY)]
    assert not any(entry[0] == "ladder" and entry[2] == SENTENCE for entry in bench.asked)
    assert "attack" not in tiers.evaluate(canonical(KUHN), 5).measures, "nor is there anything to attack"


def test_a_quick_measurement_is_of_what_counts_for_the_quality(bench: type[Bench]) -> None:
    quick, whole = (tiers.evaluate(canonical(KUHN), 4, quick=one) for one in (True, False))
    assert whole.measures.keys() - quick.measures.keys() == {"betting_relevance", "relevance"}
    assert quick.quality == whole.quality and quick.tier == 4


def test_measurements_are_in_sigmas_of_hasty_play(bench: type[Bench]) -> None:
    bench.sigma = 2.0
    found = tiers.evaluate(canonical(KUHN), 3)
    assert found.mean("sigma") == 2 and found.mean("impact") == 0.25
    assert found.mean("meaningful") == 3 and found.mean("interaction") == 1


def test_the_findings_of_the_solver_are_kept(bench: type[Bench], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiers, "bluff_value", lambda *_, nodes: Estimate(nodes, nodes, nodes))
    assert tiers.evaluate(canonical(KUHN), 4).mean("bluff_value") == 20_000


def test_what_a_game_is_measured_by_follows_from_its_key_and_how_often_it_was(bench: type[Bench]) -> None:
    form = canonical(KUHN)
    assert tiers.evaluate(form, 5, 3).key == key_of(form) and bench.keys == {seed_for(key_of(form), 3)}


@pytest.mark.parametrize("bets", [0, 1])
def test_betting_adds_nothing_where_nobody_bets(bench: type[Bench], bets: int) -> None:
    bench.bets = bets
    found = tiers.evaluate(canonical(KUHN), 3)
    hasty = np.array([[1.0, -1.0], [-1.0, 1.0]] * 200)
    adds = metrics.betting_relevance(hasty, np.abs(hasty) * [1, -1])
    assert found.measures["betting_relevance"] == (adds if bets else tiers.exact(0.0)) and adds.mean == 1
    assert found.mean("betting_share") == pytest.approx(bets / 2400) and found.mean("walkovers") == 0.25


def test_a_film_and_the_rules_are_measured_in_the_third_tier(bench: type[Bench]) -> None:
    found, seen = tiers.evaluate(canonical(KUHN), 3), tiers.film(None, 0, hands=30)
    for name in ("decided", "drama", "lead_changes"):
        assert found.measures[name] == getattr(metrics, name)(seen)
    assert found.measures["words"] == tiers.exact(tiers.words_of(canonical(KUHN))) and found.mean("words") > 50


def leads(values: list[float]) -> Any:
    return SimpleNamespace(leads=np.array([[value, -value] for value in values]))


def test_a_part_is_idle_if_constant_players_win_the_same_and_hasty_ones_nearly(monkeypatch: pytest.MonkeyPatch) -> None:
    same = [[1.0, -1.0]] * 20
    for other, is_same in ((0, True), (1, True), (2, False)):
        hasty = [[9.0, -9.0]] * other + same[other:]
        assert relevance._is_same([same, same, same], [same, same, hasty]) == is_same
        assert relevance._is_same([same, same, same], [same, hasty, same]) == (other == 0)
    assert relevance._share_that_differs([], []) == 0 and relevance._share_that_differs(same, same[:5]) == 0
    assert relevance._share_that_differs([[1.0], [2.0]], [[1.0], [3.0], [4.0]]) == 0.5
    assert relevance._share_that_differs([[3.0]], [[1.0]]) == 1, "more or less, it is another"


def test_every_part_is_left_out_in_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[list[int], int, int]] = []

    class RecordingBench:
        def __init__(self, form: GameGenome) -> None:
            self.form = form

        def play(self, players: list[int], hands: int, key: int, *, steps: int) -> Any:
            asked.append((players, hands, steps))
            return leads([len(self.form.turn_structure.phases)] * 4)

    monkeypatch.setattr(relevance, "Bench", RecordingBench)
    idle = relevance.idle_parts(canonical(KUHN), 1)
    assert all((hands, steps) == (120, 8_000) for _, hands, steps in asked)
    assert not any(place.startswith("$.turn_structure.phases[") and place.endswith("]") for place in idle)
    assert not any("session" in place for place in idle)
    assert idle, "what changes nobody's payoff here are parts of phases"


def test_relevance_is_the_share_of_phases_and_conditions_that_matter() -> None:
    form = canonical(KUHN)
    parts = len(form.turn_structure.phases) + len(form.win_conditions)
    assert relevance.part_relevance(form, []).mean == 1
    assert relevance.part_relevance(form, ["$.turn_structure.phases[0]"]).mean == (parts - 1) / parts
    assert relevance.part_relevance(form, ["$.win_conditions[0]", "$.setup"]).mean == (parts - 1) / parts
