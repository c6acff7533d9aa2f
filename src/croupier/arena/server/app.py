"""The arena as an application: `/ws` to play, the same over plain HTTP, the JSON API, and the page for people."""

from __future__ import annotations

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.routing import BaseRoute, WebSocketRoute

from croupier.kernel.errors import BadInput

from ..events.events import Events
from ..room.hosted import OutOfOrder
from ..room.private import PrivateTables
from .api import Api, Problem, on_problem
from .copyist import TooMany
from .crowd import Crowd, Turnstile
from .downloads import Downloads
from .events_api import EventsApi
from .gateway import Gateway
from .hosting import Hosting
from .page import Page
from .polling import Polling
from .private_api import PrivateApi
from .replays import Replays
from .settings import Limits
from .thinking import Thinking


def application(events: Events, limits: Limits, crowd: Crowd) -> Turnstile:
    """The application of a room."""
    room = events.room
    handlers = dict.fromkeys((Problem, BadInput, TooMany, OutOfOrder, HTTPException, Exception), on_problem)
    api = Api(room)
    routes: list[BaseRoute] = [WebSocketRoute("/ws", Gateway(room, limits, crowd), name="ws"), *api.routes()]
    routes += Polling(room, crowd).routes() + Thinking(room, api).routes()
    routes += Downloads(api).routes() + Replays(api).routes() + Hosting(api).routes()
    routes += PrivateApi(api, PrivateTables(room, limits.private_tables, limits.private_per_address)).routes()
    routes += EventsApi(events, api).routes() + Page.built().routes()
    return Turnstile(Starlette(routes=routes, exception_handlers=handlers), crowd)
