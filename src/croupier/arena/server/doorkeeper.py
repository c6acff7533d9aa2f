"""Checks requests of browsers: they must name this arena as their `Host`, and a page of another site may change
nothing.

A page of another site can make a browser send requests to any address, this machine's included. It cannot choose the
`Origin` that the browser adds, nor, if its own name resolves to this machine (DNS rebinding), the `Host`. Programs send
no `Origin`, and name the arena as their users do.
"""

from __future__ import annotations

import re
import socket
from ipaddress import IPv4Address, IPv6Address, ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import Scope

from .api import Problem
from .settings import ANY_HOST, Limits

SAFE_METHODS = ("GET", "HEAD")
"""Requests that change nothing; a page of another site cannot read their answers."""
NAMED = re.compile(r"(?:\[([^\]]+)\]|([^:\[\]]+))(?::\d*)?")
"""A `Host`: an address of IPv6 in brackets or a name, and perhaps a port."""
LONGEST_SHOWN = 100
"""The number of characters of a wrong name that an error quotes."""


class Doorkeeper:
    """Checks requests and handshakes by their headers."""

    def __init__(self, limits: Limits, listens_at: str, own_name: str = "") -> None:
        """`listens_at` is the address or name at which the arena listens, `own_name` the host name of this machine."""
        self._origins, listens = frozenset(limits.origins), host_of(listens_at)
        self._any_name = ANY_HOST in limits.hosts
        self._any_address = listens in ("", IPv4Address("0.0.0.0"), IPv6Address("::"))
        names = [*limits.hosts, listens_at]
        if not _is_this_machine(listens):
            own = own_name or socket.gethostname()
            short = own.partition(".")[0]
            names += [own, short, f"{short}.local"]
        self._hosts = frozenset(host_of(name) for name in names if name)

    def check(self, scope: Scope) -> None:
        """Problem if a request or a handshake is not allowed."""
        headers = Headers(scope=scope)
        self._check_host([name for name in headers.getlist("host") if name], scope.get("http_version", "1.1"))
        if scope["type"] == "websocket" or scope["method"] not in SAFE_METHODS:
            self._check_origin(headers.get("origin"), headers.get("host"))

    def _check_host(self, named: list[str], version: str) -> None:
        if len(named) != 1 and (named or version != "1.0"):
            raise Problem(400, "BAD_HOST", "A request names the arena once, in the header `Host`.")
        if named and not self._is_ours(host_of(_without_port(named[0]))):
            shown = _without_port(named[0])[:LONGEST_SHOWN]
            raise Problem(
                421,
                "WRONG_HOST",
                f"This arena is not known as {shown!r}. Its host can add that name to `hosts` under [limits] in "
                f"arena.toml, or start it with CROUPIER_LIMITS_HOSTS={shown}.",
            )

    def _is_ours(self, host: str | IPv4Address | IPv6Address) -> bool:
        """Whether a name belongs to this arena. An address cannot be rebound, so if the arena listens at all addresses
        of this machine, any address is accepted: those of containers and routers are not known here."""
        if self._any_name or host in self._hosts or _is_this_machine(host):
            return True
        return self._any_address and not isinstance(host, str)

    def _check_origin(self, origin: str | None, host: str | None) -> None:
        """Problem unless the page that asks is one of this arena's, or of a site that the settings allow."""
        if origin is None or origin in self._origins or (host and _netloc(origin) == host):
            return
        raise Problem(
            403,
            "WRONG_ORIGIN",
            "Pages of other sites may not connect here. The host can allow one by `origins` under [limits] in "
            "arena.toml. If this is the arena's own page, a proxy in between has to pass `Host` on as it came.",
        )


def host_of(name: str) -> str | IPv4Address | IPv6Address:
    """A name for comparing: an address as a number, so that its spelling does not matter."""
    plain = name.strip().lower().removesuffix(".")
    try:
        address = ip_address(plain)
    except ValueError:
        return plain
    return getattr(address, "ipv4_mapped", None) or address


def _is_this_machine(host: str | IPv4Address | IPv6Address) -> bool:
    """Whether a name or an address is that of the client's own machine."""
    if isinstance(host, str):
        return host == "localhost" or host.endswith(".localhost")
    return host.is_loopback


def _without_port(host: str) -> str:
    """The name in a `Host`: `cards.example:8000`, `127.0.0.1`, `[::1]:8000`."""
    found = NAMED.fullmatch(host)
    return (found[1] or found[2]) if found else host


def _netloc(origin: str) -> str:
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""
