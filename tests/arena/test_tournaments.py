"""Tournaments over many tables in a room: registration, tables that follow, kills, prizes."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec
import pytest

from croupier.arena.events import lines
from croupier.arena.events.felts import in_hand, stacks_at_rest, stacks_at_start
from croupier.arena.events.tournament import TournamentDesk
from croupier.arena.room import memory
from croupier.arena.room.hosted import Hosted
from croupier.arena.store import Line
from croupier.arena.tables.effects import EVENT_OVER
from croupier.arena.tables.inputs import Freed, Seated
from croupier.arena.tables.plan import Level
from croupier.games.holdem.records import BIG_BLIND_ANTES, EACH_ANTES
from croupier.kernel.errors import BadInput
from croupier.simulate.tournament import directing
from croupier.simulate.tournament import lines as said
from croupier.simulate.tournament.prizes import results

from .evenings import CODE, LEVELS, RecordingStore, check, evening, join, play
from .teams import at
from .virtual import Client, Hall, calls, hall, shoves, silent


def said_in(one: Hall, desk: TournamentDesk) -> list[Any]:
    kept = one.loop.run_until_complete(one.store.read(memory.EVENT + desk.offer.id, 1))
    return [lines.decode(line.body) for line in kept]


def test_a_sit_and_go_begins_when_it_is_full_and_is_played_to_the_end() -> None:
    with hall() as one:
        desk = evening(one, house=6, terms={"players": 9, "fee": 3}, code=CODE)
        here = join(one, 2, shoves)
        one.pass_time(1_000)
        assert not desk.t.started and len(desk.t.players) == 8
        here["Last"] = one.join("Last", CODE)
        one.until(lambda: desk.t.started)
        assert sorted(desk.t.size(number) for number in desk.t.tables) == [3, 3, 3]
        play(one, desk)
        assert all(client.closed and client.closed[0] == EVENT_OVER for client in here.values())
        places = {name: results(desk.t)[name.casefold()].place for name in here}
        for name, client in here.items():
            assert client.closed is not None and client.closed[1].endswith(f": place {places[name]} of 9.")
        bank = one.room.bank.accounts
        assert bank.stakes("cup") == {}
        for key, found in results(desk.t).items():
            assert bank.balance(key) == bank.opening + found.prize - (0 if key.startswith("house:") else 3)


def test_a_scheduled_tournament_begins_at_its_time_with_the_players_that_have_entered() -> None:
    with hall() as one:
        desk = evening(one, house=5, terms={"players": 0, "starts": at(one, 60_000)}, code=CODE)
        one.pass_time(30_000)
        assert not desk.t.started
        assert one.told()["tournament"]["starts"] == desk.starts
        join(one, 2, shoves)
        one.until(lambda: desk.t.started)
        assert 60_000 <= one.room.now() - 1_000_000 < 61_500 and len(desk.t.players) == 7
        play(one, desk)


def test_a_client_that_is_moved_follows_by_itself() -> None:
    with hall() as one:
        desk = evening(one, house=5, seats=3, terms={"players": 6}, code=CODE)
        client = one.join("Alpha", CODE, calls)
        play(one, desk)
        moves = [
            line for line in said_in(one, desk)
            if (isinstance(line, said.Moved) and line.key == "alpha")
            or (isinstance(line, said.Broken | said.Final) and "alpha" in [place.key for place in line.places])
        ]  # fmt: skip
        tables = [frame["table_id"] for frame in client.of("welcome") if frame.get("seat") is not None]
        assert len(tables) == 1 + len(moves) and len(set(tables)) == len(tables)
        acted = [frame["hand_id"].rpartition("-M")[0] for frame in client.of("act")]
        assert set(acted) <= set(tables)
        assert desk.place_of("alpha") is None


def test_a_person_that_goes_out_sees_how_its_last_hand_ended_before_it_is_told_its_place() -> None:
    with hall() as one:
        desk = evening(one, house=3, seats=4, terms={"players": 4}, code=CODE, bots=["station"])
        client = Client(one, "Alpha", CODE, shoves)
        one.do(lambda: client.connect(scenes=True))
        one.until(lambda: client.closed)
        acts = [at for at, frame in enumerate(client.seen) if frame["type"] == "act"]
        after = [frame.get("ev") for frame in client.seen[acts[-1] :]]
        assert "SHOWDOWN" in after or desk.book.over
        if desk.book.over is None:
            assert "ELIMINATED" in after
            assert client.closed and client.closed[1].startswith("You are out: place")


@pytest.mark.parametrize("house", [1, 2, 3])
def test_the_hand_with_which_a_tournament_ends_is_shown_to_its_end_and_kept(house: int) -> None:
    levels, failures = [Level(changes={"small_blind": 5_000, "big_blind": 10_000})], list[object]()
    with hall() as one:
        one.loop.set_exception_handler(lambda _, context: failures.append(context))
        terms = {"players": house + 1}
        desk = evening(
            one, house=house, seats=4, levels=levels, terms=terms, code=CODE, bots=["station"], between_ms=3_000
        )
        client = Client(one, "Alpha", CODE, shoves)
        one.do(lambda: client.connect(scenes=True))
        play(one, desk)
        one.pass_time(60_000)
        assert not desk.tables() and failures == []


def test_seats_can_be_checked_when_the_secret_is_public() -> None:
    from croupier.arena.events.event import blank_tournament
    from croupier.arena.shuffle import hash_of_secret, order_of

    with hall() as one:
        desk = evening(one, house=7)
        one.until(lambda: desk.t.started)
        assert "secret" not in one.told()["tournament"]
        play(one, desk)
        told = one.told()["tournament"]
        secret = bytes.fromhex(told["secret"])
        assert hash_of_secret(secret, "cup") == told["hash"]
        kept = [line for line in said_in(one, desk) if isinstance(line, said.TournamentLine)]
        blank = blank_tournament(desk.book.event)
        assert directing.same_draws(blank, kept, lambda number, count: order_of(secret, 0, number, range(count)))


def test_levels_change_the_blinds_of_all_tables_with_their_next_hand() -> None:
    with hall() as one:
        levels = [msgspec.structs.replace(level, hands=min(level.hands, 2)) for level in LEVELS]
        desk = evening(one, house=6, levels=levels, bots=["station"])
        seen: set[tuple[int, int]] = set()

        def look() -> bool:
            for hosted in desk.tables():
                if hosted.table.state is not None:
                    config = hosted.table.state.table.config
                    seen.add((config.small_blind, config.big_blind))
            return desk.book.over is not None

        one.until(look)
        assert {(50, 100), (100, 200)} <= seen <= {(level.changes["small_blind"], level.changes["big_blind"])
                                                   for level in LEVELS}  # fmt: skip


def test_the_clock_of_levels_does_not_count_the_time_that_the_arena_was_down(monkeypatch: pytest.MonkeyPatch) -> None:
    levels = [Level(minutes=10), Level(changes={"big_blind": 200})]
    with hall() as one:
        monkeypatch.setattr("croupier.arena.room.room.time.time", lambda: 1_700_000_000 + one.loop.clock)
        one.kill()  # from now on the time of day is the loop's
        desk = evening(one, seats=2, levels=levels, terms={"players": 2}, code=CODE)
        join(one, 2, silent)
        one.until(lambda: desk.t.started)
        one.pass_time(60_000)
        one.loop.clock += 3_600
        one.kill()
        desk = one.events.desks["cup"]  # type: ignore[assignment]
        one.pass_time(10)
        assert 58_000 <= desk.t.spent(one.room.wall()) <= 62_000


def test_a_kill_at_every_line_of_a_move_leaves_every_player_with_one_seat() -> None:
    store = RecordingStore()
    with hall(store) as one:
        desk = evening(one, house=7, terms={"late_levels": 1, "fee": 2}, code=CODE, levels=LEVELS)
        play(one, desk)
    kinds = (said.Started, said.Moved, said.Broken, said.Final, said.Out, said.Ended)
    moments = {
        number + later
        for number, entries in enumerate(store.appends, 1)
        for entry in entries
        if isinstance(entry, Line) and entry.table.startswith(memory.EVENT)
        and isinstance(lines.decode(entry.body), kinds)
        for later in range(3)
    }  # fmt: skip
    assert len(moments) >= 9, "it has begun, somebody was out, and it has ended"
    for moment in sorted(moments):
        with hall(store.cut(moment)) as one:
            again = one.events.desks["cup"]
            assert isinstance(again, TournamentDesk)
            check(one, again)
            if moment % 3 == 0:
                play(one, again)
            else:
                one.pass_time(1)
                check(one, again)


def test_a_player_that_comes_late_gets_a_seat_and_a_player_that_is_out_enters_again() -> None:
    levels = [Level(minutes=2), Level(changes={"small_blind": 3_000, "big_blind": 6_000})]
    terms = {"players": 5, "late_levels": 1, "reentries": 1, "fee": 2}
    with hall() as one:
        desk = evening(one, house=4, levels=levels, terms=terms, code=CODE, move_time_ms=5_000, between_ms=3_000)
        first = one.join("Alpha", CODE, shoves)
        one.until(lambda: desk.t.started)
        late = one.join("Beta", CODE, silent)
        one.until(lambda: late.of("welcome") and late.of("welcome")[-1]["table_id"].startswith("cup-"))
        assert desk.place_of("beta")
        one.until(lambda: not desk.refusal("alpha", "reenter") or not desk.t.is_open)
        if desk.t.is_open:
            assert first.closed is None, "it may enter again"
            one.do(lambda: desk.wish("alpha", "reenter"))
            check(one, desk)
            assert desk.t.players["alpha"].entries == 2 and desk.t.players["alpha"].table
            with pytest.raises(BadInput):
                desk.wish("alpha", "reenter")
        one.until(lambda: not desk.t.is_open)
        with pytest.raises(BadInput, match="closed"):
            desk.enter("gamma", "Gamma")
        play(one, desk)


def first_out(one: Hall) -> tuple[TournamentDesk, str, Hosted]:
    """A tournament with late entries, of bots and three players who go all in; the first of these that is out, and
    where."""
    terms, levels = {"players": 18, "late_levels": 1, "reentries": 1}, [Level(minutes=60), Level()]
    desk = evening(one, house=15, terms=terms, levels=levels, code=CODE, bots=["station"], between_ms=3_000)
    for number in range(3):
        client = Client(one, f"Team {number}", CODE, shoves)
        one.do(partial(client.connect, scenes=True))

    def outs() -> list[str]:
        return [out.key for out in desk.t.outs if out.key.startswith("team")]

    one.until(outs)
    old = desk.hosted(next(out.table for out in desk.t.outs if out.key == outs()[0]))
    assert old is not None
    return desk, outs()[0], old


def test_nobody_enters_again_while_its_last_hand_is_still_shown() -> None:
    with hall() as one:
        desk, key, _ = first_out(one)
        with pytest.raises(BadInput, match="still being shown"):
            desk.wish(key, "reenter")
        may = {player["key"]: player["may"] for player in one.told()["tournament"]["players"]}
        assert may[key] == []
        one.until(lambda: not desk.refusal(key, "reenter"))
        may = {player["key"]: player["may"] for player in one.told()["tournament"]["players"]}
        assert may[key] == ["reenter"]
        one.do(lambda: desk.wish(key, "reenter"))
        check(one, desk)
        assert desk.t.players[key].entries == 2 and desk.t.players[key].table


def test_a_player_that_is_out_and_may_enter_again_is_told_nothing_of_who_takes_its_chair() -> None:
    """Its connection stays open, and its chair may go to a player that is moved there."""
    with hall() as one:
        desk, key, old = first_out(one)
        (connection,) = [guest.connection.id for name, guest in desk.present.items() if name == key]
        one.until(lambda: not desk.refusal(key, "reenter"))
        assert key in desk.present
        if one.room.tables.get(old.id) is old:  # it was not broken meanwhile
            assert connection not in old.session.connections.values()
            assert connection not in old.session.viewers.wanted


def test_what_a_hand_began_with_follows_from_the_table_alone() -> None:
    """After a restart in the middle of a hand, those who go out in it are placed by these chips."""
    with hall() as one:
        desk, seen = evening(one, house=6, terms={"players": 6}), 0

        def over() -> bool:
            nonlocal seen
            for number in desk.t.tables if desk.t.ended is None else ():
                hosted = desk.hosted(number)
                if hosted is not None and in_hand(hosted):
                    assert stacks_at_start(hosted) == desk.before[number]
                    seen += 1
            return desk.book.over is not None

        one.until(over)
        assert seen


def test_what_the_house_adds_is_paid_out_with_the_prizes() -> None:
    with hall() as one:
        desk = evening(one, house=3, terms={"players": 3, "added": 100})
        assert sum(one.room.bank.accounts.stakes("cup").values()) == 100
        play(one, desk)
        assert one.room.bank.accounts.stakes("cup") == {}


def test_who_takes_the_chair_of_a_player_that_was_moved_away_does_not_get_its_chips() -> None:
    """Both between the same two hands: one is moved away, and another comes from a broken table."""
    with hall() as one:
        desk = evening(one, house=3, terms={"players": 3}, bots=["station"], between_ms=3_000)
        one.until(lambda: desk.tables() and desk.tables()[0].table.at_boundary)
        (hosted,) = desk.tables()
        chair = hosted.table.chairs[0]
        key, name, had = chair.id, chair.name, stacks_at_rest(desk, hosted)
        one.do(lambda: hosted.put(Freed(0), Seated(key, name, "station", 0)))
        assert stacks_at_rest(desk, hosted) == {**had, key: 0}, "what the match has for this seat went away"
        told = {player["key"]: player["chips"] for player in one.told()["tournament"]["players"]}
        assert told == {**had, key: 10_000}, "what came with its seat"


@pytest.mark.parametrize("hands", [0, 1, 4])
def test_a_table_that_fails_is_replaced_and_its_hand_is_void(hands: int) -> None:
    with hall() as one:
        desk = evening(one, house=5, seats=3, terms={"players": 6}, code=CODE)
        client = one.join("Alpha", CODE, calls)
        one.until(lambda: desk.book.over or ((place := desk.place_of("alpha")) and place[0].table.hand >= hands))
        if place := desk.place_of("alpha"):
            one.do(lambda: place[0]._break("a bug"))
            check(one, desk)
            (replaced,) = [line for line in said_in(one, desk) if isinstance(line, said.Replaced)]
            assert desk.t.names[replaced.table] == place[0].id and replaced.table not in desk.t.tables
            assert client.closed and client.closed[1].endswith("out of order.")
            one.pass_time(1)
            one.do(client.connect)
            check(one, desk)
        play(one, desk)


def test_a_player_with_too_few_tokens_cannot_enter() -> None:
    with hall() as one:
        evening(one, house=1, terms={"players": 3, "fee": 11}, code=CODE)
        client = one.join("Alpha", CODE)
        assert "10 tokens" in client.of("error")[-1]["msg"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "battle"}, {"finish_by": "20:00"}, {"options": {"seating": "open"}}, {"seats": 11},
        {"levels": [Level(minutes=5, rest=True), Level()]}, {"house": 5, "bots": []}, {"options": {"stack": "many"}},
    ],
)  # fmt: skip
def test_settings_that_make_no_sense_are_refused(wrong: dict[str, Any]) -> None:
    with hall() as one, pytest.raises(BadInput):
        one.event(kind="tournament", **{"bots": ["tight"], "house": 2, "seats": 9, **wrong})


def test_breaks_and_terms_are_for_tournaments_alone() -> None:
    with hall() as one, pytest.raises(BadInput, match="tournament"):
        one.event(kind="robin", bots=["tight", "station"], levels=[Level(minutes=5, rest=True)])


def test_a_big_blind_ante_takes_the_place_of_antes_and_the_other_way_round() -> None:
    antes = [{"big_blind_ante": 100}, {"ante": 20}, {"big_blind_ante": 50}]
    with hall() as one:
        levels = [Level(hands=2, changes=changes) for changes in antes]
        desk = evening(one, house=4, seats=4, levels=levels, bots=["tight"], options={"ante": 10})
        seen: dict[int, set[tuple[int, int]]] = {}

        def look() -> bool:
            table = next((hosted.table for hosted in desk.tables() if hosted.table.state is not None), None)
            if table is not None and not table.at_boundary and table.state is not None:
                config = table.state.table.config
                seen.setdefault(desk.t.level, set()).add((config.ante_kind, config.ante))
            return desk.book.over is not None or (table is not None and table.hand > 8)

        one.until(look)
        assert seen[0] == {(BIG_BLIND_ANTES, 100)} and seen[1] == {(EACH_ANTES, 20)}
        assert seen[2] == {(BIG_BLIND_ANTES, 50)}


def test_a_tournament_has_no_more_chips_than_one_player_can_win() -> None:
    with hall() as one:
        with pytest.raises(BadInput, match="at most 1,073,741,824 chips"):
            evening(one, house=3, seats=3, terms={"players": 3}, options={"stack": 2**29})
        terms = {"players": 2, "late_levels": 1, "addon": 2**29}
        settings = {"levels": [Level(minutes=100), Level()], "options": {"stack": 2**28 + 1}}
        desk = evening(one, seats=2, terms=terms, code=CODE, **settings)
        join(one, 2, silent)
        one.until(lambda: desk.t.started)
        with pytest.raises(BadInput, match="together"):
            desk.wish("team 0", "addon")
        desk.enter("team 2", "Team 2")
        with pytest.raises(BadInput, match="together"):
            desk.enter("team 3", "Team 3")
