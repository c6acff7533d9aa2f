"""What a room does beside its tables: openings, withdrawn offers, old data, lost keys, matches that are read again."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from croupier.arena.room import access, configured, memory, ratings
from croupier.arena.room.desks import RESTS_FOR
from croupier.arena.room.host_orders import Order, give
from croupier.arena.room.offers import Offer, Opener
from croupier.arena.room.private import PrivateTables
from croupier.arena.room.pruning import DAY_SECONDS, prune_daily
from croupier.arena.room.records import told
from croupier.arena.room.room import Room
from croupier.arena.room.thoughts import thoughts
from croupier.arena.room.transcripts import transcript
from croupier.arena.tables import lines
from croupier.games import load
from croupier.kernel.errors import BadInput

from . import room as by_hand
from .test_matches import fold
from .virtual import PEPPER, Hall, InlineHouse, hall, silent

TWO: dict[str, Any] = {"id": "T", "game": "holdem", "code": "TABLE", "seats": 2, "options": {"stack": 1000}}


def waited(one: Hall, work: Any) -> Any:
    return one.loop.run_until_complete(work)


def offers_of(one: Hall, *ids: str) -> None:
    waited(one, configured.offer_all(one.room, [Offer(**{**TWO, "id": id, "code": f"CODE_{id}"}) for id in ids]))


# Offers of the config


def test_an_offer_that_the_config_has_no_longer_is_withdrawn_unless_somebody_sits_there() -> None:
    with hall() as one:
        offers_of(one, "A", "B", "C")
        beta = one.join("Beta", "CODE_B", silent)
        one.pass_time(5)
        table = one.room.tables["C"]
        table.do([])
        offers_of(one, "A")
        one.pass_time(1)
        assert sorted(one.room.desks) == sorted(one.room.tables) == ["A", "B"] and not table._alarms
        assert [note for note in one.room.notes if "B no more" in note]
        assert msgspec.json.decode(waited(one, one.store.values("configured"))["configured"]) == ["A", "B"]
        one.do(lambda: give(one.room, one.room.tables["B"], Order("kick", 0)))
        one.do(beta.cut)
        offers_of(one, "A")
        assert sorted(one.room.desks) == ["A"]
        one.kill()
        offers_of(one, "A", "C")
        assert sorted(one.room.tables) == ["A", "C"], "it is offered again"


def test_an_offer_of_the_host_is_not_withdrawn() -> None:
    with hall() as one:
        offers_of(one, "A")
        one.do(lambda: one.room.offer(Offer(**{**TWO, "id": "own", "code": "OWN_CODE"})))
        offers_of(one)
        assert sorted(one.room.desks) == ["own"]


# After a restart


def test_a_table_to_which_nobody_comes_back_after_a_restart_is_taken_down() -> None:
    with hall() as one:
        one.do(lambda: one.room.offer(Offer(id="H", game="leduc", kind="house", code="HOUSE")))
        one.join("Alpha", "HOUSE", silent)
        one.pass_time(5)
        one.kill()
        assert "H-1" in one.room.tables
        one.pass_time(int(RESTS_FOR * 1000) + 2_000)
        assert "H-1" not in one.room.tables and "H-1" not in one.room.desks["H"]._leaving


def test_without_the_key_no_claim_and_no_hosts_token_is_believed() -> None:
    with hall() as one:
        one.do(lambda: one.room.offer(Offer(**TWO)))
        one.do(lambda: one.room.set_host("host-token"))
        one.join("Alpha", "TABLE", silent)
        one.pass_time(5)

        async def opened() -> Room:
            room = await Room.open(one.store, PEPPER, InlineHouse(), lost_key=True)
            await asyncio.sleep(0)
            room.closing = True
            room._ticking.cancel()  # type: ignore[union-attr]
            for hosted in room.tables.values():
                hosted.stop()
            return room

        room = waited(one, opened())
        assert not room.has_host and room.claims == {} and not room.desks["T"].door.claims and not room.lost_key
        assert "The key to the cards is lost" in room.notes[0]
        kept = waited(one, one.store.values())
        assert not [key for key in kept if key.startswith(memory.CLAIM) or key == memory.HOST]


# Old data, ratings, private tables, metrics


def test_old_data_are_deleted_once_a_day() -> None:
    with hall() as one:
        day = DAY_SECONDS * 1000
        ages = {"old": 2.5, "young": 0.5, "next": 1.5}
        results = [memory.of_result(id, memory.Result(f"{id}-M1", ["a"], ["A"], [0], int(one.room.wall() - age * day)))
                   for id, age in ages.items()]  # fmt: skip
        openings_of = [access.note(one.room, id, "x") for id in ages]
        for work in openings_of:
            waited(one, work)
        one.do(lambda: one.room.keep(*results))
        one.room._ticking.cancel()  # type: ignore[union-attr]
        pruning = one.do(lambda: asyncio.ensure_future(prune_daily(one.room, 2)))
        one.pass_time(10)

        def left() -> list[str]:
            return sorted(key.split("/")[1] for key in waited(one, one.store.values("result/")))

        assert left() == ["next", "young"]
        one.pass_time(DAY_SECONDS * 1000)
        assert left() == ["young"]
        pruning.cancel()


def test_ratings_are_found_by_their_game() -> None:
    values = {"rating/holdem/a": b"5", "rating/holdem/b": b"3", "rating/deal/a": b"1", "offer/x": b"{}"}
    assert ratings.ratings_in(values) == {"holdem": [(5, 0), (3, 0)], "deal": [(1, 0)]}


def test_private_tables_are_limited_in_all_and_for_each_address() -> None:
    with hall() as one:
        private = PrivateTables(one.room, 2, 1)
        assert [private.left(address) for address in ("here", "there")] == [1, 1]
        for at in (1, 2, 3):
            offer = Offer(**{**TWO, "id": f"P{at}", "code": f"CODE_{at}", "kind": "private",
                             "opener": Opener(proof="x", game="g")})  # fmt: skip
            one.do(lambda offer=offer: one.room.offer(offer))
            private._addresses[offer.id] = "here"
            assert [private.left(address) for address in ("here", "there")] == [0, [1, 0, 0][at - 1]]
        assert PrivateTables(one.room, 0, 5).left("there") == 0
        desk = one.room.desks["P1"]
        assert private.sizes("holdem", desk) == list(range(2, 11)) and private.sizes("holdem", desk) == list(
            range(2, 11)
        )


def test_a_seat_of_a_queue_stays_with_its_team_and_may_get_a_new_token() -> None:
    with hall() as one:
        one.do(lambda: one.room.offer(Offer(id="Q", game="battle", kind="queue", code="QUEUE")))
        for name in ("Alpha", "Beta"):
            client = one.join(name, "QUEUE", silent)
            one.do(lambda client=client: client.say(type="queue_join"))
        one.pass_time(50)
        hosted = one.room.tables["Q-1"]
        with pytest.raises(BadInput, match="a seat in a queue's match cannot change hands"):
            one.do(lambda: give(one.room, hosted, Order("swap", 0, values={"team": "Gamma"})))
        assert set(one.do(lambda: give(one.room, hosted, Order("swap", 0)))) == {"team", "token"}
        assert one.room.metrics.matches == 0


def test_matches_that_are_over_are_counted_once_and_remembered() -> None:
    with hall() as one:
        one.do(lambda: one.room.offer(Offer(**{**TWO, "options": {"stack": 1000, "hands": 1}})))
        alpha, _ = (one.join(name, "TABLE") for name in ("Alpha", "Beta"))
        one.until(lambda: alpha.of("match_end"))
        assert one.room.metrics.matches == 1 and [match.match for match in one.room.past.matches()] == ["T-M1"]
        assert {"result/T/1", "played/T"} <= set(waited(one, one.store.values()))


# Matches that are read again


def played() -> by_hand.Room:
    room = by_hand.Room(seats=2, options={"stack": 1_000, "small_blind": 5, "big_blind": 10, "hands": 1})
    for name in ("a", "b"):
        room.join(name)
    room.act(next(chair.id for chair in room.table.chairs if room.session.clocks.of(chair.seat)), "CALL")
    room.act(next(chair.id for chair in room.table.chairs if room.session.clocks.of(chair.seat)), "CHECK")
    fold(room)
    return room


def test_a_public_record_has_the_cards_that_spectators_saw_and_a_whole_one_has_all() -> None:
    room = played()
    scores = list(room.finished[0].scores)
    result = memory.Result("T-1-M1", ["a", "b"], ["a", "b"], scores, 0)
    drawn = {}
    for whole in (False, True):
        record = told(room.plan, room.game, 1, room.log, whole=whole).record(result)
        moves = [tuple(move[3]) for move in record.played.moves if len(move) > 3 and move[3]]  # type: ignore[misc]
        drawn[whole] = [card for cards in moves for card in cards]
    assert len(drawn[True]) == len(drawn[False]) == 7
    hidden = [one for one, other in zip(drawn[False], drawn[True], strict=True) if one != other]
    assert len(hidden) == 4, "four hole cards that nobody was shown; the flop is open"


def test_thoughts_of_a_match_are_those_before_its_moves() -> None:
    game = load("holdem")
    fold_kind = next(kind for kind, name in game.kinds.items() if name == "FOLD")

    def thought(hand: str, id: str = "a", seat: int = 0) -> lines.Thought:
        return lines.Thought(seat, id, hand, 5, 1, f"of {hand}", None)

    kept = [
        thought("T-M1-H1"), lines.Made(0, fold_kind, 6, cards=(0, -1)),
        thought("T-M1-H2", "b", 1), lines.Made(0, fold_kind, 7), lines.Made(1, fold_kind, 8),
        thought("T-M2-H1"), lines.Made(0, fold_kind, 9),
        thought("T-M3-H1"), lines.Made(1, fold_kind + 1, 10), lines.Made(0, fold_kind, 11),
    ]  # fmt: skip

    def read(match: str, whose: str | None) -> list[tuple[str, str]]:
        rows = [msgspec.json.decode(row) for row in thoughts(game, match, kept, whose).splitlines()]
        assert all(row["action"] == "FOLD" for row in rows)
        return [(row["thoughts"], row["player"]) for row in rows]

    assert read("T-M1", None) == [("of T-M1-H1", "a"), ("of T-M1-H2", "b")]
    assert read("T-M1", "b") == [("of T-M1-H2", "b")] and read("T-M2", None) == [("of T-M2-H1", "a")]
    assert read("T-M3", None) == [("of T-M3-H1", "a")], "the move of another seat came between"
    first = msgspec.json.decode(thoughts(game, "T-M1", kept, "a"))
    assert first["cards"] == [game.words.card_name(0), "-"] and first["at"] == 5


def test_a_transcript_names_the_cards_of_answers_and_is_of_one_match() -> None:
    room = by_hand.Room("battle", seats=2, again=True)
    for name in ("a", "b"):
        room.join(name)
    room.send("a", type="layout_confirm", layout=["attack", None, None])
    rows = [msgspec.json.decode(row) for row in transcript(room.plan, room.game, 1, room.log, "a").splitlines()]
    answered = [row for row in rows if row["way"] == "answered"]
    assert [card == "-" for card in answered[0]["cards"]] == [False, True, True]
    sent = [row["frame"] for row in rows if row["way"] == "sent"]
    assert sent == [frame for frame in room.inboxes["a"] if "n" in frame]
    assert transcript(room.plan, room.game, 2, room.log, "a") == b""
    with pytest.raises(BadInput, match="sealed under a key"):
        transcript(room.plan, room.game, 1, [one for one in room.log if not isinstance(one, lines.Shuffle)], "a")


@pytest.mark.parametrize("other", ["", "~"])
def test_a_match_of_other_rules_has_no_transcript(other: str) -> None:
    room = played()
    log = [msgspec.structs.replace(one, fingerprint=other) if isinstance(one, lines.Began) else one for one in room.log]
    with pytest.raises(BadInput, match="played by other rules"):
        transcript(room.plan, room.game, 1, log, "a")


def test_a_transcript_ends_with_its_match() -> None:
    room = played()
    before = transcript(room.plan, room.game, 1, room.log, "a")
    began = next(one for one in room.log if isinstance(one, lines.Began))
    later = [lines.Shuffle(b"x" * 32), msgspec.structs.replace(began, fingerprint="other")]
    with pytest.raises(BadInput):
        transcript(room.plan, room.game, 2, [*room.log, *later], "a")
    assert transcript(room.plan, room.game, 1, [*room.log, *later], "a") == before != b""


def test_a_table_that_somebody_sits_at_or_that_stands_no_more_is_not_taken_down() -> None:
    with hall() as one:
        one.do(lambda: one.room.offer(Offer(id="H", game="leduc", kind="house", code="HOUSE")))
        one.join("Alpha", "HOUSE", silent)
        one.pass_time(5)
        hosted, desk = one.room.tables["H-1"], one.room.desks["H"]
        one.do(lambda: desk._take_down(hosted))
        assert one.room.tables["H-1"] is hosted and "alpha" in desk.door.claims
        one.do(lambda: one.room.take_down(hosted))
        one.pass_time(5)
        one.do(lambda: desk._take_down(hosted))
        assert "alpha" in desk.door.claims, "its names are not freed a second time"


def test_a_room_that_was_closed_is_closing() -> None:
    with hall() as one:
        room = one.room
        assert not room.closing
    assert room.closing
