"""Duplicate tournaments: every team plays the same ones, and the standings say how little a few of them tell."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from croupier.arena.events import lines as said
from croupier.arena.events.book import Book
from croupier.arena.events.cross_table import cross_table
from croupier.arena.events.event import Event, checked, ready_levels
from croupier.arena.events.standings import RETURN, Standings
from croupier.arena.tables import lines
from croupier.arena.tables.plan import Level
from croupier.cli.verbs.host_event import standings as printed
from croupier.games import load
from croupier.kernel.errors import BadInput
from croupier.simulate.tournament.terms import Terms

from .teams import everybody, lines_of, roster, rows
from .test_event_export import exported, table
from .virtual import Hall, calls, folds, hall, shoves, silent

HOLDEM = load("holdem")
SHORT = [
    Level(hands=2, changes={"small_blind": 50, "big_blind": 100}),
    Level(changes={"small_blind": 200, "big_blind": 400}),
]
DUEL: dict[str, Any] = {"kind": "duplicate", "bots": ["station"], "options": {"stack": 600}, "levels": SHORT}
THREE: dict[str, Any] = {**DUEL, "bots": ["station", "random"]}


def shuffles(one: Hall, desk: Any, key: str) -> dict[int, list[bytes]]:
    """The secrets of the hands of a team's tournaments, by tournament."""
    found: dict[int, list[bytes]] = {}
    for fixture in desk.book.fixtures.values():
        secrets: list[list[bytes]] = [[]]
        for line in lines_of(one, fixture.table) if key in fixture.keys else ():
            if isinstance(line, lines.Shuffle):
                secrets[-1].append(line.secret)
            elif isinstance(line, lines.Began) and not line.leg:
                secrets.append([secrets[-1].pop()])  # the first hand is shuffled before the match begins
        secrets[-1] = secrets[-1][:-1]  # that of a hand which was not dealt
        found |= {fixture.first + number: some for number, some in enumerate(secrets[1:])}
    return found


def test_every_team_plays_the_same_tournaments_in_the_same_seats_until_one_has_all_chips() -> None:
    with hall() as one:
        desk = one.event(**THREE, roster=roster(2), deals=6)
        everybody(one, 2, {"Beta": folds})
        one.until(lambda: desk.book.over)
        alpha, beta = (shuffles(one, desk, key) for key in ("alpha", "beta"))
        assert alpha.keys() == beta.keys() == {*range(6)}
        assert all(alpha[one][: len(beta[one])] == beta[one][: len(alpha[one])] for one in alpha)
        assert len({secret for some in alpha.values() for secret in some}) == sum(map(len, alpha.values()))
        assert max(map(len, alpha.values())) > 1, "not one hand alone"
        seats = {
            key: [one.keys.index(key) for one in sorted(desk.book.fixtures.values(), key=lambda one: one.first)
                  if key in one.keys]
            for key in ("alpha", "beta")
        }  # fmt: skip
        assert seats == {"alpha": [0, 1, 2], "beta": [0, 1, 2]}
        ends = [end.scores for fixture in desk.book.fixtures.values() for end in fixture.played.values()]
        assert all(sorted(scores) == [-600, -600, 1200] for scores in ends)


def test_nothing_of_a_tournament_is_told_before_every_team_has_played_it() -> None:
    with hall() as one:
        desk = one.event(**DUEL, roster=roster(2), deals=2, move_time_ms=3_600_000)
        everybody(one, 2, {"Beta": silent})
        one.until(lambda: sum(len(fixture.played) for fixture in desk.book.fixtures.values()) == 2)
        told = one.told()
        assert told["open_deals"] == 0 and not any(row["matches"] for row in told["teams"])
        assert all(hosted.table.plan.closed for hosted in one.room.tables.values())


def test_a_kill_in_the_middle_costs_no_hand_and_no_tournament_is_played_twice() -> None:
    with hall() as one:
        desk = one.event(**DUEL, roster=roster(2), deals=4)
        here = everybody(one, 2)
        one.until(lambda: any(fixture.played for fixture in desk.book.fixtures.values()))
        one.until(lambda: any(hosted.table.hand == 2 for hosted in one.room.tables.values()))
        hands = {hosted.id: (hosted.table.match, hosted.table.hand) for hosted in one.room.tables.values()}
        one.kill()
        desk = one.events.desks["cup"]
        assert {id: (now.table.match, now.table.hand) for id, now in one.room.tables.items()} == hands
        for client in here.values():
            one.do(client.connect)
        one.until(lambda: desk.book.over)
        for key in desk.book.teams:
            played = [fixture.deal_of(match) for fixture in desk.book.fixtures.values() if key in fixture.keys
                      for match in fixture.played]  # fmt: skip
            assert sorted(played) == [0, 1, 2, 3]
        assert not any(fixture.voided for fixture in desk.book.fixtures.values())


def test_the_result_is_the_return_on_an_entry_by_the_payouts() -> None:
    with hall() as one:
        desk = one.event(**THREE, roster=roster(1), deals=6, tournament=Terms(payouts=[70, 30]))
        everybody(one, 1)
        one.until(lambda: desk.book.over)
        returns = []
        for fixture in desk.book.fixtures.values():
            for found in fixture.measured.values():
                place = found.places[fixture.keys.index("alpha")]
                shared = [110, -10, -100][place - 1 : place - 1 + found.places.count(place)]
                returns.append(sum(shared) / len(shared))
        row = rows(one)["Alpha"]
        assert row["result"]["mean"] == pytest.approx(sum(returns) / 6)
        assert row["plain"] == row["result"] and row["matches"] == 6


# What the standings of some tournaments say, from lines alone


def ended(won: list[int], places: list[int], *, clocked: bool = False) -> tuple[list[said.HandMeasured], list[int]]:
    """The figures of a tournament of two hands: who won what, and the places."""
    nothing = [0] * len(won)
    return [said.HandMeasured(nothing, nothing, clocked), said.HandMeasured(won, won, False)], places


WON, LOST = ended([600, -600], [1, 2]), ended([-600, 600], [2, 1])


def book_of(results: dict[str, list[Any]], **asked: Any) -> Book:
    """An event in which each team sat in seat 0 of its tournaments, with these results."""
    book = Book(said.Opened(Event(id="cup", **{**DUEL, **asked}), "nonce", 0))
    seats = len(book.event.bots) + 1
    for number, (team, found) in enumerate(results.items(), 1):
        book.follow(said.Entered(team.lower(), team))
        keys = [team.lower(), *[""] * (seats - 1)]
        book.follow(said.Drawn(number, f"cup-{number}", 0, keys, 0, len(found), 0))
        for match, (hands, places) in enumerate(found, 1):
            book.follow(said.Played(number, match, [team, *["x"] * (seats - 1)], [0] * seats, 0))
            book.follow(said.Measured(number, match, hands, places, [{"played": 2} for _ in range(seats)]))
    book.follow(said.Over(0, "everything is played."))
    return book


def told_of(results: dict[str, list[Any]], **asked: Any) -> dict[str, Any]:
    told = Standings(book_of(results, **asked), ("bb/100", 1.0)).told()
    return {**told, "rows": {row["name"]: row for row in told["teams"]}}


def test_one_tournament_says_nothing_everything_that_is_possible_is_in_its_interval() -> None:
    told = told_of({"Alpha": [WON], "Beta": [LOST]})
    assert told["unit"] == RETURN[0]
    assert told["rows"]["Alpha"]["result"] == {"mean": 100.0, "low": -100.0, "high": 100.0}
    assert told["rows"]["Beta"]["result"] == {"mean": -100.0, "low": -100.0, "high": 100.0}
    (pair,) = told["comparisons"]
    assert (pair["mean"], pair["low"], pair["high"]) == (200.0, -200.0, 200.0) and not pair["separable"]
    assert pair["verdict"].endswith("too few results to estimate how many more tournaments it takes")


def test_five_tournaments_that_all_went_the_same_way_do_not_pass_for_certainty() -> None:
    alpha, beta = ended([1200, -600, -600], [1, 2, 3]), ended([-600, 1200, -600], [3, 1, 2])
    told = told_of({"Alpha": [alpha] * 5, "Beta": [beta] * 5}, bots=["station", "tight"])
    assert told["rows"]["Beta"]["result"]["mean"] == -100 and told["rows"]["Beta"]["result"]["high"] > 0
    assert told["rows"]["Beta"]["level"] is (told["comparisons"][0]["p"] >= 0.05)


def test_teams_are_compared_in_the_tournaments_that_both_have_played() -> None:
    """Both win and lose the same ones but a few, so their difference is surer than either's own result."""
    shared = [WON, LOST] * 20
    told = told_of({"Alpha": [*shared, *[WON] * 10], "Beta": [*shared, *[LOST] * 10]})
    (pair,) = told["comparisons"]
    assert pair["better"] == "Alpha" and pair["separable"] and pair["low"] > 0
    assert told["rows"]["Alpha"]["result"]["low"] < told["rows"]["Beta"]["result"]["high"]


def test_a_tournament_in_which_the_clock_played_counts_but_not_without_the_clock() -> None:
    late = ended([600, -600], [1, 2], clocked=True)
    row = told_of({"Alpha": [late, LOST]})["rows"]["Alpha"]
    assert row["result"]["mean"] == 0 and row["without_clock"]["mean"] == -100
    assert told_of({"Alpha": [late]})["rows"]["Alpha"]["without_clock"]["low"] is None


@pytest.mark.parametrize("won", [[100, -100], [-599, 599], [0, 0]])
def test_a_tournament_that_ended_before_the_team_was_out_or_had_everything_does_not_count(won: list[int]) -> None:
    row = told_of({"Alpha": [ended(won, [1, 2]), WON]})["rows"]["Alpha"]
    assert row["matches"] == 1 and row["result"]["mean"] == 100


def test_a_team_that_is_out_has_its_prize_although_the_others_were_stopped() -> None:
    three = ended([-600, 400, 200], [3, 1, 2])
    assert told_of({"Alpha": [three]}, bots=["station", "tight"])["rows"]["Alpha"]["matches"] == 1


def test_players_who_share_a_place_share_its_prizes() -> None:
    tied = ended([-600, 1200, -600], [2, 1, 2])
    row = told_of({"Alpha": [tied]}, bots=["station", "tight"], tournament=Terms(payouts=[60, 40]))["rows"]["Alpha"]
    assert row["result"]["mean"] == pytest.approx(-40)


def test_ratings_go_by_the_prizes_of_each_tournament() -> None:
    told = told_of({"Alpha": [WON] * 3, "Beta": [LOST] * 3})
    assert [row["rating"]["games"] for row in told["teams"]] == [3, 3]
    assert told["rows"]["Alpha"]["rating"]["mu"] > told["rows"]["Beta"]["rating"]["mu"]


def test_the_cross_table_has_the_same_difference_and_who_was_placed_higher() -> None:
    results = {"Alpha": [WON, LOST, WON], "Beta": [LOST, LOST, WON]}
    standings = Standings(book_of(results), ("bb/100", 1.0))
    cell = cross_table(standings, ["Alpha", "Beta"]).cells[0]
    assert (cell.ahead, cell.level, cell.behind) == (1, 2, 0)
    pair = told_of(results)["comparisons"][0]
    assert cell.result == pytest.approx((pair["mean"], pair["low"], pair["high"]))


# What the host asks for, and takes home


def test_the_blinds_of_the_ready_structures_rise_every_ten_hands_unless_the_host_says_others() -> None:
    *levels, last = ready_levels()
    assert all(level.hands == 10 for level in levels) and not last.hands and last.changes["small_blind"] == 15_000
    with hall() as one:
        desk = one.event(kind="duplicate", bots=["tight"])
        assert desk.plan.levels == ready_levels() and desk.plan.options["button_rule"] == "dead"
        assert desk.plan.options["stack"] == 10_000 and "hands" not in desk.plan.options and desk.book.deals == 30


def test_teams_practise_against_as_many_house_bots_as_in_the_event() -> None:
    with hall() as one:
        one.event(**THREE, seats=5, practice="PRACTICE")
        assert one.room.desks["cup-practice"].offer.bots == ["station", "random", "station", "random"]


@pytest.mark.parametrize(
    ("why", "asked"),
    [
        ("against which house bots", {"bots": []}),
        ("in hold'em", {"game": "deal", "levels": [], "options": {}}),
        ("no hands, aliases", {"hands": 5}),
        ("no hands, aliases", {"aliases": True}),
        ("no hands, aliases", {"house": 3}),
        ("`payouts` alone", {"tournament": Terms(fee=5)}),
        ("Payouts sum to 100", {"tournament": Terms(payouts=[50, 30])}),
        ("itself says what 'seating' is", {"options": {"seating": "open"}}),
        ("last some hands, not minutes", {"levels": [Level(minutes=5), Level()]}),
        ("last some hands, not minutes", {"levels": [Level(), Level()]}),
        ("The last level has no end", {"levels": [Level(hands=5)]}),
        ("big blind", {"levels": [Level(changes={"small_blind": 50, "big_blind": 20})]}),
    ],
)
def test_what_a_duplicate_tournament_cannot_be(why: str, asked: dict[str, Any]) -> None:
    with pytest.raises(BadInput, match=why):
        checked(Event(id="cup", **{**DUEL, **asked}), HOLDEM)


@pytest.fixture(scope="module")
def over() -> Iterator[Hall]:
    """Three teams after two tournaments each."""
    with hall() as one:
        desk = one.event(**THREE, roster=roster(3), deals=2)
        everybody(one, 3, {"Beta": calls, "Gamma": shoves})
        one.until(lambda: desk.book.over)
        yield one


def test_the_terminal_tells_returns_with_their_intervals_and_no_luck_taken_out(over: Hall) -> None:
    text = "\n".join(printed(over.told()))
    assert "% return" in text and "95 % interval" in text and "…" in text
    assert "luck" not in text and "hands" not in text


def test_the_export_has_the_tournaments_with_their_records(over: Hall) -> None:
    files = exported(over)
    assert {row["unit"] for row in table(files, "standings.csv")} == {"% return"}
    assert len([name for name in files if name.startswith("records/")]) == 6
    cross = table(files, "cross-table.csv")
    assert all(float(row["low"]) <= float(row["result"]) <= float(row["high"]) for row in cross)
    page = files["event.html"].decode()
    assert "Duplicate tournaments" in page and "return on an entry" in page and "luck included" not in page.lower()
