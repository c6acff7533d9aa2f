"""The laboratory: figures with intervals, and studies that run."""

from __future__ import annotations

import json
import math
import random

import pytest

from croupier.cli.main import main
from croupier.games.battle.records import ATTACK, DEFENSE, HEAL
from croupier.games.deal import GAME as DEAL
from croupier.games.deal.records import BETWEEN, OVER, PLAYER, Config, Table
from croupier.kernel.statistics import Sample
from croupier.simulate.lab import battle, deal, deal_notes, deal_search
from croupier.simulate.lab.deal_notes import AIMS, Notes, note_cash, options, scores, watched
from croupier.simulate.lab.figures import (
    Figure,
    Section,
    as_json,
    as_text,
    difference,
    differs,
    exact,
    mean,
    measured,
    share,
    share_of_runs,
)
from tests.simulate.plainly import play_plainly, search_plainly


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is compiled here, and runs of the Deal are few."""
    play_plainly(monkeypatch)
    monkeypatch.setattr(deal_notes, "GROUPS", 10)


def test_share_has_an_interval_near_zero_and_one_too() -> None:
    assert share("none", 0, 100).low == pytest.approx(0, abs=1e-9)
    assert 0 < share("none", 0, 100).high < 0.05
    assert share("all", 100, 100).high == pytest.approx(1)
    middle = share("half", 50, 100)
    assert (middle.low, middle.high) == pytest.approx((0.404, 0.596), abs=0.001)


def test_mean_and_its_interval() -> None:
    values = [1.0, 2.0, 3.0, 4.0]
    figure = mean("m", values)
    assert figure.value == 2.5
    assert figure.low < 2.5 < figure.high
    assert measured("m", Sample.from_sums(4, 10, 30))[1:4] == pytest.approx(figure[1:4])


def test_a_hundred_times_the_same_is_not_certain() -> None:
    same = mean("m", [1.0] * 100)
    assert same.value == 1 and 0.9 < same.low < 1
    assert math.isinf(mean("m", [1.0] * 3).high), "three times the same says next to nothing"
    told = as_json("game", [Section("?", "Nobody.", (mean("m", [1.0] * 3),), "!")])
    assert told["sections"][0]["figures"][0]["high"] is None


def test_pairs_are_narrower_than_their_parts() -> None:
    rng = random.Random(1)
    noise = [rng.gauss(0, 100) for _ in range(400)]
    better = [value + 5 for value in noise]
    paired = difference("d", better, noise)
    assert differs(paired)
    assert paired.value == pytest.approx(5)


def test_a_share_within_runs_has_the_interval_of_as_many_runs() -> None:
    """Forty decisions that are all alike within each of ten runs are ten measurements, not four hundred."""
    alike = [(40 * (run % 2), 40) for run in range(10)]
    clustered, naive = share_of_runs("s", alike), share("s", 200, 400)
    assert clustered.value == naive.value == 0.5
    assert clustered.high - clustered.low > 5 * (naive.high - naive.low)
    assert (clustered.n, clustered.runs) == (400, 10)


def test_an_outcome_that_few_runs_never_had_is_still_possible() -> None:
    never = share_of_runs("s", [(0, 50)] * 4)
    assert never.value == 0 and never.high == share("s", 0, 4).high > 0.4


def test_runs_without_a_chance_do_not_count() -> None:
    assert share_of_runs("s", [(1, 2), (0, 0), (1, 3)]).runs == 2


@pytest.mark.parametrize(
    "figure", [share("f", 0, 0), share_of_runs("f", [(0, 0)]), mean("f", []), measured("f", Sample.of([]))]
)
def test_no_data_is_neither_zero_nor_exact(figure: Figure) -> None:
    assert "no data" in str(figure) and "exact" not in str(figure) and "0.0" not in str(figure)
    assert math.isnan(figure.value) and not differs(figure)
    told = as_json("game", [Section("?", "Nobody.", (figure,), "!")])["sections"][0]["figures"][0]
    assert told["value"] is None and told["n"] == 0


def test_exact_figures_are_marked_as_exact() -> None:
    assert "exact" in str(exact("f", 0.5, share=True)) and "…" not in str(exact("f", 0.5, share=True))
    assert "17.7% … 100.0%" in str(exact("f", 1, share=True, low=0.177, high=1))


def test_a_report_says_who_plays() -> None:
    section = Section("Why?", "Two house bots.", (), "Because.")
    assert "Two house bots." in as_text("Title", [section])
    assert as_json("game", [section])["sections"][0]["players"] == "Two house bots."


def test_notes_of_the_deal_add_up() -> None:
    for notes in watched(10, 1, "steady", options()):
        assert notes.hands == notes.banked + notes.busted + notes.abandoned
        assert notes.rounds[1] == notes.hands
        assert notes.points[1] >= notes.rounds[2]
        assert all(sum(times) == notes.hands for times in notes.times)


def test_a_player_goes_home_as_soon_as_there_is_enough() -> None:
    table, notes = Table(), Notes()
    for table.cash, table.phase in ((90, BETWEEN), (100, BETWEEN), (250, BETWEEN), (0, OVER), (300, OVER)):
        note_cash(table, notes)
    assert notes.taken[:3] == [100 + 300, 250 + 300, 0 + 300], "after the first run, a bust, comes another of 300"
    assert not any(notes.left)


def test_going_home_with_enough_is_what_a_player_who_does_so_banks() -> None:
    """`greedy` goes home with 600 itself, so nothing changes if he would with more; with 100 he banks less."""
    banked, notes = scores(20, 1, "greedy", options()), watched(20, 1, "greedy", options())
    assert [note.taken[AIMS - 1] / 2 for note in notes] == banked
    assert sum(note.taken[0] for note in notes) < 2 * sum(banked)


def test_same_seeds_same_runs() -> None:
    assert scores(10, 3, "steady", options()) == scores(10, 3, "steady", options())
    assert scores(10, 3, "steady", options()) != scores(10, 4, "steady", options())


def test_a_deck_without_a_card_is_otherwise_the_same() -> None:
    config = options()
    card = config.first[PLAYER]
    less = deal.without(config, card)
    assert less.first[PLAYER:] == [config.first[PLAYER], config.first[PLAYER + 1] - 1]
    assert [trait for trait in less.trait if trait] == [t for at, t in enumerate(config.trait) if t and at != card]
    assert config.first[PLAYER + 1] == less.first[PLAYER + 1] + 1, "the other config is left alone"


def test_every_card_is_weighed_with_and_without_and_by_round(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where runs bring the worth of the Player's cards: not what they do bring, which takes many runs to see."""

    def worth_of_the_deck(runs: int, seed: int, player: str, config: Config) -> list[float]:
        return [float(group + sum(config.trait[: config.first[PLAYER + 1]])) for group in range(10)]

    monkeypatch.setattr(deal, "scores", worth_of_the_deck)
    section = deal.cards(10, 1)
    names = [figure.name for figure in section.figures]
    for card in ("player: Fentanyl", "narc: Raid", "customer: Fair Deal"):
        assert sum(name.startswith(f"{card}: ") for name in names) == 4
    worth = {figure.name: figure for figure in section.figures}
    assert worth["player: Fentanyl: one of it more in the deck"].low > 0


def test_search_is_asked_in_positions_of_its_own_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    search_plainly(monkeypatch, DEAL)
    runs = deal_search.searched_runs(2, 1, 3)
    assert all(run.did and run.ending for run in runs)
    figures = deal_search.best_actions(runs, 3).figures
    places = {place for run in runs for place, _ in run.did}
    for place in places:
        assert sum(figure.value for figure in figures if figure.name.startswith(place)) == pytest.approx(1)
    assert sum(figure.value for figure in deal_search.endings(runs, 3).figures) == pytest.approx(1)


@pytest.mark.parametrize(
    ("last", "answer"),
    [(5, "Each is better than the one before, p < 0.001."), (4, "The order is not certain.")],
)
def test_the_ladder_of_players_is_in_order_if_each_earns_more_than_the_one_before(
    last: int, answer: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    earns = dict(zip(deal_notes.PLAYERS, (1, 2, 3, 4, last), strict=True))
    monkeypatch.setattr(
        deal, "scores", lambda runs, seed, player, config: [earns[player] * (g + 10) for g in range(10)]
    )
    monkeypatch.setattr(deal, "watched", lambda runs, seed, player, config: [Notes()])
    section = deal.ladder(10, 2, [], 5)
    gains = [figure.value for figure in section.figures if "more than the one before" in figure.name]
    assert gains == pytest.approx([14.5, 14.5, 14.5, 14.5 * (last - 4)]) and section.answer == answer


def test_patient_banks_more_than_steady(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deal_notes, "GROUPS", 24)
    patient, steady = (scores(24, 4, player, options()) for player in ("patient", "steady"))
    assert difference("more", patient, steady).low > 0


def test_battle_endings_add_up() -> None:
    notes, won = battle.play("equilibrium", "random", 500, 1)
    assert notes.matches == 500 == notes.knocked_out + notes.by_hp + notes.sudden
    assert won.low > 0


def test_with_six_hp_matches_end_by_knock_out_that_never_do_with_ten() -> None:
    ten, six = (battle.play("equilibrium", "equilibrium", 500, 1, hp)[0] for hp in (10, 6))
    assert ten.knocked_out == 0 and six.knocked_out > 100


def test_the_laboratory_reports_as_json(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(battle, "ranges", lambda hp: {(ATTACK, DEFENSE, HEAL): (0, 1)})  # to work it out takes seconds
    monkeypatch.setattr(battle, "study", lambda seed, **_: [battle.equilibrium()])
    assert main(["lab", "battle", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert "linear programming" in answer["sections"][0]["players"]
    figure = answer["sections"][0]["figures"][0]
    assert {"name", "value", "low", "high", "n", "exact"} <= set(figure)
