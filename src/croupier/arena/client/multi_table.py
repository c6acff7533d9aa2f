"""One team at several tables with the same code, in one process: a client for each table, all with the same token."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from croupier.agents.bot import Bot
from croupier.kernel.contract.game import Game
from croupier.kernel.errors import BadInput

from ..identity import name_key
from ..room.desks import NEW
from .client import Client, Told
from .session import Json, address, ask
from .tally import Tally
from .tokens import SeatToken, state_folder


class MultiTableClient:
    """Plays at several tables, until every client has ended."""

    def __init__(
        self,
        url: str,
        team: str,
        code: str,
        tables: int,
        *,
        tokens: Path | None = None,
        told: Told | None = None,
        **more: Any,
    ) -> None:
        """`more` are arguments of `Client`, for each of the tables."""
        self._url, self._team, self._wanted, self._told = url, team, tables, told
        token = SeatToken(tokens or state_folder(), address(url), team, code)
        self._client = partial(Client, url, team, code, token=token, **more)
        self._sitting = asyncio.Event()
        self._left = False
        self.clients: list[Client] = []

    @property
    def tallies(self) -> list[Tally]:
        """The tally of each table."""
        return [client.tally for client in self.clients if client.tally.table]

    async def play(self, make: Callable[[Game, int], Bot], *, game: str | None = None) -> list[Tally]:
        """Let bots play; `make` makes one for each table."""
        playing = [asyncio.create_task(self._sit("", make, game))]
        try:
            sitting = asyncio.create_task(self._sitting.wait())
            await asyncio.wait({sitting, playing[0]}, return_when=asyncio.FIRST_COMPLETED)
            sitting.cancel()
            if self._sitting.is_set() and not self._left:
                playing += [asyncio.create_task(self._sit(table, make, game)) for table in await self._others()]
            await asyncio.gather(*playing)
        finally:
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
        return self.tallies

    async def _sit(self, table: str, make: Callable[[Game, int], Bot], game: str | None) -> None:
        client = self._client(table=table, told=self._hear)
        self.clients.append(client)
        await client.play(make, game=game)

    def _hear(self, frame: Json, tally: Tally) -> None:
        if frame["type"] == "welcome":
            self._sitting.set()
        if self._told:
            self._told(frame, tally)

    async def _others(self) -> list[str]:
        """The tables besides the first: those where the team has a seat already, and "new" ones."""
        first = self.clients[0].tally.table
        status, lobby = await ask(address(self._url), "/api/lobby")
        if status != 200:
            raise BadInput("The arena does not tell which tables it has.")
        offer = next((table["offer"] for table in lobby["tables"] if table["id"] == first), "")
        known = [
            table["id"]
            for table in lobby["tables"]
            if table["offer"] == offer and table["id"] != first
            and any(player["id"] == name_key(self._team) for player in table["players"])
        ]  # fmt: skip
        more = self._wanted - 1
        return (known + [NEW] * more)[:more]

    def leave(self) -> None:
        """Leave all tables soon."""
        self._left = True
        for client in self.clients:
            client.leave()
