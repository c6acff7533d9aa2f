"""The arena as an application: `/ws` to play, the JSON API, and the page for people."""

from __future__ import annotations

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.routing import WebSocketRoute

from croupier.kernel.errors import BadInput

from ..room.room import Room
from .api import Api, Problem, on_problem
from .gateway import Gateway
from .hosting import Hosting
from .page import Page
from .replays import Replays
from .settings import Limits


def application(room: Room, limits: Limits) -> Starlette:
    """The application of a room."""
    handlers = dict.fromkeys((Problem, BadInput, HTTPException, Exception), on_problem)
    api = Api(room)
    socket = WebSocketRoute("/ws", Gateway(room, limits), name="ws")
    routes = [socket, *api.routes(), *Replays(api).routes(), *Hosting(api).routes(), *Page.built().routes()]
    return Starlette(routes=routes, exception_handlers=handlers)
