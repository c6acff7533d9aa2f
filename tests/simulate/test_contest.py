"""Many tables: placings, ratings, round robins and tournaments."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from croupier.agents.loading import Entrant, house_bot, load_bots
from croupier.agents.terms import Terms
from croupier.games.holdem import GAME, configure
from croupier.kernel.contract.record import Moved, Played, Recorder, Series, move_of
from croupier.kernel.errors import BadInput, Fault
from croupier.kernel.language.records import to_dict
from croupier.kernel.vocabulary.cards import parse_cards
from croupier.simulate.contest.contest import SESSION, Contest, sessions
from croupier.simulate.contest.placings import Finish, finish_of
from croupier.simulate.contest.ratings import Ratings, places
from croupier.simulate.match.match import Match
from croupier.simulate.record.storage import read
from tests.simulate.plainly import play_plainly
from tests.toys.kuhn import GAME as KUHN


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is compiled here."""
    play_plainly(monkeypatch)


def test_equal_values_share_the_better_place() -> None:
    assert places([5, 9, 5, 1]) == [2, 1, 2, 4]


def test_a_winner_gains_and_everybody_becomes_surer() -> None:
    ratings = Ratings(3)
    before = ratings.of(0)
    for _ in range(10):
        ratings.rate([2, 0, 1], [2, 1, 3])
    first, third, second = (ratings.of(bot) for bot in range(3))
    assert first.mu > second.mu > third.mu
    assert all(rating.sigma < before.sigma for rating in (first, second, third))
    assert first.unsure == 2 * first.sigma and first.games == 10


def test_a_tie_between_equals_changes_no_order() -> None:
    ratings = Ratings(2)
    ratings.rate([0, 1], [1, 1])
    assert ratings.of(0).mu == pytest.approx(ratings.of(1).mu)


def all_in(seat: int, chips: int) -> Moved:
    return seat, "RAISE_TO", chips, []


def call(seat: int) -> Moved:
    return seat, "CALL", 0, []


def dealt(text: str) -> Moved:
    return "house", "DRAWN", 0, parse_cards(text)


NEXT_HAND: Moved = ("house", "NEXT_HAND", 0, [])


def finish(moves: list[Moved], seats: int = 3, hands: int = 0) -> Finish:
    """How a match of seats with 300 chips each ends."""
    config = configure(seats=seats, stack=300, small_blind=5, big_blind=10, button=0, hands=hands)
    series = Series("holdem", GAME.version, to_dict(config), ["a", "b", "c"][:seats], 1, False, 1)
    return finish_of(GAME, series, Played(0, list(range(seats)), moves, []))


def placed(moves: list[Moved]) -> list[int]:
    """The places of three seats."""
    found = finish(moves)
    assert found.decided
    return found.places


BOARD = [dealt("Ac 9d 8s"), dealt("7h"), dealt("Jc")]


def test_equal_stacks_that_go_out_at_once_share_a_place() -> None:
    aces_on_the_button = dealt("2c 3d As  2d 3h Ah")
    assert placed([aces_on_the_button, all_in(0, 300), call(1), call(2), *BOARD]) == [1, 2, 2]


def test_of_two_players_who_go_out_at_once_the_one_with_more_chips_is_ahead() -> None:
    lost_by_seat_2: list[Moved] = [
        dealt("2c 3d 4s  2d 3h 4h"),
        (0, "FOLD", 0, []),
        (1, "RAISE_TO", 100, []),
        call(2),
        dealt("9c 8c 7c"),
        (1, "CHECK", 0, []),
        (2, "FOLD", 0, []),
    ]
    aces_on_the_button = dealt("2c 3d As  2d 3h Ah")  # now seat 1; seats 2 and 0 are the blinds
    second_hand = [NEXT_HAND, aces_on_the_button, all_in(1, 400), call(2), call(0), *BOARD]
    assert placed([*lost_by_seat_2, *second_hand]) == [2, 1, 3]


def test_a_player_who_goes_out_first_is_last() -> None:
    seat_2_goes_out: list[Moved] = [
        dealt("As 3d 4s  Ah 3h 4h"),
        (0, "FOLD", 0, []),
        all_in(1, 300),
        call(2),
        *BOARD,
    ]
    heads_up = [dealt("2c As  2d Ah"), all_in(1, 600), call(0), *BOARD]
    assert placed([*seat_2_goes_out, NEXT_HAND, *heads_up]) == [2, 1, 3]


def test_where_the_hands_run_out_chips_decide_and_equal_chips_share_a_place() -> None:
    fold_the_button: list[Moved] = [dealt("2c 3d  2d 3h"), (0, "FOLD", 0, [])]
    fold_it_back: list[Moved] = [dealt("2c 3d  2d 3h"), (1, "FOLD", 0, [])]
    assert finish(fold_the_button, seats=2, hands=1) == Finish([2, 1], False)
    assert finish([*fold_the_button, NEXT_HAND, *fold_it_back], seats=2, hands=2) == Finish([1, 1], False)


def test_places_are_told_over_all_legs_of_a_match() -> None:
    """The blinds go up after the first hand, and the match may have one hand more than it began with."""
    match = Recorder(GAME, configure(seats=2, stack=300, small_blind=5, big_blind=10, button=0, hands=2))
    first: list[Moved] = [dealt("2c 3d  2d 3h"), (0, "FOLD", 0, [])]
    for line in first:
        match.advance(*move_of(GAME, line))
    match.begin_leg(small_blind=50, big_blind=100, hands=3)
    second: list[Moved] = [dealt("2c As  2d Ah"), all_in(1, 305), call(0), *BOARD]
    for line in second:
        match.advance(*move_of(GAME, line))
    series, played = match.record(["a", "b"])
    assert finish_of(GAME, series, played) == Finish([2, 1], True)
    assert series.bots == ["a", "b"]


def contest(folder: Path, bots: int = 3, **options: Any) -> Contest:
    entrants = [Entrant(f"bot {number}", partial(house_bot, KUHN, "random")) for number in range(bots)]
    chosen = {"seats": 2, "hands": 250, "seed": 5, "duplicate": False, "tournament": False, **options}
    return Contest(KUHN, KUHN.configure(), entrants, folder, **chosen)


def test_a_round_robin_is_every_pair_once(tmp_path: Path) -> None:
    made = contest(tmp_path)
    done: list[int] = []
    made.play(done.append)
    assert made.complete and [table.bots for table in made.tables] == [(0, 1), (0, 2), (1, 2)]
    assert done[-1] == 750 and done == sorted(done)
    assert [read(table.record)[0].bots for table in made.tables][2] == ["bot 1", "bot 2"]
    assert [read(table.record)[0].seed for table in made.tables] == [5, 6, 7]
    ratings = made.standings().ratings
    assert [rating.games for rating in ratings] == [2 * (250 // SESSION)] * 3
    overall = [made.overall(bot) for bot in range(3)]
    assert sum(one.mean for one in overall if one) == pytest.approx(0)
    assert all(one and one.low < one.mean < one.high for one in overall)


def test_ratings_follow_the_chips_of_sessions(tmp_path: Path) -> None:
    made = contest(tmp_path, bots=2, hands=SESSION)
    made.play()
    winner = max((0, 1), key=lambda bot: made.tables[0].results.result(bot).mean)
    ratings = made.standings().ratings
    assert ratings[winner].mu > 25 > ratings[1 - winner].mu


def test_tournaments_count_finishes(tmp_path: Path) -> None:
    made = contest(tmp_path, bots=2, hands=30, tournament=True)
    made.play()
    finishes = made.standings().finishes
    assert [sum(row) for row in finishes] == [30, 30]
    assert finishes[0][0] == finishes[1][1]


def test_a_contest_needs_enough_bots_and_not_too_many_tables(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="3 bots can sit at tables of 2 to 3 seats, not 4"):
        contest(tmp_path, seats=4)
    with pytest.raises(BadInput, match="12,870 tables are too many"):
        contest(tmp_path, bots=16, seats=8)


def lengths_of_sessions(plays: int, rotations: int) -> list[float]:
    """Every match brings bot 0 one point."""
    matches = [Played(0, [0, 1], [], [1, -1]) for _ in range(plays)]
    return [totals[0] for totals in sessions(matches, plays, rotations)]


def test_sessions_are_alike_and_have_whole_deals() -> None:
    assert lengths_of_sessions(301, 1) == [100, 100, 101]
    assert lengths_of_sessions(6 * 40, 6) == [120, 120]
    assert lengths_of_sessions(30, 1) == [30]
    assert lengths_of_sessions(3 * 40 + 2, 3) == [120]  # the last deal was broken off
    assert lengths_of_sessions(2, 3) == []


CTRL_C = """
asked = 0

def act(view, decision):
    global asked
    asked += 1
    if asked == {}:
        raise KeyboardInterrupt
    return decision.legal[0]
"""


def test_a_ctrl_c_keeps_the_running_table_and_the_contest_can_be_gone_on_with(tmp_path: Path) -> None:
    def made(bot: str, folder: str) -> Contest:
        (tmp_path / "bot.py").write_text(bot)
        entrants = load_bots(KUHN, ["house:random", "house:random", str(tmp_path / "bot.py")], Terms())
        options = {"seats": 2, "hands": 60, "seed": 5, "duplicate": False, "tournament": False}
        played = Contest(KUHN, KUHN.configure(), entrants, tmp_path / folder, **options)
        played.play()
        return played

    interrupted = made(CTRL_C.format(40), "contest")
    assert not interrupted.complete and [table.results.complete for table in interrupted.tables] == [True, False]
    assert 0 < interrupted.tables[1].results.plays < 60
    assert sum(rating.games for rating in interrupted.standings().ratings) == 4
    resumed, whole = made(CTRL_C.format(0), "contest"), made(CTRL_C.format(0), "whole")
    assert resumed.complete and resumed.standings() == whole.standings()
    assert [resumed.overall(bot) for bot in range(3)] == [whole.overall(bot) for bot in range(3)]


def test_a_fault_loses_no_table_that_was_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play = Match.play

    def faulty(match: Match, *arguments: Any) -> Any:
        if match.seed == 6:
            raise Fault("no end")
        return play(match, *arguments)

    monkeypatch.setattr(Match, "play", faulty)
    made = contest(tmp_path)
    with pytest.raises(Fault, match="no end"):
        made.play()
    assert not made.complete and [table.bots for table in made.tables] == [(0, 1)]
