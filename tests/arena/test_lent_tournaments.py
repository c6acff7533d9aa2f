"""Tables of a tournament are lent as any other: the desk calls their hands where they are played, and has them brought
home when players come, go, are out or buy chips."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest

from croupier.arena.events.felts import Felts
from croupier.arena.events.tournament import TournamentDesk
from croupier.arena.nodes.lending import Lending
from croupier.arena.nodes.loan import TableLoan
from croupier.arena.nodes.node import Node
from croupier.arena.room.hosted import Hosted, NotHere
from croupier.arena.store import Entry
from croupier.arena.tables.inputs import Called
from croupier.kernel.errors import BadInput
from croupier.simulate.tournament.places import Felt

from .cluster import Cluster, cluster
from .network import Client, client, http
from .test_lending import is_whole

BEARER = {"Authorization": "Bearer host-token"}


class Evening:
    """A tournament over three nodes, whose clients check and call."""

    def __init__(self, nodes: Cluster, players: list[Client]) -> None:
        self.nodes, self.players = nodes, players
        self.hands = dict.fromkeys(range(len(players)), 0)
        self.playing: list[asyncio.Task[Any]] = []

    @property
    def first(self) -> Node:
        return self.nodes.nodes[0]

    @property
    def desk(self) -> TournamentDesk:
        assert self.first.room is not None
        desk = self.first.room.desks["many"]
        assert isinstance(desk, TournamentDesk)
        return desk

    @property
    def lending(self) -> Lending:
        assert self.first.lending is not None
        return self.first.lending

    def table(self, number: int = 1) -> Hosted:
        hosted = self.desk.hosted(number)
        assert hosted is not None
        return hosted

    async def lend(self, number: int, to: Node) -> TableLoan:
        """Lend a table that plays, and wait until it is played there."""
        hosted = self.table(number)
        await self.nodes.until(lambda: hosted.table.state is not None and hosted.loan is None)
        self.lending.lend(hosted, to.id)
        loan = hosted.loan
        assert isinstance(loan, TableLoan)
        await self.nodes.until(lambda: hosted.loan is not loan or any(one.id == hosted.id for one in to.host.tables))
        return loan

    def play(self, how: Callable[[Client], Any] | None = None) -> None:
        """Have all clients play, until their connections end."""
        for number, one in enumerate(self.players):
            self.playing.append(asyncio.create_task(self._plays(number, one, how)))

    async def _plays(self, number: int, one: Client, how: Callable[[Client], Any] | None) -> None:
        def counts(frame: dict[str, Any]) -> bool:
            self.hands[number] += frame["type"] == "end_hand"
            return False

        await one.play(counts, how(one) if how else None)

    async def order(self, what: str, **more: Any) -> tuple[int, Any]:
        body = {"order": what, **more}
        return await http(self.nodes.nodes[1].url, "/api/events/many/orders", "POST", body, **BEARER)


@asynccontextmanager
async def evening(players: int, seats: int, blind: int = 50, **terms: Any) -> AsyncIterator[Evening]:
    """A tournament that has begun, with clients at all nodes."""
    async with cluster(3) as nodes, AsyncExitStack() as stack:
        room = nodes.nodes[0].room
        assert room is not None
        await room.set_host("host-token")
        event = {
            "id": "many",
            "kind": "tournament",
            "code": "MANY",
            "seats": seats,
            "practice": "",
            "move_time_ms": 600_000,
            "tournament": {"players": players, **terms},
            "levels": [{"changes": {"small_blind": blind, "big_blind": 2 * blind}}],
        }
        status, told = await http(nodes.nodes[2].url, "/api/events", "POST", event, **BEARER)
        assert status == 201, told
        clients = []
        for number in range(players):
            one = await stack.enter_async_context(client(nodes.nodes[number % 3].url))
            welcome = await one.hello(f"P{number}", "MANY")
            assert welcome["type"] == "welcome", welcome
            clients.append(one)
        played = Evening(nodes, clients)
        await nodes.until(lambda: played.desk.t.started != 0)
        try:
            yield played
        finally:
            for task in played.playing:
                task.cancel()
            await asyncio.gather(*played.playing, return_exceptions=True)


def test_hands_are_called_at_the_node_that_plays_the_table() -> None:
    async def run() -> None:
        async with evening(3, 3) as one:
            second = one.nodes.nodes[1]
            loan = await one.lend(1, second)
            one.play()
            await one.nodes.until(lambda: min(one.hands.values()) >= 4)
            [borrowed] = second.host.tables
            assert one.table().loan is loan and borrowed.calls >= 3, "it has been there all the time"
            assert one.table().table.hand == 1 and borrowed.table.hand >= 4, "what is known here is old"
            told = (await http(one.nodes.nodes[2].url, "/api/events/many"))[1]["tournament"]
            assert told["tables"][0]["hand"] >= 4 and sum(player["chips"] for player in told["players"]) == 30_000
            await one.table().here()
            assert one.table().table.hand >= 4
            before = min(one.hands.values())
            await one.nodes.until(lambda: min(one.hands.values()) >= before + 2)
            assert all(is_whole(player) for player in one.players)

    asyncio.run(run())


def test_a_tournament_is_played_to_its_end_at_tables_that_are_lent_again_and_again() -> None:
    async def run() -> None:
        async with evening(6, 3, blind=1_000) as one:
            lent = 0
            one.play(lambda player: player.shove)
            while one.desk.t.ended is None:
                for node, number in zip(one.nodes.nodes[1:], list(one.desk.t.order), strict=False):
                    hosted = one.desk.hosted(number)
                    if hosted is not None and hosted.loan is None and not one.lending.why_not(hosted):
                        one.lending.lend(hosted, node.id)
                        lent += 1
                await asyncio.sleep(0.01)
            told = (await http(one.first.url, "/api/events/many"))[1]["tournament"]
            assert [player["place"] for player in told["players"]][:1] == [1] and told["chips"] == 60_000
            assert all(player["place"] for player in told["players"]) and lent > 2 and one.lending.lost == 0

    asyncio.run(run())


def test_a_level_that_begins_elsewhere_has_its_blinds_there() -> None:
    async def run() -> None:
        async with evening(3, 3) as one:
            second = one.nodes.nodes[1]
            await one.lend(1, second)
            [borrowed] = second.host.tables
            one.lending.loans[borrowed.lease.name].call({"small_blind": 75, "big_blind": 150}, Called())
            one.play()
            await one.nodes.until(lambda: borrowed.table.hand >= 3)
            assert borrowed.table.plan.options["big_blind"] == 100, "the desk's next call has the blinds of its level"

    asyncio.run(run())


def test_a_player_is_disqualified_and_another_buys_chips_at_a_table_that_comes_home_for_it() -> None:
    async def run() -> None:
        async with evening(3, 3, rebuys=1, late_levels=1) as one:
            second = one.nodes.nodes[1]
            loan = await one.lend(1, second)
            token = one.players[0].seen[0]["token"]
            wish, proof = {"what": "rebuy"}, {"Authorization": f"Bearer {token}"}
            assert (await http(second.url, "/api/events/many/entries", "POST", wish, **proof))[0] == 200
            await one.nodes.until(lambda: one.table().loan is not loan)
            one.play()
            await one.nodes.until(lambda: one.desk.t.players["p0"].rebuys == 1)
            await one.lend(1, second)
            with pytest.raises(NotHere):
                one.desk.order("withdraw", team="P2", why="a test")
            assert (await one.order("withdraw", team="P2", why="a test"))[0] == 200
            assert not one.table().away
            await one.nodes.until(lambda: not one.desk.t.players["p2"].table)
            assert one.desk.t.players["p0"].rebuys == 1
            await one.nodes.until(lambda: sum(Felts(one.desk)[1].stacks.values()) == one.desk.t.chips)

    asyncio.run(run())


def test_a_hand_that_is_called_as_the_table_leaves_for_home_begins_at_home() -> None:
    async def run() -> None:
        async with evening(3, 3) as one:
            second = one.nodes.nodes[1]
            loan = await one.lend(1, second)
            [borrowed] = second.host.tables
            rested = asyncio.Event()
            one.desk.rested_elsewhere = lambda hosted: rested.set()  # type: ignore[method-assign]
            one.play()
            await rested.wait()
            borrowed.go_home()
            del one.desk.rested_elsewhere
            one.desk.rested_elsewhere(one.table())
            await one.nodes.until(lambda: one.table().loan is not loan)
            assert borrowed.calls == 0 and len(loan._calls) == 1
            await one.nodes.until(lambda: min(one.hands.values()) >= 3)

    asyncio.run(run())


def test_a_table_that_is_lost_at_rest_is_called_again_at_home() -> None:
    async def run() -> None:
        async with evening(3, 3) as one:
            second = one.nodes.nodes[1]
            loan = await one.lend(1, second)
            [borrowed] = second.host.tables
            rested = asyncio.Event()
            one.desk.rested_elsewhere = lambda hosted: rested.set()  # type: ignore[method-assign]
            one.play()
            await rested.wait()
            hand = borrowed.table.hand
            borrowed.hall.drop(borrowed.lease.name, "The test drops it.")
            await one.nodes.until(lambda: one.table().loan is None and one.table().table.hand == hand + 1)
            assert one.lending.lost == 1 and loan.felt is not None

    asyncio.run(run())


def test_the_desk_is_told_of_the_end_of_a_hand_when_it_is_kept() -> None:
    async def run() -> None:
        async with evening(3, 3) as one:
            second = one.nodes.nodes[1]
            await one.lend(1, second)
            [borrowed] = second.host.tables
            told, held = list[Hosted](), list[Callable[[], None]]()
            one.desk.rested_elsewhere = told.append  # type: ignore[method-assign]
            append = borrowed.hall.append

            def holding(entries: Sequence[Entry]) -> asyncio.Future[None]:
                if not borrowed.table.at_boundary:
                    return append(entries)
                kept: asyncio.Future[None] = one.nodes.nodes[0].loop.create_future()
                held.append(lambda: append(entries).add_done_callback(lambda _: kept.set_result(None)))
                return kept

            borrowed.hall.append = holding  # type: ignore[method-assign]
            one.play()
            await one.nodes.until(lambda: bool(held))
            for _ in range(100):
                await asyncio.sleep(0)
            assert told == []
            borrowed.hall.append = append  # type: ignore[method-assign]
            for keep in held:
                keep()
            await one.nodes.until(lambda: bool(told))

    asyncio.run(run())


def test_what_was_told_before_the_last_call_is_old() -> None:
    async def run() -> None:
        async with evening(3, 3) as one:
            second = one.nodes.nodes[1]
            loan = await one.lend(1, second)
            rests = Felt(True, 1, 0, 1, 2, {})
            loan.call({}, Called())
            loan.stands(0, rests)
            assert loan.felt is not None and loan.felt[:2] == (False, 2), "the hand that was called has begun"
            told: list[Hosted] = []
            one.desk.rested_elsewhere = told.append  # type: ignore[method-assign]
            loan.stands(1, rests._replace(rests=False, hand=2))
            assert told == []
            loan.stands(1, rests._replace(hand=2))
            assert told == [one.table()]

    asyncio.run(run())


def test_a_player_that_polls_and_a_god_view_keep_a_table_at_home() -> None:
    async def run() -> None:
        async with evening(3, 3) as one:
            hosted = one.table()
            hosted.session.god.watchers["x"] = None
            with pytest.raises(BadInput, match="god view"):
                one.lending.lend(hosted, one.nodes.nodes[1].id)
            hosted.session.god.watchers.clear()
            guest = next(iter(one.desk.present.values()))
            guest.polls = True
            with pytest.raises(BadInput, match="polls"):
                one.lending.lend(hosted, one.nodes.nodes[1].id)

    asyncio.run(run())
