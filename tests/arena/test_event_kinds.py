"""Common deals, mirrored ones and rolling matches: what each kind of event promises."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.arena.tables import lines
from croupier.kernel.errors import BadInput

from .teams import at, everybody, lines_of, roster, rows
from .virtual import Client, calls, folds, hall, shoves, silent

# Common deals


def holes(client: Client) -> list[tuple[str, ...]]:
    return [tuple(frame["hole"]) for frame in client.of("start_hand")] if client.of("start_hand") else []


def test_common_deals_are_the_same_cards_in_the_same_seats_for_every_team() -> None:
    with hall() as one:
        desk = one.event(kind="common", roster=roster(3), bots=["tight", "station"], deals=9)
        here = everybody(one, 3, {"Beta": shoves, "Gamma": folds})
        one.until(lambda: desk.book.over)
        secrets = {
            key: [
                line.secret
                for fixture in desk.book.fixtures.values()
                if key in fixture.keys
                for line in lines_of(one, fixture.table)
                if isinstance(line, lines.Shuffle)
            ]
            for key in desk.book.teams
        }
        assert len({tuple(found) for found in secrets.values()}) == 1
        seats = {
            key: [one.keys.index(key) for one in desk.book.fixtures.values() if key in one.keys]
            for key in desk.book.teams
        }
        assert set(map(tuple, seats.values())) == {(0, 1, 2)}
        dealt = {name: [frame["seed"] for frame in client.of("start_hand")] for name, client in here.items()}
        assert len({seed for seeds in dealt.values() for seed in seeds}) == 27, "salts differ by table"
        assert len(rows(one)) == 3 and all(row["matches"] == 9 for row in rows(one).values())


def test_a_team_that_remembers_everything_gains_nothing_from_common_deals() -> None:
    """No deal comes twice to a team, neither on its table nor after its line broke or the arena was killed."""
    with hall() as one:
        desk = one.event(kind="common", roster=roster(2), bots=["tight"], deals=12, move_time_ms=1_000)
        here = everybody(one, 2)
        for _ in range(3):
            one.pass_time(300)
            here["Alpha"].cut()
            one.pass_time(100)
            one.do(here["Alpha"].connect)
        one.kill()
        desk = one.events.desks["cup"]
        for client in here.values():
            one.do(client.connect)
        one.until(lambda: desk.book.over)
        for key in desk.book.teams:
            deals = [
                fixture.deal_of(match)
                for fixture in desk.book.fixtures.values()
                if key in fixture.keys
                for match in (*fixture.played, *(match for match in fixture.voided if match not in fixture.played))
            ]
            assert sorted(deals) == list(range(12))


def test_a_deal_that_broke_is_not_dealt_to_its_team_again() -> None:
    with hall() as one:
        desk = one.event(kind="common", roster=roster(2), bots=["tight"], deals=6)
        here = everybody(one, 2, {"Alpha": silent})
        one.until(lambda: any("alpha" in fixture.keys for fixture in desk.book.fixtures.values()))
        fixture = next(one for one in desk.book.fixtures.values() if "alpha" in one.keys)
        one.do(lambda: one.room.tables[fixture.table]._break("a bug"))
        here["Alpha"].style = calls
        one.pass_time(100)
        one.do(here["Alpha"].connect)
        one.until(lambda: desk.book.over)
        assert {name: row["matches"] for name, row in rows(one).items()} == {"Alpha": 5, "Beta": 6}


def test_nobody_learns_anything_of_a_deal_that_others_have_yet_to_play() -> None:
    with hall() as one:
        desk = one.event(kind="common", roster=roster(2), bots=["tight"], deals=4)
        alpha, beta = everybody(one, 2, {"Beta": silent}).values()
        one.until(lambda: sum(len(fixture.played) for fixture in desk.book.fixtures.values()) >= 2)
        table = next(fixture for fixture in desk.book.fixtures.values() if "beta" in fixture.keys).table
        for team, code in (("Alpha", roster(1)["Alpha"]), ("Looker", table)):
            looker = Client(one, team, code)
            one.do(lambda looker=looker: looker.connect(role="spectator"))
            one.pass_time(1)
            assert [frame["type"] for frame in looker.seen] == ["error"]
        values = one.loop.run_until_complete(one.store.values())
        assert not [key for key in values if key.startswith(("result/", "played/"))], "no replay, no result of a deal"
        told = one.told()
        assert told["open_deals"] == 0
        assert all(row["result"] is None and not row["decisions"] and not row["hands"] for row in told["teams"])
        beta.style = calls
        one.until(lambda: desk.book.open_deals() != set())
        first = min(desk.book.open_deals() or {0})
        found = [key for key in one.loop.run_until_complete(one.store.values("result/"))]
        assert len(found) == 2 and first == 0, "both have played it, and both results are there"
        assert alpha.of("match_end")


def test_a_team_that_is_withdrawn_is_not_waited_for() -> None:
    with hall() as one:
        desk = one.event(kind="common", roster=roster(3), bots=["tight"], deals=4)
        for name in ("Alpha", "Beta"):
            one.join(name, roster(3)[name])
        one.until(lambda: sum(len(fixture.played) for fixture in desk.book.fixtures.values()) == 8)
        assert desk.book.over is None and one.told()["open_deals"] == 0
        one.do(lambda: desk.order("withdraw", team="Gamma", why="never came"))
        one.until(lambda: desk.book.over)
        assert [row["matches"] for row in one.told()["teams"]] == [4, 4, 0]


# Mirrored duplicate


def test_mirrored_duplicate_is_only_for_bots_that_the_arena_starts() -> None:
    with hall() as one:
        for more in ({"roster": roster(2)}, {"code": "MIRROR1"}):
            with pytest.raises(BadInput, match="remembers the first half"):
                one.event(kind="mirrored", bots=["tight", "station"], **more)
        desk = one.event(kind="mirrored", bots=["tight", "station"], deals=6)
        stranger = one.join("Stranger", desk.offer.code)
        one.until(lambda: desk.book.over)
        assert not stranger.of("start_hand")


def test_mirrored_deals_are_played_in_all_rotations_with_the_same_cards() -> None:
    with hall() as one:
        desk = one.event(kind="mirrored", bots=["tight", "station", "random"], deals=5)
        one.until(lambda: desk.book.over)
        by_lineup = {tuple(fixture.keys): fixture for fixture in desk.book.fixtures.values()}
        assert len(by_lineup) == 3 and len({frozenset(keys) for keys in by_lineup}) == 1
        dealt = {
            keys: tuple(line.secret for line in lines_of(one, fixture.table) if isinstance(line, lines.Shuffle))
            for keys, fixture in by_lineup.items()
        }
        assert len(set(dealt.values())) == 1
        told = rows(one)
        assert all(row["matches"] == 15 for row in told.values())
        # Each mean is told to six decimals: three of them may be off by half of the last one each.
        assert sum(row["plain"]["mean"] for row in told.values()) == pytest.approx(0, abs=2e-6)


def test_a_bot_of_a_file_that_remembers_gains_nothing_from_mirrored_deals(tmp_path: Any) -> None:
    """Each rotation of a deal goes to another company of it: no process is dealt the same cards twice."""
    bot = tmp_path / "elephant.py"
    bot.write_text("def act(view, decision):\n    return 'CALL' if decision.named('CALL') else 'CHECK'\n")
    with hall() as one:
        desk = one.event(kind="mirrored", bots=[f"proc:{bot}", "station"], deals=30)
        one.until(lambda: desk.book.over)
        dealt: dict[str, list[int]] = {}
        for fixture in desk.book.fixtures.values():
            sat = next(
                line for line in lines_of(one, fixture.table) if isinstance(line, lines.Sat) and "#" in line.policy
            )
            dealt.setdefault(sat.policy, []).extend(fixture.deal_of(match) for match in fixture.played)
        assert {policy.rpartition("#")[2]: sorted(deals) for policy, deals in dealt.items()} == {
            "0": list(range(30)),
            "1": list(range(30)),
        }
        assert all(row["matches"] == 60 and row["decisions"].keys() == {"played"} for row in one.told()["teams"])


# Rolling events


def test_a_rolling_event_evens_out_games_and_freezes() -> None:
    with hall() as one:
        desk = one.event(kind="rolling", roster=roster(5), hands=3, freeze=at(one, 60_000), move_time_ms=1_000)
        for name, code in list(roster(5).items())[:4]:
            one.join(name, code, calls, think_ms=100)
        one.pass_time(20_000)
        one.join("Epsilon", roster(5)["Epsilon"], calls, think_ms=100)
        behind = max(desk.book.games().values())
        one.pass_time(39_000)
        games = desk.book.games()
        late = games.pop("epsilon")
        assert max(games.values()) - min(games.values()) <= 1
        assert max(games.values()) - late < behind, "who came late catches up"
        one.until(lambda: desk.book.over)
        last = [fixture for fixture in desk.book.fixtures.values() if fixture.played][-1]
        began = [line.at for line in lines_of(one, last.table) if isinstance(line, lines.Began)]
        assert max(began) < desk.book.opened.freeze
        assert not [fixture for fixture in desk.book.fixtures.values() if fixture.voided], (
            "what had begun was played out"
        )


def test_a_bot_is_swapped_between_two_matches_of_a_rolling_event() -> None:
    with hall() as one:
        desk = one.event(kind="rolling", roster=roster(2), hands=2, freeze=at(one, 1_000), move_time_ms=1_000)
        here = everybody(one, 2, {"Alpha": folds})
        one.until(lambda: any(fixture.played for fixture in desk.book.fixtures.values()))
        other = Client(one, "Alpha", roster(2)["Alpha"], shoves)
        one.do(other.connect)
        one.until(lambda: desk.book.over)
        assert other.of("act") and here["Alpha"].closed == (4001, "Another connection has taken this name.")
        assert rows(one)["Alpha"]["clock_share"] == 0
