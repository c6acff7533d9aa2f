"""Runs a node from start to stop: its HTTP server beside its part in the room."""

from __future__ import annotations

import asyncio
import platform
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from croupier.kernel.errors import BadInput

from ..bus import Bus
from ..bus.nats import NatsBus
from ..server.serving import Server, config_of, listen, signals_to_stop, started
from ..server.settings import Settings, offers
from ..store import Store
from ..store.address import is_postgres
from ..store.opening import open_store
from ..store.sealing import HouseKey
from ..tables.configs import game_of
from .api import NodeApp
from .node import Node


@asynccontextmanager
async def running_node(settings: Settings) -> AsyncIterator[Node]:
    """A listening node by its settings; it ends with the block."""
    if not is_postgres(settings.store):
        raise BadInput("Nodes share a store: name a database, --store postgresql://…, or leave --bus out.")
    if settings.lost_key:
        raise BadInput(
            "A lost key is given up by one process alone, as it changes what every node can read: stop all nodes, run "
            "`croupier serve --store … --lost-key` once without --bus, stop it, and start the nodes with the new key."
        )
    for offer in offers(settings):
        game_of(offer)  # whatever has to be imported is there when this node takes the room
    bus = await NatsBus.open(settings.bus, settings.node or platform.node())
    try:
        store, key, _ = await open_store(settings.store, settings.key, lost_key=settings.lost_key, shared=True)
        try:
            async with serving(settings, store, bus, key) as node:
                yield node
        finally:
            await store.close()
    finally:
        await bus.close()


@asynccontextmanager
async def serving(settings: Settings, store: Store, bus: Bus, key: HouseKey) -> AsyncIterator[Node]:
    """A listening node on a store and a bus, which it shares with others."""
    node = Node(settings, store, bus, key)
    listening = listen(settings)

    async def goodbye() -> None:
        node.relay.say_goodbye()

    server = Server(config_of(settings, NodeApp(node), node.relay.crowd), goodbye)
    async with started(server, listening) as (host, port):
        node.url = f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
        node.name = settings.node or f"{platform.node()}:{port}"
        await node.start()
        try:
            yield node
        finally:
            await node.stop()


async def serve_node_until_stopped(node: Node, say: Callable[[str], None]) -> None:
    """Run until SIGINT or SIGTERM, then hand over what the node has; a second signal hands it over at once."""
    with signals_to_stop() as signals:
        await signals.get()
        node.relay.closing = True
        again = asyncio.ensure_future(signals.get())
        await node.drain(say, again)
        again.cancel()
