"""The arena as an application: `/ws` to play, and the JSON API."""

from __future__ import annotations

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.routing import WebSocketRoute

from croupier.kernel.errors import BadInput

from ..room.room import Room
from .api import Api, Problem, on_problem
from .gateway import Gateway
from .replays import Replays
from .settings import Limits


def application(room: Room, limits: Limits) -> Starlette:
    """The application of a room."""
    handlers = dict.fromkeys((Problem, BadInput, HTTPException, Exception), on_problem)
    api = Api(room)
    routes = [WebSocketRoute("/ws", Gateway(room, limits), name="ws"), *api.routes(), *Replays(api).routes()]
    return Starlette(routes=routes, exception_handlers=handlers)
