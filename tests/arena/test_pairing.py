"""Who waits in the Battle's queue, who is paired with whom, and what is refused; without sockets (`test_queue` has
them)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

import msgspec
import pytest

from croupier.arena.room import room as rooms
from croupier.arena.room.host_orders import Order, give
from croupier.arena.room.memory import ACCOUNTS
from croupier.arena.room.offers import wall_time
from croupier.arena.room.queue import QueueDesk
from croupier.arena.store import Entry, Line, Value
from croupier.kernel.errors import BadInput

from .network import Offer
from .virtual import Client, Hall, hall

CODE = "QUEUE"


@contextmanager
def queue(**more: Any) -> Iterator[tuple[Hall, QueueDesk]]:
    """A room with a queue."""
    with hall() as one:
        desk = one.do(lambda: one.room.offer(Offer(id="Q", game="battle", kind="queue", code=CODE, **more)))
        assert isinstance(desk, QueueDesk)
        yield one, desk


def say(one: Hall, *clients: Client, type: str = "queue_join") -> None:
    for client in clients:
        one.do(lambda client=client: client.say(type=type))


def opponents(client: Client) -> list[str]:
    return [frame["oppNickname"] for frame in client.of("match_found")]


def refusals(client: Client) -> list[str]:
    return [frame["code"] for frame in client.seen if frame["type"] in ("error", "error_msg")]


def paired(one: Hall) -> tuple[Client, Client]:
    """Alpha and Beta in a match."""
    alpha, beta = one.join("Alpha", CODE), one.join("Beta", CODE)
    say(one, alpha, beta)
    one.until(lambda: beta.of("prep_start"))
    return alpha, beta


def test_a_client_that_comes_first_is_served_first() -> None:
    with queue() as (one, desk):
        clients = [one.join(team, CODE) for team in ("Alpha", "Beta", "Gamma", "Delta")]
        say(one, *clients)
        one.until(lambda: all(client.of("match_found") for client in clients))
        assert [opponents(client) for client in clients] == [["Beta"], ["Alpha"], ["Delta"], ["Gamma"]]
        assert len(desk.tables()) == 2 and not desk.waiting


def test_a_client_that_queues_twice_waits_once_and_where_it_was() -> None:
    with queue() as (one, desk):
        alpha = one.join("Alpha", CODE)
        say(one, alpha, alpha)
        assert list(desk.waiting) == ["alpha"] and not desk.tables() and not refusals(alpha)


def test_a_client_that_goes_waits_no_more() -> None:
    with queue() as (one, desk):
        alpha = one.join("Alpha", CODE)
        say(one, alpha)
        assert not desk.done("alpha") and desk.connected("ALPHA")
        one.do(alpha.cut)
        assert not desk.waiting and desk.done("alpha") and not desk.connected("Alpha")


def test_a_team_that_comes_by_another_connection_takes_its_own_place_and_queues_anew() -> None:
    with queue() as (one, desk):
        alpha, beta = one.join("Alpha", CODE), one.join("Beta", CODE)
        say(one, alpha)
        other = Client(one, "Alpha", CODE)
        other.token = alpha.token
        one.do(other.connect)
        one.until(lambda: alpha.guest is None)
        assert alpha.closed == (4001, "Another connection has taken this name.")
        assert desk.connected("Alpha") and not desk.waiting
        say(one, beta, other)
        one.until(lambda: other.of("match_found") and beta.of("match_found"))
        assert opponents(beta) == ["Alpha"] and not alpha.of("match_found")


def test_a_name_that_somebody_has_is_not_given_to_another() -> None:
    with queue() as (one, desk):
        alpha, thief = one.join("Alpha", CODE), one.join("Alpha", CODE)
        assert refusals(thief) and alpha.closed is None and desk.connected("Alpha")


def test_a_client_that_plays_cannot_queue_and_neither_waits_nor_is_done() -> None:
    with queue() as (one, desk):
        alpha, _ = paired(one)
        say(one, alpha)
        assert refusals(alpha) == ["ALREADY_PLAYING"] and not desk.waiting
        assert not desk.done("alpha") and not desk.done("beta") and len(desk.tables()) == 1
        assert one.room.metrics.refusals["ALREADY_PLAYING"] == 1


def test_a_stake_that_is_all_one_has_can_be_paid_and_one_more_cannot() -> None:
    with queue(stake=10) as (one, desk):
        paired(one)
        assert [one.room.bank.accounts.balance(key) for key in ("alpha", "beta")] == [0, 0]
    with queue(stake=11) as (one, desk):
        alpha = one.join("Alpha", CODE)
        say(one, alpha)
        assert refusals(alpha) == ["TOO_FEW_TOKENS"] and not desk.waiting
        assert one.room.metrics.refusals["TOO_FEW_TOKENS"] == 1


def test_a_client_that_spends_its_stake_elsewhere_waits_no_more_and_nobody_else_suffers() -> None:
    with queue(stake=10) as (one, desk):
        one.do(lambda: one.room.offer(Offer(id="R", game="battle", kind="queue", code="OTHER", stake=10)))
        alpha, gamma, delta = [one.join(team, CODE) for team in ("Alpha", "Gamma", "Delta")]
        twin, beta = one.join("Alpha", "OTHER"), one.join("Beta", "OTHER")
        say(one, alpha, twin, beta)
        one.until(lambda: twin.of("match_found"))
        assert list(desk.waiting) == ["alpha"]
        say(one, gamma)
        assert refusals(alpha) == ["TOO_FEW_TOKENS"] and alpha.of("error_msg")[0]["tokens"] == 0
        assert list(desk.waiting) == ["gamma"]
        say(one, delta)
        one.until(lambda: gamma.of("match_found"))
        assert opponents(gamma) == ["Delta"] and not refusals(gamma)


def test_no_match_begins_and_nobody_is_charged_from_the_time_on_at_which_the_queue_closes() -> None:
    closes = datetime.now() + timedelta(days=1)
    with queue(finish_by=closes.isoformat()) as (one, desk):
        at = wall_time(desk.offer.finish_by) - one.room.epoch_ms
        alpha, beta = one.join("Alpha", CODE), one.join("Beta", CODE)
        one.loop.clock += (at - one.room.now()) / 1000 - 1
        say(one, alpha)
        assert list(desk.waiting) == ["alpha"]
        while one.room.now() < at:
            one.loop.clock += 0.0005
        say(one, beta)
        assert refusals(beta) == ["QUEUE_CLOSED"] and "open until" in beta.of("error_msg")[0]["msg"]
        assert not desk.tables() and one.room.bank.accounts.balance("beta") == 10


def test_the_queue_is_understood_in_every_dialect() -> None:
    with queue(stake=10) as (one, desk):
        alpha, beta = Client(one, "Alpha", CODE), one.join("Beta", CODE)
        one.do(lambda: alpha.connect(dialect="generic"))
        say(one, alpha)
        assert list(desk.waiting) == ["alpha"]
        say(one, alpha, type="queue_leave")
        assert not desk.waiting
        say(one, alpha, beta)
        one.until(lambda: beta.of("match_found") and alpha.of("act"))
        say(one, alpha)
        assert refusals(alpha) == ["ALREADY_PLAYING"]


def test_in_another_dialect_too_one_is_told_what_a_match_costs() -> None:
    with queue(stake=11) as (one, _):
        alpha = Client(one, "Alpha", CODE)
        one.do(lambda: alpha.connect(dialect="generic"))
        say(one, alpha)
        assert [frame["msg"] for frame in alpha.of("error")] == ["You have 10 tokens; the stake is 11."]


def test_each_account_has_its_own_hand_in_either_seat() -> None:
    own = ["attack", "attack", "heal", "counter"]
    for team, hands in (("alpha", [own, ["heal"] * 4]), ("beta", [["heal"] * 4, own])):
        with queue(options={"hand": ["heal"] * 4}) as (one, _):
            one.room.bank.give_hand(team, own)
            assert [client.of("match_found")[0]["yourHand"] for client in paired(one)] == hands


def test_the_stake_of_a_match_is_stored_together_with_its_table_and_its_beginning(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with queue() as (one, _):
        append, batches = one.store.append, list[tuple[Entry, ...]]()
        monkeypatch.setattr(one.store, "append", lambda *entries: batches.append(entries) or append(*entries))
        paired(one)
        (batch,) = [
            batch for batch in batches if any(isinstance(one, Value) and one.key == "table/Q-1" for one in batch)
        ]
        assert [line.table for line in batch if isinstance(line, Line)].count(ACCOUNTS) == 1
        assert Line("Q-1", 1, b"")[:2] in [line[:2] for line in batch]


def test_where_there_is_no_room_for_a_table_nobody_is_charged_and_the_first_waits_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with queue() as (one, desk):
        alpha, beta = one.join("Alpha", CODE), one.join("Beta", CODE)
        with monkeypatch.context() as patched:
            patched.setattr(rooms, "MOST_TABLES", 0)
            say(one, alpha, beta)
        assert refusals(beta) == ["BAD_SCHEMA"] and not refusals(alpha) and list(desk.waiting) == ["alpha"]
        assert [one.room.bank.accounts.balance(key) for key in ("alpha", "beta")] == [10, 10]
        say(one, beta)
        one.until(lambda: alpha.of("match_found") and beta.of("match_found"))


@pytest.mark.parametrize("stake", [1, 10])
def test_a_void_match_is_played_again_if_both_players_are_here(stake: int) -> None:
    with queue(stake=stake) as (one, desk):
        alpha, _ = paired(one)
        one.do(lambda: give(one.room, desk.tables()[0], Order(order="void", why="a cable")))
        one.until(lambda: len(alpha.of("match_found")) == 2)
        assert [one.room.bank.accounts.balance(key) for key in ("alpha", "beta")] == [10 - stake] * 2
        assert len(desk.tables()) == 1 and len(one.room.tables) == 1


def test_a_void_match_of_somebody_who_is_not_here_is_not_played_again() -> None:
    with queue() as (one, _):
        alpha, _ = paired(one)
        one.kill()
        one.do(alpha.connect)
        desk = one.room.desks["Q"]
        one.do(lambda: give(one.room, desk.tables()[0], Order(order="void", why="a cable")))
        one.until(lambda: not one.room.tables)
        assert [one.room.bank.accounts.balance(key) for key in ("alpha", "beta")] == [10, 10]
        assert desk.done("alpha")


def void(one: Hall, desk: QueueDesk, **values: Any) -> None:
    one.do(lambda: give(one.room, desk.tables()[0], Order(order="void", why="a cable", values=values)))


def announced(client: Client) -> tuple[str, bool]:
    """What a client was told of a void match in words, and whether it is played again."""
    (notice,) = client.of("notice")
    return notice["msg"].removeprefix("The host: void (a cable). Stakes are given back. "), notice["order"]["values"][
        "replay"
    ]


def test_a_void_match_is_announced_with_what_follows_and_both_are_kept_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    with queue() as (one, desk):
        alpha, beta = paired(one)
        append, held = one.store.append, list[tuple[Entry, ...]]()
        kept = one.loop.create_future()
        with monkeypatch.context() as patched:
            patched.setattr(one.store, "append", lambda *entries: held.append(entries) or kept)
            void(one, desk)
        assert len(held) == 1, "the end of the one and the beginning of the other"
        tables = {entry.table for entry in held[0] if isinstance(entry, Line)}
        assert tables == {"Q-1", "Q-2", ACCOUNTS}
        assert not alpha.of("notice") and len(alpha.of("match_found")) == 1, "nothing is told before it is kept"
        one.do(lambda: append(*held[0]).add_done_callback(lambda done: kept.set_result(None)))
        one.until(lambda: len(alpha.of("match_found")) == 2 and len(beta.of("match_found")) == 2)
        for client in (alpha, beta):
            assert announced(client) == ("The same two play again at once.", True)
            types = [frame["type"] for frame in client.seen]
            assert types.index("notice") < len(types) - types[::-1].index("match_found")


def test_a_void_match_that_could_not_be_kept_is_told_to_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    with queue() as (one, desk):
        alpha, _ = paired(one)
        kept = one.loop.create_future()
        kept.set_exception(OSError("disk full"))
        with monkeypatch.context() as patched:
            patched.setattr(one.store, "append", lambda *entries: kept)
            void(one, desk)
            one.pass_time(5_000)
        assert not alpha.of("notice") and len(alpha.of("match_found")) == 1


def test_a_client_that_is_alone_after_a_void_match_is_told_that_none_follows_and_why() -> None:
    with queue() as (one, _):
        alpha, _ = paired(one)
        one.kill()
        one.do(alpha.connect)
        desk = one.room.desks["Q"]
        assert isinstance(desk, QueueDesk)
        void(one, desk)
        one.until(lambda: alpha.of("notice"))
        assert announced(alpha) == ("No match follows, as Beta is not here: join the queue for another.", False)


def test_players_who_cannot_pay_again_are_told_that_no_match_follows_and_have_their_stakes() -> None:
    with queue(stake=4) as (one, desk):
        alpha, _ = paired(one)
        desk.offer = msgspec.structs.replace(desk.offer, stake=11)
        void(one, desk)
        one.until(lambda: alpha.of("notice"))
        assert announced(alpha) == ("No match follows, as Alpha has too few tokens: join the queue for another.", False)
        assert [one.room.bank.accounts.balance(key) for key in ("alpha", "beta")] == [10, 10]
        assert not one.room.tables and desk.done("alpha")


@pytest.mark.parametrize(("stake", "again"), [(10, True), (11, False)])
def test_returned_stakes_pay_for_the_match_that_follows(stake: int, again: bool) -> None:
    with queue(stake=4) as (one, desk):
        alpha, _ = paired(one)
        desk.offer = msgspec.structs.replace(desk.offer, stake=stake)
        void(one, desk)
        one.until(lambda: alpha.of("notice"))
        assert announced(alpha)[1] is again


def test_after_the_queue_has_closed_no_match_follows_a_void_one() -> None:
    with queue() as (one, desk):
        alpha, _ = paired(one)
        desk.offer = msgspec.structs.replace(desk.offer, finish_by=(datetime.now() - timedelta(days=1)).isoformat())
        void(one, desk)
        one.until(lambda: alpha.of("notice"))
        assert announced(alpha) == ("No match follows, as the queue is closed.", False)


def test_a_host_who_wants_no_replay_has_none_and_cannot_say_what_follows() -> None:
    with queue() as (one, desk):
        alpha, _ = paired(one)
        for wrong in ({"follows": "free beer"}, {"replay": "perhaps"}, {"cards": 3}):
            with pytest.raises(BadInput, match="replay"):
                void(one, desk, **wrong)
        assert len(desk.tables()) == 1 and not alpha.of("notice")
        void(one, desk, replay=False)
        one.until(lambda: alpha.of("notice"))
        assert announced(alpha) == ("No match follows: join the queue for another.", False)
        assert not one.room.tables and desk.done("alpha") and desk.done("beta")


def test_a_client_that_asks_for_scenes_has_them_in_its_match_and_is_heard_there() -> None:
    with queue() as (one, _):
        alpha, beta = Client(one, "Alpha", CODE), one.join("Beta", CODE)
        one.do(lambda: alpha.connect(scenes=True))
        say(one, alpha, beta)
        one.until(lambda: alpha.of("prep_start") and beta.of("prep_start"))
        for client in (alpha, beta):
            one.do(lambda client=client: client.say(type="layout_confirm", layout=["attack", None, None]))
        begun = one.room.now()
        one.until(lambda: alpha.of("step_reveal") and beta.of("step_reveal"))
        assert one.room.now() - begun < 20_000 and not refusals(alpha) + refusals(beta), "nobody's time was up"
        assert alpha.of("scene") and not beta.of("scene")


def test_a_name_stays_whose_it_is_after_a_restart() -> None:
    with queue() as (one, _):
        alpha = one.join("Alpha", f"{CODE}-sesame")
        one.until(lambda: alpha.token)
        one.kill()
        thief = one.join("Alpha", CODE)
        assert refusals(thief) and not thief.of("welcome")
        one.do(alpha.connect)
        one.until(lambda: len(alpha.of("welcome")) == 2)


def test_after_a_restart_both_come_back_to_their_match() -> None:
    with queue() as (one, _):
        alpha, beta = paired(one)
        match = alpha.of("match_found")[0]["matchId"]
        one.kill()
        for client in (alpha, beta):
            one.do(client.connect)
        one.until(lambda: alpha.of("snapshot") and beta.of("snapshot"))
        assert {client.of("snapshot")[0]["matchId"] for client in (alpha, beta)} == {match}
        one.do(beta.cut)
        one.until(lambda: alpha.of("match_end"))
        assert alpha.of("match_end")[0]["reason"] == "disconnect" and not one.room.tables
        assert one.room.desks["Q"].done("alpha")
