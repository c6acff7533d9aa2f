"""The clients of a node whose tables are played elsewhere, and the links to the nodes that play them.

What such a client sends goes straight to the node that plays its table, and its frames come from there. The node with
the room says when that begins (`Moved`), the other node when it ends (`Back`). Each is answered when nothing more is on
the old way, so that no message overtakes another.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from typing import Protocol

from ..bus.link import Ends, Link
from . import messages
from .messages import encode, from_host

log = logging.getLogger("croupier.arena")

Call = Callable[[str, Ends], Link]
"""Opens a link to a node."""


class Sockets(Protocol):
    """The sockets of a node, by number."""

    def show(self, message: messages.Frames | messages.Close | messages.HangUp) -> None:
        """Send frames to a client, or end its connection."""

    def lose(self, id: int) -> None:
        """Close the connection of a client whose table cannot be reached: it has to come back."""


class Routes:
    """The ways of clients to other nodes than that with the room."""

    def __init__(self, sockets: Sockets, call: Call) -> None:
        self._sockets, self._call = sockets, call
        self._links: dict[str, Link] = {}
        self._of: dict[int, Link] = {}

    def way(self, id: int) -> Link | None:
        """Where the messages of a client go; None if they go to the room."""
        return self._of.get(id)

    def move(self, moved: messages.Moved, room: Link) -> None:
        """Send what comes from a client to another node from now on. The room is told when that node expects it."""
        link = self._link_to(moved.node)
        self._of[moved.id] = link
        routed = encode(messages.Routed(moved.id))
        link.send(encode(messages.Here(moved.id, moved.loan, moved.connection)), partial(room.send, routed))

    def _link_to(self, node: str) -> Link:
        link = self._links.get(node)
        if link is None:
            ends = _Way(self, node)
            link = ends.link = self._links[node] = self._call(node, ends)
        return link

    def forget(self, id: int) -> None:
        """A client is gone."""
        if (link := self._of.pop(id, None)) is not None:
            link.send(encode(messages.Left(id)))

    def end(self) -> None:
        """Nothing is routed any more: the room is lost."""
        links, self._links = list(self._links.values()), {}
        self._of.clear()
        for link in links:
            link.close("The node has lost the room.")

    def take(self, link: Link, item: bytes) -> None:
        """Take what another node sends."""
        match message := from_host.decode(item):
            case messages.Back(id):
                if self._of.get(id) is link:
                    self.forget(id)
            case messages.Frames() | messages.Close() | messages.HangUp():
                self._sockets.show(message)

    def broke(self, node: str, link: Link, why: str) -> None:
        """A link has ended: its clients have to come back."""
        log.warning("The link to a node that plays tables has ended: %s", why)
        if self._links.get(node) is link:
            del self._links[node]
        for id in [id for id, way in self._of.items() if way is link]:
            del self._of[id]
            self._sockets.lose(id)


class _Way:
    """This end of a link to a node that plays tables."""

    link: Link

    def __init__(self, routes: Routes, node: str) -> None:
        self._routes, self._node = routes, node

    def take(self, item: bytes) -> None:
        """Take what it sends."""
        self._routes.take(self.link, item)

    def broke(self, why: str) -> None:
        """The link has ended."""
        self._routes.broke(self._node, self.link, why)
