"""Whole tournaments between bots without a server, many of them, and what they show. Hands are played plainly."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

import pytest

from croupier.agents.bot import Bot
from croupier.agents.loading import Entrant, house_bot
from croupier.agents.random import play_randomly
from croupier.cli.main import main
from croupier.games.holdem import GAME, configure
from croupier.kernel.contract.game import Decision
from croupier.simulate.lab.duplicate import Duplicate
from croupier.simulate.lab.figures import Section
from croupier.simulate.lab.tournament import Study, entries_needed
from croupier.simulate.match.driver_rules import ASK_PYTHON
from croupier.simulate.tournament import series
from croupier.simulate.tournament.evening import Hall, Outcome, Pace, Structure
from croupier.simulate.tournament.series import Field, Play, Seen, pieces, seen
from croupier.simulate.tournament.terms import Stage, Terms
from tests.simulate.plainly import play_plainly

OWN: dict[str, Any] = {"seating": "assigned", "button_rule": "dead", "entry": "free"}
FIELD = Field(["house:station", "house:random"], 2)


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is compiled here."""
    play_plainly(monkeypatch, GAME)


def structure(name: str = "short", entrants: int = 5, stages: int = 8, minutes: float = 2) -> Structure:
    """Tables of three with stacks of five big blinds, which double soon."""
    configs = [configure(seats=3, stack=50, small_blind=5 << at, big_blind=10 << at, **OWN) for at in range(stages)]
    terms = Terms(players=entrants, fee=20)
    return Structure(name, entrants, terms, 3, 50, [Stage(minutes=minutes)] * stages, configs)


def house(*names: str) -> list[Entrant]:
    return [Entrant(name, partial(house_bot, GAME, name)) for name in names]


def hall(*entrants: Entrant, given: Structure | None = None, **options: Any) -> Hall:
    return Hall(given or structure(), entrants or house("station", "random"), 3, **options)


def test_a_tournament_gives_every_place_and_the_whole_pool() -> None:
    found = hall().play(0)
    assert sum(found.prizes) == 100 and min(found.places) == 1 and len(found.places) == 5
    assert found.hands >= sum(found.played) > 0 and found.ms > 0
    assert found.last >= max(at for at, hands in enumerate(found.played) if hands)


def test_a_tournament_depends_on_its_seed_and_number_alone() -> None:
    one, other = hall(), hall()
    second = one.play(1)
    assert other.play(0) == one.play(0) != second == other.play(1)


def test_a_bot_that_is_asked_plays_the_tournament_that_it_plays_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = hall(*house("random", "station"), repeated=1).play(4)
    monkeypatch.setattr(
        "croupier.simulate.tournament.evening.plays_compiled", lambda bot: bot.policy is not play_randomly
    )
    asked = hall(*house("random", "station"), repeated=1)
    assert asked.lineup[0] == ASK_PYTHON and asked.play(4) == compiled


class Watching(Bot):
    """Notes the cards of its first hands."""

    dealt: ClassVar[list[tuple[int, list[int]]]] = []

    def hand_started(self, view: Any) -> None:
        self.dealt.append((view.seat, list(view.cards.row)))


class Folder(Watching):
    def act(self, view: Any, decision: Decision) -> Any:
        return "FOLD"


class Caller(Watching):
    def act(self, view: Any, decision: Decision) -> Any:
        return "CALL" if "CALL" in decision.legal else "CHECK"


def test_teams_meet_the_same_cards_in_the_same_seats_until_they_play_differently() -> None:
    outcomes, dealt = [], []
    for kind in (Folder, Caller):
        Watching.dealt.clear()
        playing = hall(Entrant(kind.__name__, kind), *house("random"), repeated=1)
        outcomes.append(playing.play(2))
        playing.close()
        dealt.append(list(Watching.dealt))
    assert dealt[0][0] == dealt[1][0] and dealt[0] != dealt[1]
    assert outcomes[0].places[0] != outcomes[1].places[0]
    assert not outcomes[0].misdeeds


def test_a_wrong_answer_is_noted_and_costs_the_hand() -> None:
    class Wrong(Bot):
        def act(self, view: Any, decision: Decision) -> Any:
            return "SING"

    found = hall(Entrant("wrong", Wrong), *house("random"), repeated=1).play(0)
    assert {one.what for one in found.misdeeds} == {"unknown word"}


def test_a_decision_that_takes_longer_leaves_fewer_hands_in_a_level() -> None:
    quick, slow = (hall(pace=Pace(seconds, 0)) for seconds in (5_000, 60_000))
    assert sum(slow.play(0).played) < sum(quick.play(0).played)


def test_a_team_has_the_first_place_of_the_field_and_house_bots_the_others_in_turn() -> None:
    field = Field(["team", "a", "b", "c"], 3)
    assert field.numbers(6) == [0, 1, 2, 3, 1, 2]
    playing = hall(*house("station", "random", "tight"), repeated=2)
    numbers = Field(["station", "random", "tight"], 2).numbers(5)
    assert [playing.lineup[at] for at in range(5)] == [playing.lineup[number] for number in numbers]


def outcome(places: list[int], prizes: list[int]) -> Outcome:
    return Outcome(places, prizes, 10, [4, 2], 60_000, 1, [])


def test_a_prize_is_told_as_a_multiple_of_the_average_prize() -> None:
    found = seen(outcome([1, 2, 3, 4], [60, 40, 0, 0]), [0, 1, 0, 1], 2)
    assert found.points == [1.2, 0.8] and found.wins == [1, 0]
    assert found.squares == [2.4**2 / 2, 1.6**2 / 2]


def test_ahead_counts_all_pairs_and_equal_places_half() -> None:
    found = seen(outcome([1, 2, 2, 4], [60, 40, 0, 0]), [0, 1, 0, 1], 2)
    assert found.ahead[0][1] == (1 + 1 + 0.5 + 1) / 4 and found.ahead[1][0] == 0.5 / 4


def shown(points: float, square: float = 9.0, ahead: float = 0.6, ms: int = 1) -> Seen:
    return Seen(
        ms, 10, [5, *[0] * 7], 0, [1, 0], [points, 2 - points], [square, square], [[0.5, ahead], [1 - ahead, 0.5]]
    )


def test_entries_needed_grow_with_the_variance_of_a_prize_and_fall_with_the_square_of_the_lead() -> None:
    some = [shown(1.2), shown(1.4)] * 50
    found = entries_needed("n", some, 0)
    assert found.value == pytest.approx((1.96 + 0.8416) ** 2 * (9 - 1.3**2) / 0.3**2, rel=1e-3)
    assert found.low < found.value < found.high


def test_without_a_lead_no_number_of_entries_is_enough() -> None:
    found = entries_needed("n", [shown(0.8), shown(1.2), shown(0.9)], 0)
    assert found.value == float("inf") and found.high == float("inf") and found.low < float("inf")


def told(study: Study | Duplicate, question: str) -> Section:
    return next(section for section in study.sections() if section.question.startswith(question))


def test_a_structure_that_lasts_longer_and_leaves_less_to_luck_is_named() -> None:
    study = Study([structure("long"), structure("quick")], FIELD, 1)
    study.seen = [
        [shown(1.5, ahead=0.8 + (at % 2) / 10, ms=9) for at in range(40)],
        [shown(1.5, ahead=0.5 + (at % 2) / 10) for at in range(40)],
    ]
    luck = told(study, "How much of it is luck?")
    assert luck.answer.startswith("“long” leaves less to luck than “quick”: +30.0 points")
    assert [figure.name.split("”")[0] for figure in luck.figures] == ["“quick", "“quick", "“long", "“long"]


def test_a_bot_that_never_won_may_still_win_something() -> None:
    study = Study([structure()], FIELD, 1)
    study.seen = [[shown(2.0) for _ in range(40)]]
    never = told(study, "Who wins").figures[3]
    assert never.value == 0 and 0 < never.high < 1


def test_one_tournament_says_nothing_about_two_teams() -> None:
    study = Duplicate(structure(), ["house:station", "house:random"], Field(["house:random"], 1), 3)
    study.play(1)
    compared = told(study, "Which team is better?")
    assert compared.answer.endswith("the same tournament tells nothing (p = 1.00).")
    least, most = compared.figures[0].low, compared.figures[0].high
    assert least < 0 < most and study.complete


def test_teams_are_compared_in_the_same_tournaments() -> None:
    study = Duplicate(structure(), ["one", "two"], FIELD, 3)
    luck = [0.0, 5.0, 1.0, 9.0] * 10
    study.seen = [[shown(one + lead + (at % 3) / 10) for at, one in enumerate(luck)] for lead in (0.5, 0.0)]
    answer = told(study, "Which team is better?").answer
    assert answer == "one is better than two (p = 0)." or answer.startswith("one is better than two (p = ")


def test_an_interrupted_study_has_as_many_tournaments_of_each_team(monkeypatch: pytest.MonkeyPatch) -> None:
    study = Duplicate(structure(), ["house:station", "house:random"], Field(["house:random"], 1), 3)

    def interrupted(*_: object) -> Any:
        yield Play(0, 0, 0, 8), [shown(1.0)] * 8
        yield Play(0, 1, 0, 8), [shown(1.0)] * 8
        yield Play(0, 0, 8, 16), [shown(1.0)] * 8
        raise KeyboardInterrupt

    monkeypatch.setattr("croupier.simulate.lab.duplicate.outcomes", interrupted)
    study.play(100)
    assert list(map(len, study.seen)) == [8, 8] and not study.complete


def test_structures_and_teams_take_turns() -> None:
    assert pieces(2, 1, series.PIECE + 1) == [
        Play(0, 0, 0, series.PIECE), Play(1, 0, 0, series.PIECE),
        Play(0, 0, series.PIECE, series.PIECE + 1), Play(1, 0, series.PIECE, series.PIECE + 1),
    ]  # fmt: skip


TOURNAMENT = """
kind = "tournament"
seats = 3
bots = ["station", "random"]
house = 4
options = {stack = 50}
[tournament]
starts = "20:00"
late_levels = 1
reentries = 1
[[levels]]
hands = 3
changes = {small_blind = 5, big_blind = 10}
[[levels]]
changes = {small_blind = 40, big_blind = 80}
"""


def test_the_laboratory_reads_a_tournament_as_the_arena_does(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "friday.toml"
    file.write_text(TOURNAMENT)
    assert main(["lab", "tournament", str(file), "--tournaments", "2", "--seed", "5", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["complete"] and found["seed"] == 5
    length = found["sections"][0]
    assert length["players"].startswith("4 players (2 station, 2 random) at tables of 3, each with 5 big blinds.")
    first = next(figure for figure in length["figures"] if figure["name"].startswith("level 1"))
    assert first["name"] == "level 1, 5/10: hands of the winner" and first["value"] <= 3


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--tournaments", "0"], "At least one tournament"),
        (["--players", "3"], "“turbo” has 3 players, too few for 4 bots"),
        (["--bots", "nobody"], "nobody"),
    ],
)
def test_what_cannot_be_studied_is_refused(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "tournament", *arguments]) != 0
    assert said in capsys.readouterr().err
