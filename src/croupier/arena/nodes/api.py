"""What a node answers by itself, and what a host may ask about all nodes and order them to do."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Literal

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from ..bus import Unanswered
from ..room import answers
from ..server.api import Api, Problem, answer, body_of
from ..store import Node as KnownNode
from ..store import StoreError
from .node import Node, about_of
from .repeating import repeated


class NodeOrder(msgspec.Struct, forbid_unknown_fields=True):
    """An order for a node: to hand everything over and take nothing more, to take part again, or to play a table."""

    order: Literal["drain", "serve", "take"]
    table: str = ""
    """The table that it takes."""


class NodeApp:
    """The application of a node: its own answers, and those of the room, here or over the node that has it."""

    def __init__(self, node: Node) -> None:
        self.node = node
        node.more = self._routes
        self._own: dict[str, Callable[[], Awaitable[Response]]] = {
            "/healthz": self._health,
            "/readyz": self._ready,
            "/metrics": self._metrics,
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection or request."""
        if scope["type"] == "lifespan":
            return await _lifespan(receive, send)
        if scope["type"] == "websocket":
            return await self.node.application(scope, receive, send)
        if (own := self._own.get(scope["path"])) is not None:
            return await (await own())(scope, receive, send)
        await repeated(lambda: self.node.serve_request, scope, receive, send)

    # What every node answers by itself

    async def _health(self) -> Response:
        """Whether the process runs, and is not stuck."""
        room = self.node.room
        if room is not None and (wedged := room.keeping.wedged()):
            return answer({"status": "wedged", "msg": wedged}, 503)
        return answer({"status": "ok"})

    async def _ready(self) -> Response:
        """Whether new clients should be sent here: not while it is drained, nor without a room, here or over a link."""
        node, status, msg = self.node, "ready", ""
        if node.draining or node.relay.closing:
            status = "draining"
        elif node.room is not None:
            try:
                await node.room.keeping.check()
            except StoreError as error:
                status, msg = "cannot keep", str(error)
        elif not (node.relay.ready and node.bus.connected):
            status, msg = "no room", "No node has the room that this node could reach."
        told = {"status": status, "msg": msg, "node": node.name, "room": node.room is not None}
        return answer(told, 200 if status == "ready" else 503)

    async def _metrics(self) -> Response:
        """The metrics of this node; those of the room where it is."""
        node = self.node
        about, room = node.about(), node.room
        gauges: dict[str, float] = {
            "connections": about.connections,
            "tables": about.tables,
            "tables_lent": 0 if node.lending is None else len(node.lending.loans),
            "tables_borrowed": len(node.host.tables),
            "loans_lost": 0 if node.lending is None else node.lending.lost,
            "borrowed_actions": node.host.actions,
            "tables_broken": 0 if room is None else sum(bool(hosted.broken) for hosted in room.tables.values()),
            "people": 0 if room is None else sum(hosted.people for hosted in room.tables.values()),
            "cannot_keep": 0 if room is None else int(bool(room.keeping.failing)),
            "node_has_room": int(room is not None),
            "node_epoch": node.lease.epoch if node.lease is not None else 0,
            "node_takeovers": node.takeovers,
            "node_draining": int(node.draining),
            "node_linked": int(node.relay.ready),
            "node_cpu_seconds": about.cpu_seconds,
            "bus_connected": int(node.bus.connected),
            "bus_dropped": node.bus.dropped,
            "nodes": sum(known.left_ms > 0 for known in node.known),
        }
        counted = node.relay.metrics if room is None else room.metrics
        return PlainTextResponse(counted.text(gauges, getattr(node.store, "commits", 0)))

    # What the host may ask, where the room is

    def _routes(self, api: Api) -> list[Route]:
        async def nodes(request: Request) -> Response:
            """All nodes."""
            api.check_host(request)
            return answer([self._told(known) for known in self.node.known])

        async def order(request: Request) -> Response:
            """Give a node an order."""
            api.check_host(request)
            name, given = request.path_params["name"], await body_of(request, NodeOrder)
            named = [one for one in self.node.known if one.left_ms > 0 and name in (one.name, about_of(one).name)]
            if len(named) != 1:
                many = f"{len(named)} living nodes have" if named else "No living node has"
                raise Problem(404, "NO_SUCH_NODE", f"{many} the name {name[:60]}.")
            if given.order == "take":
                await self._move(api, given.table, named[0])
                return answer(self._told(named[0]))
            others = [one for one in self.node.known if one.left_ms > 0 and one.name != named[0].name]
            if given.order == "drain" and all(about_of(one).draining for one in others):
                raise Problem(409, "NO_OTHER_NODE", "No other node could take the room: start one first.")
            try:
                await self.node.order(named[0].name, given.order)
            except Unanswered as error:
                raise Problem(503, "NODE_SILENT", str(error), 2_000) from None
            return answer(self._told(named[0]))

        return [Route("/api/nodes", nodes), Route("/api/nodes/{name}", order, methods=["POST"])]

    async def _move(self, api: Api, id: str, to: KnownNode) -> None:
        """Have a node play a table from now on."""
        lending, hosted = self.node.lending, api.room.tables.get(id)
        if hosted is None or lending is None:
            raise Problem(404, "NO_SUCH_TABLE", f"There is no table {id[:60]}.")
        if about_of(to).draining:
            raise Problem(409, "NODE_DRAINING", f"Node {about_of(to).name} takes nothing, as it is drained.")
        await hosted.here()
        if to.name != self.node.id:
            lending.lend(hosted, to.name)

    def _told(self, known: KnownNode) -> answers.NodeState:
        """A node, as the host sees it."""
        about, lending = about_of(known), self.node.lending
        return {
            "id": known.name,
            "name": about.name,
            "url": about.url,
            "machine": about.machine,
            "release": about.release,
            "room": known.name == self.node.owner,
            "alive": known.left_ms > 0,
            "draining": about.draining,
            "connections": about.connections,
            "tables": about.tables,
            "lent": [] if lending is None else [loan.hosted.id for loan in lending.on(known.name)],
            "cpu_seconds": about.cpu_seconds,
            "since": about.since_ms,
        }


async def _lifespan(receive: Receive, send: Send) -> None:
    for step in ("startup", "shutdown"):
        await receive()
        await send({"type": f"lifespan.{step}.complete"})
