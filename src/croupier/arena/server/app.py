"""The ASGI application of the arena: `/ws` and plain HTTP for playing, the JSON API, and the page for people."""

from __future__ import annotations

from collections.abc import Callable

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.routing import BaseRoute, Route, WebSocketRoute

from croupier.kernel.errors import BadInput

from ..events.events import Events
from ..room.hosted import OutOfOrder
from ..room.private import PrivateTables
from ..store import StoreError
from .api import Api, Problem, on_problem
from .changes_api import ChangesApi
from .copyist import TooMany
from .crowd import Crowd, Turnstile
from .doorkeeper import Doorkeeper
from .downloads import Downloads
from .events_api import EventsApi
from .gateway import Gateway
from .hosting import Hosting
from .mcp_door import McpDoor
from .page import Page
from .players_api import PlayersApi
from .polling import Polling
from .private_api import PrivateApi
from .replays import Replays
from .settings import Limits


def application(
    events: Events,
    limits: Limits,
    crowd: Crowd,
    doorkeeper: Doorkeeper,
    more: Callable[[Api], list[Route]] | None = None,
) -> Turnstile:
    """The application of a room; `more` makes further routes."""
    room = events.room
    handlers = dict.fromkeys((Problem, BadInput, TooMany, OutOfOrder, StoreError, HTTPException, Exception), on_problem)
    api, polling, gateway = Api(room), Polling(room, crowd), Gateway(room, limits, crowd, doorkeeper)
    mcp = McpDoor(polling, api)
    routes: list[BaseRoute] = [WebSocketRoute("/ws", gateway, name="ws"), *api.routes()]
    private = PrivateApi(api, PrivateTables(room, limits.private_tables, limits.private_per_address))
    routes += polling.routes() + Downloads(api).routes() + Replays(api, private).routes() + Hosting(api).routes()
    routes += private.routes()
    routes.append(Route("/mcp", mcp, methods=["POST"]))
    routes += (
        PlayersApi(api).routes() + ChangesApi(api).routes() + EventsApi(events, api).routes() + Page.built().routes()
    )
    routes += more(api) if more is not None else []

    def bearer(token: str) -> str:
        return "host" if room.is_host(token) else polling.holder(token)

    inside = Starlette(routes=routes, exception_handlers=handlers, lifespan=lambda app: mcp.open())
    return Turnstile(inside, crowd, doorkeeper, bearer)
